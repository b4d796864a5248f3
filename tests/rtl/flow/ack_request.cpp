// SPDX-License-Identifier: Apache-2.0
/// When the aggregator asks for the wire, and what a grant takes.
#include <catch2/catch.hpp>

#include <random>
#include <tuple>

#include "cosim/lockstep/runtime.hpp"
#include "frame_support.hpp"

using namespace selvage;
using namespace selvage::test;
using cosim::AckAggregatorIn;
using cosim::AckAggregatorOptions;

namespace {

struct Driver {
  std::unique_ptr<cosim::AckAggregatorBlock> block;
  unsigned cycle = 0;
  bool idle = false;

  void edge(bool push = false, bool grant = false) {
    AckAggregatorIn in;
    in.push = push;
    in.ack = with_parity(some_ack(cycle));
    in.idle = idle;
    in.grant = grant;
    block->edge(in);
    ++cycle;
  }
  /// The first cycle with a request.
  unsigned request() {
    while (!block->outputs().req && cycle < 1000) edge();
    return cycle;
  }
};

}  // namespace

TEST_CASE("A batch asks at T1, T2, T3 or when it is full", "[flow][FLOW-B-4][FLOW-B-5]") {
  Driver d{aggregator(48, 512)};  // T1, T2, T3 = 15, 20, 30; good: 7, 9, 12, ...
  const auto first_request = [&d](unsigned count, bool idle) {
    d.block->reset();
    d.cycle = 0;
    d.idle = idle;
    for (unsigned i = 0; i < count; ++i) d.edge(true);
    return d.request();
  };
  CHECK(first_request(1, true) == 15 + 2);
  CHECK(first_request(3, true) == 15 + 2);  // later arrivals restart nothing
  CHECK(first_request(7, false) == 20 + 2);
  CHECK(first_request(8, false) == 30 + 2);
  CHECK(first_request(1, false) == 30 + 2);
  d.block->reset();
  d.cycle = 0;
  d.idle = false;
  for (unsigned i = 0; i < 15; ++i) d.edge(i < 6);
  for (unsigned i = 15; i < 25; ++i) d.edge();
  d.edge(true);  // the arrival that makes a good number, in cycle 25, fires
  CHECK(d.request() == 25 + 2);
}

TEST_CASE("A full batch asks at once", "[flow][FLOW-B-5]") {
  Driver d{aggregator(6, 18)};
  for (unsigned i = 0; i < 6; ++i) d.edge(true);
  CHECK(d.block->outputs().len == 6);
  CHECK(d.request() == 7);
}

TEST_CASE("Arrivals join until the grant, and not in its cycle", "[flow][FLOW-B-6]") {
  Driver d{aggregator(6, 18)};
  d.idle = true;
  d.edge(true);
  CHECK(d.request() == 17);
  d.edge(true);
  CHECK(d.block->outputs().len == 2);
  d.edge(true, true);
  CHECK(d.block->outputs().fire_len == 2);
  CHECK_FALSE(d.block->outputs().req);
  CHECK(d.block->state().cnt == 1);
  CHECK(d.block->state().cur == 1);
  d.edge(false, true);  // without a request a grant is nothing
  CHECK_FALSE(d.block->outputs().fire);
  CHECK(d.block->state().cnt == 1);
}

TEST_CASE("The second batch has its own age and follows back to back",
          "[flow][FLOW-B-7][FLOW-B-8]") {
  Driver d{aggregator(4, 12)};
  for (unsigned i = 0; i < 5; ++i) d.edge(true);
  CHECK(d.block->state().cur == 4);
  CHECK(d.block->state().cnt == 5);
  CHECK(d.block->state().ns == 4);
  for (unsigned i = 0; i < 40; ++i) d.edge();
  CHECK(d.block->state().ns == 4);
  d.edge(false, true);
  CHECK(d.block->state().cs == 4);  // eligible at once
  CHECK(d.block->outputs().fire);
  d.edge();
  CHECK(d.block->outputs().req);
}

TEST_CASE("A full queue is not ready, and takes again after a grant", "[flow][FLOW-B-8]") {
  Driver d{aggregator(4, 6)};
  for (unsigned i = 0; i < 6; ++i) {
    CHECK(d.block->outputs().ready);
    d.edge(true);
  }
  CHECK_FALSE(d.block->outputs().ready);
  d.edge(true);
  CHECK(d.block->state().cnt == 6);
  d.edge(true, true);
  CHECK(d.block->state().cnt == 2);
  CHECK(d.block->outputs().ready);
}

TEST_CASE("Wrong parity is taken, dropped and counted", "[flow][FLOW-A-2]") {
  const auto block = aggregator(4, 6);
  AckAggregatorIn in;
  in.push = true;
  in.ack = with_parity(5) ^ 1U << 25;
  block->edge(in);
  in.ack = with_parity(5) ^ 1U;
  block->edge(in);
  in.push = false;
  block->edge(in);
  CHECK(block->state().bad == 2);
  CHECK(block->state().cnt == 0);
}

TEST_CASE("Every deliberate fault of the aggregator shows", "[flow][bug][COS-BUG]") {
  // the same random traffic with and without the fault, the wire honest in both
  const unsigned bug = GENERATE(range(0U, 7U));
  AckAggregatorOptions options;
  options.t1 = 4;
  options.t2 = 6;
  options.t3 = 9;
  options.good = 0b101010;
  const auto good = aggregator(6, 18, options);
  options.bugs = 1U << bug;
  const auto faulty = aggregator(6, 18, options);
  std::mt19937 random(bug + 1);
  unsigned busy = 0;
  bool differ = false;
  const auto seen = [](const cosim::AckAggregatorBlock& block) {
    const auto o = block.outputs();
    const auto s = block.state();
    return std::make_tuple(o.req, o.len, o.fire_len, o.word.word, s.cnt, s.cs, s.ns, s.bad);
  };
  for (unsigned cycle = 0; cycle < 3000 && !differ; ++cycle) {
    AckAggregatorIn in;
    in.push = random() % 100 < 30;
    in.ack = with_parity(random() & 0x1FFFFFFU) ^ (random() % 16 == 0 ? 1U : 0U);
    in.idle = busy == 0;
    in.grant = busy == 0 && good->outputs().req && random() % 2 == 0;
    if (busy > 0) --busy;
    if (in.grant) busy = 3;
    if (!in.grant && busy == 0 && random() % 20 == 0) busy = 12;
    good->edge(in);
    faulty->edge(in);
    differ = seen(*good) != seen(*faulty);
  }
  CHECK(differ);
  static_cast<void>(cosim::take_rtl_failure());  // assertions may have seen it too
}
