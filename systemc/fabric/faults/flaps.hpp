// SPDX-License-Identifier: Apache-2.0
/// \file
/// Outages of links that no prober detects (faults.flaps, FAB-FLAP-1..3).
#pragma once

#include <functional>
#include <vector>

#include "fabric/context.hpp"
#include "fabric/faults/faults.hpp"

namespace selvage::fabric {

class Switch;

/// The named flaps and the random ones, drawn from the stream "flaps", in order of time. A link
/// that flaps has no other failure in `plan`, and no round of probes meets two of its flaps. Throws
/// std::invalid_argument, text fit for people, where that cannot be.
[[nodiscard]] std::vector<FlapEvent> plan_flaps(const Scenario& scenario, const Topology& topology,
                                                const FaultPlan& plan);

/// FAB-FLAP-1: what is on the wire of the link in a cycle of its outage is lost. FAB-FLAP-2: when
/// it is back each end says its flow control anew, and nothing starts before that has come.
class Flaps {
 public:
  using SwitchAt = std::function<Switch&(SwitchIdx)>;
  Flaps(Context& context, SwitchAt at);

  // Events.
  void begins(std::uint32_t flap);
  void ends(std::uint32_t flap);

 private:
  Context& context_;
  SwitchAt at_;
  std::vector<std::size_t> link_of_;  ///< by flap: its place in Context::links
};

}  // namespace selvage::fabric
