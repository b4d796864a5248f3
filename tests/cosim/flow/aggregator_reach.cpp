// SPDX-License-Identifier: Apache-2.0
/// Every reachable state of the verilated ack_aggregator at small sizes, and what follows from
/// them: FLOW-P-1..7.
#include <catch2/catch.hpp>

#include <unordered_set>

#include "aggregator_tour.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::test;

namespace {

void check_invariants(const AggregatorConfig& c, const AggregatorGraph& graph) {
  unsigned most = 0;
  bool p1 = true, p3 = true, p4 = true, p7 = true, sticky = true;
  for (std::size_t n = 0; n < graph.states.size(); ++n) {
    const AggregatorState& s = graph.states[n];
    p3 = p3 && s.cur <= s.cnt && s.cnt <= c.depth && (s.cnt == s.cur || s.cur == c.max);
    p4 = p4 && (!s.req || s.cur > 0);
    for (unsigned input = 0; input < AggregatorGraph::kInputs; ++input) {
      const AggregatorEdge& e = graph.edges[n][input];
      if (!e.taken) continue;
      const bool asks = graph.states[e.to].req;
      p1 = p1 && (!e.fire || (e.len >= 1 && e.len <= c.max));
      p7 = p7 && (s.req || !asks || may_ask(c, s, kAgedNow, (input & 2) != 0));
      sticky = sticky && (!s.req || e.fire || asks);
      most = std::max(most, e.len);
    }
  }
  CHECK(p1);      // FLOW-P-1
  CHECK(p3);      // FLOW-P-3
  CHECK(p4);      // FLOW-P-4
  CHECK(p7);      // FLOW-P-7
  CHECK(sticky);  // FLOW-B-6
  CHECK(most == c.max);
}

/// States of machine and wire with the inputs that may come there, found with the golden model
/// alone.
std::size_t pairs_of_golden(const AggregatorConfig& c) {
  struct Place {
    AggregatorState s;
    unsigned busy = 0;
  };
  const auto number = [](const Place& p) { return packed(p.s) * 64 + p.busy; };
  std::size_t pairs = 0;
  std::vector<Place> todo{Place{}};
  std::unordered_set<std::uint64_t> seen{number(todo.back())};
  while (!todo.empty()) {
    const Place p = todo.back();
    todo.pop_back();
    for (unsigned input = 0; input < AggregatorGraph::kInputs; ++input) {
      const bool grant = (input & 4) != 0;
      if (grant && p.s.req && p.busy > 0) continue;
      ++pairs;
      const bool push = (input & 1) != 0 && p.s.cnt < c.depth;
      const AggregatorMove move = aggregate(c, p.s, kAgedNow, push, (input & 2) != 0, grant);
      const unsigned left = p.busy > 0 ? p.busy - 1 : 0;
      const Place next{aged(c, move.next, kAgedNow + 1),
                       move.fire ? ack_frame_words(move.len) - 1 : left};
      if (seen.insert(number(next)).second) todo.push_back(next);
    }
  }
  return pairs;
}

/// The machine, the wire and one ACK that is watched.
struct Watch {
  std::uint32_t state = 0;
  Wire wire;
  unsigned before = 0;  ///< ACKs in front of it
  unsigned wait = 0;    ///< cycles since it came; 0: none is watched
  [[nodiscard]] std::uint64_t packed() const {
    std::uint64_t k = state;
    for (const unsigned v : {wire.busy, unsigned{wire.data}, before, wait}) k = k * 64 + v;
    return k;
  }
};

/// The longest wait of an ACK with data frames of `frame` cycles, none if 0. `alone`: of those that
/// find nothing before them and the wire free.
unsigned longest_wait(const AggregatorGraph& graph, unsigned frame, bool alone) {
  unsigned worst = 0;
  std::unordered_set<std::uint64_t> seen;
  std::vector<Watch> todo{Watch{}};
  seen.insert(todo.back().packed());
  while (!todo.empty()) {
    const Watch node = todo.back();
    todo.pop_back();
    const AggregatorState& s = graph.states[node.state];
    for (unsigned choice = 0; choice < 8; ++choice) {
      const bool push = (choice & 1) != 0;
      const bool watch = (choice & 2) != 0;
      const bool data = (choice & 4) != 0;
      if ((data && frame == 0) || (watch && (!push || node.wait > 0))) continue;
      if (watch && alone && (s.cnt > 0 || node.wire.busy > 0)) continue;
      Watch next = node;
      const Wire::Turn turn = next.wire.decide(s.req, data, frame);
      const AggregatorEdge& edge =
          graph.edges[node.state][unsigned{push} + 2 * turn.idle + 4 * turn.grant];
      const bool taken = graph.states[edge.to].cnt + edge.len > s.cnt;
      if (watch && !taken) continue;
      next.state = edge.to;
      const unsigned words = edge.fire ? ack_frame_words(edge.len) : 0;
      next.wire.tick(words, words, graph.states[edge.to].cnt > 0);
      next.wire.after_ack = false;
      if (node.wait > 0 && edge.fire && node.before < edge.len) {
        worst = std::max(worst, node.wait);
        next.before = next.wait = 0;
      } else if (node.wait > 0) {
        next.before -= edge.len;
        next.wait = std::min(63U, node.wait + 1);
      } else if (watch) {
        next.before = s.cnt - edge.len;
        next.wait = 1;
      }
      if (seen.insert(next.packed()).second) todo.push_back(next);
    }
  }
  return worst;
}

struct Size {
  unsigned max, depth, t1, t2, t3;
};

}  // namespace

TEST_CASE("ack_aggregator in RTL, every state and input: FLOW-P-1..7", "[flow][lockstep]") {
  const Size size = GENERATE(Size{4, 6, 2, 4, 7}, Size{4, 12, 2, 4, 7}, Size{5, 10, 3, 5, 8},
                             Size{6, 18, 3, 6, 9}, Size{4, 12, 5, 9, 15});
  AggregatorConfig c = aggregator_config(size.max, size.depth);
  c.t1 = size.t1;
  c.t2 = size.t2;
  c.t3 = size.t3;
  const AggregatorGraph graph = tour(c);
  CAPTURE(size.max, size.depth, graph.states.size(), graph.pairs, graph.cycles);
  REQUIRE(graph.difference == "");  // FLOW-P-2: frames too
  CHECK(graph.pairs == pairs_of_golden(c));
  check_invariants(c, graph);
  const unsigned frame = ack_frame_blocks(c.max) + 2;
  CHECK(longest_wait(graph, frame, false) == c.t3 + frame + 1);  // FLOW-P-5
  CHECK(longest_wait(graph, 0, true) == c.t1 + 2);               // FLOW-P-6
  CHECK(graph.pairs > 500);
}

TEST_CASE("ack_aggregator in RTL: the tour of its states meets every fault of its machine",
          "[flow][bug][COS-BUG]") {
  const unsigned bug = GENERATE(0U, 1U, 2U, 4U, 5U, 6U);  // 3 is about parity
  CAPTURE(bug);
  CHECK(tour(aggregator_config(4, 12), 1U << bug).difference != "");
}
