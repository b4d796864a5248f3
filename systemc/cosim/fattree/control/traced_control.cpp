// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree/control/traced_control.hpp"

#include <utility>

namespace selvage::cosim {

namespace {

constexpr Cycle kTracedEdgesAtTheEnd = 4;

}  // namespace

TracedControl::TracedControl(std::unique_ptr<ControlBlock> block)
    : TracedPipeline(kTracedEdgesAtTheEnd), block_(std::move(block)) {}

void TracedControl::step(Cycle now, const golden::ControlInput& in) {
  inputs_at(now, now).stop = in.stop;
  TracedControlInputs& next = inputs_at(now, now + 1);
  next.arrivals = in.arrivals;
  next.link_down = in.link_down;
  next.link_up = in.link_up;
}

void TracedControl::rise_on(const TracedControlInputs* in) {
  ControlEdge edge;
  if (in != nullptr) {
    edge = {
        &in->arrivals, in->link_down, in->link_up, in->stop, in->request ? &*in->request : nullptr,
        false};
  }
  block_->set(edge);
  block_->rise();
}

}  // namespace selvage::cosim
