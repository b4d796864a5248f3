// SPDX-License-Identifier: Apache-2.0
// Beats that a packet under way does not get in time (FAB-BEAT, FAB-STALL).
#include "fabric/cut_through/ports.hpp"

namespace selvage::fabric {

/// The control shows the message after its edge: it takes the next beat (FAB-BEAT). Of a packet
/// that has one then all later beats leave a cycle later, so those yet to come may be later too.
void CutThroughSwitch::message_leaves(PortIdx port) {
  Output& out = outputs_[port];
  out.taken_before = out.taken_at;
  out.taken_at = context_.now() + 1;
  const bool has_beat = out.sending && out.busy_until > out.taken_at;
  if (!has_beat || out.gap_at == out.taken_at) return;
  ++out.slack;
  met(DataCase::kMessageTakesBeat);
  skip_beat(port);
}

void CutThroughSwitch::message_gone(PortIdx out) { mark_dirty(out); }

/// Only the packet whose header came last can have beats on the link.
void CutThroughSwitch::stall_arrives(PortIdx in) {
  const Cycle now = context_.now();
  Input& port = inputs_[in];
  if (port.made_up || now >= port.until) return;  // or its header was lost
  ++port.until;
  const Buffer& b = buffer(in, port.last_vc);
  if (!b.sending || b.count != 1) return;  // counted when it begins to leave
  Output& out = outputs_[b.send_out];
  if (out.slack > 0) {
    met(DataCase::kStallAbsorbed);
    --out.slack;
  } else {
    gap(b.send_out);
  }
}

void CutThroughSwitch::gap(PortIdx out) {
  met(DataCase::kBeatLate);
  outputs_[out].gap_at = context_.now() + 1;
  skip_beat(out);
}

void CutThroughSwitch::skip_beat(PortIdx o) {
  Output& out = outputs_[o];
  ++out.busy_until;
  Buffer& b = buffer(out.holder, out.holder_vc);
  b.skip(context_.now() + 1);
  if (!is_sink(o)) out_.stall(o, context_.packets.at(b.slot(0)), context_.timing.link + 1);
}

/// A beat leaves in the cycle after its arrival at the earliest. The beat behind the header may be
/// a message's already, or not have come.
bool CutThroughSwitch::second_beat_late(Output& out, const Buffer& b, const Packet& packet) {
  const Cycle now = context_.now();
  const Timing& t = context_.timing;
  const Input& in = inputs_[out.holder];
  const bool came_last = b.count == 1 && in.last_vc == out.holder_vc;
  const Cycle stalls = came_last ? in.stalls(packet.beats) : 0;
  out.slack = static_cast<std::int64_t>(now - (packet.sent + t.link)) - 1 -
              static_cast<std::int64_t>(stalls);
  if (out.slack < 0) {
    met(DataCase::kBeatLate);
    out.slack = 0;
    return true;
  }
  if (packet.beats == 1 || !out.taken(now + 1)) return false;
  ++out.slack;
  return true;
}

}  // namespace selvage::fabric
