// SPDX-License-Identifier: Apache-2.0
/// Probers in lockstep under random timings and histories: answers late, lost, unasked for, and on
/// the very cycles of deadlines and probes.
#include <catch2/catch.hpp>

#include "support.hpp"

using namespace selvage;
using namespace selvage::test;
using selvage::golden::ProbeTiming;

namespace {

/// Answers of a link that dies and comes back at random, with a taste for ties.
class RandomAnswers {
 public:
  RandomAnswers(const ProbeTiming& timing, std::mt19937& random)
      : timing_(&timing), random_(&random) {}

  Cycle operator()(Cycle sent) {
    if ((*random_)() % 24 == 0) alive_ = !alive_;
    if (!alive_ || (*random_)() % 8 == 0) return kNever;
    switch ((*random_)() % 8) {
      case 0: return sent + timing_->timeout;  // on the deadline
      case 1: return sent + timing_->timeout - 1;
      case 2: return sent + 1 + (*random_)() % (2 * timing_->timeout);
      case 3: return sent + timing_->period;  // on the next probe
      default: return sent + timing_->round_trip;
    }
  }

 private:
  const ProbeTiming* timing_;
  std::mt19937* random_;
  bool alive_ = true;
};

}  // namespace

TEST_CASE("FT-DET-1, FT-DET-3: random histories, golden and RTL prober in lockstep", "[probe]") {
  std::mt19937 random(11);
  std::uint64_t steps = 0, compared = 0, downs = 0, ups = 0, up_and_probe = 0;
  for (int i = 0; i < 300; ++i) {
    const ProbeTiming t = random_timing(random);
    const Cycle phase = (Cycle{random()} << 20) + random() % t.period;
    // Whatever its registers held, a reset leaves nothing to show.
    REQUIRE_FALSE(cosim::make_probe_block(t, phase)->busy());
    ProbedPort port(t, phase);
    RandomAnswers link(t, random);
    for (int k = 0; k < 1000 && port.mismatch().empty(); ++k) {
      if (random() % 64 == 0) port.answer_at(port.due());  // unasked for
      if (random() % 64 == 0) port.answer_at(port.next() + 1 + random() % t.period);
      const cosim::ProbeOutput out = port.step([&](Cycle sent) { return link(sent); });
      up_and_probe += out.declare_up && out.send;
    }
    INFO("period " << t.period << " timeout " << t.timeout << " retries " << t.retries);
    REQUIRE(port.mismatch() == "");
    steps += port.steps();
    compared += port.scoreboard().compared();
    downs += port.log().down.size();
    ups += port.log().up.size();
  }
  INFO(steps << " steps, " << downs << " down, " << ups << " up, " << up_and_probe
             << " with a probe in the same cycle");
  CHECK(compared == steps);
  CHECK(steps >= 200000);
  CHECK(downs > 1000);
  CHECK(ups > 1000);
  CHECK(up_and_probe > 100);
}

TEST_CASE("FT-DET-1: a prober clocked in every cycle equals one clocked for its events",
          "[probe]") {
  std::mt19937 random(12);
  for (int i = 0; i < 20; ++i) {
    const ProbeTiming t = random_timing(random);
    const Cycle phase = random() % t.period;
    const auto every = cosim::make_probe_block(t, phase);
    const auto lazy = cosim::make_probe_block(t, phase);
    RandomAnswers link(t, random);
    std::set<Cycle> answers;
    for (Cycle now = 0; now < 20000; ++now) {
      const bool answered = answers.erase(now) != 0;
      const bool event = answered || now == lazy->due();
      const cosim::ProbeOutput a = every->edge(now, answered);
      const cosim::ProbeOutput b = event ? lazy->edge(now, answered) : cosim::ProbeOutput{};
      REQUIRE(a == b);
      REQUIRE(every->busy() == !(a == cosim::ProbeOutput{}));
      REQUIRE(every->dead() == lazy->dead());
      REQUIRE(every->due() == lazy->due());
      if (!a.send) continue;
      if (const Cycle at = link(now); at != kNever) answers.insert(at);
    }
  }
}

TEST_CASE("FT-DET-1: engines show the same", "[probe]") {
  std::mt19937 random(13);
  for (int i = 0; i < 50; ++i) {
    const ProbeTiming t = random_timing(random);
    const Cycle phase = random() % t.period;
    const auto seed = static_cast<std::uint32_t>(random());
    std::vector<ProbeLog> logs;
    for (const Engine engine : {Engine::kGolden, Engine::kRtl, Engine::kLockstep}) {
      std::mt19937 same(seed);
      RandomAnswers link(t, same);
      ProbedPort port(t, phase, 0, engine);
      logs.push_back(port.run(200 * t.period, [&](Cycle sent) { return link(sent); }));
      REQUIRE(port.mismatch() == "");
      REQUIRE((port.scoreboard().compared() > 0) == (engine == Engine::kLockstep));
    }
    REQUIRE(logs[0] == logs[1]);
    REQUIRE(logs[0] == logs[2]);
  }
}
