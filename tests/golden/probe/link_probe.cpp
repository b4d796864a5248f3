// SPDX-License-Identifier: Apache-2.0
/// FT-DET-1: when a dead link is noticed; FT-DET-3: a dead port goes on being probed and comes back
/// at the first answer.
#include <catch2/catch.hpp>

#include <algorithm>
#include <random>

#include "golden/probe/link_probe.hpp"

using namespace selvage;
using namespace selvage::golden;

TEST_CASE("FT-DET-3: the closed form of recovery is the stepped prober", "[golden][repair]") {
  std::mt19937 random(51);
  for (int i = 0; i < 1000; ++i) {
    ProbeTiming t;
    t.round_trip = 2 + random() % 40;
    t.timeout = t.round_trip + 1 + random() % 20;
    t.retries = static_cast<unsigned>(random() % 5);
    t.period = t.timeout * (t.retries + 1) + 1 + random() % 300;
    const Cycle phase = random() % t.period;
    const Cycle failed = random() % (3 * t.period);
    const Cycle declared = detection_cycle(t, phase, failed);
    const Cycle repaired = declared + 1 + random() % (3 * t.period);
    LinkProbe p;
    p.next_send = phase;
    Cycle answer = kNever;
    Cycle down = kNever;
    Cycle up = kNever;
    for (Cycle now = 0; now < repaired + 3 * t.period; ++now) {
      const ProbeStep s = step(p, t, now, now == answer);
      p = s.state;
      if (s.declare) down = now;
      if (s.recover) up = now;
      const bool arrives = now + t.round_trip <= failed || now >= repaired;  // at the pin: 1 less
      if (s.send && arrives) answer = now + t.round_trip;
    }
    REQUIRE(down == declared);
    REQUIRE(up == recovery_cycle(t, phase, repaired));
    REQUIRE(p.phase != LinkProbe::Phase::kDead);
  }
}

TEST_CASE("FT-DET-1: with the defaults 120 to 631 cycles to a death, 9 to 520 to a repair",
          "[golden]") {
  const ProbeTiming t;  // docs/reference/fabric.md, Detection of death and repair
  constexpr Cycle at = 10'000;
  Cycle death[2] = {kNever, 0}, repair[2] = {kNever, 0};
  for (Cycle phase = 0; phase < t.period; ++phase) {
    const Cycle dead = detection_cycle(t, phase, at) - at, up = recovery_cycle(t, phase, at) - at;
    death[0] = std::min(death[0], dead);
    death[1] = std::max(death[1], dead);
    repair[0] = std::min(repair[0], up);
    repair[1] = std::max(repair[1], up);
  }
  CHECK(death[0] == 120);
  CHECK(death[1] == 631);
  CHECK(repair[0] == 9);
  CHECK(repair[1] == 520);
}

TEST_CASE("FT-DET-1: a link dead before the first answer is declared after the first probe",
          "[golden]") {
  const ProbeTiming t;
  for (Cycle failed = 0; failed < 20; ++failed) {
    LinkProbe p;  // probes at 0, 512, ...
    Cycle answer = kNever, down = kNever;
    for (Cycle now = 0; now < 1200 && down == kNever; ++now) {
      const ProbeStep s = step(p, t, now, now == answer);
      p = s.state;
      if (s.declare) down = now;
      if (s.send && now + t.round_trip <= failed) answer = now + t.round_trip;
    }
    CAPTURE(failed);
    CHECK(down == (failed < 9 ? 128 : 512 + 128));
    CHECK(detection_cycle(t, 0, failed) == down);
  }
}
