// SPDX-License-Identifier: Apache-2.0
/// \file
/// What every function of the DPI predictor needs: handles, refusals as text, ranges, outputs.
#pragma once

#include <exception>
#include <map>
#include <memory>
#include <string>

#include "golden/types.hpp"

namespace selvage::dpi {

/// A model behind a handle. Each kind has a `static constexpr const char* kKind`, for messages.
struct Object {
  virtual ~Object() = default;
};

/// Ends the call with this text (DPI-ERR).
[[noreturn]] void refuse(const std::string& why);
inline void need(bool holds, const char* why) {
  if (!holds) refuse(why);
}
/// Refuses a value that is not low .. high.
void in_range(const char* name, long long value, long long low, long long high);
/// The text behind a `const char*` argument; a null one is refused.
[[nodiscard]] std::string text_of(const char* name, const char* text);

/// Handles count from 1 and are never given twice.
[[nodiscard]] int keep(std::unique_ptr<Object> object);
/// Null if the handle is not open.
[[nodiscard]] Object* find(int handle);
void release(int handle);

template <class T>
[[nodiscard]] T& open_object(int handle) {
  auto* const object = dynamic_cast<T*>(find(handle));
  if (object == nullptr) {
    refuse("handle " + std::to_string(handle) + " is no open " + T::kKind);
  }
  return *object;
}

/// Remembers why `function` refused.
void note_error(const char* function, const char* why) noexcept;

/// What `body` returns, or -1 if it refuses: nothing is thrown into C.
template <class Result = int, class Body>
[[nodiscard]] Result guarded(const char* function, Body&& body) noexcept {
  try {
    return body();
  } catch (const std::exception& error) {
    note_error(function, error.what());
  } catch (...) {
    note_error(function, "unknown failure");
  }
  return -1;
}

/// Writes an output; null: nobody wants it.
template <class T, class Value>
void put(T* out, Value value) {
  if (out != nullptr) *out = static_cast<T>(value);
}

/// "name=value name=value": whole numbers by name. Refused: another form, a name twice, a name that
/// nobody takes, a value out of range.
class Options {
 public:
  explicit Options(const char* text);
  template <class T>
  void take(const char* name, T& field, long long low, long long high) {
    const auto found = values_.find(name);
    if (found == values_.end()) return;
    in_range(name, found->second, low, high);
    field = static_cast<T>(found->second);
    values_.erase(found);
  }
  /// After the last take().
  void finish() const;

 private:
  std::map<std::string, long long> values_;
};

/// Time of a model, in cycles. It never goes back.
class Clock {
 public:
  /// Refuses a cycle that is past.
  [[nodiscard]] Cycle check(long long now) const;
  void set(Cycle now) { first_ = now; }
  [[nodiscard]] Cycle first() const { return first_; }  ///< the first cycle that may come

 private:
  Cycle first_ = 0;
};

}  // namespace selvage::dpi
