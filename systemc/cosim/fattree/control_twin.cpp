// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree/control_twin.hpp"

#include <algorithm>

#include "cosim/lockstep/runtime.hpp"

namespace selvage::cosim {

void ControlTwin::request(Cycle now, const golden::FatTreeRequest& request) {
  skip_to(now);
  at(now).request = request;
}

void ControlTwin::step(Cycle now, const golden::ControlInput& in) {
  skip_to(now);
  at(now).stop = in.stop;
  Inputs& next = at(now + 1);
  next.arrivals = in.arrivals;
  next.link_down = in.link_down;
  next.link_up = in.link_up;
}

void ControlTwin::finish() {
  // What came for edges that the end of the waves has executed already is not shown any more.
  while (!waiting_.empty() && waiting_.front().edge < next_) waiting_.pop_front();
  while (!waiting_.empty()) skip_to(waiting_.back().edge + 1);
  for (unsigned i = 0; i < 4 && !block_->idle(); ++i) skip_to(next_ + 1);
  next_ = 0;
}

ControlTwin::Inputs& ControlTwin::at(Cycle edge) {
  if (waiting_.empty() || waiting_.back().edge != edge) waiting_.emplace_back().edge = edge;
  return waiting_.back();
}

void ControlTwin::skip_to(Cycle now) {
  while (next_ < now) {
    if (waiting_.empty() && block_->idle()) {
      next_ = now;
      return;
    }
    if (block_->idle() && waiting_.front().edge > next_) {
      next_ = std::min(now, waiting_.front().edge);
      continue;
    }
    rise();
    fall();
  }
}

/// Assertions of a twin are dropped: the model that decides fails with it.
void ControlTwin::rise() {
  ControlEdge in;
  if (!waiting_.empty() && waiting_.front().edge == next_) {
    const Inputs& w = waiting_.front();
    in = {&w.arrivals, w.link_down, w.link_up, w.stop, w.request ? &*w.request : nullptr, false};
  }
  const bool pending = rtl_failure_pending();
  block_->set(in);
  block_->rise();
  if (!pending && rtl_failure_pending()) static_cast<void>(take_rtl_failure());
}

void ControlTwin::fall() {
  block_->fall();
  if (!waiting_.empty() && waiting_.front().edge == next_) waiting_.pop_front();
  ++next_;
}

}  // namespace selvage::cosim
