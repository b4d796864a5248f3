// SPDX-License-Identifier: Apache-2.0
#include "cosim/mesh_twin.hpp"

#include <algorithm>

#include "cosim/rtl/runtime.hpp"

namespace selvage::cosim {

namespace {

constexpr Cycle kStages = 3;  ///< edges until registers and `changed_o` are at rest again

}  // namespace

MeshTwin::MeshTwin(const std::string& scope, std::uint32_t label_bugs, std::uint32_t route_bugs)
    : label_(make_mcc_label({label_bugs, scope + " mcc_label"})),
      route_(make_planar_route({route_bugs, scope + " planar_route"})) {}

MeshTwin::Inputs& MeshTwin::at(Cycle edge) {
  if (waiting_.empty() || waiting_.back().edge != edge) waiting_.emplace_back().edge = edge;
  return waiting_.back();
}

void MeshTwin::request(Cycle now, const PlanarRouteIn& in) {
  skip_to(now);
  at(now).route = in;
}

void MeshTwin::step(Cycle now, const MccLabelIn& in) {
  skip_to(now);
  at(now).label = in;
}

void MeshTwin::finish() {
  // What came for edges that the end of the waves has executed already is not shown any more.
  while (!waiting_.empty() && waiting_.front().edge < next_) waiting_.pop_front();
  if (!waiting_.empty()) skip_to(waiting_.back().edge + 1);
  skip_to(std::max(next_, busy_until_));
  next_ = busy_until_ = 0;
}

void MeshTwin::declare(VerilatedFstC& file) {
  label_->declare(file);
  route_->declare(file);
}

void MeshTwin::skip_to(Cycle now) {
  while (next_ < now) {
    if (next_ >= busy_until_) {
      const Cycle told = waiting_.empty() ? now : std::max(next_, waiting_.front().edge);
      next_ = std::min(now, told);
      if (next_ == now) return;
    }
    rise();
    fall();
  }
}

/// Nobody hears the assertions of a twin: the model that decides fails with it.
void MeshTwin::rise() {
  PlanarRouteIn header;
  if (!waiting_.empty() && waiting_.front().edge == next_) {
    const Inputs& w = waiting_.front();
    labels_ = w.label.value_or(labels_);
    header = w.route.value_or(header);
    busy_until_ = next_ + kStages;
  }
  const bool heard = rtl_failure_pending();
  label_->set(labels_);
  route_->set(header);
  label_->rise();
  route_->rise();
  if (!heard && rtl_failure_pending()) static_cast<void>(take_rtl_failure());
}

void MeshTwin::fall() {
  label_->fall();
  route_->fall();
  if (!waiting_.empty() && waiting_.front().edge == next_) waiting_.pop_front();
  ++next_;
}

}  // namespace selvage::cosim
