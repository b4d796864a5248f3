// SPDX-License-Identifier: Apache-2.0
#include "golden/flow/flow_walker.hpp"

namespace selvage::golden {

FlowWalker::Output FlowWalker::step(Cycle now, bool down, bool up, Cycle drain) {
  const bool rounds = state_ == State::kLoss || state_ == State::kClose;
  const bool scans = state_ == State::kScan;
  Output out;
  out.chk = rounds || scans;
  out.done = state_ == State::kDone;
  out.id = scans ? static_cast<FlowId>(now % rows_) : id_;  // 0 but in a round
  if (state_ == State::kLoss) out.kind = OfctCheck::kLinkDied;
  if (state_ == State::kClose) out.kind = OfctCheck::kClose;
  const bool last = id_ + 1U == rows_;
  if (rounds) id_ = static_cast<FlowId>(last ? 0 : id_ + 1);
  switch (state_) {
    case State::kScan:
      if (down) state_ = State::kLoss;
      break;
    case State::kLoss:
      if (!last) break;
      wait_ = drain;
      state_ = drain == 0 ? State::kClose : State::kDrain;
      break;
    case State::kDrain:
      if (--wait_ == 0) state_ = State::kClose;
      break;
    case State::kClose:
      if (last) state_ = State::kDone;
      break;
    case State::kDone:
      if (up) state_ = State::kScan;
      break;
  }
  return out;
}

}  // namespace selvage::golden
