// SPDX-License-Identifier: Apache-2.0
/// \file
/// A prober and what answers it, from event to event.
#pragma once

#include <algorithm>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "cosim/probe/probe_control.hpp"

namespace selvage::test {

/// When the probe sent in this cycle is answered; kNever: it is not.
using Answer = std::function<Cycle(Cycle sent)>;

struct ProbeLog {
  std::vector<Cycle> sent;
  std::vector<Cycle> down;
  std::vector<Cycle> up;
};

inline bool operator==(const ProbeLog& a, const ProbeLog& b) {
  return a.sent == b.sent && a.down == b.down && a.up == b.up;
}

/// One prober in lockstep with its answers.
class ProbedPort {
 public:
  ProbedPort(const golden::ProbeTiming& timing, Cycle first_probe, std::uint32_t bugs = 0,
             Engine engine = Engine::kLockstep)
      : probe_(cosim::make_probe_control(engine, timing, first_probe, "<1,00> port 2", scoreboard_,
                                         bugs)) {}

  /// An answer that no probe has asked for.
  void answer_at(Cycle at) { answers_.insert(at); }
  [[nodiscard]] Cycle next() const {
    return answers_.empty() ? probe_->due() : std::min(*answers_.begin(), probe_->due());
  }
  /// The next event.
  cosim::ProbeOutput step(const Answer& answer) {
    const Cycle now = next();
    const bool answered = answers_.erase(now) != 0;
    const cosim::ProbeOutput out = probe_->step(now, answered);
    ++steps_;
    if (out.declare_down) log_.down.push_back(now);
    if (out.declare_up) log_.up.push_back(now);
    if (out.send) {
      log_.sent.push_back(now);
      if (const Cycle at = answer(now); at != kNever) answers_.insert(at);
    }
    return out;
  }
  /// All events before cycle `until`, or up to the first mismatch.
  const ProbeLog& run(Cycle until, const Answer& answer) {
    while (!scoreboard_.failed() && next() < until) step(answer);
    return log_;
  }

  [[nodiscard]] const ProbeLog& log() const { return log_; }
  [[nodiscard]] Cycle due() const { return probe_->due(); }
  [[nodiscard]] std::uint64_t steps() const { return steps_; }
  [[nodiscard]] const Scoreboard& scoreboard() const { return scoreboard_; }
  /// The first mismatch in words; empty if there is none.
  [[nodiscard]] std::string mismatch() const {
    if (!scoreboard_.first()) return "";
    const Mismatch& m = *scoreboard_.first();
    return "cycle " + std::to_string(m.cycle) + ", " + m.switch_name + ", " + m.requirement + ", " +
           m.what + ": golden " + m.expected + ", RTL " + m.actual;
  }

 private:
  Scoreboard scoreboard_;
  std::unique_ptr<cosim::ProbeControl> probe_;
  std::set<Cycle> answers_;
  ProbeLog log_;
  std::uint64_t steps_ = 0;
};

inline golden::ProbeTiming random_timing(std::mt19937& random) {
  golden::ProbeTiming t;
  t.round_trip = 2 + random() % 40;
  t.timeout = t.round_trip + 1 + random() % 20;
  t.retries = static_cast<unsigned>(random() % 16 == 0 ? random() % 101 : random() % 5);
  t.period = t.timeout * (t.retries + 1) + 1 + random() % (random() % 4 == 0 ? 3 : 300);
  return t;
}

}  // namespace selvage::test
