// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "config/application/keys.hpp"
#include "config/checks.hpp"
#include "config/loader.hpp"
#include "config/trace.hpp"

namespace selvage::config {
namespace {

using nlohmann::json;

/// Where a link was named last, and when it comes back from that failure.
struct Naming {
  std::string pointer;
  std::optional<Cycle> repaired;
};
/// Links named so far, by canonical end.
using Named = std::map<std::pair<SwitchIdx, PortIdx>, Naming>;

/// "0/21/3" from either way of writing a link.
std::string link_text(const Draft& draft, const std::string& pointer) {
  const json& link = draft.document.value.at(json::json_pointer(pointer));
  if (!link.is_object()) return draft.document.text(pointer);
  return draft.document.text(pointer + "/l") + "/" + draft.document.text(pointer + "/c") + "/" +
         draft.document.text(pointer + "/k");
}

void check_time(const Draft& draft, const std::string& item, const LinkFault& fault,
                Cycle end_of_run, const char* what) {
  const std::string over = fmt::format("the run is over at cycle {} at the latest", end_of_run);
  const bool phases = draft.usable({"/phases"});
  if (fault.at >= end_of_run && phases) draft.error(item + "/at", over);
  if (!fault.repaired) return;
  if (*fault.repaired <= fault.at) {
    draft.error(item + "/repaired",
                fmt::format("must come after the {}'s death in cycle {}", what, fault.at));
  } else if (*fault.repaired >= end_of_run && phases) {
    draft.error(item + "/repaired", over);
  }
}

void read_links(Draft& draft, const Topology& topology, const std::string& list, Cycle end_of_run,
                Named& named, std::vector<LinkFault>& out) {
  json& items = draft.document.value.at(json::json_pointer(list));
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string item = fmt::format("{}/{}", list, i);
    const std::string pointer = item + "/link";
    const auto end = read_link(draft, topology, item);
    if (!end) continue;
    LinkFault fault;
    fault.link = items[i]["link"].get<std::string>();
    fault.end = *end;
    if (items[i].contains("at")) fault.at = items[i]["at"].get<Cycle>();
    if (items[i].contains("repaired")) fault.repaired = items[i]["repaired"].get<Cycle>();
    Naming& naming = named[{end->sw, end->port}];
    if (!naming.pointer.empty() && !naming.repaired) {
      draft.error(pointer, fmt::format("the link {} fails already in {}", topology.link_name(*end),
                                       dotted(naming.pointer)));
      continue;
    }
    if (naming.repaired && fault.at <= *naming.repaired) {
      draft.error(items[i].contains("at") ? item + "/at" : pointer,
                  fmt::format("the link {} is dead until cycle {}, by {}", topology.link_name(*end),
                              *naming.repaired, dotted(naming.pointer)));
    }
    naming = {pointer, fault.repaired};
    check_time(draft, item, fault, end_of_run, "link");
    out.push_back(std::move(fault));
  }
}

void read_hot_hosts(Draft& draft, const Topology& topology, TrafficConfig& traffic) {
  for (const HostIdx host : read_hosts(draft, topology, "/traffic/hot_hosts"))
    traffic.hot_hosts.push_back(topology.host_name(host));
}

/// faults.nodes and what is said of random ones.
void read_nodes(Draft& draft, const Topology& topology, FaultConfig& faults) {
  json& nodes = draft.document.value.at("faults").at("nodes");
  std::set<SwitchIdx> seen;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::string pointer = fmt::format("/faults/nodes/{}", i);
    if (nodes[i].is_null()) continue;  // reported before
    const std::string text = draft.document.text(pointer);
    std::string why;
    const auto node = topology.parse_switch(text, why);
    if (!node) {
      draft.error(pointer, fmt::format("'{}' is no switch: {}", printable(text), why));
    } else if (!seen.insert(*node).second) {
      draft.error(pointer, fmt::format("switch {} stands twice", topology.switch_name(*node)));
    } else {
      faults.nodes.push_back(*node);
      nodes[i] = text;
    }
  }
  if (faults.nodes.size() + faults.random_nodes > topology.switch_count()) {
    draft.error("/faults/random_nodes",
                fmt::format("there are only {} switches", topology.switch_count()));
  }
  if (faults.random.tolerable && faults.nodes.size() + faults.random_nodes > 0) {
    draft.error("/faults/random/tolerable",
                "hosts of faulty nodes have no path: this does not go with faulty nodes");
  }
}

/// faults.failing_nodes and what is said of random ones.
void read_failing_nodes(Draft& draft, const Topology& topology, Cycle end_of_run,
                        FaultConfig& faults) {
  json& items = draft.document.value.at("faults").at("failing_nodes");
  std::map<SwitchIdx, Naming> named;
  for (const SwitchIdx node : faults.nodes) named[node] = {"/faults/nodes", std::nullopt};
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string item = fmt::format("/faults/failing_nodes/{}", i);
    if (!items[i].is_object() || !items[i].contains("node")) continue;  // reported before
    const std::string text = draft.document.text(item + "/node");
    std::string why;
    const auto node = topology.parse_switch(text, why);
    if (!node) {
      draft.error(item + "/node", fmt::format("'{}' is no switch: {}", printable(text), why));
      continue;
    }
    NodeFault fault{*node, items[i].value("at", Cycle{0}), std::nullopt};
    if (items[i].contains("repaired")) fault.repaired = items[i]["repaired"].get<Cycle>();
    Naming& naming = named[*node];
    if (!naming.pointer.empty() && (!naming.repaired || fault.at <= *naming.repaired)) {
      draft.error(item + "/node", fmt::format("switch {} is dead at that time, by {}",
                                              topology.switch_name(*node), dotted(naming.pointer)));
      continue;
    }
    naming = {item, fault.repaired};
    check_time(draft, item, {{}, {}, fault.at, fault.repaired}, end_of_run, "switch");
    items[i]["node"] = text;
    faults.failing_nodes.push_back(fault);
  }
  if (faults.random.nodes > 0 &&
      named.size() + faults.random_nodes + faults.random.nodes > topology.switch_count()) {
    draft.error("/faults/random/nodes",
                fmt::format("there are only {} switches", topology.switch_count()));
  }
  if (faults.random.tolerable && faults.failing_nodes.size() + faults.random.nodes > 0) {
    draft.error("/faults/random/tolerable",
                "hosts of dead switches have no path: this does not go with failing nodes");
  }
}

void read_trace_file(const Draft& draft, const Topology& topology, Scenario& s) {
  if (s.traffic.pattern != TrafficPattern::kTrace || s.traffic.trace_file.empty() ||
      !draft.usable({"/traffic/pattern", "/traffic/trace_file"})) {
    return;
  }
  const auto source = open_trace_file(draft, s);
  if (!source) return;
  s.traffic.trace = read_trace(*source, topology, s.traffic, *draft.diagnostics);
  const Cycle end = s.phases.warmup + s.phases.measure;
  if (!s.traffic.trace.empty() && s.traffic.trace.back().cycle >= end &&
      draft.usable({"/phases"})) {
    draft.error("/traffic/trace_file",
                fmt::format("its last packet is due in cycle {}, but injection ends at {} "
                            "(phases.warmup + phases.measure)",
                            s.traffic.trace.back().cycle, end));
  }
}

}  // namespace

std::string trace_path(const Scenario& s) {
  return (std::filesystem::path(s.file).parent_path() / s.traffic.trace_file).string();
}

std::optional<std::size_t> open_trace_file(const Draft& draft, const Scenario& s) {
  const std::string path = trace_path(s);
  std::string why;
  auto text = read_text_file(path, kMaxTraceBytes, why);
  if (!text) {
    draft.error("/traffic/trace_file", fmt::format("{}: {}", path, why));
    return std::nullopt;
  }
  return draft.diagnostics->add_source({path, std::move(*text), true});
}

std::optional<SwitchPort> read_link(Draft& draft, const Topology& topology,
                                    const std::string& item) {
  json& entry = draft.document.value.at(json::json_pointer(item));
  if (!entry.is_object() || !entry.contains("link")) return std::nullopt;  // reported before
  const json& link = entry["link"];
  if (link.is_object() && (!link.contains("l") || !link.contains("c") || !link.contains("k"))) {
    return std::nullopt;
  }
  const std::string text = link_text(draft, item + "/link");
  std::string why;
  const auto end = topology.parse_link(text, why);
  if (!end) {
    draft.error(item + "/link",
                fmt::format("'{}' is no link that may fail: {}", printable(text), why));
    return std::nullopt;
  }
  entry["link"] = text;
  return end;
}

void read_names(Draft& draft, const Topology& topology, Scenario& s) {
  if (draft.usable({"/traffic/hot_hosts"})) read_hot_hosts(draft, topology, s.traffic);
  read_flows(draft, topology, s);
  if (draft.usable({"/faults/nodes", "/faults/random_nodes"})) {
    read_nodes(draft, topology, s.faults);
  }
  if (draft.usable({"/faults/failing_nodes", "/faults/nodes", "/faults/random/nodes"})) {
    read_failing_nodes(draft, topology, last_cycle(s), s.faults);
  }
  Named named;
  if (draft.usable({"/faults/preset"})) {
    read_links(draft, topology, "/faults/preset", last_cycle(s), named, s.faults.preset);
  }
  if (draft.usable({"/faults/links"})) {
    read_links(draft, topology, "/faults/links", last_cycle(s), named, s.faults.links);
  }
  const std::uint32_t free =
      topology.fallible_link_count() -
      std::min(topology.fallible_link_count(), static_cast<std::uint32_t>(named.size()));
  if (draft.usable({"/faults/random/count"}) && s.faults.random.count > free) {
    draft.error("/faults/random/count",
                fmt::format("{} random links are more than the {} there are to choose from",
                            s.faults.random.count, free));
  }
  read_trace_file(draft, topology, s);
  read_application(draft, topology, s);
}

}  // namespace selvage::config
