// SPDX-License-Identifier: Apache-2.0
// What changes and messages of a control plane go back to, message hops counted from the end that
// declared its link (FT-AUD-3); the order in which its queues are kept and served.
#include <catch2/catch.hpp>

#include <algorithm>

#include "../support.hpp"
#include "golden/fattree/control_plane.hpp"

using namespace selvage;
using namespace selvage::golden;
using selvage::golden::test::switch_at;
using Kind = FaultMessage::Kind;

namespace {

/// <1,10> of a 4P3T: ports 0 and 1 lead down, 2 and 3 up. What is heard, as "ULFM 0:5+1": by port
/// 0, of event 5, a hop from it; "change 5+0".
struct Heard {
  const FatTree tree{4, 3};
  const ControlPlane plane{tree, switch_at(tree, 1, "10"), Rule::kCorrected, {}, {}};
  ControlState s = plane.power_on(8);
  ControlInput in;
  ControlOutput out;

  static std::string of(Cause cause) {
    const bool known = cause.event != Cause::kUnknown;
    return (known ? std::to_string(cause.event) : "?") + "+" + std::to_string(cause.hops);
  }
  void arrive(unsigned port, FaultMessage message, Cause cause) {
    message.cause = cause;
    in.arrivals.push_back({static_cast<PortIdx>(port), message});
  }
  void link(unsigned port, bool up, std::uint32_t event) {
    link(port, up);
    in.known.push_back({static_cast<PortIdx>(port), up, event});
  }
  void link(unsigned port, bool up) { (up ? in.link_up : in.link_down) |= PortMask{1} << port; }

  /// One cycle.
  std::vector<std::string> step() {
    plane.step(s, in, out);
    in = {};
    std::vector<std::string> heard;
    if (out.changed) heard.push_back("change " + of(out.cause));
    for (const PortMessage& m : out.sent) {
      heard.push_back(std::string(to_string(m.message.kind)) + " " + std::to_string(m.port) + ":" +
                      of(m.message.cause));
    }
    return heard;
  }
  /// Until nothing is left to do, at most 100 cycles.
  std::vector<std::string> rest() {
    std::vector<std::string> all = step();
    for (int cycle = 0; cycle < 100 && !s.quiet(); ++cycle) {
      for (const std::string& one : step()) all.push_back(one);
    }
    return all;
  }
};
using Lines = std::vector<std::string>;

FaultMessage foreign(unsigned seq) {
  return {Kind::kUlfm, 0, Digits{}.with(1, 3), 2, static_cast<std::uint8_t>(seq)};
}

}  // namespace

TEST_CASE("FT-AUD-3: what a link event makes a switch say is one hop from it", "[golden][cycle]") {
  Heard x;
  x.link(0, false, 5);
  CHECK(x.rest() == Lines{"change 5+0", "ULFM 1:5+1", "ULFM 2:5+1", "ULFM 3:5+1"});
  x.link(0, true, 6);
  CHECK(x.rest() == Lines{"change 6+0", "RESYNC 0:6+1", "RESYNC 1:6+1", "RESYNC 2:6+1",
                          "RESYNC 3:6+1", "ULRM 1:6+1", "ULRM 2:6+1", "ULRM 3:6+1"});
  x.link(2, false, 7);
  CHECK(x.rest() == Lines{"change 7+0"});
  x.link(2, true, 8);
  CHECK(x.rest() == Lines{"change 8+0", "SYNCREQ 2:8+1"});
}

TEST_CASE("FT-AUD-3: events without a number have none, whatever came before", "[golden][cycle]") {
  for (const unsigned port : {0U, 1U}) {
    Heard x;
    x.link(port, false, 5);
    x.rest();
    x.link(port, true, 6);
    x.rest();
    x.link(port, false);
    CHECK(x.rest().front() == "change ?+0");
    x.link(port, true);
    CHECK(x.rest().front() == "change ?+0");
    x.link(port, false, 7);
    x.link(port, true, 8);
    x.rest();
    x.link(port, false);  // both in one cycle: the death goes first
    x.link(port, true);
    const Lines both = x.rest();
    CHECK(std::count(both.begin(), both.end(), "change ?+0") == 2);
  }
}

TEST_CASE("FT-AUD-3: of events of several ports, and of both of one, each keeps its own number",
          "[golden][cycle]") {
  Heard x;
  x.link(0, false, 5);
  x.link(1, false, 6);
  x.step();  // 0 is picked next; 1 waits
  x.step();
  x.link(1, true, 7);  // goes after the death of the same port
  CHECK(x.rest() == Lines{"change 5+0", "change 6+0", "change 7+0", "RESYNC 0:7+1", "RESYNC 1:7+1",
                          "RESYNC 2:7+1", "RESYNC 3:7+1", "ULFM 1:5+1", "ULFM 2:5+1", "ULFM 3:5+1",
                          "ULRM 0:6+1", "ULRM 2:6+1", "ULRM 3:6+1"});
}

TEST_CASE("FT-AUD-3: a message goes on one hop further, what it changes is as far as it came",
          "[golden][cycle]") {
  Heard x;
  x.arrive(2, foreign(1), {9, 4});
  CHECK(x.rest() == Lines{"ULFM 0:9+5", "ULFM 1:9+5"});
  x.arrive(2, {Kind::kUlfm, 1, Digits{}.with(1, 3), 2, 1}, {9, 4});
  CHECK(x.rest() == Lines{"change 9+4"});
}

TEST_CASE("FT-AUD-3: an announcement goes back to what made it pending first", "[golden][cycle]") {
  Heard x;
  x.link(1, false, 1);
  x.rest();
  const FaultMessage resync{Kind::kResync, 1, Digits{}.with(1, 3), 2, 9};
  x.link(0, false, 2);
  x.step();
  x.arrive(2, resync, {3, 6});  // before the announcement of port 0, which is pending by then
  CHECK(x.rest() == Lines{"change 2+0", "RESYNC 0:3+7", "RESYNC 1:3+7", "ULFM 1:2+1", "ULFM 2:2+1",
                          "ULFM 3:2+1", "ULFM 0:3+7", "ULFM 2:3+7", "ULFM 3:3+7"});
}

TEST_CASE("FT-CYC-4: round robin goes on to the last of 64 ports and wraps behind it",
          "[golden][cycle]") {
  const FatTree tree(64, 2);
  const ControlPlane plane(tree, 0, Rule::kCorrected, {}, {});
  ControlState s = plane.power_on(4);
  ControlOutput out;
  std::vector<int> order;
  for (int cycle = 0; cycle < 60; ++cycle) {
    ControlInput in;
    for (const PortIdx port : {PortIdx{32}, PortIdx{62}, PortIdx{63}}) {
      if (cycle < 2) in.arrivals.push_back({port, {Kind::kDlfm, 1, {}, 0, 0}});
    }
    const std::uint64_t before = s.totals.received;
    plane.step(s, in, out);
    if (s.totals.received != before) order.push_back(s.port);
  }
  CHECK(order == std::vector<int>{32, 62, 63, 32, 62, 63});
}

TEST_CASE("FT-CYC-4: from below, too, round robin begins with the lowest of 64 ports",
          "[golden][cycle]") {
  const FatTree tree(64, 2);
  const ControlPlane root(tree, tree.switch_count() - 1, Rule::kCorrected, {}, {});
  ControlState s = root.power_on(4);
  ControlOutput out;
  ControlInput in;
  for (const PortIdx port : {PortIdx{63}, PortIdx{7}})
    in.arrivals.push_back({port, {Kind::kSyncReq, 0, {}, 0, 0}});
  root.step(s, in, out);
  in.arrivals.clear();
  root.step(s, in, out);
  CHECK(s.port == 7);
}

TEST_CASE("FT-CYC-3: a FIFO keeps its order while it fills, wherever its head stands",
          "[golden][cycle]") {
  for (const unsigned first : {1U, 4U, 5U, 8U, 16U}) {
    for (unsigned gone = 0; gone < first; ++gone) {
      CAPTURE(first, gone);
      MessageFifo fifo(16);
      unsigned in = 0;
      unsigned out = 0;
      while (in < first) fifo.push(foreign(in++));
      while (out < gone) CHECK(fifo.pop() == foreign(out++));
      while (!fifo.full()) fifo.push(foreign(in++));
      CHECK(fifo.size() == 16);
      CHECK(fifo.peak() == 16);
      for (; !fifo.empty(); ++out) {
        CHECK(fifo.head() == foreign(out));
        CHECK(fifo.pop() == foreign(out));
      }
      CHECK(out == in);
      fifo.push(foreign(77));
      fifo.push(foreign(78));
      fifo.pop();
      fifo.clear();
      CHECK(fifo.empty());
      fifo.push(foreign(79));
      CHECK(fifo.pop() == foreign(79));
    }
  }
}

TEST_CASE("FT-CYC-7: with its FIFOs a LINK_DOWN clears the stop flag, and the port takes again",
          "[golden][cycle]") {
  Heard x;
  for (unsigned i = 0; i < 60 && x.s.in[0].size() < 16; ++i) {
    x.arrive(0, foreign(i), {});
    x.in.stop = 0b1111;
    x.step();
  }
  for (unsigned i = 0; i < 6; ++i) {
    x.in.stop = 0b1111;
    x.step();
  }
  CHECK((x.out.stop & 0b0001) != 0);
  CHECK(x.s.out[1].full());
  x.link(0, false);
  x.link(1, false);
  x.in.stop = 0b1111;
  x.step();
  CHECK(x.out.stop == 0);
  x.rest();
  CHECK(x.s.quiet());
  CHECK(x.s.faults.down_failed == 0b0011);
}
