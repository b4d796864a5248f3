// SPDX-License-Identifier: Apache-2.0
/// \file
/// A second model of a switch's control plane that runs for waves alone.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "cosim/fattree/control/control_block.hpp"
#include "cosim/lockstep/traced_model.hpp"
#include "golden/fattree/control_plane.hpp"

namespace selvage::cosim {

/// What one edge samples.
struct TracedControlInputs {
  std::vector<golden::PortMessage> arrivals;
  PortMask link_down = 0;
  PortMask link_up = 0;
  PortMask stop = 0;
  std::optional<golden::FatTreeRequest> request;
};

/// The edge of cycle t is the one that begins it: it samples the messages and link events of cycle
/// t-1, and the stop flags and the request of cycle t.
class TracedControl final : public TracedPipeline<TracedControlInputs> {
 public:
  explicit TracedControl(std::unique_ptr<ControlBlock> block);

  void request(Cycle now, const golden::FatTreeRequest& request) {
    inputs_at(now, now).request = request;
  }
  void step(Cycle now, const golden::ControlInput& in);

  // TracedModel
  void declare(VerilatedFstC& file) override { block_->declare(file); }

 private:
  void rise_on(const TracedControlInputs* in) override;
  void clock_falls() override { block_->fall(); }
  [[nodiscard]] bool idle() const override { return block_->idle(); }

  std::unique_ptr<ControlBlock> block_;
};

}  // namespace selvage::cosim
