// SPDX-License-Identifier: Apache-2.0
#include "cosim/mesh/traced.hpp"

namespace selvage::cosim {

namespace {

constexpr Cycle kStages = 3;  ///< edges until all registers are at rest again

}  // namespace

TracedMesh::TracedMesh(const std::string& scope, std::uint32_t label_bugs, std::uint32_t route_bugs)
    : TracedPipeline(kStages),
      label_(make_mcc_label({label_bugs, scope + " mcc_label"})),
      route_(make_planar_route({route_bugs, scope + " planar_route"})) {}

void TracedMesh::declare(VerilatedFstC& file) {
  label_->declare(file);
  route_->declare(file);
}

void TracedMesh::rise_on(const TracedMeshInputs* in) {
  if (in != nullptr && in->label) labels_ = *in->label;
  label_->set(labels_);
  route_->set(in != nullptr && in->route ? *in->route : PlanarRouteIn{});
  label_->rise();
  route_->rise();
}

void TracedMesh::clock_falls() {
  label_->fall();
  route_->fall();
}

}  // namespace selvage::cosim
