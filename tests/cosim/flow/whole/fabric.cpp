// SPDX-License-Identifier: Apache-2.0
#include "fabric.hpp"

#include <algorithm>
#include <utility>

#include "flow/blocks/forwarding.hpp"

namespace selvage::test {

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

std::unique_ptr<cosim::FlowSwitchBlock> rtl_switch(SwitchIdx sw,
                                                   const cosim::FlowSwitchOptions& options) {
  return sw == kRoot ? cosim::make_flow_root(options) : cosim::make_flow_leaf(options);
}

Fabric::Fabric(Lab& lab, const std::vector<SwitchIdx>& switches, std::uint32_t bugs,
               const MakeSwitch& make)
    : lab_(lab), wires_(lab.wiring.ends.size() + lab.wiring.hosts) {
  for (const SwitchIdx sw : switches) watch(sw, bugs, make);
  lab.net.observe(this);
  const auto around = [this](SwitchPort p, std::unique_ptr<flow::Blocks> own) {
    if (Wire* w = wire(p)) w->renewed();
    PortCycle* m = at(p);
    if (m == nullptr) return own;
    const Cycle flight = lab_.params.link_latency + lab_.params.stages.ack_rx;
    return std::unique_ptr<flow::Blocks>(
        std::make_unique<Recorder>(std::move(own), *m, *wire_to(p), flight));
  };
  for (const SwitchIdx sw : switches)
    for (PortIdx p = 0; p < kPorts; ++p)
      lab.net.wrap({sw, p}, [&](const flow::BlocksConfig&, std::unique_ptr<flow::Blocks> own) {
        return around({sw, p}, std::move(own));
      });
  lab.maker = [around](SwitchIdx sw, PortIdx p, const flow::BlocksConfig& config) {
    return around({sw, p}, flow::golden_blocks(config));  // a link that is initialised
  };
  lab.held_back = [this](std::uint32_t slot) {
    const flow::Packet& packet = lab_.packets[slot];
    if (const auto& w = wires_[lab_.wiring.ends.size() + packet.source])
      w->from_host(lab_.now, packet);
    return false;
  };
}

/// The wires that end at a switch and those that begin there.
void Fabric::watch(SwitchIdx sw, std::uint32_t bugs, const MakeSwitch& make) {
  WholeSwitch::Wires own{}, far{};
  for (PortIdx p = 0; p < kPorts; ++p) {
    const PortEnd& end = lab_.wiring.ends[number({sw, p})];
    if (end.kind == PortEnd::Kind::kNone) continue;
    const bool host = end.kind == PortEnd::Kind::kHost;
    auto& from = wires_[number({sw, p})];
    auto& to = wire_to({sw, p});
    if (!from) from = std::make_unique<Wire>(host ? Wire::Kind::kToHost : Wire::Kind::kBetween);
    if (!to) to = std::make_unique<Wire>(host ? Wire::Kind::kFromHost : Wire::Kind::kBetween);
    own[p] = from.get();
    far[p] = to.get();
  }
  switches_.push_back(
      std::make_unique<WholeSwitch>(lab_, sw, own, far, make(sw, whole_options(lab_, sw, bugs))));
}

void Fabric::cycle() {
  for (auto& s : switches_) s->before();
  if (lab_.net.next_activity(lab_.now) == lab_.now) {
    lab_.net.cycle(lab_.now);
    lab_.last = lab_.now;
  }
  for (auto& w : wires_)
    if (w) w->end_cycle(lab_.now);
  for (auto& s : switches_) s->behind(lab_.now);
  for (auto& s : switches_) s->clock();
  ++lab_.now;
}

void Fabric::message(SwitchPort port) {
  if (Wire* w = wire(port))
    w->message(static_cast<std::uint32_t>(((lab_.now * 8 + port.port) * 2'654'435'761U) >> 10 &
                                          0x3fffffU));
  lab_.net[port.sw].message_leaves(port.port, lab_.now - 1);
}

void Fabric::routes_changed(SwitchIdx sw) {
  if (WholeSwitch* s = of(sw)) s->routes();
  // learns_i is a level: what was asked for before is old by the cycles in which it is 1.
  if (auto& since = lab_.knows_since; !since.empty()) since[sw] = std::max(since[sw], lab_.now + 1);
  lab_.net[sw].routes_changed(lab_.now);
}

std::string Fabric::difference() const {
  for (const auto& s : switches_)
    if (!s->difference().empty()) return s->difference();
  return {};
}

std::string Fabric::near() const {
  for (const auto& s : switches_)
    if (!s->difference().empty()) return s->near();
  return {};
}

Seen Fabric::seen() const {
  Seen all;
  for (const auto& s : switches_) all += s->seen;
  return all;
}

WholeSwitch* Fabric::of(SwitchIdx sw) {
  for (auto& s : switches_)
    if (s->self() == sw) return s.get();
  return nullptr;
}
PortCycle* Fabric::at(SwitchPort p) {
  WholeSwitch* s = of(p.sw);
  return s == nullptr ? nullptr : &s->now.ports[p.port];
}

std::unique_ptr<Wire>& Fabric::wire_to(SwitchPort in) {
  const PortEnd& end = lab_.wiring.ends[number(in)];
  return end.kind == PortEnd::Kind::kHost ? wires_[lab_.wiring.ends.size() + end.index]
                                          : wires_[number({end.index, end.port})];
}

// ----------------------------------------------------------------------------------- what is seen

void Fabric::came(SwitchPort in, FlowSymbol symbol) {
  if (of(in.sw) == nullptr) return;
  const bool host = lab_.wiring.ends[number(in)].kind == PortEnd::Kind::kHost;
  const flow::Stages& stages = lab_.params.stages;
  const Cycle flight = lab_.params.link_latency + (host ? stages.rx_edge : stages.rx_fabric);
  wire_to(in)->arrived(symbol, lab_.now - flight);
}
void Fabric::arrives(SwitchPort in, const flow::Cargo&) { came(in, FlowSymbol::kPacket); }
void Fabric::marked(SwitchPort in, golden::FlowId) { came(in, FlowSymbol::kMarker); }

void Fabric::decided(SwitchIdx sw, std::uint32_t, const RouteDecision& decision) {
  WholeSwitch* s = of(sw);
  if (s == nullptr) return;
  const bool leads = decision.outcome == RouteDecision::Outcome::kForward;
  s->now.route = true;
  s->now.ways = leads ? static_cast<unsigned>(decision.candidates) : 0;
}
void Fabric::redirected(SwitchPort out, const flow::RedirectOutput&) {
  if (WholeSwitch* s = of(out.sw)) ++s->seen.redirects;
}
void Fabric::sent(SwitchPort out, const flow::Cargo& packet, Cycle until) {
  if (Wire* w = wire(out)) w->packet(lab_.now, packet, until);
}
void Fabric::sent_marker(SwitchPort out, golden::FlowId, Cycle until) {
  if (Wire* w = wire(out)) w->marker(lab_.now, until);
}
void Fabric::sent_acks(SwitchPort out, unsigned count, Cycle until) {
  if (Wire* w = wire(out)) w->frame(lab_.now, count, until);
}
void Fabric::stretched(SwitchPort out, Cycle until) {
  if (Wire* w = wire(out)) w->stretched(until);
}
void Fabric::queued(SwitchPort in, golden::FlowId, std::uint32_t slot) {
  if (PortCycle* m = at(in)) {
    m->queued = lab_.wiring.ends[number(in)].kind == PortEnd::Kind::kHost;
    m->queued_slot = slot;
  }
}
void Fabric::granted(SwitchPort in, golden::FlowId id, PortIdx out) {
  if (PortCycle* m = at(in)) {
    m->grant = true;
    m->out = out;
    m->id = id;
  }
}
void Fabric::into_fifo(SwitchPort out, std::uint32_t slot) {
  if (Wire* w = wire(out)) w->into_fifo(slot);
}
void Fabric::pushed(SwitchPort out, const golden::Ack& ack) {
  if (Wire* w = wire(out)) w->pushed(ack);
}
void Fabric::sent_away(SwitchPort out) {
  if (PortCycle* m = at(out)) m->dead = true;
}

// ----------------------------------------------------------------------------------- a run

std::string WholeRun::run(unsigned cycles) {
  for (unsigned i = 0; i < cycles && fabric.difference().empty(); ++i) {
    script.before();
    fabric.cycle();
    script.behind();
  }
  return fabric.difference();
}

}  // namespace selvage::test
