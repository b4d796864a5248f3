// SPDX-License-Identifier: Apache-2.0
/// Reset while a header is between the two register stages of planar_route
/// (docs/reference/mesh-blocks.md).
#include <catch2/catch.hpp>

#include "cosim/lockstep/runtime.hpp"
#include "cosim/mesh/block.hpp"

using namespace selvage;

TEST_CASE("Reset clears the header between the stages and the answer (MESH-CTL-2)", "[mesh]") {
  const auto block = cosim::make_planar_route({});
  cosim::PlanarRouteIn header;
  header.valid = true;
  header.dst = 0x001;  // one hop in x
  header.free = 0xfff;

  block->edge(header);
  block->edge(header);
  REQUIRE(block->outputs().grant);  // so there is something to clear, in both stages
  // Of two clocks; that one is enough is asserted where a router dies (planar_reset_clears).
  block->reset();
  CHECK(cosim::take_rtl_failure() == "");
  for (int n = 0; n < 3; ++n) {
    CHECK_FALSE(block->outputs().valid);
    CHECK(block->outputs().legal == 0);
    block->edge({});
  }

  block->edge(header);
  block->edge({});
  CHECK(block->outputs().grant);
  CHECK_FALSE(cosim::rtl_failure_pending());
}
