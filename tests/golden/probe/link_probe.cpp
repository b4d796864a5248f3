// SPDX-License-Identifier: Apache-2.0
/// FT-DET-3: a dead port goes on being probed and comes back at the first answer.
#include <catch2/catch.hpp>

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
