// SPDX-License-Identifier: Apache-2.0
#include "golden/flow/flow_walker.hpp"

namespace selvage::golden {

FlowWalker::Output FlowWalker::step(Cycle now, bool down, bool up, Cycle drain) {
  const bool walks = state_ == State::kScan || state_ == State::kLoss || state_ == State::kClose;
  Output out;
  out.chk = walks;
  out.done = state_ == State::kDone;
  if (walks) {
    out.id = state_ == State::kScan ? static_cast<FlowId>(now % rows_) : id_;
    if (state_ == State::kLoss) out.kind = OfctCheck::kLinkDied;
    if (state_ == State::kClose) out.kind = OfctCheck::kClose;
  }
  const bool last = id_ + 1U == rows_;
  if (walks && state_ != State::kScan) id_ = static_cast<FlowId>(last ? 0 : id_ + 1);
  switch (state_) {
    case State::kScan:
      if (down) enter(State::kLoss);
      break;
    case State::kLoss:
      if (!last) break;
      wait_ = drain;
      enter(drain == 0 ? State::kClose : State::kDrain);
      break;
    case State::kDrain:
      if (--wait_ == 0) enter(State::kClose);
      break;
    case State::kClose:
      if (last) enter(State::kDone);
      break;
    case State::kDone:
      if (up) enter(State::kScan);
      break;
  }
  return out;
}

}  // namespace selvage::golden
