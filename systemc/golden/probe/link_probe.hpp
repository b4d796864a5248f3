// SPDX-License-Identifier: Apache-2.0
/// \file
/// Probe-based detection of failure (Hu et al. 2010, section 5.1; FT-DET-1) and of repair
/// (FT-DET-3) of one port.
#pragma once

#include <cstdint>

#include "golden/types.hpp"

namespace selvage::golden {

/// Cycles from a probe to the one in which its prober takes the answer, over a healthy link of
/// `latency` cycles: there, back, and the clock edge at which the prober samples its pin. So the
/// answer is at the pin a cycle before it is taken.
[[nodiscard]] constexpr Cycle probe_round_trip(unsigned latency) { return 2 * Cycle{latency} + 1; }

struct ProbeTiming {
  Cycle period = 512;    ///< cycles between two probes of a healthy port
  Cycle timeout = 32;    ///< cycles a probe waits for its answer; must exceed the round trip
  unsigned retries = 3;  ///< repetitions of an unanswered probe before the port is declared dead
  Cycle round_trip = 9;  ///< probe to answer taken, probe_round_trip()
};

/// One port's prober, a step per event. It sends a probe at `phase`, `phase + period`, ...; an
/// unanswered probe is repeated when it times out.
struct LinkProbe {
  enum class Phase : std::uint8_t { kIdle, kWaiting, kDead };
  Phase phase = Phase::kIdle;
  Cycle next_send = 0;    ///< kIdle, kDead: when the next periodic probe leaves
  Cycle deadline = 0;     ///< kWaiting: when the probe under way times out
  unsigned attempts = 0;  ///< kWaiting: probes sent in this round, at least one

  /// The next cycle in which the prober does anything if no answer comes.
  [[nodiscard]] Cycle due() const { return phase == Phase::kWaiting ? deadline : next_send; }
};

struct ProbeStep {
  LinkProbe state;
  bool send = false;     ///< a probe leaves in this cycle
  bool declare = false;  ///< the port is declared dead in this cycle
  bool recover = false;  ///< the port is declared up again in this cycle
};

/// What the prober does in cycle `now`, given whether an answer arrives in it. An answer in the
/// cycle of the deadline comes too late. A dead port goes on being probed once a period; the first
/// answer declares it up (FT-DET-3), and a probe of that very cycle begins a round.
[[nodiscard]] inline ProbeStep step(LinkProbe s, const ProbeTiming& t, Cycle now, bool answered) {
  bool recover = false;
  switch (s.phase) {
    case LinkProbe::Phase::kDead:
      if (answered) {
        s.phase = LinkProbe::Phase::kIdle;
        recover = true;
        break;
      }
      if (now < s.next_send) return {s, false, false, false};
      s.next_send += t.period;
      return {s, true, false, false};
    case LinkProbe::Phase::kWaiting:
      if (now >= s.deadline) {
        if (s.attempts > t.retries) {
          s.phase = LinkProbe::Phase::kDead;
          return {s, false, true, false};
        }
        ++s.attempts;
        s.deadline = now + t.timeout;
        return {s, true, false, false};
      }
      if (answered) s.phase = LinkProbe::Phase::kIdle;
      return {s, false, false, false};
    case LinkProbe::Phase::kIdle: break;
  }
  if (now < s.next_send) return {s, false, false, recover};
  s.phase = LinkProbe::Phase::kWaiting;
  s.attempts = 1;
  s.deadline = now + t.timeout;
  s.next_send += t.period;
  return {s, true, false, recover};
}

/// Cycle of the first periodic probe that a link that dies at `failed` can leave unanswered: its
/// answer would be at the pin in or after that cycle.
[[nodiscard]] inline Cycle first_unanswered(const ProbeTiming& t, Cycle phase, Cycle failed) {
  const Cycle earliest = failed + 1 > t.round_trip ? failed + 1 - t.round_trip : 0;
  const Cycle rounds = earliest > phase ? (earliest - phase + t.period - 1) / t.period : 0;
  return phase + rounds * t.period;
}

/// Cycle in which a prober with the given phase declares its port dead when the link dies at
/// `failed` and stays dead: the closed form of stepping it through every cycle. Nothing that would
/// be at a pin in or after cycle `failed` is.
[[nodiscard]] inline Cycle detection_cycle(const ProbeTiming& t, Cycle phase, Cycle failed) {
  return first_unanswered(t, phase, failed) + t.timeout * (Cycle{t.retries} + 1);
}

/// Cycle in which a prober that has declared its port dead declares it up again when the link is
/// repaired at `repaired` and stays healthy. What is sent in or after that cycle arrives.
[[nodiscard]] inline Cycle recovery_cycle(const ProbeTiming& t, Cycle phase, Cycle repaired) {
  const Cycle rounds = repaired > phase ? (repaired - phase + t.period - 1) / t.period : 0;
  return phase + rounds * t.period + t.round_trip;
}

}  // namespace selvage::golden
