// SPDX-License-Identifier: Apache-2.0
/// \file
/// Engine `switch` on flow-channel switches: every switch in RTL, beat by beat, on the traffic,
/// links and controls of the model, and all that it shows held against the model in its cycle
/// (docs/reference/flow-switch.md).
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fabric/beats/whole.hpp"
#include "fabric/context.hpp"
#include "fabric/flow/twin/beside.hpp"

namespace selvage::fabric {

/// Beats, XON and XOFF between switches are those of the RTL. Hosts are the model's, and what links
/// lose, fault messages on them, and controls where none is in the RTL. The RTL runs
/// SwitchBeside::kBehind cycles behind the model, and is clocked in every one of them.
class FlowTwin final : public WholeSwitches {
 public:
  /// `wiring`: without links that are dead for good.
  FlowTwin(Context& context, const System& system, flow::Routers& model, const flow::Params& params,
           const flow::Wiring& wiring, std::uint32_t bugs);

  /// The model is about to handle a cycle, behind its events.
  void begin(Cycle cycle) { watch_.begin(cycle); }
  /// What it tells no observer.
  [[nodiscard]] Watch& watch() { return watch_; }

  // WholeSwitches
  /// They are not wired.
  void starts_dead(const std::vector<SwitchPort>& /*links*/) override {}
  [[nodiscard]] cosim::TracedModel* trace(SwitchIdx sw, const std::string& scope) override;
  [[nodiscard]] Cycle shown_later() const override { return SwitchBeside::kShownLater; }
  /// Cycles without an event pass.
  void before(Cycle cycle) override;
  void after(Cycle cycle) override;
  void finish(Cycle cycle) override;

 private:
  void step_along(SwitchIdx sw, Cycle now, const StepInput& in) override {
    if (switches_[sw].decides()) switches_[sw].settles(now, in);
  }
  void has_settled(SwitchIdx sw) override { switches_[sw].has_settled(); }
  /// The switch `sw` as a model of this name.
  [[nodiscard]] std::unique_ptr<cosim::FlowSwitchBlock> make(SwitchIdx sw, const std::string& name);
  void end_cycle();
  /// All switches through one cycle, unless one differs.
  void clock();
  void count();
  void fail(const SwitchBeside& at);
  [[nodiscard]] std::string text(const PinDifference& d, unsigned side) const;

  Context& context_;
  const System& system_;
  std::function<cosim::FlowSwitchOptions(SwitchIdx)> options_;
  Watch watch_;
  std::vector<SwitchBeside> switches_;
  std::vector<std::unique_ptr<cosim::TracedFlowSwitch>> traced_;
  std::array<BlockCount*, static_cast<std::size_t>(Pin::kCount)>
      counts_{};    ///< null: it is not to be seen
  Cycle next_ = 0;  ///< of the model
};

}  // namespace selvage::fabric
