// SPDX-License-Identifier: Apache-2.0
#include "cli/questions/topology_option.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "cli/questions/question.hpp"
#include "cli/terminal.hpp"
#include "config/explain.hpp"
#include "config/schema.hpp"
#include "config/text/diagnostics.hpp"
#include "config/text/read_json.hpp"
#include "config/validate.hpp"
#include "cosim/plugs.hpp"
#include "golden/number.hpp"

namespace selvage::cli {

void complain(const std::string& option, const std::string& what) {
  print_error(fmt::format("{}: error: {}\n", option, what));
}

std::optional<std::uint64_t> whole_number(const std::string& option, const std::string& text,
                                          std::uint64_t fallback, std::uint64_t most) {
  if (text.empty()) return fallback;
  const auto value = parse_number<std::uint64_t>(text);
  if (!value || *value > most) {
    complain(option + " " + config::printable(text),
             fmt::format("must be a whole number up to {}", most));
    return std::nullopt;
  }
  return value;
}

std::unique_ptr<System> golden_system(const std::string& text, const nlohmann::json& extra) {
  if (text.empty()) {
    complain("--topology", "is missing, e.g. --topology mesh:4 or fattree:4,3");
    return nullptr;
  }
  std::string why = "is no JSON object with a kind";
  nlohmann::json topology = text[0] == '{' ? config::read_json(text, why).value_or(nullptr)
                                           : topology_from_short(text, why);
  const bool has_kind =
      topology.is_object() && topology.contains("kind") && topology["kind"].is_string();
  const SystemPlug* plug = has_kind ? find_plug(topology["kind"].get<std::string>()) : nullptr;
  if (plug == nullptr) {
    complain("--topology " + config::printable(text), has_kind ? "is of no known kind" : why);
    return nullptr;
  }
  topology.update(extra);
  const nlohmann::json schema = config::topology_schema(std::string(plug->kind));
  const auto complaints = config::complaints(schema, topology, config::validate(schema, topology));
  for (const std::string& what : complaints) complain("topology", what);
  if (!complaints.empty()) return nullptr;
  config::fill_defaults(schema, topology);
  try {
    SystemSetup setup;
    setup.engine = Engine::kGolden;
    return plug->make(topology, setup);
  } catch (const std::invalid_argument& e) {
    complain("topology", e.what());
    return nullptr;
  }
}

bool read_faults(const Topology& topology, const std::vector<std::string>& faults,
                 const std::vector<std::string>& nodes, std::vector<SwitchPort>& links,
                 std::set<SwitchIdx>& faulty) {
  bool good = true;
  std::string why;
  for (const std::string& text : faults) {
    std::string why_no_node;
    if (const auto link = topology.parse_link(text, why)) links.push_back(*link);
    else if (const auto node = topology.parse_switch(text, why_no_node)) faulty.insert(*node);
    else complain("--fault " + config::printable(text), why), good = false;
  }
  for (const std::string& text : nodes) {
    const auto node = topology.parse_switch(text, why);
    if (node) faulty.insert(*node);
    else complain("--node " + config::printable(text), why), good = false;
  }
  return good;
}

std::vector<SwitchPort> links_of(const Topology& topology, const std::set<SwitchIdx>& faulty,
                                 const std::vector<SwitchPort>& named) {
  std::set<std::pair<SwitchIdx, PortIdx>> chosen;
  for (const SwitchPort& end : named) chosen.emplace(end.sw, end.port);
  std::vector<SwitchPort> dead;
  for (std::uint32_t i = 0; i < topology.fallible_link_count(); ++i) {
    const SwitchPort end = topology.fallible_link(i);
    const SwitchIdx far = topology.peer(end.sw, end.port).index;
    if (chosen.count({end.sw, end.port}) + faulty.count(end.sw) + faulty.count(far) == 0) continue;
    dead.push_back(end);
  }
  return dead;
}

}  // namespace selvage::cli
