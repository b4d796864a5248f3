// SPDX-License-Identifier: Apache-2.0
/// ACK frames, packed and unpacked in RTL, against the golden models.
#include <catch2/catch.hpp>

#include <algorithm>
#include <deque>

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

namespace {

struct Passage {
  std::uint64_t pushed = 0;
  std::uint64_t came = 0;   ///< out of the unpacker, in order
  std::uint64_t wrong = 0;  ///< out of order, or never pushed
  unsigned most = 0;        ///< frames held
  std::uint32_t over = 0;
};

/// ACKs through both blocks, RTL and golden side by side, the words without a gap. Data holds the
/// wire for up to `longest` cycles; then frames follow each other as closely as the contract
/// allows.
Passage pass(unsigned max, unsigned depth, unsigned bufs, unsigned longest, Cycle cycles) {
  golden::AggregatorConfig config = aggregator_config(max, depth);
  if (max == 48) config = {};  // the published timers
  AggregatorPair sender = aggregator_pair(config);
  UnpackerPair receiver = unpacker_pair(max, bufs);
  tb::Random random(max + depth + bufs);
  Passage p;
  std::deque<std::uint32_t> under_way;
  Cycle wire_free = 0, frame_free = 0;
  unsigned pushes = 100;
  for (Cycle now = 0; now < cycles; ++now) {
    golden::AggregatorInput in;
    const bool end = now + cycles / 20 > cycles;  // let it run dry
    if (now % 512 == 0)
      pushes = random.percent(60) ? 100 : random.below(random.percent(50) ? 8 : 100);
    if (now >= wire_free && !end && random.percent(2)) wire_free = now + random.below(longest);
    in.idle = now >= wire_free;
    in.push = !end && random.percent(pushes);
    in.ack = golden::with_parity(random.below(1U << 25));
    in.grant = now >= wire_free && now >= frame_free && sender.golden().state().req;
    if (in.grant) frame_free = now + golden::ack_frame_words(sender.golden().state().cur);
    if (in.push && sender.golden().ready()) {
      under_way.push_back(in.ack);
      ++p.pushed;
    }
    const golden::UnpackerOutput out = receiver.step(sender.step(in).word);
    if (out.ack_valid) {
      const bool right = !under_way.empty() && under_way.front() == out.ack;
      ++(right ? p.came : p.wrong);
      if (!under_way.empty()) under_way.pop_front();
    }
    p.most = std::max(p.most, receiver.golden().used());
  }
  CHECK(sender.difference() == "");
  CHECK(receiver.difference() == "");
  p.over = receiver.golden().over();
  return p;
}

}  // namespace

TEST_CASE(
    "FLOW-B-8: with DEPTH / min(MAX, T1 + 1) + 3 buffers no ACK is lost, whatever comes back to back",
    "[flow][lockstep]") {
  const auto [max, depth, longest] =
      GENERATE(table<unsigned, unsigned, unsigned>({{6, 18, 60}, {48, 512, 900}}));
  CAPTURE(max, depth);
  const unsigned bufs = depth / (max == 48 ? 31 : 3) + 3;
  const Passage p = pass(max, depth, bufs, longest, 400'000);
  CHECK(p.over == 0);
  CHECK(p.wrong == 0);
  CHECK(p.came == p.pushed);
  CHECK(p.pushed > 90'000);
  CHECK(p.most > depth / max);
  // Two buffers are not enough: frames are thrown away whole.
  const Passage few = pass(max, depth, 2, longest, 400'000);
  CHECK(few.over > 0);
  CHECK(few.came + few.wrong < few.pushed);
}
