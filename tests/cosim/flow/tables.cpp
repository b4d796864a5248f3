// SPDX-License-Identifier: Apache-2.0
/// The flow tables in RTL against their golden models: random steps that keep to the contract.
#include <algorithm>
#include <catch2/catch.hpp>

#include "settings.hpp"

using namespace selvage;
using namespace selvage::test;
using cosim::FlowSize;

TEST_CASE("flow_cam_alloc: RTL is the golden model, FLOW-A-10..14", "[flow][lockstep]") {
  CamPair pair = cam_pair(FlowSize::kSmall);
  CamStimulus stimulus(1, 64);
  REQUIRE(run(pair, stimulus, 200'000) == "");
  CHECK(stimulus.seen.hits > 5000);
  CHECK(stimulus.seen.allocs > 5000);
  CHECK(stimulus.seen.stalls > 1000);
  CHECK(stimulus.seen.freed > 5000);
  CHECK(stimulus.seen.kept > 1000);
}

TEST_CASE("efct: RTL is the golden model, FLOW-A-5, FLOW-A-8, FLOW-A-19", "[flow][lockstep]") {
  EfctPair pair = efct_pair(FlowSize::kSmall);
  EfctStimulus stimulus(2, golden::kSmallFlowSizes);
  REQUIRE(run(pair, stimulus, 200'000) == "");
  CHECK(stimulus.seen.stalls > 500);
  CHECK(stimulus.seen.windows > 500);
  CHECK(stimulus.seen.released > 5000);
  CHECK(stimulus.seen.kept > 500);
  CHECK(stimulus.seen.wrapped > 500);
}

TEST_CASE(
    "ifct: RTL is the golden model, FLOW-A-15, 16, 32, FLOW-C-1, FLOW-C-6, FLOW-C-8, FLOW-D-4",
    "[flow][lockstep]") {
  const bool edge = GENERATE(false, true);
  const bool rd_enable = GENERATE(false, true);
  const unsigned tick = GENERATE(0U, 3U);
  CAPTURE(edge, rd_enable, tick);
  IfctPair pair = ifct_pair(short_ifct(FlowSize::kSmall, edge, rd_enable, tick));
  IfctStimulus stimulus(10 + 2 * edge + rd_enable, edge ? Cycle{1} << 39 : 0);
  REQUIRE(run(pair, stimulus, 200'000) == "");
  for (unsigned why = 0; why < 8; ++why) {
    CAPTURE(why);
    CHECK((stimulus.seen.why[why] > 20) == (edge || why < 2 || why > 4));
  }
  for (unsigned type = 0; type < 8; ++type) {
    CAPTURE(type);
    const bool fabric_only = type > 4 || (type == 4 && !rd_enable);
    CHECK((stimulus.seen.up[type] > 20) == (type < 4 || (!edge && fabric_only)));
  }
  CHECK(stimulus.seen.opened > 400);
  CHECK((stimulus.seen.holes > 500) == !edge);
  CHECK((stimulus.seen.over > 500) == edge);
  CHECK(stimulus.seen.released > 300);
  CHECK((stimulus.seen.answered > 20) == !edge);
  CHECK(stimulus.seen.together > 300);
}

namespace {

/// As `IfctStimulus`, but ACKs of one row come one behind the other, most of them NORMAL.
class RowsOfAcks : public IfctStimulus {
 public:
  explicit RowsOfAcks(std::uint64_t seed) : IfctStimulus(seed, 0), random_(seed + 1000) {}
  golden::IfctInput next(const golden::Ifct& golden) {
    golden::IfctInput in = IfctStimulus::next(golden);
    if (left_ == 0) {
      left_ = random_.below(60);
      row_ = in.ack.id;
    } else {
      --left_;
      in.ack_valid = true;
      in.ack.id = row_;
      most_rec = std::max<unsigned>(most_rec, golden.row(row_).rec);
      if (random_.percent(95)) in.ack.type = golden::AckType::kNormal;
      const golden::Position extent = golden.flow_extent(row_);
      in.ack.delta = random_.percent(80) ? 0 : random_.below(extent + 1);
    }
    return in;
  }
  unsigned most_rec = 0;  ///< seen in a row

 private:
  tb::Random random_;
  unsigned left_ = 0;
  golden::FlowId row_ = 0;
};

}  // namespace

TEST_CASE("ifct: RTL is the golden model with timers of 0, and with ACKs of one row, FLOW-A-16",
          "[flow][lockstep]") {
  const bool edge = GENERATE(false, true);
  const bool timers = GENERATE(false, true);
  CAPTURE(edge, timers);
  golden::IfctConfig config = short_ifct(FlowSize::kSmall, edge, true);
  if (!timers) config.cool_t = config.hold_t = config.refresh_t = config.expire_t = 0;
  else config.expire_t = 9000;
  IfctPair pair = ifct_pair(config);
  RowsOfAcks stimulus(30 + edge);
  REQUIRE(run(pair, stimulus, 200'000) == "");
  CHECK(stimulus.most_rec > 7);
}

TEST_CASE("ofct: RTL is the golden model, FLOW-A-17..19, FLOW-A-21, FLOW-A-29, FLOW-A-32",
          "[flow][lockstep]") {
  const unsigned tick = GENERATE(0U, 3U);
  OfctPair pair = ofct_pair(FlowSize::kSmall, 0, 1, tick);
  OfctStimulus stimulus(3, 0, golden::kSmallFlowSizes);
  REQUIRE(run(pair, stimulus, 200'000) == "");
  CHECK(stimulus.seen.hits > 5000);
  CHECK(stimulus.seen.allocs > 1000);
  CHECK(stimulus.seen.stalls > 100);
  CHECK(stimulus.seen.overs > 100);
  CHECK(stimulus.seen.released > 1000);
  CHECK(stimulus.seen.closed > 500);
  CHECK(stimulus.seen.died > 500);
  CHECK(stimulus.seen.marked > 100);
  CHECK(stimulus.seen.kept > 20);
  for (unsigned type = 0; type < 8; ++type) {
    CAPTURE(type);
    CHECK(stimulus.seen.back[type] > 100);
  }
}

TEST_CASE("ofct: RTL counts millions of stray ACKs and of stalls, FLOW-A-14, FLOW-A-21",
          "[flow][lockstep]") {
  constexpr std::uint32_t kMany = (1U << 23) + 12'345;
  golden::OfctConfig config;
  config.sizes = golden::kSmallFlowSizes;
  const auto rtl = cosim::make_ofct(FlowSize::kSmall, cosim::to_rtl(config));
  const auto give = [&](const golden::OfctInput& in, std::uint32_t times) {
    for (std::uint32_t i = 0; i < times; ++i) rtl->edge(cosim::to_rtl(in));
    for (unsigned i = 0; i < 4; ++i) rtl->edge(cosim::to_rtl(golden::OfctInput{}));
  };
  golden::OfctInput rev, map;
  rev.rev_valid = map.map_valid = true;  // of row 0, which is not there
  give(rev, kMany);
  CHECK(rtl->stray() == kMany);
  map.map.len = 1;
  for (map.map.id = 0; map.map.id < config.sizes.rows(); ++map.map.id) give(map, 1);
  CHECK(rtl->out().full);
  CHECK(rtl->out().stalls == 0);
  map.map.port = 1;
  give(map, kMany);
  CHECK(rtl->out().stalls == kMany);
}

TEST_CASE("flow_walker: RTL is the golden model, FLOW-A-29", "[flow][lockstep]") {
  WalkerPair pair = walker_pair(FlowSize::kSmall);
  WalkerStimulus stimulus(4);
  REQUIRE(run(pair, stimulus, 200'000) == "");
  CHECK(stimulus.done > 1000);
}

TEST_CASE("flow_walker: RTL is the golden model in each bit of a wait, FLOW-A-29",
          "[flow][lockstep]") {
  for (unsigned bit = 0; bit < 40; ++bit) {
    CAPTURE(bit);
    WalkerPair pair = walker_pair(FlowSize::kSmall);
    const std::uint64_t wait = std::uint64_t{1} << bit;
    for (unsigned c = 0; c < 200; ++c) pair.step({c == 1, false, wait | 1U});
    REQUIRE(pair.difference() == "");
    WalkerPair alone = walker_pair(FlowSize::kSmall);  // of no other bit
    for (unsigned c = 0; c < 200; ++c) alone.step({c == 1, false, wait});
    REQUIRE(alone.difference() == "");
  }
}

TEST_CASE("redirect_gen: RTL is the golden model, FLOW-C-6", "[flow][lockstep]") {
  RedirectPair pair = redirect_pair(golden::kSmallFlowSizes);
  RedirectStimulus stimulus(5, golden::kSmallFlowSizes);
  REQUIRE(run(pair, stimulus, 200'000) == "");
  CHECK(stimulus.seen.loads > 50'000);
  CHECK(stimulus.seen.drawn > 1000);
  CHECK(stimulus.seen.saturated > 1000);
}

TEST_CASE("ep_ack_type: RTL is the golden model, FLOW-A-3", "[flow][lockstep]") {
  const bool draw = GENERATE(true, false);
  EpPair pair = ep_pair(1234, draw);
  EpStimulus stimulus(6);
  REQUIRE(run(pair, stimulus, 200'000) == "");
  for (const std::uint64_t times : stimulus.seen.types) CHECK(times > 5'000);
  CHECK((stimulus.seen.spared > 5'000) == draw);
}
