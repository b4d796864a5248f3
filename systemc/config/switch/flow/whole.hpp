// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whole flow-channel switches in RTL (engine: switch, docs/reference/flow-switch.md).
#pragma once

#include <string>
#include <vector>

#include "config/scenario.hpp"
#include "config/switch/kinds.hpp"
#include "cosim/flow/switch/switch_block.hpp"
#include "cosim/system.hpp"

namespace selvage::config {

struct Draft;

/// Ports of a switch of the topology that have a host.
[[nodiscard]] unsigned flow_hosts(const Topology& topology, SwitchIdx sw);
/// Adds what they cannot do of the scenario, each at its key (COS-SWITCH-2); what no switch of
/// their kind does is refused before.
void check_whole_flow(const Draft& draft, const System& system, const Scenario& scenario);
/// Their deliberate defects that traffic in a fabric shows, by the bit of their strap.
[[nodiscard]] const std::vector<SwitchBug>& whole_flow_bugs();
/// Groups of their signals in waves.
[[nodiscard]] std::vector<waves::RtlRole> whole_flow_roles();
/// The parameters of the only one that is verilated.
[[nodiscard]] std::string whole_flow_label();

}  // namespace selvage::config
