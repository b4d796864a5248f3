// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which links die and when, and which come back.
#pragma once

#include <vector>

#include "config/scenario.hpp"
#include "cosim/system.hpp"
#include "fabric/run.hpp"

namespace selvage::fabric {

/// All failures of a run.
struct FaultPlan {
  std::vector<SwitchIdx>
      nodes;  ///< switches without a link, ascending; their links are in `preset`
  std::vector<SwitchPort> preset;  ///< dead and known before cycle 0
  std::vector<FaultEvent> events;  ///< in order of time, then of link; preset ones only if repaired
  std::vector<FlapEvent> flaps;    ///< outages that no prober detects, in order of time
  std::vector<NodeEvent> deaths;   ///< of switches, in order of time; their links are in `events`

  /// Whether the link is dead from the start.
  [[nodiscard]] bool starts_dead(const SwitchPort& link) const;
  /// Whether it is dead from the start and comes back.
  [[nodiscard]] bool comes_back(const SwitchPort& link) const;
  /// Whether it is dead at any time.
  [[nodiscard]] bool fails(const SwitchPort& link) const;
};

/// The named failures and the random ones, drawn from the stream "faults", their repairs from the
/// stream "repairs"; nodes that are faulty at random from the second of name "faults", those that
/// die from the third, their repairs from the second of name "repairs". Throws
/// std::invalid_argument, text fit for people, when no tolerable set is found in 100,000 draws.
/// Once `early` is due the plan is of no use.
[[nodiscard]] FaultPlan plan_faults(const Scenario& scenario, const System& system,
                                    const EarlyEnd& early = {});

/// The named deaths of switches and the random ones go into the plan. Their links die with them: a
/// link is dead while either of its ends is, or by its own failure; spans that meet are one failure
/// (FAB-DIE).
void plan_deaths(const Scenario& scenario, const Topology& topology, FaultPlan& plan);

}  // namespace selvage::fabric
