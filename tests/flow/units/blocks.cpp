// SPDX-License-Identifier: Apache-2.0
/// The golden blocks of a port, which are asked only when something happens, against the same
/// models clocked in every cycle.
#include <catch2/catch.hpp>

#include <deque>

#include "flow/blocks/blocks.hpp"
#include "flow/blocks/walk_clock.hpp"
#include "golden/flow/ack_frame.hpp"
#include "kernel/stream.hpp"

using namespace selvage;

namespace {

/// An aggregator in every cycle; the blocks are asked in some of them.
struct Aggregator {
  explicit Aggregator(const flow::BlocksConfig& c, unsigned seed)
      : each(c.aggregator), blocks(flow::golden_blocks(c)), random(seed, "aggregator") {}

  void cycle() {
    const bool asked = random.chance(0.4), looks = asked && random.chance(0.5);
    golden::AggregatorInput in;
    in.now = now;
    if (asked && random.chance(0.2)) idle = !idle;
    in.idle = idle;
    in.push = asked && random.chance(busy);
    in.ack = golden::with_parity(static_cast<std::uint32_t>(random.below(1U << 25U)));
    in.grant = asked && each.state().req && random.chance(grants);
    const bool ready = each.ready(), req = each.state().req;
    const unsigned len = each.state().cur;
    if (looks) {
      const flow::AggregatorView view = blocks->aggregator(now);
      REQUIRE(view.ready == ready);
      REQUIRE(view.req == req);
      REQUIRE(view.len == len);
    }
    REQUIRE((!req || raised || next <= now));
    raised = req && !in.grant;
    if (in.push && ready) acks.push_back(in.ack);
    each.step(in);
    if (asked) blocks->aggregator_step(now, in);
    if (in.grant) take(len);
    if (asked) next = blocks->aggregator_next(now);
    ++now;
  }
  void take(unsigned len) {
    std::vector<std::uint32_t> of(acks.begin(), acks.begin() + len);
    acks.erase(acks.begin(), acks.begin() + len);
    std::vector<golden::FrameWord> want, got;
    golden::pack_ack_frame(of.data(), len, sequence++, want);
    blocks->frame(now, got);
    REQUIRE(got.size() == want.size());
    for (std::size_t i = 0; i < got.size(); ++i) REQUIRE(got[i].word == want[i].word);
  }

  golden::AckAggregator each;
  std::unique_ptr<flow::Blocks> blocks;
  kernel::Stream random;
  std::deque<std::uint32_t> acks;
  double busy = 0.5, grants = 0.3;
  bool idle = true;
  bool raised = false;
  Cycle next = kNever;
  Cycle now = 0;
  unsigned sequence = 0;
};

/// A walker that keeps the cycles in which it is clocked.
struct KeptWalker {
  golden::FlowWalker::Output clock(Cycle cycle, bool down, bool up, Cycle drain) {
    cycles->push_back(cycle);
    return walker.step(cycle, down, up, drain);
  }
  [[nodiscard]] golden::FlowWalker::State state() const { return walker.state(); }
  [[nodiscard]] Cycle wait() const { return walker.wait(); }
  golden::FlowWalker walker{4};
  std::vector<Cycle>* cycles;
};

flow::BlocksConfig fabric() {
  flow::BlocksConfig c;
  c.wire_frames = true;
  c.ifct.sizes = c.ofct.sizes = {8, 3, 10};
  return c;
}

}  // namespace

TEST_CASE("FLOW-B-5: an aggregator that is asked now and then is as one that is clocked always") {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    flow::BlocksConfig c = fabric();
    c.aggregator.max = 4;
    c.aggregator.depth = seed % 2 == 0 ? 4 : 9;
    c.aggregator.t1 = 3;
    c.aggregator.t2 = 7;
    c.aggregator.t3 = 12;
    Aggregator a(c, seed);
    for (int part = 0; part < 40; ++part) {
      a.busy = a.random.chance(0.5) ? 0.9 : 0.05;
      a.grants = a.random.chance(0.5) ? 1 : 0.05;
      for (int i = 0; i < 60; ++i) a.cycle();
    }
    CHECK(a.sequence > 50);
  }
}

TEST_CASE("FLOW-C-6: a redirect generator that is told of changes is as one that samples always") {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    CAPTURE(seed);
    flow::BlocksConfig c = fabric();
    c.redirect.d0 = 4;
    c.redirect.kd = 16;
    c.redirect.kg = 64;
    c.redirect.step = 7;
    c.redirect.hist = 3;
    c.redirect.seed = seed;
    golden::RedirectGen each(c.redirect);
    const std::unique_ptr<flow::Blocks> blocks = flow::golden_blocks(c);
    kernel::Stream random(seed, "redirect");
    std::deque<std::pair<Cycle, flow::RedirectOutput>> due;
    unsigned depth = 0, slot = 0, drawn = 0;
    for (Cycle now = 0; now < 3'000; ++now) {
      for (; !due.empty() && due.front().first == now; due.pop_front()) {
        const flow::RedirectOutput got = blocks->redirect_answer(now), want = due.front().second;
        REQUIRE(got.redirect == want.redirect);
        drawn += want.redirect ? 1 : 0;
        if (!want.redirect) continue;
        REQUIRE(got.port == want.port);
        REQUIRE(got.id == want.id);
        REQUIRE(got.delta == want.delta);
      }
      if (now > 40 && random.chance(now % 500 < 250 ? 0.3 : 0.01)) {
        flow::RedirectInput in;
        in.depth = depth = static_cast<unsigned>(random.below(40));
        in.load = random.chance(0.6);
        in.exempt = random.chance(0.2);
        in.port = static_cast<std::uint8_t>(random.below(8));
        in.id = static_cast<golden::FlowId>(random.below(8));
        in.delta = static_cast<golden::Position>(1 + random.below(60));
        if (in.load)
          due.emplace_back(now + golden::RedirectGen::kLatency,
                           flow::RedirectOutput{each.step({false, slot, depth, true, in.exempt}),
                                                in.port, in.id, in.delta});
        blocks->redirect(now, in);
      }
      if (now % 7 != 6) continue;
      each.step({true, slot, depth, false, false});
      slot = (slot + 1) % 3;
    }
    CHECK(drawn > 30);
  }
}

TEST_CASE(
    "FLOW-A-16: what is seen of a table is what the steps up to two cycles before have made") {
  const auto edge = [] {
    flow::BlocksConfig c = fabric();
    c.edge = true;
    return flow::golden_blocks(c);
  };
  const auto each = [&](bool at_edge, auto&& give, auto&& changed) {
    for (Cycle later = 0; later < 4; ++later) {
      CAPTURE(later);
      const std::unique_ptr<flow::Blocks> blocks = at_edge ? edge() : flow::golden_blocks(fabric());
      give(*blocks);
      CHECK(changed(*blocks, 10 + later) == (later >= 2));
    }
  };
  const auto enq = [](flow::Blocks& b) {
    golden::IfctInput in;
    in.now = 10;
    in.enq_valid = true;
    in.enq.id = 3;
    in.enq.len = 2;
    b.ifct(in);
  };
  each(false, enq, [](flow::Blocks& b, Cycle now) { return b.ifct_row(now, 3).next == 2; });
  each(false, enq,
       [](flow::Blocks& b, Cycle now) { return b.ifct_walk(now, now).first != kNever; });
  const auto map = [](flow::Blocks& b) {
    for (Cycle now = 3; now < 11; ++now) {
      golden::OfctInput in;
      in.now = now;
      in.map_valid = true;
      in.map.id = static_cast<golden::FlowId>(now);
      in.map.len = 1;
      if (now > 4) static_cast<void>(b.ofct_answer(now));
      b.ofct(in);
    }
  };
  each(false, map, [](flow::Blocks& b, Cycle now) { return b.ofct_full(now); });
  const auto one = [](flow::Blocks& b) {
    golden::OfctInput in;
    in.now = 10;
    in.map_valid = true;
    in.map.id = 5;
    in.map.len = 1;
    b.ofct(in);
  };
  each(false, one,
       [](flow::Blocks& b, Cycle now) { return b.ofct_walk(now, now).first != kNever; });
  each(false, one, [](flow::Blocks& b, Cycle now) {
    bool any = false;
    for (golden::FlowId id = 0; id < 8; ++id) any = any || b.ofct_row(now, id).valid;
    return any;
  });
  const auto look_up = [](flow::Blocks& b) {
    golden::EfctInput in;
    in.req = true;
    in.key.low = 99;
    in.len = 3;
    b.efct(10, in);
  };
  each(true, look_up, [](flow::Blocks& b, Cycle now) {
    bool any = false;
    for (golden::FlowId id = 0; id < 8; ++id) any = any || b.efct_row(now, id).valid;
    return any;
  });
}

TEST_CASE(
    "FLOW-A-29: a walker that is asked while it shows rows is as one that is clocked always") {
  using State = golden::FlowWalker::State;
  const Cycle drain = GENERATE(0, 1, 9);
  const Cycle first = GENERATE(1, 2, 30);
  std::vector<Cycle> clocked, moving;
  flow::WalkClock<KeptWalker> walk({golden::FlowWalker(4), &clocked});
  golden::FlowWalker each(4);
  const auto step = [&](Cycle now, bool down, bool up, Cycle by) {
    const bool rests = each.state() == State::kScan || each.state() == State::kDone;
    if (!rests || down || up) moving.push_back(now);
    return each.step(now, down, up, by);
  };
  Cycle now = 0;
  Cycle by = drain;
  for (const Cycle death : {first, first + 100}) {
    for (; now + 1 < death; ++now) step(now, false, false, by);
    const flow::WalkerRow none = walk.walk(now);
    CHECK((!none.chk && none.next == kNever));
    by = drain + death / 100 * 3;
    step(now++, true, false, by);
    walk.down(now, by);
    Cycle next = now;
    for (const Cycle end = now + 40; now < end; ++now) {
      const golden::FlowWalker::Output want = step(now, false, false, by);
      const bool shows = want.chk && want.kind != golden::OfctCheck::kTimers;
      REQUIRE(shows == (now == next));
      if (!shows) continue;
      const flow::WalkerRow row = walk.walk(now);
      REQUIRE((row.chk && row.id == want.id && row.kind == want.kind));
      next = row.next;
    }
    CHECK(next == kNever);
    CHECK(!walk.walk(now).chk);
    step(now, false, true, by);
    walk.up(now++);
  }
  for (; now < 200; ++now) step(now, false, false, by);  // now one that nobody asks
  step(now++, true, false, by);
  walk.down(now, by);
  for (; now < 250; ++now) step(now, false, false, by);
  step(now, false, true, by);
  walk.up(now);
  CHECK(each.state() == State::kScan);
  CHECK(clocked == moving);
}
