// SPDX-License-Identifier: Apache-2.0
// What the judge of whole switches of others finds in packets: beats that leave, and drops.
#include "judged_switch.hpp"

using namespace selvage;
using namespace selvage::test;

TEST_CASE("SW-CONS, SW-DATA: a packet that leaves whole breaks no rule, and is accounted for") {
  Judged s;
  CHECK(!s.judge.owes(s.self));
  CHECK(s.judge.coming({s.self, 1}) == nullptr);
  const Packet p{7, 3, 5, 9};
  s.comes(1, 10, p, 2);
  REQUIRE(s.asked.size() == 1);
  CHECK(s.asked[0].packet == 7);
  CHECK(s.asked[0].source == 5);
  CHECK(s.asked[0].destination == 9);
  CHECK(s.asked[0].in_port == 1);
  REQUIRE(s.judge.coming({s.self, 1}) != nullptr);
  CHECK(s.judge.coming({s.self, 1})->destination == 9);
  CHECK(s.judge.held({s.self, 1}) == 3);
  CHECK(s.judge.owes(s.self));
  CHECK(!s.judge.clear({s.self, 1}));
  s.more(1, 12, p, 2, 3);
  CHECK(s.judge.coming({s.self, 1}) == nullptr);
  CHECK(s.judge.clear({s.self, 1}));
  s.leaves(2, 12, p, 0, 2);
  CHECK(s.judge.held({s.self, 1}) == 1);
  CHECK(!s.judge.clear({s.self, 2}));
  s.leaves(2, 14, p, 2, 3);
  CHECK(s.judge.clear({s.self, 2}));
  CHECK(s.judge.held({s.self, 1}) == 0);
  CHECK(!s.judge.owes(s.self));
  CHECK(s.judge.judged() == 1);
  CHECK(s.gone == std::vector<std::pair<PortIdx, std::uint32_t>>{{2, 7}});
  CHECK(s.found() == "");
}

TEST_CASE("SW-CONS: packets of several inputs leave side by side, one that is lost is nobody's") {
  Judged s;
  const Packet a{1, 4, 1};
  const Packet b{2, 2, 2};
  s.judge.comes({s.self, 3}, 9, beat_of({99}, 0), 99);  // no host has it under way
  s.judge.comes({s.self, 3}, 10, beat_of({99}, 1), 99);
  CHECK(s.judge.held({s.self, 3}) == 0);
  s.judge.sent({98, 3, 0, 0});
  s.judge.ended(98);
  s.judge.comes({s.self, 3}, 11, beat_of({98}, 0), 98);
  CHECK(!s.judge.owes(s.self));
  s.comes(0, 10, a);
  s.comes(1, 12, b);
  for (unsigned i = 0; i < 2; ++i) {
    s.look(14 + i, Pins().beat_at(2, beat_of(a, i)).beat_at(3, beat_of(b, i)));
  }
  CHECK(s.judge.held({s.self, 1}) == 0);
  CHECK(s.judge.owes(s.self));
  s.leaves(2, 16, a, 2, 4);
  CHECK(!s.judge.owes(s.self));
  CHECK(s.judge.judged() == 2);
  CHECK(s.found() == "");
}

TEST_CASE("SW-CONS: what is made is found") {
  Judged s;
  const Packet p{7, 3};
  s.comes(0, 10, p);
  SECTION("a beat without a head") {
    s.leaves(2, 12, p, 1, 2);
    CHECK(s.found() == "SW-CONS: beat");
    CHECK(s.where().sw == s.self);
    CHECK(s.where().port == 2);
  }
  SECTION("a packet that never came") {
    s.leaves(2, 12, {8}, 0, 1);
    CHECK(s.found() == "SW-CONS: head");
    CHECK(s.told() == "of a packet that is inside / packet 8");
    CHECK(s.judge.violation()->tag == 8U);
  }
  SECTION("a packet that has left") {
    s.comes(1, 14, {9, 2});
    s.leaves(2, 13, p);
    s.leaves(2, 17, p, 0, 1);
    CHECK(s.found() == "SW-CONS: head");
  }
  SECTION("a second head, at another port") {
    s.leaves(2, 12, p, 0, 1);
    s.leaves(3, 13, p, 0, 1);
    CHECK(s.found() == "SW-CONS: head");
    CHECK(s.told() == "once / once more");
  }
  SECTION("a head within a packet") {
    s.leaves(2, 12, p, 0, 1);
    s.leaves(2, 13, p, 0, 1);
    CHECK(s.found() == "SW-CONS: head within a packet");
  }
  SECTION("a tail too early") {
    s.leaves(2, 12, p, 0, 1);
    s.look(13, Pins().beat_at(2, {false, true, false, {7, 1}}));
    CHECK(s.found() == "SW-CONS: tail at beat 1");
    CHECK(s.told() == "0 / 1");
  }
  SECTION("no tail") {
    s.leaves(2, 12, p, 0, 2);
    s.look(14, Pins().beat_at(2, {false, false, false, {7, 2}}));
    CHECK(s.found() == "SW-CONS: tail at beat 2");
    CHECK(s.told() == "1 / 0");
  }
  SECTION("a beat and a message at once") {
    Pins pins;
    pins.beat_at(2, beat_of(p, 0)).shows().messages = 0b0100;
    s.look(12, pins);
    CHECK(s.found() == "SW-CONS: tx_sym_o");
    CHECK(s.where().port == 2);
  }
  SECTION("a complaint about what came") {
    Pins pins;
    pins.shows().malformed = 0b0001;
    s.look(12, pins);
    CHECK(s.found() == "SW-CONS: malformed_o");
    CHECK(s.where().port == 0);
  }
}

TEST_CASE("SW-CONS: a beat leaves in the edge in which it comes, and not before") {
  Judged s;
  const Packet p{7, 3};
  s.comes(0, 10, p, 2);
  s.leaves(2, 12, p, 0, 2);
  CHECK(s.found() == "");
  if (GENERATE(false, true)) {
    s.more(0, 14, p, 2, 3);
    s.leaves(2, 14, p, 2, 3);
    CHECK(s.found() == "");
    CHECK(!s.judge.owes(s.self));
  } else {
    s.leaves(2, 14, p, 2, 3);
    CHECK(s.found() == "SW-CONS: beat 2");
  }
}

TEST_CASE("SW-DATA: another head, or another beat, is told bit by bit") {
  Judged s;
  const Packet p{7, 3};
  s.comes(0, 10, p);
  SECTION("head") {
    s.look(12, Pins().beat_at(2, {true, false, false, {7, 1}}));
    CHECK(s.found() == "SW-DATA: head");
    CHECK(s.told() == "0000000000000007 / 10000000000000007");
  }
  SECTION("beat") {
    s.leaves(2, 12, p, 0, 1);
    s.look(13, Pins().beat_at(2, {false, false, false, {6, 1}}));
    CHECK(s.found() == "SW-DATA: data of beat 1");
    CHECK(s.told() == "10000000000000007 / 10000000000000006");
  }
  SECTION("nothing of it leaves then") {
    s.look(12, Pins().beat_at(2, {true, false, false, {7, 1}}));
    CHECK(s.gone.empty());
    CHECK(s.judge.judged() == 0);
    CHECK(s.judge.clear({s.self, 2}));
  }
}

TEST_CASE("SW-DATA: bad at the tail is what it was when it came") {
  Judged s;
  const Packet p{7, 2};
  const bool came = GENERATE(false, true);
  const bool leaves = GENERATE(false, true);
  s.judge.sent({7, 2, 0, 9});
  s.judge.comes({s.self, 0}, 10, beat_of(p, 0), 7);
  s.judge.comes({s.self, 0}, 11, beat_of(p, 1, came), 7);
  s.leaves(2, 12, p, 0, 2, leaves);
  CHECK(s.found() == (came == leaves ? "" : "SW-DATA: mark of a cut packet"));
  CHECK(s.told() == (came == leaves ? "" : came ? "1 / 0" : "0 / 1"));
}

TEST_CASE("SW-DEAD: what a dead link has cut ends marked, with beats that are made up") {
  Judged s;
  const Packet p{7, 3};
  s.comes(0, 10, p, 2);
  s.judge.link({s.self, 0}, 12, false);
  CHECK(s.judge.coming({s.self, 0}) == nullptr);
  s.judge.comes({s.self, 0}, 13, beat_of(p, 2), 7);  // the rest is nobody's
  s.leaves(2, 12, p, 0, 1);
  CHECK(!s.judge.clear({s.self, 0}));
  CHECK(s.judge.clear({s.self, 1}));
  s.leaves(2, 13, p, 1, 2);
  const bool marked = GENERATE(false, true);
  s.look(14, Pins().beat_at(2, {false, true, marked, {0, 0}}));
  CHECK(s.found() == (marked ? "" : "SW-DEAD: mark of a cut packet"));
  CHECK(s.told() == (marked ? "" : "1 / 0"));
  if (!marked) return;
  CHECK(s.judge.clear({s.self, 0}));
  CHECK(!s.judge.owes(s.self));
  s.judge.link({s.self, 0}, 15, false);  // nothing is coming in
  CHECK(s.found() == "");
}

TEST_CASE("SW-DEAD: what has not begun to leave is in nobody's way") {
  Judged s;
  s.comes(0, 10, {7, 3}, 2);
  s.judge.link({s.self, 0}, 12, false);
  CHECK(s.judge.clear({s.self, 0}));
}

TEST_CASE("SW-DROP: a packet that has had a way in every state may not be dropped") {
  const PortMask v = GENERATE(PortMask{0b0001}, PortMask{0b1100});
  Judged s;
  s.v = v;
  s.comes(1, 10, {7, 3});
  s.judge.declared({s.self, 2}, 11, false);
  s.judge.declared({s.self, 2}, 12, true);
  s.look(13, Pins().drops(1));
  CHECK(s.found() == "SW-DROP: drop");
  CHECK(s.told() == "forwarded by one of " + s.tree.port_name(s.self, v == 1 ? 0 : 2) +
                        (v == 1 ? "" : ", " + s.tree.port_name(s.self, 3)) + " / dropped");
  CHECK(s.where().port == 1);
  CHECK(s.drops.empty());
}

TEST_CASE("SW-DROP: a state without a way, or with dead ways alone, allows it") {
  Judged s;
  const Packet p{7, 3};
  enum class Without { kAll, kDead, kMoment, kDeclared };
  const Without without =
      GENERATE(Without::kAll, Without::kDead, Without::kMoment, Without::kDeclared);
  const bool link_dies = GENERATE(false, true);
  CAPTURE(static_cast<int>(without), link_dies);
  if (without == Without::kDead) s.judge.declared({s.self, 2}, 5, false);
  s.v = without == Without::kAll ? 0 : 0b0100;
  s.comes(1, 10, p, 2);
  if (without == Without::kMoment) {
    s.v = 0;
    s.judge.routes_changed(s.self, 12);
    s.v = 0b0100;
    s.judge.routes_changed(s.self, 13);
  }
  if (without == Without::kDeclared) s.judge.declared({s.self, 2}, 12, false);
  const Cycle empty = without == Without::kAll || without == Without::kDead ? 10 : 12;
  const bool dead = without == Without::kDead || without == Without::kDeclared;
  s.look(13, Pins().drops(1));
  CHECK(s.found() == "");
  REQUIRE(s.drops.size() == 1);
  CHECK(s.drops[0].in.port == 1);
  CHECK(s.drops[0].tag == 7);
  CHECK(s.drops[0].empty == empty);
  CHECK(s.drops[0].dead == (dead ? 0b0100U : 0U));
  CHECK(s.judge.held({s.self, 1}) == 0);
  CHECK(s.judge.owes(s.self));  // the rest of it
  s.look(14, Pins().is_idle());
  if (link_dies) {
    s.judge.link({s.self, 1}, 15, false);
  } else {
    s.more(1, 15, p, 2, 3);
  }
  CHECK(!s.judge.owes(s.self));
  CHECK(s.found() == "");
}

TEST_CASE("SW-OWN: a switch that may not know yet may drop a packet with a way, no other may") {
  Judged s;
  s.flux = true;
  s.comes(0, 10, {1, 2, 1});
  s.flux = false;
  s.comes(1, 10, {2, 2, 2});
  s.look(13, Pins().drops(0));
  CHECK(s.found() == "");
  REQUIRE(s.drops.size() == 1);
  CHECK(s.drops[0].empty == 10);
  CHECK(s.drops[0].dead == 0);
  s.look(14, Pins().drops(1));
  CHECK(s.found() == "SW-DROP: drop");
}

TEST_CASE("SW-OWN: news that come while a packet waits let it go by another way, or be dropped") {
  Judged s;
  s.v = 0b0100;
  s.comes(0, 10, {1, 2, 1});
  s.comes(1, 10, {2, 2, 2});
  s.flux = true;
  s.v = 0b1100;
  s.judge.routes_changed(s.self, 12);
  s.flux = false;
  s.v = 0b0100;
  s.judge.routes_changed(s.self, 13);
  s.leaves(3, 14, {1, 2, 1}, 0, 1);
  CHECK(s.found() == "");
  s.look(15, Pins().drops(1));
  CHECK(s.found() == "");
  REQUIRE(s.drops.size() == 1);
  CHECK(s.drops[0].empty == 12);
}

TEST_CASE("SW-DROP: of an input's packets the one is meant that is named, or may be dropped") {
  Judged s;
  const Packet a{1, 2, 1};
  const Packet b{2, 2, 2};
  const Packet c{3, 2, 3};
  s.comes(0, 10, a);
  s.v = 0;
  s.comes(0, 12, b);
  s.comes(0, 14, c);
  s.comes(1, 10, {4, 2, 4});
  SECTION("the first that may be") {
    s.look(16, Pins().drops(0));
    REQUIRE(s.drops.size() == 1);
    CHECK(s.drops[0].tag == 2);
    CHECK(s.judge.held({s.self, 0}) == 4);
  }
  SECTION("the one that is named") {
    s.look(16, Pins().drops(0, 3));
    REQUIRE(s.drops.size() == 1);
    CHECK(s.drops[0].tag == 3);
  }
  SECTION("one that is named and has a way") {
    s.look(16, Pins().drops(0, 1));
    CHECK(s.found() == "SW-DROP: drop");
    CHECK(s.judge.violation()->tag == 1U);
  }
  SECTION("one of another input") {
    s.look(16, Pins().drops(0, 4));
    CHECK(s.found() == "SW-CONS: drained_o");
  }
  SECTION("of an input with none") {
    s.look(16, Pins().drops(3));
    CHECK(s.found() == "SW-CONS: drained_o");
    CHECK(s.where().port == 3);
  }
  SECTION("one that is leaving") {
    s.leaves(2, 16, a, 0, 1);
    s.look(17, Pins().drops(0, 1));
    CHECK(s.found() == "SW-CONS: drained_o");
  }
  SECTION("one that is dropped while it comes, once more") {
    s.comes(3, 16, {5, 3, 5}, 1);
    s.look(17, Pins().drops(3));
    CHECK(s.found() == "");
    s.look(18, Pins().drops(3));
    CHECK(s.found() == "SW-CONS: drained_o");
  }
  SECTION("a head of what is dropped") {
    s.comes(3, 16, {5, 3, 5}, 1);
    s.look(18, Pins().drops(3));
    s.leaves(2, 19, {5, 3, 5}, 0, 1);
    CHECK(s.found() == "SW-CONS: head");
    CHECK(s.told() == "of a packet that is inside / packet 5");
  }
}
