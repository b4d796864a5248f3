// SPDX-License-Identifier: Apache-2.0
#include "cosim/twolevel/traced.hpp"

#include <utility>

namespace selvage::cosim {

namespace {

constexpr Cycle kStages = 4;  ///< edges until all registers are at rest again

}  // namespace

TracedLookup::TracedLookup(std::unique_ptr<TwoLevelBlock> block)
    : TracedPipeline(kStages), block_(std::move(block)) {}

void TracedLookup::rise_on(const std::optional<std::uint32_t>* in) {
  TwoLevelIn pins;
  if (in != nullptr && *in) {
    pins.valid = true;
    pins.dst = **in;
  }
  block_->set(pins);
  block_->rise();
}

void TracedModels::add(TracedModel* model) {
  if (model != nullptr) all_.push_back(model);
}

void TracedModels::declare(VerilatedFstC& file) {
  for (TracedModel* t : all_) t->declare(file);
}

void TracedModels::skip_to(Cycle now) {
  for (TracedModel* t : all_) t->skip_to(now);
}

void TracedModels::rise() {
  for (TracedModel* t : all_) t->rise();
}

void TracedModels::fall() {
  for (TracedModel* t : all_) t->fall();
}

}  // namespace selvage::cosim
