// SPDX-License-Identifier: Apache-2.0
/// \file
/// A second model of a switch's control plane that runs for waves alone.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "cosim/fattree/control_block.hpp"
#include "cosim/lockstep/watched.hpp"
#include "golden/fattree/control_plane.hpp"

namespace selvage::cosim {

/// Is given what the block that decides is given, and clocked when waves want it. The edge of cycle
/// t is the one that begins it: it samples the messages and link events of cycle t-1, and the stop
/// flags and the request of cycle t.
class ControlTwin final : public TracedModel {
 public:
  explicit ControlTwin(std::unique_ptr<ControlBlock> block) : block_(std::move(block)) {}

  void request(Cycle now, const golden::FatTreeRequest& request);
  void step(Cycle now, const golden::ControlInput& in);
  /// Nothing more will come; time may start anew.
  void finish();

  // TracedModel
  void declare(VerilatedFstC& file) override { block_->declare(file); }
  void skip_to(Cycle now) override;
  void rise() override;
  void fall() override;

 private:
  struct Inputs {
    Cycle edge = 0;
    std::vector<golden::PortMessage> arrivals;
    PortMask link_down = 0;
    PortMask link_up = 0;
    PortMask stop = 0;
    std::optional<golden::FatTreeRequest> request;
  };
  Inputs& at(Cycle edge);

  std::unique_ptr<ControlBlock> block_;
  std::deque<Inputs> waiting_;  ///< by edge, ascending
  Cycle next_ = 0;              ///< next edge
};

}  // namespace selvage::cosim
