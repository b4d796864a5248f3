// SPDX-License-Identifier: Apache-2.0
#include "cosim/twolevel/twin.hpp"

#include <utility>

namespace selvage::cosim {

namespace {

constexpr Cycle kStages = 4;  ///< edges until all registers are at rest again

}  // namespace

TwoLevelTwin::TwoLevelTwin(std::unique_ptr<TwoLevelBlock> block)
    : EdgeTwin(kStages), block_(std::move(block)) {}

void TwoLevelTwin::rise_on(const std::optional<std::uint32_t>* in) {
  TwoLevelIn pins;
  if (in != nullptr && *in) {
    pins.valid = true;
    pins.dst = **in;
  }
  block_->set(pins);
  block_->rise();
}

void Twins::add(TracedModel* twin) {
  if (twin != nullptr) all_.push_back(twin);
}

void Twins::declare(VerilatedFstC& file) {
  for (TracedModel* t : all_) t->declare(file);
}

void Twins::skip_to(Cycle now) {
  for (TracedModel* t : all_) t->skip_to(now);
}

void Twins::rise() {
  for (TracedModel* t : all_) t->rise();
}

void Twins::fall() {
  for (TracedModel* t : all_) t->fall();
}

}  // namespace selvage::cosim
