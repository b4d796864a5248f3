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

unsigned RedirectGen::congestion(unsigned depth) const {
  return std::min(1023U, config_.kd * above(depth, config_.d0) +
                             config_.kg * above(depth, samples_.back()));
}

bool RedirectGen::step(unsigned depth, bool load, bool exempt) {
  const bool redirect = load && !exempt && congestion(depth) > lfsr_;
  if (load) {
    ++loads_;
    draw();
  }
  if (redirect) ++redirects_;
  skip(1, depth);
  return redirect;
}

void RedirectGen::skip(Cycle cycles, unsigned depth) {
  if (phase_ + cycles < config_.step) {  // no sample
    phase_ += static_cast<unsigned>(cycles);
    return;
  }
  const Cycle at = phase_ + cycles;
  for (Cycle s = std::min<Cycle>(at / config_.step, config_.hist); s > 0; --s) {
    samples_.pop_back();
    samples_.push_front(depth);
  }
  phase_ = static_cast<unsigned>(at % config_.step);
}

void RedirectGen::draw() { lfsr_ = next_random(lfsr_, config_.rw); }

}  // namespace selvage::golden
