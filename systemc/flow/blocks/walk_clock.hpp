// SPDX-License-Identifier: Apache-2.0
/// \file
/// The clock of a flow_walker in a network that requests timers by itself: none in SCAN and DONE,
/// one a cycle in the two rounds and in DRAIN, these all at once when it is over (FLOW-A-29).
#pragma once

#include <algorithm>
#include <utility>

#include "flow/blocks/blocks.hpp"
#include "golden/flow/flow_walker.hpp"

namespace selvage::flow {

/// `Walker` has clock(cycle, down, up, drain_t), which returns what the cycle shows, state() and
/// wait().
template <class Walker>
class WalkClock {
 public:
  using State = golden::FlowWalker::State;

  explicit WalkClock(Walker walker) : walker_(std::move(walker)) {}

  void down(Cycle now, Cycle drain) {
    pass(now);
    drain_ = drain;
    down_ = true;
    if (walker_.state() == State::kScan) static_cast<void>(clock(std::max<Cycle>(now, 1) - 1));
  }
  [[nodiscard]] WalkerRow walk(Cycle now) {
    pass(now);
    WalkerRow row;
    if (down_ || moving()) {
      const golden::FlowWalker::Output driven = clock(now);
      row.chk = driven.chk;
      row.id = driven.id;
      row.kind = driven.kind;
    }
    const State state = walker_.state();
    if (state == State::kDrain) row.next = now + 1 + walker_.wait();
    if (state == State::kLoss || state == State::kClose) row.next = now + 1;
    return row;
  }
  void up(Cycle now) {
    pass(now);
    static_cast<void>(walker_.clock(now, false, true, drain_));
  }
  void pass(Cycle now) {
    for (; cycle_ < now && moving(); ++cycle_)
      static_cast<void>(walker_.clock(cycle_, false, false, drain_));
    cycle_ = std::max(cycle_, now);
  }

 private:
  [[nodiscard]] bool moving() const {
    return walker_.state() != State::kScan && walker_.state() != State::kDone;
  }
  golden::FlowWalker::Output clock(Cycle cycle) {
    cycle_ = cycle + 1;
    return walker_.clock(cycle, std::exchange(down_, false), false, drain_);
  }

  Walker walker_;
  Cycle drain_ = 0;
  Cycle cycle_ = 0;    ///< first cycle not yet clocked
  bool down_ = false;  ///< not yet seen
};

}  // namespace selvage::flow
