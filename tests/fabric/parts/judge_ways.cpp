// SPDX-License-Identifier: Apache-2.0
// Where heads may leave, against which flow control and in which order, as the judge has it.
#include "judged_switch.hpp"

using namespace selvage;
using namespace selvage::test;

TEST_CASE("SW-ROUTE: an output has to be in V of some state since the head came") {
  Judged s;
  s.v = 0b0100;
  const Packet p{7, 3};
  s.comes(0, 10, p);
  SECTION("of the first one") {
    s.v = 0b1000;
    s.judge.routes_changed(s.self, 11);
    s.leaves(2, 13, p);
    CHECK(s.found() == "");
  }
  SECTION("of a later one") {
    s.v = 0b1000;
    s.judge.routes_changed(s.self, 11);
    s.leaves(3, 13, p);
    CHECK(s.found() == "");
  }
  SECTION("of none") {
    s.v = 0b1000;
    s.judge.routes_changed(s.self, 11);
    s.leaves(1, 13, p);
    CHECK(s.found() == "SW-ROUTE: output");
    CHECK(s.told() == "one of " + s.tree.port_name(s.self, 2) + ", " + s.tree.port_name(s.self, 3) +
                          " / " + s.tree.port_name(s.self, 1));
    CHECK(s.where().port == 1);
    CHECK(s.judge.violation()->tag == 7U);
  }
  SECTION("of one behind its departure") {
    s.leaves(2, 13, p, 0, 1);
    s.v = 0;
    s.judge.routes_changed(s.self, 14);
    s.look(15, Pins().drops(0));
    CHECK(s.found() == "SW-CONS: drained_o");
    CHECK(s.asked.size() == 1);
  }
}

TEST_CASE("SW-ROUTE: without a way no output is right") {
  Judged s;
  s.v = 0;
  s.comes(0, 10, {7, 3});
  s.leaves(2, 13, {7, 3}, 0, 1);
  CHECK(s.found() == "SW-ROUTE: output");
  CHECK(s.told() == "one of none / " + s.tree.port_name(s.self, 2));
}

TEST_CASE("SW-MIN: no way back, and none up for what came down") {
  struct Turn {
    SwitchIdx sw;
    PortIdx in, out;
    bool right;
  };
  const Turn t = GENERATE(Turn{Judged::kMiddle, 0, 1, true}, Turn{Judged::kMiddle, 0, 2, true},
                          Turn{Judged::kMiddle, 2, 1, true}, Turn{Judged::kMiddle, 2, 3, false},
                          Turn{Judged::kMiddle, 1, 1, false}, Turn{Judged::kLeaf, 0, 1, true},
                          Turn{Judged::kLeaf, 1, 3, true}, Turn{Judged::kLeaf, 3, 2, false},
                          Turn{16, 2, 3, true}, Turn{19, 1, 1, false});
  CAPTURE(t.sw, +t.in, +t.out);
  Judged s(small_facts(), t.sw);
  s.v = 0b1111;
  s.comes(t.in, 10, {7, 3});
  s.leaves(t.out, 13, {7, 3});
  CHECK(s.found() == (t.right ? "" : "SW-MIN: turn"));
  if (t.right) return;
  CHECK(s.told() == "no way back, and none up for what came down / from " +
                        s.tree.port_name(s.self, t.in) + " to " + s.tree.port_name(s.self, t.out));
}

TEST_CASE("SW-MIN: a packet leaves at most 2 N - 1 switches") {
  cosim::SwitchFacts facts = small_facts();
  facts.levels = GENERATE(2U, 3U);
  Judged s(facts);
  const Packet p{7, 2};
  const unsigned most = 2 * facts.levels - 1;
  s.judge.sent({p.tag, p.beats, 0, 9});
  for (unsigned hop = 0; hop <= most; ++hop) {
    CHECK(s.found() == "");
    s.more(hop % 2, 10 * hop, p, 0, 2);
    s.leaves(2, 10 * hop + 3, p);
  }
  CHECK(s.found() == "SW-MIN: switches on the way");
  CHECK(s.told() == "at most " + std::to_string(most) + " / " + std::to_string(most + 1));
}

TEST_CASE("SW-FC: no head leaves where XON has been missing for xon_lag edges") {
  cosim::SwitchFacts facts = small_facts();
  facts.xon_lag = 3;
  Judged s(facts);
  s.comes(0, 10, {7, 3});
  s.judge.far_xon({s.self, 2}, 12, false);
  s.judge.far_xon({s.self, 2}, 13, false);  // not a change
  SECTION("too soon to be known") {
    s.leaves(2, 14, {7, 3});
    CHECK(s.found() == "");
  }
  SECTION("late enough") {
    s.leaves(2, 15, {7, 3}, 0, 1);
    CHECK(s.found() == "SW-FC: head against XOFF");
    CHECK(s.told() == "none: XOFF at the pin since cycle 12 / a head");
  }
  SECTION("by another output") {
    s.leaves(3, 15, {7, 3});
    CHECK(s.found() == "");
  }
  SECTION("XON has come in the same edge") {
    s.judge.far_xon({s.self, 2}, 20, true);
    s.leaves(2, 20, {7, 3}, 0, 1);
    CHECK(s.found() == "SW-FC: head against XOFF");
  }
  SECTION("XON has come an edge before") {
    s.judge.far_xon({s.self, 2}, 20, true);
    s.leaves(2, 21, {7, 3});
    CHECK(s.found() == "");
  }
  SECTION("its link is dead") {
    s.judge.link({s.self, 2}, 14, false);
    s.leaves(2, 16, {7, 3});
    CHECK(s.found() == "");
  }
  SECTION("its link is declared dead of late") {
    s.judge.declared({s.self, 2}, 14, false);
    s.leaves(2, 16, {7, 3});
    CHECK(s.found() == "");
  }
  SECTION("its link is back, which begins with XON") {
    s.judge.link({s.self, 2}, 14, false);
    s.judge.link({s.self, 2}, 20, true);
    s.leaves(2, 21, {7, 3});
    CHECK(s.found() == "");
  }
  SECTION("its link comes back in the same edge") {
    s.judge.link({s.self, 2}, 14, false);
    s.judge.link({s.self, 2}, 20, true);
    s.leaves(2, 20, {7, 3}, 0, 1);
    CHECK(s.found() == "SW-FC: head against XOFF");
  }
}

TEST_CASE(
    "SW-FC: XON stands from the first edge on, and from the edge at which a link begins anew") {
  cosim::SwitchFacts facts = small_facts();
  facts.least_latency = 1;
  Judged s(facts);
  SECTION("from the first edge on") {
    s.comes(0, 0, {7, 3});
    s.leaves(2, 1, {7, 3});
  }
  SECTION("from the edge at which a link begins anew") {
    s.comes(0, 10, {7, 3});
    s.judge.link({s.self, 2}, 14, false);
    s.judge.link({s.self, 2}, 20, true);
    s.leaves(2, 20, {7, 3});
  }
  CHECK(s.found() == "");
}

TEST_CASE("SW-FC: no head comes that the buffer does not hold") {
  Judged s;
  s.comes(0, 10, {1, 5, 1});
  s.comes(1, 10, {2, 5, 1});
  s.comes(0, 15, {3, 3, 1});
  CHECK(s.found() == "");
  CHECK(s.judge.held({s.self, 0}) == 8);
  s.comes(0, 18, {4, 1, 1});
  CHECK(s.found() == "SW-FC: packet that XON has let in");
  CHECK(s.told() == "room for 1 beats: 8 of 8 held / no room");
  CHECK(s.where().port == 0);
  CHECK(s.judge.violation()->tag == 4U);
}

TEST_CASE("SW-DEAD: no head into a port that was declared dead more than dead_within edges ago") {
  Judged s;
  s.comes(0, 10, {7, 3});
  s.judge.declared({s.self, 2}, 12, false);
  SECTION("as long as that is allowed") {
    s.leaves(2, 15, {7, 3});
    CHECK(s.found() == "");
  }
  SECTION("longer") {
    s.leaves(2, 16, {7, 3}, 0, 1);
    CHECK(s.found() == "SW-DEAD: head into a dead port");
    CHECK(s.told() == "none: declared dead in cycle 12 / a head");
  }
  SECTION("by another port") {
    s.leaves(3, 16, {7, 3});
    CHECK(s.found() == "");
  }
  SECTION("it is declared back") {
    s.judge.declared({s.self, 2}, 14, true);
    s.leaves(2, 18, {7, 3});
    CHECK(s.found() == "");
  }
}

TEST_CASE("SW-ORDER: packets stay in the order that the manifest says") {
  using Order = cosim::SwitchFacts::Order;
  struct Try {
    Order order;
    HostIdx source, destination;  ///< of the second packet, the first is from 0 to 9
    PortIdx in, out;              ///< the first one comes by 0 and leaves by 2
    bool right;
  };
  const Try t = GENERATE(Try{Order::kNone, 0, 9, 0, 2, true}, Try{Order::kFlow, 0, 9, 0, 2, false},
                         Try{Order::kFlow, 0, 9, 0, 3, false}, Try{Order::kFlow, 1, 9, 0, 2, true},
                         Try{Order::kFlow, 0, 8, 0, 2, true}, Try{Order::kFlow, 0, 9, 1, 2, true},
                         Try{Order::kPort, 1, 8, 0, 2, false}, Try{Order::kPort, 0, 9, 0, 3, true},
                         Try{Order::kPort, 0, 9, 1, 2, true});
  CAPTURE(static_cast<int>(t.order), t.source, t.destination, +t.in, +t.out);
  cosim::SwitchFacts facts = small_facts();
  facts.order = t.order;
  Judged s(facts);
  const Packet first{1, 2};
  const Packet second{2, 2, t.source, t.destination};
  s.comes(0, 10, first);
  s.comes(t.in, 12, second);
  s.leaves(t.out, 14, second);
  s.leaves(2, 16, first);
  CHECK(s.found() == (t.right                   ? ""
                      : t.order == Order::kFlow ? "SW-ORDER: packets of a flow"
                                                : "SW-ORDER: packets of an input and output"));
  if (!t.right) CHECK(s.judge.violation()->tag == 1U);
}

TEST_CASE("SW-ORDER: as they came is right") {
  Judged s;
  for (std::uint32_t tag = 1; tag < 4; ++tag) s.comes(0, 10 + 2 * tag, {tag, 2});
  for (std::uint32_t tag = 1; tag < 4; ++tag) s.leaves(2, 20 + 2 * tag, {tag, 2});
  CHECK(s.found() == "");
  CHECK(s.judge.judged() == 3);
}

TEST_CASE("SW-MSG: a message and a stop flag are for switches, and not behind edge 0") {
  const bool stop = GENERATE(false, true);
  Judged s(small_facts(), Judged::kLeaf);
  const auto speaks = [&](Cycle c, PortMask ports) {
    Pins pins;
    (stop ? pins.shows().stop : pins.shows().messages) = ports;
    s.look(c, pins);
  };
  SECTION("to switches") {
    speaks(1, 0b1100);
    CHECK(s.found() == "");
  }
  SECTION("to a host") {
    speaks(1, 0b0110);
    CHECK(s.found() == (stop ? "SW-MSG: stop flag" : "SW-MSG: fault message"));
    CHECK(s.told() == "none: no switch is at the other end / one");
    CHECK(s.where().port == 1);
  }
  SECTION("too early") {
    speaks(0, 0b1000);
    CHECK(s.told() == "none behind edge 0 / one");
    CHECK(s.where().port == 3);
  }
}

TEST_CASE("SW-CONS: what is found first is told, whatever is found behind it") {
  Judged s;
  s.leaves(2, 12, {8}, 0, 1);
  s.leaves(3, 13, {9}, 1, 2);
  CHECK(s.found() == "SW-CONS: head");
  CHECK(s.where().port == 2);
}
