// SPDX-License-Identifier: Apache-2.0
/// \file
/// Deliberate defects of the fabric itself: they exist for every topology.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "cosim/flow/bugs.hpp"
#include "cosim/system.hpp"
#include "wormhole/parts.hpp"

namespace selvage::fabric {

inline constexpr std::string_view kCrossDeadLink = "cross_dead_link";

inline constexpr std::array<BugInfo, 1> kFabricBugs{
    {{kCrossDeadLink, "fault messages cross a dead link", false,
      "scenarios/fattree_8p3t_repair.yaml"}}};

/// Of wormhole switches: what a link that comes back is given (WH-REP-1, WH-REP-2).
struct WormholeBug {
  BugInfo info;
  wormhole::RepairBug bit;
};
inline constexpr std::array<WormholeBug, 3> kWormholeBugs{
    {{{"repair_keeps_credits", "a link comes back with the credits it died with", false,
       "scenarios/mesh_repair.yaml"},
      wormhole::kKeepsCredits},
     {{"repair_keeps_front", "a link comes back while its far end holds a worm it has cut", false,
       "scenarios/mesh_repair.yaml"},
      wormhole::kKeepsFront},
     {{"repair_keeps_worm", "a link comes back while a worm goes into its dead output", false,
       "scenarios/mesh_repair.yaml"},
      wormhole::kKeepsWorm}}};

[[nodiscard]] inline bool is_wormhole_bug(std::string_view name) {
  return std::any_of(kWormholeBugs.begin(), kWormholeBugs.end(),
                     [name](const WormholeBug& b) { return b.info.name == name; });
}
[[nodiscard]] inline bool is_fabric_bug(std::string_view name) {
  return is_wormhole_bug(name) || std::any_of(kFabricBugs.begin(), kFabricBugs.end(),
                                              [name](const BugInfo& b) { return b.name == name; });
}

/// Every bug that a scenario of this system may switch on.
[[nodiscard]] inline std::vector<BugInfo> bugs_for(const SystemPlug& plug) {
  std::vector<BugInfo> all = plug.bugs;
  all.insert(all.end(), kFabricBugs.begin(), kFabricBugs.end());
  const auto& kinds = plug.switch_kinds;
  if (std::find(kinds.begin(), kinds.end(), SwitchKind::kWormhole) != kinds.end()) {
    for (const WormholeBug& bug : kWormholeBugs) all.push_back(bug.info);
  }
  if (std::find(kinds.begin(), kinds.end(), SwitchKind::kFlow) != kinds.end()) {
    for (const cosim::FlowBug& bug : cosim::flow_bugs()) all.push_back(bug.info);
  }
  return all;
}

/// Those of `names` that the system has to know of.
[[nodiscard]] inline std::vector<std::string> system_bugs(std::vector<std::string> names) {
  names.erase(std::remove_if(names.begin(), names.end(),
                             [](const std::string& name) {
                               return is_fabric_bug(name) || cosim::is_flow_bug(name);
                             }),
              names.end());
  return names;
}

}  // namespace selvage::fabric
