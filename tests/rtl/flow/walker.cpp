// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"

using namespace selvage::test;

// FLOW-A-29
TEST_CASE("the RTL walker scans, reports every row of a dead link, waits, closes every row",
          "[FLOW-A-29]") {
  const auto size = GENERATE(FlowSize::kSmall, FlowSize::kLarge);
  const std::uint64_t drain = GENERATE(0U, 1U, 20U);
  const unsigned rows = flow_geometry(size).rows;
  const auto block = make_walker(size);
  const auto shows = [&block](bool chk, unsigned id, unsigned kind, bool done) {
    const WalkerOut& o = block->out();
    return o.chk == chk && o.chk_id == id && o.chk_kind == kind && o.done == done;
  };
  WalkerIn idle;
  idle.drain_t = drain;
  WalkerIn down = idle;
  down.down = true;
  WalkerIn up = idle;
  up.up = true;
  for (unsigned t = 0; t < rows + 5; ++t) {  // any cycle, whatever was before it
    block->show(7 * t);
    REQUIRE(shows(true, 7 * t % rows, 0, false));
    block->edge(up);  // seen in DONE only
  }
  for (unsigned id = 0; id < rows; ++id) {
    block->edge(down);  // seen in SCAN only, so the first counts
    REQUIRE(shows(true, id, 1, false));
  }
  for (std::uint64_t t = 0; t < drain; ++t) {
    block->edge(idle);
    REQUIRE(shows(false, 0, 0, false));
    REQUIRE(state_of(*block).state == 2);
    REQUIRE(state_of(*block).wait == drain - t);
  }
  for (unsigned id = 0; id < rows; ++id) {
    block->edge(idle);
    REQUIRE(shows(true, id, 2, false));
  }
  for (unsigned t = 0; t < 3; ++t) {
    block->edge(down);
    REQUIRE(shows(false, 0, 0, true));
  }
  block->edge(up);
  block->show(rows + 9);
  CHECK(shows(true, 9, 0, false));
  block->edge(idle);
  block->show(rows + 8);
  CHECK(shows(true, 8, 0, false));
  CHECK(take_rtl_failure() == "");
}
