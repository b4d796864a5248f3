// SPDX-License-Identifier: Apache-2.0
/// \file
/// Parameters of redirects and congestion levels that follow from the fabric's round trip
/// (FLOW-C-12; docs/reference/flow-fabric.md, "Parameters from the round trip").
#pragma once

#include "flow/parts.hpp"

namespace selvage::flow {

/// Cycles from a packet's ENQ at its edge to the release of its channel there, over the longest way
/// of the fabric and nothing else in it.
[[nodiscard]] Cycle round_trip(const Params& params, const Wiring& wiring);

/// Which of them follow from the round trip; the others stay as they are.
struct LoopKeys {
  bool floor = true;       ///< redirect.d0
  bool depth_gain = true;  ///< redirect.kd
  bool cooldown = true;    ///< ifct.cool_t
  bool hold = true;        ///< ifct.hold_t
  bool draw = true;        ///< ep.draw_w
  bool egress = true;      ///< egress_units
};
/// Sets them; `trip` in cycles.
void follow_round_trip(Params& params, Cycle trip, const LoopKeys& keys = {});

}  // namespace selvage::flow
