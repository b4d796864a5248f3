// SPDX-License-Identifier: Apache-2.0
/// \file
/// A second model of a whole flow-channel switch, which runs for waves alone.
#pragma once

#include <memory>
#include <utility>

#include "cosim/flow/switch/switch_block.hpp"
#include "cosim/lockstep/traced_model.hpp"

namespace selvage::cosim {

/// In the waves a cycle has the inputs of the RTL's cycle, what its registers show then, and what
/// follows from both without a clock.
class TracedFlowSwitch final : public TracedPipeline<FlowSwitchIn> {
 public:
  /// Behind the last inputs there is an edge more.
  explicit TracedFlowSwitch(std::unique_ptr<FlowSwitchBlock> block)
      : TracedPipeline(2), block_(std::move(block)) {}

  /// The waves have been drawn before this cycle.
  void drawn(Cycle cycle) { drawn_ = cycle; }
  /// Inputs of the next cycle of the RTL, to stand at `cycle`.
  void give(Cycle cycle, const FlowSwitchIn& in) { inputs_at(drawn_, cycle) = in; }

  /// An edge of the control alone, which is not drawn.
  void control_edge(const StepInput& in) { block_->control_edge(in); }

  // TracedModel
  void declare(VerilatedFstC& file) override { block_->declare(file); }

 private:
  void rise_on(const FlowSwitchIn* in) override {
    if (begun_) block_->rise();
    if (in == nullptr) return;
    static_cast<void>(block_->give(*in));
    begun_ = true;
  }
  void clock_falls() override { block_->fall(); }

  std::unique_ptr<FlowSwitchBlock> block_;
  Cycle drawn_ = 0;
  bool begun_ = false;
};

}  // namespace selvage::cosim
