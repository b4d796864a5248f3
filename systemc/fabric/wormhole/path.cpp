// SPDX-License-Identifier: Apache-2.0
#include "fabric/wormhole/path.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "config/switch/kinds.hpp"
#include "config/switch/wormhole/config.hpp"
#include "config/switch/wormhole/whole.hpp"
#include "fabric/faults/drop_review.hpp"
#include "fabric/flits/twin.hpp"
#include "fabric/ranks/bytes.hpp"
#include "fabric/wormhole/waves.hpp"
#include "kernel/words.hpp"
#include "wormhole/deadlock.hpp"

namespace selvage::fabric {

namespace {

wormhole::SlowHosts slow_hosts(const Scenario& s, const Topology& topology) {
  const ReceiverConfig& config = s.traffic.receivers;
  wormhole::SlowHosts slow;
  if (!config.in_use()) return slow;
  slow.hosts = config.slow_hosts(topology.host_count());
  slow.rate = static_cast<std::uint64_t>(std::llround(config.rate * 1e6));
  slow.stalls = config.stalls;
  slow.every = config.every;
  slow.longest = config.longest;
  slow.seed = s.seed;
  return slow;
}

wormhole::Params params_of(const Scenario& s, const Topology& topology) {
  wormhole::Params p;
  p.vcs = topology.data_vc_count();
  const auto& own = s.sw.as<WormholeConfig>();
  p.node_buffer = own.node_buffer;
  p.injection_channels = own.injection_channels;
  p.link_latency = s.link.latency;
  p.route_latency = s.sw.route_latency;
  p.release = own.release;
  p.allocator = own.allocator;
  p.slow = slow_hosts(s, topology);
  p.report_hops = true;
  p.report_flits = s.engine.whole_switches();
  p.bugs = config::switch_bug_bits(WormholeConfig::kName, s.bugs);
  return p;
}

wormhole::Wiring wiring_of(const Topology& topology, const FaultPlan& plan) {
  wormhole::Wiring w;
  w.nodes = topology.switch_count();
  w.hosts = topology.host_count();
  for (SwitchIdx s = 0; s < w.nodes; ++s) w.ports = std::max(w.ports, topology.port_count(s));
  w.ends.resize(std::size_t{w.nodes} * w.ports);
  const auto end_at = [&](SwitchIdx s, unsigned p) -> PortEnd& {
    return w.ends[std::size_t{s} * w.ports + p];
  };
  for (SwitchIdx s = 0; s < w.nodes; ++s) {
    for (unsigned p = 0; p < topology.port_count(s); ++p) {
      end_at(s, p) = topology.peer(s, static_cast<PortIdx>(p));
    }
  }
  for (const SwitchPort& end : plan.preset) {
    if (plan.comes_back(end)) continue;
    const PortEnd far = topology.peer(end.sw, end.port);
    end_at(end.sw, end.port) = {};
    end_at(far.index, far.port) = {};
  }
  return w;
}

}  // namespace

class WormholePath::Node final : public Switch {
 public:
  Node(const char* name, Context& context, SwitchIdx self, std::unique_ptr<SwitchControl> control,
       WormholePath& path)
      : Switch(name, context, self, std::move(control)),
        path_(path),
        router_(path.routers_[self]) {}
  /// Called before the flits of this cycle move.
  void link_died(PortIdx port) override {
    router_.link_dies(port, context_.now());
    if (path_.twin_ != nullptr) path_.twin_->link_dies({self_, port});
  }
  void dies() override {
    router_.dies(context_.now());
    if (path_.twin_ != nullptr) path_.twin_->node_dies(self_);
  }
  [[nodiscard]] bool link_clear(PortIdx port) const override { return router_.link_clear(port); }
  void send_header(PortIdx out, Packet& packet) { out_.header(out, packet, context_.timing.link); }

 private:
  void header_coming(PortIdx in, LinkPayload& payload, Cycle delay) override {
    router_.header_coming(in, payload.vc, payload.slot);
    const Packet& packet = context_.packets.at(payload.slot);
    if (disturbed(in) && plugs_[in].link != nullptr && plugs_[in].link->unused)
      path_.first_over_.push_back(
          {plugs_[in].link, {self_, in}, packet.sent, context_.now() + delay});
    if (!context_.record.follows_packets()) return;
    context_.record(HeaderArrived{packet, {self_, in}, context_.now() + delay});
  }
  void message_leaves(PortIdx out) override { router_.message_leaves(out, context_.now()); }
  void port_down(PortIdx port) override { router_.link_known_dead(port, context_.now() + 1); }
  void port_up(PortIdx port) override { router_.link_known_up(port, context_.now() + 1); }
  void resend_flow_control(PortIdx port) override {
    router_.link_heals(port, context_.now());
    if (path_.twin_ != nullptr) path_.twin_->link_heals({self_, port});
    path_.healed();
  }
  void routes_changed() override { router_.routes_changed(context_.now() + 1); }

  WormholePath& path_;
  wormhole::Router& router_;
};

WormholePath::WormholePath(Context& context, const FaultPlan& plan, const Switches& switches,
                           const Hosts& hosts)
    : context_(context),
      switches_(switches),
      hosts_(hosts),
      routers_(params_of(context.scenario, context.topology), wiring_of(context.topology, plan),
               *this) {
  routers_.sample(context.scoreboard.coverage(),
                  config::data_path_cover(context.scenario, context.topology));
  for (const SwitchPort& end : plan.preset) {
    if (!plan.comes_back(end)) continue;
    const PortEnd far = context.topology.peer(end.sw, end.port);
    for (const SwitchPort& at : {end, SwitchPort{far.index, far.port}}) {
      routers_[at.sw].link_dies(at.port, 0);
      routers_[at.sw].link_known_dead(at.port, 0);
    }
  }
}

std::unique_ptr<Switch> WormholePath::make_switch(const std::string& name, SwitchIdx self,
                                                  std::unique_ptr<SwitchControl> control) {
  auto made = std::make_unique<Node>(name.c_str(), context_, self, std::move(control), *this);
  nodes_.push_back(made.get());
  return made;
}

void WormholePath::send(HostIdx host, Packet& packet) {
  routers_.sender(host).inject(
      packet.slot, {packet.id, packet.source, packet.destination, packet.beats, 0}, context_.now());
}

void WormholePath::header_leaves_host(std::uint32_t slot, HostIdx host, unsigned vc) {
  Packet& packet = context_.packets.at(slot);
  packet.sent = context_.now();
  packet.vc = static_cast<std::uint8_t>(vc);
  hosts_[host]->transmit(packet);
}

void WormholePath::header_leaves(std::uint32_t slot, SwitchIdx node, PortIdx out, unsigned vc) {
  Packet& packet = context_.packets.at(slot);
  packet.sent = context_.now();
  packet.vc = static_cast<std::uint8_t>(vc);
  nodes_[node]->send_header(out, packet);
}

/// Flits of several worms take turns on a link. Credits are no calls: LINK-13 is checked by audits.
LinkRules WormholePath::link_rules(const LinkRules& common) const {
  LinkRules rules = common;
  rules.interleaved = true;
  return rules;
}

void WormholePath::bring_what_arrives() {
  while (!arriving_.empty() && arriving_.begin()->first == context_.now()) {
    routers_.bring(context_.now(), arriving_.begin()->second);
    arriving_.erase(arriving_.begin());
  }
}

void WormholePath::look_at_first_over() {
  const auto comes = [now = context_.now()](const FirstOver& f) { return f.arrives <= now; };
  for (const FirstOver& f : first_over_)
    if (comes(f) && !f.link->lost(f.sent, f.arrives))
      context_.packet_over(*f.link, f.sent, f.to, true);
  first_over_.erase(std::remove_if(first_over_.begin(), first_over_.end(), comes),
                    first_over_.end());
}

void WormholePath::route() {
  const Cycle now = context_.now();
  if (!first_over_.empty()) look_at_first_over();
  if (carrier_ != nullptr) bring_what_arrives();
  const auto audit = [&](const char* rule, const char* when) {
    if (const std::string why = routers_.audit(); !why.empty()) {
      context_.violate(fmt::format("{}: cycle {}: {}{}", rule, now, when, why));
    }
  };
  if (healed_) {
    healed_ = false;
    audit("WH-REP-2", "after a repair: ");
  }
  if (routers_.next_activity(now) == now) {
    routers_.cycle(now);
    routers_.take_sent([this, at = now + context_.timing.link](const wormhole::Wires::Sent& sent) {
      put(carrier_->carry(sent.entity, at), sent);
    });
    if (context_.scenario.link.checker) audit("LINK-13", "");
    context_.tally.decisions = routers_.counts().requests;
    context_.last_progress = std::max(context_.last_progress, routers_.last_progress());
    context_.tally.receivers.stalled = routers_.counts().sink_stalled;
    context_.tally.receivers.fullest = routers_.counts().sink_fullest;
  }
}

Cycle WormholePath::patience() const { return routers_.flits_in_sinks() > 0 ? kNoDeadlock : 0; }

void WormholePath::wake() {
  const Cycle next = routers_.next_activity(context_.now() + 1);
  if (next == kNever || due_ == next) return;
  due_ = next;
  context_.wheel.schedule(next, make_event(EventKind::kPathDue, 0));
}

SwitchControl& WormholePath::control(SwitchIdx node) { return switches_[node]->control(); }

void WormholePath::injected(HostIdx host, Cycle now) {
  context_.wheel.schedule(now + 1, make_event(EventKind::kHostReady, host));
}

void WormholePath::mark_moment(bool tail, std::uint32_t entity) {
  constexpr std::uint64_t kBehindEvents = std::uint64_t{1} << 63;
  context_.moment = kBehindEvents | (std::uint64_t{tail ? 0U : 1U} << 32) | entity;
}

void WormholePath::delivered(std::uint32_t slot, HostIdx host, Cycle) {
  const bool slow = routers_.is_slow(host);
  mark_moment(!slow, slow ? routers_.nodes() + host : routers_.sender(host).node());
  hosts_[host]->delivered(context_.packets.at(slot));
}

void WormholePath::refused(std::uint32_t slot, SwitchIdx node, const RouteRequest& request,
                           Cycle asked) {
  if (context_.drops) context_.drops->refused(context_.packets.at(slot), node, request, asked);
}

void WormholePath::dropped(std::uint32_t slot, SwitchIdx node, wormhole::DropCause cause,
                           PortIdx out, Cycle) {
  Packet& packet = context_.packets.at(slot);
  mark_moment(false, node);
  if (cause == wormhole::DropCause::kNoRoute) {
    context_.drop(packet, DropReason::kNoRoute, kNoFault, {node, 0});
    return;
  }
  // A control that does not look at what is free may choose a port that is dead.
  const LinkState* link =
      out < context_.topology.port_count(node) ? switches_[node]->link(out) : nullptr;
  context_.drop(packet, DropReason::kDeadPort, link == nullptr ? kNoFault : link->fault,
                {node, link == nullptr ? PortIdx{0} : out});
}

void WormholePath::met_dead_link(std::uint32_t slot, SwitchIdx node, PortIdx out, wormhole::Met how,
                                 Cycle now) {
  Packet& packet = context_.packets.at(slot);
  if (how == wormhole::Met::kHeaderOnWire) context_.record(HeaderCutOff{packet});
  if (packet.lost) return;
  packet.lost = true;
  packet.reason =
      how == wormhole::Met::kSentInto ? DropReason::kSentIntoDead : DropReason::kCaughtOnLink;
  packet.fault = switches_[node]->link(out)->fault;
  context_.record_loss(packet, {node, out}, now);
}

void WormholePath::met_dead_node(std::uint32_t slot, SwitchIdx node, Cycle now) {
  Packet& packet = context_.packets.at(slot);
  if (packet.lost) return;
  packet.lost = true;
  packet.reason = DropReason::kLostInSwitch;
  packet.fault = context_.book.death_of(node);
  context_.record_loss(packet, {node, 0}, now);
}

void WormholePath::lost(std::uint32_t slot, Cycle) {
  Packet& packet = context_.packets.at(slot);
  context_.drop(packet, packet.reason, packet.fault, {});
}

bool WormholePath::outdated(SwitchIdx node, Cycle asked) {
  return asked <= switches_[node]->stepped_at();
}

void WormholePath::hop(std::uint32_t slot, SwitchIdx node, PortIdx out, Cycle) {
  context_.left(context_.packets.at(slot), {node, out});
}

// ---- engine switch ------------------------------------------------------------------------------

std::unique_ptr<WholeSwitches> WormholePath::make_twin(const System& system) {
  auto twin = std::make_unique<FlitTwin>(
      context_, system, routers_, config::router_options(context_.scenario, context_.topology));
  twin_ = twin.get();
  return twin;
}

void WormholePath::flit_leaves(const wormhole::FlitMove& flit) { twin_->flit_leaves(flit); }
void WormholePath::flit_leaves_host(const wormhole::FlitMove& flit) {
  twin_->flit_leaves_host(flit);
}
void WormholePath::credit_leaves(SwitchIdx node, unsigned in) { twin_->credit_leaves(node, in); }
void WormholePath::credit_leaves_host(SwitchIdx node, unsigned out) {
  twin_->credit_leaves_host(node, out);
}
void WormholePath::answered(SwitchIdx node, unsigned in, wormhole::Answered what, unsigned out) {
  twin_->answered(node, in, what, out);
}

std::vector<std::string> WormholePath::wait_cycle() const {
  const Topology& t = context_.topology;
  std::vector<std::string> names;
  for (const wormhole::WaitLink& link : wormhole::find_deadlock(routers_).cycle) {
    const auto port = static_cast<PortIdx>(link.out / routers_.vcs());
    const std::string name = channel_name(t, {link.node, port}, link.out % routers_.vcs());
    // A header that waits for the channel, and the packet that holds it and waits for a credit.
    if (names.empty() || names.back() != name) names.push_back(name);
  }
  if (names.size() > 1 && names.front() == names.back()) names.pop_back();
  return names;
}

std::unique_ptr<PathRows> WormholePath::wave_rows(waves::FstFile& file, WaveRows& /*rows*/) {
  return std::make_unique<WormholeRows>(context_, routers_, file);
}

PathReport WormholePath::report(double sim_seconds) const {
  const wormhole::Counts& c = routers_.counts();
  const double rate = static_cast<double>(c.hops) / std::max(sim_seconds, 1e-9);
  return {{{"injected", c.injected},
           {"hops", c.hops},
           {"ejected", c.ejected},
           {"drained", c.drained},
           {"lost", c.lost},
           {"aborts", c.aborts},
           {"waits", c.waits}},
          {{"flits", fmt::format("{} flit-hops: {} flit-hops/s", kernel::grouped(c.hops),
                                 kernel::grouped(static_cast<std::uint64_t>(rate)))}},
          {}};
}

// ---- over several ranks -------------------------------------------------------------------------

void WormholePath::share(Carrier& carrier) {
  carrier_ = &carrier;
  std::vector<bool> here;
  for (SwitchIdx sw = 0; sw < context_.topology.switch_count(); ++sw) {
    here.push_back(!context_.share.elsewhere(sw));
  }
  routers_.share(here);
}

/// The wires of the routers reach a few cycles ahead, of which this rank may be further behind.
void WormholePath::carried(SwitchIdx, Cycle at, ByteReader& reader) {
  arriving_.emplace(at, reader.get<wormhole::Wires::Sent>());
  context_.wheel.schedule(at, make_event(EventKind::kPathDue, 0));
}

void WormholePath::pack(const Packet& packet, mpi::Bytes& bytes) {
  put(bytes, routers_.hand_over(packet.slot));
}

void WormholePath::unpack(Packet& packet, ByteReader& reader) {
  routers_.take_over(packet.slot, reader.get<wormhole::Packet>());
}

std::vector<std::uint64_t*> WormholePath::sums() {
  wormhole::Counts& c = routers_.counts();
  return {&c.injected, &c.hops, &c.ejected, &c.drained, &c.lost, &c.aborts, &c.waits};
}

std::string WormholePath::broken() const {
  const std::string why = routers_.audit();
  return why.empty() ? why : "WH-CRED-1: " + why;
}

std::unique_ptr<DataPath> make_wormhole_path(Context& context, const FaultPlan& plan,
                                             const Switches& switches, const Hosts& hosts) {
  return std::make_unique<WormholePath>(context, plan, switches, hosts);
}

}  // namespace selvage::fabric
