// SPDX-License-Identifier: Apache-2.0
// Smoke test of the verilated link_probe (PERIOD 50, TIMEOUT 10, RETRIES 2): a link with a round
// trip of 6 cycles dies and comes back at random; the pulses are compared with the text of
// docs/control-plane.md, Probes, written as a plain machine over cycle numbers. One prober is
// clocked in every cycle, another only when something is due: both have to agree.
// Built and run by scripts/bench_control.
#include <cstdint>
#include <cstdio>
#include <random>
#include <set>

#include "Vdut.h"

int main() {
  constexpr std::uint32_t period = 50, timeout = 10, retries = 2, trip = 6;
  std::mt19937 generator(3);
  long bad = 0, sends = 0, downs = 0, ups = 0;
  for (std::uint32_t phase : {0u, 7u, 49u, 0xfffffff0u}) {
    Vdut every, lazy;
    const auto clock = [](Vdut& d) {
      d.clk_i = 1;
      d.eval();
      d.clk_i = 0;
      d.eval();
    };
    for (Vdut* d : {&every, &lazy}) {
      d->enable_i = 1;
      d->phase_i = phase;
      d->rst_ni = 0;
      d->eval();  // with the clock low: the first evaluation sees no edge
      clock(*d);
      d->rst_ni = 1;
    }
    std::uint32_t next = phase, deadline = 0, tries = 0;  // the text
    bool alive = true, waiting = false, link = true;
    std::set<std::uint32_t> answers;  // cycles in which an answer arrives
    const std::uint32_t start = phase > 1000 ? phase - 5 : 0;
    for (std::uint32_t k = 0; k < 200000; ++k) {
      const std::uint32_t now = start + k;
      const bool answer = answers.erase(now - 1) != 0;  // arrived in the cycle before
      bool send = false, down = false, up = false;
      if (answer && (waiting || !alive)) {
        up = !alive;
        alive = true;
        waiting = false;
      }
      if (now == next) {
        send = true;
        next += period;
        waiting = alive;
        tries = 0;
        deadline = now + timeout;
      } else if (waiting && now == deadline) {
        if (tries < retries) {
          send = true;
          ++tries;
          deadline = now + timeout;
        } else {
          down = true;
          alive = waiting = false;
        }
      }
      every.now_i = now;
      every.answer_i = answer;
      clock(every);
      if (answer || lazy.busy_o || now == lazy.due_o) {
        lazy.now_i = now;
        lazy.answer_i = answer;
        clock(lazy);
      }
      for (Vdut* d : {&every, &lazy})
        bad += d->send_o != send || d->down_o != down || d->up_o != up || d->dead_o != !alive;
      if (generator() % 400 == 0) link = !link;
      if (send && link && generator() % 10) answers.insert(now + trip);
      sends += send;
      downs += down;
      ups += up;
    }
  }
  std::printf("link_probe: %ld probes, %ld down, %ld up, %ld wrong\n", sends, downs, ups, bad);
  return bad != 0;
}
