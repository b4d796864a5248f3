// SPDX-License-Identifier: Apache-2.0
/// \file
/// A fabric of the model that a whole switch in RTL can be in, and the pins that follow from it.
#pragma once

#include "../parts/story.hpp"
#include "cosim/flow/switch/switch_block.hpp"

namespace selvage::test {

/// Beats are d = 6 + w cycles under way (FL-BEAT), and all ACKs of a frame wait for its end
/// (FL-RX).
[[nodiscard]] flow::Params whole_params(const Story& story);

/// Those of a switch of the fabric.
[[nodiscard]] cosim::FlowSwitchOptions whole_options(Lab& lab, SwitchIdx sw, std::uint32_t bugs);

}  // namespace selvage::test
