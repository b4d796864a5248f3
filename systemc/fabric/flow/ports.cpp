// SPDX-License-Identifier: Apache-2.0
// What stands in the ports of flow-channel switches, beside them and around them.
#include "config/switch/flow/config.hpp"
#include "config/switch/kinds.hpp"
#include "cosim/flow/choice/rtl.hpp"
#include "cosim/flow/foreign/foreign.hpp"
#include "fabric/flow/path.hpp"
#include "fabric/flow/twin/twin.hpp"
#include "fabric/flow/waves.hpp"
#include "flow/blocks/cover.hpp"

namespace selvage::fabric {

std::unique_ptr<PathRows> FlowPath::wave_rows(waves::FstFile& file, WaveRows& rows) {
  return std::make_unique<FlowWaves>(
      context_, routers_, params_.sizes, params_.vcs * flow::kClasses, file, rows,
      [this](SwitchPort at, const std::string& scope) { return trace(at, scope); });
}

std::vector<cosim::TracedModel*> FlowPath::trace(SwitchPort at, const std::string& scope) {
  std::unique_ptr<cosim::TracedFlowPort> traced;
  routers_.wrap(at, [&](const flow::BlocksConfig& config, std::unique_ptr<flow::Blocks> own) {
    Engines engines = context_.scenario.engine;
    if (context_.foreign != nullptr) engines.set(context_.foreign->block, Engine::kGolden);
    traced = std::make_unique<cosim::TracedFlowPort>(engines, config, bugs_, scope);
    return traced->models().empty() ? std::move(own) : traced->beside(std::move(own), 0);
  });
  if (traced == nullptr) return {};
  std::vector<cosim::TracedModel*> models = traced->models();
  if (!models.empty()) traced_[{at.sw, at.port}] = std::move(traced);
  return models;
}

std::unique_ptr<flow::Blocks> FlowPath::blocks(SwitchIdx sw, PortIdx port,
                                               const flow::BlocksConfig& config) {
  const Topology& t = context_.topology;
  const cosim::FlowPlace place{t.switch_name(sw), t.port_name(sw, port)};
  auto own =
      cosim::rtl_flow_blocks(context_.scenario.engine, config, place, context_.scoreboard, bugs_);
  if (context_.foreign != nullptr) {
    own = cosim::with_foreign_flow_block(std::move(own), config, *context_.foreign, {sw, port},
                                         place, context_.scoreboard);
  }
  own = flow::covered_blocks(std::move(own), config.edge, met(sw), sw);
  if (twin_ != nullptr) own = twin_->watch().around({sw, port}, std::move(own));
  const auto traced = traced_.find({sw, port});
  return traced == traced_.end() ? std::move(own)
                                 : traced->second->beside(std::move(own), context_.now());
}

std::unique_ptr<flow::ChoiceBeside> FlowPath::choice(SwitchIdx sw,
                                                     const golden::LeastLoadedConfig& config) {
  return cosim::rtl_flow_choice(context_.scenario.engine, config,
                                {context_.topology.switch_name(sw), ""}, context_.scoreboard,
                                bugs_.choice);
}

std::unique_ptr<WholeSwitches> FlowPath::make_twin(const System& system) {
  auto twin = std::make_unique<FlowTwin>(
      context_, system, routers_, params_, wiring_,
      config::switch_bug_bits(FlowConfig::kName, context_.scenario.bugs));
  twin_ = twin.get();
  return twin;
}

}  // namespace selvage::fabric
