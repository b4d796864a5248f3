// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verilated parameter sets of `fattree_switch`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cosim/switch_block.hpp"
#include "golden/fattree/tree.hpp"

namespace selvage::cosim {

struct SwitchOptions : SwitchBlockOptions {
  const golden::FatTree* tree = nullptr;  ///< of the build's size
  unsigned lft_entries = 32;
  bool rule_paper = false;
  unsigned message_xoff = 12;  ///< messages an input FIFO may hold without asking for a stop
  std::uint64_t bugs = 0;      ///< RtlBug bits
};

struct SwitchBuild {
  unsigned m = 0;
  unsigned n = 0;
  unsigned w = 0;
  unsigned depth = 0;  ///< beats of an input buffer
  unsigned qi = 0;     ///< messages in an input FIFO
  unsigned r = 2;      ///< cycles from a question to its answer
  std::unique_ptr<SwitchBlock> (*make)(const SwitchOptions&) = nullptr;
  /// "fattree_switch M=8 N=3 W=32 DEPTH=256", and R where it is not 2.
  [[nodiscard]] std::string label() const;
};

/// All builds; the list stands in builds.cmake.
[[nodiscard]] const std::vector<SwitchBuild>& switch_builds();
/// The one for this tree with a table and message FIFOs that are large enough, which answers in
/// `route_latency` cycles; null if there is none.
[[nodiscard]] const SwitchBuild* find_switch_build(const golden::FatTree& tree,
                                                   unsigned lft_entries, unsigned input_depth,
                                                   unsigned route_latency);
/// In how many cycles those answer that are for it but for that, ascending.
[[nodiscard]] std::vector<unsigned> switch_route_latencies(const golden::FatTree& tree,
                                                           unsigned lft_entries,
                                                           unsigned input_depth);

}  // namespace selvage::cosim
