// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which situations of flow-channel switches a configuration allows, and what a search for them
/// varies (docs/reference/coverage.md).
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "golden/cover/coverage.hpp"
#include "golden/topology.hpp"

namespace selvage::config {

/// The model that leaves out what `merged`, a whole configuration, rules out.
cover::ModelPtr flow_cover_model(const nlohmann::json& merged, const Topology& topology);

/// What flow_cover_model reads.
constexpr std::array<std::string_view, 10> kFlowCoverKeys{
    {"/switch/flow/congestion_aware", "/switch/flow/egress_units", "/switch/flow/severe_units",
     "/switch/flow/wire_frames", "/switch/flow/flow_id_bits", "/traffic/classes",
     "/switch/flow/loss", "/link/messages", "/traffic/ordered", "/traffic/pattern"}};

/// Groups of alternatives, SwitchPlug::tries.
constexpr std::string_view kFlowTries = R"json([
  [{"switch.flow.flow_id_bits": 4}, {"switch.flow.flow_id_bits": 5}],
  [{"switch.flow.congested_units": 8, "switch.flow.severe_units": 16}, {"switch.flow.congested_units": 16, "switch.flow.severe_units": 48}],
  [{"switch.flow.injection_limit": 16}],
  [{"switch.flow.ack_errors": 0.05}, {"switch.flow.loss": 0.005}, {"switch.flow.ack_errors": 0.02, "switch.flow.loss": 0.002}],
  [{"switch.flow.credit": {"on_units": 4, "off_units": 1, "headroom_units": 8}, "switch.flow.timers.refresh": 64, "switch.flow.timers.expire": 200},
   {"switch.flow.credit": {"on_units": 8, "off_units": 2, "headroom_units": 0}, "switch.flow.timers.refresh": 1000, "switch.flow.timers.expire": 1400}],
  [{"switch.flow.redirect": {"floor_units": 4, "depth_gain": 60}}],
  [{"switch.flow.timers.stale": 400}],
  [{"traffic.packet_bytes": 200}, {"traffic.packet_bytes": 1024}, {"traffic.packet_bytes": 4000}],
  [{"traffic.classes": [0.5, 0.5]}, {"traffic.classes": [0.25, 0.25, 0.25, 0.25]}],
  [{"traffic.ordered": 0.5}, {"traffic.ordered": 0.9}],
  [{"traffic.pattern": "permutation"}, {"traffic.pattern": "transpose"}],
  [{"traffic.receivers": {"rate": 0.5}}, {"traffic.receivers": {"stalls": "xon", "longest": 200}}]
])json";

}  // namespace selvage::config
