// SPDX-License-Identifier: Apache-2.0
/// \file
/// Steps of input tables, the heads of flow queues and ACKs on their way back, in RTL beside those
/// of the model (FL-STEP, FL-HEAD, FL-CHOOSE, FL-WAKE, FL-LIMIT, FL-LEAD, FL-BACK).
#include <algorithm>

#include "twin.hpp"

namespace selvage::test {

using flow::DeqKind;

namespace {

/// What goes with a MAP.
std::uint32_t packed(const golden::MapRequest& map) {
  return map.len | map.hole << 6 | (map.ordered ? 1U : 0U) << 31;
}
cosim::FlowBack packed(const golden::BackMessage& m, unsigned in) {
  return {m.valid && m.port == in, m.id, static_cast<unsigned>(m.type), m.delta};
}

}  // namespace

/// What stood first before each operation of the step, or stands there still.
void SwitchTwin::waiting(unsigned p, Cycle at) {
  const flow::Input& in = lab_.net[self_].input(static_cast<PortIdx>(p));
  StepMoment& m = now.ports[p].step;
  if (m.given) m.made_of = in.steps.back();
  if (m.made_of.ack) {
    m.in.ack = true;
    m.in.ack_id = m.made_of.ack_op.ack.id;
  } else if (!in.acks.empty() && in.acks.front().due <= at) {
    m.in.ack = true;
    m.in.ack_id = in.acks.front().ack.id;
  }
}

/// FL-STEP.
void SwitchTwin::step_of(const Moment& m, unsigned p) {
  using flow::DeqKind;
  Port& port = ports_[p];
  const PortMoment& k = m.ports[p];
  const StepMoment& s = k.step;
  cosim::FlowStepsIn in = s.in;
  in.pick = port.heads.turn.pick;
  in.pick_drop = port.heads.turn.pick_drop;
  in.pick_id = port.heads.turn.pick_id;
  in.pick_data = port.heads.turn.pick_data;
  in.soon = k.soon_host;
  const bool looked = k.look.answer && !k.look.answered.stall;
  in.put = k.marker || (port.lookup ? looked : k.head);
  in.put_id = k.marker ? k.marker_id : port.lookup ? k.look.answered.id : k.head_id;
  in.put_data =
      static_cast<std::uint32_t>(m.at);  // a packet is known by the cycle in which it came
  if (in.put) port.put_at.push_back(in.put_data);
  in.grant = k.grant.valid;
  in.grant_id = k.grant.id;
  in.grant_host = (m.hosts >> k.grant.out & 1) != 0;
  in.free = led_.lead[p].leave || led_.lead[p].abort;
  in.take = led_.lead[p].take;
  const cosim::FlowAcksOut back = port.heads.acks->outputs();
  check(m.at, p, "FL-BACK", "an ACK", in.ack, back.ack.valid);
  in.ack = back.ack.valid;
  in.ack_id = back.ack.id;
  const cosim::FlowStepsOut out = port.steps->give(in);
  const DeqKind kind = s.made_of.deq.kind;
  const unsigned what = kind == DeqKind::kTake     ? 3
                        : kind == DeqKind::kLock   ? 2
                        : kind == DeqKind::kEgress ? 1
                                                   : 0;
  check(m.at, p, "FL-STEP", "a DEQ", s.given && s.step.deq_valid, out.deq);
  if (out.deq && s.step.deq_valid) {
    check(m.at, p, "FL-STEP", "which DEQ", what, out.deq_kind);
    check(m.at, p, "FL-STEP", "row of the DEQ", s.step.deq.id, out.deq_id);
  }
  if (in.pick && (!out.deq || out.deq_kind != 0 || out.deq_id != in.pick_id)) ++seen.waited;
  check(m.at, p, "FL-STEP", "an ENQ", s.given && s.step.enq_valid, out.enq);
  if (out.enq && !port.put_at.empty()) {
    check(m.at, p, "FL-STEP", "row of the ENQ", s.step.enq.id, out.enq_id);
    check(m.at, p, "FL-STEP", "packet of the ENQ", port.put_at.front(), out.enq_data);
    port.put_at.pop_front();
  }
  check(m.at, p, "FL-STEP", "an ACK", s.given && s.step.ack_valid, out.ack_pull);
  if (out.ack_pull && s.step.ack_valid) {
    check(m.at, p, "FL-BACK", "row of the ACK", s.step.ack.id, back.ack.id);
    check(m.at, p, "FL-BACK", "its type", static_cast<unsigned>(s.step.ack.type), back.ack.type);
    check(m.at, p, "FL-BACK", "its units", s.step.ack.delta, back.ack.delta);
    check(m.at, p, "FL-BACK", "its output", s.step.ack.port, back.out);
  }
  check(m.at, p, "FL-STEP", "a CHK", s.given && s.step.chk_valid, out.chk_pull);
  if (s.given) ++seen.steps;
  if (in.ack && !out.ack_pull) ++seen.held;
  port.heads.step = out;
  port.steps->edge();
  check(m.at, p, "FL-STEP", "", 0, 0);
}

/// What becomes of the heads in the model, and what has become open.
void SwitchTwin::look_at_heads(Cycle at) {
  flow::Router& router = lab_.net[self_];
  for (unsigned i = 0; i < kPorts; ++i) {
    const auto p = static_cast<PortIdx>(i);
    PortMoment& m = now.ports[i];
    HeadMoment& h = m.heads;
    const flow::Output& out = router.output(p);
    h.alive = out.alive;
    h.full = out.full;
    const bool joins = h.alive && !h.was_alive;
    if (!joins && ((off_[i] & ~m.off_seen) != 0 || (full_[i] && !h.full))) now.woken = true;
    off_[i] = m.off_seen;
    full_[i] = h.full;
    const flow::Input& in = router.input(p);
    h.oid = in.mapped.oid;
    h.start = in.mapped.start;
    for (unsigned id = 0; id < in.rows.size(); ++id) {
      const flow::Row& r = in.rows[id];
      const std::uint64_t bit = std::uint64_t{1} << id;
      switch (r.phase) {
        case flow::Phase::kEmpty: break;
        case flow::Phase::kRouting: h.rows.routing |= bit; break;
        case flow::Phase::kChoosing: h.rows.choosing |= bit; break;
        case flow::Phase::kRequesting: h.rows.standing |= bit; break;
        case flow::Phase::kLeaving: h.rows.led |= bit; break;
        case flow::Phase::kParked: h.rows.waiting |= bit; break;
      }
      if (at != 0 && r.asked == at) h.ask = {true, id};
      if (at != 0 && r.phase == flow::Phase::kChoosing && r.chose == at) h.pick = {true, id};
    }
    if (!h.pick.valid || in.rows[h.pick.id].gives != DeqKind::kChoose) continue;
    const flow::Row& r = in.rows[h.pick.id];
    h.left = lab_.params.shun_left ? static_cast<unsigned>(r.left) : 0;
    const unsigned tc = lab_.packets[r.head].tc;
    for (PortIdx o = 0; o < kPorts; ++o) {
      const flow::Output& to = router.output(o);
      const bool way = ((r.candidates & ~r.excluded) >> o & 1) != 0;
      if (way && to.alive && !to.full && to.xoff[tc] == 0) h.open |= 1U << o;
    }
  }
}

/// FL-LEAD.
void SwitchTwin::leads_of(const Moment& m) {
  cosim::FlowLeadsIn in;
  for (unsigned p = 0; p < kPorts; ++p) {
    const PortMoment& k = m.ports[p];
    in.grant[p] = k.grant;
    in.answer[p] = {k.heads.deq.go() && k.heads.answered, k.heads.deq.port};
    in.data[p] = static_cast<std::uint32_t>(m.at * kPorts + p);
  }
  for (unsigned o = 0; o < kPorts; ++o) {
    const HeadMoment& h = m.ports[o].heads;
    if (h.map) in.data[h.map_for.port] = packed(h.map_for);
    in.mapped[o] = {h.map_answer.stall, h.map_answer.over, h.map_answer.oid, h.map_answer.start};
  }
  led_ = leads_->give(in);
  for (unsigned p = 0; p < kPorts; ++p) {
    const PortMoment& k = m.ports[p];
    const auto& map = led_.map[p];
    check(m.at, p, "FL-LEAD", "a MAP", k.heads.map, map.valid);
    if (k.heads.map) {
      ++seen.maps;
      check(m.at, p, "FL-LEAD", "input of the MAP", k.heads.map_for.port, map.in);
      check(m.at, p, "FL-LEAD", "row of the MAP", k.heads.map_for.id, map.id);
      check(m.at, p, "FL-LEAD", "what goes with the MAP", packed(k.heads.map_for), map.data);
    }
    const auto& lead = led_.lead[p];
    const bool take = k.step.given && k.step.made_of.deq.kind == DeqKind::kTake;
    check(m.at, p, "FL-LEAD", "a second DEQ", take, lead.take);
    check(m.at, p, "FL-LEAD", "a grant that comes to nothing", k.abort, lead.abort);
    check(m.at, p, "FL-LEAD", "a packet leaves", k.leave, lead.leave);
    if (lead.again) ++seen.again;
    if (lead.exclude) ++seen.excluded;
    if (k.heads.answered) ++seen.why[static_cast<unsigned>(k.heads.deq.why)];
    if (!k.leave || (m.hosts >> lead.out & 1) != 0) continue;
    check(m.at, p, "FL-LEAD", "id of its header", k.heads.oid, lead.oid);
    check(m.at, p, "FL-LEAD", "start of its header", k.heads.start, lead.start);
  }
  leads_->edge();
  check(m.at, 0, "FL-LEAD", "", 0, 0);
}

/// FL-HEAD, FL-CHOOSE, FL-WAKE, FL-LIMIT; FL-BACK.
void SwitchTwin::heads_of(const Moment& m, unsigned p, const std::array<Before, kPorts>& before) {
  fronts_of(m, p);
  HeadTwin& own = ports_[p].heads;
  cosim::FlowAcksIn in;
  unsigned given = 0;
  for (unsigned o = 0; o < kPorts; ++o) {
    const HeadMoment& h = m.ports[o].heads;
    in.rev[o] = packed(h.rev, p);
    in.chk[o] = packed(h.chk, p);
    if (h.begins && h.begins_in == p) in.rev[o] = h.made;
    in.turn[o] = {h.turn.redirect && h.turn.port == p, h.turn.id,
                  static_cast<unsigned>(golden::AckType::kRedirect), h.turn.delta};
    in.free |= (before[o].tx.tail ? 1U : 0U) << o;
    in.comes |= (m.ports[o].fifo.empty() ? 0U : 1U) << o;
    for (const auto* source : {&in.rev[o], &in.chk[o], &in.turn[o]})
      if (source->valid) ++given;
  }
  seen.acks += given;
  if (given > 1) ++seen.together;
  in.drop = m.ports[p].heads.drop;
  if (in.drop.valid) ++seen.drops;
  own.acks->edge(in, own.step.ack_pull);
  check(m.at, p, "FL-BACK", "", 0, 0);
}

cosim::FlowFrontsIn SwitchTwin::fronts_in(const Moment& m, unsigned p) {
  HeadTwin& own = ports_[p].heads;
  const PortMoment& k = m.ports[p];
  cosim::FlowFrontsIn in;
  for (unsigned o = 0; o < kPorts; ++o) {
    const HeadMoment& h = m.ports[o].heads;
    in.alive |= (h.was_alive ? 1U : 0U) << o;
    in.init |= (h.alive && !h.was_alive ? 1U : 0U) << o;
    in.coming |= (h.coming ? 1U : 0U) << o;
    in.full |= (h.full ? 1U : 0U) << o;
    in.clear |= (m.ports[o].sent_away ? 1U : 0U) << o;
    in.xoff[o] = m.ports[o].off_seen;
    in.check[o] = {h.check && h.check_in == p, h.check_id};
  }
  in.woken = m.woken;
  in.changed = m.changed;
  const auto& lead = led_.lead[p];
  in.again = lead.again;
  in.exclude = lead.exclude;
  in.again_id = lead.id;
  in.why = static_cast<unsigned>(k.heads.deq.why);
  in.port = k.heads.deq.port;
  const bool leaves = lead.leave || k.heads.drop.valid;
  unsigned& packets = own.packets[lead.leave ? lead.id : k.heads.drop.id];
  if (leaves) --packets;
  in.more = leaves && packets != 0;
  in.knew = k.heads.knew;
  if (k.heads.answered && !in.knew && k.heads.deq.why == golden::DeqWhy::kNoPort) ++seen.old;
  in.put = {k.put, k.put_id};
  if (k.put) {
    ++own.packets[k.put_id];
    in.put_tc = lab_.packets[k.put_slot].tc;
  }
  in.acked = own.acted[0].ack;
  in.chk = own.acted[0].chk;
  in.route = k.heads.route;
  in.ways = k.heads.ways;
  in.grant = {k.grant.valid, k.grant.id};
  if (const auto now_due = own.times.find(m.at); now_due != own.times.end()) {
    in.time = now_due->second;
    own.times.erase(now_due);
  }
  if (k.heads.wake_at != 0) own.times[k.heads.wake_at] |= std::uint64_t{1} << k.heads.wake_id;
  return in;
}

/// FL-TURN: whose turn it is.
void SwitchTwin::turns_of(const Moment& m) {
  cosim::FlowTurnsIn deqs, asks;
  cosim::FlowTurnsOut deq, ask;  // of the model
  for (unsigned p = 0; p < kPorts; ++p) {
    if (!ports_[p].tx) continue;
    HeadTwin& own = ports_[p].heads;
    own.in = fronts_in(m, p);
    own.turn = {};
    const cosim::FlowFrontsOut out = own.fronts->give(own.in);
    deqs.rows[p] = out.deqs;
    asks.rows[p] = out.asks;
    if (m.ports[p].heads.pick.valid) deq = {true, p, m.ports[p].heads.pick.id};
    if (m.ports[p].heads.ask.valid) ask = {true, p, m.ports[p].heads.ask.id};
  }
  const auto turn = [&](cosim::FlowTurnsBlock& turns, const cosim::FlowTurnsIn& in,
                        const cosim::FlowTurnsOut& model, const char* what) {
    const cosim::FlowTurnsOut out = turns.give(in);
    check(m.at, model.in, "FL-TURN", what, model.valid, out.valid);
    if (out.valid && model.valid) {
      check(m.at, model.in, "FL-TURN", "its input", model.in, out.in);
      check(m.at, model.in, "FL-TURN", "its row", model.id, out.id);
    }
    turns.edge();
    check(m.at, 0, "FL-TURN", "", 0, 0);
    return out;
  };
  const cosim::FlowTurnsOut asked = turn(*asks_, asks, ask, "a question");
  if (asked.valid) ports_[asked.in].heads.in.ask = {true, asked.id};
  const cosim::FlowTurnsOut given = turn(*deqs_, deqs, deq, "a turn");
  if (given.valid) ports_[given.in].heads.in.pick = {true, given.id};
  if (ports_[given.in].tx) choice_of(m, given.in);
}

/// FL-TURN: which way it goes.
void SwitchTwin::choice_of(const Moment& m, unsigned p) {
  HeadTwin& own = ports_[p].heads;
  const HeadMoment& h = m.ports[p].heads;
  const cosim::FlowFrontsOut out = own.fronts->give(own.in);
  check(m.at, p, "FL-CHOOSE", "open ports", h.open, out.open);
  const cosim::FlowChoiceOut way = choice_->give({out.ways, out.open, h.left, loads_});
  choice_->edge();
  check(m.at, p, "FL-TURN", "", 0, 0);
  if (!own.in.pick.valid) return;
  ++seen.choices;
  own.turn.pick = true;
  own.turn.pick_id = own.in.pick.id;
  own.turn.pick_drop = out.drop;
  own.turn.pick_data = (way.any || out.drop ? 1U : 0U) << 11 | way.port << 8 | out.mask;
}

void SwitchTwin::fronts_of(const Moment& m, unsigned p) {
  HeadTwin& own = ports_[p].heads;
  own.in.deq = {own.step.deq, own.step.deq_id};
  own.in.deq_kind = own.step.deq_kind;
  const cosim::FlowFrontsOut out = own.fronts->give(own.in);
  check_fronts(m, p, out);
  check_deq(m, p, out);
  own.fronts->edge();
  check(m.at, p, "FL-HEAD", "", 0, 0);
  const golden::IfctInput& step = m.ports[p].step.step;
  own.acted[0] = own.acted[1];
  own.acted[1] = {{own.step.ack_pull, step.ack.id}, {own.step.chk_pull, step.chk}};
}

void SwitchTwin::check_fronts(const Moment& m, unsigned p, const cosim::FlowFrontsOut& out) {
  const PortMoment& k = m.ports[p];
  const HeadRows& rows = k.heads.rows;
  check(m.at, p, "FL-WAKE", "rows whose heads wait", rows.waiting, out.waiting);
  check(m.at, p, "FL-HEAD", "rows whose heads ask for ways", rows.routing, out.routing);
  check(m.at, p, "FL-CHOOSE", "rows whose heads choose", rows.choosing, out.choosing);
  check(m.at, p, "FL-CHOOSE", "rows whose heads stand at an output", rows.standing, out.standing);
  check(m.at, p, "FL-HEAD", "rows whose heads are led", rows.led, out.led);
  check(m.at, p, "FL-CHOOSE", "a head asks for an output", k.ask.valid, out.head);
  if (k.ask.valid) {
    check(m.at, p, "FL-CHOOSE", "its output", k.ask.out, out.head_out);
    check(m.at, p, "FL-CHOOSE", "its class", k.ask.tc, out.head_tc);
    check(m.at, p, "FL-CHOOSE", "its row", k.ask.id, out.head_id);
  }
}

/// What the DEQ of this cycle says of ports.
void SwitchTwin::check_deq(const Moment& m, unsigned p, const cosim::FlowFrontsOut& out) {
  const StepMoment& s = m.ports[p].step;
  if (!s.given || !s.step.deq_valid) return;
  const golden::DeqRequest& q = s.step.deq;
  const DeqKind kind = s.made_of.deq.kind;
  const unsigned own = 1U << q.port;
  if (kind == DeqKind::kBlock) ++seen.blocked;
  if (kind != DeqKind::kChoose && kind != DeqKind::kBlock && kind != DeqKind::kDrop) {
    const unsigned more = kind == DeqKind::kTake ? own : 0;
    return check(m.at, p, "FL-CHOOSE", "ports that it may have", q.mask, out.granted_mask | more);
  }
  const unsigned data = ports_[p].heads.step.deq_data;
  check(m.at, p, "FL-STEP", "it is a drop", kind == DeqKind::kDrop, ports_[p].heads.step.deq_drop);
  check(m.at, p, "FL-CHOOSE", "ports that it may have", q.mask, data & 0xff);
  check(m.at, p, "FL-TURN", "there is a way", q.any, data >> 11);
  if (kind == DeqKind::kChoose) check(m.at, p, "FL-TURN", "its port", q.port, data >> 8 & 7);
}

}  // namespace selvage::test
