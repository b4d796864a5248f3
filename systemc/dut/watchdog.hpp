// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ends the process when the code of a foreign module does not come back.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "golden/topology.hpp"

namespace selvage::dut {

/// A switch, or a port of it where each has a block of its own.
using InstancePlace = std::pair<SwitchIdx, std::optional<PortIdx>>;

/// Which clock of which block runs.
struct Position {
  std::optional<InstancePlace> place;  ///< empty: alone, in a test
  bool reset = true;                   ///< before its first question
  std::uint64_t clock = 0;             ///< since reset
};
/// As long as it lives, code of a module runs; `position` does not change meanwhile. One at a time
/// in the process.
class ModuleCall {
 public:
  explicit ModuleCall(const Position& position);
  ~ModuleCall();
  ModuleCall(const ModuleCall&) = delete;
  ModuleCall& operator=(const ModuleCall&) = delete;
};

/// Watches the calls of the process from a thread of its own.
class Watchdog {
 public:
  /// `stuck` is called when one call has lasted for `patience`, in the watchdog's thread while the
  /// module goes on looping; then the process ends with `code`, and no destructor is run.
  Watchdog(std::chrono::seconds patience, int code, std::function<void(const Position&)> stuck);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  void watch();
  std::chrono::seconds patience_;
  int code_;
  std::function<void(const Position&)> stuck_;
  std::mutex mutex_;
  std::condition_variable end_;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace selvage::dut
