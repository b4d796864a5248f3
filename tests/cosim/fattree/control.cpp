// SPDX-License-Identifier: Apache-2.0
/// \file
/// One switch's control: the time contract, what a mismatch tells, seeded corruption of the RTL's
/// tables, failing RTL assertions.
#include <catch2/catch.hpp>

#include "cosim/fattree/rtl.hpp"
#include "cosim/lockstep/runtime.hpp"

using namespace selvage;
using namespace selvage::cosim;
using golden::FatTree;
using golden::FaultMessage;

namespace {

/// Switch <1,00> of 8P3T: up ports 4..7, entries about <1,10> .. <1,70>.
struct OneSwitch {
  FatTree tree{8, 3};
  FatTreeConfig config;
  Scoreboard scoreboard;
  StepInput in;
  StepOutput out;

  explicit OneSwitch(Engine engine = Engine::kLockstep) {
    config.tree = &tree;
    config.build = &find_control_build(tree, 32, config.timing.input_depth);
    config.plane = config.route = engine;
  }
  [[nodiscard]] SwitchIdx self() const { return tree.index_of({1, {}}); }
  [[nodiscard]] RtlFatTreeControl control() { return {config, self(), scoreboard}; }
  [[nodiscard]] PortedMessage ulfm(unsigned c1, unsigned k) const {
    const FaultMessage m{FaultMessage::Kind::kUlfm, 1, golden::Digits{}.with(1, c1), k, 1};
    return {static_cast<PortIdx>(k), encode(m), {3, 2}};
  }
  [[nodiscard]] PortedMessage dlfm(unsigned level, PortIdx port) const {
    return {port, golden::encode({FaultMessage::Kind::kDlfm, level, {}, 0, 0}), {3, 2}};
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
  /// A message that arrives in cycle `now`, and the cycles until it is done with; returns the first
  /// cycle in which a request sees it.
  Cycle take(SwitchControl& control, Cycle now, const PortedMessage& message) {
    in.arrivals = {message};
    Cycle seen = kNever;
    do {
      control.step(now, in, out);
      in.clear();
      ++now;
      if (out.changed) seen = now;
    } while (out.active);
    return seen;
  }
};

}  // namespace

TEST_CASE("A request sees the updates of earlier cycles and none of its own",
          "[FT-RS-6][FT-CYC-6]") {
  const Engine engine = GENERATE(Engine::kGolden, Engine::kRtl, Engine::kLockstep);
  OneSwitch s(engine);
  const auto control = make_fattree_control(s.config, s.self(), s.scoreboard);
  // Arrives in cycle 5, is picked in 6, and written at the end of 9.
  s.in.arrivals = {s.ulfm(3, 4)};
  for (Cycle now = 5; now < 11; ++now) {
    control->request(now, s.ask("000", "300"));
    control->step(now, s.in, s.out);
    s.in.clear();
    CHECK(s.out.changed == (now == 9));
    if (now == 9) CHECK(s.out.cause.event == 3);
    if (now == 9) CHECK(s.out.cause.hops == 2);
    if (now >= 7) {
      CHECK(control->collect(now).candidates == 0xf0);
    }
  }
  CHECK(control->collect(11).candidates == 0xf0);
  CHECK(control->collect(12).candidates == 0xe0);
  control->finish(13);
  CHECK_FALSE(s.scoreboard.failed());
  // Time may start anew after finish.
  control->request(0, s.ask("000", "300"));
  CHECK(control->collect(2).candidates == 0xe0);
}

TEST_CASE("Updates in a row are compared one by one", "[FT-LFT-1][FT-PS-2]") {
  OneSwitch s;
  auto control = s.control();
  s.take(control, 10, s.ulfm(3, 4));
  s.take(control, 20, s.ulfm(3, 5));
  s.take(control, 30, s.dlfm(1, 6));
  s.in.links = {{6, false, 9}};
  Cycle now = 40;
  do {
    control.step(now++, s.in, s.out);
    s.in.clear();
  } while (s.out.active);
  control.request(60, s.ask("000", "310"));
  CHECK(control.collect(62).candidates == 0x80);
  control.finish(70);
  CHECK_FALSE(s.scoreboard.failed());
  CHECK(s.scoreboard.block("fault_table").compared == 5);  // four updates, and at the end
  CHECK(s.scoreboard.block("link_state").compared == 5);
  CHECK(s.scoreboard.block("route_select").compared == 1);
  CHECK(s.scoreboard.block("fault_message_unit").compared > 8);
}

TEST_CASE("A switch that is asked nothing and given nothing has no block") {
  OneSwitch s;
  auto control = s.control();
  control.finish(5);
  CHECK(control.block() == nullptr);
  control.request(6, s.ask("000", "310"));
  CHECK(control.block() != nullptr);
  CHECK(control.collect(8).port == 5);
}

TEST_CASE("A run that is cut off while messages are under way leaves no mismatch", "[FAB-CUT]") {
  const Engine engine = GENERATE(Engine::kRtl, Engine::kLockstep);
  for (Cycle cut = 1; cut < 12; ++cut) {
    OneSwitch s(engine);
    const auto control = make_fattree_control(s.config, s.self(), s.scoreboard);
    s.in.arrivals = {s.ulfm(3, 4), s.ulfm(3, 5), s.ulfm(3, 6), s.ulfm(3, 7)};
    for (Cycle now = 0; now < cut; ++now) {
      control->request(now, s.ask("000", "300"));
      control->step(now, s.in, s.out);
      s.in.clear();
    }
    control->finish(cut);
    CHECK_FALSE(s.scoreboard.failed());
  }
}

TEST_CASE("Answers may be collected late and many at once", "[FT-RS-6]") {
  OneSwitch s;
  auto control = s.control();
  for (Cycle now = 0; now < 100; ++now) control.request(now, s.ask("000", "310"));
  for (int i = 0; i < 100; ++i) CHECK(control.collect(200).port == 5);
}

TEST_CASE("preview answers from the present state and takes no part in anything",
          "[FT-RS-1][FT-RS-3][FT-RS-5]") {
  const Engine engine = GENERATE(Engine::kGolden, Engine::kRtl, Engine::kLockstep);
  OneSwitch s(engine);
  const auto control = make_fattree_control(s.config, s.self(), s.scoreboard);
  s.take(*control, 5, s.ulfm(3, 4));
  const auto frozen = control->snapshot();
  const RouteDecision up = control->preview(s.ask("000", "300"));
  CHECK(up.outcome == RouteDecision::Outcome::kForward);
  CHECK(up.candidates == 0xe0);
  CHECK(up.port == 5);
  const RouteDecision down = control->preview(s.ask("000", "021"));
  CHECK(down.candidates == 0x4);
  CHECK(down.port == 2);
  for (PortIdx k = 5; k < 8; ++k) s.take(*control, k * 100U, s.ulfm(3, k));
  CHECK(control->preview(s.ask("000", "300")) == RouteDecision{});
  CHECK(frozen->preview(s.ask("000", "300")) == up);
  CHECK(s.scoreboard.block("route_select").compared == 0);
}

TEST_CASE("A corrupted table line is caught at the next update, with its place", "[FT-LFT-1]") {
  OneSwitch s;
  auto control = s.control();
  control.request(1, s.ask("000", "300"));
  CHECK(control.collect(3).port == 4);
  s.take(control, 5, s.ulfm(3, 4));
  s.take(control, 15, s.ulfm(5, 5));
  CHECK(control.preview(s.ask("000", "300")).port == 5);
  control.finish(25);  // the RTL lags
  CHECK_FALSE(s.scoreboard.failed());
  control.block()->corrupt_line(1, 0b1000);
  s.take(control, 30, s.dlfm(1, 6));
  control.finish(40);
  REQUIRE(s.scoreboard.failed());
  const Mismatch& m = *s.scoreboard.first();
  CHECK(m.cycle == 32);
  CHECK(m.switch_name == "<1,00>");
  CHECK_FALSE(m.packet.has_value());
  CHECK(m.block == "fault_table");
  CHECK(m.requirement == "FT-LFT-1");
  CHECK(m.what == "line 1");
  CHECK(m.expected == "LFE<50, 0010>");
  CHECK(m.actual == "LFE<50, 1010>");
  REQUIRE(m.recent.size() == 5);
  // After finish() time begins anew.
  CHECK(m.recent[2] == "before cycle 0: ULFM<1,30,4> came by <1,00>4");
  CHECK(m.recent[4] == "cycle 30: DLFM<1> came by <1,00>6");
  CHECK(s.scoreboard.block("fault_table").mismatches == 2);  // and again at the end
  CHECK(s.scoreboard.block("link_state").mismatches == 0);
}

TEST_CASE("A wrong decision names packet, cycle, rule and both answers", "[FT-RS-3]") {
  OneSwitch s;
  auto control = s.control();
  s.take(control, 1, s.ulfm(3, 4));
  for (Cycle now = 10; now < 50; now += 10) {
    control.request(now, s.ask("000", "300"));
    CHECK(control.collect(now + 2).port == 5);
  }
  control.block()->corrupt_line(0, 0b0011);  // bit 5 instead of bit 4
  control.request(50, s.ask("000", "300"));
  CHECK(control.collect(52).port == 4);  // the RTL decides
  REQUIRE(s.scoreboard.failed());
  const Mismatch& m = *s.scoreboard.first();
  CHECK(m.cycle == 52);
  CHECK(m.packet == PacketId{42});
  CHECK(m.block == "route_select");
  CHECK(m.requirement == "FT-RS-3");
  CHECK(m.what == "V");
  CHECK(m.expected == "1110");
  CHECK(m.actual == "1101");
  // It tells of an old fault message although packets came since.
  REQUIRE(m.recent.size() == 5);
  CHECK(m.recent[0].find("cycle 1: ULFM<1,30,4>") == 0);
  CHECK(m.recent[1].find("cycle 40: packet 42 from 000 to 300") == 0);
  CHECK(m.recent[4].find("cycle 52: packet 42 goes: up port 4") == 0);
}

TEST_CASE("A failing RTL assertion is a reported failure, not the end of the process",
          "[COS-ASSERT]") {
  const Engine engine = GENERATE(Engine::kRtl, Engine::kLockstep);
  OneSwitch s(engine);
  auto control = s.control();
  s.take(control, 1, s.dlfm(1, 6));
  control.block()->corrupt_dead(1);  // a dead port that never died
  s.take(control, 12, s.ulfm(3, 4));
  REQUIRE(s.scoreboard.failed());
  CHECK(s.scoreboard.first()->block == "rtl_assertion");
  CHECK(s.scoreboard.first()->requirement == "COS-ASSERT");
  CHECK(s.scoreboard.first()->switch_name == "<1,00>");
  CHECK(s.scoreboard.first()->actual.find("links_dead_was_ever") != std::string::npos);
  CHECK_FALSE(rtl_failure_pending());
}

TEST_CASE("Every output of a decision is distinguished", "[FT-RS-1][FT-RS-2][FT-RS-4][FT-RS-5]") {
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
