// SPDX-License-Identifier: Apache-2.0
/// \file
/// One compiled foreign module, clock by clock.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "dut/build/build.hpp"
#include "dut/values.hpp"
#include "dut/watchdog.hpp"

namespace selvage::dut {

inline constexpr unsigned kResetClocks = 4;
inline constexpr std::uint64_t kWaveClock = 10;  ///< units of time of a clock in a wave

/// A shared object, loaded as long as it lives.
class Library {
 public:
  /// Throws std::runtime_error if it cannot be loaded.
  explicit Library(const std::string& object);
  ~Library();
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

 private:
  friend class Model;
  template <class F>
  void find(F*& function, const char* name);
  void* handle_;
  void* (*create_)(std::uint64_t) = nullptr;
  void (*destroy_)(void*) = nullptr;
  void (*clock_)(void*, int) = nullptr;
  void (*reset_)(void*, int) = nullptr;
  void (*eval_)(void*) = nullptr;
  void (*set_)(void*, const std::uint32_t*) = nullptr;
  void (*show_)(void*, const std::uint32_t*, int) = nullptr;
  void (*get_)(void*, std::uint32_t*) = nullptr;
  void (*open_wave_)(void*, const char*) = nullptr;
  void (*dump_)(void*, std::uint64_t) = nullptr;
  const char* (*failure_)(void*) = nullptr;
  void (*forgive_)(void*) = nullptr;
};

/// What a clock shows.
struct Observed {
  Values values;          ///< of the contract's outputs; what the block does not offer is 0
  bool answered = true;   ///< with a valid pin: there is an answer
  std::uint64_t bad = 0;  ///< bit i: output i is not one-hot though it should be
};

/// "the module loops without end: clock 17 after reset is not over after 30 s".
[[nodiscard]] std::string stuck_text(const Manifest& manifest, const Position& position);

/// A module with registers of its own. A clock is `apply`, which reads what is on the outputs
/// before the edge, then `edge`.
class Model {
 public:
  /// Registers hold random values of `seed` until they are reset.
  Model(std::shared_ptr<Library> library, const Manifest& manifest, const Wiring& wiring,
        std::uint64_t seed, std::optional<InstancePlace> place = std::nullopt);
  ~Model();
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  /// Four clocks in reset, with `question` on the inputs, then those that the manifest gives it to
  /// settle, with `idle` on them. The module's message before its first clock; one in
  /// reset is forgotten.
  [[nodiscard]] std::string reset(const Values& question, const Values& idle);
  /// Puts a question on the inputs (`asked`: there is one) and reads the outputs.
  void apply(const Values& question, bool asked, Observed& seen);
  /// Golden's answer beside theirs, for waves.
  void show(const Values& expected, bool differs);
  void edge();

  void open_wave(const std::string& file);
  /// The message of a module that has stopped by itself ($error, $fatal, $finish); empty: it did
  /// not.
  [[nodiscard]] std::string failure();

 private:
  void eval();
  void dump();
  std::shared_ptr<Library> library_;
  void* handle_;
  Wiring wiring_;
  Position position_;
  bool clocked_;
  bool has_reset_;
  unsigned settle_;
  Values in_;
  Values out_;
  Values golden_;
  std::uint64_t time_ = 0;
};

}  // namespace selvage::dut
