// SPDX-License-Identifier: Apache-2.0
#include "fabric/flow/twin/watch.hpp"

#include <utility>

#include "flow/blocks/forwarding.hpp"

namespace selvage::fabric {

using cosim::FlowSymbol;

namespace {

/// Tells what is seen at the blocks of a port alone: limits of hosts, frames that are taken.
class Recorder final : public flow::ForwardingBlocks {
 public:
  Recorder(std::unique_ptr<flow::Blocks> own, PortCycle& into, Wire& far, Cycle flight)
      : ForwardingBlocks(std::move(own)), into_(into), far_(far), flight_(flight) {}
  golden::IfctOutput ifct_answer(Cycle now) override {
    const golden::IfctOutput a = ForwardingBlocks::ifct_answer(now);
    into_.over = a.enq.over;
    return a;
  }
  bool unpack(Cycle now, const std::vector<golden::FrameWord>& words,
              std::vector<std::uint32_t>& acks) override {
    far_.frame_arrived(now - flight_, words);
    return ForwardingBlocks::unpack(now, words, acks);
  }

 private:
  PortCycle& into_;
  Wire& far_;
  Cycle flight_;  ///< from the end of a frame at its sender
};

}  // namespace

Watch::Watch(flow::Routers& model, const flow::Params& params, const flow::Wiring& wiring,
             const std::vector<SwitchIdx>& switches)
    : model_(model),
      params_(params),
      wiring_(wiring),
      switches_(switches),
      wires_(wiring.ends.size() + wiring.hosts),
      of_(wiring.switches) {
  for (const SwitchIdx sw : switches) follow(sw);
  model_.observe(*this);
  for (const SwitchIdx sw : switches)
    for (PortIdx p = 0; p < kSwitchPorts; ++p)
      model_.wrap({sw, p}, [&](const flow::BlocksConfig&, std::unique_ptr<flow::Blocks> own) {
        return around({sw, p}, std::move(own));
      });
}

Watch::~Watch() { model_.forget(*this); }

/// The wires that end at a switch and those that begin there.
void Watch::follow(SwitchIdx sw) {
  of_[sw] = std::make_unique<Followed>();
  const Cycle latency = params_.link_latency;
  for (PortIdx p = 0; p < kSwitchPorts; ++p) {
    const PortEnd& end = wiring_.ends[number({sw, p})];
    if (end.kind == PortEnd::Kind::kNone) continue;
    const bool host = end.kind == PortEnd::Kind::kHost;
    auto& from = wires_[number({sw, p})];
    auto& to = wire_to({sw, p});
    using Kind = Wire::Kind;
    if (!from) from = std::make_unique<Wire>(host ? Kind::kToHost : Kind::kBetween, latency);
    if (!to) to = std::make_unique<Wire>(host ? Kind::kFromHost : Kind::kBetween, latency);
  }
}

std::unique_ptr<flow::Blocks> Watch::around(SwitchPort p, std::unique_ptr<flow::Blocks> own) {
  if (Wire* w = wire(p)) w->renewed();
  PortCycle* m = at(p);
  if (m == nullptr) return own;
  const Cycle flight = params_.link_latency + params_.stages.ack_rx;
  return std::make_unique<Recorder>(std::move(own), *m, *wire_to(p), flight);
}

PortCycle* Watch::at(SwitchPort p) {
  Followed* s = of(p.sw);
  return s == nullptr ? nullptr : &s->now.ports[p.port];
}

std::unique_ptr<Wire>& Watch::wire_to(SwitchPort in) {
  const PortEnd& end = end_of(in);
  return end.kind == PortEnd::Kind::kHost ? wires_[wiring_.ends.size() + end.index]
                                          : wires_[number({end.index, end.port})];
}

const Wire* Watch::to(SwitchPort in) const {
  const PortEnd& end = end_of(in);
  if (end.kind == PortEnd::Kind::kNone) return nullptr;
  return end.kind == PortEnd::Kind::kHost ? wires_[wiring_.ends.size() + end.index].get()
                                          : from({end.index, end.port});
}

// ----------------------------------------------------------------------------------- a cycle

void Watch::begin(Cycle now) {
  now_ = now;
  for (const SwitchIdx sw : switches_) {
    Followed& s = *of_[sw];
    s.now = {};
    s.now.at = now;
    s.now.control.stop = s.stop;
    s.now.changed = std::exchange(s.routes, false);
    s.now.learns = std::exchange(s.learns, false);
    if (s.stepped != kNever) {
      s.now.changed |= s.stepped + flow::kNewsHeard == now;
      s.now.learns |= s.stepped + flow::kNewsMissed + 1 >= now;  // of the cycle before this one
    }
    for (PortIdx p = 0; p < kSwitchPorts; ++p) {
      const flow::Output& out = model_[sw].output(p);
      s.now.ports[p].was_alive = out.alive;
      s.now.ports[p].coming = out.up;
      s.now.ports[p].cut = out.cut;
    }
  }
}

void Watch::end() {
  for (auto& w : wires_)
    if (w) w->end_cycle(now_);
  for (const SwitchIdx sw : switches_) end(sw, of_[sw]->now);
}

void Watch::end(SwitchIdx sw, SwitchCycle& now) const {
  const flow::Router& router = model_[sw];
  for (PortIdx p = 0; p < kSwitchPorts; ++p) {
    PortCycle& m = now.ports[p];
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
}

void Watch::leaves_host(HostIdx host, const flow::Packet& packet) {
  if (const auto& w = wires_[wiring_.ends.size() + host]) w->from_host(now_, packet);
}

void Watch::control_stepped(SwitchIdx sw, const StepInput& in, const StepOutput& out) {
  Followed* s = of(sw);
  if (s == nullptr) return;
  s->now.control.in = in;
  s->now.control.sent = out.sent;
  s->stop = out.stop;
  s->stepped = now_;
}

/// Which message it is is told by its number alone: no two of a port that are near are alike.
void Watch::message(SwitchPort out) {
  if (Wire* w = wire(out))
    w->message(now_, static_cast<std::uint32_t>(
                         (((now_ + 1) * 8 + out.port) * 2'654'435'761U) >> 10 & 0x3fffffU));
}

void Watch::routes_changed(SwitchIdx sw) {
  if (Followed* s = of(sw)) s->routes = true;
}

void Watch::learns(SwitchIdx sw) {
  if (Followed* s = of(sw)) s->learns = true;
}

// ----------------------------------------------------------------------------------- what is seen

void Watch::came(SwitchPort in, FlowSymbol symbol) {
  if (of(in.sw) == nullptr) return;
  const bool host = end_of(in).kind == PortEnd::Kind::kHost;
  const flow::Stages& stages = params_.stages;
  const Cycle flight = params_.link_latency + (host ? stages.rx_edge : stages.rx_fabric);
  wire_to(in)->arrived(symbol, now_ - flight);
}
void Watch::arrives(SwitchPort in, const flow::Cargo&) { came(in, FlowSymbol::kPacket); }
void Watch::marked(SwitchPort in, golden::FlowId) { came(in, FlowSymbol::kMarker); }

void Watch::requested(SwitchPort in, std::uint32_t slot) {
  Followed* s = of(in.sw);
  if (s == nullptr) return;
  s->now.ask = true;
  s->now.ask_in = in.port;
  s->now.ask_dest = model_.cargo(slot).packet.destination;
}
void Watch::decided(SwitchIdx sw, std::uint32_t, const RouteDecision& decision) {
  Followed* s = of(sw);
  if (s == nullptr) return;
  const bool leads = decision.outcome == RouteDecision::Outcome::kForward;
  s->now.route = true;
  s->now.ways = leads ? static_cast<unsigned>(decision.candidates) : 0;
}
void Watch::redirected(SwitchPort out, const flow::RedirectOutput&) {
  if (Followed* s = of(out.sw)) ++s->now.redirects;
}
void Watch::sent(SwitchPort out, const flow::Cargo& packet, Cycle until) {
  if (Wire* w = wire(out)) w->packet(now_, packet, until);
}
void Watch::sent_marker(SwitchPort out, golden::FlowId, Cycle until) {
  if (Wire* w = wire(out)) w->marker(now_, until);
}
void Watch::sent_acks(SwitchPort out, unsigned count, Cycle until) {
  if (Wire* w = wire(out)) w->frame(now_, count, until);
}
void Watch::stretched(SwitchPort out, Cycle until) {
  if (Wire* w = wire(out)) w->stretched(until);
}
void Watch::queued(SwitchPort in, golden::FlowId, std::uint32_t slot) {
  PortCycle* m = at(in);
  if (m == nullptr || end_of(in).kind != PortEnd::Kind::kHost) return;
  const flow::Packet& packet = model_.cargo(slot).packet;
  m->queued = true;
  m->key = flow::match_pattern(packet.destination, packet.tc, packet.ordered);
}
void Watch::granted(SwitchPort in, golden::FlowId id, PortIdx out) {
  if (PortCycle* m = at(in)) {
    m->grant = true;
    m->out = out;
    m->id = id;
  }
}
void Watch::into_fifo(SwitchPort out, std::uint32_t slot) {
  if (Wire* w = wire(out)) w->into_fifo(slot);
}
void Watch::pushed(SwitchPort out, const golden::Ack& ack) {
  if (Wire* w = wire(out)) w->pushed(ack);
}
void Watch::sent_away(SwitchPort out) {
  if (PortCycle* m = at(out)) m->dead = true;
}

}  // namespace selvage::fabric
