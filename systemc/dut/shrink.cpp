// SPDX-License-Identifier: Apache-2.0
#include "dut/shrink.hpp"

#include <algorithm>

namespace selvage::dut {

namespace {

constexpr int kMostTrials = 4000;
constexpr std::size_t kMostSimplified = 16;  ///< steps whose values are made small

}  // namespace

void shrink(std::vector<Step>& steps, const std::vector<Pin>& inputs,
            const std::function<bool(const std::vector<Step>&)>& fails,
            const std::function<bool(const Values&)>& legal, bool consecutive) {
  int trials = kMostTrials;
  const auto keeps_failing = [&](std::vector<Step>&& fewer) {
    if (trials-- <= 0 || fewer.empty() || !fails(fewer)) return false;
    steps = std::move(fewer);
    return true;
  };
  // Often the last question alone will do.
  if (!consecutive) (void)keeps_failing({steps.back()});
  for (std::size_t chunk = consecutive ? 0 : steps.size() / 2; chunk > 0; chunk /= 2) {
    for (std::size_t at = 0; at + chunk <= steps.size();) {
      std::vector<Step> fewer(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(at));
      fewer.insert(fewer.end(), steps.begin() + static_cast<std::ptrdiff_t>(at + chunk),
                   steps.end());
      if (!keeps_failing(std::move(fewer))) at += chunk;
    }
  }
  if (steps.size() > kMostSimplified) return;
  const auto try_slice = [&](std::size_t step, std::size_t pin, unsigned low, unsigned count) {
    if (steps[step].question.slice(pin, low, count) == 0) return;
    std::vector<Step> simpler = steps;
    // What is constant from reset to reset is so here too.
    for (std::size_t s = 0; s < simpler.size(); ++s) {
      if (s != step && !inputs[pin].is_static) continue;
      simpler[s].question.set_slice(pin, low, count, 0);
      if (!legal(simpler[s].question)) return;
    }
    (void)keeps_failing(std::move(simpler));
  };
  for (std::size_t step = 0; step < steps.size(); ++step) {
    for (std::size_t pin = 0; pin < inputs.size(); ++pin) {
      if (inputs[pin].is_time || (inputs[pin].is_static && step > 0)) continue;
      try_slice(step, pin, 0, 64);
      for (unsigned bit = 0; bit < inputs[pin].width; ++bit) try_slice(step, pin, bit, 1);
    }
  }
}

}  // namespace selvage::dut
