// SPDX-License-Identifier: Apache-2.0
/// \file
/// The registers of a port as the fabric's parameters have them (docs/reference/registers.md).
#pragma once

#include <string>
#include <vector>

#include "cosim/flow/port/block.hpp"
#include "flow/blocks/blocks.hpp"

namespace selvage::cosim {

/// The writes that bring a port from its reset to these parameters, in their order.
[[nodiscard]] std::vector<RegisterAccess> port_settings(const flow::BlocksConfig& config);
/// Those of the drain time of a dead link.
[[nodiscard]] std::vector<RegisterAccess> drain_settings(Cycle drain);
/// Puts the link in use, or out of it.
[[nodiscard]] RegisterAccess enable_port(bool on);

/// Why `flow_port` cannot be a port with these parameters; empty if it can.
[[nodiscard]] std::string flow_port_problem(const flow::BlocksConfig& config);

}  // namespace selvage::cosim
