// SPDX-License-Identifier: Apache-2.0
/// \file
/// A port of the fabric as one RTL top, `flow_port`, in lockstep beside the golden models that
/// lead.
#pragma once

#include <memory>

#include "cosim/flow/blocks.hpp"

namespace selvage::cosim {

/// `golden` leads; the port's registers are set as `config` says, then its RTL is given what the
/// fabric gives its blocks, in the same cycles, and has to show the same. It is clocked a few
/// cycles behind, and not at all while nothing happens. flow_port_problem(config) is empty.
[[nodiscard]] std::unique_ptr<flow::Blocks> port_beside(std::unique_ptr<flow::Blocks> golden,
                                                        const flow::BlocksConfig& config,
                                                        const FlowPlace& place,
                                                        Scoreboard& scoreboard, unsigned bugs = 0);

}  // namespace selvage::cosim
