// SPDX-License-Identifier: Apache-2.0
#include "cosim/twolevel/switch_block.hpp"

#include <algorithm>

namespace selvage::cosim {

namespace {

/// Why no build is a switch of this system, behind the key concerned; empty: one is.
std::string no_switch(const TwoLevelConfig& config) {
  if (config.preferred != PreferredBy::kTwoLevel)
    return "routing: a verilated switch has the two-level tables alone: two_level";
  if (config.fault_tables)
    return "faults: a verilated switch with two-level tables has no fault tables: none";
  if (config.flows != nullptr)
    return "topology.flows.mode: a verilated switch knows no flows: none";
  if (find_twolevel_switch(config.net->k()) != nullptr) return {};
  std::string sizes;
  for (const TwoLevelSwitchBuild& b : twolevel_switch_builds())
    sizes += (sizes.empty() ? "" : ", ") + std::to_string(b.k);
  return "k: no verilated switch has " + std::to_string(config.net->k()) + " ports; there are " +
         sizes;
}

}  // namespace

std::string TwoLevelSwitchBuild::label() const {
  return "twolevel_switch K=" + std::to_string(k) + " DEPTH=" + std::to_string(depth);
}

const TwoLevelSwitchBuild* find_twolevel_switch(unsigned k) {
  const auto& builds = twolevel_switch_builds();
  const auto found = std::find_if(builds.begin(), builds.end(),
                                  [k](const TwoLevelSwitchBuild& b) { return b.k == k; });
  return found == builds.end() ? nullptr : &*found;
}

std::unique_ptr<SwitchBlock> make_twolevel_switch(const TwoLevelConfig& config,
                                                  const SwitchBlockOptions& options,
                                                  std::string& why) {
  why = no_switch(config);
  if (!why.empty()) return nullptr;
  const TwoLevelSwitchBuild& build = *find_twolevel_switch(config.net->k());
  why = why_no_switch(options, build.depth, {SwitchControl::kRouteLatency});
  if (!why.empty()) return nullptr;
  TwoLevelSwitchOptions all{options, config.net, {}, {}, config.rtl_bugs};
  all.rows = golden::rows_of(config.net->table_of(options.self), config.net->k());
  return build.make(all);
}

}  // namespace selvage::cosim
