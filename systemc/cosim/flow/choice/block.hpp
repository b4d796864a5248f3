// SPDX-License-Identifier: Apache-2.0
/// \file
/// The RTL of `least_loaded`, clocked edge by edge. Ports and registers are those of
/// docs/reference/flow-port.md. No verilated header.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "cosim/foreign/pins.hpp"

namespace selvage::cosim {

inline constexpr unsigned kMostChoicePorts = 64;

struct LeastLoadedOptions {
  unsigned floor = 32;     ///< strap floor_i, units
  unsigned shift = 2;      ///< strap shift_i
  std::uint32_t bugs = 0;  ///< strap bug_i
};

struct LeastLoadedIn {
  bool valid = false;
  std::uint64_t candidates = 0, open = 0, left = 0;
  std::array<std::uint32_t, kMostChoicePorts> load{};
};

/// Outputs in the present cycle, and the pointer: after the question whose answer they are.
struct LeastLoadedOut {
  bool rsp = false;
  bool any = false;
  unsigned port = 0;
  bool busy = false;
  unsigned pointer = 0;
};

class LeastLoadedBlock {
 public:
  virtual ~LeastLoadedBlock() = default;
  /// Back to cycle 0, also after any history.
  virtual void reset() = 0;
  /// The clock edge that ends the present cycle.
  virtual void edge(const LeastLoadedIn& in) = 0;
  [[nodiscard]] virtual LeastLoadedOut outputs() const = 0;
};

/// One verilated parameter set.
struct LeastLoadedBuild {
  unsigned ports = 0;
  unsigned load_w = 0;
  std::unique_ptr<LeastLoadedBlock> (*make)(const LeastLoadedOptions&) = nullptr;
  /// Cycles from a question to its answer.
  [[nodiscard]] unsigned latency() const { return 3 + (pins::bits_for(ports) + 1) / 2; }
};

/// All builds, smallest first; those of few ports are for exhaustive search.
[[nodiscard]] const std::vector<LeastLoadedBuild>& least_loaded_builds();

}  // namespace selvage::cosim
