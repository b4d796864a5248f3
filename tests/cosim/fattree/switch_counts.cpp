// SPDX-License-Identifier: Apache-2.0
// The counters of a whole switch in RTL, read at its pins (docs/reference/switch-rtl.md, FS-CNT).
#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <random>
#include <string>

#include "cosim/plugs.hpp"

using namespace selvage;

namespace {

using cosim::Beat;
using Counter = cosim::SwitchCounter;

/// The lowest switch of a 4P3T, whose first two ports lead to hosts, or one of level 1.
struct Bench {
  std::unique_ptr<System> system = find_plug("fattree")->make(
      {{"kind", "fattree"}, {"m", 4}, {"n", 3}}, {Engine::kSwitch, {}, 4});
  std::unique_ptr<cosim::SwitchBlock> block;
  Cycle now = 0;

  explicit Bench(bool leaf = true) {
    cosim::SwitchBlockOptions options;
    options.self =
        leaf ? system->topology().attachment(0).sw : system->topology().switch_count() - 5;
    options.capacity = 256;
    options.xon_most = 32;
    options.name = "bench";
    std::string why;
    block = system->make_switch(options, why);
    REQUIRE(block != nullptr);
  }
  [[nodiscard]] std::uint32_t counter(unsigned port, Counter which) {
    const auto counted = block->counter(static_cast<PortIdx>(port), which);
    REQUIRE(counted);
    return *counted;
  }
  [[nodiscard]] Beat head(std::uint32_t beats, std::uint32_t to = 1) const {
    return {true, beats == 1, false, block->head({7, beats, 0, to})};
  }
  void packet(PortIdx in, std::uint32_t beats, std::uint32_t to = 1) {
    for (std::uint32_t i = 0; i < beats; ++i) {
      block->beat(in, i == 0 ? head(beats, to) : Beat{false, i + 1 == beats, false, {i}});
      block->edge(now++);
    }
  }
  void rest(unsigned edges = 300) {
    for (unsigned i = 0; i < edges; ++i) block->edge(now++);
  }
};

}  // namespace

TEST_CASE("FS-CNT, FS-RST: after reset all counters are 0, and stay so") {
  Bench bench;
  bench.rest(20);
  for (unsigned p = 0; p < 4; ++p)
    for (unsigned sel = 0; sel < 7; ++sel) CHECK(bench.counter(p, Counter(sel)) == 0);
}

TEST_CASE("FS-CNT: packets, beats, malformed beats, cycles of XOFF and the most beats held") {
  Bench bench;
  std::mt19937_64 random(3);
  std::uint32_t begun = 0;
  std::uint32_t beats = 0;
  std::uint32_t malformed = 0;
  std::uint32_t pulse = 0;  // of the edge before
  std::uint32_t xoff = 0;
  std::uint64_t most = 0;
  std::uint32_t left = 0;
  for (unsigned i = 0; i < 20000; ++i) {
    // Beats without a head, packets cut short, and now and then no XON for the output.
    if (left == 0 && random() % 4 == 0 && (bench.block->shown().xon & 1U) != 0) {
      left = 1 + static_cast<std::uint32_t>(random() % 20);
      bench.block->beat(0, bench.head(left--));
    } else if (left != 0) {
      --left;
      bench.block->beat(0, {false, left == 0 || random() % 50 == 0, false, {1}});
    } else if (random() % 50 == 0) {
      bench.block->beat(0, {false, false, false, {1}});
    }
    if (random() % 40 == 0) bench.block->far_xon(1, random() % 2 == 0);
    // What is there before an edge is counted by it, but malformed beats, by the next one.
    const cosim::SwitchShown before = bench.block->shown();
    beats += (before.beats >> 1 & 1U) != 0 ? 1 : 0;
    begun += (before.beats >> 1 & 1U) != 0 && bench.block->sent(1).head ? 1 : 0;
    malformed += pulse;
    pulse = (before.malformed & 1U) != 0 ? 1 : 0;
    xoff += (before.xon & 1U) == 0 ? 1 : 0;
    most = std::max(most, bench.block->held(0));
    bench.block->edge(bench.now++);
    if (i % 100 != 0) continue;
    CAPTURE(i);
    REQUIRE(bench.counter(1, Counter::kBegun) == begun);
    REQUIRE(bench.counter(1, Counter::kBeats) == beats);
    REQUIRE(bench.counter(0, Counter::kMalformed) == malformed);
    REQUIRE(bench.counter(0, Counter::kXoff) == xoff);
    REQUIRE(bench.counter(0, Counter::kMost) == most);
    REQUIRE(bench.counter(0, Counter::kBegun) == 0);
  }
  CHECK(begun > 200);
  CHECK(malformed > 100);
  CHECK(xoff > 500);
  CHECK(most > 32);
}

TEST_CASE("FS-CNT, FS-DROP: packets that drain, by port") {
  Bench bench;
  for (unsigned i = 0; i < 3; ++i) bench.packet(0, 5, 0);  // back by its own port
  bench.rest();
  CHECK(bench.counter(0, Counter::kDrained) == 3);
  CHECK(bench.counter(0, Counter::kBegun) == 0);
}

TEST_CASE("FS-CNT, FS-MSG: fault messages, by port") {
  Bench bench(false);
  bench.block->link_event(0, false);
  std::uint32_t sent[4] = {};
  for (unsigned i = 0; i < 200; ++i) {
    bench.block->edge(bench.now++);
    for (unsigned p = 0; p < 4; ++p)
      sent[p] += (bench.block->shown().messages >> p & 1U) != 0 ? 1 : 0;
  }
  CHECK(sent[0] + sent[1] + sent[2] + sent[3] > 0);
  for (unsigned p = 0; p < 4; ++p) CHECK(bench.counter(p, Counter::kMessages) == sent[p]);
}

TEST_CASE("FS-CNT, FS-DIE: a death clears no counter") {
  Bench bench;
  bench.packet(0, 16);
  bench.rest();
  bench.packet(0, 6);
  bench.block->wipe();
  bench.rest();
  CHECK(bench.counter(1, Counter::kBeats) >= 16);
  CHECK(bench.counter(1, Counter::kBegun) >= 1);
  CHECK(bench.counter(0, Counter::kMost) == 16);
}

TEST_CASE("FS-CNT, FS-IDLE: an idle switch whose clock is left out has counted all") {
  Bench bench;
  Bench clocked;
  for (Bench* b : {&bench, &clocked}) b->packet(0, 9);
  clocked.rest();
  while (!bench.block->idle()) bench.block->edge(bench.now++);
  for (unsigned p = 0; p < 4; ++p) {
    for (unsigned sel = 0; sel < 7; ++sel) {
      CAPTURE(p, sel);
      CHECK(bench.counter(p, Counter(sel)) == clocked.counter(p, Counter(sel)));
    }
  }
  CHECK(bench.counter(1, Counter::kBeats) == 9);
}
