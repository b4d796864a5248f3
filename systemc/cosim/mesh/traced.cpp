// SPDX-License-Identifier: Apache-2.0
#include "cosim/mesh/traced.hpp"

namespace selvage::cosim {

namespace {

constexpr Cycle kStages = 3;  ///< edges until all registers are at rest again

}  // namespace

TracedMesh::TracedMesh(const std::string& scope, const MeshBugStraps& bugs)
    : TracedPipeline(kStages),
      epoch_(make_label_epoch({bugs.epoch, scope + " label_epoch"})),
      label_(make_mcc_label({bugs.label, scope + " mcc_label"})),
      route_(make_planar_route({bugs.route, scope + " planar_route"})) {}

void TracedMesh::declare(VerilatedFstC& file) {
  epoch_->declare(file);
  label_->declare(file);
  route_->declare(file);
}

void TracedMesh::rise_on(const TracedMeshInputs* in) {
  if (in != nullptr && in->label) labels_ = *in->label;
  epoch_->set(in != nullptr && in->epoch ? *in->epoch : golden::EpochInput{});
  label_->set(labels_);
  route_->set(in != nullptr && in->route ? *in->route : PlanarRouteIn{});
  epoch_->rise();
  label_->rise();
  route_->rise();
}

void TracedMesh::clock_falls() {
  epoch_->fall();
  label_->fall();
  route_->fall();
}

}  // namespace selvage::cosim
