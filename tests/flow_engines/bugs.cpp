// SPDX-License-Identifier: Apache-2.0
/// A deliberate fault in the RTL of any block is found by lockstep in a network, with its place.
#include <catch2/catch.hpp>

#include "story.hpp"

using namespace selvage;
using namespace selvage::test;

TEST_CASE("a fault of one block is found in a network, with block and requirement", "[bug]") {
  struct Fault {
    const char* block;
    unsigned cosim::FlowBugs::*place;
  };
  const Fault fault = GENERATE(Fault{"efct", &cosim::FlowBugs::efct},
                               Fault{"ifct", &cosim::FlowBugs::ifct},
                               Fault{"ofct", &cosim::FlowBugs::ofct},
                               Fault{"redirect_gen", &cosim::FlowBugs::redirect},
                               Fault{"ack_aggregator", &cosim::FlowBugs::aggregator},
                               Fault{"ep_ack_type", &cosim::FlowBugs::ep});
  CAPTURE(fault.block);
  cosim::FlowBugs bugs;
  bugs.*fault.place = 1;
  bool found = false;
  // Which traffic shows it depends on the fault.
  for (const bool incast : {false, true}) {
    Story s{"bug", 8, 2};
    s.seed = 41;
    s.load = 95;
    s.incast = incast;
    s.eager = true;
    s.unordered = 20;
    Scoreboard board;
    static_cast<void>(tell(s, Engine::kLockstep, board, bugs));
    if (!board.failed()) continue;
    found = true;
    CHECK(board.first()->block == fault.block);
    CHECK(board.first()->requirement.substr(0, 5) == "FLOW-");
    CHECK(board.first()->switch_name != "");
    break;
  }
  CHECK(found);
}
