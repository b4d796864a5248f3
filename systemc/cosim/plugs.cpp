// SPDX-License-Identifier: Apache-2.0
#include "cosim/plugs.hpp"

#include <stdexcept>

#include "cosim/fattree/system.hpp"
#include "cosim/mesh/system.hpp"
#include "cosim/twolevel/system.hpp"

namespace selvage {

namespace {

std::vector<SystemPlug>& plugs() {
  static std::vector<SystemPlug> all{cosim::fattree_plug(), cosim::mesh_plug(),
                                     cosim::twolevel_plug()};
  return all;
}

}  // namespace

void add_plug(SystemPlug plug) {
  const std::string kind(plug.kind);
  if (kind.empty()) throw std::invalid_argument("a system needs a kind");
  if (find_plug(kind) != nullptr) throw std::invalid_argument(kind + ": there is such a system");
  if (plug.schema.empty() || !plug.make) {
    throw std::invalid_argument(kind + ": a system needs a schema and a maker");
  }
  plugs().push_back(std::move(plug));
}

const std::vector<SystemPlug>& system_plugs() { return plugs(); }

const SystemPlug* find_plug(std::string_view kind) {
  for (const SystemPlug& plug : plugs()) {
    if (plug.kind == kind) return &plug;
  }
  return nullptr;
}

}  // namespace selvage
