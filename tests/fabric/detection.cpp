// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <deque>

#include "golden/probe/link_probe.hpp"
#include "kernel/stream.hpp"

using namespace selvage;
using namespace selvage::golden;

namespace {

/// Steps a prober through every cycle; the link answers each probe after the round trip unless the
/// answer would be at the pin, a cycle before it is taken, in or after `failed`.
Cycle stepped(const ProbeTiming& t, Cycle phase, Cycle failed, Cycle limit) {
  LinkProbe p;
  p.next_send = phase;
  std::deque<Cycle> answers;
  for (Cycle now = 0; now < limit; ++now) {
    const bool answered = !answers.empty() && answers.front() == now;
    if (answered) answers.pop_front();
    const ProbeStep s = step(p, t, now, answered);
    p = s.state;
    if (s.declare) return now;
    if (s.send && now + t.round_trip <= failed) answers.push_back(now + t.round_trip);
  }
  return kNever;
}

}  // namespace

TEST_CASE("FT-DET-1: the closed form of detection is the stepped prober") {
  kernel::Stream random(1, "probe");
  for (int i = 0; i < 3000; ++i) {
    ProbeTiming t;
    t.round_trip = 2 + random.below(40);
    t.timeout = t.round_trip + 1 + random.below(20);
    t.retries = static_cast<unsigned>(random.below(5));
    t.period = t.timeout * (t.retries + 1) + 1 + random.below(300);
    const Cycle phase = random.below(t.period);
    const Cycle failed = random.below(5 * t.period);
    const Cycle expected = stepped(t, phase, failed, 20 * t.period);
    INFO("period " << t.period << " timeout " << t.timeout << " retries " << t.retries
                   << " round trip " << t.round_trip << " phase " << phase << " failed " << failed);
    REQUIRE(detection_cycle(t, phase, failed) == expected);
  }
}

TEST_CASE("FT-DET-1: a healthy link is never declared dead") {
  const ProbeTiming t{100, 20, 2, 19};
  CHECK(stepped(t, 7, kNever, 50000) == kNever);
}

TEST_CASE("FT-DET-1: answers lost short of the limit raise no alarm, at the limit they do") {
  const ProbeTiming t{100, 20, 2, 8};
  for (unsigned lost = 0; lost <= 3; ++lost) {
    LinkProbe p;
    unsigned sent = 0;
    bool declared = false;
    Cycle answer = kNever;
    for (Cycle now = 0; now < 1000; ++now) {
      const ProbeStep s = step(p, t, now, now == answer);
      p = s.state;
      declared = declared || s.declare;
      if (s.send) answer = sent++ < lost ? kNever : now + t.round_trip;
    }
    INFO(lost << " answers lost");
    CHECK(declared == (lost > t.retries));
  }
}
