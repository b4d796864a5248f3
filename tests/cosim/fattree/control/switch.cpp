// SPDX-License-Identifier: Apache-2.0
/// One switch of each level in lockstep under every load (FT-CYC-1..7).
#include <catch2/catch.hpp>

#include "support.hpp"

using namespace selvage;

TEST_CASE("FT-CYC-4: one switch of each level under every load, in lockstep", "[control]") {
  const auto [m, n, latency] =
      GENERATE(std::tuple{4U, 3U, 1U}, std::tuple{4U, 3U, 4U}, std::tuple{4U, 4U, 1U},
               std::tuple{4U, 5U, 1U}, std::tuple{8U, 3U, 1U}, std::tuple{6U, 3U, 6U},
               std::tuple{10U, 2U, 1U});
  const golden::FatTree tree(m, n);
  tb::SwitchTotals totals;
  for (unsigned level = 0; level < n; ++level) {
    SwitchIdx sw = 0;
    while (tree.level(sw) < level) ++sw;
    for (const unsigned lines : {32U, 3U}) {
      const auto run = [&](SwitchIdx which, tb::SwitchLoad load, unsigned cycles) {
        INFO(tree.label() << " switch " << tree.switch_name(which) << " latency " << latency);
        REQUIRE(tb::drive_switch({&tree, which, latency, lines, 0}, load, cycles, totals) == "");
      };
      run(sw, {8, 0, 0}, 5000);
      run(sw, {16, 4, 4}, 10000);
      run(sw + 1, {16, 1, 100}, 10000);
      run(sw + 1, {4, 0, 600}, 5000);
    }
  }
  INFO(tree.label() << ": " << totals.messages << " messages");
  CHECK(totals.messages > 20000);
  CHECK(totals.all_at_once > 1000);
  CHECK(totals.blocked > 1000);
  CHECK(totals.asked > 1000);
  CHECK(totals.both_events > 100);
  CHECK(totals.answers > 10000);
  CHECK(totals.overflows > 0);
}

TEST_CASE("COS-RESET: switches of every level reset in mid-run, in lockstep", "[control]") {
  const golden::FatTree tree(4, 3);
  std::mt19937 random(1);
  tb::SwitchTotals totals;
  for (unsigned i = 0; i < 400; ++i) {
    const auto sw = static_cast<SwitchIdx>(random() % tree.switch_count());
    const auto cycles = static_cast<unsigned>(1 + random() % (2U << random() % 9));
    CAPTURE(i, cycles, tree.switch_name(sw));
    tb::SwitchRun run{&tree, sw, 1, i % 2 != 0 ? 32U : i % 4 != 0 ? 8U : 3U, 0};
    run.drained = i % 4 == 0;
    // Any of its 32 lines, as many as the model has.
    while (i % 3 != 0 && static_cast<unsigned>(__builtin_popcountll(run.mask)) < run.lines)
      run.mask |= std::uint64_t{1} << random() % 32;
    REQUIRE(tb::drive_switch(run, {16, 4, i}, cycles, totals) == "");
  }
  CHECK(totals.messages > 20000);
}

TEST_CASE("FT-LFT-1, FT-LFT-2: any lines of a table, taken, freed and all full, in lockstep",
          "[control]") {
  // At a leaf all others have a key: 7 in a 4P3T, 31 in an 8P3T.
  const auto [m, keys, runs] = GENERATE(std::tuple{4U, 7U, 2200U}, std::tuple{8U, 31U, 300U});
  const golden::FatTree tree(m, 3);
  tb::SwitchTotals totals;
  REQUIRE(test::any_lines(tree, runs, 0, totals) == "");
  CHECK(totals.lines == 0xffffffff);
  CHECK(totals.most_keys == keys);
  CHECK(totals.retaken > 500);
  CHECK(totals.overflows > 1000);
}

TEST_CASE("FT-RS-6: big switches, and tables of odd sizes, in lockstep", "[control]") {
  const auto [m, n, latency, lines] =
      GENERATE(std::tuple{16U, 3U, 1U, 12U}, std::tuple{64U, 2U, 4U, 33U},
               std::tuple{8U, 3U, 30U, 32U}, std::tuple{4U, 6U, 1U, 7U});
  const golden::FatTree tree(m, n);
  tb::SwitchTotals totals;
  for (unsigned level = 0; level < n; ++level) {
    SwitchIdx sw = 0;
    while (tree.level(sw) < level) ++sw;
    INFO(tree.label() << " switch " << tree.switch_name(sw) << " latency " << latency);
    REQUIRE(tb::drive_switch({&tree, sw, latency, lines, 0}, {8, 1, 20}, 3000, totals) == "");
  }
  CHECK(totals.answers > 1000);
  CHECK(totals.messages > 3000);
}
