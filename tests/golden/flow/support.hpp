// SPDX-License-Identifier: Apache-2.0
/// \file
/// Short forms of what the input table is asked, for its tests.
#pragma once

#include "golden/flow/tables/ifct.hpp"

namespace selvage::test {

inline golden::IfctConfig fabric_input() {
  golden::IfctConfig c;
  c.sizes = golden::kSmallFlowSizes;
  c.mfe = golden::standard_flow_limits(c.sizes.pos_w);
  c.mqe = golden::standard_queue_limits(c.sizes.pos_w);
  c.cool_t = 200;
  c.hold_t = 100;
  c.refresh_t = 300;
  c.expire_t = 900;
  return c;
}
inline golden::IfctConfig edge_input() {
  golden::IfctConfig c = fabric_input();
  c.edge = c.rd_enable = true;
  return c;
}
inline golden::EnqRequest arrives(golden::FlowId id, golden::Position start, unsigned len,
                                  bool ordered = true) {
  return {id, start, len, false, ordered};
}
inline golden::DeqRequest leaves(golden::FlowId id, unsigned len, std::uint8_t port = 0,
                                 std::uint8_t vc = 0) {
  return {id, len, 0, true, port, vc, ~PortMask{0}, false};
}
inline golden::AckRequest acked(golden::FlowId id, golden::Position delta,
                                golden::AckType type = golden::AckType::kNormal) {
  return {id, type, delta, 0, 0};
}

}  // namespace selvage::test
