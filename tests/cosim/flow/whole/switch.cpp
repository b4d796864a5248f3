// SPDX-License-Identifier: Apache-2.0
#include "switch.hpp"

#include <utility>

#include "cosim/lockstep/runtime.hpp"

namespace selvage::test {

using cosim::FlowSymbol;

Seen& Seen::operator+=(const Seen& other) {
  for (std::uint64_t Seen::*count :
       {&Seen::cycles, &Seen::beats, &Seen::packets, &Seen::frames, &Seen::markers, &Seen::messages,
        &Seen::arrivals, &Seen::questions, &Seen::answers, &Seen::grants, &Seen::redirects,
        &Seen::xoffs, &Seen::pauses, &Seen::holds, &Seen::changes, &Seen::deaths, &Seen::inits})
    this->*count += other.*count;
  return *this;
}

// ----------------------------------------------------------------------------------- the model

void WholeSwitch::before() {
  now = {};
  now.changed = std::exchange(routes_, false);
  now.learns = !lab_.knows_since.empty() && lab_.now < lab_.knows_since[self_];
  for (unsigned p = 0; p < kPorts; ++p) {
    const flow::Output& out = lab_.net[self_].output(static_cast<PortIdx>(p));
    now.ports[p].was_alive = out.alive;
    now.ports[p].coming = out.up;
    now.ports[p].cut = out.cut;
  }
}

void WholeSwitch::behind(Cycle at) {
  now.at = at;
  flow::Router& router = lab_.net[self_];
  for (unsigned i = 0; i < kPorts; ++i) {
    const auto p = static_cast<PortIdx>(i);
    PortCycle& m = now.ports[i];
    const flow::Input& in = router.input(p);
    const flow::Output& out = router.output(p);
    if (out.kind == PortEnd::Kind::kNone) continue;
    for (unsigned c = 0; c < cosim::kPartClasses; ++c) {
      m.off_said |= static_cast<unsigned>(in.xoff[c]) << c;
      m.off_seen |= static_cast<unsigned>(out.xoff[c]) << c;
    }
    m.load = out.ahead + out.reserved;
    m.hold = out.host_full;
    m.init = out.alive && !m.was_alive;
  }
  asks(now);
  known_.push_back(now);
}

/// The question of this cycle.
void WholeSwitch::asks(SwitchCycle& m) const {
  for (unsigned p = 0; m.at != 0 && p < kPorts; ++p)
    for (const flow::Row& r : lab_.net[self_].input(static_cast<PortIdx>(p)).rows) {
      if (r.asked != m.at || r.head == flow::kNoSlot) continue;
      m.ask = true;
      m.ask_in = p;
      m.ask_dest = lab_.packets[r.head].destination;
    }
}

// ----------------------------------------------------------------------------------- the pins

cosim::FlowSwitchIn WholeSwitch::inputs(const SwitchCycle& m, const SwitchCycle& next) const {
  cosim::FlowSwitchIn in;
  in.now = m.at;
  in.route = m.route;
  in.ways = m.ways;
  in.changed = m.changed;
  in.learns = m.learns;
  const Cycle under_way = lab_.params.link_latency;
  for (unsigned p = 0; p < kPorts; ++p) {
    cosim::FlowSwitchIn::Port& port = in.port[p];
    const PortCycle& k = m.ports[p];
    if (far_[p] == nullptr) continue;
    port.xon = ~k.off_seen & 0xffU;
    port.hold = k.hold;
    port.dead = next.ports[p].dead;
    port.init = k.init;
    port.coming = k.coming;
    if (const cosim::FlowBeat& own = own_[p]->at(m.at).beat.beat;
        own.symbol == FlowSymbol::kMessage) {
      port.message = true;
      port.message_data = static_cast<std::uint32_t>(own.data[0]);
    }
    if (m.at < under_way) continue;
    const Wire::Sent& sent = far_[p]->at(m.at - under_way);
    if (sent.of ? sent.of->arrived : !k.cut) port.beat = sent.beat.beat;
  }
  return in;
}

void WholeSwitch::clock() {
  if (known_.size() <= kBehind || !difference_.empty()) return;
  Shot shot;
  shot.model = known_.front();
  known_.pop_front();
  const SwitchCycle& m = shot.model;
  shot.in = inputs(m, known_.front());
  for (unsigned p = 0; p < kPorts; ++p)
    if (m.ports[p].init) check(m.at, p, "FLOW-A-9", "at rest", 1, shown_.port[p].rest);
  shot.out = rtl_->give(shot.in);
  questions(m, shot.out);
  for (unsigned p = 0; p < kPorts; ++p)
    if (own_[p] != nullptr) grants(m, p, shot.out.port[p]);
  rtl_->edge();
  shot.shown = shown_ = rtl_->outputs();
  assertions(m.at);
  for (unsigned p = 0; p < kPorts; ++p) {
    if (own_[p] == nullptr) continue;
    registers(m, p, shot);
    if (difference_.empty()) count(m, p, shot);
  }
  ++seen.cycles;
  if (m.ask) ++seen.questions;
  if (m.route) ++seen.answers;
  if (m.changed) ++seen.changes;
  shots_.push_back(std::move(shot));
  if (shots_.size() > kShots) shots_.pop_front();
}

void WholeSwitch::questions(const SwitchCycle& m, const cosim::FlowSwitchOut& out) {
  check(m.at, m.ask ? m.ask_in : out.ask_in, "FL-HEAD", "a question for ways", m.ask, out.ask);
  if (!m.ask || !out.ask) return;
  check(m.at, m.ask_in, "FL-TURN", "input of the question", m.ask_in, out.ask_in);
  check(m.at, m.ask_in, "FL-HEAD", "its destination", m.ask_dest, out.ask_dest);
}

/// FL-ARB and what is told to the host.
void WholeSwitch::grants(const SwitchCycle& m, unsigned p, const cosim::FlowSwitchOut::Port& out) {
  const PortCycle& k = m.ports[p];
  check(m.at, p, "FL-ARB", "granted", k.grant, out.grant);
  if (k.grant) {
    check(m.at, p, "FL-ARB", "granted output", k.out, out.out);
    check(m.at, p, "FL-ASK", "granted row", k.id, out.id);
  }
  check(m.at, p, "FL-ARB", "load", k.load, out.load);
  const bool paused = k.over && k.queued;
  check(m.at, p, "FLOW-D-5", "a flow of the host is above its limit", paused, out.pause);
  if (!paused) return;
  const flow::Packet& packet = lab_.packets[k.queued_slot];
  check(m.at, p, "FLOW-D-5", "the flow",
        flow::match_pattern(packet.destination, packet.tc, packet.ordered), out.pause_key);
}

void WholeSwitch::registers(const SwitchCycle& m, unsigned p, const Shot& shot) {
  const cosim::FlowSwitchShown::Port& shown = shot.shown.port[p];
  const cosim::FlowBeat& came = shot.in.port[p].beat;
  check(m.at, p, "FL-POOL", "classes with XON", ~m.ports[p].off_said & 0xffU, shown.xon);
  const bool message = came.symbol == FlowSymbol::kMessage;
  check(m.at, p, "FL-RX", "a message has come", message, shown.message);
  if (message) check(m.at, p, "FL-RX", "the message", came.data[0], shown.message_data);
  wire(m.at, p, shown.beat);
}

/// What shows behind edge `at` was decided five cycles before.
void WholeSwitch::wire(Cycle at, unsigned p, const cosim::FlowBeat& rtl) {
  static const WireBeat idle;
  const WireBeat& model = at < kGear ? idle : own_[p]->at(at - kGear).beat;
  check(at, p, "FL-TX", "symbol on the wire", static_cast<unsigned>(model.beat.symbol),
        static_cast<unsigned>(rtl.symbol));
  check(at, p, "FL-BEAT", "something begins", model.beat.head, rtl.head);
  check(at, p, "FL-BEAT", "something ends", model.beat.tail, rtl.tail);
  data(at, p, model, rtl);
}

void WholeSwitch::data(Cycle at, unsigned p, const WireBeat& model, const cosim::FlowBeat& rtl) {
  bool same = true;
  for (std::size_t i = 0; i < model.said.size(); ++i)
    same = same && ((model.beat.data[i] ^ rtl.data[i]) & model.said[i]) == 0;
  if (same || !difference_.empty()) return;
  const FlowSymbol symbol = model.beat.symbol;
  if (symbol == FlowSymbol::kMessage)
    return check(at, p, "FL-MSG", "the message", model.beat.data[0], rtl.data[0] & model.said[0]);
  const bool header =
      symbol == FlowSymbol::kMarker || (symbol == FlowSymbol::kPacket && model.beat.head);
  for (const HeaderField& f : kHeaderFields)
    if (header && field_of(model.said, f) != 0)
      check(at, p, "FL-BEAT", f.what, field_of(model.beat.data, f), field_of(rtl.data, f));
  const char* rule = symbol == FlowSymbol::kFrame ? "FL-FRAME" : "FL-XBAR";
  for (unsigned k = 0; k < kBeatBytes; ++k)
    if (byte_of(model.said, k) == 0xff)
      check(at, p, rule, "byte " + std::to_string(k) + " of the beat", byte_of(model.beat.data, k),
            byte_of(rtl.data, k));
}

void WholeSwitch::count(const SwitchCycle& m, unsigned p, const Shot& shot) {
  const PortCycle& k = m.ports[p];
  const cosim::FlowBeat& beat = shot.shown.port[p].beat;
  seen.beats += beat.symbol != FlowSymbol::kIdle;
  seen.packets += beat.symbol == FlowSymbol::kPacket && beat.head;
  seen.frames += beat.symbol == FlowSymbol::kFrame && beat.head;
  seen.markers += beat.symbol == FlowSymbol::kMarker;
  seen.messages += beat.symbol == FlowSymbol::kMessage;
  seen.arrivals += shot.in.port[p].beat.head;
  seen.grants += k.grant;
  seen.xoffs += k.off_said != 0;
  seen.pauses += k.over && k.queued;
  seen.holds += k.hold;
  seen.deaths += k.dead;
  seen.inits += k.init;
}

// ----------------------------------------------------------------------------------- differences

void WholeSwitch::assertions(Cycle at) {
  if (!cosim::rtl_failure_pending()) return;
  const std::string failed = cosim::take_rtl_failure();
  if (difference_.empty())
    difference_ = "cycle " + std::to_string(at) + ", switch " + std::to_string(self_) +
                  ": assertion: " + failed;
}

void WholeSwitch::check(Cycle at, unsigned p, const char* rule, const std::string& what,
                        std::uint64_t model, std::uint64_t rtl) {
  if (model == rtl || !difference_.empty()) return;
  wrong_port_ = p;
  difference_ = "cycle " + std::to_string(at) + ", switch " + std::to_string(self_) + ", port " +
                std::to_string(p) + ": " + rule + ": " + what + ": model " + std::to_string(model) +
                ", RTL " + std::to_string(rtl);
}

}  // namespace selvage::test
