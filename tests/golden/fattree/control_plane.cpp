// SPDX-License-Identifier: Apache-2.0
/// The control plane of one switch, cycle by cycle (FT-CYC-1 to FT-CYC-8).
#include <catch2/catch.hpp>

#include "golden/fattree/control_plane.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using selvage::golden::test::aborts;
using selvage::golden::test::switch_at;
using Kind = FaultMessage::Kind;

namespace {

/// <1,10> of the 4-port 3-tree: down ports 0 and 1, up ports 2 and 3.
struct Bench {
  explicit Bench(unsigned latency = 1)
      : plane(tree, switch_at(tree, 1, "10"), Rule::kCorrected, {}, {16, 8, latency}),
        s(plane.power_on(8)) {}

  /// One cycle; what was given with arrive(), stop, link_down and link_up is used up, but for stop.
  const ControlOutput& step() {
    plane.step(s, in, out);
    in.arrivals.clear();
    in.link_down = in.link_up = 0;
    ++now;
    return out;
  }
  void arrive(unsigned port, const FaultMessage& message) {
    in.arrivals.push_back({static_cast<PortIdx>(port), message});
  }
  /// Steps until a message leaves by `port`, at most 100 cycles; the cycle in which it does.
  int cycle_of(unsigned port, const FaultMessage& message) {
    for (int i = 0; i < 100; ++i) {
      step();
      for (const PortMessage& sent : out.sent) {
        if (sent.port == port && sent.message == message) return now - 1;
      }
    }
    return -1;
  }

  const FatTree tree{4, 3};
  ControlPlane plane;
  ControlState s;
  ControlInput in;
  ControlOutput out;
  int now = 0;  ///< the next cycle
};

/// A statement of level 0, which <1,10> passes on; distinguished by `seq`.
FaultMessage foreign(unsigned seq) {
  return {Kind::kUlfm, 0, Digits{}.with(1, 3), 2, static_cast<std::uint8_t>(seq)};
}
FaultMessage own_level(Kind kind, unsigned c1, unsigned k, unsigned seq) {
  return {kind, 1, Digits{}.with(1, c1), k, static_cast<std::uint8_t>(seq)};
}
const FaultMessage kSyncReq{Kind::kSyncReq, 0, {}, 0, 0};

}  // namespace

TEST_CASE("FT-CYC-5: a message on its way through an idle switch", "[golden][cycle]") {
  Bench x;
  x.arrive(2, foreign(1));
  x.step();  // 0: arrives; 1: picked; 3: enters the output FIFOs; 4: leaves
  CHECK(x.s.in[2].size() == 1);
  x.step();
  CHECK(x.s.in[2].empty());
  CHECK(x.cycle_of(0, foreign(1)) == 4);
  CHECK(x.out.sent.size() == 2);  // by both down ports at once
  CHECK(x.s.quiet());
  CHECK(ControlPlane::next_activity(x.s, 5) == kNever);
}

TEST_CASE("FT-CYC-5: one operation every three cycles with one broadcast", "[golden][cycle]") {
  Bench x;
  for (unsigned i = 0; i < 4; ++i) {
    x.arrive(2, foreign(i));
    x.step();
  }
  CHECK(x.cycle_of(0, foreign(0)) == 4);
  CHECK(x.cycle_of(0, foreign(1)) == 7);
  CHECK(x.cycle_of(0, foreign(2)) == 10);
}

TEST_CASE("FT-CYC-6: a statement is seen four cycles after the pick", "[golden][cycle]") {
  Bench x;
  x.arrive(2, own_level(Kind::kUlfm, 3, 2, 1));
  x.step();                                 // 0: arrives
  x.step();                                 // 1: picked
  CHECK(x.s.faults.lft.entries().empty());  // what a request of cycle 2 sees
  CHECK_FALSE(x.out.changed);
  x.step();  // 2: looked for
  x.step();  // 3: read
  CHECK_FALSE(x.out.changed);
  CHECK(x.s.faults.lft.entries().empty());
  x.step();  // 4: written at its end
  CHECK(x.out.changed);
  CHECK(x.s.faults.lft.entries().size() == 1);
  CHECK(x.s.unit != ControlState::Unit::kIdle);
  x.step();                                      // 5: re-evaluated
  CHECK(x.s.unit == ControlState::Unit::kIdle);  // nothing to send: idle in cycle 6
}

TEST_CASE("FT-CYC-1: broadcasts go out in order, one a cycle", "[golden][cycle]") {
  Bench x;
  x.in.link_down = 0b1100;  // ports 2 and 3: port 3's ends in DLFM
  x.arrive(2, own_level(Kind::kUlfm, 3, 2, 1));
  x.step();
  std::vector<FaultMessage> by_0;
  for (int i = 0; i < 20; ++i) {
    for (const PortMessage& sent : x.step().sent) {
      if (sent.port == 0) by_0.push_back(sent.message);
    }
  }
  REQUIRE(by_0.size() == 1);  // the ULFM fell to FT-CYC-7
  CHECK(by_0[0] == FaultMessage{Kind::kDlfm, 1, {}, 0, 0});
  x.arrive(3, own_level(Kind::kUlfm, 3, 3, 1));
  CHECK(x.cycle_of(0, {Kind::kDerf, 0, Digits{}.with(1, 3), 2, 0}) == 29);
  CHECK(x.cycle_of(0, {Kind::kDerf, 0, Digits{}.with(1, 3).with(0, 1), 2, 0}) == 30);
}

TEST_CASE("FT-CYC-4: LINK_DOWN, LINK_UP, from above, from below, announcements",
          "[golden][cycle]") {
  Bench x;
  CHECK(x.s.totals.operations == 0);
  x.in.link_down = 0b0001;
  x.step();
  while (!x.s.quiet()) x.step();
  CHECK(x.s.totals.operations == 2);  // the event, and its announcement
  // All at once: 1 goes down, 0 comes back, heads wait at 3 and 1.
  x.in.link_down = 0b0010;
  x.in.link_up = 0b0001;
  x.arrive(3, foreign(3));
  x.step();
  x.arrive(1, foreign(1));  // after the LINK_DOWN
  x.step();
  std::vector<ControlState::Operation> operations{x.s.operation};
  std::vector<int> ports{x.s.port};
  for (std::uint64_t done = x.s.totals.operations; !x.s.quiet(); x.step()) {
    if (x.s.unit != ControlState::Unit::kPicked || done == x.s.totals.operations) continue;
    done = x.s.totals.operations;
    operations.push_back(x.s.operation);
    ports.push_back(x.s.port);
  }
  using Operation = ControlState::Operation;
  CHECK(operations == std::vector<Operation>{Operation::kLinkDown, Operation::kLinkUp,
                                             Operation::kReceive, Operation::kReceive,
                                             Operation::kAnnounce, Operation::kAnnounce});
  CHECK(ports == std::vector<int>{1, 0, 3, 1, 0, 1});
}

TEST_CASE("FT-CYC-4: round robin on each side, the lowest port first", "[golden][cycle]") {
  Bench x;
  for (unsigned i = 0; i < 3; ++i) {
    for (unsigned port = 0; port < 4; ++port) x.arrive(port, foreign(10 * port + i));
    x.step();
  }
  std::vector<int> order;
  for (std::uint64_t seen = x.s.totals.received; !x.s.quiet(); x.step()) {
    if (order.empty() || x.s.totals.received != seen) {
      seen = x.s.totals.received;
      order.push_back(x.s.port);
    }
  }
  CHECK(order == std::vector<int>{2, 3, 2, 3, 2, 3, 0, 1, 0, 1, 0, 1});
}

TEST_CASE("FT-CYC-4: what waits for room lets what is ready pass", "[golden][cycle]") {
  Bench x;
  x.in.stop = 0b1000;  // port 3 does not send: its output FIFO fills with what comes from below
  for (unsigned i = 0; i < 12; ++i) {
    x.arrive(0, foreign(i));
    for (int n = 0; n < 3; ++n) x.step();
  }
  for (int n = 0; n < 10; ++n) x.step();
  CHECK(x.s.out[3].full());
  CHECK(x.s.in[0].size() == 4);
  // From above needs no room above.
  x.arrive(2, foreign(100));
  CHECK(x.cycle_of(0, foreign(100)) >= 0);
  // A SYNCREQ behind another head passes as well, an announcement does not, LINK_DOWN does.
  x.arrive(1, kSyncReq);
  x.in.link_down = 0b0001;
  for (int n = 0; n < 10; ++n) x.step();
  CHECK(x.s.in[1].empty());
  CHECK(x.s.faults.down_failed == 0b0001);
  CHECK(x.s.faults.pending == 0b0001);
  x.in.link_up = 0b0001;
  for (int n = 0; n < 10; ++n) x.step();
  CHECK(x.s.link_up == 0b0001);  // waits for room everywhere
  x.in.stop = 0;
  while (!x.s.quiet()) x.step();
  CHECK(x.s.faults.down_failed == 0);
}

TEST_CASE("FT-CYC-4: a head that leaves makes room for the next cycle", "[golden][cycle]") {
  Bench x;
  x.in.stop = 0b0001;
  for (unsigned i = 0; i < 9; ++i) x.arrive(2, foreign(i)), x.step();
  for (int n = 0; n < 30; ++n) x.step();
  CHECK(x.s.out[0].full());
  CHECK(x.s.in[2].size() == 1);
  x.in.stop = 0;
  x.step();
  CHECK(x.s.out[0].size() == 7);
  CHECK(x.s.in[2].size() == 1);
  x.step();
  CHECK(x.s.in[2].empty());
}

TEST_CASE("FT-CYC-5: a broadcast waits until all its FIFOs have room", "[golden][cycle]") {
  Bench x;
  x.in.link_down = 0b1000;
  x.step();
  while (!x.s.quiet()) x.step();
  x.in.stop = 0b0001;
  for (unsigned i = 0; i < 7; ++i) x.arrive(2, foreign(i)), x.step();
  for (int n = 0; n < 30; ++n) x.step();
  CHECK(x.s.out[0].size() == 7);
  x.arrive(2, own_level(Kind::kUlfm, 3, 2, 1));  // two broadcasts
  for (int n = 0; n < 10; ++n) x.step();
  CHECK(x.s.out[0].full());
  CHECK(x.s.unit == ControlState::Unit::kBroadcasting);
  CHECK(x.s.faults.lft.entries().size() == 1);
  x.in.stop = 0;
  x.step();
  CHECK(x.s.out[0].size() == 7);  // the head has left, nothing has entered
  CHECK(x.s.unit == ControlState::Unit::kBroadcasting);
  x.step();
  CHECK(x.s.out[0].size() == 7);
  CHECK(x.s.unit == ControlState::Unit::kIdle);
}

TEST_CASE("FT-CYC-3: a stopped port keeps its messages in order", "[golden][cycle]") {
  Bench x;
  x.in.stop = 0b0001;
  for (unsigned i = 0; i < 3; ++i) x.arrive(2, foreign(i)), x.step();
  for (int n = 0; n < 20; ++n) {
    for (const PortMessage& sent : x.step().sent) CHECK(sent.port == 1);
  }
  CHECK(x.s.out[0].size() == 3);
  CHECK(x.s.out[1].empty());
  x.in.stop = 0;
  for (unsigned i = 0; i < 3; ++i) {
    REQUIRE(x.step().sent.size() == 1);
    CHECK(x.out.sent[0].message == foreign(i));
  }
  CHECK(x.s.quiet());
}

TEST_CASE("FT-CYC-2: an input FIFO asks to stop above its level", "[golden][cycle]") {
  const unsigned latency = GENERATE(1U, 4U, 6U);
  Bench x(latency);
  const unsigned level = 16 - 2 * latency - 2;
  x.in.stop = 0b1111;
  unsigned before = 0;
  for (unsigned i = 0; i < 60 && x.s.in[0].size() < 16; ++i) {
    x.arrive(0, foreign(i));
    x.step();
    CHECK(((x.out.stop & 1U) != 0) == (x.s.in[0].size() > level));
    if ((x.out.stop & 1U) == 0) before = x.s.in[0].size();
  }
  CHECK(before == level);
  x.in.stop = 0;
  while (!x.s.quiet()) {
    x.step();
    CHECK(((x.out.stop & 1U) != 0) == (x.s.in[0].size() > level));
  }
  CHECK(x.s.in[0].peak() == 16);
  CHECK(x.s.in[1].peak() == 0);
}

TEST_CASE("FT-CYC-2: where no depth is given inputs hold 16 messages and outputs 8",
          "[golden][cycle]") {
  const FatTree tree(4, 3);
  const ControlPlane plane(tree, 0, Rule::kCorrected, {}, {});
  CHECK(plane.timing().input_depth == 16);
  CHECK(plane.timing().output_depth == 8);
  CHECK(plane.timing().latency == 1);  // the shortest link
  CHECK(plane.timing().xoff() == 12);
}

TEST_CASE("FT-CYC-7: LINK_DOWN empties both FIFOs of its port", "[golden][cycle]") {
  Bench x;
  x.in.stop = 0b0011;
  for (unsigned i = 0; i < 9; ++i) x.arrive(2, foreign(i)), x.step();
  for (int n = 0; n < 30; ++n) x.step();
  CHECK(x.s.out[0].full());
  x.arrive(0, foreign(50));
  x.arrive(2, foreign(51));
  x.step();
  x.arrive(0, foreign(52));
  x.in.link_down = 0b0001;
  x.step();
  CHECK(x.s.in[0].empty());
  CHECK(x.s.out[0].empty());
  CHECK(x.s.totals.emptied_in == 2);
  CHECK(x.s.totals.emptied_out == 8);
  CHECK(x.s.out[1].full());
  CHECK(x.s.in[2].size() == 2);
}

TEST_CASE("FT-CYC-7: LINK_DOWN takes a waiting LINK_UP away, not a later one", "[golden][cycle]") {
  Bench x;
  const auto settle = [&x] {
    x.step();
    while (!x.s.quiet()) x.step();
  };
  x.in.link_down = 0b0001;
  settle();
  x.arrive(2, foreign(1));
  x.step();
  x.step();  // picked: what comes now waits
  x.in.link_up = 0b0001;
  x.step();
  x.in.link_down = 0b0001;
  settle();
  CHECK(x.s.faults.down_failed == 0b0001);
  CHECK(x.s.faults.seq[0] == 1);
  x.in.link_up = 0b0001;
  settle();
  x.arrive(2, foreign(2));
  x.step();
  x.step();
  x.in.link_down = 0b0001;
  x.step();
  x.in.link_up = 0b0001;
  settle();
  CHECK(x.s.faults.down_failed == 0);
  CHECK(x.s.faults.seq[0] == 4);
}

TEST_CASE("FT-CYC-1: the state is a value and an idle step changes nothing", "[golden][cycle]") {
  Bench x;
  x.arrive(2, foreign(1));
  x.step();
  x.step();
  ControlState copy = x.s;
  ControlOutput out;
  const int left = x.cycle_of(0, foreign(1));
  int again = 2;
  for (; again < 100; ++again) {
    x.plane.step(copy, {}, out);
    if (!out.sent.empty()) break;
  }
  CHECK(again == left);
  const auto operations = copy.totals.operations;
  while (!copy.quiet()) x.plane.step(copy, {}, out);
  for (int n = 0; n < 10; ++n) {
    x.plane.step(copy, {}, out);
    CHECK(out.sent.empty());
    CHECK(out.stop == 0);
  }
  CHECK(copy.totals.operations == operations);
}

TEST_CASE("FT-CYC-1: a quiet cycle shows nothing, whatever was shown before", "[golden][cycle]") {
  Bench x;
  x.out.sent.push_back({0, foreign(1)});
  x.out.stop = 0b0101;
  x.out.changed = true;
  x.step();
  CHECK(x.out.sent.empty());
  CHECK(x.out.stop == 0);
  CHECK_FALSE(x.out.changed);
}

TEST_CASE("FT-CYC-2: what does not fit is refused", "[golden][cycle]") {
  const FatTree tree(4, 3);
  const auto makes = [&](ControlTiming timing) {
    return aborts([&] { (void)ControlPlane(tree, 0, Rule::kCorrected, {}, timing); });
  };
  CHECK(makes({16, 8, 0}).find("too short for the link latency") != std::string::npos);
  CHECK(makes({16, 8, 7}).find("too short for the link latency") != std::string::npos);
  CHECK(makes({18, 8, 7}).empty());
  MessageFifo fifo(1);
  fifo.push(foreign(1));
  CHECK(aborts([&] { fifo.push(foreign(2)); }).find("full FIFO") != std::string::npos);
}
