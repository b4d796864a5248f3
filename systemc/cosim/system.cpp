// SPDX-License-Identifier: Apache-2.0
#include "cosim/system.hpp"

#include "certify/relation.hpp"
#include "tolerance/engine.hpp"
#include "cosim/fattree_system.hpp"
#include "cosim/mesh_system.hpp"
#include "cosim/twolevel_system.hpp"

namespace selvage {

std::unique_ptr<tolerance::Engine> System::tolerance(bool) const { return nullptr; }

std::unique_ptr<certify::Relation> System::relation(const std::vector<SwitchPort>&) const {
  return nullptr;
}

const std::vector<SystemPlug>& system_plugs() {
  static const std::vector<SystemPlug> plugs{cosim::fattree_plug(), cosim::mesh_plug(),
                                             cosim::twolevel_plug()};
  return plugs;
}

const SystemPlug* find_plug(std::string_view kind) {
  for (const SystemPlug& plug : system_plugs()) {
    if (plug.kind == kind) return &plug;
  }
  return nullptr;
}

}  // namespace selvage
