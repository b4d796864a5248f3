// SPDX-License-Identifier: Apache-2.0
/// \file
/// Every reachable state of the verilated ack_aggregator at a small size, left by every input: one
/// long run, its cycles chosen so that no pair of state and input is missed.
#pragma once

#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "../../golden/flow/wire.hpp"
#include "settings.hpp"

namespace selvage::test {

/// What a cycle does to the machine.
struct AggregatorEdge {
  bool taken = false;  ///< false: a grant where the wire is never free
  std::uint32_t to = 0;
  bool fire = false;
  unsigned len = 0;
};

/// The machine as the RTL has shown it, state 0 being that after reset.
struct AggregatorGraph {
  static constexpr unsigned kInputs = 8;        ///< push, idle, grant: bits 0, 1, 2
  std::vector<golden::AggregatorState> states;  ///< aged (wire.hpp)
  std::vector<std::array<AggregatorEdge, kInputs>> edges;
  std::uint64_t pairs = 0;   ///< of state (with the wire's) and input
  std::uint64_t cycles = 0;  ///< of the run
  std::string difference;    ///< the first one from the golden model; empty
};

/// Walks until every pair has been taken, golden model and RTL in lockstep. `bugs`: strap of the
/// RTL.
[[nodiscard]] AggregatorGraph tour(const golden::AggregatorConfig& config, unsigned bugs = 0);

}  // namespace selvage::test
