// SPDX-License-Identifier: Apache-2.0
/// Every deliberate fault of the RTL control plane is found, and what is reported fits it.
#include <catch2/catch.hpp>

#include <string>

#include "support.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

/// The first difference in storms over trees of growing height; empty if there is none.
std::string first_difference(unsigned bug) {
  const golden::ControlFabricConfig config;
  for (const unsigned n : {3U, 4U}) {
    const golden::FatTree tree(4, n);
    const cosim::ControlBuild* build =
        &cosim::find_control_build(tree, config.lft_capacity, config.timing.input_depth);
    std::mt19937 random(7);
    for (unsigned round = 0; round < 4; ++round) {
      tb::ControlTree both(tree, config, build, 1U << bug, round);
      schedule(both.fabric(), {100, 30, 8}, random);
      both.settle(1000000, 4);
      if (!both.difference().empty()) return both.difference();
    }
  }
  return "";
}

/// The same at one switch of level 1 of a 4P4T.
std::string first_at_one_switch(unsigned bug) {
  const golden::FatTree tree(4, 4);
  tb::SwitchTotals totals;
  SwitchIdx sw = 0;
  while (tree.level(sw) < 1) ++sw;
  return tb::drive_switch({&tree, sw, 1, 32, 1U << bug}, {8, 1, 100}, 20000, totals);
}

void check_found(unsigned bug, const std::string& symptom) {
  CHECK_THAT(first_difference(bug), Catch::Matchers::Contains(symptom));
}

}  // namespace

TEST_CASE("RTL bug 0, fault table ignored by routing, is caught", "[control][bug][FT-RS-3]") {
  check_found(0, "route request");
}
TEST_CASE("RTL bug 1, preferred port from the source digit, is caught", "[control][bug][FT-RS-4]") {
  check_found(1, "route request");
}
TEST_CASE("RTL bug 2, next candidate is the lowest, is caught", "[control][bug][FT-RS-4]") {
  const golden::FatTree tree(8, 3);  // needs three up ports to be seen
  std::mt19937 random(7);
  tb::ControlTree both(tree, {}, &cosim::find_control_build(tree, 32, 16), 1U << 2);
  schedule(both.fabric(), {150, 30, 8}, random);
  both.settle(1000000, 4);
  CHECK_THAT(both.difference(), Catch::Matchers::Contains("route request"));
}
TEST_CASE("RTL bug 3, ULFM not forwarded up, is caught", "[control][bug][FT-MSG-3]") {
  check_found(3, "FT-MSG-3 message sent: golden ULFM");
}
TEST_CASE("RTL bug 4, case 1 advertised to down ports only, is caught",
          "[control][bug][FT-MSG-1]") {
  check_found(4, "FT-MSG-3 message sent: golden ULFM");
}
TEST_CASE("RTL bug 5, DLFM carries the least level, is caught", "[control][bug][FT-MSG-7]") {
  CHECK_THAT(first_at_one_switch(5), Catch::Matchers::Contains("FT-MSG-7"));
}
TEST_CASE("RTL bug 6, PS taken without the level test, is caught", "[control][bug][FT-MSG-6]") {
  // It finds nothing to send, and picks the next operation before golden sends.
  CHECK_THAT(first_at_one_switch(6), Catch::Matchers::Contains("LINK_UP that waits"));
}
TEST_CASE("RTL bug 7, <= for < in the level test, is caught", "[control][bug][FT-MSG-6]") {
  CHECK_THAT(first_at_one_switch(7), Catch::Matchers::Contains("LINK_UP that waits"));
}
TEST_CASE("RTL bug 8, DLFM never sent again, is caught", "[control][bug][FT-MSG-8]") {
  CHECK_THAT(first_at_one_switch(8), Catch::Matchers::Contains("FT-MSG-7 message sent"));
}
TEST_CASE("Without a bug nothing is found at the same switch",
          "[control][bug][FT-CYC-4][FT-CYC-5]") {
  CHECK(first_at_one_switch(31).empty());
}
TEST_CASE("RTL bug 9, repair clears direct and derived, is caught", "[control][bug][FT-REP-1]") {
  check_found(9, "line");
}
TEST_CASE("RTL bugs 0 and 9 are caught in any lines of a table",
          "[control][bug][FT-RS-3][FT-REP-1]") {
  const golden::FatTree tree(4, 3);
  tb::SwitchTotals totals;
  CHECK_THAT(test::any_lines(tree, 200, 1U << 0, totals), Catch::Matchers::Contains("route"));
  CHECK_THAT(test::any_lines(tree, 200, 1U << 9, totals), Catch::Matchers::Contains("line"));
}
TEST_CASE("RTL bug 10, no SYNCREQ, is caught", "[control][bug][FT-REP-5]") {
  check_found(10, "FT-REP-5 message sent: golden SYNCREQ");
}
TEST_CASE("RTL bug 11, no RESYNC, is caught", "[control][bug][FT-REP-6]") {
  check_found(11, "pending announcement");  // the next operation begins too early
}
