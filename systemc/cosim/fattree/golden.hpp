// SPDX-License-Identifier: Apache-2.0
/// \file
/// The golden control plane of one fat-tree switch as the fabric steps it, and engine golden.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cosim/engine.hpp"
#include "cosim/fattree/control/control_block.hpp"
#include "cosim/foreign/block.hpp"
#include "cosim/lockstep/ring.hpp"
#include "cosim/lockstep/scoreboard.hpp"
#include "cosim/lockstep/watched.hpp"
#include "golden/fattree/control_plane.hpp"
#include "golden/fattree/cover/control_sampler.hpp"
#include "golden/fattree/cover/route_cover.hpp"
#include "golden/fattree/route.hpp"
#include "golden/switch_control.hpp"
#include "kernel/ahead.hpp"

namespace selvage::cosim {

class SwitchPlugin;

/// What all switches of one system share.
struct FatTreeConfig {
  const golden::FatTree* tree = nullptr;
  const ControlBuild* build = nullptr;  ///< null for the golden engine
  Engine plane = Engine::kLockstep;     ///< of messages and tables
  Engine route = Engine::kLockstep;     ///< of decisions; not golden only if `plane` is not
  unsigned lft_entries = 32;
  golden::Rule rule = golden::Rule::kCorrected;
  golden::MessageBugs message_bugs;
  golden::ControlTiming timing;
  std::uint64_t rtl_bugs = 0;  ///< RtlBug bits
  unsigned route_latency = 2;  ///< of whole switches
  bool whole_switch = false;   ///< the switches are there in RTL, whole, beside golden controls
  ForeignDesign foreign;       ///< in place of a block of the switches
  std::shared_ptr<const SwitchPlugin> whole;  ///< in place of the whole switch
  // What the switches sample; null: nothing.
  std::shared_ptr<const golden::RouteCover> route_cover;
  std::shared_ptr<const golden::ControlCover> control_cover;
};

[[nodiscard]] inline golden::FatTreeRequest question(const golden::SwitchRules& rules,
                                                     const RouteRequest& r) {
  return {rules.tree().address_of(r.source), rules.tree().address_of(r.destination),
          rules.is_up(r.in_port)};
}
[[nodiscard]] inline golden::FatTreeGrant decide(const golden::SwitchRules& rules,
                                                 const golden::SwitchState& faults,
                                                 const RouteRequest& request) {
  return golden::route_select(rules.self().level, faults, question(rules, request));
}
[[nodiscard]] RouteDecision to_decision(const golden::FatTree& tree,
                                        const golden::FatTreeGrant& grant);

/// Golden control plane and state of one switch.
class FatTreeGolden {
 public:
  FatTreeGolden(const FatTreeConfig& config, SwitchIdx self);
  /// Samples from now on into the coverage of a run.
  void sample(const FatTreeConfig& config, SwitchIdx self, cover::Coverage& coverage);

  void step(Cycle now, const StepInput& in, StepOutput& out);
  /// As `decide`, of a request of the time contract: it is sampled.
  [[nodiscard]] golden::FatTreeGrant answer(Cycle now, const RouteRequest& request) {
    const golden::FatTreeRequest asked = question(rules(), request);
    const golden::FatTreeGrant grant = golden::route_select(level(), state_.faults, asked);
    if (route_sampler_) route_sampler_->decided(now, state_.faults, asked, grant);
    return grant;
  }
  /// On the state as the last step left it: every update of an earlier cycle, none of this one.
  [[nodiscard]] golden::FatTreeGrant decide(const RouteRequest& request) const {
    return selvage::cosim::decide(rules(), state_.faults, request);
  }
  [[nodiscard]] RouteDecision preview(const RouteRequest& request) const {
    return to_decision(tree(), decide(request));
  }

  [[nodiscard]] const golden::SwitchRules& rules() const { return plane_.rules(); }
  [[nodiscard]] const golden::FatTree& tree() const { return rules().tree(); }
  [[nodiscard]] const golden::ControlTiming& timing() const { return plane_.timing(); }
  [[nodiscard]] unsigned level() const { return rules().self().level; }
  [[nodiscard]] const golden::ControlState& state() const { return state_; }
  /// See golden::ControlPlane::is_statement.
  [[nodiscard]] bool is_statement() const { return plane_.is_statement(state_); }
  /// Of the state, what a decision looks at: see SwitchControl.
  void prefetch(unsigned step) const {
    if (step == 0) {
      kernel::prefetch(plane_.rules());
      kernel::prefetch(state_.faults.up);
      kernel::prefetch(state_.faults.lft);
    }
    if (step == 1) kernel::prefetch_line(state_.faults.up.data());
  }
  /// What the plane was given and what it drove in the last step.
  [[nodiscard]] const golden::ControlInput& input() const { return input_; }
  [[nodiscard]] const golden::ControlOutput& output() const { return output_; }
  /// Whether tables may have changed in the last step, or what was advertised to the children.
  [[nodiscard]] bool wrote() const { return wrote_; }

 private:
  golden::ControlPlane plane_;
  golden::ControlState state_;
  golden::ControlInput input_;
  golden::ControlOutput output_;
  bool wrote_ = false;
  std::unique_ptr<golden::ControlSampler> control_sampler_;
  std::optional<golden::RouteSampler> route_sampler_;
};

/// The fault state of a moment; the engines agree, so it is every engine's.
class FrozenFatTree final : public RouteView {
 public:
  explicit FrozenFatTree(const FatTreeGolden& golden)
      : rules_(golden.rules()), faults_(golden.state().faults) {}
  [[nodiscard]] RouteDecision preview(const RouteRequest& request) const override {
    return to_decision(rules_.tree(), decide(rules_, faults_, request));
  }

 private:
  golden::SwitchRules rules_;
  golden::SwitchState faults_;
};

/// Engine golden.
class GoldenFatTreeControl final : public SwitchControl, public Watched {
 public:
  GoldenFatTreeControl(const FatTreeConfig& config, SwitchIdx self) : golden_(config, self) {}
  void sample(const FatTreeConfig& config, SwitchIdx self, cover::Coverage& coverage) {
    golden_.sample(config, self, coverage);
  }

  void step(Cycle now, const StepInput& in, StepOutput& out) override {
    golden_.step(now, in, out);
  }
  void request(Cycle now, const RouteRequest& request) override {
    pending_.push(to_decision(golden_.tree(), golden_.answer(now, request)));
  }
  [[nodiscard]] RouteDecision collect(Cycle) override {
    const RouteDecision d = pending_.pop();
    const PortMask up = d.candidates >> golden_.tree().h();
    if (up != 0 || d.outcome == RouteDecision::Outcome::kDrop) last_v_ = up;
    return d;
  }
  void prefetch(unsigned step) const override;
  [[nodiscard]] std::optional<PortIdx> expected() const override {
    if (pending_.empty()) return std::nullopt;
    return pending_.front().port;
  }
  void finish(Cycle) override {
    while (!pending_.empty()) pending_.pop();
  }
  [[nodiscard]] RouteDecision preview(const RouteRequest& request) const override {
    return golden_.preview(request);
  }
  [[nodiscard]] std::unique_ptr<RouteView> snapshot() const override {
    return std::make_unique<FrozenFatTree>(golden_);
  }
  [[nodiscard]] std::uint64_t overflows() const override {
    return golden_.state().faults.lft.overflows();
  }

  // Watched
  [[nodiscard]] std::vector<WatchedRow> rows() const override;
  void values(std::vector<std::uint64_t>& out) const override;
  [[nodiscard]] std::string describe(const ControlMessage& message) const override;
  TracedModel* make_traced_model(const std::string&) override { return nullptr; }
  [[nodiscard]] std::vector<StateRow> state() const override;

  [[nodiscard]] const FatTreeGolden& golden() const { return golden_; }

 private:
  Ring<RouteDecision> pending_;
  PortMask last_v_ = 0;  ///< of the last decision upwards, for waves
  FatTreeGolden golden_;
};

/// Rows every engine shows: PS of every up port, V of the last decision upwards, occupancy of the
/// table, flags of the down ports.
[[nodiscard]] std::vector<WatchedRow> fault_rows(const FatTreeGolden& golden);
/// Their values.
void fault_values(const FatTreeGolden& golden, std::uint64_t v, std::vector<std::uint64_t>& out);
/// V towards hosts that no line of the table concerns and that are reached over a root, the ports
/// that say otherwise, the lines of the table.
[[nodiscard]] std::vector<StateRow> fault_state(const FatTreeGolden& golden);
[[nodiscard]] std::unique_ptr<SwitchControl> make_fattree_control(const FatTreeConfig& config,
                                                                  SwitchIdx self,
                                                                  Scoreboard& scoreboard);

}  // namespace selvage::cosim
