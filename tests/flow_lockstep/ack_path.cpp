// SPDX-License-Identifier: Apache-2.0
/// ACK frames, packed and unpacked in RTL, against the golden models.
#include <catch2/catch.hpp>

#include "settings.hpp"

using namespace selvage;
using namespace selvage::test;

TEST_CASE("ack_aggregator: RTL is the golden model, FLOW-B-1..8", "[flow][lockstep]") {
  const auto [max, depth, cycles] = GENERATE(table<unsigned, unsigned, unsigned>(
      {{4, 6, 20'000}, {4, 12, 20'000}, {5, 10, 20'000}, {6, 18, 20'000}, {48, 512, 200'000}}));
  CAPTURE(max, depth);
  AggregatorPair pair = aggregator_pair(aggregator_config(max, depth));
  AggregatorStimulus stimulus(100 + max + depth);
  REQUIRE(run(pair, stimulus, cycles) == "");
  CHECK(stimulus.seen.pushed > cycles / 5);
  CHECK(stimulus.seen.refused > cycles / 500);
  CHECK(stimulus.seen.frames > cycles / 200);
  CHECK(stimulus.seen.granted_idle > cycles / 200);
  CHECK(pair.golden().bad() > cycles / 500);
  for (unsigned n = 1; n <= max; ++n) {
    CAPTURE(n);
    CHECK(stimulus.seen.size[n] > 0);
  }
}

TEST_CASE("ack_frame_unpacker: RTL is the golden model, FLOW-B-1", "[flow][lockstep]") {
  const auto [max, bufs, cycles] = GENERATE(
      table<unsigned, unsigned, unsigned>({{6, 1, 50'000}, {6, 2, 50'000}, {48, 2, 200'000}}));
  CAPTURE(max, bufs);
  UnpackerPair pair = unpacker_pair(max, bufs);
  UnpackerStimulus stimulus(200 + max + bufs, max);
  REQUIRE(run(pair, stimulus, cycles) == "");
  CHECK(stimulus.seen.ok > cycles / 200);
  CHECK(stimulus.seen.bad > cycles / 500);
  CHECK(stimulus.seen.acks > cycles / 10);
  CHECK(pair.golden().over() > cycles / 500);
}
