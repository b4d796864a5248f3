// SPDX-License-Identifier: Apache-2.0
/// Settings written while the blocks work, in lockstep: writes during traffic, changes that wait
/// until a block has drained, ports out of use and in use again, rows read out.
#include <catch2/catch.hpp>

#include "golden/flow/flow_port_regs.hpp"
#include "port_traffic.hpp"

using namespace selvage;
using namespace selvage::test;
namespace at = flow_port_regs;

namespace {

struct Total {
  unsigned rows = 0, errors = 0, ups = 0, downs = 0, loaded_downs = 0;
  std::uint64_t longest_wait = 0;
};

/// Random accesses during random traffic.
std::string run(bool edge, std::uint64_t seed, std::uint64_t cycles, Total& total,
                std::uint32_t bugs = 0) {
  FlowPortPair pair(edge, bugs);
  Traffic traffic(seed);
  Accesses accesses(seed + 9, true);
  while (pair.cycle() < cycles && pair.difference().empty()) {
    const PortStimulus in = traffic.next(pair);
    pair.step(accesses.next(pair.registers().out().ready), in);
  }
  total.rows += pair.seen.rows;
  total.errors += pair.seen.errors;
  total.ups += pair.seen.ups;
  total.downs += pair.seen.downs;
  total.loaded_downs += pair.seen.loaded_downs;
  total.longest_wait = std::max(total.longest_wait, pair.seen.longest_wait);
  return pair.difference();
}

/// An access by hand, during traffic; the answer's data, nothing if it is an error.
std::optional<std::uint32_t> access(FlowPortPair& pair, Traffic& traffic, cosim::RegisterAccess a) {
  while (!pair.registers().out().ready) pair.step({}, traffic.next(pair));
  pair.step(a, traffic.next(pair));
  while (!pair.registers().out().answered) pair.step({}, traffic.next(pair));
  if (pair.registers().out().error) return std::nullopt;
  return pair.registers().out().data;
}

}  // namespace

TEST_CASE("REG-5: settings written during traffic, every output in lockstep", "[registers]") {
  for (const bool edge : {false, true}) {
    Total total;
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      INFO("edge " << edge << " seed " << seed);
      REQUIRE(run(edge, 100 * seed, 30'000, total) == "");
    }
    INFO("edge " << edge);
    CHECK(total.rows > 100);
    CHECK(total.errors > 1'000);
    CHECK(total.ups > 5);
    CHECK(total.loaded_downs > 5);
    CHECK(total.longest_wait > 20);
  }
}

TEST_CASE("COS-RESET: ports of flow channels, reset in mid-run", "[registers]") {
  tb::Random random(1);
  Total total;
  for (unsigned i = 0; i < 60; ++i) {
    const unsigned seed = 1 + random.below(1000);
    const unsigned cycles = 1 + random.below(2U << random.below(10));
    CAPTURE(i, seed, cycles);
    REQUIRE(run(i % 3 == 0, seed, cycles, total) == "");
  }
}

TEST_CASE("REG-5: each deliberate fault of the registers is seen through the blocks",
          "[registers]") {
  for (unsigned bug = 0; bug < 5; ++bug) {
    std::string found;
    Total total;
    for (std::uint64_t seed = 0; seed < 6 && found.empty(); ++seed)
      found = run(seed % 2 != 0, 100 * seed, 30'000, total, 1U << bug);
    INFO("bug_i[" << bug << "]");
    CHECK(found != "");
  }
}

TEST_CASE("REG-5: under full load a frame's size changes as soon as what waits has left",
          "[registers]") {
  FlowPortPair pair(false);
  Cycle now = 0;
  cosim::RegisterAccess a;
  constexpr unsigned kFrame = 60;  // cycles from grant to grant: fewer ACKs leave than come
  const auto step = [&] {
    PortStimulus in;
    in.ifct.now = ++now;
    in.aggregator.push = true;
    in.aggregator.ack = golden::with_parity(static_cast<std::uint32_t>(now));
    in.aggregator.grant = now % kFrame == 0;
    pair.step(a, in);
    a = {};
  };
  const auto write = [&](std::uint32_t where, std::uint32_t value) {
    a = write_of(where, value);
    for (unsigned i = 0; i < 3; ++i) step();
    REQUIRE(pair.registers().out().answered);
    REQUIRE_FALSE(pair.registers().out().error);
  };
  const golden::AggregatorConfig& settings = pair.registers().settings().aggregator;
  for (const unsigned max : {7U, 48U, 1U, 20U}) {
    for (unsigned i = 0; i < 3'000; ++i) step();
    const unsigned before = settings.max, waiting = pair.aggregator().state().cnt;
    REQUIRE(waiting > 400);
    write(at::kAggMaxAt, max);
    write(at::kCommitAt, at::kAggregatorGroup);
    CHECK(settings.max == before);
    const std::uint64_t begin = pair.cycle(), frames = (waiting + before - 1) / before + 2;
    while (settings.max != max && pair.cycle() < begin + 100'000) step();
    REQUIRE(settings.max == max);
    CHECK(pair.cycle() - begin <= frames * kFrame + settings.t3);
    CHECK(pair.difference() == "");
  }
}

TEST_CASE("REG-5: a tick crosses what opens the only row, at every offset", "[registers]") {
  constexpr unsigned kCommits = 20;  // the cycle of the commit, which waits from kCommits + 3 on
  for (const bool map : {false, true}) {
    for (unsigned at = kCommits - 8; at <= kCommits + 8; ++at) {
      CAPTURE(map, at);
      FlowPortPair pair(false);
      for (unsigned now = 0; now < 60; ++now) {
        PortStimulus in;
        in.ifct.now = now;
        if (now == at && map) {
          in.ofct.map_valid = true;
          in.ofct.map.len = 5;
        } else if (now == at) {
          in.ifct.enq_valid = true;
          in.ifct.enq.len = 5;
        }
        cosim::RegisterAccess access;
        if (now == kCommits - 10) access = write_of(at::kTickAt, 3);
        if (now == kCommits) access = write_of(at::kCommitAt, at::kTimesGroup);
        pair.step(access, in);
      }
      CHECK(pair.difference() == "");
      CHECK((pair.registers().settings().ifct.tick == 3) == (at >= kCommits + 3));
    }
  }
}

TEST_CASE("REG-5: a tick waits for an open row if any bit of it is another one", "[registers]") {
  for (unsigned tick = 0; tick < 16; ++tick) {
    for (const unsigned other : {0U, 1U, 2U, 4U, 8U}) {
      CAPTURE(tick, other);
      FlowPortPair pair(false);
      std::uint32_t status = 0;
      for (unsigned now = 0; now < 50; ++now) {
        PortStimulus in;
        in.ifct.now = now;
        in.ifct.enq_valid = now == 20;
        in.ifct.enq.len = 5;
        cosim::RegisterAccess access;
        if (now == 0) access = write_of(at::kTickAt, tick);
        if (now == 25) access = write_of(at::kTickAt, tick ^ other);
        if (now == 10 || now == 30) access = write_of(at::kCommitAt, at::kTimesGroup);
        if (now == 40) access = read_of(at::kStatusAt);
        pair.step(access, in);
        if (pair.registers().out().answered) status = pair.registers().out().data;
      }
      CHECK(pair.difference() == "");
      CHECK(pair.registers().settings().ifct.tick == tick);
      CHECK((status & at::kTimesGroup) == (other != 0 ? at::kTimesGroup : 0));
    }
  }
}

TEST_CASE("REG-6: counters of one moment, as the blocks have counted", "[registers]") {
  FlowPortPair pair(false);
  Traffic traffic(77);
  for (unsigned i = 0; i < 6'000; ++i) pair.step({}, traffic.next(pair));
  REQUIRE(access(pair, traffic, write_of(at::kSnapshotAt, 1)));
  const auto counter = [&](at::Counter c) {
    return access(pair, traffic, read_of(at::kCounterAt + 4 * static_cast<std::uint32_t>(c)))
        .value();
  };
  const std::uint32_t frames = counter(at::Counter::kFrames), loads = counter(at::Counter::kLoads);
  CHECK(frames > 50);
  CHECK(loads > 500);
  for (unsigned i = 0; i < 1'000; ++i) pair.step({}, traffic.next(pair));
  CHECK(counter(at::Counter::kFrames) == frames);
  CHECK(counter(at::Counter::kLoads) == loads);
  REQUIRE(access(pair, traffic, write_of(at::kSnapshotAt, 1)));
  CHECK(counter(at::Counter::kLoads) > loads);
  CHECK(counter(at::Counter::kAcksBad) > 0);
  CHECK(pair.difference() == "");
}

TEST_CASE("FLOW-ECC-4: a port counts flips of both tables, and nothing else differs",
          "[registers][ecc]") {
  FlowPortPair pair(false, 0, true, 2);
  Traffic traffic(78);
  tb::Random random(79);
  const auto counter = [&](at::Counter c) {
    REQUIRE(access(pair, traffic, write_of(at::kSnapshotAt, 1)));
    return access(pair, traffic, read_of(at::kCounterAt + 4 * static_cast<std::uint32_t>(c)))
        .value();
  };
  // Each row of each table once: no two bits of one.
  for (unsigned row = 0; row < 64; ++row) {
    for (unsigned i = 0; i < 200; ++i) pair.step({}, traffic.next(pair));
    pair.flip(false, row, random.below(127 + 9));
    pair.flip(true, row, random.below(69 + 8));
  }
  for (unsigned i = 0; i < 20'000; ++i) pair.step({}, traffic.next(pair));
  CHECK(pair.difference() == "");
  CHECK(pair.corrected()[0] > 20);
  CHECK(pair.corrected()[1] > 20);
  const std::uint32_t fixed = counter(at::Counter::kRowsFixed);
  CHECK(fixed == pair.corrected()[0] + pair.corrected()[1]);
  CHECK(counter(at::Counter::kRowsLost) == 0);
  // A row that no flow uses is lost: the walker meets it on each of its rounds.
  unsigned free = 0;
  while (pair.ofct().rows().valid(static_cast<golden::FlowId>(free))) ++free;
  for (const unsigned bit : {0U, 40U}) pair.flip(true, free, bit);
  for (unsigned i = 0; i < 10 * 64; ++i) {
    PortStimulus in = traffic.next(pair);
    in.ofct.map_valid = in.ofct.rev_valid = false;
    pair.step({}, in);
  }
  CHECK(pair.difference() == "");
  CHECK(pair.lost() >= 9);
  CHECK(counter(at::Counter::kRowsLost) >= pair.lost());
  CHECK(pair.difference() == "");
}

TEST_CASE("FLOW-ECC-1, REG-5: a port whose rows are in memories is the golden model",
          "[registers][ecc]") {
  for (const bool edge : {false, true}) {
    FlowPortPair pair(edge, 0, true, 2, true);
    Traffic traffic(80);
    for (unsigned round = 0; round < 4; ++round) {
      for (unsigned i = 0; i < 10'000; ++i) pair.step({}, traffic.next(pair));
      for (unsigned id = 0; id < 64; id += 5) {
        REQUIRE(access(pair, traffic, write_of(at::kRowIdAt, id)));
        CHECK_FALSE(access(pair, traffic, read_of(at::kRowAt)));  // it is on its way
        for (unsigned w = 0; w < at::kRowCount; ++w)
          REQUIRE(access(pair, traffic, read_of(at::kRowAt + 4 * w)));
      }
    }
    pair.step({}, traffic.next(pair));  // the last answer
    CHECK(pair.difference() == "");
    CHECK(pair.seen.rows == 4 * 13);
    CHECK(pair.lost() == 0);
    CHECK((edge ? pair.seen.looked_up : pair.seen.mapped) > 1'000);
  }
}

TEST_CASE("REG-7: a row is read as it is between two steps, an error while it is read",
          "[registers]") {
  for (const bool edge : {false, true}) {
    FlowPortPair pair(edge);
    Traffic traffic(3);
    for (unsigned i = 0; i < 400; ++i) {
      REQUIRE(access(pair, traffic, write_of(at::kRowIdAt, i % 64)));
      CHECK_FALSE(access(pair, traffic, read_of(at::kRowAt)));  // it is on its way
      for (unsigned w = 0; w < at::kRowCount; ++w)
        REQUIRE(access(pair, traffic, read_of(at::kRowAt + 4 * w)));
    }
    CHECK_FALSE(access(pair, traffic, write_of(at::kRowIdAt, 64)));
    CHECK(pair.difference() == "");
    CHECK(pair.seen.rows == 400);
  }
}

TEST_CASE("REG-8: a port out of use and in use again under load", "[registers]") {
  for (const bool edge : {false, true}) {
    FlowPortPair pair(edge);
    Traffic traffic(11);
    REQUIRE(access(pair, traffic, write_of(at::kUnitCyclesAt, 1)));  // no long waits at the edge
    for (unsigned round = 0; round < 20; ++round) {
      for (unsigned i = 0; i < 500; ++i) pair.step({}, traffic.next(pair));
      REQUIRE(access(pair, traffic, write_of(at::kDrain0At, 10 * round)));
      REQUIRE(access(pair, traffic, write_of(at::kCommitAt, at::kWalkerGroup)));
      REQUIRE(access(pair, traffic, write_of(at::kPortAt, 0)));
      CHECK_FALSE(pair.registers().out().enabled);
      CHECK(pair.registers().out().link_down);
      const std::uint64_t dead = pair.cycle();
      REQUIRE(access(pair, traffic, write_of(at::kPortAt, 1)));
      CHECK_FALSE(pair.registers().out().enabled);  // the rounds of the walker, and what is left
      while (!pair.registers().out().enabled && pair.cycle() < dead + 100'000)
        pair.step({}, traffic.next(pair));
      REQUIRE(pair.registers().out().enabled);
      CHECK(pair.registers().out().link_up);
      CHECK(pair.cycle() - dead > 2 * 64 + 10 * round);
      CHECK(pair.ifct().live() == 0);
      REQUIRE(pair.difference() == "");
    }
    pair.step({}, traffic.next(pair));
    CHECK(pair.seen.downs == 20);
    CHECK(pair.seen.ups == 20);
  }
}
