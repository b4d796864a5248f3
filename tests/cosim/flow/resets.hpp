// SPDX-License-Identifier: Apache-2.0
/// \file
/// Blocks that are reset in mid-run, again and again (COS-RESET).
#pragma once

#include <catch2/catch.hpp>

#include "control/random.hpp"

namespace selvage::test {

/// Each run begins with what one before it has left (COS-RESET); `pair` and `stimulus` make new
/// ones from a seed.
template <class MakePair, class MakeStimulus>
void from_reset_to_reset(const MakePair& pair, const MakeStimulus& stimulus) {
  tb::Random random(1);
  for (unsigned i = 0; i < 150; ++i) {
    const unsigned seed = 1 + random.below(1000);
    const unsigned cycles = 1 + random.below(2U << random.below(10));
    CAPTURE(i, seed, cycles);
    auto block = pair(seed);
    auto inputs = stimulus(seed);
    REQUIRE(run(block, inputs, cycles) == "");
  }
}

}  // namespace selvage::test
