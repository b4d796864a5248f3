// SPDX-License-Identifier: Apache-2.0
/// Thresholds, gains, sizes of frames and seeds are inputs of the RTL: it is the golden model with
/// any of them.
#include <catch2/catch.hpp>
#include <optional>

#include "settings.hpp"

using namespace selvage;
using namespace selvage::test;
using cosim::FlowSize;

namespace {

constexpr unsigned kSets = 25;
constexpr std::uint64_t kCycles = 6'000;

/// A run's first cycle of 40 bits: 0, or shortly before the top bit of a stamp of 17 bits changes.
Cycle before_a_turn(unsigned set, unsigned tick, tb::Random& random) {
  const Cycle turns = 1 + random.below((1U << (24 - tick)) - 1);
  return set % 3 == 0 ? 0 : (turns << (16 + tick)) - random.below(3'000);
}

/// As `IfctStimulus`, but CHK often looks at the row that ENQ had in the step before.
class ChkBehindEnq : public IfctStimulus {
 public:
  ChkBehindEnq(std::uint64_t seed, Cycle start) : IfctStimulus(seed, start), random_(seed + 1000) {}
  golden::IfctInput next(const golden::Ifct& golden) {
    golden::IfctInput in = IfctStimulus::next(golden);
    if (last_ && random_.percent(50)) {
      in.chk_valid = true;
      in.chk = *last_;
    }
    last_.reset();
    if (in.enq_valid) last_ = in.enq.id;
    return in;
  }

 private:
  tb::Random random_;
  std::optional<golden::FlowId> last_;
};

}  // namespace

TEST_CASE("ifct: RTL is the golden model with any thresholds, FLOW-C-5, FLOW-C-8, FLOW-D-4",
          "[flow][lockstep]") {
  tb::Random random(31);
  std::array<std::uint64_t, 8> why{}, up{};
  for (unsigned set = 0; set < kSets; ++set) {
    const bool large = set % 5 == 4;
    golden::IfctConfig c =
        short_ifct(large ? FlowSize::kLarge : FlowSize::kSmall, random.percent(50), true);
    const unsigned most = random.percent(50) ? 40 : c.sizes.mask();
    c.fc_hi = 1 + random.below(most);
    c.fc_lo = random.below(c.fc_hi + 1);
    c.headroom = random.below(most + 1);
    c.ep_rec = 1 + random.below(16);
    c.ep_weigh = set % 3 != 2;
    c.unit_cyc = 1 + random.below(random.percent(50) ? 20 : golden::kMostUnitCycles);
    c.tick = random.percent(50) ? 0 : set % 7;
    c.inj_limit = 1 + random.below(random.percent(70) ? 600 : 65535);
    if (random.percent(50))  // over in a tick or few
      for (auto* timer : {&c.cool_t, &c.hold_t, &c.refresh_t, &c.expire_t})
        *timer = random.below(5);
    const Cycle start = before_a_turn(set, c.tick, random);
    CAPTURE(set, c.edge, c.fc_hi, c.fc_lo, c.headroom, c.ep_rec, c.ep_weigh, c.unit_cyc,
            c.inj_limit, start, c.tick, c.cool_t, c.hold_t, c.refresh_t, c.expire_t);
    IfctPair pair = ifct_pair(c, 0, large ? 1000 : 1);
    ChkBehindEnq stimulus(40 + set, start);
    REQUIRE(run(pair, stimulus, kCycles) == "");
    for (unsigned i = 0; i < 8; ++i) why[i] += stimulus.seen.why[i];
    for (unsigned i = 0; i < 8; ++i) up[i] += stimulus.seen.up[i];
  }
  CHECK(why[3] > 100);  // the port's limit
  CHECK(why[4] > 20);   // the bandwidth of a level
  CHECK(up[static_cast<unsigned>(golden::AckType::kCredit)] > 100);
  CHECK(up[static_cast<unsigned>(golden::AckType::kCreditOff)] > 20);
}

TEST_CASE("ofct: RTL is the golden model with any times, FLOW-A-31, FLOW-A-32",
          "[flow][lockstep]") {
  tb::Random random(37);
  std::uint64_t marked = 0;
  for (unsigned set = 0; set < kSets; ++set) {
    golden::OfctConfig c;
    c.sizes = golden::kSmallFlowSizes;
    c.tick = set % 4;
    c.stale_t = random.below(random.percent(50) ? 300 : 4000);
    c.expire_t = random.below(random.percent(50) ? 300 : 4000);
    const unsigned stride = 1 + random.below(20);  // rows are quiet for longer than the times
    const Cycle start = before_a_turn(set, c.tick, random);
    CAPTURE(set, c.tick, c.stale_t, c.expire_t, stride, start);
    OfctPair pair{golden::Ofct(c), cosim::make_ofct(FlowSize::kSmall, cosim::to_rtl(c)),
                  c.sizes.rows(), stride};
    OfctStimulus stimulus(60 + set, start, c.sizes);
    REQUIRE(run(pair, stimulus, kCycles) == "");
    marked += stimulus.seen.marked;
  }
  CHECK(marked > 500);
}

TEST_CASE("ep_ack_type: RTL is the golden model with any depths, FLOW-A-3", "[flow][lockstep]") {
  tb::Random random(32);
  for (unsigned draw_w = 1; draw_w <= 11; ++draw_w) {
    for (const unsigned congested :
         {1U, 64U, random.below(250), random.below(1U << 14), 1'000U, 16'383U}) {
      golden::EpAckConfig c;
      c.congested = congested;
      c.draw_w = draw_w;
      c.draw = random.percent(80);
      c.seed = 1 + random.below(4095);
      CAPTURE(draw_w, congested, c.draw);
      EpPair pair(c, cosim::make_ep_ack_type(cosim::to_rtl(c)));
      EpStimulus stimulus(50 + draw_w, c);
      REQUIRE(run(pair, stimulus, kCycles / 4) == "");
    }
  }
}

TEST_CASE("redirect_gen: RTL is the golden model with any gains, FLOW-C-6", "[flow][lockstep]") {
  tb::Random random(33);
  std::uint64_t drawn = 0;
  for (unsigned set = 0; set < kSets; ++set) {
    golden::RedirectConfig c;
    c.d0 = random.below(random.percent(50) ? 100 : 1U << 14);
    c.kd = random.below(random.percent(50) ? 5 : 256);
    c.kg = random.below(random.percent(50) ? 5 : 256);
    c.step = 1 + random.below(60);
    c.hist = 1 + random.below(8);
    c.seed = 1 + random.below(4095);
    CAPTURE(set, c.d0, c.kd, c.kg, c.step, c.hist);
    RedirectPair pair = redirect_pair(golden::kSmallFlowSizes, 0, c);
    // now and then two samples side by side, which no switch takes
    RedirectStimulus stimulus(60 + set, golden::kSmallFlowSizes, set % 5 == 0 ? 0 : c.step, c.hist);
    REQUIRE(run(pair, stimulus, kCycles) == "");
    drawn += stimulus.seen.drawn;
  }
  CHECK(drawn > 1'000);
}

TEST_CASE("ack_aggregator: RTL is the golden model with any largest frame, FLOW-B-5, FLOW-B-8",
          "[flow][lockstep]") {
  for (const unsigned max : {1U, 2U, 7U, 15U, 47U}) {
    CAPTURE(max);
    golden::AggregatorConfig c = aggregator_config(48, 512);
    c.max = max;
    AggregatorPair pair = aggregator_pair(c);
    AggregatorStimulus stimulus(70 + max);
    REQUIRE(run(pair, stimulus, 4 * kCycles) == "");
    CHECK(stimulus.seen.size[max] > 20);
  }
}
