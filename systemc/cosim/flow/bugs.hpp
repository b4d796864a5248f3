// SPDX-License-Identifier: Apache-2.0
/// \file
/// Deliberate defects of the flow blocks' RTL, for every topology that runs on flow-channel
/// switches.
#pragma once

#include <string>
#include <vector>

#include "cosim/flow/blocks.hpp"
#include "cosim/system.hpp"

namespace selvage::cosim {

/// One bit of the strap of one block.
struct FlowBug {
  BugInfo info;
  unsigned FlowBugs::*block;
  unsigned bit;
};

/// Those that traffic in a fabric can show; the others are shown by tests/cosim/flow.
[[nodiscard]] const std::vector<FlowBug>& flow_bugs();
/// The straps of those of `names` that are flow bugs.
[[nodiscard]] FlowBugs flow_bugs_of(const std::vector<std::string>& names);

}  // namespace selvage::cosim
