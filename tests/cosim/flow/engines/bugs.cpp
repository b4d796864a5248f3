// SPDX-License-Identifier: Apache-2.0
/// A deliberate fault in the RTL of any block is found by lockstep in a network, with its place.
#include <catch2/catch.hpp>

#include "story.hpp"

using namespace selvage;
using namespace selvage::test;

TEST_CASE("a fault of one block is found in a network, with block and requirement",
          "[bug][COS-PLACE]") {
  struct Fault {
    const char* block;
    unsigned cosim::FlowBugs::*place;
  };
  const Fault fault = GENERATE(
      Fault{"efct", &cosim::FlowBugs::efct}, Fault{"ifct", &cosim::FlowBugs::ifct},
      Fault{"ofct", &cosim::FlowBugs::ofct}, Fault{"redirect_gen", &cosim::FlowBugs::redirect},
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

TEST_CASE("COS-PLACE: a mismatch of a table has names of values and the table's last steps",
          "[bug]") {
  cosim::FlowBugs bugs;
  bugs.ifct = 1;  // a REDIRECT does not block its flow
  Story s{"bug", 8, 2};
  s.seed = 41;
  s.load = 95;
  s.incast = true;
  s.eager = true;
  s.unordered = 20;
  Scoreboard board;
  static_cast<void>(tell(s, Engine::kLockstep, board, bugs));
  REQUIRE(board.failed());
  const Mismatch& m = *board.first();
  CHECK_THAT(m.what, Catch::StartsWith("state_q of row "));
  CHECK(m.expected == "2 BLOCK");
  CHECK(m.actual == "1 RUNNING");
  REQUIRE(!m.recent.empty());
  CHECK(m.recent.size() <= 6);
  const std::string& last = m.recent.back();
  CHECK_THAT(last, Catch::StartsWith("cycle " + std::to_string(m.cycle - flow::Blocks::kLatency)));
  CHECK_THAT(last, Catch::Contains("ACK REDIRECT of row " + m.what.substr(m.what.rfind(' ') + 1)));
}

TEST_CASE("FLOW-B-1, FLOW-A-29: faults of unpacker and walker are found in a network", "[bug]") {
  struct Fault {
    const char* block;
    unsigned cosim::FlowBugs::*place;
    unsigned straps;
    const char* what;
  };
  const auto unpacker = &cosim::FlowBugs::unpacker;
  const auto walker = &cosim::FlowBugs::walker;
  const Fault fault = GENERATE_COPY(
      Fault{"ack_frame_unpacker", unpacker, 1, "good_q"},
      Fault{"ack_frame_unpacker", unpacker, 4, "ack"},
      Fault{"ack_frame_unpacker", unpacker, 8, "good_q"},
      Fault{"flow_walker", walker, 1, "state_q"}, Fault{"flow_walker", walker, 2, "state_q"},
      Fault{"flow_walker", walker, 4, "state_q"}, Fault{"flow_walker", walker, 8, "wait_q"});
  CAPTURE(fault.block, fault.straps);
  cosim::FlowBugs bugs;
  bugs.*fault.place = fault.straps;
  Story s{"bug", 4, 3};
  s.seed = 42;
  s.load = 60;
  s.length = 24'000;
  s.cut = s.again = fault.place == walker;
  s.ack_errors = fault.place == walker ? 0 : 0.5;
  Scoreboard board;
  static_cast<void>(tell(s, Engine::kLockstep, board, bugs));
  REQUIRE(board.failed());
  CHECK(board.first()->block == fault.block);
  CHECK_THAT(board.first()->what, Catch::Contains(fault.what));
  CHECK(board.first()->requirement.substr(0, 5) == "FLOW-");
}

TEST_CASE("FLOW-B-1: without a golden model the network itself sees a bad frame or a wrong ACK",
          "[bug]") {
  cosim::FlowBugs bugs;
  std::string expected;
  Story s{"bug", 4, 3};
  s.seed = 43;
  s.load = 60;
  SECTION("the packer's FCS starts from 0") {
    bugs.aggregator = 32;
    expected = "FLOW-B-1: ";
  }
  SECTION("the unpacker does not look at the FCS") {
    bugs.unpacker = 1;
    s.ack_errors = 0.5;
    expected = "FLOW-B-1: ";
  }
  SECTION("the unpacker gives no parity") {
    bugs.unpacker = 4;
    expected = "FLOW-P-2: ";
  }
  Scoreboard board;
  const Record r = tell(s, Engine::kRtl, board, bugs);
  CHECK_THAT(r.audit, Catch::StartsWith(expected));
}
