// SPDX-License-Identifier: Apache-2.0
#include "cosim/switch_bugs.hpp"

#include <algorithm>

#include "cosim/flow/bugs.hpp"
#include "wormhole/parts.hpp"

namespace selvage {

namespace {

std::vector<SwitchBug> all_bugs() {
  const auto repair = [](std::string_view name, std::string_view summary, wormhole::RepairBug bit) {
    return SwitchBug{
        {name, summary, false, "scenarios/mesh_repair.yaml"}, SwitchKind::kWormhole, bit};
  };
  std::vector<SwitchBug> all{
      {{kCrossDeadLink, "fault messages cross a dead link", false,
        "scenarios/fattree_8p3t_repair.yaml"},
       std::nullopt},
      repair("repair_keeps_credits", "a link comes back with the credits it died with",
             wormhole::kKeepsCredits),
      repair("repair_keeps_front", "a link comes back while its far end holds a worm it has cut",
             wormhole::kKeepsFront),
      repair("repair_keeps_worm", "a link comes back while a worm goes into its dead output",
             wormhole::kKeepsWorm)};
  for (const cosim::FlowBug& bug : cosim::flow_bugs()) all.push_back({bug.info, SwitchKind::kFlow});
  return all;
}

}  // namespace

const std::vector<SwitchBug>& switch_bugs() {
  static const std::vector<SwitchBug> all = all_bugs();
  return all;
}

const SwitchBug* find_switch_bug(std::string_view name) {
  const auto& all = switch_bugs();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [name](const SwitchBug& b) { return b.info.name == name; });
  return found == all.end() ? nullptr : &*found;
}

unsigned switch_bug_bits(SwitchKind kind, const std::vector<std::string>& names) {
  unsigned bits = 0;
  for (const std::string& name : names) {
    const SwitchBug* bug = find_switch_bug(name);
    if (bug != nullptr && bug->kind == kind) bits |= bug->bit;
  }
  return bits;
}

std::vector<BugInfo> bugs_for(const SystemPlug& plug) {
  std::vector<BugInfo> all = plug.bugs;
  const auto& kinds = plug.switch_kinds;
  for (const SwitchBug& bug : switch_bugs()) {
    const bool runs = !bug.kind || std::find(kinds.begin(), kinds.end(), *bug.kind) != kinds.end();
    if (runs) all.push_back(bug.info);
  }
  return all;
}

std::vector<std::string> system_bugs(std::vector<std::string> names) {
  const auto of_switch = [](const std::string& name) { return find_switch_bug(name) != nullptr; };
  names.erase(std::remove_if(names.begin(), names.end(), of_switch), names.end());
  return names;
}

}  // namespace selvage
