// SPDX-License-Identifier: Apache-2.0
#include "fabric/flow/twin/beside.hpp"

#include <algorithm>
#include <utility>

#include "cosim/lockstep/runtime.hpp"

namespace selvage::fabric {

using cosim::FlowSymbol;

Seen& Seen::operator+=(const Seen& other) {
  for (std::size_t i = 0; i < compared.size(); ++i) compared[i] += other.compared[i];
  for (std::uint64_t Seen::*count :
       {&Seen::beats, &Seen::packets, &Seen::frames, &Seen::markers, &Seen::messages,
        &Seen::arrivals, &Seen::questions, &Seen::grants, &Seen::redirects, &Seen::xoffs,
        &Seen::pauses, &Seen::holds, &Seen::changes, &Seen::deaths, &Seen::inits})
    this->*count += other.*count;
  return *this;
}

std::string PinDifference::text() const {
  std::string text = "cycle " + std::to_string(cycle) + ", switch " + std::to_string(sw);
  if (rule.empty()) return text + ": assertion: " + what;
  return text + ", port " + std::to_string(port) + ": " + rule + ": " + what + ": model " +
         std::to_string(model) + ", RTL " + std::to_string(rtl);
}

SwitchBeside::SwitchBeside(const Watch& model, SwitchIdx sw,
                           std::unique_ptr<cosim::FlowSwitchBlock> rtl)
    : model_(model),
      self_(sw),
      rtl_(std::move(rtl)),
      kept_(std::max<std::size_t>(kShots, model.params().link_latency + std::size_t{1})) {
  for (PortIdx p = 0; p < kSwitchPorts; ++p) {
    if (model.end_of({sw, p}).kind == PortEnd::Kind::kNone) continue;
    own_[p] = model.from({sw, p});
    wires_[p] = model.to({sw, p});
  }
}

void SwitchBeside::comes_from(PortIdx in, const SwitchBeside& far, PortIdx out) {
  far_[in] = {&far, out};
}

// ----------------------------------------------------------------------------------- the pins

const cosim::FlowSwitchShown::Port* SwitchBeside::shown(Cycle edge, PortIdx port) const {
  if (shots_.empty() || edge < shots_.front().model.at) return nullptr;
  return &shots_[edge - shots_.front().model.at].shown.port[port];
}

/// What shows behind an edge was decided five cycles before.
const SaidBeat& SwitchBeside::decided(Cycle edge, unsigned p) const {
  static const SaidBeat idle;
  return edge < kGear || own_[p] == nullptr ? idle : own_[p]->at(edge - kGear).beat;
}

/// The far end says what it will take, d cycles away; a dead link says nothing new.
unsigned SwitchBeside::xon(const SwitchCycle& m, unsigned p) const {
  const PortCycle& k = m.ports[p];
  const Far& far = far_[p];
  if (far.beside == nullptr || k.init) return ~k.off_seen & 0xffU;
  if (k.cut) return shots_.empty() ? 0xffU : shots_.back().in.port[p].xon;
  const Cycle latency = model_.params().link_latency;
  const auto* said = m.at < latency ? nullptr : far.beside->shown(m.at - latency, far.port);
  return said == nullptr ? 0xffU : said->xon;
}

/// A beat is at the far pins d - 1 cycles behind its decision.
cosim::FlowBeat SwitchBeside::came(const SwitchCycle& m, unsigned p) const {
  const Cycle under_way = model_.params().link_latency - 1;
  if (m.at < under_way) return {};
  const Cycle at = m.at - under_way;
  const Wire::Sent& sent = wires_[p]->at(at);
  if (sent.of ? !sent.of->arrived : m.ports[p].cut) return {};
  const Far& far = far_[p];
  if (far.beside == nullptr) return sent.beat.beat;
  const auto* beat = far.beside->shown(at + kGear, far.port);
  return beat == nullptr ? cosim::FlowBeat{} : beat->beat;
}

cosim::FlowSwitchIn SwitchBeside::inputs(const SwitchCycle& m, const SwitchCycle& next) const {
  cosim::FlowSwitchIn in;
  in.now = m.at;
  in.route = m.route;
  in.ways = m.ways;
  in.changed = m.changed;
  in.learns = next.learns;
  in.control = m.control.in;
  for (unsigned p = 0; p < kSwitchPorts; ++p) {
    cosim::FlowSwitchIn::Port& port = in.port[p];
    const PortCycle& k = m.ports[p];
    if (wires_[p] == nullptr) continue;
    port.xon = xon(m, p);
    port.hold = k.hold;
    port.dead = next.ports[p].dead;
    port.init = k.init;
    port.coming = k.coming;
    if (const cosim::FlowBeat& own = own_[p]->at(m.at).beat.beat;
        own.symbol == FlowSymbol::kMessage) {
      port.message = true;
      port.message_data = static_cast<std::uint32_t>(own.data[0]);
    }
    port.beat = came(m, p);
  }
  return in;
}

void SwitchBeside::clock() {
  if (known_.empty() || difference_) return;
  static const SwitchCycle end;  // behind the last cycle nothing happens
  Shot shot;
  shot.model = std::move(known_.front());
  const SwitchCycle& m = shot.model;
  shot.in = inputs(m, known_.size() > 1 ? known_[1] : end);
  known_.pop_front();
  for (PortIdx p = 0; p < kSwitchPorts; ++p) {
    if (!m.ports[p].init) continue;
    check(m.at, p, Pin::kRest, "FLOW-A-9", "at rest", 1,
          shots_.empty() || shots_.back().shown.port[p].rest ? 1 : 0);
    ++compared(Pin::kRest);
  }
  if (copy_ != nullptr) copy_->give(m.at + kShownLater, shot.in);
  shot.out = rtl_->give(shot.in);
  rtl_->edge();
  shot.shown = rtl_->outputs();
  shots_.push_back(std::move(shot));
  if (shots_.size() > kept_) shots_.pop_front();
  const Shot& last = shots_.back();
  questions(last);
  if (rtl_->decides()) {
    answers(last);
    messages(last);
  }
  for (unsigned p = 0; p < kSwitchPorts; ++p)
    if (own_[p] != nullptr) grants(last, p);
  assertions(last.model.at);
  for (unsigned p = 0; p < kSwitchPorts; ++p) {
    if (own_[p] == nullptr) continue;
    registers(last, p);
    if (!difference_) count(last, p);
  }
  seen_.questions += last.model.ask;
  seen_.changes += last.model.changed;
  seen_.redirects += last.model.redirects;
}

// ----------------------------------------------------------------------------------- settling

void SwitchBeside::control_edge(const StepInput& in) {
  rtl_->control_edge(in);
  if (copy_ != nullptr) copy_->control_edge(in);
}

void SwitchBeside::settles(Cycle now, const StepInput& in) {
  for (; settling_ < now && !rtl_->control_idle(); ++settling_) control_edge({});
  control_edge(in);
  settling_ = now + 1;
}

void SwitchBeside::has_settled() {
  while (!rtl_->control_idle()) control_edge({});
}

// ----------------------------------------------------------------------------------- comparisons

void SwitchBeside::questions(const Shot& shot) {
  const SwitchCycle& m = shot.model;
  const cosim::FlowSwitchOut& out = shot.out;
  const unsigned in = m.ask ? m.ask_in : out.ask_in;
  check(m.at, in, Pin::kQuestion, "FL-HEAD", "a question for ways", m.ask, out.ask);
  if (!m.ask || !out.ask) return;
  check(m.at, in, Pin::kQuestion, "FL-TURN", "input of the question", m.ask_in, out.ask_in);
  check(m.at, in, Pin::kQuestion, "FL-HEAD", "its destination", m.ask_dest, out.ask_dest);
  ++compared(Pin::kQuestion);
}

/// The answer is that to the oldest question.
void SwitchBeside::answers(const Shot& shot) {
  const SwitchCycle& m = shot.model;
  const auto said = [](bool route, unsigned ways) { return route ? kAnswered | ways : 0U; };
  check(m.at, asked_.empty() ? 0 : asked_.front(), Pin::kAnswer, "FL-WAYS",
        "answer to the head of this input", said(m.route, m.ways),
        said(shot.out.route, shot.out.ways));
  if (m.route) {
    asked_.pop_front();
    ++compared(Pin::kAnswer);
  }
  if (m.ask) asked_.push_back(m.ask_in);
}

/// FL-CTL: what the control sends, and its stop flags.
void SwitchBeside::messages(const Shot& shot) {
  const Cycle at = shot.model.at;
  const ControlCycle& model = shot.model.control;
  const auto of = [](const std::vector<PortedMessage>& sent, PortIdx p) {
    const auto m = std::find_if(sent.begin(), sent.end(),
                                [p](const PortedMessage& message) { return message.port == p; });
    return m == sent.end() ? std::nullopt : std::optional(m->message);
  };
  const Shot* before = shots_.size() > 1 ? &shots_[shots_.size() - 2] : nullptr;
  compared(Pin::kStop) += before != nullptr && before->model.control.stop != model.stop;
  for (PortIdx p = 0; p < kSwitchPorts; ++p) {
    check(at, p, Pin::kStop, "FT-CYC-2", "messages are to stop", model.stop >> p & 1U,
          shot.shown.stop >> p & 1U);
    if (model.sent.empty() && shot.shown.sent.empty()) continue;
    const auto mine = of(model.sent, p), rtl = of(shot.shown.sent, p);
    compared(Pin::kMessage) += mine.has_value();
    if (mine == rtl || difference_) continue;
    differs(at, p, Pin::kMessage, "FT-CYC-3", "fault message that is sent", 0, 0);
    difference_->messages = {mine, rtl};
  }
}

/// FL-ARB and what is told to the host.
void SwitchBeside::grants(const Shot& shot, unsigned p) {
  const Cycle at = shot.model.at;
  const PortCycle& k = shot.model.ports[p];
  const cosim::FlowSwitchOut::Port& out = shot.out.port[p];
  check(at, p, Pin::kGrant, "FL-ARB", "granted", k.grant, out.grant);
  if (k.grant) {
    check(at, p, Pin::kGrant, "FL-ARB", "granted output", k.out, out.out);
    check(at, p, Pin::kGrant, "FL-ASK", "granted row", k.id, out.id);
    ++compared(Pin::kGrant);
  }
  check(at, p, Pin::kGrant, "FL-ARB", "load", k.load, out.load);
  const bool paused = k.over && k.queued;
  check(at, p, Pin::kPause, "FLOW-D-5", "a flow of the host is above its limit", paused, out.pause);
  if (!paused) return;
  check(at, p, Pin::kPause, "FLOW-D-5", "the flow", k.key, out.pause_key);
  ++compared(Pin::kPause);
}

void SwitchBeside::registers(const Shot& shot, unsigned p) {
  const Cycle at = shot.model.at;
  const cosim::FlowSwitchShown::Port& shown = shot.shown.port[p];
  const cosim::FlowBeat& came = shot.in.port[p].beat;
  const unsigned on = ~shot.model.ports[p].off_said & 0xffU;
  check(at, p, Pin::kXon, "FL-POOL", "classes with XON", on, shown.xon);
  const bool message = came.symbol == FlowSymbol::kMessage;
  check(at, p, Pin::kMessage, "FL-RX", "a message has come", message, shown.message);
  if (message) {
    check(at, p, Pin::kMessage, "FL-RX", "the message", came.data[0], shown.message_data);
    ++compared(Pin::kMessage);
  }
  wire(at, p, shown.beat);
}

void SwitchBeside::wire(Cycle at, unsigned p, const cosim::FlowBeat& rtl) {
  const SaidBeat& model = decided(at, p);
  check(at, p, Pin::kDeparture, "FL-TX", "symbol on the wire",
        static_cast<unsigned>(model.beat.symbol), static_cast<unsigned>(rtl.symbol));
  check(at, p, Pin::kDeparture, "FL-BEAT", "something begins", model.beat.head, rtl.head);
  check(at, p, Pin::kDeparture, "FL-BEAT", "something ends", model.beat.tail, rtl.tail);
  data(at, p, model, rtl);
  compared(Pin::kDeparture) += rtl.symbol != FlowSymbol::kIdle;
}

void SwitchBeside::data(Cycle at, unsigned p, const SaidBeat& model, const cosim::FlowBeat& rtl) {
  bool same = true;
  for (std::size_t i = 0; i < model.said.size(); ++i)
    same = same && ((model.beat.data[i] ^ rtl.data[i]) & model.said[i]) == 0;
  if (same || difference_) return;
  const FlowSymbol symbol = model.beat.symbol;
  if (symbol == FlowSymbol::kMessage)
    return check(at, p, Pin::kDeparture, "FL-MSG", "the message", model.beat.data[0],
                 rtl.data[0] & model.said[0]);
  const bool header =
      symbol == FlowSymbol::kMarker || (symbol == FlowSymbol::kPacket && model.beat.head);
  for (const HeaderField& f : kHeaderFields)
    if (header && field_of(model.said, f) != 0)
      check(at, p, Pin::kDeparture, "FL-BEAT", f.what, field_of(model.beat.data, f),
            field_of(rtl.data, f));
  const char* rule = symbol == FlowSymbol::kFrame ? "FL-FRAME" : "FL-XBAR";
  for (unsigned k = 0; k < cosim::kFlowBeatBytes && !difference_; ++k)
    if (byte_of(model.said, k) == 0xff && byte_of(model.beat.data, k) != byte_of(rtl.data, k))
      differs(at, p, Pin::kDeparture, rule, "byte " + std::to_string(k) + " of the beat",
              byte_of(model.beat.data, k), byte_of(rtl.data, k));
}

void SwitchBeside::count(const Shot& shot, unsigned p) {
  const PortCycle& k = shot.model.ports[p];
  const cosim::FlowBeat& beat = shot.shown.port[p].beat;
  const Shot* before = shots_.size() > 1 ? &shots_[shots_.size() - 2] : nullptr;
  compared(Pin::kXon) += before != nullptr && before->model.ports[p].off_said != k.off_said;
  seen_.beats += beat.symbol != FlowSymbol::kIdle;
  seen_.packets += beat.symbol == FlowSymbol::kPacket && beat.head;
  seen_.frames += beat.symbol == FlowSymbol::kFrame && beat.head;
  seen_.markers += beat.symbol == FlowSymbol::kMarker;
  seen_.messages += beat.symbol == FlowSymbol::kMessage;
  seen_.arrivals += shot.in.port[p].beat.head;
  seen_.grants += k.grant;
  seen_.xoffs += k.off_said != 0;
  seen_.pauses += k.over && k.queued;
  seen_.holds += k.hold;
  seen_.deaths += k.dead;
  seen_.inits += k.init;
}

// ----------------------------------------------------------------------------------- differences

void SwitchBeside::assertions(Cycle at) {
  if (!cosim::rtl_failure_pending()) return;
  std::string failed = cosim::take_rtl_failure();
  if (!difference_) differs(at, 0, Pin::kDeparture, "", std::move(failed), 0, 0);
}

void SwitchBeside::differs(Cycle at, unsigned p, Pin pin, const char* rule, std::string what,
                           std::uint64_t model, std::uint64_t rtl) {
  difference_ = {at, self_, static_cast<PortIdx>(p), pin, rule, std::move(what), model, rtl,
                 {}, {}};
  if (pin != Pin::kDeparture || at < kGear || own_[p] == nullptr) return;
  if (const auto& of = own_[p]->at(at - kGear).of) difference_->packet = of->packet;
}

SwitchBeside::Loads SwitchBeside::loads() const {
  Loads loads;
  if (shots_.empty()) return loads;
  const Shot& last = shots_.back();
  loads.cycle = last.model.at;
  for (unsigned p = 0; p < kSwitchPorts; ++p) {
    loads.model[p] = last.model.ports[p].load;
    loads.rtl[p] = last.out.port[p].load;
  }
  return loads;
}

}  // namespace selvage::fabric
