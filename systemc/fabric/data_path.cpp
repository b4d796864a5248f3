// SPDX-License-Identifier: Apache-2.0
#include "fabric/data_path.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "config/switch/registry.hpp"
#include "fabric/beats/whole.hpp"

namespace selvage::fabric {

#define SELVAGE_DECLARED(kind)                                                          \
  std::unique_ptr<DataPath> make_##kind##_path(Context& context, const FaultPlan& plan, \
                                               const Switches& switches, const Hosts& hosts);
SELVAGE_SWITCH_KINDS(SELVAGE_DECLARED)  // in the folder of the kind
#undef SELVAGE_DECLARED

std::string channel_name(const Topology& topology, SwitchPort from, unsigned vc) {
  const PortEnd far = topology.peer(from.sw, from.port);
  return fmt::format("{} {} -> {} {} vc{}", topology.switch_name(from.sw),
                     topology.port_name(from.sw, from.port), topology.switch_name(far.index),
                     topology.port_name(far.index, far.port), vc);
}

std::unique_ptr<WholeSwitches> DataPath::make_twin(const System& /*system*/) { return nullptr; }

std::unique_ptr<DataPath> make_data_path(Context& context, const FaultPlan& plan,
                                         const Switches& switches, const Hosts& hosts) {
  const std::string_view kind = context.scenario.sw.kind();
#define SELVAGE_MADE(name) \
  if (kind == #name) return make_##name##_path(context, plan, switches, hosts);
  SELVAGE_SWITCH_KINDS(SELVAGE_MADE)
#undef SELVAGE_MADE
  throw std::logic_error(fmt::format("no data path is of kind {}", kind));
}

}  // namespace selvage::fabric
