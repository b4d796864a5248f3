// SPDX-License-Identifier: Apache-2.0
/// \file
/// The protocol of a link (LINK-1..12): a legal story passes the checker, each broken rule is
/// named.
#include <nlohmann/json.hpp>

#include "rig.hpp"

namespace selvage::fabric {
namespace {

/// Two packets, a message between and beside them, XOFF and XON of both channels, STOP and GO.
void legal(Rig& r) {
  r.header(10);
  r.stall(12);
  r.message(12);  // takes a beat: the next header at 19
  r.header(19);
  r.back(20, LinkPhase::kXoff, 0);
  r.back(21, LinkPhase::kStop);
  r.stall(25);
  r.message(25);  // STOP acts from 26 on
  r.header(28, 1);
  r.back(30, LinkPhase::kXon, 0);
  r.back(31, LinkPhase::kGo);
  r.header(36);
  r.message(36 + 7);  // behind the last beat: takes none of the packet's
  r.header(36 + 9);
  r.message(60);
  r.header(60);  // its second beat is the message's
  r.stall(60);
  r.header(69);
  r.stall(70);  // a beat that has not come in time
  r.message(70);
  r.stall(75);
  r.header(79);
}

TEST_CASE("LINK-1 to 11: a legal story passes the checker, and every call", "[link]") {
  CHECK(broken(legal).empty());
  const tb::ChildReport report = tb::forked([] {
    Rig rig("rig");
    legal(rig);
    return std::to_string(rig.forward) + " " + std::to_string(rig.backward);
  });
  CHECK(report.text == "18 4");
}

TEST_CASE("LINK-1 to 11: each broken rule is named", "[link]") {
  struct Case {
    const char* id;
    Story story;
  };
  const std::vector<Case> cases = {
      {"LINK-1", [](Rig& r) { r.out.header(1, r.packet, 3); }},
      {"LINK-2", [](Rig& r) { r.out.header(1, r.fault, 4); }},
      {"LINK-2", [](Rig& r) { r.back(0, LinkPhase::kHeader); }},
      {"LINK-3",
       [](Rig& r) {
         r.now = 7;
         r.out.header(1, r.packet, 4);
       }},
      {"LINK-4", [](Rig& r) { r.header(0, 2); }},
      {"LINK-4", [](Rig& r) { r.back(0, LinkPhase::kXoff, 2); }},
      {"LINK-5",
       [](Rig& r) {
         r.header(10);
         r.header(17, 1);
       }},
      {"LINK-5",
       [](Rig& r) {
         r.header(10);
         r.stall(12);
         r.message(12);
         r.header(18);
       }},
      {"LINK-5",
       [](Rig& r) {
         r.header(10);
         r.stall(12);
         r.header(18);
       }},
      {"LINK-11",
       [](Rig& r) {
         r.header(10);
         r.stall(12);
         r.stall(12);
       }},
      {"LINK-11",
       [](Rig& r) {
         r.header(10);
         r.stall(17);
       }},
      {"LINK-11",
       [](Rig& r) {
         r.header(10);
         r.message(12);
       }},
      {"LINK-11",
       [](Rig& r) {
         r.message(10);
         r.header(10);
         r.header(20);
       }},
      {"LINK-1",
       [](Rig& r) {
         r.header(10);
         r.now = 12;
         r.out.stall(1, r.packet, 4);
       }},
      {"LINK-6",
       [](Rig& r) {
         r.back(10, LinkPhase::kXoff, 1);
         r.header(14, 1);
       }},
      {"LINK-7", [](Rig& r) { r.back(10, LinkPhase::kXon); }},
      {"LINK-7", [](Rig& r) { r.in.flow_control(0, LinkPhase::kXoff, 0, 5); }},
      {"LINK-8",
       [](Rig& r) {
         r.back(10, LinkPhase::kStop);
         r.back(12, LinkPhase::kStop);
       }},
      {"LINK-8", [](Rig& r) { r.back(10, LinkPhase::kStopAgain); }},
      {"LINK-1",
       [](Rig& r) {
         r.now = r.fault.sent = 9;
         r.out.message(1, r.fault, 5);
       }},
      {"LINK-7",
       [](Rig& r) {
         r.back(10, LinkPhase::kXoff);
         r.back(12, LinkPhase::kXon);
         r.back(13, LinkPhase::kXon);
       }},
      {"LINK-8", [](Rig& r) { r.in.flow_control(0, LinkPhase::kStop, 0, 4); }},
      {"LINK-9",
       [](Rig& r) {
         r.back(10, LinkPhase::kStop);
         r.message(15);
       }},
      {"LINK-10",
       [](Rig& r) {
         r.message(10);
         r.message(10);
       }},
      {"LINK-10",
       [](Rig& r) {
         r.message(10);
         r.header(11);
       }},
      {"LINK-10",
       [](Rig& r) {
         r.message(10);
         r.message(11);
         r.header(11);
       }},
      {"LINK-5",
       [](Rig& r) {
         r.message(10);
         r.header(10);
         r.stall(10);
         r.header(18);
       }},
  };
  for (const Case& c : cases) {
    CAPTURE(c.id, &c - cases.data());
    CHECK(broken(c.story) == c.id);
  }
}

TEST_CASE("LINK-6, LINK-8, LINK-9: what a link that dies had told is void, a repair tells it again",
          "[link]") {
  const Story dies = [](Rig& r) {
    r.back(10, LinkPhase::kXoff);
    r.back(10, LinkPhase::kStop);
    r.link.die(12, 0);
    r.now = 20;
    r.link.heal(20);
  };
  CHECK(broken([&](Rig& r) {
          dies(r);
          r.header(21);
          r.stall(22);
          r.message(22);
        }).empty());
  CHECK(broken([&](Rig& r) {
          dies(r);
          r.back(20, LinkPhase::kXoff);
          r.back(20, LinkPhase::kStopAgain);
          r.header(23);
        }).empty());
  CHECK(broken([&](Rig& r) {
          dies(r);
          r.back(20, LinkPhase::kXoff);
          r.header(24);
        }) == "LINK-6");
  CHECK(broken([&](Rig& r) {
          dies(r);
          r.back(20, LinkPhase::kStopAgain);
          r.message(24);
        }) == "LINK-9");
}

TEST_CASE("LINK-5, LINK-10: beside the packets a message takes no beat of theirs", "[link]") {
  CHECK(broken(
            [](Rig& r) {
              r.message(10);
              r.header(10);
              r.message(12);
              r.header(18);
            },
            false)
            .empty());
}

/// All that is said of a story.
std::vector<std::string> all_said(const Story& story, bool interleaved = false) {
  const tb::ChildReport report = tb::forked([&] {
    Rig rig("rig", true, false, interleaved);
    story(rig);
    return nlohmann::json(rig.said).dump();
  });
  INFO(report.text);
  REQUIRE(report.finished);
  return nlohmann::json::parse(report.text);
}

TEST_CASE("LINK-11: only a packet that has a second beat can lack it", "[link]") {
  const auto behind_message = [](std::uint32_t beats, Cycle next) {
    return broken([=](Rig& r) {
      r.packet.beats = beats;
      r.message(10);
      r.header(10);
      r.header(next);
    });
  };
  CHECK(behind_message(1, 12).empty());
  CHECK(behind_message(2, 20) == "LINK-11");
  // It is said at the next header or message, once.
  CHECK(broken([](Rig& r) {
          r.message(10);
          r.header(10);
          r.message(30);
        }) == "LINK-11");
  const auto said = all_said([](Rig& r) {
    r.message(10);
    r.header(10);
    r.header(30);
    r.header(50);
  });
  REQUIRE(said.size() == 1);
  CHECK(said[0] == "LINK-11: cycle 30, link a to b: no stall behind the header of cycle 10");
}

TEST_CASE("LINK-5: where packets share the beats a header may leave in any cycle", "[link]") {
  CHECK(all_said(
            [](Rig& r) {
              r.header(10);
              r.header(11, 1);
              r.header(12);
            },
            true)
            .empty());
  CHECK(all_said(
            [](Rig& r) {
              r.header(10);
              r.header(10, 1);
            },
            true)
            .size() == 1);
}

TEST_CASE("LINK-2, LINK-8: what is broken is said in full", "[link]") {
  const auto late = all_said([](Rig& r) {
    r.now = 9;
    r.in.flow_control(0, LinkPhase::kStop, 0, 7);
  });
  REQUIRE(late.size() == 1);
  CHECK(late[0] ==
        "LINK-8: cycle 9, link a to b: STOP and GO act after 5 cycles, STOP again after 4 from the "
        "cycle of a repair on, not after 7");
  const auto forward = all_said([](Rig& r) {
    LinkForwardIf& tap = r.checker;
    tap.transport_fw(0, r.fault, LinkPhase::kXon, 4);
  });
  REQUIRE(!forward.empty());
  CHECK(forward[0].rfind("LINK-2: ", 0) == 0);
}

TEST_CASE("LINK-12: a RESEND that an outage has lost sets nothing back", "[link]") {
  const auto next = [](std::uint32_t number) {
    return broken(
        [number](Rig& r) {
          for (std::uint32_t i = 0; i < 2; ++i) {
            r.fault.number = i;
            r.message(10 + i);
          }
          r.back(14, LinkPhase::kResend, 1);
          r.link.flap(16, kFlaps);
          r.link.flap_ends(17);
          r.fault.number = number;
          r.message(20);
        },
        true, true);
  };
  CHECK(next(2).empty());
  CHECK(next(1) == "LINK-12");
}

TEST_CASE("LINK-12: numbers of fault messages come in turn, RESEND sets them back", "[link]") {
  const auto say = [](Rig& r, Cycle at, std::uint32_t number) {
    r.fault.number = number;
    r.message(at);
  };
  const auto numbered = [](const Story& story) { return broken(story, true, true); };
  const Story legal = [&](Rig& r) {
    say(r, 10, 0);
    say(r, 11, 1);
    r.back(14, LinkPhase::kResend, 1);  // what left in cycle 11 was damaged
    say(r, 14, 2);
    say(r, 18, 1);
    say(r, 19, 2);
    r.link.flap(30, kFlaps);
    say(r, 31, 3);
    r.link.flap_ends(35);
    r.back(35, LinkPhase::kResend, 3);
    say(r, 39, 3);
    r.link.die(40, 0);
    say(r, 41, 4);
    say(r, 42, 7);  // into a dead link: nobody counts
    r.link.heal(50);
    say(r, 50, 0);
    say(r, 51, 1);
  };
  CHECK(numbered(legal).empty());
  CHECK(numbered([&](Rig& r) { say(r, 10, 1); }) == "LINK-12");
  CHECK(numbered([&](Rig& r) {
          say(r, 10, 0);
          say(r, 11, 0);
        }) == "LINK-12");
  CHECK(numbered([&](Rig& r) {
          say(r, 10, 0);
          r.back(14, LinkPhase::kResend, 0);
          say(r, 18, 1);
        }) == "LINK-12");
  CHECK(numbered([&](Rig& r) {
          legal(r);
          say(r, 52, 3);
        }) == "LINK-12");
  CHECK(numbered([](Rig& r) { r.in.flow_control(0, LinkPhase::kResend, 0, 5); }) == "LINK-12");
}

TEST_CASE("LINK-6: no header in the cycles after an outage before flow control has come",
          "[link]") {
  const auto after = [](Cycle header) {
    return broken([header](Rig& r) {
      r.link.flap(20, kFlaps);
      r.link.flap_ends(25);
      r.header(header);
    });
  };
  CHECK(after(25) == "LINK-6");
  CHECK(after(28) == "LINK-6");
  CHECK(after(29).empty());
}

}  // namespace
}  // namespace selvage::fabric
