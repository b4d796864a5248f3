// SPDX-License-Identifier: Apache-2.0
#include "golden/flow/redirect_gen.hpp"

#include <algorithm>
#include <cassert>

#include "golden/flow/lfsr.hpp"

namespace selvage::golden {
namespace {

unsigned above(unsigned a, unsigned b) { return a > b ? a - b : 0; }

}  // namespace

RedirectGen::RedirectGen(const RedirectConfig& config)
    : config_(config), samples_(config.hist, 0), lfsr_(config.seed) {
  assert(config.seed != 0 && config.seed >> config.rw == 0);
}

unsigned RedirectGen::congestion(unsigned depth, unsigned slot) const {
  return std::min(
      1023U, config_.kd * above(depth, config_.d0) + config_.kg * above(depth, samples_[slot]));
}

bool RedirectGen::step(const RedirectStep& in) {
  const bool redirect = in.load && !in.exempt && congestion(in.depth, in.slot) > lfsr_;
  if (in.load) {
    ++loads_;
    lfsr_ = next_random(lfsr_, config_.rw);
  }
  if (redirect) ++redirects_;
  if (in.sample) samples_[in.slot] = in.depth;
  return redirect;
}

}  // namespace selvage::golden
