// SPDX-License-Identifier: Apache-2.0
// What a switch of others may make of beats that are no packet, or not what their head says.
#include "judged_switch.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

/// One beat of a packet comes, with these marks.
void beat_comes(Judged& s, Cycle c, const Packet& p, unsigned index, bool head, bool tail) {
  s.judge.comes({s.self, 0}, c, {head, tail, false, {p.tag, index}}, p.tag);
}

void sent(Judged& s, const Packet& p, bool nowhere = false) {
  s.judge.sent({p.tag, p.beats, p.source, p.destination}, nowhere);
}

/// A packet of four beats whose tail is its second beat.
void runt(Judged& s, const Packet& p) {
  sent(s, p);
  beat_comes(s, 10, p, 0, true, false);
  beat_comes(s, 11, p, 1, false, true);
}

}  // namespace

TEST_CASE("SW-BAD: a runt leaves as long as its head says, with any beats, and marked") {
  Judged s;
  const Packet p{7, 4};
  if (GENERATE(true, false)) {  // it has begun to leave when its tail comes
    sent(s, p);
    beat_comes(s, 10, p, 0, true, false);
    s.leaves(2, 12, p, 0, 1);
    CHECK(s.judge.held({s.self, 0}) == 3);
    beat_comes(s, 13, p, 1, false, true);
  } else {
    runt(s, p);
    s.leaves(2, 12, p, 0, 1);
  }
  CHECK(s.judge.held({s.self, 0}) == 0);
  CHECK(s.judge.coming({s.self, 0}) == nullptr);
  s.leaves(2, 13, p, 1, 2);
  s.look(14, Pins().beat_at(2, {false, false, false, {1234, 5}}));
  CHECK(s.found() == "");
  CHECK(s.judge.owes(s.self));
  SECTION("marked") {
    s.look(15, Pins().beat_at(2, {false, true, true, {99, 9}}));
    CHECK(s.found() == "");
    CHECK(!s.judge.owes(s.self));
  }
  SECTION("not marked") {
    s.look(15, Pins().beat_at(2, {false, true, false, {99, 9}}));
    CHECK(s.found() == "SW-BAD: mark of a cut packet");
    CHECK(s.told() == "1 / 0");
  }
  SECTION("too long") {
    s.look(15, Pins().beat_at(2, {false, false, false, {99, 9}}));
    CHECK(s.found() == "SW-BAD: tail at beat 3");
  }
}

TEST_CASE("SW-BAD: a beat of a runt that came leaves as it came") {
  Judged s;
  const Packet p{7, 4};
  runt(s, p);
  s.leaves(2, 12, p, 0, 1);
  s.look(13, Pins().beat_at(2, {false, false, false, {1234, 5}}));
  CHECK(s.found() == "SW-BAD: data of beat 1");
}

TEST_CASE("SW-BAD: a head within a packet ends it, and is nobody's") {
  Judged s;
  const Packet p{7, 3};
  const Packet second{8, 2};
  sent(s, p);
  beat_comes(s, 10, p, 0, true, false);
  beat_comes(s, 11, second, 0, true, false);
  beat_comes(s, 12, second, 1, false, true);
  SECTION("the first one leaves") {
    s.leaves(2, 12, p, 0, 1);
    s.look(13, Pins().beat_at(2, {false, false, false, {8, 1}}));
    s.look(14, Pins().beat_at(2, {false, true, true, {0, 0}}));
    CHECK(s.found() == "");
  }
  SECTION("the second one leaves") {
    s.leaves(2, 12, second, 0, 1);
    CHECK(s.found() == "SW-CONS: head");
  }
}

TEST_CASE("SW-BAD: a giant ends where its length does, marked") {
  Judged s;
  const Packet p{7, GENERATE(1U, 2U)};
  sent(s, p);
  for (unsigned i = 0; i < 4; ++i) beat_comes(s, 10 + i, p, i, i == 0, i == 3);
  const bool marked = GENERATE(true, false);
  s.leaves(2, 14, p, 0, p.beats, marked);
  CHECK(s.found() == (marked ? "" : "SW-BAD: mark of a cut packet"));
  CHECK((marked && s.judge.owes(s.self)) == false);
}

TEST_CASE("SW-BAD: a packet to nowhere goes on to switches, never to a host, nor up again") {
  const bool leaf = GENERATE(true, false);
  Judged s(small_facts(), leaf ? Judged::kLeaf : Judged::kMiddle);
  const Packet p{7, 1};
  sent(s, p, true);
  const PortIdx in = leaf ? 0 : 2;
  s.judge.comes({s.self, in}, 10, beat_of(p, 0), 7);
  CHECK(s.asked.empty());
  const auto out = static_cast<PortIdx>(GENERATE(1, 3));
  s.leaves(out, 13, p);
  if (leaf) CHECK(s.found() == (out == 1 ? "SW-BAD: output" : ""));
  if (!leaf) CHECK(s.found() == (out == 3 ? "SW-MIN: turn" : ""));
}

TEST_CASE(
    "SW-BAD: a packet to nowhere that waits for XON, or beside dead ports, has not vanished") {
  Judged s;
  const Packet p{7, 1};
  sent(s, p, true);
  s.judge.far_xon({s.self, 1}, 5, false);
  s.judge.comes({s.self, 0}, 10, beat_of(p, 0), 7);
  s.quiet(11, 60, 1);
  s.judge.far_xon({s.self, 1}, 60, true);
  s.quiet(60, 70, 1);
  s.leaves(1, 70, p);
  CHECK(s.found() == "");
  CHECK(!s.judge.owes(s.self));
}

TEST_CASE("SW-BAD: what is malformed may be dropped, told or not") {
  Judged s;
  const Packet p{7, 4};
  runt(s, p);
  const PortMask self = 1;
  const std::string how = GENERATE("told", "in silence", "idle");
  if (how == "told") s.look(12, Pins().drops(0));
  if (how == "in silence") {  // until it could have left for stall_max edges
    s.judge.far_xon({s.self, 3}, 12, false);
    s.quiet(13, 60, self);
    s.judge.far_xon({s.self, 3}, 60, true);
    s.quiet(60, 70, self);
    CHECK(s.judge.owes(s.self));
    s.look(70, Pins());
  }
  if (how == "idle") s.look(12, Pins().is_idle());
  CHECK(s.found() == "");
  CHECK(!s.judge.owes(s.self));
  SECTION("it does not come again") {
    s.leaves(2, 80, p, 0, 1);
    CHECK(s.found() == "SW-CONS: head");
  }
  SECTION("its input says XON") {
    s.look(80, Pins());
    s.quiet(81, 91, self);
    CHECK(s.found() == "");
    s.look(91, Pins().xoff(self));
    CHECK(s.found() == "SW-BAD: XON of an empty input");
  }
  SECTION("and does so before the switch says that it is idle") {
    s.look(80, Pins().is_idle().xoff(self));
    CHECK(s.found() == "SW-BAD: XON of an empty input");
  }
  SECTION("what comes behind it waits no longer than ever") {
    s.comes(0, 80, {9, 2});
    s.quiet(82, 87);
    CHECK(s.found() == "");
    s.quiet(87, 88);
    CHECK(s.found() == "SW-LAT: head alone in its switch");
  }
}

TEST_CASE("SW-BAD: its beats are not reckoned against the buffer") {
  Judged s;
  runt(s, {7, 8});
  s.comes(0, 20, {8, 8});
  CHECK(s.judge.held({s.self, 0}) == 8);
  CHECK(s.found() == "");
}

TEST_CASE("SW-BAD: malformed_o is for inputs at which something malformed came") {
  Judged s;
  Pins pins;
  pins.shows().malformed = 0b0001;
  SECTION("a runt") { runt(s, {7, 4}); }
  SECTION("a beat without a head") { beat_comes(s, 10, {7, 4}, 1, false, true); }
  SECTION("a head that says no length") { beat_comes(s, 10, {7, 4}, 0, true, false); }
  SECTION("nothing") {
    s.look(12, pins);
    CHECK(s.found() == "SW-CONS: malformed_o");
    return;
  }
  s.look(12, pins);
  CHECK(s.found() == "");
  pins.shows().malformed = 0b0010;
  s.look(13, pins);
  CHECK(s.found() == "SW-CONS: malformed_o");
}

TEST_CASE("SW-RECV: no head leaves for a host against its XOFF") {
  Judged s(small_facts(), Judged::kLeaf);
  s.v = 0b0010;
  s.comes(0, 10, {7, 3});
  s.judge.far_xon({s.self, 1}, 12, false);
  const Cycle at = GENERATE(12U, 13U);
  s.leaves(1, at, {7, 3}, 0, 1);
  CHECK(s.found() == (at == 12 ? "" : "SW-RECV: head against XOFF"));
}
