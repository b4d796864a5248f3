// SPDX-License-Identifier: Apache-2.0
/// The ACK aggregator: rules and corner cases by hand, full size under random load (FLOW-B-4..8,
/// FLOW-P-2, 5, 6).
#include <catch2/catch.hpp>

#include <deque>

#include "golden/flow/ack_aggregator.hpp"
#include "golden/flow/ack_unpacker.hpp"
#include "kernel/stream.hpp"
#include "wire.hpp"

using namespace selvage;
using namespace selvage::golden;
using selvage::test::Wire;

namespace {

constexpr bool kIdle = true;
constexpr bool kBusy = false;

/// Drives one aggregator; ACKs are numbered from 0.
struct Bench {
  AckAggregator unit{AggregatorConfig{}};
  std::uint32_t next = 0;
  Cycle now = 0;

  AggregatorOutput cycle(bool push, bool idle, bool grant = false) {
    const AggregatorOutput out = unit.step({push, with_parity(next), idle, grant, now++});
    if (push && out.ready) ++next;
    return out;
  }
  /// Of the batch, 0 in the cycle after its first push.
  [[nodiscard]] Cycle age() const { return now - unit.state().cs - 1; }
  void push(unsigned acks, bool idle) {
    for (unsigned i = 0; i < acks; ++i) cycle(true, idle);
  }
  /// Cycles until req is visible, this one 0; at most `limit`.
  unsigned until_req(bool idle, unsigned limit = 200) {
    unsigned c = 0;
    while (!unit.state().req && c < limit) {
      cycle(false, idle);
      ++c;
    }
    return c;
  }
};

}  // namespace

TEST_CASE("FLOW-P-6: on an idle line an ACK asks after T1", "[flow]") {
  Bench b;
  b.push(1, kIdle);  // cycle 0; age 0 in cycle 1
  REQUIRE(b.until_req(kIdle) == 31);
  REQUIRE(b.now == 32);  // push in 0, granted in 32 at the earliest: T1 + 2
}

TEST_CASE("FLOW-B-5: busy: T2 with a good count, T3 with any", "[flow]") {
  const unsigned n = GENERATE(1U, 6U, 7U, 8U, 9U, 47U);
  Bench b;
  b.push(n, kBusy);
  const unsigned t = (kGoodMask >> (n - 1) & 1) != 0 ? 60 : 90;
  REQUIRE(b.until_req(kBusy) == t + 1 - (n - 1));
}

TEST_CASE("FLOW-B-4: the age is that of the first ACK, later ones do not restart it", "[flow]") {
  Bench b;
  b.push(1, kBusy);
  for (int i = 0; i < 4; ++i) {
    for (int c = 0; c < 9; ++c) b.cycle(false, kBusy);
    b.push(1, kBusy);
  }
  REQUIRE(b.until_req(kBusy) == 91 - 40);
}

TEST_CASE("FLOW-B-5: 48 ACKs ask at once, the next ones wait for themselves", "[flow]") {
  Bench b;
  b.push(48, kBusy);
  b.cycle(true, kBusy);
  REQUIRE(b.unit.state().req);
  REQUIRE(b.unit.state().cur == 48);  // FLOW-B-8
  REQUIRE(b.unit.state().cnt == 49);
  b.cycle(false, kBusy, true);
  REQUIRE(b.unit.state().cur == 1);
  REQUIRE(b.age() == 1);
  REQUIRE_FALSE(b.unit.state().req);
}

TEST_CASE("FLOW-B-5: corner cases of the timers", "[flow]") {
  Bench b;
  SECTION("a: an arrival before the grant is in, with the request already up") {
    b.push(1, kIdle);
    b.until_req(kIdle);
    b.push(2, kIdle);
    b.cycle(false, kIdle, true);
    REQUIRE(b.cycle(false, kIdle).fire_len == 3);
  }
  SECTION("b: an arrival in the cycle of the grant is not") {
    b.push(1, kIdle);
    b.until_req(kIdle);
    b.cycle(true, kIdle, true);
    REQUIRE(b.cycle(false, kIdle).fire_len == 1);
    REQUIRE(b.unit.state().cur == 1);
    REQUIRE(b.age() == 1);  // its own age
  }
  SECTION("c: the line goes idle between T1 and T3: asks in that cycle") {
    b.push(1, kBusy);
    for (int c = 0; c < 45; ++c) b.cycle(false, kBusy);
    REQUIRE(b.until_req(kIdle) == 1);
  }
  SECTION("d: it turns busy at T1 - 1: waits for T3, the count being bad") {
    b.push(1, kIdle);
    for (int c = 0; c < 30; ++c) b.cycle(false, kIdle);
    REQUIRE(b.age() == 30);
    REQUIRE(b.until_req(kBusy) == 61);
  }
  SECTION("f: a late ACK makes the count bad: the request stands") {
    b.push(7, kBusy);
    b.until_req(kBusy);
    b.push(1, kBusy);
    REQUIRE(b.unit.state().req);
    b.cycle(false, kBusy, true);
    REQUIRE(b.cycle(false, kBusy).fire_len == 8);
  }
  SECTION("g: timers out of order are refused") {
    AggregatorConfig c;
    c.t2 = 30;
    REQUIRE_FALSE(c.legal());
    c.t2 = 90;
    REQUIRE_FALSE(c.legal());
    c.t2 = 31;
    REQUIRE(c.legal());
  }
  SECTION("a frame has one ACK at least") {
    AggregatorConfig c;
    c.max = 1;
    REQUIRE(c.legal());
    c.max = 0;
    REQUIRE_FALSE(c.legal());
  }
  SECTION("between T2 and T3 the first arrival that makes the count good asks") {
    b.push(6, kBusy);
    for (int c = 0; c < 70; ++c) b.cycle(false, kBusy);
    REQUIRE_FALSE(b.unit.state().req);
    b.push(1, kBusy);
    REQUIRE(b.until_req(kBusy) == 1);
  }
  SECTION("a grant without request does nothing") {
    b.push(1, kBusy);
    b.cycle(false, kBusy, true);
    REQUIRE(b.unit.state().cnt == 1);
  }
}

TEST_CASE("FLOW-B-8: full: not ready, nothing is lost", "[flow]") {
  Bench b;
  b.push(600, kBusy);
  REQUIRE(b.next == 512);
  REQUIRE_FALSE(b.unit.ready());
  REQUIRE_FALSE(b.cycle(true, kBusy, true).ready);  // room counts from the next cycle on
  REQUIRE(b.unit.state().cnt == 512 - 48);
}

TEST_CASE("FLOW-A-2: an ACK with wrong parity is taken and dropped", "[flow]") {
  AckAggregator unit{AggregatorConfig{}};
  unit.step({true, with_parity(5) ^ 1U, true, false});
  REQUIRE(unit.bad() == 1);
  REQUIRE(unit.state().cnt == 0);
}

TEST_CASE("FLOW-B-6: grant in cycle t: fire in t+1, the frame's words from t+5 on", "[flow]") {
  Bench b;
  b.push(48, kBusy);
  b.cycle(false, kBusy);
  b.cycle(false, kBusy, true);  // t
  for (unsigned c = 1; c < 30; ++c) {
    const AggregatorOutput out = b.cycle(false, kBusy);
    REQUIRE(out.fire == (c == 1));
    REQUIRE(out.word.valid == (c >= 5 && c < 10));
    REQUIRE(out.word.sof == (c == 5));
    REQUIRE(out.word.eof == (c == 9));
  }
  REQUIRE(b.unit.sequence() == 1);
}

TEST_CASE("FLOW-P-5: the longest wait, in numbers worked out by hand from its three terms",
          "[flow]") {
  AggregatorConfig c;
  CHECK(longest_ack_wait(c, 61, 5) == 152);  // T3 + R + 1
  CHECK(longest_ack_wait(c, 369, 48) == 460);
  c.max = 1;
  CHECK(longest_ack_wait(c, 10, 1) == 1023);   // N F - 1, F being 2 at least
  CHECK(longest_ack_wait(c, 600, 1) == 1112);  // R + max + (N - 1)(F - max)
  CHECK(longest_ack_wait(c, 1000, 3) == 2023);
  c = {12, 36, 1, 2, 3, 0};
  CHECK(longest_ack_wait(c, 1, 10) == 10);  // F
  CHECK(longest_ack_wait(c, 1, 12) == 12);
  c = {3, 9, 1, 2, 3, 0};
  CHECK(longest_ack_wait(c, 1, 5) == 14);  // N is 3
  CHECK(longest_ack_wait(c, 20, 5) == 27);
  c.depth = 10;
  CHECK(longest_ack_wait(c, 1, 5) == 19);  // N is 4
  CHECK(longest_ack_wait(c, 20, 5) == 29);
  c.t3 = 90;
  CHECK(longest_ack_wait(c, 20, 5) == 111);
}

TEST_CASE("FLOW-B-5: when a batch asks, by its count and the line", "[flow]") {
  AggregatorConfig c;
  c.good = 0b1001;
  const auto from = [&](unsigned cur, bool idle) {
    return request_from(c, {false, cur, cur, 1000, 0}, idle);
  };
  CHECK(from(0, kIdle) == kNever);
  CHECK(from(1, kIdle) == 1031);
  CHECK(from(1, kBusy) == 1061);  // 1 is a good count here
  CHECK(from(2, kBusy) == 1091);
  CHECK(from(4, kBusy) == 1061);
  CHECK(from(47, kIdle) == 1031);
  CHECK(from(48, kIdle) == 1001);
  CHECK(from(48, kBusy) == 1001);
}

TEST_CASE("FLOW-B-8: the next batch's age is that of its first ACK, however long the grant takes",
          "[flow]") {
  Bench b;
  b.push(48, kBusy);
  for (int c = 0; c < 5; ++c) b.cycle(false, kBusy);
  const Cycle first = b.now;
  b.push(2, kBusy);
  for (int c = 0; c < 5; ++c) b.cycle(false, kBusy);
  b.cycle(false, kBusy, true);
  CHECK(b.unit.state().cur == 2);
  CHECK(b.unit.state().cs == first);
}

TEST_CASE("FLOW-P-2, FLOW-B-1: frame after frame has its own ACKs and its number of 10 bits",
          "[flow]") {
  AggregatorConfig c;
  c.max = 2;
  AckAggregator unit{c};
  AckUnpacker far(8);
  std::uint32_t next = 0;
  std::uint32_t back = 0;
  Cycle now = 0;
  const auto cycle = [&](bool push, bool grant) {
    const std::uint32_t ack = (next * 77'777) & 0x1ffffff;
    const UnpackerOutput out =
        far.step(unit.step({push, with_parity(ack), false, grant, now++}).word);
    next += push ? 1 : 0;
    if (out.ack_valid) CHECK((out.ack & 0x1ffffff) == ((back++ * 77'777) & 0x1ffffff));
    CHECK_FALSE(out.frame_bad);
  };
  for (unsigned frame = 0; frame < 1024; ++frame) {
    CHECK(unit.sequence() == frame);
    cycle(true, false);
    cycle(true, false);
    cycle(false, false);
    cycle(false, true);
  }
  CHECK(unit.sequence() == 0);
  for (int i = 0; i < 20; ++i) cycle(false, false);
  CHECK(next == 2048);
  CHECK(back == 2048);
}

TEST_CASE(
    "FLOW-B-5: a clock is needed for an ACK, a grant, a request that rises, a frame under way",
    "[flow]") {
  AckAggregator unit{AggregatorConfig{}};
  const auto needs = [&](Cycle now, bool push = false, bool grant = false) {
    return unit.needs_clock({push, with_parity(7), false, grant, now});
  };
  CHECK_FALSE(needs(0));
  CHECK_FALSE(needs(0, false, true));
  CHECK(needs(0, true));
  unit.step({true, with_parity(7), false, false, 0});
  CHECK_FALSE(needs(1));
  CHECK(needs(1, true));
  CHECK_FALSE(needs(90));
  CHECK(needs(91));  // T3 + 1 behind its push
  unit.step({false, 0, false, false, 91});
  CHECK_FALSE(needs(92));
  CHECK(needs(92, false, true));
  unit.step({false, 0, false, true, 92});  // the frame's one word goes out in 97
  for (Cycle now = 93; now <= 97; ++now) {
    CHECK(needs(now));
    CHECK(unit.step({false, 0, false, false, now}).word.valid == (now == 97));
  }
  CHECK_FALSE(needs(98));
}

TEST_CASE("FLOW-B-5: other timers hold from the next step on", "[flow]") {
  AggregatorConfig c;
  AckAggregator unit{c};
  unit.step({true, with_parity(7), true, false, 0});
  c.t1 = 10;
  unit.configure(c);
  unit.step({false, 0, true, false, 10});
  CHECK_FALSE(unit.state().req);
  unit.step({false, 0, true, false, 11});
  CHECK(unit.state().req);
}

TEST_CASE("FLOW-P-5, FLOW-P-2: full size: no wait beyond T3 + R + 1, nothing lost or reordered",
          "[flow]") {
  const unsigned frame = GENERATE(61U, 369U);
  unsigned worst = 0;
  for (unsigned point = 1; point <= 20; ++point) {
    kernel::Stream random(7, "aggregator", point * 1000 + frame);
    AckAggregator unit{AggregatorConfig{}};
    AckUnpacker far(8);
    Wire wire;
    std::deque<Cycle> pushed;
    std::uint32_t next = 0;
    std::uint32_t back = 0;
    for (Cycle now = 0; now < 60000; ++now) {
      const bool push = random.chance(0.61 * point / 20) && unit.ready();
      const bool data = random.chance(point % 3 == 0 ? 1.0 : 0.004 * point);
      const AggregatorState before = unit.state();
      const Wire::Turn turn = wire.decide(before.req, data, frame);
      const AggregatorOutput out =
          unit.step({push, with_parity(next & 0x1ffffff), turn.idle, turn.grant, now});
      if (turn.grant) {
        REQUIRE(before.cur >= 1);
        REQUIRE(before.cur <= 48);
        worst = std::max(worst, static_cast<unsigned>(now - pushed.front()));
        pushed.erase(pushed.begin(), pushed.begin() + before.cur);
      }
      if (push) {
        pushed.push_back(now);
        ++next;
      }
      const unsigned words = turn.grant ? ack_frame_words(before.cur) : 0;
      wire.tick(words, words, unit.state().cnt > 0);
      const UnpackerOutput ack = far.step(out.word);
      if (ack.ack_valid) REQUIRE((ack.ack & 0x1ffffff) == back++);
      REQUIRE_FALSE(ack.frame_bad);
    }
    REQUIRE(far.over() == 0);
    REQUIRE(next - back <= 700);
  }
  REQUIRE(worst <= 90 + frame + 1);
  REQUIRE(worst >= 90 + frame - 20);  // and the bound is nearly met
}

TEST_CASE("FLOW-B-4: cycles that need no clock can be left out", "[flow]") {
  kernel::Stream random(2, "skip");
  AckAggregator stepped{AggregatorConfig{}};
  AckAggregator gated{AggregatorConfig{}};
  Cycle left_out = 0;
  Cycle wire_free = 0;
  bool idle = true;
  unsigned pushes = 10;
  for (Cycle now = 0; now < 200000; ++now) {
    if (random.chance(0.02)) idle = !idle;
    if (random.chance(0.002)) pushes = static_cast<unsigned>(random.below(100));
    AggregatorInput in{random.below(1000) < pushes * pushes / 10, with_parity(7), idle, false, now};
    in.grant = now >= wire_free && random.chance(0.1);
    if (in.grant && stepped.state().req) wire_free = now + ack_frame_words(stepped.state().cur);
    const bool needed = gated.needs_clock(in);
    const AggregatorOutput out = stepped.step(in);
    if (needed) {
      const AggregatorOutput same = gated.step(in);
      REQUIRE(out.fire_len == same.fire_len);
      REQUIRE(out.word.word == same.word.word);
      REQUIRE(out.busy == same.busy);
    } else {
      REQUIRE_FALSE((out.fire || out.word.valid || out.busy));
      ++left_out;
    }
    REQUIRE(stepped.state().req == gated.state().req);
    REQUIRE(stepped.state().cnt == gated.state().cnt);
    REQUIRE(stepped.state().cur == gated.state().cur);
    REQUIRE(stepped.state().cs == gated.state().cs);
    REQUIRE(stepped.state().ns == gated.state().ns);
  }
  REQUIRE(left_out > 50000);
  REQUIRE(stepped.sequence() == gated.sequence());
  REQUIRE(stepped.sequence() > 100);
}
