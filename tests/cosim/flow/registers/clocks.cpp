// SPDX-License-Identifier: Apache-2.0
/// The clocks of a port's blocks that stand while there is nothing to do change nothing: in
/// lockstep with the golden models with them and without.
#include <array>
#include <catch2/catch.hpp>

#include "port_traffic.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

constexpr std::uint64_t kCycles = 60'000;
constexpr unsigned kSeeds = 4;  // settings of some leave a block little to do
enum Clock : unsigned { kIfct, kOther, kRedirect, kEp, kWalker, kAggregator, kUnpacker, kChoice };

FlowPortPair ran(bool edge, bool gate, std::uint32_t bugs, std::uint64_t seed) {
  FlowPortPair pair(edge, bugs, gate);
  Traffic traffic(seed);
  Accesses accesses(seed + 9, true);
  while (pair.cycle() < kCycles && pair.difference().empty()) {
    const PortStimulus in = traffic.next(pair);
    pair.step(accesses.next(pair.registers().out().ready), in);
  }
  return pair;
}

}  // namespace

TEST_CASE("REG-5, FLOW-A-16: a port's blocks are the golden models, their clocks gated or not",
          "[registers]") {
  for (const bool edge : {false, true}) {
    for (const bool gate : {false, true}) {
      CAPTURE(edge, gate);
      std::array<std::uint64_t, cosim::kPortClocks> all{};
      std::uint64_t mapped = 0, closed = 0;
      for (unsigned seed = 51; seed < 51 + kSeeds; ++seed) {
        CAPTURE(seed);
        const FlowPortPair pair = ran(edge, gate, 0, seed);
        CHECK(pair.difference() == "");
        if (edge) {
          CHECK(pair.seen.looked_up > 1'000);
        } else {
          mapped += pair.seen.mapped;
          CHECK(pair.seen.marked > 10);
          closed += pair.seen.closed;
        }
        CHECK(pair.seen.received > 1'000);
        CHECK(pair.seen.chosen > 1'000);
        for (unsigned block = 0; block < cosim::kPortClocks; ++block) {
          CAPTURE(block);
          const std::uint64_t clocks = pair.clocks()[block];
          if (!gate) CHECK(clocks == kCycles);
          else if (block == kWalker || (block == kOther && !edge)) CHECK(clocks <= kCycles);
          else if (block == kUnpacker) CHECK(clocks < kCycles * 19 / 20);  // it holds 19 frames
          else CHECK(clocks < kCycles * 9 / 10);
          all[block] += clocks;
        }
      }
      if (!edge) {
        CHECK(mapped > kSeeds * 1'000);
        CHECK(closed > kSeeds * 5);
      }
      for (unsigned block = 0; block < cosim::kPortClocks; ++block) {
        CAPTURE(block);
        CHECK(all[block] > kSeeds * kCycles / 25);
        if (gate) CHECK(all[block] < kSeeds * kCycles);  // all but scans: less, above
      }
    }
  }
}

TEST_CASE("REG-5: a clock that stands too early is seen through the port", "[registers]") {
  constexpr unsigned kFirst = 5, kClockBugs = 4;
  for (unsigned bug = kFirst; bug < kFirst + kClockBugs; ++bug) {
    CAPTURE(bug);
    CHECK(ran(false, true, 1U << bug, 52).difference() != "");
    CHECK(ran(false, false, 1U << bug, 52).difference() == "");
  }
  CHECK(ran(true, true, 1U << kFirst, 53).difference() != "");
}
