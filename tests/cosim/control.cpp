// SPDX-License-Identifier: Apache-2.0
/// \file
/// One switch's control: the time contract, what a mismatch tells, seeded corruption of the RTL's
/// tables, failing RTL assertions.
#include <catch2/catch.hpp>

#include "cosim/fattree_control.hpp"
#include "cosim/rtl/runtime.hpp"

using namespace selvage;
using namespace selvage::cosim;
using golden::FatTree;
using golden::FaultMessage;

namespace {

/// Switch <1,00> of 8P3T: up ports 4..7, entries about <1,10> .. <1,70>.
struct OneSwitch {
  FatTree tree{8, 3};
  FatTreeEmbedding embedding{tree, 32};
  FatTreeConfig config;
  Scoreboard scoreboard;
  std::vector<OutMessage> out;

  explicit OneSwitch(Engine engine = Engine::kLockstep) {
    config.tree = &tree;
    config.embedding = &embedding;
    config.engine = engine;
  }
  [[nodiscard]] SwitchIdx self() const { return tree.index_of({1, {}}); }
  [[nodiscard]] RtlFatTreeControl control() { return {config, self(), scoreboard}; }
  [[nodiscard]] ControlMessage ulfm(unsigned c1, unsigned k) const {
    FaultMessage m;
    m.level = 1;
    m.c = golden::Digits{}.with(1, c1);
    m.k = k;
    return encode(m);
  }
  [[nodiscard]] ControlMessage dlfm(unsigned level) const {
    FaultMessage m;
    m.kind = FaultMessage::Kind::kDlfm;
    m.level = level;
    return encode(m);
  }
  [[nodiscard]] HostIdx host(const char* digits) const {
    std::string why;
    return tree.parse_host(digits, why).value();
  }
  [[nodiscard]] RouteRequest ask(const char* from, const char* to) const {
    RouteRequest r;
    r.packet = 42;
    r.source = host(from);
    r.destination = host(to);
    return r;
  }
};

}  // namespace

TEST_CASE("Updates in consecutive cycles are compared one by one", "[FT-LFT-1][FT-PS-2]") {
  OneSwitch s;
  auto control = s.control();
  control.request(10, s.ask("000", "300"));
  control.receive(10, 4, s.ulfm(3, 4), s.out);
  control.receive(11, 5, s.ulfm(3, 5), s.out);
  control.receive(12, 6, s.dlfm(1), s.out);
  control.link_down(13, 6, s.out);
  control.receive(14, 6, s.dlfm(1), s.out);
  control.request(14, s.ask("000", "310"));
  control.link_down(15, 2, s.out);
  CHECK(control.collect(15).candidates == 0xf0);  // the request of cycle 10 saw no update
  CHECK(control.collect(16).candidates == 0x80);
  control.finish(17);
  CHECK_FALSE(s.scoreboard.failed());
  CHECK(s.scoreboard.block("lft_cam").compared == 7);  // six updates, and once more at the end
  CHECK(s.scoreboard.block("port_state").compared == 7);
  CHECK(s.scoreboard.block("route_select").compared == 2);
}

TEST_CASE("A request sees no update of its own cycle, in either order of the calls",
          "[FT-RS-6]") {
  const Engine engine = GENERATE(Engine::kGolden, Engine::kRtl, Engine::kLockstep);
  const bool first = GENERATE(false, true);
  const bool earlier_request = GENERATE(false, true);
  OneSwitch s(engine);
  const auto control = make_fattree_control(s.config, s.self(), s.scoreboard);
  if (earlier_request) control->request(1, s.ask("000", "300"));
  if (first) control->receive(5, 4, s.ulfm(3, 4), s.out);
  control->request(5, s.ask("000", "300"));
  if (!first) control->receive(5, 4, s.ulfm(3, 4), s.out);
  control->request(6, s.ask("000", "300"));
  if (earlier_request) CHECK(control->collect(7).candidates == 0xf0);
  CHECK(control->collect(7).candidates == 0xf0);
  CHECK(control->collect(8).candidates == 0xe0);
  control->finish(9);
  CHECK_FALSE(s.scoreboard.failed());
  // Time may start anew after finish.
  control->request(0, s.ask("000", "300"));
  CHECK(control->collect(2).candidates == 0xe0);
}

TEST_CASE("Answers may be collected late and many at once", "[FT-RS-6]") {
  OneSwitch s;
  auto control = s.control();
  for (Cycle now = 0; now < 100; ++now) control.request(now, s.ask("000", "310"));
  for (int i = 0; i < 100; ++i) CHECK(control.collect(200).port == 5);
}

TEST_CASE("preview answers from the present state and takes no part in anything") {
  const Engine engine = GENERATE(Engine::kGolden, Engine::kRtl, Engine::kLockstep);
  OneSwitch s(engine);
  const auto control = make_fattree_control(s.config, s.self(), s.scoreboard);
  control->receive(5, 4, s.ulfm(3, 4), s.out);
  const RouteDecision up = control->preview(s.ask("000", "300"));
  CHECK(up.outcome == RouteDecision::Outcome::kForward);
  CHECK(up.candidates == 0xe0);
  CHECK(up.port == 5);
  const RouteDecision down = control->preview(s.ask("000", "021"));
  CHECK(down.candidates == 0x4);
  CHECK(down.port == 2);
  for (PortIdx k = 5; k < 8; ++k) control->receive(k + 5U, k, s.ulfm(3, k), s.out);
  CHECK(control->preview(s.ask("000", "300")) == RouteDecision{});
  CHECK(s.scoreboard.compared() == 0);
}

TEST_CASE("A corrupted table line is caught at the next update, with its place", "[FT-LFT-1]") {
  OneSwitch s;
  auto control = s.control();
  control.request(1, s.ask("000", "300"));
  CHECK(control.collect(3).port == 4);
  control.receive(5, 4, s.ulfm(3, 4), s.out);
  control.receive(6, 5, s.ulfm(5, 5), s.out);
  CHECK(control.preview(s.ask("000", "300")).port == 5);
  control.receive(20, 6, s.dlfm(1), s.out);
  CHECK_FALSE(s.scoreboard.failed());
  control.block()->corrupt_line(1, 0b1000);
  control.finish(30);
  REQUIRE(s.scoreboard.failed());
  const Mismatch& m = *s.scoreboard.first();
  CHECK(m.cycle == 20);
  CHECK(m.switch_name == "<1,00>");
  CHECK_FALSE(m.packet.has_value());
  CHECK(m.block == "lft_cam");
  CHECK(m.requirement == "FT-LFT-1");
  CHECK(m.what == "line 1");
  CHECK(m.expected == "LFE<50, 0010>");
  CHECK(m.actual == "LFE<50, 1010>");
  REQUIRE(m.recent.size() == 5);
  CHECK(m.recent[2].find("ULFM of LK<1,30>4") != std::string::npos);
  CHECK(m.recent[4].find("DLFM<1>") != std::string::npos);
  CHECK(s.scoreboard.block("lft_cam").mismatches == 2);  // and again at the end
  CHECK(s.scoreboard.block("port_state").mismatches == 0);
}

TEST_CASE("A wrong decision names packet, cycle, rule and both answers", "[FT-RS-3]") {
  OneSwitch s;
  auto control = s.control();
  control.request(1, s.ask("000", "300"));
  control.receive(5, 4, s.ulfm(3, 4), s.out);
  CHECK(control.collect(9).port == 4);
  control.block()->corrupt_line(0, 0b0011);  // bit 5 instead of bit 4
  control.request(12, s.ask("000", "300"));
  CHECK(control.collect(14).port == 4);  // the RTL decides
  REQUIRE(s.scoreboard.failed());
  const Mismatch& m = *s.scoreboard.first();
  CHECK(m.cycle == 14);
  CHECK(m.packet == PacketId{42});
  CHECK(m.block == "route_select");
  CHECK(m.requirement == "FT-RS-3");
  CHECK(m.what == "V");
  CHECK(m.expected == "1110");
  CHECK(m.actual == "1101");
  CHECK(m.recent.size() == 5);
}

TEST_CASE("A mismatch tells of old fault messages although packets came since") {
  OneSwitch s;
  auto control = s.control();
  control.receive(1, 4, s.ulfm(3, 4), s.out);
  for (Cycle now = 10; now < 50; now += 10) {
    control.request(now, s.ask("000", "300"));
    CHECK(control.collect(now + 2).port == 5);
  }
  control.block()->corrupt_line(0, 0b0011);
  control.request(50, s.ask("000", "300"));
  CHECK(control.collect(52).port == 4);
  REQUIRE(s.scoreboard.failed());
  const auto& recent = s.scoreboard.first()->recent;
  REQUIRE(recent.size() == 5);
  CHECK(recent[0].find("cycle 1: ULFM of LK<1,30>4") == 0);
  CHECK(recent[1].find("cycle 40: packet 42 from 000 to 300") == 0);
  CHECK(recent[4].find("cycle 52: packet 42 goes: up port 4") == 0);
}

TEST_CASE("A failing RTL assertion is a reported failure, not the end of the process") {
  const Engine engine = GENERATE(Engine::kRtl, Engine::kLockstep);
  OneSwitch s(engine);
  auto control = s.control();
  control.request(1, s.ask("000", "300"));
  CHECK(control.collect(3).port == 4);
  control.block()->corrupt_own(1);  // an own dead link that has not failed
  control.request(12, s.ask("000", "300"));
  CHECK(control.collect(14).port == 4);
  REQUIRE(s.scoreboard.failed());
  CHECK(s.scoreboard.first()->block == "rtl_assertion");
  CHECK(s.scoreboard.first()->switch_name == "<1,00>");
  CHECK(s.scoreboard.first()->actual.find("ps_own_is_failed") != std::string::npos);
  CHECK_FALSE(rtl_failure_pending());
}

TEST_CASE("Every output of a decision is told apart", "[FT-RS-1][FT-RS-2][FT-RS-4][FT-RS-5]") {
  const FatTree tree(8, 3);
  golden::SwitchState state(4, 32);
  state.up[2] = {true, false, 1};
  DecisionContext context;
  context.state = &state;
  context.level = 0;
  context.source = tree.address_of(0);
  context.destination = tree.address_of(100);
  const golden::FatTreeGrant good{true, false, 4, 0b1011};
  auto bad = good;
  bad.up = false;
  CHECK(explain_grant(tree, context, good, bad).requirement == "FT-RS-1");
  bad = good;
  bad.v = 0b1111;
  CHECK(explain_grant(tree, context, good, bad).requirement == "FT-RS-2");
  bad = good;
  bad.drop = true;
  CHECK(explain_grant(tree, context, good, bad).requirement == "FT-RS-5");
  bad = good;
  bad.port = 7;
  CHECK(explain_grant(tree, context, good, bad).requirement == "FT-RS-4");
}
