// SPDX-License-Identifier: Apache-2.0
#include "golden/flow/redirect_gen.hpp"

#include <algorithm>
#include <cassert>

namespace selvage::golden {
namespace {

/// Feedback taps of maximal sequences.
std::uint32_t taps(unsigned width) {
  assert(width == 8 || width == 10 || width == 12);
  if (width == 8) return 0xB8;    // 7, 5, 4, 3
  if (width == 10) return 0x240;  // 9, 6
  return 0x829;                   // 11, 5, 3, 0
}

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

void RedirectGen::draw() {
  const auto bit = static_cast<std::uint32_t>(__builtin_parity(lfsr_ & taps(config_.rw)));
  lfsr_ = (lfsr_ << 1 | bit) & ((1U << config_.rw) - 1);
}

}  // namespace selvage::golden
