// SPDX-License-Identifier: Apache-2.0
// What is said of the first difference between golden model and RTL of a fat tree: which rule,
// what, and what each side has (docs/reference/control-plane.md). Pure functions.
#include "cosim/fattree/compare.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

using namespace selvage;
using namespace selvage::cosim;
using Kind = golden::FaultMessage::Kind;
using State = golden::ControlState;

namespace {

golden::Digits digits(unsigned first, unsigned second, unsigned third = 0) {
  golden::Digits d;
  d.set(0, first);
  d.set(1, second);
  d.set(2, third);
  return d;
}

std::string told(const std::optional<Difference>& d) {
  if (!d) return "equal";
  return fmt::format("{} {}: {} / {}{}", d->requirement, d->what, d->expected, d->actual,
                     d->port ? fmt::format(" at {}", *d->port) : "");
}

/// What the RTL shows that holds what the model holds.
ControlVisible shown(const State& state) {
  ControlVisible v;
  const golden::SwitchState& s = state.faults;
  for (unsigned w = 0; w < s.lft.entries().size(); ++w) {
    const golden::LinkFaultCause& cause = s.lft.causes()[w];
    v.valid |= std::uint64_t{1} << w;
    v.lines[w] = {s.lft.entries()[w].c, cause.direct,     cause.derived,
                  cause.known,          cause.advertised, cause.seq};
  }
  for (unsigned j = 0; j < s.up.size(); ++j) {
    v.own |= s.up[j].own ? 1U << j : 0;
    v.dlfm |= s.dlfm[j] >= 0 ? 1U << j : 0;
    if (s.dlfm[j] >= 0) v.dl[j] = static_cast<std::uint8_t>(s.dlfm[j]);
  }
  v.dead = s.down_failed;
  v.ever = s.ever;
  v.announce = s.pending;
  v.seq = s.seq;
  v.dlfm_advertised = s.dlfm_advertised;
  v.link_down = state.link_down;
  v.link_up = state.link_up;
  return v;
}

/// A table of four lines, of which three are in use.
State with_table() {
  State state(golden::SwitchState(4, 4));
  golden::LinkFaultTable& t = state.faults.lft;
  bool changed = false;
  for (const golden::Digits c : {digits(1, 2), digits(3, 0), digits(0, 1)}) t.take(c, changed);
  t.state_direct(0, 1, 7, true);
  t.state_direct(1, 3, 9, true);
  t.state_direct(1, 0, 5, false);
  t.set_derived(1, 2, true);
  t.set_derived(2, 0, true);
  t.set_advertised(1, true);
  return state;
}

/// Ports of which some are dead or have a DLFM, and something of each kind that waits.
State with_links() {
  State state(golden::SwitchState(4, 4));
  golden::SwitchState& s = state.faults;
  s.up[1] = {true, true, 0};
  s.up[2] = {true, false, 1};
  s.dlfm[2] = 1;
  s.up[3] = {true, true, 0};
  s.dlfm[3] = 0;  // from before its link died
  s.down_failed = 0b0110;
  s.ever = 0b0111;
  s.pending = 0b0101;
  s.seq[0] = 3;
  s.dlfm_advertised = 1;
  state.link_down = 0b1000;
  state.link_up = 0b0110;
  return state;
}

}  // namespace

TEST_CASE("FT-RS-1..5: direction, V, drop and port of a decision, the first that differs",
          "[compare]") {
  const golden::FatTree tree(8, 3);
  golden::SwitchState state(4, 8);
  DecisionContext context{&state, 0, digits(0, 0, 0), digits(1, 2, 1)};  // they meet in level 2
  const auto told_of = [&](const golden::FatTreeGrant& a, const golden::FatTreeGrant& b) {
    return told(explain_grant(tree, context, a, b));
  };
  const golden::FatTreeGrant up{true, false, 6, 0b0110};
  CHECK(describe(tree, up) == "up port 6, V=0110");
  CHECK(describe(tree, {true, true, 0, 0}) == "drop");
  CHECK(describe(tree, {false, false, 2, 0}) == "down port 2");
  CHECK(told_of(up, {false, false, 2, 0}) == "FT-RS-1 direction: up / down at 6");
  CHECK(told_of({false, false, 2, 0}, up) == "FT-RS-1 direction: down / up at 2");
  CHECK(told_of(up, {true, true, 6, 0b0110}) == "FT-RS-5 drop: no drop / drop");
  CHECK(told_of(up, {true, false, 5, 0b0110}) == "FT-RS-4 port: 6 / 5 at 6");
  CHECK(told_of({false, false, 2, 0}, {false, false, 3, 0}) == "FT-RS-1 port: 2 / 3 at 2");

  const auto v = [&](std::uint32_t a, std::uint32_t b) {
    return told_of({true, false, 6, a}, {true, false, 6, b});
  };
  CHECK(v(0b0110, 0b0010) == "FT-RS-3 V: 0110 / 0010");  // the port is alive
  state.up[0] = {true, true, 0};
  CHECK(v(0b0110, 0b0010) == "FT-RS-3 V: 0110 / 0010");  // of it both say the same
  state.up[2] = {true, false, 1};
  CHECK(v(0b0110, 0b0010) == "FT-RS-2 V: 0110 / 0010");
  CHECK(v(0b0111, 0b1110) == "FT-RS-2 V: 0111 / 1110");  // ports 0 and 3
  // A line takes port 2 out, and so does what is known of the port, if that says enough.
  bool changed = false;
  state.lft.take(digits(2, 1), changed);
  state.lft.set_direct(0, 2, true);
  CHECK(v(0b0110, 0b0010) == "FT-RS-2 V: 0110 / 0010");
  state.up[2].level = 2;
  CHECK(v(0b0110, 0b0010) == "FT-RS-3 V: 0110 / 0010");
  state.up[2] = {};
  CHECK(v(0b0110, 0b0010) == "FT-RS-3 V: 0110 / 0010");
  state.up[3] = {true, true, 0};
  CHECK(v(0b0110, 0b1010) == "FT-RS-3 V: 0110 / 1010");  // port 2 first
  state.lft.set_direct(0, 2, false);
  CHECK(v(0b0110, 0b1010) == "FT-RS-2 V: 0110 / 1010");
}

TEST_CASE("FT-CYC-3, FT-CYC-5: messages of a cycle, by the rule of the first that differs",
          "[compare]") {
  const golden::FatTree tree(8, 3);
  const auto of = [](PortIdx port, Kind kind, unsigned k = 4) {
    return golden::PortMessage{port, {kind, 0, digits(2, 1), k, 3}};
  };
  using Sent = std::vector<golden::PortMessage>;
  const auto sent = [&](const Sent& a, const Sent& b) { return told(compare_sent(tree, a, b)); };
  const golden::PortMessage ulfm = of(2, Kind::kUlfm), other = of(2, Kind::kUlfm, 5);
  CHECK(sent({}, {}) == "equal");
  CHECK(sent({ulfm}, {ulfm}) == "equal");
  CHECK(same_messages({ulfm, of(4, Kind::kDerf)}, {ulfm, of(4, Kind::kDerf)}));
  CHECK(!same_messages({ulfm}, {}));
  CHECK(!same_messages({ulfm}, {other}));
  CHECK(!same_messages({ulfm}, {of(3, Kind::kUlfm)}));
  CHECK(!same_messages({ulfm, ulfm}, {ulfm, other}));
  CHECK(sent({ulfm}, {other}) == "FT-MSG-2 message sent: ULFM<0,12,4> / ULFM<0,12,5> at 2");
  CHECK(sent({ulfm}, {}) == "FT-MSG-2 message sent: ULFM<0,12,4> / none at 2");
  CHECK(sent({}, {ulfm}) == "FT-MSG-2 message sent: none / ULFM<0,12,4> at 2");
  CHECK(sent({ulfm}, {of(1, Kind::kDerr), ulfm}) ==
        "FT-REP-2 message sent: none / DERR<0,12,4> at 1");
  CHECK(sent({of(1, Kind::kDerf), ulfm}, {ulfm}) ==
        "FT-MSG-6 message sent: DERF<0,12,4> / none at 1");
  CHECK(sent({ulfm, of(6, Kind::kDlfm)}, {ulfm}) == "FT-MSG-7 message sent: DLFM<0> / none at 6");
  CHECK(sent({ulfm}, {ulfm, of(6, Kind::kDlrm)}) == "FT-REP-2 message sent: none / DLRM at 6");
  CHECK(sent({ulfm, of(3, Kind::kSyncReq)}, {ulfm, of(3, Kind::kUlrm)}) ==
        "FT-REP-5 message sent: SYNCREQ / ULRM<0,12,4> at 3");
  CHECK(sent({of(3, Kind::kUlrm)}, {of(5, Kind::kUlrm)}) ==
        "FT-REP-3 message sent: ULRM<0,12,4> / none at 3");
  CHECK(sent({of(3, Kind::kResync)}, {}) == "FT-REP-6 message sent: RESYNC<0,12,4> / none at 3");
  CHECK(sent({of(3, Kind::kUlfm)}, {}).substr(0, 8) == "FT-MSG-2");  // down
  CHECK(sent({of(4, Kind::kUlfm)}, {}).substr(0, 8) == "FT-MSG-3");  // up

  StepOutput out;
  out.sent = {{1, golden::encode(ulfm.message), {11, 1}},
              {2, golden::encode(ulfm.message), {12, 2}}};
  replace_sent({of(2, Kind::kDerf), of(3, Kind::kDerf)}, out);
  REQUIRE(out.sent.size() == 2);
  CHECK(out.sent[0].port == 2);
  CHECK(golden::decode(out.sent[0].message) == of(2, Kind::kDerf).message);
  CHECK((out.sent[0].cause.event == 12 && out.sent[0].cause.hops == 2));
  CHECK(out.sent[1].cause.event == Cause::kUnknown);
}

TEST_CASE("FT-LFT-1, FT-LFT-2, FT-REP-1..4: lines of the table, their causes, overflows",
          "[compare]") {
  const golden::FatTree tree(8, 3);
  State state = with_table();
  ControlVisible rtl = shown(state);
  const auto table = [&](std::uint64_t overflows = 0) {
    const std::string text = told(compare_table(tree, state, rtl, overflows));
    rtl = shown(state);
    return text;
  };
  CHECK(table() == "equal");
  CHECK(table(2) == "FT-LFT-2 overflows: 0 / 2");
  rtl.lines[0].c = digits(1, 3);
  CHECK(table() == "FT-LFT-1 line 0: LFE<21, 0010> / LFE<31, 0010>");
  rtl.lines[1].direct |= 2U;
  CHECK(table() == "FT-LFT-1 line 1: LFE<03, 1100> / LFE<03, 1110>");
  rtl.valid = 0b101;
  CHECK(table() == "FT-LFT-1 line 1: LFE<03, 1100> / free");
  rtl.valid = 0b1111;
  rtl.lines[3] = {digits(3, 3), 1, 0, 1, false, {}};
  CHECK(table() == "FT-LFT-1 line 3: free / LFE<33, 0001>");
  for (const unsigned beyond : {4U, 5U, 63U}) {
    rtl.valid |= std::uint64_t{1} << beyond;
    rtl.lines[beyond] = {digits(3, 3), 1, 0, 1, false, {}};
    CHECK(table() == fmt::format("FT-LFT-2 line {}: free / LFE<33, 0001>", beyond));
  }
  rtl.lines[1].direct = 0b1100;
  CHECK(table() == "FT-REP-1 direct bits of line 1: 1000 / 1100");
  rtl.lines[1].derived = 0b1100;
  CHECK(table() == "FT-REP-1 derived bits of line 1: 0100 / 1100");
  rtl.lines[1].known = 0b0001;
  CHECK(table() == "FT-REP-3 known bits of line 1: 1001 / 0001");
  rtl.lines[1].advertised = false;
  CHECK(table() == "FT-REP-2 advertised line 1: yes / no");
  rtl.lines[2].advertised = true;
  CHECK(table() == "FT-REP-2 advertised line 2: no / yes");
  rtl.lines[1].seq[3] = 8;
  CHECK(table() == "FT-REP-3 number 3 of line 1: 9 / 8");
  rtl.lines[1].seq[0] = 6;
  CHECK(table() == "FT-REP-3 number 0 of line 1: 5 / 6");
  rtl.lines[1].seq[1] = 6;  // nothing is known of that port
  CHECK(table() == "equal");
  rtl.lines[1].advertised = false;
  state.unit = State::Unit::kBroadcasting;  // it is final once all is sent
  CHECK(told(compare_table(tree, state, rtl, 0)) == "equal");
}

TEST_CASE("FT-LFT-1: all lines are looked at, coordinates of two digits are set apart",
          "[compare]") {
  const golden::FatTree tree(8, 3);
  State empty(golden::SwitchState(4, 64));
  ControlVisible last = shown(empty);
  last.valid = std::uint64_t{1} << 63;
  last.lines[63].derived = 2;
  CHECK(told(compare_table(tree, empty, last, 0)) == "FT-LFT-1 line 63: free / LFE<00, 0010>");
  bool changed = false;
  for (unsigned w = 0; w < 64; ++w) empty.faults.lft.take(digits(w % 8, w / 8), changed);
  CHECK(told(compare_table(tree, empty, shown(empty), 0)) == "equal");
  // Coordinates of two digits are set apart.
  const golden::FatTree wide(32, 3);
  State big(golden::SwitchState(16, 4));
  big.faults.lft.take(digits(9, 3), changed);
  big.faults.lft.take(digits(10, 3), changed);
  big.faults.lft.set_derived(0, 0, true);
  big.faults.lft.set_derived(1, 15, true);
  ControlVisible none = shown(big);
  none.valid = 2;
  CHECK(told(compare_table(wide, big, none, 0)) ==
        "FT-LFT-1 line 0: LFE<39, 0000000000000001> / free");
  none.valid = 1;
  CHECK(told(compare_table(wide, big, none, 0)) ==
        "FT-LFT-1 line 1: LFE<3.10, 1000000000000000> / free");
}

TEST_CASE("FT-PS-1..3, FT-REP-3, FT-REP-6, FT-MSG-7, FT-CYC-4, FT-CYC-7: ports, flags, what waits",
          "[compare]") {
  const golden::FatTree tree(8, 3);
  State state = with_links();
  golden::SwitchState& s = state.faults;
  ControlVisible rtl = shown(state);
  const auto links = [&] {
    const std::string text = told(compare_links(tree, state, rtl));
    rtl = shown(state);
    return text;
  };
  CHECK(links() == "equal");
  rtl.own ^= 1U;
  CHECK(links() == "FT-PS-1 PS: not failed / own link dead, DLFM none at 4");
  rtl.own ^= 2U;
  CHECK(links() == "FT-PS-1 PS: own link dead, DLFM none / not failed at 5");
  rtl.dlfm ^= 1U;
  CHECK(links() == "FT-PS-2 PS: not failed / DLFM 0 at 4");
  rtl.dlfm ^= 4U;
  CHECK(links() == "FT-PS-2 PS: DLFM 1 / not failed at 6");
  rtl.dl[2] = 2;
  CHECK(links() == "FT-PS-2 PS: DLFM 1 / DLFM 2 at 6");
  rtl.dlfm ^= 8U;
  CHECK(links() == "FT-PS-1 PS: own link dead, DLFM 0 / own link dead, DLFM none at 7");
  rtl.own ^= 8U;
  CHECK(links() == "FT-PS-1 PS: own link dead, DLFM 0 / DLFM 0 at 7");
  s.up[0].failed = true;  // the model would be at odds with itself
  CHECK(links() == "FT-PS-2 PS: DLFM none / not failed at 4");
  s.up[0].failed = false;
  rtl = shown(state);
  rtl.dead ^= 0b1000;
  CHECK(links() == "FT-PS-3 f: 0 / 1 at 3");
  rtl.dead ^= 0b0110;
  CHECK(links() == "FT-PS-3 f: 1 / 0 at 1");
  rtl.ever ^= 0b1000;
  CHECK(links() == "FT-REP-6 ever dead: 0 / 1 at 3");
  rtl.seq[0] = 4;
  CHECK(links() == "FT-REP-3 number: 3 / 4 at 0");
  rtl.seq[63] = 1;
  CHECK(links() == "FT-REP-3 number: 0 / 1 at 63");
  rtl.dlfm_advertised = -1;
  CHECK(links() == "FT-MSG-7 DLFM advertised: 1 / none");
  rtl.dlfm_advertised = 0;
  CHECK(links() == "FT-MSG-7 DLFM advertised: 1 / 0");
  rtl.announce ^= 0b0010;
  CHECK(links() == "FT-CYC-4 pending announcement: 0 / 1 at 1");
  rtl.link_down ^= 0b1001;
  CHECK(links() == "FT-CYC-7 LINK_DOWN that waits: 0 / 1 at 0");
  rtl.link_up ^= 0b0010;
  CHECK(links() == "FT-CYC-7 LINK_UP that waits: 1 / 0 at 1");
}

TEST_CASE("FT-MSG-7, FT-CYC-4: what is under way is not held against RTL", "[compare]") {
  const golden::FatTree tree(8, 3);
  State state = with_links();
  ControlVisible rtl;
  const auto links = [&] { return told(compare_links(tree, state, rtl)); };
  rtl = shown(state);
  state.unit = State::Unit::kBroadcasting;
  rtl.dlfm_advertised = -1;
  CHECK(links() == "equal");
  // An announcement that has been picked waits no more in the RTL.
  state.port = 2;
  for (const auto unit : {State::Unit::kPicked, State::Unit::kBroadcasting, State::Unit::kIdle}) {
    for (const auto what : {State::Operation::kAnnounce, State::Operation::kReceive}) {
      state.unit = unit;
      state.operation = what;
      rtl = shown(state);
      rtl.announce = 0b0001;
      const bool under_way = unit == State::Unit::kPicked && what == State::Operation::kAnnounce;
      CHECK(links() == (under_way ? "equal" : "FT-CYC-4 pending announcement: 1 / 0 at 2"));
    }
  }
}
