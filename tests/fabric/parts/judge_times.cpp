// SPDX-License-Identifier: Apache-2.0
// How long heads, XON and an idle switch may wait, as the judge of whole switches of others has it.
#include "judged_switch.hpp"

using namespace selvage;
using namespace selvage::test;

TEST_CASE("SW-LAT: a head leaves no sooner than the least latency") {
  cosim::SwitchFacts facts = small_facts();
  facts.least_latency = 3;
  Judged s(facts);
  s.comes(0, 10, {7, 3});
  const Cycle after = GENERATE(2U, 3U);
  s.leaves(2, 10 + after, {7, 3}, 0, 1);
  CHECK(s.found() == (after == 3 ? "" : "SW-LAT: edges from head to head"));
  CHECK(s.told() == (after == 3 ? "" : "3 to 6 / 2"));
}

TEST_CASE("SW-LAT: a head that is alone leaves within the bounds") {
  Judged s;
  s.v = GENERATE(PortMask{0b0010}, PortMask{0b0001});
  const PortIdx out = s.v == 1 ? 0 : 1;
  s.comes(3, 10, {7, 3});
  SECTION("just in time") {
    s.quiet(13, 16);
    s.leaves(out, 16, {7, 3});
    CHECK(s.found() == "");
  }
  SECTION("too late") {
    s.leaves(out, 17, {7, 3}, 0, 1);
    CHECK(s.found() == "SW-LAT: edges from head to head");
    CHECK(s.told() == "2 to 6 / 7");
  }
  SECTION("it waits") {
    s.quiet(13, 17);
    CHECK(s.found() == "");
    s.quiet(17, 18);
    CHECK(s.found() == "SW-LAT: head alone in its switch");
    CHECK(s.told() == "leaves within 6 edges / waits");
    CHECK(s.where().port == 3);
    CHECK(s.judge.violation()->tag == 7U);
  }
}

TEST_CASE("SW-LAT: it is not alone, or not free, and may take longer") {
  Judged s;
  s.v = 0b0100;
  const Packet p{7, 3};
  const PortIdx out = 2;
  SECTION("another one was there") {
    s.comes(1, 5, {8, 2});
    s.comes(0, 10, p);
  }
  SECTION("another one comes") {
    s.comes(0, 10, p);
    s.comes(1, 12, {8, 2});
  }
  SECTION("an output of its V has XOFF when it comes") {
    s.v = 0b1100;
    s.judge.far_xon({s.self, 3}, 5, false);
    s.comes(0, 10, p);
  }
  SECTION("an output gets XOFF") {
    s.comes(0, 10, p);
    s.judge.far_xon({s.self, 1}, 12, false);
  }
  SECTION("an output gets XON") {
    s.judge.far_xon({s.self, 1}, 5, false);
    s.comes(0, 10, p);
    s.judge.far_xon({s.self, 1}, 12, true);
  }
  SECTION("a link dies") {
    s.comes(0, 10, p);
    s.judge.link({s.self, 1}, 13, false);
  }
  SECTION("a link comes back") {
    s.judge.link({s.self, 1}, 5, false);
    s.comes(0, 10, p);
    s.judge.link({s.self, 1}, 13, true);
  }
  SECTION("a message comes") {
    s.comes(0, 10, p);
    s.judge.message(s.self);
  }
  SECTION("routes change") {
    s.comes(0, 10, p);
    s.judge.routes_changed(s.self, 13);
  }
  s.quiet(13, 20);
  s.leaves(out, 20, p);
  CHECK(s.found() == "");
}

TEST_CASE("SW-LAT: what goes out by a dead port alone has no bound") {
  cosim::SwitchFacts facts = small_facts();
  facts.dead_within = 20;
  Judged s(facts);
  s.judge.declared({s.self, 2}, 9, false);
  s.v = 0b0100;
  s.comes(0, 10, {7, 3});
  s.quiet(13, 19);
  s.leaves(2, 19, {7, 3});
  CHECK(s.found() == "");
}

TEST_CASE("SW-LAT: a level at the pin that is no change changes nothing") {
  Judged s;
  s.comes(0, 10, {7, 3});
  s.judge.far_xon({s.self, 1}, 12, true);
  s.leaves(2, 17, {7, 3}, 0, 1);
  CHECK(s.found() == "SW-LAT: edges from head to head");
}

TEST_CASE("SW-PROG: the first head of an input waits at most stall_max edges with XON") {
  Judged s;
  s.v = GENERATE(PortMask{0b1100}, PortMask{0b0001});
  const PortIdx in = s.v == 1 ? 1 : 0;
  s.comes(in, 10, {7, 3, 1});
  s.comes(in, 13, {8, 3, 2});  // not the first of its input
  SECTION("as long as that") {
    s.quiet(16, 26);
    CHECK(s.found() == "");
    s.quiet(26, 27);
    CHECK(s.found() == "SW-PROG: head that waits while its outputs have XON");
    CHECK(s.told() == "at most 10 edges / more");
    CHECK(s.where().port == in);
    CHECK(s.judge.violation()->tag == 7U);
  }
  SECTION("edges with an XOFF do not count") {
    s.v = 0b1100;
    s.judge.routes_changed(s.self, 16);
    s.judge.far_xon({s.self, 2}, 16, false);
    s.quiet(16, 40);
    s.judge.far_xon({s.self, 2}, 40, true);
    s.quiet(40, 50);
    CHECK(s.found() == "");
    s.quiet(50, 51);
    CHECK(s.found() == "SW-PROG: head that waits while its outputs have XON");
  }
  SECTION("nor do those without a live way") {
    s.v = 0b0100;
    s.judge.declared({s.self, 2}, 16, false);
    s.quiet(16, 40);
    CHECK(s.found() == "");
  }
  SECTION("an XOFF of a dead port stands in no way") {
    s.v = 0b1100;
    s.judge.far_xon({s.self, 2}, 15, false);
    s.judge.declared({s.self, 2}, 16, false);
    s.quiet(16, 27);
    CHECK(s.found() == "SW-PROG: head that waits while its outputs have XON");
  }
  SECTION("what leaves waits no more, the next one does") {
    s.v = 0b1100;
    s.judge.routes_changed(s.self, 16);
    s.quiet(16, 20);
    s.leaves(2, 20, {7, 3, 1}, 0, 2);
    s.quiet(22, 30);
    CHECK(s.found() == "");
    s.quiet(30, 31);
    CHECK(s.found() == "SW-PROG: head that waits while its outputs have XON");
    CHECK(s.judge.violation()->tag == 8U);
  }
}

TEST_CASE("SW-PROG: of the input with the highest number too, the first head alone waits") {
  Judged s(small_facts(), 0, {64, 2});
  s.v = 0b1000;
  s.comes(63, 10, {7, 3, 1});
  s.comes(63, 13, {8, 3, 2});
  s.quiet(16, 20);
  s.v = 0;
  s.leaves(3, 20, {7, 3, 1}, 0, 1);
  s.quiet(21, 30);
  CHECK(s.found() == "");
}

TEST_CASE("SW-PROG: one input does not wait for another, nor for what is dropped while it comes") {
  Judged s;
  s.v = 0;
  s.comes(0, 10, {6, 3, 1}, 1);
  s.look(12, Pins().drops(0));
  s.v = 0b0100;
  s.judge.routes_changed(s.self, 13);
  s.quiet(13, 40);
  CHECK(s.found() == "");
  s.comes(1, 40, {7, 3, 2});
  s.comes(3, 40, {8, 3, 3});
  s.leaves(2, 43, {7, 3, 2}, 0, 1);
  s.quiet(44, 53);
  CHECK(s.found() == "");
  s.quiet(53, 54);
  CHECK(s.found() == "SW-PROG: head that waits while its outputs have XON");
  CHECK(s.judge.violation()->tag == 8U);
}

TEST_CASE("SW-PROG: a switch that holds a whole packet is not idle") {
  Judged s;
  const Packet p{7, 4};
  s.comes(1, 10, p, 3);
  s.look(12, Pins().is_idle());  // it waits for the rest of it
  CHECK(s.found() == "");
  SECTION("it has come") {
    s.more(1, 13, p, 3, 4);
    s.look(13, Pins().is_idle());
  }
  SECTION("its link is dead") {
    s.judge.link({s.self, 1}, 13, false);
    s.look(13, Pins().is_idle());
  }
  CHECK(s.found() == "SW-PROG: idle");
  CHECK(s.told() == "0: a packet is inside / 1");
  CHECK(s.where().port == 1);
  CHECK(s.judge.violation()->tag == 7U);
}

TEST_CASE("SW-FC: a switch that is idle says XON to inputs that hold nothing") {
  Judged s;
  const Packet p{7, 4};
  const PortIdx in = GENERATE(PortIdx{0}, PortIdx{3});
  s.v = in == 0 ? 0b0100 : 0b0001;
  s.comes(in, 10, p, 3);
  s.leaves(in == 0 ? 2 : 0, 13, p, 0, 3);
  s.look(16, Pins().is_idle().xoff(PortMask{1} << in));  // one beat is still to come
  CHECK(s.found() == "");
  s.more(in, 17, p, 3, 4);
  s.leaves(in == 0 ? 2 : 0, 17, p, 3, 4);
  s.look(18, Pins().is_idle());
  CHECK(s.found() == "");
  s.look(19, Pins().is_idle().xoff(PortMask{1} << in));
  CHECK(s.found() == "SW-FC: XON of an empty input");
  CHECK(s.told() == "before the switch says that it is idle / XOFF");
  CHECK(s.where().port == in);
}

TEST_CASE("SW-FC: an input that holds nothing says XON within stall_max") {
  Judged s;
  const PortIdx in = GENERATE(PortIdx{0}, PortIdx{3});
  const PortMask bit = PortMask{1} << in;
  Cycle empty = 12;
  SECTION("from the beginning on") { empty = 0; }
  SECTION("of late it said XON") {
    s.quiet(10, 13);
    CHECK(!s.judge.owes(s.self));
  }
  SECTION("of late it held something") {
    const Packet p{7, GENERATE(1U, 2U)};
    s.v = in == 0 ? 0b0100 : 0b0001;
    s.comes(in, 10, p);
    for (unsigned i = 0; i < p.beats; ++i) {
      s.look(13 + i, Pins().xoff(bit).beat_at(in == 0 ? 2 : 0, beat_of(p, i)));
    }
    empty = 12 + p.beats;
  }
  SECTION("of late it held what is dropped") {
    s.v = 0;
    s.comes(in, 10, {7, 2});
    s.look(13, Pins().drops(in).xoff(bit));
    empty = 13;
  }
  s.quiet(empty + 1, empty + 11, bit);
  CHECK(s.found() == "");
  CHECK(s.judge.owes(s.self));
  s.quiet(empty + 11, empty + 12, bit);
  CHECK(s.found() == "SW-FC: XON of an empty input");
  CHECK(s.told() == "within 10 edges / XOFF");
  CHECK(s.where().port == in);
}

TEST_CASE("SW-FC: an input that holds something may say XOFF for as long as it does") {
  Judged s;
  s.v = 0;
  s.comes(0, 10, {7, GENERATE(1U, 2U)});
  s.quiet(13, 40, 0b0001);
  CHECK(s.found() == "");
}
