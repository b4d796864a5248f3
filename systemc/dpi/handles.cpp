// SPDX-License-Identifier: Apache-2.0
#include "dpi/handles.hpp"

#include <climits>
#include <sstream>
#include <stdexcept>
#include <unordered_map>

#include "dpi/selvage_dpi.h"
#include "golden/number.hpp"

namespace selvage::dpi {

namespace {

struct Registry {
  std::unordered_map<int, std::unique_ptr<Object>> open;
  int last = 0;
};

Registry& registry() {
  static Registry all;
  return all;
}

std::string& error_text() {
  static std::string text;
  return text;
}

}  // namespace

void refuse(const std::string& why) { throw std::invalid_argument(why); }

void in_range(const char* name, long long value, long long low, long long high) {
  if (value >= low && value <= high) return;
  refuse(std::string(name) + " is " + std::to_string(value) + ", not from " + std::to_string(low) +
         " to " + std::to_string(high));
}

std::string text_of(const char* name, const char* text) {
  if (text == nullptr) refuse(std::string(name) + " is a null pointer");
  return text;
}

int keep(std::unique_ptr<Object> object) {
  Registry& all = registry();
  need(all.last < INT_MAX, "no handle is left");
  all.open.emplace(all.last + 1, std::move(object));
  return ++all.last;
}

Object* find(int handle) {
  const auto found = registry().open.find(handle);
  return found == registry().open.end() ? nullptr : found->second.get();
}

void release(int handle) {
  if (registry().open.erase(handle) != 0) return;
  refuse("handle " + std::to_string(handle) + " is not open");
}

void note_error(const char* function, const char* why) noexcept {
  try {
    error_text() = std::string(function) + ": " + why;
  } catch (...) {
    error_text().clear();  // no memory for the text
  }
}

Options::Options(const char* text) {
  std::istringstream words(text_of("options", text));
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    const auto value = equals == std::string::npos
                           ? std::nullopt
                           : parse_number<long long>(std::string_view(word).substr(equals + 1));
    if (!value) refuse("option '" + word + "' is not name=number");
    if (!values_.emplace(word.substr(0, equals), *value).second) {
      refuse("option '" + word.substr(0, equals) + "' stands twice");
    }
  }
}

void Options::finish() const {
  if (!values_.empty()) refuse("there is no option '" + values_.begin()->first + "'");
}

Cycle Clock::check(long long now) const {
  in_range("now", now, static_cast<long long>(first_), LLONG_MAX - 1);
  return static_cast<Cycle>(now);
}

}  // namespace selvage::dpi

using namespace selvage::dpi;

extern "C" {

const char* selvage_error(void) { return error_text().c_str(); }

int selvage_close(int handle) {
  return guarded(__func__, [&] {
    release(handle);
    return 0;
  });
}

}  // extern "C"
