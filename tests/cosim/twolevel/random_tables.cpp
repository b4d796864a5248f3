// SPDX-License-Identifier: Apache-2.0
/// `twolevel_route` against the golden memory: random rows, rewritten while lookups are under way.
#include <catch2/catch.hpp>

#include <deque>
#include <string>

#include "cosim/lockstep/runtime.hpp"
#include "cosim/twolevel/block.hpp"
#include "random_rows.hpp"

using namespace selvage;
using cosim::TwoLevelIn;
using cosim::TwoLevelOut;

namespace {

struct Run {
  std::uint64_t lookups = 0;
  std::uint64_t hits = 0;
  std::uint64_t drops = 0;
  std::string difference;  ///< the first; empty: none
};

std::string text(const TwoLevelOut& o) {
  return std::to_string(o.valid) + " " + std::to_string(o.hit) + " " + std::to_string(o.drop) +
         " row " + std::to_string(o.row) + " port " + std::to_string(o.port) + " next " +
         std::to_string(o.next);
}

Run compare(unsigned k, std::uint32_t bugs, std::uint64_t seed, unsigned cycles) {
  const cosim::TwoLevelBuild* build = nullptr;
  for (const auto& b : cosim::twolevel_builds()) {
    if (b.k == k) build = &b;
  }
  REQUIRE(build != nullptr);
  const auto block = build->make({bugs});
  tb::Random random(seed);
  std::vector<golden::TernaryRow> rows(k + 1);
  std::deque<TwoLevelOut> expected(2);  // sampled at the last two edges
  Run run;
  for (unsigned cycle = 0; cycle < cycles && run.difference.empty(); ++cycle) {
    const bool load = random.percent(cycle / 500 % 3 == 0 ? 80 : 5);
    const unsigned at = random.below(k + 1);
    const bool no_row = random.percent(5);
    const golden::TernaryRow row = test::some_row(random, k);
    TwoLevelIn in = cosim::load_of(no_row ? k + 1 : at, row);
    in.load = load;
    in.valid = random.percent(90);
    in.dst = test::some_address(random);

    TwoLevelOut due;
    if (in.valid) {  // sees the loads of earlier edges only
      const golden::TernaryAnswer a = golden::look_up(rows, golden::Ipv4{in.dst});
      due = {true, a.hit, a.next_hop.drop, a.row, a.next_hop.port, a.next_hop.next.value};
      ++run.lookups;
      run.hits += a.hit ? 1 : 0;
      run.drops += a.hit && a.next_hop.drop ? 1 : 0;
    }
    expected.push_back(due);
    const TwoLevelOut incoming = block->incoming();
    block->edge(in);
    const TwoLevelOut actual = block->outputs();
    if (!(actual == expected.front()) || !(incoming == actual)) {
      run.difference = "cycle " + std::to_string(cycle) + ": golden " + text(expected.front()) +
                       ", RTL " + text(actual) + ", announced " + text(incoming);
    }
    if (cosim::rtl_failure_pending()) run.difference = cosim::take_rtl_failure();
    expected.pop_front();
    if (in.load && !no_row) rows[in.load_row] = row;
  }
  return run;
}

}  // namespace

TEST_CASE("F-TAB-3: RTL and golden memory agree on 200,000 lookups in random tables",
          "[twolevel][lockstep]") {
  const unsigned k = GENERATE(4U, 8U, 16U, 48U);
  const Run run = compare(k, 0, k, 60'000);
  INFO(run.difference);
  CHECK(run.difference.empty());
  CHECK(run.lookups > 50'000);
  CHECK(run.hits > run.lookups / 4);
  CHECK(run.hits < run.lookups);
  CHECK(run.drops > 1000);
}

TEST_CASE("COS-RESET: twolevel_route, reset in mid-run", "[twolevel][lockstep]") {
  cosim::dirty_registers(5);
  tb::Random random(5);
  for (unsigned i = 0; i < 400; ++i) {
    const Run run = compare(i % 4 == 0 ? 16U : 4U, 0, i, 1 + random.below(2U << random.below(9)));
    INFO("run " << i << ": " << run.difference);
    REQUIRE(run.difference.empty());
  }
}

TEST_CASE("F-TAB-3: the comparison catches every deliberate fault of the RTL",
          "[twolevel][lockstep][bug]") {
  const unsigned bug = GENERATE(range(0U, 5U));
  const unsigned k = GENERATE(4U, 48U);
  CAPTURE(bug, k);
  CHECK_FALSE(compare(k, 1U << bug, 7, 60'000).difference.empty());
}
