// SPDX-License-Identifier: Apache-2.0
#include "config/switch/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "cosim/probe/foreign.hpp"

namespace selvage::config {

#define SELVAGE_DECLARED(kind) SwitchPlug kind##_plug();  // in the folder of the kind
SELVAGE_SWITCH_KINDS(SELVAGE_DECLARED)
#undef SELVAGE_DECLARED

namespace {

bool has_bug(const SwitchPlug& plug, std::string_view name) {
  return std::any_of(plug.bugs.begin(), plug.bugs.end(),
                     [name](const SwitchBug& b) { return b.info.name == name; });
}

bool is_fabric_bug(std::string_view name) {
  const auto& all = fabric_bugs();
  return std::any_of(all.begin(), all.end(), [name](const BugInfo& b) { return b.name == name; });
}

}  // namespace

const std::vector<SwitchPlug>& switch_plugs() {
#define SELVAGE_PLUG(kind) kind##_plug(),
  static const std::vector<SwitchPlug> all{SELVAGE_SWITCH_KINDS(SELVAGE_PLUG)};
#undef SELVAGE_PLUG
  return all;
}

const SwitchPlug* find_switch_plug(std::string_view kind) {
  for (const SwitchPlug& plug : switch_plugs()) {
    if (plug.kind == kind) return &plug;
  }
  return nullptr;
}

namespace {

const SwitchPlug* plug_of(const nlohmann::json& merged) {
  static const nlohmann::json::json_pointer kind("/switch/kind");
  const bool has = merged.contains(kind) && merged.at(kind).is_string();
  return has ? find_switch_plug(merged.at(kind).get<std::string>()) : nullptr;
}

}  // namespace

cover::ModelPtr data_path_cover(const nlohmann::json& merged, const Topology& topology) {
  const SwitchPlug* plug = plug_of(merged);
  return plug != nullptr && plug->cover != nullptr ? plug->cover(merged, topology) : nullptr;
}

cover::ModelPtr data_path_cover(const Scenario& scenario, const Topology& topology) {
  nlohmann::json merged = scenario.merged;
  merged["switch"]["kind"] = scenario.sw.kind();
  return data_path_cover(merged, topology);
}

nlohmann::json cover_settings(const nlohmann::json& merged) {
  nlohmann::json settings{{"topology", merged.value("topology", nlohmann::json::object())}};
  const SwitchPlug* plug = plug_of(merged);
  if (plug == nullptr) return settings;
  settings["switch"]["kind"] = plug->kind;
  for (const std::string_view key : plug->cover_keys) {
    const nlohmann::json::json_pointer at{std::string(key)};
    if (merged.contains(at)) settings[at] = merged.at(at);
  }
  return settings;
}

const SwitchPlug& switch_plug(std::string_view kind) {
  if (const SwitchPlug* plug = find_switch_plug(kind)) return *plug;
  throw std::invalid_argument(fmt::format("'{}' is no kind of switch", kind));
}

std::vector<std::string_view> switch_kinds(const SystemPlug& plug) {
  if (plug.switch_kinds.empty()) return {switch_plugs().front().kind};
  for (const std::string_view kind : plug.switch_kinds) {
    if (find_switch_plug(kind) != nullptr) continue;
    throw std::invalid_argument(fmt::format("{}: '{}' is no kind of switch", plug.kind, kind));
  }
  return plug.switch_kinds;
}

std::string kinds_with(bool SwitchPlug::*trait) {
  std::vector<std::string_view> kinds;
  for (const SwitchPlug& plug : switch_plugs()) {
    if (plug.*trait) kinds.push_back(plug.kind);
  }
  return fmt::format("{}", fmt::join(kinds, " or "));
}

std::vector<std::string_view> engine_blocks(const SystemPlug& plug, std::string_view kind) {
  std::vector<std::string_view> blocks = plug.blocks;
  const auto& of_switch = switch_plug(kind).blocks;
  blocks.insert(blocks.end(), of_switch.begin(), of_switch.end());
  blocks.push_back(kLinkProbe);
  return blocks;
}

const SwitchPlug* kind_with_block(const std::string& block) {
  for (const SwitchPlug& plug : switch_plugs()) {
    Scenario any;
    plug.use(any.sw);
    if (plug.port_block != nullptr && plug.port_block(block, any)) return &plug;
  }
  return nullptr;
}

std::optional<cosim::PortBlock> fabric_block(const std::string& block, const Scenario& scenario) {
  const FaultConfig& f = scenario.faults;
  const bool drawn = f.random.count > 0 || f.random.nodes > 0;
  const bool probes = !f.links.empty() || !f.failing_nodes.empty() ||
                      (drawn && (!f.random_preset || f.random.repair_after)) ||
                      std::any_of(f.preset.begin(), f.preset.end(), [](const LinkFault& fault) {
                        return fault.repaired.has_value();
                      });
  const golden::ProbeTiming timing{scenario.probe.period, scenario.probe.timeout,
                                   scenario.probe.retries, 0};
  return cosim::foreign_prober(block, timing, probes);
}

const std::vector<BugInfo>& fabric_bugs() {
  static const std::vector<BugInfo> all{{kCrossDeadLink, "fault messages cross a dead link", false,
                                         "scenarios/fattree_8p3t_repair.yaml"},
                                        {kNoResend,
                                         "a fault message that a link damages or loses is not "
                                         "sent again",
                                         false, "scenarios/link_errors.yaml"}};
  return all;
}

unsigned switch_bug_bits(std::string_view kind, const std::vector<std::string>& names) {
  unsigned bits = 0;
  for (const SwitchBug& bug : switch_plug(kind).bugs) {
    if (std::count(names.begin(), names.end(), bug.info.name) > 0) bits |= bug.bit;
  }
  return bits;
}

const SwitchPlug* kind_with_bug(std::string_view name) {
  const auto& all = switch_plugs();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [name](const SwitchPlug& p) { return has_bug(p, name); });
  return found == all.end() ? nullptr : &*found;
}

std::vector<BugInfo> bugs_for(const SystemPlug& plug) {
  std::vector<BugInfo> all = plug.bugs;
  all.insert(all.end(), fabric_bugs().begin(), fabric_bugs().end());
  const std::vector<std::string_view> runs_on = switch_kinds(plug);
  for (const SwitchPlug& of : switch_plugs()) {
    if (std::find(runs_on.begin(), runs_on.end(), of.kind) == runs_on.end()) continue;
    for (const SwitchBug& bug : of.bugs) all.push_back(bug.info);
  }
  return all;
}

std::vector<std::string> system_bugs(std::vector<std::string> names) {
  const auto elsewhere = [](const std::string& name) {
    return is_fabric_bug(name) || kind_with_bug(name) != nullptr;
  };
  names.erase(std::remove_if(names.begin(), names.end(), elsewhere), names.end());
  return names;
}

}  // namespace selvage::config

namespace selvage {

SwitchConfig::SwitchConfig() { config::switch_plugs().front().use(*this); }

void SwitchConfig::use_kind(std::string_view name) { config::switch_plug(name).use(*this); }

void SwitchConfig::wrong_kind(std::string_view asked) const {
  throw std::logic_error(fmt::format("the switches are of kind {}, not {}", kind_, asked));
}

}  // namespace selvage
