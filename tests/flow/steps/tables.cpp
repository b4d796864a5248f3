// SPDX-License-Identifier: Apache-2.0
/// The tables: what their answers lead to, what a step has to have in it.
#include <algorithm>
#include <utility>

#include "steps.hpp"

namespace selvage::test {

namespace {
// Cycles, as the page has them.
constexpr Cycle kTable = 2, kAckCrossbar = 2, kToFifo = 5;
}  // namespace

// ---- answers

void Steps::edge_answer(Port& p) {
  const bool due = !p.asked.empty() && p.asked.front().at + kTable == now_;
  need(p, p.calls.efct_answer.has_value() == due, "answer of the edge table");
  if (!due || !p.calls.efct_answer) return;
  const Port::Asked asked = p.asked.front();
  p.asked.pop_front();
  const golden::EfctOutput& a = *p.calls.efct_answer;
  if (asked.tc != flow::kClasses) {
    ++counts.lookups;
    if (a.stall) {
      ++(a.window ? counts.efct_window : counts.efct_full);
      p.busy[asked.tc] = kNever;
    } else {
      const std::uint32_t slot = p.lookup[asked.tc].front();
      p.lookup[asked.tc].pop_front();
      const flow::Packet& k = lab_.packets[slot];
      p.enq.push_back({slot, {a.id, a.start, lab_.net.cargo(slot).len, false, k.ordered}});
      p.busy[asked.tc] = now_;
    }
  }
  if (asked.ack)
    for (Cycle& until : p.busy)
      if (until == kNever) until = now_;
}

/// An ACK that a link brought, or the walk through a dead one, on its way to its input.
void Steps::back(Port& p, const golden::BackMessage& m) {
  if (!m.valid) return;
  if (m.rel) --p.ids;
  beside(p, m.port).acks.push_back({now_ + kAckCrossbar, {m.id, m.type, m.delta, index(p), 0}});
}

void Steps::output_answer(Port& p) {
  const bool due = !p.out_steps.empty() && p.out_steps.front().first + kTable == now_;
  need(p, p.calls.ofct_answer.has_value() == due, "answer of the output table");
  if (!due || !p.calls.ofct_answer) return;
  const golden::OfctInput step = p.out_steps.front().second;
  p.out_steps.pop_front();
  const golden::OfctOutput& a = *p.calls.ofct_answer;
  if (step.map_valid) map_answer(p, step.map, a.map);
  if (step.rev_valid && !a.rev.valid) ++counts.stray;
  if (step.rev_valid) back(p, a.rev);
  if (!step.chk_valid) return;
  back(p, a.chk.back);
  if (!a.chk.marker.valid) return;
  ++counts.markers;
  p.fifo.push_back({now_ + kTable + kToFifo,
                    flow::kNoSlot,
                    {a.chk.marker.id, a.chk.marker.start, 0, false, false}});
}

void Steps::map_answer(Port& p, const golden::MapRequest& request, const golden::MapAnswer& a) {
  if (a.stall) {
    ++refused_maps;
    return;
  }
  if (a.alloc) {
    ++p.ids;
    if (p.poll_at == kNever) p.poll_at = now_ + period_;
  }
  Port& in = beside(p, request.port);
  in.take = true;
  const flow::Row& row = router(p).row(request.port, request.id);
  p.owners[a.oid] = {request.port, request.id};
  headers_[row.head].id = a.oid;
  headers_[row.head].start = a.start;
  const bool exempt = !request.ordered || row.level > 0 || !lab_.params.redirects;
  p.load = {0, true, exempt, request.port, request.id, a.delta};
  p.drawing.push_back(now_ + golden::RedirectGen::kLatency);
}

void Steps::drawn(Port& p) {
  const bool due = !p.drawing.empty() && p.drawing.front() == now_;
  need(p, p.calls.drawn.has_value() == due, "answer of the redirect generator");
  if (!due || !p.calls.drawn) return;
  p.drawing.pop_front();
  const flow::RedirectOutput& r = *p.calls.drawn;
  need(p, p.told_redirect == (r.redirect && lab_.params.redirects), "a redirect is told");
  if (!p.told_redirect) return;
  ++counts.redirects;
  beside(p, r.port).acks.push_back(
      {now_ + kAckCrossbar, {r.id, golden::AckType::kRedirect, r.delta, index(p), 0}});
}

void Steps::up(Port& p, const golden::UpMessage& m) {
  if (!m.valid) return;
  if (!host(p)) {
    if (p.told_dead || p.walks) return;  // REG-8
    if (m.type == golden::AckType::kCredit) ++counts.credits;
    p.push.push_back(m);
  } else if (golden::moves(m.type)) {
    p.edge_acks.push_back(m);
  }
}

void Steps::input_answer(Port& p) {
  const bool due = !p.in_steps.empty() && p.in_steps.front().at + kTable == now_;
  need(p, p.calls.ifct_answer.has_value() == due, "answer of the input table");
  if (!due || !p.calls.ifct_answer) return;
  const InStep step = p.in_steps.front();
  p.in_steps.pop_front();
  const golden::IfctOutput& a = *p.calls.ifct_answer;
  is_told(p, step);
  if (step.in.deq_valid) deq_answer(p, step, a.deq);
  if (step.in.enq_valid) enq_answer(p, step, a.enq);
  if (step.in.ack_valid) ack_answer(step, a.ack, p);
  if (step.in.chk_valid) up(p, a.chk);
}

void Steps::deq_answer(Port& p, const InStep& step, const golden::DeqAnswer& a) {
  up(p, a.up);
  const golden::DeqRequest& q = step.in.deq;
  if (!q.peek && !q.any && a.why == golden::DeqWhy::kReroute) {
    ++counts.blocks;
    note(p, q.id, flow::FlowEvent::What::kBlocked);
  }
  if (!a.go()) return;
  const bool dropped = !q.peek && q.any && q.mask == 0;
  if (q.id != step.locked || dropped) {
    if (dropped)
      p.acks.push_back(
          {now_ + kAckCrossbar, {q.id, golden::AckType::kNormal, q.hole + q.len, 0, 0}});
    return;
  }
  Port& out = beside(p, q.port);
  if (!q.peek) {
    out.fifo.push_back({now_ + kToFifo, step.head, {}});
  } else if (a.port == q.port) {
    out.map = true;
    out.mapping = {index(p), q.id, q.len, q.hole, lab_.packets[step.head].ordered};
  }
}

void Steps::enq_answer(Port& p, const InStep& step, const golden::EnqAnswer& a) {
  if (!host(p)) found(step, a, p);
  up(p, a.loss);
  up(p, a.up);
  if (step.enq == flow::kNoSlot) return;
  holes_[step.enq] = a.hole;
  headers_[step.enq].gap = a.gap;
  opens(p, step, a.open);
  if (a.open && p.poll_at == kNever) p.poll_at = now_ + period_;
}

void Steps::ack_answer(const InStep& step, const golden::AckAnswer& a, Port& p) {
  if (golden::moves(step.in.ack.type) && !a.up.valid) ++counts.stray;
  up(p, a.up);
  acts(p, step.in.ack, a);
}

/// The timers of both tables are asked for once in the shortest of them, and when one is over and a
/// walk, which has row t mod rows in cycle t, comes by.
void Steps::poll(Port& p) {
  const bool due = p.poll_at == now_;
  need(p, p.calls.in_walk.has_value() == (due && p.rows != 0), "timers of the input table");
  need(p, p.calls.out_walk.has_value() == (due && p.ids != 0 && !p.walks),
       "timers of the output table");
  if (due) p.poll_at = p.rows + p.ids == 0 ? kNever : now_ + period_;
  const auto walk = [&](const auto& found, const auto& next) {
    need(p, next.has_value() == (found && found->first == now_), "timers behind one that is over");
    if (!found) return;
    need(p,
         found->first == kNever ||
             (found->first >= now_ && found->first % lab_.params.sizes.rows() == found->second),
         "row of a walk");
    p.poll_at = std::min(p.poll_at, next.value_or(found->first));
  };
  walk(p.calls.out_walk, p.calls.out_next);
  walk(p.calls.in_walk, p.calls.in_next);
  if (p.calls.in_next && p.check == flow::kNoRow) p.check = p.calls.in_walk->second;
}

// ---- steps

void Steps::edge_step(Port& p) {
  golden::EfctInput want;
  Port::Asked asked{now_};
  for (unsigned i = 0; i < flow::kClasses && !want.req; ++i) {
    const unsigned tc = (p.next_class + i) % flow::kClasses;
    if (p.lookup[tc].empty() || p.busy[tc] > now_) continue;
    const std::uint32_t slot = p.lookup[tc].front();
    const flow::Packet& k = lab_.packets[slot];
    want.req = true;
    want.key.low = k.destination | tc << 20U | (k.ordered ? 1U : 0U) << 23U;
    want.len = lab_.net.cargo(slot).len;
    asked.tc = tc;
    p.busy[tc] = now_ + kTable;
  }
  if (want.req) p.next_class = asked.tc + 1;
  if (!p.edge_acks.empty()) {
    want.ack = asked.ack = true;
    want.ack_id = p.edge_acks.front().id;
    want.ack_pos = p.edge_acks.front().pos;
    p.edge_acks.pop_front();
  }
  need(p, p.calls.efct.has_value() == (want.req || want.ack), "step of the edge table");
  if (!want.req && !want.ack) return;
  const golden::EfctInput s = p.calls.efct.value_or(golden::EfctInput{});
  need(p, s.req == want.req && s.key == want.key && s.len == want.len, "look-up");
  need(p, s.ack == want.ack && s.ack_id == want.ack_id && s.ack_pos == want.ack_pos,
       "ACK of the edge table");
  p.asked.push_back(asked);
}

void Steps::output_step(Port& p) {
  need(p, p.calls.down.has_value() == p.told_dead, "death of the link");
  need(p, p.calls.walker.has_value() == (p.told_dead || p.walk_at == now_), "clock of the walker");
  if (p.told_dead) {
    p.walks = p.to_close = true;
    p.to_tell = lab_.params.sizes.rows();
  }
  p.told_dead = false;
  flow::WalkerRow row;
  if (p.calls.walker) {
    row = *p.calls.walker;
    p.walk_at = row.next;
    walked += row.chk ? 1 : 0;
    const Cycle wait = std::max<Cycle>(1, router(p).output(index(p)).drain);
    if (row.kind == golden::OfctCheck::kClose && std::exchange(p.to_close, false))
      need(p, now_ == p.last_loss + wait, "drain time");
    if (row.kind == golden::OfctCheck::kLinkDied) p.last_loss = now_;
    p.to_tell -= row.kind == golden::OfctCheck::kLinkDied ? 1 : 0;
  } else if (p.calls.out_walk && p.calls.out_walk->first == now_) {
    row.chk = true;
    row.id = p.calls.out_walk->second;
  }
  const bool rev = !p.back.empty();
  need(p, p.calls.ofct.has_value() == (p.map || rev || row.chk), "step of the output table");
  const golden::OfctInput s = p.calls.ofct.value_or(golden::OfctInput{});
  need(p, s.map_valid == p.map && s.rev_valid == rev && s.chk_valid == row.chk,
       "parts of a step of the output table");
  if (p.map)
    need(p,
         s.map.port == p.mapping.port && s.map.id == p.mapping.id && s.map.len == p.mapping.len &&
             s.map.hole == p.mapping.hole && s.map.ordered == p.mapping.ordered,
         "MAP");
  if (rev) {
    const golden::Ack& a = p.back.front();
    need(p, s.rev.id == a.id && s.rev.type == a.type && s.rev.pos == a.pos, "REV");
    p.back.pop_front();
  }
  if (row.chk) need(p, s.chk_id == row.id && s.chk_kind == row.kind, "CHK of the output table");
  if (p.map || rev || row.chk) {
    need(p, s.now == now_, "time of a step of the output table");
    p.out_steps.emplace_back(now_, s);
  }
  p.map = false;
  const flow::TableState state = router(p).look(index(p)).table;
  need(p, state == table(p), "what is said of the table");
}

/// As the page on what is seen of a switch has it.
flow::TableState Steps::table(const Port& p) {
  if (!p.walks) return flow::TableState::kOpen;
  if (router(p).output(index(p)).up) return flow::TableState::kJoining;
  if (p.walk_at == kNever) return flow::TableState::kClosed;
  return p.to_tell != 0 ? flow::TableState::kTelling : flow::TableState::kDraining;
}

/// What leaves is first seen (a peek, but to a host), then taken once its MAP is answered.
void Steps::deq_step(Port& p, const golden::IfctInput& s, golden::FlowId locked) {
  const golden::DeqRequest& q = s.deq;
  const auto dropped = [&](golden::FlowId id) {
    const flow::Row& r = router(p).row(index(p), id);
    return r.phase == flow::Phase::kChoosing && r.gives == flow::DeqKind::kDrop;
  };
  if (locked != flow::kNoRow && locked != p.locked && dropped(locked)) {
    need(p, s.deq_valid && q.id == locked && !q.peek && q.any && q.mask == 0, "DEQ of a drop");
    need(p, router(p).input(index(p)).read_free <= now_ + kTable,
         "a drop goes when its input can be read");
  } else if (locked != flow::kNoRow && locked != p.locked) {
    const bool egress = host(beside(p, router(p).row(index(p), locked).out));
    need(p, s.deq_valid && q.id == locked && q.peek != egress, "DEQ of what has been granted");
  } else if (p.take) {
    need(p, s.deq_valid && q.id == locked && !q.peek && q.any, "DEQ of what has been mapped");
  } else {
    need(p, !s.deq_valid || q.id != locked, "DEQ of what is leaving");
  }
  p.locked = locked;
  const auto& waits = router(p).input(index(p)).deqs;
  const bool drop = !waits.empty() && waits.front().kind == flow::DeqKind::kDrop;
  const bool read = router(p).input(index(p)).read_free <= now_ + kTable;
  need(p, s.deq_valid || waits.empty() || (drop && (!read || locked != flow::kNoRow)),
       "DEQs that wait");
  turns(p);
  if (s.deq_valid) {
    const flow::Row& r = router(p).row(index(p), q.id);
    need(p, q.len == lab_.net.cargo(r.head).len && q.hole == holes_[r.head], "units of a DEQ");
    PortMask alive = r.phase == flow::Phase::kChoosing ? p.turned[q.id] : ways(p, r);
    if (p.take) alive |= PortMask{1} << r.out;
    need(p, q.mask == (q.any || q.peek ? alive : 0), "ports of a DEQ");
    need(p,
         q.id != locked || dropped(locked) ||
             (q.port == r.out && q.any == ((alive >> r.out & 1) != 0)),
         "port of what is leaving");
  }
  p.take = false;
}

PortMask Steps::ways(const Port& p, const flow::Row& r) {
  PortMask alive = 0;
  for (unsigned o = 0; o < lab_.wiring.ports; ++o)
    if ((r.candidates >> o & 1) != 0 && router(p).output(static_cast<PortIdx>(o)).alive)
      alive |= PortMask{1} << o;
  return alive;
}

/// A head has the ways of the cycle in which it had its turn.
void Steps::turns(Port& p) {
  const std::vector<flow::Row>& rows = router(p).input(index(p)).rows;
  for (golden::FlowId id = 0; id < rows.size(); ++id)
    if (rows[id].phase == flow::Phase::kChoosing && rows[id].chose == now_)
      p.turned[id] = ways(p, rows[id]);
}

void Steps::input_step(Port& p) {
  const golden::IfctInput s = p.calls.ifct.value_or(golden::IfctInput{});
  const golden::FlowId locked = router(p).input(index(p)).locked;
  InStep step{now_, s, locked};
  deq_step(p, s, locked);
  if (s.deq_valid) step.head = router(p).row(index(p), s.deq.id).head;
  const bool enq = !p.enq.empty() && p.enq.front().request.id != locked;
  const bool ack = !p.acks.empty() && p.acks.front().at <= now_ && p.acks.front().ack.id != locked;
  const golden::FlowId check = p.check;
  const bool chk = check != flow::kNoRow && check != locked;
  if (chk) p.check = flow::kNoRow;
  need(p, s.enq_valid == enq, "ENQ");
  need(p, s.ack_valid == ack, "ACK");
  need(p, s.chk_valid == chk, "CHK");
  if (enq) {
    const golden::EnqRequest& e = p.enq.front().request;
    need(p,
         s.enq.id == e.id && s.enq.start == e.start && s.enq.len == e.len && s.enq.gap == e.gap &&
             s.enq.ordered == e.ordered,
         "what an ENQ has");
    step.enq = p.enq.front().slot;
    p.enq.pop_front();
  }
  if (ack) {
    const golden::AckRequest& a = p.acks.front().ack;
    need(p,
         s.ack.id == a.id && s.ack.type == a.type && s.ack.delta == a.delta &&
             s.ack.port == a.port && s.ack.vc == a.vc,
         "what an ACK has");
    p.acks.pop_front();
  }
  if (chk) {
    ++timers;
    need(p, s.chk == check, "row of a CHK");
  }
  if (!p.calls.ifct) return;
  need(p, s.now == now_ && (s.deq_valid || enq || ack || chk), "step of the input table");
  p.in_steps.push_back(step);
}

}  // namespace selvage::test
