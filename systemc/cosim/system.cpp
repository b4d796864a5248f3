// SPDX-License-Identifier: Apache-2.0
#include "cosim/system.hpp"

#include "certify/relation.hpp"
#include "cosim/flow/switch/switch_block.hpp"
#include "cosim/foreign/switch_plugin.hpp"
#include "tolerance/engine.hpp"

namespace selvage {

bool System::judged() const {
  const cosim::SwitchPlugin* plugin = whole_plugin();
  return plugin != nullptr && plugin->facts().compare == cosim::SwitchFacts::Compare::kLegal;
}

std::unique_ptr<tolerance::Engine> System::tolerance(bool) const { return nullptr; }

std::unique_ptr<certify::Relation> System::relation(const std::vector<SwitchPort>&) const {
  return nullptr;
}

std::unique_ptr<cosim::FlowSwitchBlock> System::make_flow_switch(const cosim::FlowSwitchOptions&,
                                                                 SwitchIdx) const {
  return nullptr;
}

}  // namespace selvage
