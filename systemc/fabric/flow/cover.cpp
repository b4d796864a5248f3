// SPDX-License-Identifier: Apache-2.0
#include "fabric/flow/cover.hpp"

namespace selvage::fabric {

using flow::FlowCase;

void FlowPathCover::leaves(PortIdx out, std::uint8_t tc, bool ahead) {
  std::uint8_t& last = classes_[out];
  if (last != kNoClass && last != tc) meet(FlowCase::kClassChanges);
  last = tc;
  if (ahead) meet(FlowCase::kHeaderAhead);
}

void FlowPathCover::message(const flow::PortLook& look) {
  meet(look.fifo > 0 ? FlowCase::kMessageInPacket : FlowCase::kMessageAlone);
}

void FlowPathCover::port_down(const flow::PortLook& look) {
  if (look.waiting != flow::kNoSlot) meet(FlowCase::kSentAway);
}

void FlowPathCover::dropped(flow::DropCause cause) {
  switch (cause) {
    case flow::DropCause::kNoRoute: return meet(FlowCase::kDropNoRoute);
    case flow::DropCause::kDeadPort: return meet(FlowCase::kDropDeadPort);
    case flow::DropCause::kLost: return meet(FlowCase::kDropLost);
    case flow::DropCause::kCaughtOnLink: return meet(FlowCase::kDropCaught);
    case flow::DropCause::kSentIntoDead: return meet(FlowCase::kDropIntoDead);
  }
}

void sample(const flow::Counts& network, cover::Counts& counts) {
  const auto add = [&counts](FlowCase which, std::uint64_t times) {
    counts.add(flow::flow_cover().of(which), times);
  };
  add(FlowCase::kXoff, network.xoffs);
  add(FlowCase::kPaused, network.pauses);
  add(FlowCase::kJoined, network.joins);
  add(FlowCase::kMoved, network.divergences);
  add(FlowCase::kLateUnordered, network.late_unordered);
}

}  // namespace selvage::fabric
