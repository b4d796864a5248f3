// SPDX-License-Identifier: Apache-2.0
#include "cli/question.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "config/diagnostics.hpp"
#include "config/explain.hpp"
#include "config/schema.hpp"
#include "config/validate.hpp"

namespace selvage::cli {

using nlohmann::json;
using nlohmann::ordered_json;

json topology_from_short(const std::string& text, std::string& why) {
  const std::string kind = text.substr(0, text.find(':'));
  const SystemPlug* plug = find_plug(kind);
  if (plug == nullptr) {
    const auto kinds = config::topology_kinds();
    const std::string hint = config::did_you_mean(kind, kinds);
    why = fmt::format("'{}' is not one of {}{}", config::printable(kind),
                      config::join(kinds, ", "), hint.empty() ? "" : " (" + hint + ")");
    return nullptr;
  }
  json topology =
      plug->parse_short(kind.size() < text.size() ? text.substr(kind.size() + 1) : "", why);
  if (topology.is_null() && why.empty()) why = "not understood";
  return topology;
}

const Topology* Answerer::topology() const { return system_ ? &system_->topology() : nullptr; }

bool Answerer::set_topology(const json& topology) {
  if (system_ && topology == asked_topology_) return true;
  fabric_.reset();
  system_.reset();
  const auto kind = topology.find("kind");
  if (kind == topology.end() || !kind->is_string() ||
      find_plug(kind->get<std::string>()) == nullptr) {
    const auto kinds = config::topology_kinds();
    errors_.push_back(fmt::format("topology.kind: has to be one of {}",
                                  config::join(kinds, ", ")));
    return false;
  }
  const SystemPlug& plug = *find_plug(kind->get<std::string>());
  const json schema = config::topology_schema(std::string(plug.kind));
  for (const std::string& what :
       config::complaints(schema, topology, config::validate(schema, topology))) {
    errors_.push_back("topology." + what);
  }
  if (!errors_.empty()) return false;
  json complete = topology;
  config::fill_defaults(schema, complete);
  try {
    SystemSetup setup;
    setup.engine = engine_;
    setup.bugs = bugs_;
    system_ = plug.make(complete, setup);
  } catch (const std::invalid_argument& e) {
    errors_.push_back(std::string("topology.") + e.what());
    return false;
  }
  asked_topology_ = topology;
  return true;
}

bool Answerer::set_faults(const std::vector<std::string>& faults,
                          const std::vector<std::string>& nodes) {
  if (fabric_ && faults == asked_faults_ && nodes == asked_nodes_) return true;
  fabric_.reset();
  const Topology& topology = system_->topology();
  std::vector<SwitchPort> dead;
  std::set<std::pair<SwitchIdx, PortIdx>> seen;
  for (const std::string& fault : faults) {
    std::string why;
    const auto end = topology.parse_link(fault, why);
    if (!end) {
      errors_.push_back(fmt::format("fault '{}' is no link that may fail: {}",
                                    config::printable(fault), why));
    } else if (!seen.emplace(end->sw, end->port).second) {
      errors_.push_back(fmt::format("fault '{}' is named twice", config::printable(fault)));
    } else {
      dead.push_back(*end);
    }
  }
  for (const std::string& node : nodes) {
    std::string why;
    const auto sw = topology.parse_switch(node, why);
    if (!sw) {
      errors_.push_back(fmt::format("node '{}': {}", config::printable(node), why));
      continue;
    }
    for (unsigned p = 0; p < topology.port_count(*sw); ++p) {
      const auto port = static_cast<PortIdx>(p);
      const PortEnd far = topology.peer(*sw, port);
      if (far.kind != PortEnd::Kind::kSwitch || seen.count({far.index, far.port}) != 0) continue;
      if (seen.emplace(*sw, port).second) dead.push_back({*sw, port});
    }
  }
  if (!errors_.empty()) return false;
  scoreboard_ = std::make_unique<Scoreboard>();
  fabric_ = std::make_unique<SettledFabric>(*system_, engine_, *scoreboard_, dead);
  if (!fabric_->trouble().empty()) {
    errors_.push_back(fabric_->trouble());
    fabric_.reset();
    return false;
  }
  asked_faults_ = faults;
  asked_nodes_ = nodes;
  return true;
}

std::optional<HostIdx> Answerer::host(const char* name, const std::string& text) {
  std::string why;
  const auto found = system_->topology().parse_host(text, why);
  if (!found) {
    errors_.push_back(fmt::format("{}: '{}' is no host: {}", name, config::printable(text), why));
  }
  return found;
}

ordered_json Answerer::answer(const Question& q) {
  errors_.clear();
  mismatch_.reset();
  std::optional<HostIdx> source, destination;
  if (set_topology(q.topology)) {
    source = host("src", q.src);
    destination = host("dst", q.dst);
    set_faults(q.faults, q.nodes);
  }
  ordered_json a;
  a["id"] = q.id;
  if (!errors_.empty()) {
    a["status"] = "error";
    a["error"] = config::join(errors_, "; ");
    return a;
  }
  const Walk walk = fabric_->walk(*source, *destination);
  compared_ += walk.compared;
  mismatch_ = scoreboard_->first();
  const Topology& topology = system_->topology();
  a["status"] = mismatch_ ? "error" : walk.delivered ? "delivered" : "unreachable";
  if (mismatch_) {
    a["error"] = "RTL and golden model disagree at switch " + mismatch_->switch_name;
    errors_.push_back(a["error"].get<std::string>());
  } else if (!walk.delivered) {
    a["switch"] = topology.switch_name(walk.hops.back().sw);
    a["reason"] = walk.reason;
  }
  ordered_json hops = ordered_json::array();
  for (const Hop& hop : walk.hops) {
    ordered_json h{{"switch", topology.switch_name(hop.sw)}, {"in", hop.in}};
    if (hop.out) h["out"] = *hop.out;
    if (topology.data_vc_count() > 1) {
      if (hop.out) h["vc"] = hop.vc;
      h["legal"] = ordered_json::array();
      for (const auto& [port, vc] : hop.legal) h["legal"].push_back({port, vc});
    }
    hops.push_back(std::move(h));
  }
  a["hops"] = std::move(hops);
  a["engine"] = std::string(to_string(engine_));
  a["compared"] = walk.compared;
  if (mismatch_) fabric_.reset();  // its scoreboard is spent
  return a;
}

}  // namespace selvage::cli
