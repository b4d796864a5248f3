// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree/golden.hpp"

namespace selvage::cosim {

FatTreeGolden::FatTreeGolden(const FatTreeConfig& config, SwitchIdx self)
    : plane_(*config.tree, self, config.rule, config.message_bugs, config.timing),
      state_(plane_.power_on(config.lft_entries)) {}

void FatTreeGolden::sample(const FatTreeConfig& config, SwitchIdx self, cover::Coverage& coverage) {
  if (config.control_cover) {
    control_sampler_ = std::make_unique<golden::ControlSampler>(
        *config.control_cover, coverage.of(config.control_cover->model()), self, plane_);
  }
  if (config.route_cover) {
    route_sampler_.emplace(*config.route_cover, coverage.of(config.route_cover->model()), self,
                           level());
  }
}

void FatTreeGolden::step(Cycle now, const StepInput& in, StepOutput& out) {
  input_.arrivals.clear();
  for (const PortedMessage& arrival : in.arrivals) {
    input_.arrivals.push_back({arrival.port, golden::decode(arrival.message)});
    input_.arrivals.back().message.cause = arrival.cause;
  }
  input_.link_down = input_.link_up = 0;
  input_.known.clear();
  for (const LinkEvent& link : in.links) {
    (link.up ? input_.link_up : input_.link_down) |= PortMask{1} << link.port;
    input_.known.push_back(link);
  }
  input_.stop = in.stop;
  using Unit = golden::ControlState::Unit;
  const Unit before = state_.unit;
  if (control_sampler_) control_sampler_->before(state_);
  plane_.step(state_, input_, output_);
  if (control_sampler_) control_sampler_->after(state_, input_);
  if (route_sampler_ && output_.changed) route_sampler_->changed(now);
  const bool executed = before == Unit::kPicked && state_.unit != Unit::kPicked;
  const bool sends = before == Unit::kBroadcasting && !state_.effects.broadcasts.empty();
  wrote_ = executed || (sends && state_.unit == Unit::kIdle);
  out.sent.clear();
  for (const golden::PortMessage& sent : output_.sent) {
    out.sent.push_back({sent.port, golden::encode(sent.message), sent.message.cause});
  }
  out.stop = output_.stop;
  out.changed = output_.changed;
  out.cause = output_.cause;
  out.active = !state_.quiet();
}

void GoldenFatTreeControl::prefetch(unsigned step) const {
  golden_.prefetch(step);
  if (step == 0) pending_.prefetch();
}

RouteDecision to_decision(const golden::FatTree& tree, const golden::FatTreeGrant& grant) {
  if (grant.drop || grant.port >= tree.m()) return {};
  RouteDecision decision;
  decision.outcome = RouteDecision::Outcome::kForward;
  decision.port = grant.port;
  decision.candidates = grant.up ? PortMask{grant.v} << tree.h() : PortMask{1} << grant.port;
  return decision;
}

}  // namespace selvage::cosim
