// SPDX-License-Identifier: Apache-2.0
// What is told of a switch in RTL beside the model whose pins say for a moment what it does not do
// (docs/reference/switch-rtl.md). Its few packets do what docs/reference/fabric.md says.
#include "lying_switch.hpp"

#include <cstdio>

#include "told.hpp"
#include "wave_values.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

/// In a 4P3T hosts 0 and 1 of one leaf, 0, send to each other and to others. A header comes two
/// cycles behind its offer and leaves two cycles later; the link by port 2 dies and comes back.
Scenario few() {
  Scenario s;
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.packet_beats = 8;
  s.traffic.trace = {{10, 0, 1}, {20, 1, 0}, {30, 0, 1}, {31, 0, 15}, {60, 1, 9}, {220, 0, 1}};
  s.phases = {0, 300, 1000};
  s.link.latency = 2;
  s.probe = {20, 12, 0};
  s.faults.links = {{"0/00/2", {0, 2}, 100, Cycle{150}}};
  return s;
}

/// Behind one edge.
auto at(Cycle edge, PortMask cosim::SwitchShown::*pins, PortMask flip) {
  return [=](Cycle c, cosim::SwitchShown& shown) {
    if (c == edge) shown.*pins ^= flip;
  };
}
/// In the whole run.
auto always(PortMask cosim::SwitchShown::*pins, PortMask value) {
  return [=](Cycle /*c*/, cosim::SwitchShown& shown) { shown.*pins = value; };
}

std::string told(const json& r, const std::string& sw = "<0,00>") { return told_of(r, sw); }

}  // namespace

TEST_CASE("FS-EQUAL: what is true, or leads nowhere, breaks no rule, and is counted") {
  SwitchLie lie;
  SECTION("the truth") {}
  SECTION("a stop flag to a host") { lie.shown = at(40, &cosim::SwitchShown::stop, 0b0001); }
  const json r = lied(few(), lie);
  CHECK(told(r) == "nothing");
  CHECK(r["delivered"] == 6);
  const json& counted = r["compared_by_block"];
  CHECK(counted["switch_decision"] == 14);
  CHECK(counted["switch_departure"] == 14);
  CHECK(counted["switch_tail"] == 8);
  CHECK(counted["switch_delivery"] == 6);
  CHECK(counted["switch_message"] == 65);
}

TEST_CASE("FS-XON, FS-MSG, FS-AGAIN, FT-CYC-2: a level or a message that is not the model's") {
  using Shown = cosim::SwitchShown;
  SwitchLie lie;
  lie.shown = at(38, &Shown::xon, 0b0001);
  CHECK(told(lied(few(), lie)) ==
        "FS-XON XON (1) or XOFF (0) of switch_xon in 38 at <0,00>0: none / XOFF");
  lie.shown = at(40, &Shown::stop, 0b0100);
  CHECK(told(lied(few(), lie)) ==
        "FT-CYC-2 stop for fault messages of switch_stop in 39 at <0,00>2: none / stop");
  lie.shown = at(40, &Shown::resend, 0b0100);
  CHECK(told(lied(few(), lie)) ==
        "FS-AGAIN RESEND of fault messages of switch_resend in 39 at <0,00>2: none / RESEND of "
        "message 0");
  lie.shown = at(40, &Shown::messages, 0b1000);
  CHECK(told(lied(few(), lie)) ==
        "FS-MSG fault message of switch_message in 39 at <0,00>3: none / SYNCREQ");
  lie.shown = always(&Shown::messages, 0);
  CHECK(told(lied(few(), lie)) ==
        "FS-MSG fault message of switch_message in 171 at <0,00>2: SYNCREQ / none");
}

TEST_CASE("FS-MSG: a message with another content, and number, is told in words") {
  SwitchLie lie;
  lie.message = [](ControlMessage& m) { m.kind = 1; };
  const std::string what = "FS-MSG fault message of switch_message in 171 at <0,00>2: SYNCREQ";
  const std::string plain = told(lied(few(), lie));
  CHECK(plain == what + " / ULFM<0,00,0>");
  Scenario lossy = few();
  lossy.faults.bit_errors = 1e-12;
  CHECK(told(lied(lossy, lie)) == what + ", number 0 / ULFM<0,00,0>, number 0");
}

TEST_CASE("FS-DEC, FS-ARB: another way, no way, no packet") {
  SwitchLie lie;
  lie.shown = [](Cycle /*c*/, cosim::SwitchShown& shown) {
    if (shown.want == 0b0010) shown.want = 0b1000;
  };
  json r = lied(few(), lie);
  CHECK(told(r) == "FS-DEC route decision of switch_decision in 14 at <0,00>0: <0,00>1 / <0,00>3");
  CHECK(r["mismatch"]["model_out"] == 1);
  CHECK(r["mismatch"]["rtl_out"] == 3);
  CHECK(!r["mismatch"].contains("packet"));
  lie.shown = always(&cosim::SwitchShown::want, 0);
  r = lied(few(), lie);
  CHECK(told(r) == "FS-DEC route decision of switch_decision in 14 at <0,00>0: <0,00>1 / nowhere");
  CHECK(r["mismatch"]["model_out"] == 1);
  CHECK(!r["mismatch"].contains("rtl_out"));
  lie.shown = always(&cosim::SwitchShown::beats, 0);
  r = lied(few(), lie);
  CHECK(told(r) ==
        "FS-ARB packet that begins to leave of switch_departure in 14 at <0,00>1: packet 0 / none");
  CHECK(r["mismatch"]["packet"] == 0);
  CHECK(!r["mismatch"].contains("model_out"));
}

TEST_CASE("FS-RD, FS-RX-2: a tail too many, none, a packet that comes cut") {
  const std::string comes = " packet whose last beat is at its host of switch_delivery in ";
  SwitchLie lie;
  lie.beat = [](Cycle /*c*/, PortIdx /*port*/, cosim::Beat& beat) { beat.tail = false; };
  json r = lied(few(), lie);
  CHECK(told(r) == "FS-RD" + comes + "23 at <0,00>1: in cycle 23 / none");
  CHECK(r["mismatch"]["packet"] == 0);
  lie.beat = [](Cycle /*c*/, PortIdx /*port*/, cosim::Beat& beat) { beat.bad = beat.tail; };
  CHECK(told(lied(few(), lie)) ==
        "FS-RX-2" + comes + "23 at <0,00>1: in cycle 23 / in cycle 23, cut");
  lie.shown = at(60, &cosim::SwitchShown::beats, 0b0010);
  lie.beat = [](Cycle c, PortIdx /*port*/, cosim::Beat& beat) {
    if (c == 60) beat = {false, true, false, {}};
  };
  r = lied(few(), lie);
  CHECK(told(r) == "FS-RD" + comes + "62 at <0,00>1: none / in cycle 62");
  CHECK(r["mismatch"]["packet"] == 2);
}

TEST_CASE("FS-RD, FS-RX-2: between switches, a tail that is missed, or marked as cut") {
  const std::string leaves = " packet that has left of switch_tail in 50 at <0,00>3: packet 3 / ";
  SwitchLie lie;
  lie.beat = [](Cycle /*c*/, PortIdx port, cosim::Beat& beat) {
    beat.bad = beat.tail && port == 3;
  };
  CHECK(told(lied(few(), lie)) == "FS-RX-2" + leaves + "packet 3, cut");
  lie.beat = nullptr;
  lie.shown = at(49, &cosim::SwitchShown::beats, 0b1000);
  const json r = lied(few(), lie);
  CHECK(told(r) == "FS-RD" + leaves + "none");
  CHECK(r["mismatch"]["packet"] == 3);
}

TEST_CASE("FS-RX-3: beats whose head an outage has taken are malformed") {
  Scenario s = few();
  s.faults.links.clear();
  s.traffic.trace = {{31, 2, 15}};  // begins to leave by <0,01>3 in 35
  s.faults.flaps = {{{1, 3}, 36, 1}};
  s.probe = {50, 12, 3};
  SwitchLie lie;
  lie.sw = 9;
  CHECK(told(lied(s, lie)) == "nothing");
  lie.shown = always(&cosim::SwitchShown::malformed, 0);
  CHECK(told(lied(s, lie), "<1,01>") ==
        "FS-RX-3 malformed_o of switch_departure in 38 at <1,01>1: 1 / 0");
}

TEST_CASE("FS-RX-3, FS-INIT: pins that always have to be one thing") {
  SwitchLie lie;
  lie.shown = at(40, &cosim::SwitchShown::malformed, 0b0010);
  CHECK(told(lied(few(), lie)) ==
        "FS-RX-3 malformed_o of switch_departure in 40 at <0,00>1: 0 / 1");
  lie.shown = always(&cosim::SwitchShown::clear, 0);
  CHECK(told(lied(few(), lie)) == "FS-INIT clear_o of switch_departure in 150 at <0,00>2: 1 / 0");
}

TEST_CASE("COS-SWITCH-1: a switch that cannot go on is told with its reason") {
  SwitchLie lie;
  lie.trouble = [](Cycle c, std::string_view& rule) {
    rule = "SW-PLUG";
    return std::string(c == 30 ? "it fails" : "");
  };
  CHECK(told(lied(few(), lie)) ==
        "SW-PLUG switch in RTL of rtl_assertion in 30 at : goes on / it fails");
}

TEST_CASE("COS-SWITCH-2: a switch that is not there in RTL is refused in words") {
  Scenario s = few();
  s.engine = Engine::kSwitch;
  const auto refused = [&] {
    const json r =
        tb::simulate(s, tb::fat_tree(4, 3, s.engine, {}, "corrected", 32, s.link.latency), {}, 60);
    return r.contains("failure") ? r["failure"].get<std::string>() : "";
  };
  s.sw.use<CutThroughConfig>().buffer_packets = 5000;
  CHECK(refused().find("holds 256 beats, not 40000") != std::string::npos);
}

TEST_CASE("COS-SWITCH-1: a difference is told with what its switch holds and did before") {
  SwitchLie lie;
  lie.shown = at(38, &cosim::SwitchShown::xon, 0b0001);
  json m = lied(few(), lie)["mismatch"];
  // Of packet 2 one beat of 8 is inside in 39, behind it packet 3 has come; the model is a cycle
  // ahead.
  CHECK(m["buffers"] ==
        json({"golden, cycle 40: <0,00>0 10", "RTL, cycle 39: <0,00>0 2 (beats of 32)"}));
  lie.no_buffers = true;
  CHECK(lied(few(), lie)["mismatch"]["buffers"][1] == "RTL, cycle 39: not shown (beats of 32)");
  lie.no_buffers = false;
  lie.shown = always(&cosim::SwitchShown::messages, 0);
  m = lied(few(), lie)["mismatch"];
  CHECK(m["buffers"] == json({"golden, cycle 173: empty", "RTL, cycle 172: empty (beats of 32)"}));
  CHECK(m["recent"] ==
        json({"cycle 33: packet 1 has come by <0,00>0 to its host",
              "cycle 42: the header at <0,00>0 goes: <0,00>3",
              "cycle 42: packet 3 begins to leave by <0,00>3",
              "cycle 43: packet 2 has come by <0,00>1 to its host",
              "cycle 50: packet 3 has left by <0,00>3",
              "cycle 64: the header at <0,00>1 goes: <0,00>3",
              "cycle 64: packet 4 begins to leave by <0,00>3",
              "cycle 72: packet 4 has left by <0,00>3", "cycle 114: link at <0,00>2 found dead",
              "cycle 167: link at <0,00>2 found back"}));
}

TEST_CASE("FS-EQUAL: waves show the pins of a switch in RTL in the cycles of the model") {
  const std::string file = std::string(std::tmpnam(nullptr)) + ".fst";
  fabric::RunOptions options;
  options.waves.emplace().file = file;
  options.waves->switches = {0, 1};
  Scenario s = few();
  s.engine = Engine::kSwitch;
  const json r = tb::simulate(s, tb::fat_tree(4, 3, s.engine, {}, "corrected", 32, 2), options);
  CHECK(told(r) == "nothing");
  CHECK(r["compared_by_block"]["switch_delivery"] == 6);
  const tb::WaveValues waves(file);
  std::remove(file.c_str());
  REQUIRE(waves.readable());
  // Cycles in which a pin changes, and what it is from then on.
  const auto changes = [&](const std::string& pin) {
    std::string text;
    std::string last;
    for (Cycle c = 0; c < 50; ++c) {
      const std::string bits = waves.bits("fabric.sw_0_00.rtl." + pin, c * tb::kPeriod);
      if (std::exchange(last, bits) != bits) text += fmt::format("{} {}, ", c, bits);
    }
    return text;
  };
  // What leaves from 14 on is behind the edge in the middle of 15, for one cycle.
  CHECK(changes("tx_head_o") ==
        "0 0000, 16 0010, 17 0000, 26 0001, 27 0000, 36 0010, 37 0000, 44 1000, 45 0000, ");
  CHECK(waves.has("fabric.sw_0_01.rtl.tx_head_o"));
  CHECK(!waves.has("fabric.sw_0_10.rtl.tx_head_o"));
}
