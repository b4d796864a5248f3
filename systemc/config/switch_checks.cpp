// SPDX-License-Identifier: Apache-2.0
// What the kinds of switch need and offer.
#include <fmt/format.h>

#include <algorithm>

#include "config/checks.hpp"

namespace selvage::config {

namespace {

void check_cut_through(const Draft& draft, const Scenario& s) {
  const unsigned least = 1 + packets_in_round_trip(s.link.latency, s.traffic.packet_beats);
  if (draft.usable({"/switch/buffer_packets", "/link/latency", "/traffic/packet_beats"}) &&
      s.sw.buffer_packets < least) {
    draft.error(
        "/switch/buffer_packets",
        fmt::format("{} is too small: the XON/XOFF round trip of 2 x link.latency = {} "
                    "cycles needs at least {} packets of {} beats",
                    s.sw.buffer_packets, 2 * s.link.latency, least, s.traffic.packet_beats));
  }
}

/// Network channels of the switch that has most.
unsigned most_channels(const Topology& topology) {
  unsigned most = 0;
  for (SwitchIdx s = 0; s < topology.switch_count(); ++s) {
    unsigned ports = 0;
    for (unsigned p = 0; p < topology.port_count(s); ++p) {
      const auto kind = topology.peer(s, static_cast<PortIdx>(p)).kind;
      ports += kind != PortEnd::Kind::kHost ? 1 : 0;
    }
    most = std::max(most, ports * topology.data_vc_count());
  }
  return most;
}

void check_wormhole(const Draft& draft, const Topology& topology, const Scenario& s) {
  const unsigned channels = most_channels(topology);
  if (draft.usable({"/switch/node_buffer"}) && s.sw.node_buffer < channels) {
    draft.error("/switch/node_buffer",
                fmt::format("{} is too small: a switch of {} has {} channels, each needs a flit",
                            s.sw.node_buffer, topology.label(), channels));
  }
  if (draft.usable({"/switch/injection_channels"}) &&
      s.sw.injection_channels > topology.data_vc_count()) {
    draft.error("/switch/injection_channels",
                fmt::format("{} are more than the {} data virtual channels of a link",
                            s.sw.injection_channels, topology.data_vc_count()));
  }
  if (draft.usable({"/link/latency"}) && s.link.latency > 1024) {
    draft.error("/link/latency", "wormhole switches take links of at most 1024 cycles");
  }
}

}  // namespace

void read_switch_kind(Draft& draft, const SystemPlug& plug, Scenario& s) {
  nlohmann::json& section = draft.document.value.at("switch");
  s.sw.kind = plug.switch_kinds.front();
  if (section.contains("kind")) {
    const auto asked = parse_switch_kind(section.at("kind").get<std::string>());
    if (std::count(plug.switch_kinds.begin(), plug.switch_kinds.end(), *asked) == 0) {
      const std::string why = plug.why_not ? plug.why_not(*asked) : std::string();
      draft.error("/switch/kind",
                  fmt::format("topology {} does not run on {} switches{}{}", plug.kind,
                              to_string(*asked), why.empty() ? "" : ": ", why));
      return;
    }
    s.sw.kind = *asked;
  }
  section["kind"] = to_string(s.sw.kind);
}

void check_switch(Draft& draft, const Topology& topology, Scenario& s) {
  switch (s.sw.kind) {
    case SwitchKind::kWormhole: return check_wormhole(draft, topology, s);
    case SwitchKind::kCutThrough: return check_cut_through(draft, s);
    case SwitchKind::kFlow: break;
  }
  // What stands in a dead switch would have to be written off at both ends of its channels.
  const char* stays = "with switch.kind flow no switch dies during the run";
  if (!s.faults.failing_nodes.empty()) draft.error("/faults/failing_nodes", stays);
  if (s.faults.random.nodes > 0) draft.error("/faults/random/nodes", stays);
  check_flow(draft, topology, s);
}

}  // namespace selvage::config
