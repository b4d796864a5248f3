// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verilated parameter sets of `fattree_flow_switch`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cosim/flow/switch/switch_block.hpp"
#include "golden/fattree/tree.hpp"

namespace selvage::cosim {

struct FatTreeFlowSwitchOptions : FlowSwitchOptions {
  const golden::FatTree* tree = nullptr;  ///< with the ports of the build, and no more levels
  SwitchIdx self = 0;
  unsigned lft_entries = 32;
  bool rule_paper = false;
  unsigned message_xoff = 12;  ///< messages an input FIFO may hold without asking for a stop
};

/// The interface of the generated files.
using FatTreeFlowSwitchBlock = FlowSwitchBlock;
struct FatTreeFlowSwitchBuild {
  unsigned hosts = 0;   ///< ports with a host
  unsigned n = 0;       ///< most levels
  unsigned w = 0;       ///< lines of the fault table
  unsigned qi = 0;      ///< messages in an input FIFO
  unsigned most_r = 0;  ///< cycles from question to answer, at most: kFlowMostRoute
  std::unique_ptr<FlowSwitchBlock> (*make)(const FatTreeFlowSwitchOptions&) = nullptr;
  /// "fattree_flow_switch M=8 N=3 W=32 QI=32"
  [[nodiscard]] std::string label() const {
    return "fattree_flow_switch M=" + std::to_string(kFlowSwitchPorts) + " N=" + std::to_string(n) +
           " W=" + std::to_string(w) + " QI=" + std::to_string(qi);
  }
};
/// All builds; the list stands in flow/builds.cmake.
[[nodiscard]] const std::vector<FatTreeFlowSwitchBuild>& fattree_flow_switch_builds();
/// The one with hosts at these ports that holds so much; null: there is none.
[[nodiscard]] inline const FatTreeFlowSwitchBuild* find_fattree_flow_switch(
    const golden::FatTree& tree, unsigned lft_entries, unsigned input_depth, unsigned hosts) {
  for (const FatTreeFlowSwitchBuild& b : fattree_flow_switch_builds())
    if (b.hosts == hosts && tree.m() == kFlowSwitchPorts && b.n >= tree.n() && b.w >= lft_entries &&
        b.qi >= input_depth)
      return &b;
  return nullptr;
}

}  // namespace selvage::cosim
