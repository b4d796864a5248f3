// SPDX-License-Identifier: Apache-2.0
/// Packets that have ended with their link, or with the switch that sent them (LINK-5, LINK-11).
#include "rig.hpp"

using namespace selvage;
using namespace selvage::fabric;

TEST_CASE("LINK-11: a packet that has ended with its link lacks no beat", "[link]") {
  CHECK(broken([](Rig& r) {
          r.header(10);
          r.link.die(12, 0);
          r.message(13);
        }).empty());
}

TEST_CASE(
    "LINK-5, LINK-11: what a switch was sending when it died has ended, at the latest with the repair",
    "[link]") {
  const auto after = [](Cycle next, bool message, bool back) {
    return broken([=](Rig& r) {
      r.header(10);
      r.link.die(12, 0);
      if (back) r.link.heal(14);
      if (message) r.message(next);
      else r.header(next);
    });
  };
  CHECK(after(13, false, false).empty());
  CHECK(after(13, true, false).empty());
  CHECK(after(14, false, true).empty());
  CHECK(after(15, true, true).empty());
  // A packet of behind the repair is held to both rules.
  const auto later = [](Cycle sent, bool message) {
    return broken([=](Rig& r) {
      r.link.die(2, 0);
      r.link.heal(sent);
      r.header(10);
      if (message) r.message(12);
      else r.header(17);
    });
  };
  for (const Cycle sent : {9U, 10U}) {
    CHECK(later(sent, false) == "LINK-5");
    CHECK(later(sent, true) == "LINK-11");
  }
}
