// SPDX-License-Identifier: Apache-2.0
// Classes and flows of the traffic.
#include <fmt/format.h>

#include <numeric>
#include <set>

#include "config/checks.hpp"
#include "config/loader.hpp"

namespace selvage::config {
namespace {

using nlohmann::json;

/// What `pattern` cannot do without: reported at `pointer` if that is written.
void need(const Draft& draft, const char* pointer, const char* what) {
  const bool written = draft.document.places.count(pointer) > 0;
  draft.error(written ? pointer : "/traffic/pattern", what);
}

void read_incast(Draft& draft, const Topology& topology, TrafficConfig& traffic) {
  if (!draft.usable({"/traffic/incast"})) return;
  const json& incast = draft.document.value.at("traffic").at("incast");
  traffic.incast_senders = incast.at("senders").get<unsigned>();
  if (incast.contains("to") && !incast["to"].is_null()) {
    traffic.incast_to = read_host(draft, topology, "/traffic/incast/to");
  } else if (traffic.pattern == TrafficPattern::kIncast) {
    need(draft, "/traffic/incast", "pattern incast needs traffic.incast.to");
  }
  if (traffic.incast_senders >= topology.host_count()) {
    draft.error("/traffic/incast/senders",
                fmt::format("there are only {} other hosts", topology.host_count() - 1));
  }
}

void read_list(Draft& draft, const Topology& topology, TrafficConfig& traffic) {
  if (!draft.usable({"/traffic/flows"})) return;
  json& flows = draft.document.value.at("traffic").at("flows");
  if (flows.empty() && traffic.pattern == TrafficPattern::kFlows) {
    need(draft, "/traffic/flows", "pattern flows needs at least one flow in traffic.flows");
  }
  for (std::size_t i = 0; i < flows.size(); ++i) {
    const std::string at = fmt::format("/traffic/flows/{}", i);
    json& item = flows[i];
    if (!item.is_object() || !item.contains("from") || !item.contains("to")) continue;
    const auto from = read_host(draft, topology, at + "/from");
    const auto to = read_host(draft, topology, at + "/to");
    if (!from || !to) continue;
    if (*from == *to) draft.error(at + "/to", "a flow leads from one host to another");
    if (!item.contains("load")) item["load"] = traffic.load;
    traffic.flows.push_back({*from, *to, item["load"].get<double>(),
                             item["class"].get<std::uint8_t>(), item["ordered"].get<bool>()});
  }
}

}  // namespace

std::optional<HostIdx> read_host(Draft& draft, const Topology& topology,
                                 const std::string& pointer) {
  const std::string text = draft.document.text(pointer);
  std::string why;
  const auto host = topology.parse_host(text, why);
  if (!host) {
    draft.error(pointer, fmt::format("'{}' is no host: {}", printable(text), why));
  } else {
    draft.document.value.at(json::json_pointer(pointer)) = topology.host_name(*host);
  }
  return host;
}

std::vector<HostIdx> read_hosts(Draft& draft, const Topology& topology,
                                const std::string& pointer) {
  const std::size_t named = draft.document.value.at(json::json_pointer(pointer)).size();
  std::vector<HostIdx> hosts;
  std::set<HostIdx> seen;
  for (std::size_t i = 0; i < named; ++i) {
    const std::string at = fmt::format("{}/{}", pointer, i);
    if (draft.document.value.at(json::json_pointer(at)).is_null()) continue;  // reported before
    const auto host = read_host(draft, topology, at);
    if (!host) continue;
    if (seen.insert(*host).second) {
      hosts.push_back(*host);
    } else {
      draft.error(at, fmt::format("host {} stands twice", topology.host_name(*host)));
    }
  }
  return hosts;
}

void read_flows(Draft& draft, const Topology& topology, Scenario& s) {
  read_incast(draft, topology, s.traffic);
  read_list(draft, topology, s.traffic);
  const json& traffic = draft.document.value.at("traffic");
  if (draft.usable({"/traffic/ordered"})) s.traffic.ordered = traffic.at("ordered").get<double>();
  if (!draft.usable({"/traffic/classes"})) return;
  s.traffic.classes.clear();
  for (const json& share : traffic.at("classes")) {
    s.traffic.classes.push_back(share.is_number() ? share.get<double>() : 0.0);
  }
  const double sum = std::accumulate(s.traffic.classes.begin(), s.traffic.classes.end(), 0.0);
  if (sum <= 0) draft.error("/traffic/classes", "no class has a share");
}

}  // namespace selvage::config
