// SPDX-License-Identifier: Apache-2.0
#include "fabric/beats/rtl_path.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "config/switch/cut_through/config.hpp"
#include "fabric/faults/drop_review.hpp"
#include "golden/forwarding_control.hpp"

namespace selvage::fabric {

/// A switch whose packets are elsewhere.
class RtlPath::Node final : public Switch {
 public:
  Node(const char* name, Context& context, SwitchIdx self, std::unique_ptr<SwitchControl> control,
       RtlPath& path)
      : Switch(name, context, self, std::move(control)), path_(path) {}
  void link_died(PortIdx port) override { path_.link_changes({self_, port}, true); }
  [[nodiscard]] bool link_clear(PortIdx port) const override {
    return path_.link_clear({self_, port});
  }

 private:
  void resend_flow_control(PortIdx port) override { path_.link_changes({self_, port}, false); }
  void flow_control_coming(PortIdx out, unsigned /*vc*/, bool xon, Cycle delay) override {
    path_.host_says({self_, out}, xon, context_.now() + delay);  // switches say it by their pins
  }
  void port_down(PortIdx port) override { path_.declared({self_, port}, false); }
  void port_up(PortIdx port) override { path_.declared({self_, port}, true); }
  void routes_changed() override { path_.states_[self_].changed = true; }

  RtlPath& path_;
};

/// Golden's control of a switch, whose steps the path hears of.
class RtlPath::Control final : public ForwardingControl {
 public:
  Control(RtlPath& path, SwitchIdx sw, std::unique_ptr<SwitchControl> control)
      : ForwardingControl(std::move(control)), path_(path), sw_(sw) {}

  void step(Cycle now, const StepInput& in, StepOutput& out) override {
    ForwardingControl::step(now, in, out);
    path_.stepped(sw_, now, in, out);
  }

 private:
  RtlPath& path_;
  SwitchIdx sw_;
};

RtlPath::RtlPath(Context& context, System& system, const Switches& switches, const Hosts& hosts)
    : context_(context),
      system_(system),
      switches_(switches),
      hosts_(hosts),
      d_(context.scenario.link.latency),
      judge_(context.topology, system.whole_plugin()->facts(), *this),
      ledger_(context.topology.switch_count()),
      senders_(context.topology.host_count()),
      receivers_(context, hosts, buffer_beats(context.scenario),
                 beats_in_round_trip(system.whole_plugin()->facts().round_trip_latency(
                                         context.scenario.link.latency),
                                     context.scenario.traffic),
                 [this](HostIdx host, Packet& packet) { taken(host, packet); }),
      malformed_(context.scenario, context.topology, system.whole_plugin()->facts().buffer),
      wires_(d_ + context.scenario.traffic.packet_beats + MalformedHosts::kMostBeyond + 4),
      departures_(&context.scoreboard.block("switch_departure")),
      sent_messages_(&context.scoreboard.block("switch_message")),
      stops_(&context.scoreboard.block("switch_stop")) {
  const Scenario& s = context.scenario;
  const Topology& topology = context.topology;
  const std::uint64_t margin = beats_in_round_trip(s.link.latency, s.traffic);
  cosim::SwitchBlockOptions options;
  options.capacity = system.whole_plugin()->facts().buffer;
  options.xon_most = options.capacity > margin ? options.capacity - margin : 0;
  options.route_latency = s.sw.route_latency;
  for (SwitchIdx sw = 0; sw < topology.switch_count(); ++sw) {
    State& state = states_.emplace_back();
    options.self = sw;
    options.name = topology.switch_name(sw);
    std::string why;
    state.block = system.make_switch(options, why);
    if (!state.block) throw std::invalid_argument(why);
    for (unsigned p = 0; p < topology.port_count(sw); ++p)
      state.ports.emplace_back().far = topology.peer(sw, static_cast<PortIdx>(p));
  }
  if (system.whole_plugin()->facts().control != cosim::SwitchFacts::Control::kOwn) return;
  for (SwitchIdx sw = 0; sw < topology.switch_count(); ++sw)
    unaware_.push_back(system.make_control(sw, unaware_board_));
}

RtlPath::~RtlPath() = default;

std::unique_ptr<DataPath> make_rtl_path(Context& context, System& system, const Switches& switches,
                                        const Hosts& hosts) {
  return std::make_unique<RtlPath>(context, system, switches, hosts);
}

std::unique_ptr<Switch> RtlPath::make_switch(const std::string& name, SwitchIdx self,
                                             std::unique_ptr<SwitchControl> control) {
  auto watched = std::make_unique<Control>(*this, self, std::move(control));
  return std::make_unique<Node>(name.c_str(), context_, self, std::move(watched), *this);
}

// ---- what the model reports ---------------------------------------------------------------------

void RtlPath::stepped(SwitchIdx sw, Cycle now, const StepInput& in, const StepOutput& out) {
  if (!begun_) return step_along(sw, now, in);
  State& state = states_[sw];
  if (out.active) state.clocked_to = std::max(state.clocked_to, now + kMore);
  if (own_messages()) return;
  for (const PortedMessage& m : out.sent) {
    if (state.ports[m.port].far.kind != PortEnd::Kind::kSwitch) continue;
    keep(m.message);
    ledger_.expect(now, {{sw, m.port}, LedgerEntry::Kind::kMessage, mixed(m.message)});
  }
  PortMask flips = std::exchange(state.model_stop, out.stop) ^ out.stop;
  for (; flips != 0; flips &= flips - 1) {
    const auto p = static_cast<PortIdx>(__builtin_ctzll(flips));
    if (state.ports[p].far.kind != PortEnd::Kind::kSwitch) continue;
    ledger_.expect(now, {{sw, p}, LedgerEntry::Kind::kStop, out.stop >> p & 1U});
  }
}

/// Links that are dead from the start: what belongs to cycle `now` is at the pins at its edge, the
/// next one executes it.
void RtlPath::step_along(SwitchIdx sw, Cycle now, const StepInput& in) {
  if (own_messages()) return;  // they hear of it when time begins
  State& state = states_[sw];
  cosim::SwitchBlock& block = *state.block;
  if (now == 0 || state.settling == 0) {
    for (unsigned p = 0; p < state.ports.size(); ++p) {
      const bool dead = switches_[sw]->declared_dead(static_cast<PortIdx>(p));
      block.link_alive(static_cast<PortIdx>(p), !dead);
    }
  }
  for (; state.settling < now && !block.idle(); ++state.settling) block.edge(state.settling);
  for (unsigned p = 0; p < state.ports.size(); ++p)
    block.far_stop(static_cast<PortIdx>(p), (in.stop >> p & 1U) != 0);
  for (const PortedMessage& m : in.arrivals) block.message(m.port, m.message);
  for (const LinkEvent& e : in.links) block.link_event(e.port, e.up);
  block.edge(now);
  state.settling = now + 1;
}

void RtlPath::begin() {
  if (std::exchange(begun_, true)) return;
  constexpr unsigned kMostEdges = 1000;  // of a switch that does not say that it is idle
  for (SwitchIdx sw = 0; sw < states_.size(); ++sw) {
    State& state = states_[sw];
    if (own_messages() && !system_.whole_plugin()->facts().gated) list(sw);
    for (unsigned i = 0; i < kMostEdges && state.settling > 0 && !state.block->idle(); ++i)
      state.block->edge(state.settling++);
    for (unsigned p = 0; p < state.ports.size(); ++p) {
      const auto at = static_cast<PortIdx>(p);
      if (state.settling > 0) state.block->far_stop(at, false);
      if (!switches_[sw]->declared_dead(at)) continue;
      state.ports[p].dead = true;
      state.block->link_alive(at, false);
      judge_.link({sw, at}, 0, false);
      judge_.declared({sw, at}, 0, false);
      if (own_messages()) declarations_.push_back({1, {sw, at}, false});
    }
  }
}

void RtlPath::link_changes(SwitchPort end, bool dead) {
  pass_over(context_.now() == 0 ? 0 : context_.now() - 1);
  link_changes_.push_back({context_.now(), end, dead});
}

void RtlPath::declared(SwitchPort where, bool up) {
  pass_over(context_.now());
  declarations_.push_back({context_.now(), where, up});
  ledger_.note(context_.now(), {where, LedgerEntry::Kind::kDeclared, up ? 1U : 0U});
}

/// Deaths of this cycle are known: they come before repairs.
bool RtlPath::link_clear(SwitchPort end) {
  begin();
  run_until(context_.now());
  return (states_[end.sw].block->shown().clear >> end.port & 1U) != 0 && judge_.clear(end);
}

PortMask RtlPath::ways(SwitchIdx sw, const RouteRequest& request) {
  const PortMask golden = switches_[sw]->control().preview(request).candidates;
  return flux_ ? golden | unaware_[sw]->preview(request).candidates : golden;
}

/// They begin without knowing anything; and golden has to know, too, what it judges by.
bool RtlPath::spreads(Cycle c) const {
  if (!own_messages()) return false;
  const Cycle settle = system_.whole_plugin()->facts().settle;
  const LinkBook& book = context_.book;
  const Cycle declared = book.link_changes.last_declared;
  return c <= settle || (declared != kNever && c <= declared + settle) ||
         book.messages_pending + book.controls_active != 0;
}

void RtlPath::left(SwitchPort from, std::uint32_t tag) {
  ++context_.tally.decisions;
  if (!flux_) ++departures_->compared;
  context_.last_progress = context_.now();
  if (Packet* packet = packet_of(tag)) context_.left(*packet, from);
}

void RtlPath::dropped(SwitchPort in, std::uint32_t tag, Cycle empty, PortMask dead) {
  Packet* packet = packet_of(tag);
  if (packet == nullptr) return judge_.ended(tag);  // a malformed one
  ++context_.tally.decisions;
  RouteRequest request;
  request.packet = packet->id;
  request.source = packet->source;
  request.destination = packet->destination;
  request.in_port = in.port;
  if (dead == 0 && context_.drops) context_.drops->refused(*packet, in.sw, request, empty);
  slots_.erase(tag);
  judge_.ended(tag);
  if (dead == 0) return context_.drop(*packet, DropReason::kNoRoute, kNoFault, in);
  const auto port = static_cast<PortIdx>(__builtin_ctzll(dead));
  const LinkState* link = switches_[in.sw]->link(port);
  context_.drop(*packet, DropReason::kDeadPort, link == nullptr ? kNoFault : link->fault,
                {in.sw, port});
}

// ---- time ---------------------------------------------------------------------------------------

void RtlPath::route() {
  send_malformed();
  begin();
  run_until(context_.now());
  compare(next_ == 0 ? 0 : next_ - 1);
}

void RtlPath::forward() { wake(); }

bool RtlPath::busy() const {
  return !awake_.empty() || under_way_ > 0 || !link_changes_.empty() || !declarations_.empty() ||
         !dead_stops_.empty();
}

void RtlPath::wake() {
  const Cycle at = context_.now() + 1;
  if (!busy() || due_ == at) return;
  due_ = at;
  context_.wheel.schedule(at, make_event(EventKind::kPathDue, 0));
}

void RtlPath::pass_over(Cycle cycle) {
  if (!busy()) next_ = std::max(next_, cycle);
}

void RtlPath::run_until(Cycle cycle) {
  while (next_ < cycle && !context_.scoreboard.failed()) {
    if (!busy()) {
      next_ = cycle;
      return;
    }
    edge(next_++);
  }
}

void RtlPath::finish() {
  if (context_.scoreboard.failed()) return;
  run_until(context_.now() + 1);
  compare(next_ == 0 ? 0 : next_ - 1);
}

RtlPath::State& RtlPath::touch(SwitchIdx sw) {
  State& state = list(sw);
  state.touched = true;
  return state;
}

RtlPath::State& RtlPath::list(SwitchIdx sw) {
  State& state = states_[sw];
  if (!state.listed) {
    state.listed = true;
    awake_.push_back(sw);
  }
  return state;
}

void RtlPath::fly(Cycle at, const Item& item) {
  row(at).push_back(item);
  ++under_way_;
}

}  // namespace selvage::fabric
