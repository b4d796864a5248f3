// SPDX-License-Identifier: Apache-2.0
/// One prober, golden and RTL in lockstep: what it does cycle by cycle ("Probes" of
/// docs/reference/control-plane.md), every tie among it.
#include <catch2/catch.hpp>

#include "support.hpp"

using namespace selvage;
using namespace selvage::test;
using selvage::golden::ProbeTiming;

namespace {

using Cycles = std::vector<Cycle>;

constexpr ProbeTiming kTiming{100, 20, 2, 8};
constexpr Cycle kPhase = 7;

Cycle lost(Cycle) { return kNever; }

/// A link that is dead in the cycles [failed, repaired): an answer that would be at the pin in
/// them, a cycle before it is taken, does not arrive, and a probe sent in them is lost.
Answer dead_between(const ProbeTiming& t, Cycle failed, Cycle repaired) {
  return [=](Cycle sent) {
    const Cycle at = sent + t.round_trip;
    return at <= failed || sent >= repaired ? at : kNever;
  };
}

}  // namespace

TEST_CASE("FT-DET-1: a healthy port is probed once a period and never declared dead", "[probe]") {
  ProbedPort port(kTiming, kPhase);
  const ProbeLog log = port.run(kPhase + 500 * 100, dead_between(kTiming, kNever, kNever));
  CHECK(port.mismatch() == "");
  REQUIRE(log.sent.size() == 500);
  for (std::size_t i = 0; i < log.sent.size(); ++i) CHECK(log.sent[i] == kPhase + 100 * i);
  CHECK(log.down.empty());
  CHECK(log.up.empty());
}

TEST_CASE("FT-DET-1: lost probes short of the limit raise no alarm, at the limit they do",
          "[probe]") {
  for (unsigned gone = 0; gone <= 4; ++gone) {
    ProbedPort port(kTiming, kPhase);
    unsigned sent = 0;
    const ProbeLog log = port.run(
        kPhase + 90, [&](Cycle now) { return sent++ < gone ? kNever : now + kTiming.round_trip; });
    INFO(gone << " probes lost");
    CHECK(port.mismatch() == "");
    CHECK(log.sent.size() == std::min(gone, 2U) + 1);
    CHECK(log.down == (gone > 2 ? Cycles{kPhase + 60} : Cycles{}));
  }
}

TEST_CASE("FT-DET-1: a port is declared dead at the closed form's cycle, in lockstep", "[probe]") {
  std::mt19937 random(3);
  for (int i = 0; i < 2000; ++i) {
    const ProbeTiming t = random_timing(random);
    const Cycle phase = random() % t.period;
    const Cycle failed = random() % (4 * t.period);
    ProbedPort port(t, phase);
    const ProbeLog log = port.run(failed + 2 * t.period, dead_between(t, failed, kNever));
    REQUIRE(port.mismatch() == "");
    REQUIRE(log.down == Cycles{detection_cycle(t, phase, failed)});
    REQUIRE(log.up.empty());
  }
}

TEST_CASE("FT-DET-1: an answer in the cycle of the deadline is too late", "[probe]") {
  const auto after = [](Cycle delay) { return [delay](Cycle sent) { return sent + delay; }; };
  SECTION("a cycle before it is in time") {
    ProbedPort port(kTiming, kPhase);
    const ProbeLog log = port.run(kPhase + 1000, after(19));
    CHECK(port.mismatch() == "");
    CHECK(log.sent.size() == 10);
    CHECK(log.down.empty());
  }
  SECTION("in it, it counts neither for the probe nor for its repetition") {
    ProbedPort port(kTiming, kPhase);
    const ProbeLog log = port.run(kPhase + 100, after(20));
    CHECK(port.mismatch() == "");
    CHECK(log.sent == Cycles{kPhase, kPhase + 20, kPhase + 40});
    CHECK(log.down == Cycles{kPhase + 60});
    CHECK(log.up.empty());
  }
  SECTION("a cycle after it, it counts for the repetition") {
    ProbedPort port(kTiming, kPhase);
    const ProbeLog log = port.run(kPhase + 100, after(21));
    CHECK(port.mismatch() == "");
    CHECK(log.sent == Cycles{kPhase, kPhase + 20});
    CHECK(log.down.empty());
  }
  SECTION("a cycle after the last deadline it declares the port up again") {
    ProbedPort port(kTiming, kPhase);
    port.answer_at(kPhase + 61);
    const ProbeLog log = port.run(kPhase + 100, lost);
    CHECK(port.mismatch() == "");
    CHECK(log.down == Cycles{kPhase + 60});
    CHECK(log.up == Cycles{kPhase + 61});
  }
}

TEST_CASE("FT-DET-3: a dead port is probed once a period, without repetitions", "[probe]") {
  ProbedPort port(kTiming, kPhase);
  const ProbeLog log = port.run(kPhase + 401, lost);
  CHECK(port.mismatch() == "");
  CHECK(log.sent == Cycles{7, 27, 47, 107, 207, 307, 407});
  CHECK(log.down == Cycles{67});
}

TEST_CASE("FT-DET-3: an answer in the cycle of a periodic probe", "[probe]") {
  SECTION("of a dead port: declared up, and the probe waits for an answer of its own") {
    ProbedPort port(kTiming, kPhase);
    port.answer_at(207);
    const ProbeLog log = port.run(300, lost);
    CHECK(port.mismatch() == "");
    CHECK(log.up == Cycles{207});
    CHECK(log.sent == Cycles{7, 27, 47, 107, 207, 227, 247});
    CHECK(log.down == Cycles{67, 267});
  }
  SECTION("of an idle port: ignored") {
    ProbedPort port(kTiming, kPhase);
    port.answer_at(107);
    const ProbeLog log = port.run(200, [](Cycle sent) { return sent < 100 ? sent + 8 : kNever; });
    CHECK(port.mismatch() == "");
    CHECK(log.sent == Cycles{7, 107, 127, 147});
    CHECK(log.down == Cycles{167});
  }
}

TEST_CASE("FT-DET-3: a repaired port is declared up at the closed form's cycle, in lockstep",
          "[probe]") {
  std::mt19937 random(4);
  for (int i = 0; i < 2000; ++i) {
    const ProbeTiming t = random_timing(random);
    const Cycle phase = random() % t.period;
    const Cycle failed = random() % (3 * t.period);
    const Cycle declared = detection_cycle(t, phase, failed);
    const Cycle repaired = declared + 1 + random() % (3 * t.period);
    const Cycle up = recovery_cycle(t, phase, repaired);
    // Every other time it dies again in the cycle after that.
    const Cycle again = random() % 2 == 0 ? kNever : up + 1;
    ProbedPort port(t, phase);
    const ProbeLog log = port.run(up + 3 * t.period, [&](Cycle sent) {
      return sent < repaired ? dead_between(t, failed, kNever)(sent)
                             : dead_between(t, again, kNever)(sent);
    });
    REQUIRE(port.mismatch() == "");
    REQUIRE(log.up == Cycles{up});
    REQUIRE(log.down == (again == kNever ? Cycles{declared}
                                         : Cycles{declared, detection_cycle(t, phase, again)}));
  }
}

TEST_CASE("FT-DET-1: healthy rounds left out leave the same prober", "[probe]") {
  std::mt19937 random(5);
  for (int i = 0; i < 500; ++i) {
    const ProbeTiming t = random_timing(random);
    const Cycle phase = random() % t.period;
    const Cycle rounds = 1 + random() % 40;
    const Cycle start = phase + rounds * t.period;
    const Cycle failed = start + random() % (3 * t.period);
    const Cycle repaired = detection_cycle(t, phase, failed) + 1 + random() % (2 * t.period);
    const Cycle end = repaired + 3 * t.period;
    ProbedPort stepped(t, phase);
    ProbedPort late(t, start);
    const Answer answer = dead_between(t, failed, repaired);
    stepped.run(start, answer);
    // Nothing of the rounds is left but an answer that may still be on its way.
    REQUIRE(stepped.next() == late.next());
    while (stepped.next() < end) {
      const cosim::ProbeOutput a = stepped.step(answer);
      const cosim::ProbeOutput b = late.step(answer);
      REQUIRE(a == b);
      REQUIRE(stepped.due() == late.due());
    }
    REQUIRE(stepped.mismatch() + late.mismatch() == "");
    REQUIRE(stepped.log().down == late.log().down);
  }
}

TEST_CASE("FT-DET-1: the wrap of the RTL's time changes nothing", "[probe]") {
  std::mt19937 random(6);
  for (const Cycle wrap : {Cycle{1} << 47, Cycle{1} << 48, Cycle{5} << 48}) {
    for (int i = 0; i < 100; ++i) {
      const ProbeTiming t = random_timing(random);
      const Cycle phase = random() % t.period;
      const Cycle failed = random() % (6 * t.period);
      const Cycle repaired = detection_cycle(t, phase, failed) + 1 + random() % (4 * t.period);
      const Cycle shift = wrap - 5 * t.period;
      ProbedPort early(t, phase);
      ProbedPort late(t, phase + shift);
      ProbeLog expected = early.run(20 * t.period, dead_between(t, failed, repaired));
      const ProbeLog log =
          late.run(20 * t.period + shift, dead_between(t, failed + shift, repaired + shift));
      for (Cycles* cycles : {&expected.sent, &expected.down, &expected.up}) {
        for (Cycle& cycle : *cycles) cycle += shift;
      }
      REQUIRE(early.mismatch() + late.mismatch() == "");
      REQUIRE(log == expected);
    }
  }
}
