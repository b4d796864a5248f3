// SPDX-License-Identifier: Apache-2.0
/// Every reachable state of the aggregator's machine at small sizes, with one ACK watched:
/// FLOW-P-1, 3, 4, 5, 7 and the worst wait, exactly (FLOW-B-4..8).
#include <catch2/catch.hpp>

#include <string>
#include <unordered_set>
#include <vector>

#include "golden/flow/ack_aggregator.hpp"
#include "wire.hpp"

using namespace selvage::golden;
using selvage::test::aged;
using selvage::test::kAgedNow;
using selvage::test::may_ask;
using selvage::test::Wire;

namespace {

constexpr unsigned kNobody = 63;

struct Node {
  AggregatorState s;
  Wire wire;
  unsigned before = kNobody;  ///< ACKs in front of the watched one
  unsigned wait = 0;          ///< cycles since it was pushed
  bool watched = false;       ///< it has been chosen
  [[nodiscard]] std::string packed() const {
    std::string k;
    for (const unsigned v :
         {unsigned{s.req}, s.cnt, s.cur, static_cast<unsigned>(s.cs), static_cast<unsigned>(s.ns),
          wire.busy, wire.packing, unsigned{wire.data}, unsigned{wire.after_ack},
          unsigned{wire.left}, before, wait, unsigned{watched}})
      k.push_back(static_cast<char>(v));
    return k;
  }
};

struct Found {
  std::size_t states = 0;
  unsigned worst = 0;
  unsigned most = 0;
  bool sound = true;  ///< P1, P3, P4, P7
};

/// What stands behind the aggregator: its packer and a line.
struct Line {
  bool back_to_back = true;  ///< a second ACK frame goes before data (FLOW-B-7)
  bool held = true;          ///< and data waits while the packer is busy
  unsigned ack_frame = 2;    ///< cycles of every ACK frame, if
  unsigned width = 0;        ///< bytes of the line a cycle are not given
  [[nodiscard]] unsigned packer(unsigned acks) const {
    return width == 0 ? ack_frame : ack_frame_words(acks);
  }
  [[nodiscard]] unsigned wire(unsigned acks) const {
    return width == 0 ? ack_frame : (8 * ack_frame_blocks(acks) + width - 1) / width;
  }
};

Found explore(const AggregatorConfig& c, unsigned frame, const Line& line) {
  constexpr unsigned stop_at = 120;
  Found found;
  std::unordered_set<std::string> seen;
  std::vector<Node> todo{Node{}};
  seen.insert(todo.back().packed());
  while (!todo.empty()) {
    const Node node = todo.back();
    todo.pop_back();
    for (unsigned choice = 0; choice < 8; ++choice) {
      const bool push = (choice & 1) != 0 && node.s.cnt < c.depth;
      const bool watch = (choice & 2) != 0;
      if (((choice & 1) != 0) != push || (watch && (!push || node.watched))) continue;
      Node next = node;
      const Wire::Turn turn =
          next.wire.decide(node.s.req, (choice & 4) != 0, frame, line.back_to_back, line.held);
      const AggregatorMove move = aggregate(c, node.s, kAgedNow, push, turn.idle, turn.grant);
      next.s = aged(c, move.next, kAgedNow + 1);
      next.wire.tick(move.fire ? line.packer(move.len) : 0, move.fire ? line.wire(move.len) : 0,
                     move.next.cnt > 0);
      const AggregatorState& n = next.s;
      if (move.fire && (move.len < 1 || move.len > c.max)) found.sound = false;
      if (!(n.cur <= n.cnt && n.cnt <= c.depth)) found.sound = false;
      if (n.cnt > n.cur && n.cur != c.max) found.sound = false;
      if (n.req && n.cur == 0) found.sound = false;
      if (n.req && !node.s.req && !may_ask(c, node.s, kAgedNow, turn.idle)) found.sound = false;
      if (move.fire) found.most = std::max(found.most, move.len);
      if (node.before != kNobody) {
        if (move.fire && node.before < move.len) {
          found.worst = std::max(found.worst, node.wait);
          next.before = kNobody;
          next.wait = 0;
        } else {
          next.before -= move.len;
          next.wait = std::min(stop_at, node.wait + 1);
        }
      }
      if (watch) {
        next.watched = true;
        next.before = node.s.cnt - move.len;
        next.wait = 1;
      }
      if (seen.insert(next.packed()).second) todo.push_back(next);
    }
  }
  found.states = seen.size();
  return found;
}

struct Size {
  unsigned max, depth, t1, t2, t3, frame;
};

}  // namespace

TEST_CASE("FLOW-P-5: the worst wait is exactly T3 + R + 1 cycles in nine small instances",
          "[flow]") {
  const Size size =
      GENERATE(Size{4, 4, 2, 4, 6, 5}, Size{4, 8, 2, 4, 6, 5}, Size{4, 12, 2, 4, 6, 5},
               Size{4, 8, 3, 5, 7, 3}, Size{4, 8, 2, 4, 6, 12}, Size{5, 10, 2, 5, 8, 5},
               Size{5, 15, 2, 4, 6, 4}, Size{6, 12, 3, 6, 9, 6}, Size{6, 18, 2, 4, 6, 6});
  AggregatorConfig c;
  c.max = size.max;
  c.depth = size.depth;
  c.t1 = size.t1;
  c.t2 = size.t2;
  c.t3 = size.t3;
  c.good = size.max == 5 ? 0b10110 : 0b101010;
  REQUIRE(c.legal());
  const Found found = explore(c, size.frame, {});
  CAPTURE(found.states);
  REQUIRE(found.sound);  // FLOW-P-1, FLOW-P-3, FLOW-P-4, FLOW-P-7
  REQUIRE(found.most == c.max);
  REQUIRE(found.worst == c.t3 + 1 + size.frame);
}

TEST_CASE("FLOW-B-7: without the second batch going back to back the bound breaks", "[flow]") {
  AggregatorConfig c;
  c.max = 4;
  c.depth = 12;
  c.t1 = 2;
  c.t2 = 4;
  c.t3 = 6;
  c.good = 0b1010;
  REQUIRE(explore(c, 5, {}).worst == 12);
  // By how much depends on how long an ACK frame holds the wire.
  REQUIRE(explore(c, 5, {false, false, 2}).worst == 20);
  REQUIRE(explore(c, 5, {true, true, 3}).worst == 12);
  REQUIRE(explore(c, 5, {false, false, 3}).worst == 23);
}

TEST_CASE(
    "FLOW-P-5: the worst wait of frames of few ACKs, which a wire takes sooner than they are asked for",
    "[flow]") {
  struct Case {
    unsigned max, depth, frame, width, worst, data_between;  ///< the last: without FLOW-B-7's hold
  };
  const Case k =
      GENERATE(Case{1, 4, 5, 25, 12, 23}, Case{1, 8, 5, 25, 15, 47}, Case{1, 8, 12, 25, 20, 103},
               Case{1, 12, 16, 25, 28, 120}, Case{2, 8, 5, 25, 12, 23}, Case{2, 8, 12, 25, 19, 51},
               Case{3, 6, 5, 25, 12, 12}, Case{4, 12, 3, 25, 10, 10}, Case{4, 12, 5, 25, 12, 17},
               Case{6, 12, 6, 25, 13, 13}, Case{2, 8, 5, 4, 15, 15}, Case{2, 8, 12, 4, 20, 20},
               Case{1, 8, 5, 4, 31, 31}, Case{4, 12, 5, 4, 17, 17});
  AggregatorConfig c;
  c.max = k.max;
  c.depth = k.depth;
  c.t1 = 2;
  c.t2 = 4;
  c.t3 = 6;
  c.good = 0b101010;
  Line line;
  line.width = k.width;
  const Found found = explore(c, k.frame, line);
  CAPTURE(k.max, k.depth, k.frame, k.width, found.states);
  CHECK(found.sound);
  const selvage::Cycle bound =
      longest_ack_wait(c, k.frame, std::max(line.packer(c.max), line.wire(c.max)));
  CHECK(bound == k.worst);
  if (k.max != 1 || k.depth > 4) CHECK(found.worst == bound);
  CHECK(found.worst <= bound);
  line.held = false;
  CHECK(explore(c, k.frame, line).worst == k.data_between);
}
