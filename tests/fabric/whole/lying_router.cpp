// SPDX-License-Identifier: Apache-2.0
// What is told of a router in RTL beside the model whose pins say for a moment what it does not do
// (docs/reference/mesh-router.md). Its few packets do what docs/reference/wormhole.md says.
#include "lying_router.hpp"

#include "told.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

/// In a mesh of eight nodes packets of three flits that never meet. A header comes two cycles
/// behind its offer and leaves two cycles later; the link of node 0 by y+ dies and comes back.
Scenario few() {
  Scenario s = wormhole_scenario(Engine::kSwitch, 0);
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.packet_beats = 3;
  s.traffic.trace = {{10, 0, 1}, {11, 2, 1}, {12, 6, 0}, {40, 0, 1}, {60, 0, 3}};
  s.phases = {0, 300, 1000};
  s.link.latency = 2;
  s.probe = {20, 12, 0};
  s.faults.links = {{"(0,0,0)y+", {0, 2}, 100, Cycle{150}}};
  return s;
}

/// Behind one edge.
template <class Bits>
auto at(Cycle edge, Bits cosim::RouterShown::*pins, std::uint64_t flip) {
  return [=](Cycle c, cosim::RouterShown& shown) {
    if (c == edge) shown.*pins ^= static_cast<Bits>(flip);
  };
}
/// Of the flits of one edge.
auto flit_at(Cycle edge, const std::function<void(cosim::Flit&)>& lie) {
  return [=](Cycle c, PortIdx /*port*/, cosim::Flit& flit) {
    if (c == edge) lie(flit);
  };
}

std::string told(const json& r, const std::string& sw = "(0,0,0)") { return told_of(r, sw); }

}  // namespace

TEST_CASE("WR-EQUAL: what is true, or leads nowhere, breaks no rule, and is counted") {
  RouterLie lie;
  SECTION("the truth") {}
  SECTION("a router that is clocked though idle") {
    lie.idle = [](Cycle, bool) { return false; };
  }
  SECTION("ports that are not empty while no link begins") {
    lie.shown = at(40, &cosim::RouterShown::clear, 0b1111111);
  }
  const json r = lied(few(), lie);
  CHECK(told(r) == "nothing");
  CHECK(r["delivered"] == 5);
  const json& counted = r["compared_by_block"];
  CHECK(counted["switch_decision"] == 13);
  CHECK(counted["switch_departure"] == 39);
  CHECK(counted["switch_credit"] == 39);
  CHECK(counted["switch_message"] == 53);
}

TEST_CASE("WR-SA: a flit less, a flit more, alone and beside right ones") {
  const std::string what = "WR-SA flit that leaves of switch_departure in ";
  RouterLie lie;
  const auto says = [&](Cycle cycle, PortMask flip) {
    lie.shown = at(cycle, &cosim::RouterShown::flits, flip);
    return lied(few(), lie);
  };
  json r = says(15, 0b0000001);
  CHECK(told(r) == what + "15 at (0,0,0)x+: vc0, data 0x1 / none");
  CHECK(r["mismatch"]["packet"] == 0);
  r = says(15, 0b1000000);
  CHECK(told(r) == what + "15 at (0,0,0)host: none / vc0, data 0x0");
  CHECK(!r["mismatch"].contains("packet"));
  CHECK(told(says(13, 0b0000001)) == what + "13 at (0,0,0)x+: none / vc0, data 0x0");
  CHECK(told(says(44, 0b0000001)) == what + "44 at (0,0,0)x+: head, vc0, data 0x320000001 / none");
  CHECK(told(says(46, 0b0000001)) == what + "46 at (0,0,0)x+: tail, vc0, data 0x300000002 / none");
  CHECK(told(says(24, 0b0000001)) == what + "24 at (0,0,0)x+: none / vc0, data 0x0");
}

TEST_CASE("WR-TX, WR-CUT: a flit that says something else") {
  RouterLie lie;
  const auto says = [&](Cycle cycle, const std::function<void(cosim::Flit&)>& other) {
    lie.flit = flit_at(cycle, other);
    const json r = lied(few(), lie);
    CHECK(r["mismatch"]["packet"] == 3);
    return told(r);
  };
  const std::string what = "flit that leaves of switch_departure in ";
  const std::string head = "WR-TX " + what + "44 at (0,0,0)x+: head, vc0, data 0x320000001 / ";
  const std::string body = "WR-TX " + what + "45 at (0,0,0)x+: vc0, data 0x300000001 / ";
  const std::string tail = what + "46 at (0,0,0)x+: tail, vc0, data 0x300000002 / ";
  CHECK(says(44, [](cosim::Flit& f) { f.vc = 1; }) == head + "head, vc1, data 0x320000001");
  CHECK(says(44, [](cosim::Flit& f) { f.data ^= 0x10; }) == head + "head, vc0, data 0x320000011");
  CHECK(says(45, [](cosim::Flit& f) { f.data = 0; }) == body + "vc0, data 0x0");
  CHECK(says(45, [](cosim::Flit& f) { f.head = true; }) == body + "head, vc0, data 0x300000001");
  CHECK(says(46, [](cosim::Flit& f) { f.tail = false; }) ==
        "WR-TX " + tail + "vc0, data 0x300000002");
  CHECK(says(46, [](cosim::Flit& f) { f.abort = true; }) ==
        "WR-CUT " + tail + "tail, abort, vc0, data 0x300000002");
}

TEST_CASE("WR-ANS: another answer, another header, no answer") {
  using Shown = cosim::RouterShown;
  RouterLie lie;
  const auto says = [&](Cycle cycle, auto pins, std::uint64_t flip, bool asked = true) {
    lie.shown = at(cycle, pins, flip);
    const json r = lied(few(), lie);
    CHECK(r["mismatch"].contains("packet") == asked);
    if (asked) CHECK(r["mismatch"]["packet"] == 3);
    return told(r);
  };
  const std::string what = "WR-ANS what a header does with its answer of switch_decision in ";
  const std::string model = what + "44 at (0,0,0)host: (0,0,0)host vc0 takes (0,0,0)x+ vc0 / ";
  CHECK(says(44, &Shown::answered, 1U << 12) == model + "no answer");
  CHECK(says(44, &Shown::answered, 1U << 11) == model + "(0,0,0)z- vc1 takes (0,0,0)x+ vc0");
  CHECK(says(44, &Shown::answer, 1) == model + "(0,0,0)host vc0 nothing (0,0,0)x+ vc0");
  CHECK(says(44, &Shown::answer, 3) == model + "(0,0,0)host vc0 waits (0,0,0)x+ vc0");
  CHECK(says(44, &Shown::answer, 2) == model + "(0,0,0)host vc0 asks again (0,0,0)x+ vc0");
  CHECK(says(44, &Shown::answer, 5) == model + "(0,0,0)host vc0 is dropped (0,0,0)x+ vc0");
  CHECK(says(44, &Shown::answer, 4) == model + "(0,0,0)host vc0 ? (0,0,0)x+ vc0");
  CHECK(says(44, &Shown::taken, 1) == model + "(0,0,0)host vc0 takes");
  CHECK(says(44, &Shown::taken, 3) == model + "(0,0,0)host vc0 takes (0,0,0)x+ vc1");
  CHECK(says(20, &Shown::answered, 1U << 3, false) ==
        what + "20 at (0,0,0)x-: no answer / (0,0,0)x- vc1 takes");
  CHECK(says(20, &Shown::answered, 1, false) ==
        what + "20 at (0,0,0)x+: no answer / (0,0,0)x+ vc0 takes");
}

TEST_CASE("WR-CRED, WR-RX, WR-INIT: a credit less or more, marks, a port that is not empty") {
  using Shown = cosim::RouterShown;
  RouterLie lie;
  const auto says = [&](Cycle cycle, auto pins, std::uint64_t flip) {
    lie.shown = at(cycle, pins, flip);
    return told(lied(few(), lie));
  };
  const std::string credit = " of switch_credit in ";
  lie.shown = at(44, &Shown::credits, 1U << 12);  // 24 flits have left their buffers before
  CHECK(lied(few(), lie)["compared_by_block"]["switch_credit"] == 24);
  CHECK(says(44, &Shown::credits, 1U << 12) ==
        "WR-CRED credit for vc0" + credit + "44 at (0,0,0)host: 1 / 0");
  CHECK(says(25, &Shown::credits, 1) ==
        "WR-CRED credit for vc0" + credit + "25 at (0,0,0)x+: 0 / 1");
  CHECK(says(20, &Shown::credits, 1U << 5) ==
        "WR-CRED credit for vc1" + credit + "20 at (0,0,0)y+: 0 / 1");
  const std::string mark = "WR-RX malformed_o of switch_departure in ";
  CHECK(says(44, &Shown::malformed, 1) == mark + "44 at (0,0,0)x+: 0 / 1");
  CHECK(says(44, &Shown::malformed, 0b1000000) == mark + "44 at (0,0,0)host: 0 / 1");
  lie.shown = [](Cycle /*c*/, Shown& shown) { shown.clear &= 0b1111011; };
  CHECK(told(lied(few(), lie)) == "WR-INIT clear_o of switch_departure in 150 at (0,0,0)y+: 1 / 0");
}

TEST_CASE("WR-CTL: a fault message less, more, or another one") {
  using Shown = cosim::RouterShown;
  const std::string what = "WR-CTL fault message of switch_message in 115 at (0,0,0)";
  RouterLie lie;
  const auto says = [&](PortMask flip) {
    lie.shown = at(115, &Shown::messages, flip);
    return told(lied(few(), lie));
  };
  CHECK(says(0b000001) == what + "x+: 0x100 / none");
  CHECK(says(0b010000) == what + "z+: 0x100 / none");
  CHECK(says(0b010001) == what + "x+: 0x100 / none");
  CHECK(says(0b000010) == what + "x-: none / 0x100");
  CHECK(says(0b100000) == what + "z-: none / 0x100");
  lie.shown = at(13, &Shown::messages, 1);  // the model does nothing in that cycle
  CHECK(told(lied(few(), lie)) ==
        "WR-CTL fault message of switch_message in 13 at (0,0,0)x+: none / 0x0");
  lie.shown = nullptr;
  lie.message = [](ControlMessage& m) { m.body ^= 2; };
  CHECK(told(lied(few(), lie)) == what + "x+: 0x100 / 0x102");
}

TEST_CASE("WR-CTL, FS-AGAIN: numbers of messages, and what is asked for once more") {
  Scenario s = few();
  s.faults.bit_errors = 0.3;
  s.faults.links = {{"(0,0,0)y+", {0, 2}, 20, Cycle{50}},
                    {"(0,0,0)x+", {0, 0}, 30, Cycle{50}},
                    {"(0,1,1)x+", {6, 0}, 38, Cycle{80}}};
  RouterLie lie;
  CHECK(told(lied(s, lie)) == "nothing");
  lie.number = [](std::uint32_t& number) { number ^= 4; };
  CHECK(told(lied(s, lie)) ==
        "WR-CTL fault message of switch_message in 35 at (0,0,0)x+: 0x100, number 0 / 0x100, "
        "number 4");
  lie.number = nullptr;
  lie.asked = [](std::uint32_t& number) { number ^= 4; };
  const std::string asks = "FS-AGAIN RESEND of switch_resend in ";
  CHECK(told(lied(s, lie)) == asks + "76 at (0,0,0)x+: of message 0 / of message 4");
  lie.asked = nullptr;
  lie.shown = [](Cycle /*c*/, cosim::RouterShown& shown) { shown.resend = 0; };
  CHECK(told(lied(s, lie)) == asks + "76 at (0,0,0)x+: of message 0 / none");
  const auto says = [&](Cycle cycle, PortMask flip) {
    lie.shown = at(cycle, &cosim::RouterShown::resend, flip);
    return told(lied(s, lie));
  };
  CHECK(says(76, 0b000010) == asks + "76 at (0,0,0)x-: none / of message 0");
  CHECK(says(76, 0b100000) == asks + "76 at (0,0,0)z-: none / of message 0");
  CHECK(says(13, 0b000001) == asks + "13 at (0,0,0)x+: none / of message 0");  // alone
  CHECK(says(76, 0b000001) == asks + "76 at (0,0,0)x+: of message 0 / none");
}

TEST_CASE("COS-ASSERT, WR-IDLE: an assertion that fails, a router that says it is idle") {
  RouterLie lie;
  lie.breaks = 15;
  CHECK(told(lied(few(), lie)) == "COS-ASSERT RTL assertion of rtl_assertion in 15 at : holds / ");
  lie.breaks = kNever;
  lie.idle = [](Cycle c, bool is) { return is || c == 45; };  // what it showed last stands
  CHECK(told(lied(few(), lie)) ==
        "WR-TX flit that leaves of switch_departure in 46 at (0,0,0)x+: tail, vc0, data "
        "0x300000002 / vc0, data 0x300000001");
}

namespace {

/// Everybody sends short worms, and node 5 dies among them.
Scenario crowd() {
  Scenario s = few();
  s.faults.failing_nodes = {{5, 70, Cycle{130}}};
  s.traffic.trace.clear();
  for (Cycle cycle = 10; cycle < 100; cycle += 6) {
    for (const auto& [from, to] :
         {std::pair(0, 1), {2, 1}, {4, 1}, {6, 3}, {7, 0}, {3, 4}, {0, 3}, {5, 0}, {1, 5}}) {
      s.traffic.trace.push_back({cycle, static_cast<HostIdx>(from), static_cast<HostIdx>(to)});
    }
  }
  return s;
}

}  // namespace

TEST_CASE("COS-SWITCH-1: a difference is told with what its router holds and did before") {
  RouterLie lie;
  const auto says = [&lie](const Scenario& s, SwitchIdx sw, Cycle cycle) {
    lie.sw = sw;
    lie.shown = [cycle](Cycle c, cosim::RouterShown& shown) {
      if (c >= cycle) shown.credits ^= 0b1000;
    };
    return lied(s, lie)["mismatch"];
  };
  json m = says(crowd(), 1, 109);
  CHECK(m["recent"][4] == "cycle 107: the head of packet 128 leaves by (1,0,0)y+ vc1");
  CHECK(m["recent"][10] == "cycle 109: a flit of packet 112 leaves by (1,0,0)x- vc1");
  // What comes in a cycle is in registers of the RTL behind its next edge.
  CHECK(m["buffers"] == json({"golden, cycle 109: (1,0,0)y+ vc0 1",
                              "RTL, cycle 109: (1,0,0)y+ vc0 2, (1,0,0)host vc0 1 (flits)"}));
  m = says(crowd(), 4, 55);
  CHECK(m["buffers"][0] ==
        "golden, cycle 55: (0,0,1)x+ vc0 1, (0,0,1)x+ vc1 1, (0,0,1)y+ vc1 3, "
        "(0,0,1)z- vc0 2, (0,0,1)host vc0 5");
  CHECK(m["buffers"][1] ==
        "RTL, cycle 55: (0,0,1)x+ vc0 2, (0,0,1)y+ vc1 3, (0,0,1)z- vc0 2, "
        "(0,0,1)host vc0 4 (flits)");
  m = says(crowd(), 3, 55);  // of the next node one more is held in its first channel
  CHECK(m["buffers"][0] ==
        "golden, cycle 55: (1,1,0)x- vc0 2, (1,1,0)x- vc1 1, (1,1,0)z+ vc1 3, (1,1,0)host vc0 8");
  m = says(crowd(), 5, 130);
  CHECK(m["buffers"] == json({"golden, cycle 130: empty", "RTL, cycle 130: empty (flits)"}));
  CHECK(m["recent"] ==
        json({"cycle 67: the tail of packet 59 leaves by (1,0,1)z- vc0",
              "cycle 67: a flit of packet 74 leaves by (1,0,1)host vc0",
              "cycle 68: packet 68 at (1,0,1)x- vc0 waits",
              "cycle 68: the tail of packet 74 leaves by (1,0,1)host vc0",
              "cycle 69: packet 71 at (1,0,1)y+ vc0 asks again", "cycle 70: the node dies",
              "cycle 88: link at (1,0,1)x- found dead", "cycle 89: link at (1,0,1)y+ found dead",
              "cycle 89: a fault message leaves by (1,0,1)y+",
              "cycle 89: a fault message leaves by (1,0,1)z-",
              "cycle 90: a fault message leaves by (1,0,1)z-",
              "cycle 92: link at (1,0,1)z- found dead"}));
  Scenario s = few();
  s.traffic.packet_beats = 1;
  s.traffic.trace = {{30, 6, 0}, {130, 0, 2}, {132, 0, 4}, {200, 0, 1}};
  s.faults.failing_nodes = {{4, 80, std::nullopt}};
  m = says(s, 0, 205);
  CHECK(m["buffers"][1] == "RTL, cycle 205: empty (flits)");
  CHECK(m["recent"] == json({"cycle 134: packet 1 at (0,0,0)host vc0 takes",
                             "cycle 134: the flit of packet 1 leaves by (0,0,0)x+ vc0",
                             "cycle 137: packet 2 at (0,0,0)host vc0 is dropped",
                             "cycle 166: a fault message leaves by (0,0,0)x+",
                             "cycle 167: link at (0,0,0)y+ found back",
                             "cycle 167: a fault message leaves by (0,0,0)x+",
                             "cycle 168: a fault message leaves by (0,0,0)x+",
                             "cycle 168: a fault message leaves by (0,0,0)y+",
                             "cycle 169: a fault message leaves by (0,0,0)x+",
                             "cycle 169: a fault message leaves by (0,0,0)y+",
                             "cycle 204: packet 3 at (0,0,0)host vc0 takes",
                             "cycle 204: the flit of packet 3 leaves by (0,0,0)x+ vc0"}));
}
