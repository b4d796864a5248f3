// SPDX-License-Identifier: Apache-2.0
/// The unit between a switch and its verilated lookup: time of the answer, comparison, verdict.
#include <catch2/catch.hpp>

#include "cosim/twolevel/unit.hpp"
#include "golden/twolevel/al_fares.hpp"

using namespace selvage;
using cosim::TwoLevelUnit;
using cosim::TwoLevelUnitSetup;
using golden::Ipv4;

namespace {

TwoLevelUnitSetup setup_of(const golden::AlFares& net, Ipv4 name, std::uint32_t bugs = 0) {
  std::string why;
  TwoLevelUnitSetup setup;
  setup.switch_name = golden::to_string(name);
  setup.rows = golden::rows_of(net.table_of(net.switch_at(name, why).value()), net.k());
  for (const auto& build : cosim::twolevel_builds()) {
    if (build.k >= net.k() && setup.build == nullptr) setup.build = &build;
  }
  setup.rtl_bugs = bugs;
  return setup;
}

}  // namespace

TEST_CASE("F-TAB-3: at 10.2.2.1 the /24 beats the suffix that matches 10.2.0.3 too", "[twolevel]") {
  const golden::AlFares net(4);
  Scoreboard board;
  TwoLevelUnit unit(setup_of(net, Ipv4::of(10, 2, 2, 1)), board);
  unit.request(0, 1, Ipv4::of(10, 2, 0, 3));
  const golden::NextHop hop = unit.collect(2);
  CHECK(hop.port == 0);
  CHECK(golden::to_string(hop.next) == "10.2.0.1");
  CHECK(board.compared() == 1);
  CHECK_FALSE(board.failed());
}

TEST_CASE("F-SYS-2: a request every cycle, answers after two cycles or later", "[twolevel]") {
  const unsigned k = GENERATE(4U, 6U, 16U);
  const unsigned late = GENERATE(2U, 3U, 5U);
  const golden::AlFares net(k);
  Scoreboard board;
  TwoLevelUnit unit(setup_of(net, Ipv4::of(10, 0, 1, 1)), board);
  const HostIdx hosts = net.tree().host_count();
  for (Cycle now = 0; now < 1000; ++now) {
    if (now >= late) {
      const HostIdx host = static_cast<HostIdx>(now - late) * 7 % hosts;
      const golden::NextHop hop = unit.collect(now);
      const HostIdx below = host / (k / 2);
      CHECK(hop.port == (below == 1 ? host % (k / 2) : (host + 1) % (k / 2) + k / 2));
    }
    unit.request(now, now, net.host_address(static_cast<HostIdx>(now) * 7 % hosts));
  }
  unit.finish(1000);
  CHECK(board.compared() == 1000);
  CHECK_FALSE(board.failed());
}

TEST_CASE("F-SYS-2: idle for long, then time starts anew", "[twolevel]") {
  const golden::AlFares net(4);
  Scoreboard board;
  TwoLevelUnit unit(setup_of(net, Ipv4::of(10, 4, 1, 1)), board);
  for (const Cycle start : {Cycle{5}, Cycle{1'000'000'000}}) {
    unit.request(start, 0, Ipv4::of(10, 3, 0, 2));
    CHECK(unit.collect(start + 2).port == 3);
  }
  unit.finish(1'000'000'003);
  unit.request(0, 0, Ipv4::of(10, 0, 1, 3));
  CHECK(unit.collect(2).port == 0);
  CHECK_FALSE(board.failed());
}

TEST_CASE("A wrong row is reported with address and both answers",
          "[twolevel][bug][F-TAB-3][COS-PLACE]") {
  const golden::AlFares net(4);
  Scoreboard board;
  TwoLevelUnit unit(setup_of(net, Ipv4::of(10, 2, 2, 1), 1), board);
  unit.request(0, 9, Ipv4::of(10, 2, 0, 3));
  static_cast<void>(unit.collect(2));
  REQUIRE(board.failed());
  const Mismatch& m = *board.first();
  CHECK(m.switch_name == "10.2.2.1");
  CHECK(m.packet == PacketId{9});
  CHECK(m.requirement == "F-TAB-3");
  CHECK(m.what == "lookup");  // a kind of failure, whatever was looked up (REGR-BUCKET)
  CHECK(m.expected == "10.2.0.3: row 0, port 0, next hop 10.2.0.1");
  CHECK(m.actual == "10.2.0.3: row 4, drop");
}
