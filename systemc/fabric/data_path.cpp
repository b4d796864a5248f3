// SPDX-License-Identifier: Apache-2.0
#include "fabric/data_path.hpp"

#include <fmt/format.h>

#include "fabric/cut_through/cut_through.hpp"
#include "fabric/flow/path.hpp"
#include "fabric/wormhole/path.hpp"

namespace selvage::fabric {

std::string channel_name(const Topology& topology, SwitchPort from, unsigned vc) {
  const PortEnd far = topology.peer(from.sw, from.port);
  return fmt::format("{} {} -> {} {} vc{}", topology.switch_name(from.sw),
                     topology.port_name(from.sw, from.port), topology.switch_name(far.index),
                     topology.port_name(far.index, far.port), vc);
}

std::unique_ptr<DataPath> make_data_path(Context& context, const FaultPlan& plan,
                                         const Switches& switches, const Hosts& hosts) {
  switch (context.scenario.sw.kind) {
    case SwitchKind::kWormhole:
      return std::make_unique<WormholePath>(context, plan, switches, hosts);
    case SwitchKind::kFlow: return std::make_unique<FlowPath>(context, plan, switches, hosts);
    case SwitchKind::kCutThrough: break;
  }
  return std::make_unique<CutThroughPath>(context, hosts);
}

}  // namespace selvage::fabric
