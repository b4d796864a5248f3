// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a switch of flow channels in RTL is set to.
#pragma once

#include "cosim/flow/switch/switch_block.hpp"
#include "flow/routers.hpp"

namespace selvage::fabric {

/// Those of a switch of the model, of 25 bytes a cycle.
[[nodiscard]] cosim::FlowSwitchOptions switch_options(const flow::Routers& model,
                                                      const flow::Params& params,
                                                      const flow::Wiring& wiring, SwitchIdx sw,
                                                      std::uint32_t bugs);

}  // namespace selvage::fabric
