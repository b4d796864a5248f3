// SPDX-License-Identifier: Apache-2.0
/// \file
/// A foreign block in the ports of flow-channel switches.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cosim/flow/blocks.hpp"
#include "cosim/foreign/block.hpp"
#include "cosim/foreign/port_block.hpp"
#include "flow/parts.hpp"

namespace selvage::cosim {

/// Empty if a switch of this kind has no such block.
[[nodiscard]] std::optional<PortBlock> foreign_flow(const std::string& block,
                                                    const flow::Params& params);

/// `own` with the foreign block beside its own in port `at`: it is asked what golden's is asked,
/// clocked only as long as something changes, and each of its answers is judged before anybody acts
/// on it; after a difference those of `own` are taken. `own` itself where the design has none for
/// this port.
[[nodiscard]] std::unique_ptr<flow::Blocks> with_foreign_flow_block(
    std::unique_ptr<flow::Blocks> own, const flow::BlocksConfig& config,
    const ForeignDesign& design, SwitchPort at, const FlowPlace& place, Scoreboard& scoreboard);

}  // namespace selvage::cosim
