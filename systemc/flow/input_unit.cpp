// SPDX-License-Identifier: Apache-2.0
#include "flow/input_unit.hpp"

#include <algorithm>
#include <utility>

#include "flow/router.hpp"

namespace selvage::flow {

using golden::AckType;
using golden::FlowId;

void InputUnit::header_coming(std::uint32_t slot, Cycle delay) {
  if (edge()) return at(now() + delay + shared_.params.stages.rx_edge, Kind::kFromHost, slot);
  at(now() + delay + shared_.params.stages.rx_fabric, Kind::kPacket, slot);
}

void InputUnit::arrive(std::uint32_t slot) {
  if (is_marker(slot)) {
    if (output().cut) return;
    input().enq.push_back(slot);
    if (shared_.observer != nullptr) shared_.observer->marked({sw_, port_}, shared_.id_of(slot));
    return serve(Serve::kIfct);
  }
  Cargo& c = shared_.cargo[slot];
  if (output().cut) return shared_.outputs[output().peer].lose(slot, DropCause::kCaughtOnLink);
  if (shared_.params.report_hops) shared_.client.arrived(slot, {sw_, port_}, now());
  c.tail = input().last_tail =
      now() + shared_.beats(c) - 1 + std::exchange(c.late, std::uint16_t{0});
  if (shared_.observer != nullptr) shared_.observer->arrives({sw_, port_}, c);
  input().last_slot = slot;
  input().last_packet = c.packet.id;
  input().last_read = false;
  const unsigned lane = lane_of(c.vc, c.packet.tc);
  input().pool[lane] += c.len;
  pool_changed(lane);
  input().enq.push_back(slot);
  serve(Serve::kIfct);
}

/// The DEQ of this cycle, if there is one. A packet is dropped when nothing else is leaving and its
/// input can be read: it is read like one that leaves.
DeqOp InputUnit::next_deq() {
  Input& in = input();
  if (in.urgent.kind != DeqKind::kNone) {
    in.rows[in.urgent.id].chose = now();
    return std::exchange(in.urgent, {});
  }
  if (in.deqs.empty()) return {};
  const DeqOp op = in.deqs.front();
  if (op.kind == DeqKind::kDrop) {
    if (in.locked != kNoRow) return {};
    if (in.read_free > now() + Blocks::kLatency) {
      serve_at(in.read_free - Blocks::kLatency, Serve::kIfct);
      return {};
    }
    in.locked = op.id;
  }
  in.deqs.pop_front();
  return op;
}

/// Nothing touches the row of the packet that is leaving between its peek and its DEQ, nor that of
/// one that is dropped until the answer.
void InputUnit::serve_ifct() {
  Input& in = input();
  golden::IfctInput step;
  step.now = now();
  IfctStep rec;
  rec.deq = next_deq();
  if (rec.deq.kind != DeqKind::kNone) {
    step.deq_valid = true;
    step.deq = deq_request(rec.deq);
  }
  if (!in.enq.empty() && shared_.id_of(in.enq.front()) != in.locked) {
    rec.enq = in.enq.front();
    in.enq.pop_front();
    step.enq_valid = true;
    if (is_marker(rec.enq)) {
      step.enq.id = shared_.id_of(rec.enq);
      step.enq.start = (rec.enq & ~kMarkerBit) >> 16;
    } else {
      const Cargo& c = shared_.cargo[rec.enq];
      step.enq = {c.id, c.start, c.len, c.gap, shared_.as_ordered(in.rows[c.id], c)};
    }
  }
  if (!in.acks.empty() && in.acks.front().due <= now() && in.acks.front().ack.id != in.locked) {
    rec.ack = step.ack_valid = true;
    rec.ack_op = in.acks.front();
    step.ack = rec.ack_op.ack;
    in.acks.pop_front();
  }
  if (in.chk != kNoRow && in.chk != in.locked) {
    rec.chk = step.chk_valid = true;
    rec.chk_id = step.chk = std::exchange(in.chk, kNoRow);
  }
  const bool any = step.deq_valid || step.enq_valid || step.ack_valid || step.chk_valid;
  if (any) {
    blocks().ifct(step);
    in.steps.push_back(rec);
    at(now() + Blocks::kLatency, Kind::kIfctAnswer);
  }
  if (any && (!in.deqs.empty() || !in.enq.empty())) serve_at(now() + 1, Serve::kIfct);
  else if (!in.acks.empty() && (any || in.acks.front().due > now()))  // else it waits for its row
    serve_at(std::max(now() + 1, in.acks.front().due), Serve::kIfct);
}

golden::DeqRequest InputUnit::deq_request(const DeqOp& op) {
  const Row& r = input().rows[op.id];
  const Cargo& c = shared_.cargo[r.head];
  golden::DeqRequest q;
  q.id = op.id;
  q.len = c.len;
  q.hole = c.hole;
  q.mask = op.mask;
  q.port = op.port;
  q.vc = r.vc;
  q.any = op.any;
  q.peek = op.kind == DeqKind::kChoose || op.kind == DeqKind::kLock;
  const bool granted = op.kind == DeqKind::kLock || op.kind == DeqKind::kEgress;
  if (!granted && op.kind != DeqKind::kTake) return q;
  const PortMask own = PortMask{1} << r.out;
  q.mask = router().alive(r.candidates) | (granted ? 0 : own);
  q.port = r.out;
  q.any = (q.mask & own) != 0;
  return q;
}

void InputUnit::ifct_answer() {
  Input& in = input();
  const golden::IfctOutput a = blocks().ifct_answer(now());
  const IfctStep rec = in.steps.front();
  in.steps.pop_front();
  if (shared_.observer != nullptr) tell_step(rec);
  if (rec.deq.kind != DeqKind::kNone) {
    upstream(a.deq.up, 0);
    router().deq_answer(port_, rec.deq, a.deq);
  }
  if (is_marker(rec.enq)) marked(rec.enq, a.enq);
  else if (rec.enq != kNoSlot) enqueued(rec.enq, a.enq);
  if (rec.ack) acknowledged(rec.ack_op, a.ack);
  if (!rec.chk) return;
  upstream(a.chk, 0);
  router().wake(port_, rec.chk_id);
}

void InputUnit::enqueued(std::uint32_t slot, const golden::EnqAnswer& a) {
  Input& in = input();
  Cargo& c = shared_.cargo[slot];
  Row& r = in.rows[c.id];
  c.hole = a.hole;
  c.gap = a.gap;
  c.next = kNoSlot;
  if (!edge()) found(c, a);
  if (a.hole != 0) ++shared_.counts.holes;
  if (a.loss.valid) ++shared_.counts.reports;
  r.flow = c.flow;
  if (a.open) opened(r, c);
  if (shared_.observer != nullptr) shared_.observer->queued({sw_, port_}, c.id, slot);
  ++r.packets;
  r.units += c.len;
  r.outstanding += c.hole + c.len;
  if (is_pending(r)) router().queued_behind(r.out, c.len);
  if (r.head == kNoSlot) {
    r.head = r.tail = slot;
    router().front(port_, c.id);
  } else {
    shared_.cargo[r.tail].next = slot;
    r.tail = slot;
  }
  if (r.loose) router().wake(port_, c.id);
  upstream(a.loss, 0);
  upstream(a.up, 0);
  if (a.over && shared_.flows[c.flow].host.paused_until <= now()) {  // FLOW-D-5
    ++shared_.counts.pauses;
    shared_.note(FlowEvent::What::kPaused, self_, c.id, c.flow);
    shared_.agenda.at(now() + shared_.params.link_latency, Kind::kPause, c.packet.source,
                      std::uint64_t{1} << 32 | c.flow);
  }
}

/// What was lost on the link has left a hole before the packet (FLOW-A-26).
void InputUnit::found(const Cargo& c, const golden::EnqAnswer& a) {
  Output& from = shared_.out[output().peer];
  from.transit[c.id] -= c.carried + c.len;
  if (a.hole < c.carried || a.hole - c.carried > from.lost[c.id])
    shared_.violate("FLOW-A-26", "a hole of another size than what was lost", self_);
  from.lost[c.id] -= a.hole - c.carried;
  if (a.hole == c.carried) return;
  ++shared_.counts.new_holes;
  if (!a.loss.valid) ++shared_.counts.joined;
  shared_.counts.found_units += a.hole - c.carried;
}

void InputUnit::opened(Row& r, const Cargo& c) {
  r.opened = now();
  r.packets = 0;
  ++shared_.counts.opened;
  ++input().live;
  shared_.note(FlowEvent::What::kOpened, self_, c.id, c.flow);
  if (edge()) shared_.count_live(1);
  watch();
}

/// A marker has found its row free, or there is data that will be acknowledged (FLOW-A-31).
void InputUnit::marked(std::uint32_t slot, const golden::EnqAnswer& a) {
  Output& from = shared_.out[output().peer];
  const FlowId id = shared_.id_of(slot);
  if (a.hole > from.lost[id])
    shared_.violate("FLOW-A-26", "a hole of another size than what was lost", self_);
  from.lost[id] -= a.hole;
  if (a.hole != 0) {
    ++shared_.counts.holes;
    ++shared_.counts.new_holes;
    shared_.counts.found_units += a.hole;
  }
  if (a.loss.valid) {
    ++shared_.counts.reports;
    if (shared_.params.log) {
      // Of the flow that has sent by this id: none of its packets may have come.
      const PortNumber peer = output().peer;
      const OfctView way = shared_.blocks[peer]->ofct_row(now(), id);
      const PortNumber in = peer - shared_.place(peer).port + way.port;
      shared_.note(FlowEvent::What::kLoss, self_, id, shared_.in[in].rows[way.id].flow, a.hole);
    }
  }
  upstream(a.loss, 0);
  upstream(a.up, 0);
}

void InputUnit::acknowledged(const AckOp& op, const golden::AckAnswer& a) {
  Row& r = input().rows[op.ack.id];
  if (golden::moves(op.ack.type)) {
    r.returning -= op.units;
    r.outstanding -= std::min(r.outstanding, op.units);
    if (!a.up.valid) ++shared_.counts.stray;
    if (op.ack.type != AckType::kNormal || r.level != 0) level_changed(op.ack.id);
  } else if (op.ack.type == AckType::kLoss) {
    ++shared_.counts.losses;
  } else if (op.ack.type == AckType::kRedirect) {
    shared_.note(FlowEvent::What::kRedirect, self_, op.ack.id, r.flow);
    if (a.block) {
      ++shared_.counts.blocks;
      r.left = op.far ? PortMask{1} << op.ack.port : 0;
      shared_.note(FlowEvent::What::kBlocked, self_, op.ack.id, r.flow);
    }
  }
  upstream(a.up, op.units);
  if (a.rel) closed(op.ack.id);
  if (r.why != golden::DeqWhy::kInjection) router().wake(port_, op.ack.id);  // else in its turn
  if (edge()) router().wake_limited(port_);
}

void InputUnit::closed(FlowId id) {
  Row& r = input().rows[id];
  ++shared_.counts.closed;
  --input().live;
  r.level = 0;
  shared_.note(FlowEvent::What::kReleased, self_, id, r.flow);
  if (!shared_.lossy && r.outstanding != 0)
    shared_.violate("FLOW-A-19", "a channel is released with data outstanding", self_);
  r.outstanding = 0;
  r.loose = false;
  r.left = 0;
  if (!edge()) return;
  shared_.cap_sum -= r.cap;
  r.cap = 0;
  if (r.packets == 1) {
    ++shared_.counts.single;
    shared_.counts.single_cycles += now() - r.opened;
  }
  shared_.count_live(-1);
}

void InputUnit::level_changed(FlowId id) {
  Row& r = input().rows[id];
  const std::uint8_t level = blocks().ifct_row(now(), id).level;
  if (level == r.level) return;
  if (edge() && level > r.level) ++shared_.counts.level_ups[level];
  r.level = level;
  shared_.note(FlowEvent::What::kLevel, self_, id, r.flow, level);
}

void InputUnit::upstream(const golden::UpMessage& m, std::uint32_t units) {
  if (!m.valid) return;
  if (edge()) {
    if (golden::moves(m.type)) {
      input().efct_acks.emplace_back(m.id, m.pos);
      serve(Serve::kEfct);
    }
    return;
  }
  if (output().walks) return;  // the port is not in use: they are taken and dropped (REG-8)
  if (m.type == AckType::kCredit) ++shared_.counts.credits;
  output().push.push_back({{m.id, m.type, m.pos}, units});
  if (shared_.observer != nullptr) shared_.observer->pushed({sw_, port_}, output().push.back().ack);
  serve(Serve::kTx);
}

void InputUnit::give_ack(const AckOp& op) {
  Row& r = input().rows[op.ack.id];
  if (op.ack.type == AckType::kRedirect && !shared_.params.block &&
      (edge() || shared_.params.rd_enable_fabric)) {
    r.loose = true;  // the control experiment: no BLOCK, the next packet simply moves
    r.left = op.far ? PortMask{1} << op.ack.port : 0;
    return;
  }
  if (golden::moves(op.ack.type)) r.returning += op.units;
  input().acks.push_back(op);
  serve_at(op.due, Serve::kIfct);
}

void InputUnit::watch() {
  if (input().poll_at != kNever) return;
  input().poll_at = now() + shared_.poll_period;
  at(input().poll_at, Kind::kPoll);
}

/// Asks for the timers of both tables of the port, at least once in the shortest of them, each in
/// the cycle in which a walk has the row.
void InputUnit::poll() {
  Input& in = input();
  in.poll_at = kNever;
  Cycle next = now() + shared_.poll_period;
  if (in.live != 0) {
    auto [found, id] = blocks().ifct_walk(now(), now());
    if (found == now()) {
      if (in.chk == kNoRow) in.chk = id;
      serve(Serve::kIfct);
      found = blocks().ifct_walk(now(), now() + 1).first;
    }
    next = std::min(next, found);
  }
  if (output().live != 0 && !output().walks) {
    auto [found, id] = blocks().ofct_walk(now(), now());
    if (found == now()) {
      output().chks.push_back(id);
      router().output_unit(port_).serve(Serve::kOfct);
      found = blocks().ofct_walk(now(), now() + 1).first;
    }
    next = std::min(next, found);
  }
  if (in.live == 0 && output().live == 0) return;
  in.poll_at = next;
  at(next, Kind::kPoll);
}

void InputUnit::tell_step(const IfctStep& step) {
  const SwitchPort in{sw_, port_};
  const auto row = [&](golden::FlowId id) {
    shared_.observer->stepped(in, id, blocks().ifct_row(now(), id));
  };
  if (step.deq.kind != DeqKind::kNone) row(step.deq.id);
  if (step.enq != kNoSlot) row(shared_.id_of(step.enq));
  if (step.ack) {
    shared_.observer->acked(in, step.ack_op.ack);
    row(step.ack_op.ack.id);
  }
  if (step.chk) row(step.chk_id);
}

}  // namespace selvage::flow
