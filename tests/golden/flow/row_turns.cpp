// SPDX-License-Identifier: Apache-2.0
/// Who of DEQ, ENQ, ACK and CHK is taken in a step of two rows: a second reading of the page.
#include "golden/flow/tables/row_turns.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

using namespace selvage::golden;

namespace {

/// The order in which the four are looked at, and what a step makes of it.
struct Page {
  std::vector<unsigned> three{0, 1, 2};  ///< DEQ, ENQ, ACK, the first to be looked at first
  unsigned waited = 0;                   ///< steps that CHK has waited in a row

  std::array<bool, 4> step(const NamedByFour& asks) {
    std::vector<unsigned> order = three;
    order.insert(waited < 7 ? order.end() : order.begin(), 3);
    std::vector<FlowId> rows;
    std::array<bool, 4> taken{};
    for (const unsigned op : order) {
      if (!asks[op]) continue;
      const bool there = std::find(rows.begin(), rows.end(), *asks[op]) != rows.end();
      if (!there && rows.size() == 2) continue;
      if (!there) rows.push_back(*asks[op]);
      taken[op] = true;
    }
    waited = asks[3] && !taken[3] ? waited + 1 : 0;
    const auto waits = std::find_if(three.begin(), three.end(),
                                    [&](unsigned op) { return asks[op] && !taken[op]; });
    if (waits != three.end()) std::rotate(three.begin(), waits, three.end());
    return taken;
  }
};

}  // namespace

TEST_CASE("FLOW-A-25: who is taken where a step has two rows, by the page", "[flow]") {
  const unsigned rows = GENERATE(2U, 3U, 4U, 9U);
  const unsigned busy = GENERATE(3U, 8U, 10U);  // of 10 that ask
  std::mt19937 random(rows * 100 + busy);
  RowTurns model;
  Page page;
  std::array<unsigned, 4> waits{};
  std::array<unsigned, 4> longest{};
  NamedByFour asks;
  for (unsigned step = 0; step < 20'000; ++step) {
    for (auto& ask : asks) {
      if (!ask && random() % 10 < busy) ask = static_cast<FlowId>(random() % rows);
    }
    const auto taken = model.step(asks);
    REQUIRE(taken == page.step(asks));
    for (unsigned op = 0; op < 4; ++op) {
      waits[op] = asks[op] && !taken[op] ? waits[op] + 1 : 0;
      longest[op] = std::max(longest[op], waits[op]);
      if (taken[op]) asks[op].reset();
    }
  }
  for (unsigned op = 0; op < 3; ++op) CHECK(longest[op] <= 1);
  CHECK(longest[3] <= 7);
  if (rows == 9 && busy == 10) CHECK(longest == std::array<unsigned, 4>{1, 1, 1, 7});
}

TEST_CASE("FLOW-A-25: from its reset on CHK waits seven steps while others have two rows",
          "[flow]") {
  RowTurns model;
  const NamedByFour asks{FlowId{0}, FlowId{1}, FlowId{2}, FlowId{3}};
  for (unsigned step = 0; step < 7; ++step) CHECK_FALSE(model.step(asks)[3]);
  CHECK(model.step(asks)[3]);
  CHECK_FALSE(model.step(asks)[3]);
}
