// SPDX-License-Identifier: Apache-2.0
#include "fabric/wormhole_path.hpp"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>

#include "fabric/journey.hpp"
#include "wormhole/deadlock.hpp"

namespace selvage::fabric {

namespace {

wormhole::Params params_of(const Scenario& s, const Topology& topology) {
  wormhole::Params p;
  p.vcs = topology.data_vc_count();
  p.node_buffer = s.sw.node_buffer;
  p.injection_channels = s.sw.injection_channels;
  p.link_latency = s.link.latency;
  p.route_latency = s.sw.route_latency;
  p.release = s.sw.release == ChannelRelease::kTailSent ? wormhole::Release::kTailSent
                                                        : wormhole::Release::kTailLeftBuffer;
  p.report_hops = true;
  return p;
}

wormhole::Wiring wiring_of(const Topology& topology, const std::vector<SwitchPort>& dead) {
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
  for (const SwitchPort& end : dead) {
    const PortEnd far = topology.peer(end.sw, end.port);
    end_at(end.sw, end.port) = {};
    end_at(far.index, far.port) = {};
  }
  return w;
}

}  // namespace

WormholePath::WormholePath(Context& context, const FaultPlan& plan, const Switches& switches,
                           const Hosts& hosts)
    : context_(context),
      switches_(switches),
      hosts_(hosts),
      net_(params_of(context.scenario, context.topology),
           wiring_of(context.topology, plan.preset), *this) {
  assert(plan.events.empty() && "the configuration has refused failures under way");
}

std::unique_ptr<Switch> WormholePath::make_switch(const std::string& name, SwitchIdx self,
                                                  std::unique_ptr<SwitchControl> control) {
  return std::make_unique<Switch>(name.c_str(), context_, self, std::move(control));
}

void WormholePath::send(HostIdx host, Packet& packet) {
  const Cycle now = context_.now();
  net_.inject(host, packet.slot,
              {packet.id, packet.source, packet.destination,
               static_cast<std::uint32_t>(context_.timing.beats), 0},
              now);
  if (context_.journeys) {
    const SwitchPort first = context_.topology.attachment(host);
    context_.journeys->arrive(packet, first.sw, first.port, now + context_.timing.link);
  }
}

void WormholePath::route() {
  const Cycle now = context_.now();
  if (net_.next_activity(now) == now) {
    net_.cycle(now);
    context_.decisions = net_.counts().requests;
    context_.last_progress = std::max(context_.last_progress, net_.last_progress());
  }
  const Cycle next = net_.next_activity(now + 1);
  if (next == kNever || due_ == next) return;
  due_ = next;
  context_.wheel.schedule(next, make_event(EventKind::kPathDue, 0));
}

SwitchControl& WormholePath::control(SwitchIdx node) { return switches_[node]->control(); }

void WormholePath::injected(HostIdx host, Cycle now) {
  context_.wheel.schedule(now + 1, make_event(EventKind::kHostReady, host));
}

void WormholePath::delivered(std::uint32_t slot, HostIdx host, Cycle) {
  hosts_[host]->delivered(context_.packets.at(slot));
}

void WormholePath::dropped(std::uint32_t slot, SwitchIdx node, wormhole::DropCause cause, Cycle) {
  // A control that does not look at what is free may choose a port that is dead.
  context_.drop(context_.packets.at(slot),
                cause == wormhole::DropCause::kNoRoute ? DropReason::kNoRoute
                                                       : DropReason::kDeadPort,
                kNoFault, {node, 0});
}

void WormholePath::hop(std::uint32_t slot, SwitchIdx node, PortIdx out, Cycle now) {
  Packet& p = context_.packets.at(slot);
  context_.left(p, {node, out});
  if (!context_.journeys) return;
  const PortEnd far = context_.topology.peer(node, out);
  if (far.kind == PortEnd::Kind::kSwitch) {
    context_.journeys->arrive(p, far.index, far.port, now + context_.timing.link);
  }
}

std::vector<std::string> WormholePath::wait_cycle() const {
  const Topology& t = context_.topology;
  std::vector<std::string> names;
  for (const wormhole::WaitLink& link : wormhole::find_deadlock(net_).cycle) {
    const auto port = static_cast<PortIdx>(link.out / net_.vcs());
    const PortEnd far = t.peer(link.node, port);
    const std::string name =
        fmt::format("{} {} -> {} {} vc{}", t.switch_name(link.node),
                    t.port_name(link.node, port), t.switch_name(far.index),
                    t.port_name(far.index, far.port), link.out % net_.vcs());
    // A header that waits for the channel, and the packet that holds it and waits for a credit.
    if (names.empty() || names.back() != name) names.push_back(name);
  }
  if (names.size() > 1 && names.front() == names.back()) names.pop_back();
  return names;
}

std::optional<FlitCounts> WormholePath::flits() const {
  const wormhole::Counts& c = net_.counts();
  return FlitCounts{c.injected, c.hops, c.ejected, c.drained, c.waits};
}

}  // namespace selvage::fabric
