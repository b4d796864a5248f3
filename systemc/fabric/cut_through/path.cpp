// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>

#include "config/switch/cut_through/config.hpp"
#include "config/switch/kinds.hpp"
#include "fabric/beats/twin.hpp"
#include "fabric/cut_through/ports.hpp"
#include "fabric/record/journey.hpp"

namespace selvage::fabric {

std::unique_ptr<DataPath> make_cut_through_path(Context& context, const FaultPlan&, const Switches&,
                                                const Hosts& hosts) {
  const Scenario& s = context.scenario;
  Timing& t = context.timing;
  const unsigned shortest = s.traffic.shortest_beats();
  if (shortest == 0 || s.traffic.packet_beats > kMostBeats) {
    throw std::invalid_argument(fmt::format("packets of no beat, or of more than {}", kMostBeats));
  }
  t.capacity = buffer_beats(s);
  if (t.capacity / shortest > kMostHeaders) {
    throw std::invalid_argument(fmt::format("buffers of more than {} packets", kMostHeaders));
  }
  t.xoff_free = beats_in_round_trip(s.link.latency, s.traffic) -
                config::switch_bug_bits(CutThroughConfig::kName, s.bugs);
  return std::make_unique<CutThroughPath>(context, hosts);
}

CutThroughPath::CutThroughPath(Context& context, const Hosts& hosts)
    : context_(context),
      hosts_(hosts),
      senders_(context.topology.host_count()),
      receivers_(context, hosts, context.timing.capacity, context.timing.xoff_free,
                 [this](HostIdx host, Packet& packet) { tail_at_host(host, packet); }) {}

std::unique_ptr<Switch> CutThroughPath::make_switch(const std::string& name, SwitchIdx self,
                                                    std::unique_ptr<SwitchControl> control) {
  auto made = std::make_unique<CutThroughSwitch>(name.c_str(), context_, self, std::move(control));
  switches_.push_back(made.get());
  return made;
}

std::unique_ptr<WholeSwitches> CutThroughPath::make_twin(const System& system) {
  return std::make_unique<SwitchTwin>(
      context_, system, [this](SwitchPort at) { return switches_[at.sw]->view(at.port).beats; });
}

bool CutThroughPath::may_send(HostIdx host) const {
  return senders_[host].xon && context_.now() >= senders_[host].busy_until;
}

void CutThroughPath::send(HostIdx host, Packet& packet) {
  const Cycle gone = context_.now() + packet.beats;
  senders_[host].busy_until = gone;
  context_.wheel.schedule(gone, make_event(EventKind::kHostReady, host));
  hosts_[host]->transmit(packet);
}

void CutThroughPath::header_to_host(HostIdx host, Packet& packet, Cycle delay) {
  packet.tail = context_.now() + delay + packet.beats - 1;
  if (receivers_.has(host)) {
    context_.wheel.schedule(context_.now() + delay,
                            make_event(EventKind::kHostHeader, host, 0, 0, packet.slot));
    return;
  }
  context_.wheel.schedule(packet.tail, make_event(EventKind::kDelivered, host, 0, 0, packet.slot));
}

void CutThroughPath::tail_at_host(HostIdx host, Packet& packet) {
  if (context_.now() >= packet.tail) {
    hosts_[host]->delivered(packet);
  } else {  // stalls have moved it
    context_.wheel.schedule(packet.tail,
                            make_event(EventKind::kDelivered, host, 0, 0, packet.slot));
  }
}

void CutThroughPath::flow_control_to_host(HostIdx host, unsigned, bool xon, Cycle delay) {
  context_.wheel.schedule(context_.now() + delay,
                          make_event(EventKind::kHostFlowControl, host, 0, 0, xon ? 1U : 0U));
}

void CutThroughPath::event(const kernel::Event& e) {
  const std::uint32_t entity = entity_of(e);
  const PortIdx port = port_of(e);
  const unsigned vc = vc_of(e);
  const auto slot = static_cast<std::uint32_t>(e.arg);
  switch (kind_of(e)) {
    case EventKind::kTailGone: switches_[entity]->tail_gone(port); break;
    case EventKind::kFlowControl: switches_[entity]->flow_control(port, vc, e.arg != 0); break;
    case EventKind::kHostFlowControl:
      senders_[entity].xon = e.arg != 0;
      hosts_[entity]->wake();
      break;
    case EventKind::kHeaderArrives:
      switches_[entity]->header_arrives(port, context_.packets.at(slot));
      break;
    case EventKind::kStall: switches_[entity]->stall_arrives(port); break;
    case EventKind::kDelivered: tail_at_host(entity, context_.packets.at(slot)); break;
    case EventKind::kHostHeader: receivers_.header(entity, context_.packets.at(slot)); break;
    case EventKind::kReceiverDue: receivers_.due(entity); break;
    case EventKind::kXonDue: switches_[entity]->xon_due(port, vc); break;
    case EventKind::kMessageGone: switches_[entity]->message_gone(port); break;
    case EventKind::kPortKnown: switches_[entity]->port_known(port); break;
    case EventKind::kRouteDone: switches_[entity]->route_done(port, vc); break;
    case EventKind::kRouteDue: switches_[entity]->list_request(); break;
    default: break;  // not of the data path
  }
}

Cycle CutThroughPath::patience() const { return receivers_.busy() ? kNoDeadlock : 0; }

void CutThroughPath::route() {
  kernel::with_look_ahead(
      context_.large, context_.agenda.route.take(),
      [this](SwitchIdx s, unsigned step) { switches_[s]->prefetch_request(step); },
      [this](SwitchIdx s) { switches_[s]->route_phase(); });
}

void CutThroughPath::forward() {
  kernel::with_look_ahead(
      context_.large, context_.agenda.arbitrate.take(),
      [this](SwitchIdx s, unsigned step) { switches_[s]->prefetch_departures(step); },
      [this](SwitchIdx s) { switches_[s]->arbitrate_phase(); });
}

std::optional<CutThroughSwitch::Wait> CutThroughSwitch::waits_for(PortIdx in, unsigned vc) const {
  const Buffer& b = buffer(in, vc);
  if (b.front != Buffer::Front::kWaiting || b.sending) return std::nullopt;
  const PortEnd far = context_.topology.peer(self_, b.wait_out);
  if (outputs_[b.wait_out].may_send(b.wait_vc) || far.kind != PortEnd::Kind::kSwitch)
    return std::nullopt;
  return Wait{far.index, far.port, b.wait_vc, b.wait_out};
}

std::vector<std::string> CutThroughPath::wait_cycle() const {
  using Node = std::tuple<SwitchIdx, PortIdx, unsigned>;
  const Topology& topology = context_.topology;
  const auto next_of = [&](const Node& n) {
    return switches_[std::get<0>(n)]->waits_for(std::get<1>(n), std::get<2>(n));
  };
  // Every buffer waits for at most one other: follow the pointers from each until one repeats.
  std::map<Node, std::uint64_t> seen;
  std::uint64_t round = 0;
  for (SwitchIdx s = 0; s < topology.switch_count(); ++s) {
    for (unsigned p = 0; p < topology.port_count(s); ++p) {
      for (unsigned v = 0; v < topology.data_vc_count(); ++v) {
        ++round;
        Node at{s, static_cast<PortIdx>(p), v};
        auto wait = next_of(at);
        while (wait && seen.emplace(at, round).second) {
          at = {wait->sw, wait->in, wait->vc};
          wait = next_of(at);
        }
        if (!wait || seen[at] != round) continue;
        std::vector<std::string> cycle;
        const Node first = at;
        do {
          const SwitchIdx sw = std::get<0>(at);
          wait = next_of(at);
          cycle.push_back(channel_name(topology, {sw, wait->out}, wait->vc));
          at = {wait->sw, wait->in, wait->vc};
        } while (at != first);
        return cycle;
      }
    }
  }
  return {};
}

}  // namespace selvage::fabric
