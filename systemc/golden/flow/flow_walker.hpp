// SPDX-License-Identifier: Apache-2.0
/// \file
/// flow_walker: visits the rows of a table for their timers, and closes all of them when the link
/// dies (FLOW-A-29).
#pragma once

#include "golden/flow/tables/ofct.hpp"

namespace selvage::golden {

class FlowWalker {
 public:
  enum class State : std::uint8_t { kScan, kLoss, kDrain, kClose, kDone };
  struct Output {
    bool chk = false;
    FlowId id = 0;
    OfctCheck kind = OfctCheck::kTimers;
    bool done = false;
  };

  explicit FlowWalker(unsigned rows) : rows_(rows) {}
  /// What cycle `now` shows; then its inputs act. SCAN shows row now mod rows.
  Output step(Cycle now, bool down, bool up, Cycle drain);
  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] FlowId id() const { return id_; }
  [[nodiscard]] Cycle wait() const { return wait_; }

 private:
  unsigned rows_;
  State state_ = State::kScan;
  FlowId id_ = 0;
  Cycle wait_ = 0;  ///< cycles of DRAIN left, this one included
};

}  // namespace selvage::golden
