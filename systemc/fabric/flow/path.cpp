// SPDX-License-Identifier: Apache-2.0
#include "fabric/flow/path.hpp"

#include <fmt/format.h>
#include <algorithm>

#include "config/switch/flow/config.hpp"
#include "config/switch/kinds.hpp"
#include "cosim/flow/bugs.hpp"
#include "fabric/flow/cover.hpp"
#include "fabric/flow/log.hpp"
#include "fabric/flow/report.hpp"
#include "fabric/flow/twin/twin.hpp"
#include "flow/bounds/loop.hpp"

namespace selvage::fabric {

namespace {

/// What the scenario says elsewhere.
flow::Params params_of(const Context& context) {
  const Scenario& s = context.scenario;
  flow::Params p = s.sw.as<FlowConfig>().params;
  p.link_latency = s.link.latency;
  p.bytes_per_cycle = s.link.bytes_per_cycle;
  p.overhead_bytes = s.link.overhead_bytes;
  p.route_latency = s.sw.route_latency;
  p.source_packets = s.traffic.source_queue_packets;
  p.vcs = context.topology.data_vc_count();
  p.slow = slow_hosts(s, p.unit_bytes);
  p.seed = s.seed;
  p.report_hops = true;
  p.log = !context.flow_log.empty();
  return p;
}

/// A link that is dead for good is not there.
flow::Wiring wiring_of(const Topology& topology, const FaultPlan& plan) {
  flow::Wiring w = flow::wiring_of(topology);
  for (const SwitchPort& end : plan.preset) {
    if (plan.comes_back(end)) continue;
    const PortEnd far = topology.peer(end.sw, end.port);
    w.ends[end.sw * w.ports + end.port] = {};
    w.ends[far.index * w.ports + far.port] = {};
  }
  return w;
}

DropReason reason_of(flow::DropCause cause) {
  switch (cause) {
    case flow::DropCause::kNoRoute: return DropReason::kNoRoute;
    case flow::DropCause::kDeadPort: return DropReason::kDeadPort;
    case flow::DropCause::kLost: return DropReason::kLostOnLink;
    case flow::DropCause::kCaughtOnLink: return DropReason::kCaughtOnLink;
    case flow::DropCause::kSentIntoDead: return DropReason::kSentIntoDead;
  }
  return DropReason::kNoRoute;
}

}  // namespace

class FlowPath::Node final : public Switch {
 public:
  Node(const char* name, Context& context, SwitchIdx self, std::unique_ptr<SwitchControl> control,
       FlowPath& path)
      : Switch(name, context, self, std::move(control)),
        path_(path),
        router_(path.routers_[self]),
        met_(path.met(self), self, context.topology.port_count(self)) {}
  FlowPathCover& met() { return met_; }
  /// The last cycle in which the control took a step; kNever: in none.
  [[nodiscard]] Cycle stepped() const { return stepped_; }
  void link_died(PortIdx port) override { router_.cut(port, context_.now()); }
  [[nodiscard]] bool link_clear(PortIdx port) const override {
    return router_.link_clear(port, context_.now());
  }
  void send_header(PortIdx out, Packet& packet) { out_.header(out, packet, context_.timing.link); }
  void send_stall(PortIdx out, Packet& packet) {
    out_.stall(out, packet, context_.timing.link + 1);
  }

 private:
  /// The router knows already when the tail comes (FLOW-MSG).
  void stall_coming(PortIdx, LinkPayload&, Cycle) override {}
  /// Of a packet from a host the journey knows now; one of another switch may yet be lost.
  void header_coming(PortIdx in, LinkPayload& payload, Cycle delay) override {
    router_.header_coming(in, payload.slot, delay);
    if (plugs_[in].link != nullptr || !context_.record.follows_packets()) return;
    context_.record(
        HeaderArrived{context_.packets.at(payload.slot), {self_, in}, context_.now() + delay});
  }
  void message_leaves(PortIdx out) override {
    met_.message(router_.look(out));
    router_.message_leaves(out, context_.now());
    if (path_.twin_ != nullptr) path_.twin_->watch().message({self_, out});
  }
  void port_down(PortIdx port) override {
    met_.port_down(router_.look(port));
    router_.port_dead(port, context_.now() + 1);
  }
  void port_up(PortIdx port) override { router_.port_up(port, context_.now() + 1); }
  void resend_flow_control(PortIdx port) override { router_.healed(port); }
  /// What the control knows counts as new when it has come to rest (FL-WAKE).
  void control_stepped(const StepInput& in, const StepOutput& out) override {
    stepped_ = context_.now();
    router_.routes_changed(stepped_ + flow::kNewsHeard);
    if (path_.twin_ != nullptr) path_.twin_->watch().control_stepped(self_, in, out);
  }

  FlowPath& path_;
  flow::Router& router_;
  FlowPathCover met_;
  Cycle stepped_ = kNever;
};

FlowPath::FlowPath(Context& context, const FaultPlan& plan, const Switches& switches,
                   const Hosts& hosts)
    : context_(context),
      switches_(switches),
      hosts_(hosts),
      bugs_(cosim::flow_bugs_of(context.scenario.bugs)),
      params_(params_of(context)),
      wiring_(wiring_of(context.topology, plan)),
      routers_(params_, wiring_, *this),
      receivers_(context, hosts, params_.slow.buffer,
                 beats_in_round_trip(params_.link_latency, context.scenario.traffic),
                 [this](HostIdx host, Packet& packet) {
                   routers_.terminal(host).taken(packet.slot, context_.now());
                 }),
      audit_period_(context.scenario.sw.as<FlowConfig>().audit_period),
      next_audit_(audit_period_) {
  for (const SwitchPort& end : plan.preset) {
    if (!plan.comes_back(end)) continue;
    const PortEnd far = context.topology.peer(end.sw, end.port);
    routers_[end.sw].start_dead(end.port);
    routers_[far.index].start_dead(far.port);
  }
}

std::unique_ptr<Switch> FlowPath::make_switch(const std::string& name, SwitchIdx self,
                                              std::unique_ptr<SwitchControl> control) {
  auto made = std::make_unique<Node>(name.c_str(), context_, self, std::move(control), *this);
  nodes_.push_back(made.get());
  return made;
}

void FlowPath::send(HostIdx host, Packet& packet) {
  routers_.terminal(host).inject(
      packet.slot,
      {packet.id, packet.source, packet.destination,
       packet_bytes(context_.scenario.traffic, context_.scenario.link, packet.length), packet.tc,
       packet.ordered},
      context_.now());
}

void FlowPath::header_leaves_host(std::uint32_t slot, HostIdx host) {
  if (twin_ != nullptr) twin_->watch().leaves_host(host, routers_.cargo(slot).packet);
  Packet& packet = context_.packets.at(slot);
  packet.sent = context_.now();
  packet.vc = 0;
  hosts_[host]->transmit(packet);
  hosts_[host]->room();
}

void FlowPath::stalled(std::uint32_t slot, SwitchIdx sw, PortIdx out) {
  nodes_[sw]->send_stall(out, context_.packets.at(slot));
}

void FlowPath::header_leaves(std::uint32_t slot, SwitchIdx sw, PortIdx out, unsigned vc) {
  Packet& packet = context_.packets.at(slot);
  packet.sent = context_.now();
  packet.vc = static_cast<std::uint8_t>(vc);
  nodes_[sw]->send_header(out, packet);
}

void FlowPath::header_to_host(HostIdx host, Packet& packet, Cycle delay) {
  if (!receivers_.has(host)) return routers_.terminal(host).header_coming(packet.slot, delay);
  context_.wheel.schedule(context_.now() + delay,
                          make_event(EventKind::kHostHeader, host, 0, 0, packet.slot));
}

void FlowPath::event(const kernel::Event& e) {
  const std::uint32_t entity = entity_of(e);
  switch (kind_of(e)) {
    case EventKind::kHostHeader:
      receivers_.header(entity, context_.packets.at(static_cast<std::uint32_t>(e.arg)));
      break;
    case EventKind::kReceiverDue: receivers_.due(entity); break;
    case EventKind::kFlowControl:
      routers_[entity].host_says(port_of(e), e.arg != 0, context_.now());
      break;
    default: break;  // not of the data path
  }
}

void FlowPath::route() {
  const Cycle now = context_.now();
  if (twin_ != nullptr) twin_->begin(now);
  if (routers_.next_activity(now) != now) return;
  measure_live();
  routers_.cycle(now);
  handled_ = now;
  context_.tally.decisions = routers_.counts().requests;
  context_.last_progress = std::max(context_.last_progress, routers_.last_progress());
  if (!routers_.violation().empty()) context_.violate(routers_.violation());
  if (audit_period_ != 0 && now >= next_audit_) {
    next_audit_ = now + audit_period_;
    audit();
  }
}

/// After the controls: they may have given the network something to do.
void FlowPath::forward() {
  const Cycle next = routers_.next_activity(context_.now() + 1);
  if (next == kNever || due_ == next) return;
  due_ = next;
  context_.wheel.schedule(next, make_event(EventKind::kPathDue, 0));
}

/// Nothing has changed since the last cycle handled.
void FlowPath::measure_live() {
  const std::array<Cycle, 2> at{context_.timing.measure_from, context_.timing.measure_until};
  for (unsigned i = 0; i < at.size(); ++i) {
    if (live_seen_[i] || context_.now() < at[i]) continue;
    live_seen_[i] = true;
    live_cycles_[i] = routers_.live_cycles(at[i]);
    limit_at_high_ = routers_.limit_at_high();
    fabric_high_ = routers_.take_fabric_high();
  }
}

void FlowPath::audit() {
  ++audits_;
  units_high_ = std::max(units_high_, routers_.occupancy());
  if (live_seen_[0] && !live_seen_[1]) {
    const flow::Branches b = routers_.branches(handled_);
    branches_.rows += b.rows;
    branches_.branches += b.branches;
    branches_.most = std::max(branches_.most, b.most);
  }
  if (context_.scoreboard.failed()) return;
  const std::string found = routers_.audit(handled_);
  if (!found.empty()) context_.violate(fmt::format("{} (cycle {})", found, handled_));
}

/// The laws are looked at before the blocks' pipelines run dry: what comes out then has no effect
/// on the network any more, so that its counts would be behind the tables (FLOW-A-7).
void FlowPath::finish() {
  sample(routers_.counts(), met(0));
  if (!context_.flow_log.empty()) {
    context_.unwritten = write_flow_log(context_.flow_log, routers_, context_.topology);
  }
  if (context_.scoreboard.failed() || !context_.broken_check.empty()) return;
  // Only a network that has come to rest has to have given everything back.
  if (routers_.packets_in_flight() != 0 || routers_.channels() != 0) {
    audit();
  } else {
    ++audits_;
    const std::string found = routers_.audit_end(handled_);
    if (!found.empty()) context_.violate(fmt::format("{} (at the end, cycle {})", found, handled_));
  }
  routers_.finish(context_.now());
}

PathReport FlowPath::report(double) const {
  FlowChannels f;
  f.counts = routers_.counts();
  f.flows = routers_.flow_count();
  const Cycle until = std::min(context_.timing.measure_until, context_.now() + 1);
  if (until > context_.timing.measure_from) {
    const std::uint64_t end = live_seen_[1] ? live_cycles_[1] : routers_.live_cycles(until);
    f.mean_live = static_cast<double>(end - live_cycles_[0]) /
                  static_cast<double>(until - context_.timing.measure_from);
  }
  f.fabric_high = live_seen_[1] ? fabric_high_ : routers_.fabric_high();
  f.limit_at_high = live_seen_[1] ? limit_at_high_ : routers_.limit_at_high();
  f.branches = branches_;
  f.left = routers_.channels();
  f.audits = audits_;
  f.units_high = units_high_;
  f.order_kept = routers_.keeps_order();
  f.drain_longest = routers_.longest_drain();
  f.drain_bound = routers_.longest_bound();
  f.drain_short = routers_.short_drain();
  const Cycle round_trip = flow::round_trip(params_, flow::wiring_of(context_.topology));
  return flow_report(f, context_.scenario.sw.as<FlowConfig>().params, round_trip,
                     !context_.book.faults.empty());
}

/// A packet at level 7 waits for its bandwidth; after a loss markers help.
Cycle FlowPath::patience() const {
  if (receivers_.busy()) return kNoDeadlock;  // FAB-RECV-4
  const golden::IfctConfig& t = params_.ifct;
  const Cycle slow = Cycle{flow::kMostUnits} * t.unit_cyc * 64;
  return routers_.lossy() ? slow + routers_.longest_news() + routers_.longest_drain() : slow;
}

std::vector<std::string> FlowPath::wait_cycle() const {
  std::vector<std::string> names;
  for (const flow::WaitPort& w : routers_.wait_cycle())
    names.push_back(channel_name(context_.topology, w.at, w.vc));
  return names;
}

SwitchControl& FlowPath::control(SwitchIdx sw) { return switches_[sw]->control(); }

cover::Counts& FlowPath::met(SwitchIdx sw) {
  if (!cover_) cover_ = config::data_path_cover(context_.scenario, context_.topology);
  return context_.board(sw).coverage().of(cover_);
}

void FlowPath::delivered(std::uint32_t slot, HostIdx host, Cycle) {
  hosts_[host]->delivered(context_.packets.at(slot));
}

std::uint32_t FlowPath::fault_at(SwitchPort port) const {
  const LinkState* link = switches_[port.sw]->link(port.port);
  return link == nullptr ? kNoFault : link->fault;
}

void FlowPath::dropped(std::uint32_t slot, SwitchPort at, flow::DropCause cause, Cycle) {
  nodes_[at.sw]->met().dropped(cause);
  const bool by_link = cause != flow::DropCause::kNoRoute && cause != flow::DropCause::kLost;
  context_.drop(context_.packets.at(slot), reason_of(cause), by_link ? fault_at(at) : kNoFault, at);
}

void FlowPath::torn(std::uint32_t slot, SwitchPort from, Cycle now) {
  Packet& p = context_.packets.at(slot);
  if (!p.live || p.lost) return;
  p.lost = true;
  p.reason = DropReason::kCaughtOnLink;
  p.fault = fault_at(from);
  context_.record_loss(p, from, now);
}

/// An answer is final once it was asked for behind what the control has done (FL-WAYS).
bool FlowPath::knew_all(SwitchIdx sw, Cycle asked) {
  const Cycle stepped = nodes_[sw]->stepped();
  return stepped == kNever || asked > stepped + flow::kNewsMissed;
}

void FlowPath::hop(std::uint32_t slot, SwitchIdx sw, PortIdx out, Cycle now) {
  Packet& packet = context_.packets.at(slot);
  nodes_[sw]->met().leaves(out, packet.tc, now < routers_.cargo(slot).tail);
  context_.left(packet, {sw, out});
}

void FlowPath::arrived(std::uint32_t slot, SwitchPort in, Cycle now) {
  const Packet& packet = context_.packets.at(slot);
  const Switch& here = *switches_[in.sw];
  if (const LinkState* const link = here.link(in.port); link != nullptr)
    context_.packet_over(*link, packet.sent, in, here.disturbed(in.port));
  context_.record(HeaderArrived{packet, in, now - params_.stages.rx_fabric});
}

std::unique_ptr<DataPath> make_flow_path(Context& context, const FaultPlan& plan,
                                         const Switches& switches, const Hosts& hosts) {
  return std::make_unique<FlowPath>(context, plan, switches, hosts);
}

}  // namespace selvage::fabric
