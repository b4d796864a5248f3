// SPDX-License-Identifier: Apache-2.0
#include "report/view/lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "golden/drawing.hpp"
#include "report/view/events.hpp"

namespace selvage::report {

std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') out += '\\';
    if (u < 0x20) out += fmt::format("\\u{:04x}", u);
    else out += c;
  }
  return out + '"';
}

std::string cycle_text(Cycle cycle) { return cycle == kNever ? "null" : std::to_string(cycle); }

LinkNumbers::LinkNumbers(const Topology& topology) {
  std::size_t ports = 0;
  for (SwitchIdx sw = 0; sw < topology.switch_count(); ++sw) {
    first_.push_back(ports);
    ports += topology.port_count(sw);
  }
  by_port_.resize(ports);
  for (SwitchIdx sw = 0; sw < topology.switch_count(); ++sw) {
    for (unsigned p = 0; p < topology.port_count(sw); ++p) {
      const auto port = static_cast<PortIdx>(p);
      const PortEnd far = topology.peer(sw, port);
      if (far.kind != PortEnd::Kind::kSwitch) continue;
      if (far.index < sw || (far.index == sw && far.port < port)) continue;
      by_port_[first_[sw] + port] = static_cast<std::uint32_t>(ends_.size());
      by_port_[first_[far.index] + far.port] = static_cast<std::uint32_t>(ends_.size());
      ends_.push_back({sw, port});
    }
  }
}

std::string switch_line(const Topology& topology, SwitchIdx sw, bool dead) {
  const auto* drawn = dynamic_cast<const Drawn*>(&topology);
  DrawnPlace at;
  at.row = topology.level(sw);
  at.column = sw;
  if (drawn != nullptr) at = drawn->place(sw);
  std::string hosts;
  for (unsigned p = 0; p < topology.port_count(sw); ++p) {
    const PortEnd far = topology.peer(sw, static_cast<PortIdx>(p));
    if (far.kind != PortEnd::Kind::kHost) continue;
    hosts += fmt::format("{}[{},{}]", hosts.empty() ? "" : ",", p,
                         json_string(topology.host_name(far.index)));
  }
  const std::string space =
      at.space ? fmt::format("[{}]", fmt::join(*at.space, ",")) : std::string("null");
  return fmt::format(
      R"({{"type":"switch","sw":{},"name":{},"level":{},"ports":{},"group":{},"row":{},"column":{},"at":{},"dead":{},"hosts":[{}]}})",
      sw, json_string(topology.switch_name(sw)), topology.level(sw), topology.port_count(sw),
      at.group == DrawnPlace::kNoGroup ? "null" : std::to_string(at.group), at.row, at.column,
      space, dead, hosts);
}

std::string link_line(const Topology& topology, const LinkNumbers& links, std::size_t link,
                      const std::vector<double>& loads, bool dead) {
  const SwitchPort a = links.end(link);
  const PortEnd far = topology.peer(a.sw, a.port);
  const SwitchPort b{far.index, far.port};
  const auto load = [&](SwitchPort end) {
    return loads.empty() ? std::string("null") : fmt::format("{:.4f}", loads[links.place(end)]);
  };
  return fmt::format(
      R"({{"type":"link","link":{},"name":{},"a":[{},{}],"b":[{},{}],"load":[{},{}],"dead":{}}})",
      link, json_string(topology.link_name(a)), a.sw, a.port, b.sw, b.port, load(a), load(b), dead);
}

namespace {

std::string spread_text(const fabric::Spread& spread) {
  return fmt::format(R"("last_change":{},"hops":{},"messages":{},"switches":{},"changes":{})",
                     cycle_text(spread.last_change), spread.hops, spread.messages,
                     spread.switches.size(), spread.changes);
}

}  // namespace

std::string fault_line(const fabric::RunResult& result, const LinkNumbers& links,
                       std::size_t fault) {
  const fabric::FaultEvent& f = result.faults[fault];
  const fabric::FaultStory& story = result.stories[fault];
  std::string repair = "null";
  if (f.repair) {
    repair = fmt::format(R"({{"repaired":{},"detected":[{},{}],{}}})",
                         cycle_text(f.repair->repaired), cycle_text(f.repair->detected[0]),
                         cycle_text(f.repair->detected[1]), spread_text(*f.repair));
  }
  return fmt::format(
      R"({{"type":"fault","fault":{},"link":{},"happened":{},"preset":{},"failed":{},"detected":[{},{}],{},"packets_lost":{},"node":{},"repair":{},"cut":{{"messages":{},"changes":{},"losses":{}}}}})",
      fault, links.at(f.link), f.happened, f.preset, cycle_text(f.failed),
      cycle_text(f.detected[0]), cycle_text(f.detected[1]), spread_text(f), f.packets_lost,
      f.node.empty() ? "null" : json_string(f.node), repair, story.messages_cut, story.changes_cut,
      story.losses_cut);
}

std::string node_line(const fabric::RunResult& result, std::size_t node) {
  const fabric::NodeEvent& n = result.failed_nodes[node];
  return fmt::format(
      R"({{"type":"node","node":{},"sw":{},"happened":{},"failed":{},"back":{},"packets_lost":{},"cut":{}}})",
      node, n.sw, n.happened, cycle_text(n.failed), cycle_text(n.back), n.packets_lost,
      losses_of(result.other_losses.of_nodes, node).cut);
}

std::string flap_line(const fabric::RunResult& result, const LinkNumbers& links, std::size_t flap) {
  const fabric::FlapEvent& f = result.flaps[flap];
  return fmt::format(
      R"({{"type":"flap","flap":{},"link":{},"happened":{},"at":{},"cycles":{},"packets_lost":{},"messages_lost":{},"cut":{}}})",
      flap, links.at(f.link), f.happened, f.at, f.cycles, f.packets_lost, f.messages_lost,
      losses_of(result.other_losses.of_flaps, flap).cut);
}

const fabric::LossList& losses_of(const std::vector<fabric::LossList>& lists, std::size_t number) {
  static const fabric::LossList none;
  return number < lists.size() ? lists[number] : none;
}

}  // namespace selvage::report
