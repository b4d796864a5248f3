// SPDX-License-Identifier: Apache-2.0
#include "cli/questions/question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "config/explain.hpp"
#include "config/schema.hpp"
#include "config/text/diagnostics.hpp"
#include "config/validate.hpp"
#include "cosim/plugs.hpp"

namespace selvage::cli {

using nlohmann::json;
using nlohmann::ordered_json;

json topology_from_short(const std::string& text, std::string& why) {
  const std::string kind = text.substr(0, text.find(':'));
  const SystemPlug* plug = find_plug(kind);
  if (plug == nullptr) {
    const auto kinds = config::topology_kinds();
    const std::string hint = config::did_you_mean(kind, kinds);
    why = fmt::format("'{}' is not one of {}{}", config::printable(kind), config::join(kinds, ", "),
                      hint.empty() ? "" : " (" + hint + ")");
    return nullptr;
  }
  if (!plug->parse_short) {
    why = fmt::format("{} has no short form: give a scenario", kind);
    return nullptr;
  }
  json topology =
      plug->parse_short(kind.size() < text.size() ? text.substr(kind.size() + 1) : "", why);
  if (topology.is_null() && why.empty()) why = "not understood";
  return topology;
}

namespace {

/// Name of a switch without brackets round coordinates: "0,0,0" of "(0,0,0)".
std::string node_name(const Topology& topology, SwitchIdx sw) {
  const std::string name = topology.switch_name(sw);
  return name.front() == '(' ? name.substr(1, name.size() - 2) : name;
}

/// "x+" of "(0,0,0)x+" where ports have names, else the port's number.
json port_label(const Topology& topology, const SwitchPort& at) {
  const std::string name = topology.port_name(at.sw, at.port);
  const std::size_t prefix = topology.switch_name(at.sw).size();
  const char first = name.size() > prefix ? name[prefix] : '0';
  if (first < 'a' || first > 'z') return at.port;
  return name.substr(prefix);
}

/// Virtual channels of ports with names: c1, c2.
std::string vc_label(unsigned vc) { return "c" + std::to_string(vc + 1); }

}  // namespace

const Topology* Answerer::topology() const { return system_ ? &system_->topology() : nullptr; }

bool Answerer::set_topology(const json& topology) {
  if (system_ && topology == asked_topology_) return true;
  fabric_.reset();
  system_.reset();
  const auto kind = topology.find("kind");
  if (kind == topology.end() || !kind->is_string() ||
      find_plug(kind->get<std::string>()) == nullptr) {
    const auto kinds = config::topology_kinds();
    errors_.push_back(fmt::format("topology.kind: has to be one of {}", config::join(kinds, ", ")));
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

void Answerer::set_faults(const std::vector<std::string>& faults,
                          const std::vector<std::string>& nodes) {
  const Topology& topology = system_->topology();
  std::set<std::pair<SwitchIdx, PortIdx>> dead;  // each link by its end of the lower switch
  const auto add = [&](const SwitchPort& end) {
    const PortEnd far = topology.peer(end.sw, end.port);
    return dead.insert(std::min(std::pair{end.sw, end.port}, std::pair{far.index, far.port}))
        .second;
  };
  std::set<SwitchIdx> down;
  for (const std::string& fault : faults) {
    std::string why, why_no_node;
    const auto end = topology.parse_link(fault, why);
    const auto sw = end ? std::nullopt : topology.parse_switch(fault, why_no_node);
    if (!end && !sw) {
      const bool like_link = fault.find('/') != std::string::npos;
      errors_.push_back(fmt::format("fault '{}' is no link that may fail{}: {}",
                                    config::printable(fault), like_link ? "" : " and no switch",
                                    like_link ? why : why_no_node));
    } else if (end ? !add(*end) : !down.insert(*sw).second) {
      errors_.push_back(fmt::format("fault '{}' is named twice", config::printable(fault)));
    }
  }
  dead_links_ = dead.size();
  for (const std::string& node : nodes) {
    std::string why;
    const auto sw = topology.parse_switch(node, why);
    if (sw) down.insert(*sw);
    else errors_.push_back(fmt::format("node '{}': {}", config::printable(node), why));
  }
  faulty_nodes_ = down.size();
  for (const SwitchIdx sw : down) {
    for (unsigned p = 0; p < topology.port_count(sw); ++p) {
      const auto port = static_cast<PortIdx>(p);
      if (topology.peer(sw, port).kind == PortEnd::Kind::kSwitch) add({sw, port});
    }
  }
  if (!errors_.empty()) return;
  std::vector<SwitchPort> links;
  for (const auto& [sw, port] : dead) links.push_back({sw, port});
  settle(std::move(links));
}

/// Unless the last fabric was of the same dead links.
void Answerer::settle(std::vector<SwitchPort> dead) {
  const auto same = [](const SwitchPort& a, const SwitchPort& b) {
    return a.sw == b.sw && a.port == b.port;
  };
  if (fabric_ && std::equal(dead.begin(), dead.end(), settled_.begin(), settled_.end(), same)) {
    return;
  }
  fabric_.reset();
  ++settled_count_;
  scoreboard_ = std::make_unique<Scoreboard>();
  fabric_ = std::make_unique<SettledFabric>(*system_, engine_, *scoreboard_, dead);
  settled_ = std::move(dead);
  if (fabric_->trouble().empty()) return;
  errors_.push_back(fabric_->trouble());
  fabric_.reset();
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
  a["status"] = mismatch_ ? "error" : walk.delivered ? "delivered" : "unreachable";
  if (mismatch_) {
    a["error"] = "RTL and golden model disagree at switch " + mismatch_->switch_name;
    errors_.push_back(a["error"].get<std::string>());
  }
  a.update(reported(walk));
  if (fabric_->order_matters()) a["order"] = "all ends notice in one cycle";
  a["engine"] = std::string(to_string(engine_));
  a["compared"] = walk.compared;
  if (mismatch_) fabric_.reset();  // its scoreboard is spent
  return a;
}

/// "legal" at the source where ports have names, where it ended and why unless it was delivered,
/// and "hops".
ordered_json Answerer::reported(const Walk& walk) const {
  const Topology& topology = system_->topology();
  ordered_json a, hops = ordered_json::array();
  for (const Hop& hop : walk.hops) {
    ordered_json h{{"switch", node_name(topology, hop.sw)},
                   {"in", port_label(topology, {hop.sw, hop.in})}};
    const bool named = h["in"].is_string();
    if (hop.out) h["out"] = port_label(topology, {hop.sw, *hop.out});
    if (named) {
      if (hop.out) h["vc"] = vc_label(hop.vc);
      h["legal"] = ordered_json::array();
      for (const auto& [port, vc] : hop.legal) {
        h["legal"].push_back({port_label(topology, {hop.sw, port}), vc_label(vc)});
      }
      if (hops.empty()) a["legal"] = h["legal"];
    }
    hops.push_back(std::move(h));
  }
  if (!walk.delivered && !mismatch_) {
    a["switch"] = hops.back()["switch"];
    a["reason"] = walk.reason;
  }
  a["hops"] = std::move(hops);
  return a;
}

}  // namespace selvage::cli
