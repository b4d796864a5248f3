// SPDX-License-Identifier: Apache-2.0
/// \file
/// The life of the switches by the plan: they die and come back.
#pragma once

#include <map>
#include <vector>

#include "fabric/context.hpp"
#include "fabric/data_path.hpp"

namespace selvage::fabric {

/// FAB-DIE: a switch dies with all its links; what stands in it is lost, its hosts send nothing,
/// nobody reaches them. It is back with the first of its links that is back in or after the cycle
/// asked for. Its control lives on, alone: it declares its links dead, and up again.
class Nodes {
 public:
  /// `switches` and `hosts` outlive it.
  Nodes(Context& context, const FaultPlan& plan, const Switches& switches, const Hosts& hosts);

  /// Event, after its links have died. One that is planned before the switch is back from the last
  /// death comes in the cycle after that.
  void dies(std::uint32_t death);
  /// A link of `sw` is alive again.
  void link_back(SwitchIdx sw);

 private:
  Context& context_;
  const Switches& switches_;
  const Hosts& hosts_;
  std::map<SwitchIdx, std::vector<HostIdx>> hosts_of_;
  std::map<SwitchIdx, std::uint32_t> waits_;  ///< deaths that wait for the switch to be back
};

}  // namespace selvage::fabric
