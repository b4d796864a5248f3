// SPDX-License-Identifier: Apache-2.0
/// \file
/// Input ports: packets into their flow queues, steps of the input table and what its answers
/// cause.
#include <algorithm>

#include "flow/net.hpp"

namespace selvage::flow {

using golden::AckType;
using golden::FlowId;

void Net::header_coming(SwitchIdx sw, PortIdx port, std::uint32_t slot, Cycle delay) {
  const G p = g(sw, port);
  if (edge(p)) return at(now_ + delay + params_.stages.rx_edge, Kind::kFromHost, p, slot);
  at(now_ + delay + params_.stages.rx_fabric, Kind::kPacket, p, slot);
}

void Net::arrive(G p, std::uint32_t slot) {
  if (is_marker(slot)) {
    if (out_[p].cut) return;
    in_[p].enq.push_back(slot);
    return serve(Serve::kIfct, p);
  }
  Cargo& c = cargo_[slot];
  if (out_[p].cut) return lose(out_[p].peer, slot, DropCause::kCaughtOnLink);
  if (params_.report_hops) client_.arrived(slot, {sw_of(p), port_of(p)}, now_);
  c.tail = in_[p].last_tail = now_ + beats(c) - 1 + std::exchange(c.late, 0);
  if (observer_ != nullptr) observer_->arrives({sw_of(p), port_of(p)}, c);
  in_[p].last_slot = slot;
  in_[p].last_packet = c.packet.id;
  in_[p].last_read = false;
  const unsigned lane = lane_of(c.vc, c.packet.tc);
  in_[p].pool[lane] += c.len;
  pool_changed(p, lane);
  in_[p].enq.push_back(slot);
  serve(Serve::kIfct, p);
}

/// Nothing touches the row of the packet that is leaving between its peek and its DEQ.
void Net::serve_ifct(G p) {
  Input& in = in_[p];
  golden::IfctInput step;
  step.now = now_;
  IfctStep rec;
  if (in.urgent.kind != DeqKind::kNone) {
    rec.deq = in.urgent;
    in.urgent = {};
  } else if (!in.deqs.empty()) {
    rec.deq = in.deqs.front();
    in.deqs.pop_front();
  }
  if (rec.deq.kind != DeqKind::kNone) {
    step.deq_valid = true;
    step.deq = deq_request(p, rec.deq);
  }
  if (!in.enq.empty() && id_of(in.enq.front()) != in.locked) {
    rec.enq = in.enq.front();
    in.enq.pop_front();
    step.enq_valid = true;
    if (is_marker(rec.enq)) {
      step.enq.id = id_of(rec.enq);
      step.enq.start = (rec.enq & ~kMarkerBit) >> 16;
    } else {
      const Cargo& c = cargo_[rec.enq];
      step.enq = {c.id, c.start, c.len, c.gap, as_ordered(in.rows[c.id], c)};
    }
  }
  if (!in.acks.empty() && in.acks.front().due <= now_ && in.acks.front().ack.id != in.locked) {
    rec.ack = step.ack_valid = true;
    rec.ack_op = in.acks.front();
    step.ack = rec.ack_op.ack;
    in.acks.pop_front();
  }
  if (!in.chks.empty() && in.chks.front() != in.locked) {
    rec.chk = step.chk_valid = true;
    rec.chk_id = step.chk = in.chks.front();
    in.chks.pop_front();
  }
  const bool any = step.deq_valid || step.enq_valid || step.ack_valid || step.chk_valid;
  if (any) {
    blocks_[p]->ifct(step);
    in.steps.push_back(rec);
    at(now_ + Blocks::kLatency, Kind::kIfctAnswer, p);
  }
  if (any && (!in.deqs.empty() || !in.enq.empty() || !in.chks.empty()))
    serve_at(now_ + 1, Serve::kIfct, p);
  else if (!in.acks.empty() && (any || in.acks.front().due > now_))  // else it waits for its row
    serve_at(std::max(now_ + 1, in.acks.front().due), Serve::kIfct, p);
}

golden::DeqRequest Net::deq_request(G p, const DeqOp& op) {
  const Row& r = in_[p].rows[op.id];
  const Cargo& c = cargo_[r.head];
  golden::DeqRequest q;
  q.id = op.id;
  q.len = c.len;
  q.hole = c.hole;
  const SwitchIdx sw = sw_of(p);
  q.mask = alive(sw, r.candidates);
  q.port = r.out;
  q.vc = r.vc;
  switch (op.kind) {
    case DeqKind::kChoose: {
      const int best = least_loaded(p, r);
      q.any = best >= 0;
      q.port = static_cast<std::uint8_t>(q.any ? best : 0);
      q.peek = true;
      break;
    }
    case DeqKind::kLock:
    case DeqKind::kEgress:
      q.any = (q.mask >> r.out & 1) != 0;
      q.peek = op.kind == DeqKind::kLock;
      break;
    case DeqKind::kTake:
      q.any = true;
      q.mask |= PortMask{1} << r.out;
      break;
    case DeqKind::kDrop: q.any = true; break;
    default: break;  // kBlock: no port at all
  }
  return q;
}

void Net::ifct_answer(G p) {
  Input& in = in_[p];
  const golden::IfctOutput a = blocks_[p]->ifct_answer(now_);
  const IfctStep rec = in.steps.front();
  in.steps.pop_front();
  if (observer_ != nullptr) tell_step(p, rec);
  if (rec.deq.kind != DeqKind::kNone) {
    upstream(p, a.deq.up, 0);
    deq_answer(p, rec.deq, a.deq);
  }
  if (is_marker(rec.enq)) marked(p, rec.enq, a.enq);
  else if (rec.enq != kNoSlot) enqueued(p, rec.enq, a.enq);
  if (rec.ack) acknowledged(p, rec.ack_op, a.ack);
  if (!rec.chk) return;
  upstream(p, a.chk, 0);
  wake(p, rec.chk_id);
}

void Net::enqueued(G p, std::uint32_t slot, const golden::EnqAnswer& a) {
  Input& in = in_[p];
  Cargo& c = cargo_[slot];
  Row& r = in.rows[c.id];
  c.hole = a.hole;
  c.gap = a.gap;
  c.next = kNoSlot;
  if (!edge(p)) {
    Output& from = out_[out_[p].peer];
    from.transit[c.id] -= c.carried + c.len;
    if (a.hole < c.carried || a.hole - c.carried > from.lost[c.id])
      violate("FLOW-A-26", "a hole of another size than what was lost", p);
    from.lost[c.id] -= a.hole - c.carried;
    if (a.hole != c.carried) {
      ++counts_.new_holes;
      if (!a.loss.valid) ++counts_.joined;
      counts_.found_units += a.hole - c.carried;
    }
  }
  if (a.hole != 0) ++counts_.holes;
  if (a.loss.valid) ++counts_.reports;
  r.flow = c.flow;
  if (a.open) {
    r.opened = now_;
    r.packets = 0;
    ++counts_.opened;
    ++in.live;
    note(FlowEvent::What::kOpened, p, c.id, c.flow);
    if (edge(p)) {
      counts_.live_cycles += live_++ * (now_ - live_since_);
      live_since_ = now_;
    }
    watch(p);
  }
  ++r.packets;
  r.units += c.len;
  r.outstanding += c.hole + c.len;
  if (is_pending(r)) {
    out_[g(sw_of(p), r.out)].behind += c.len;
    if (!edge(g(sw_of(p), r.out))) serve(Serve::kTx, g(sw_of(p), r.out));
  }
  if (r.head == kNoSlot) {
    r.head = r.tail = slot;
    front(p, c.id);
  } else {
    cargo_[r.tail].next = slot;
    r.tail = slot;
  }
  if (r.loose) wake(p, c.id);
  upstream(p, a.loss, 0);
  upstream(p, a.up, 0);
  if (a.over && flows_[c.flow].host.paused_until <= now_) {  // FLOW-D-5
    ++counts_.pauses;
    note(FlowEvent::What::kPaused, p, c.id, c.flow);
    at(now_ + params_.link_latency, Kind::kPause, 0, std::uint64_t{1} << 32 | c.flow);
  }
}

/// A marker has found its row free, or there is data that will be acknowledged (FLOW-A-31).
void Net::marked(G p, std::uint32_t slot, const golden::EnqAnswer& a) {
  Output& from = out_[out_[p].peer];
  const FlowId id = id_of(slot);
  if (a.hole > from.lost[id]) violate("FLOW-A-26", "a hole of another size than what was lost", p);
  from.lost[id] -= a.hole;
  if (a.hole != 0) {
    ++counts_.holes;
    ++counts_.new_holes;
    counts_.found_units += a.hole;
  }
  if (a.loss.valid) {
    ++counts_.reports;
    note(FlowEvent::What::kLoss, p, id, in_[p].rows[id].flow, a.hole);
  }
  upstream(p, a.loss, 0);
  upstream(p, a.up, 0);
}

void Net::acknowledged(G p, const AckOp& op, const golden::AckAnswer& a) {
  Row& r = in_[p].rows[op.ack.id];
  if (golden::moves(op.ack.type)) {
    r.returning -= op.units;
    r.outstanding -= std::min(r.outstanding, op.units);
    if (!a.up.valid) ++counts_.stray;
    if (op.ack.type != AckType::kNormal || r.level != 0) level_changed(p, op.ack.id);
  } else if (op.ack.type == AckType::kLoss) {
    ++counts_.losses;
  } else if (op.ack.type == AckType::kRedirect) {
    const golden::IfctRow& row = blocks_[p]->ifct_row(now_, op.ack.id);
    note(FlowEvent::What::kRedirect, p, op.ack.id, r.flow);
    if (row.state == golden::FlowState::kBlock && row.mark + Blocks::kLatency == now_) {
      ++counts_.blocks;
      r.left = op.far ? PortMask{1} << op.ack.port : 0;
      note(FlowEvent::What::kBlocked, p, op.ack.id, r.flow);
    }
  }
  upstream(p, a.up, op.units);
  if (a.rel) closed(p, op.ack.id);
  wake(p, op.ack.id);
  if (edge(p)) wake_limited(p);
}

void Net::closed(G p, FlowId id) {
  Row& r = in_[p].rows[id];
  ++counts_.closed;
  --in_[p].live;
  r.level = 0;
  note(FlowEvent::What::kReleased, p, id, r.flow);
  if (!lossy_ && r.outstanding != 0)
    violate("FLOW-A-19", "a channel is released with data outstanding", p);
  r.outstanding = 0;
  r.loose = false;
  r.left = 0;
  if (!edge(p)) return;
  cap_sum_ -= r.cap;
  r.cap = 0;
  if (r.packets == 1) {
    ++counts_.single;
    counts_.single_cycles += now_ - r.opened;
  }
  counts_.live_cycles += live_-- * (now_ - live_since_);
  live_since_ = now_;
}

void Net::level_changed(G p, FlowId id) {
  Row& r = in_[p].rows[id];
  const std::uint8_t level = blocks_[p]->ifct_row(now_, id).level;
  if (level == r.level) return;
  if (edge(p) && level > r.level) ++counts_.level_ups[level];
  r.level = level;
  note(FlowEvent::What::kLevel, p, id, r.flow, level);
}

void Net::upstream(G p, const golden::UpMessage& m, std::uint32_t units) {
  if (!m.valid) return;
  if (edge(p)) {
    if (golden::moves(m.type)) {
      in_[p].efct_acks.emplace_back(m.id, m.pos);
      serve(Serve::kEfct, p);
    }
    return;
  }
  if (m.type == AckType::kCredit) ++counts_.credits;
  out_[p].push.push_back({{m.id, m.type, m.pos}, units});
  serve(Serve::kTx, p);
}

void Net::give_ack(G p, const AckOp& op) {
  Row& r = in_[p].rows[op.ack.id];
  if (op.ack.type == AckType::kRedirect && !params_.block &&
      (edge(p) || params_.rd_enable_fabric)) {
    r.loose = true;  // the control experiment: no BLOCK, the next packet simply moves
    r.left = op.far ? PortMask{1} << op.ack.port : 0;
    return;
  }
  if (golden::moves(op.ack.type)) r.returning += op.units;
  in_[p].acks.push_back(op);
  serve_at(op.due, Serve::kIfct, p);
}

void Net::watch(G p) {
  if (in_[p].poll_at != kNever) return;
  in_[p].poll_at = now_ + poll_period_;
  at(in_[p].poll_at, Kind::kPoll, p);
}

/// Asks for the timers of both tables of the port, at least once in the shortest of them.
void Net::poll(G p) {
  Input& in = in_[p];
  in.poll_at = kNever;
  Cycle next = now_ + poll_period_;
  const auto look = [&](std::pair<Cycle, FlowId> first, kernel::Queue<FlowId>& chks, Serve what) {
    if (first.first > now_) {
      next = std::min(next, first.first);
      return;
    }
    if (chks.empty()) chks.push_back(first.second);
    serve(what, p);
    next = std::min(next, now_ + 2 * Blocks::kLatency);
  };
  if (in.live != 0) look(blocks_[p]->ifct_timer(now_), in.chks, Serve::kIfct);
  if (out_[p].live != 0 && !out_[p].walks)
    look(blocks_[p]->ofct_timer(now_), out_[p].chks, Serve::kOfct);
  if (in.live == 0 && out_[p].live == 0) return;
  in.poll_at = next;
  at(next, Kind::kPoll, p);
}

}  // namespace selvage::flow
