// SPDX-License-Identifier: Apache-2.0
/// \file
/// RTL against golden on constrained-random inputs: arbitrary states, requests back to back,
/// updates of every kind in the same clock. Eight parameter sets, 1.2 million decisions.
#include <catch2/catch.hpp>

#include "block/pair.hpp"
#include "block/stimulus.hpp"

using selvage::cosim::FatTreeBlockOptions;
using selvage::cosim::FatTreeEmbedding;
using selvage::golden::FatTree;
using selvage::tb::BlockPair;
using selvage::tb::BlockStimulus;

namespace {

struct Tally {
  std::uint64_t decisions = 0;
  std::uint64_t wrong_decisions = 0;
  std::uint64_t inserts = 0;
  std::uint64_t overflows = 0;
  std::uint64_t ups = 0;
  std::uint64_t drops = 0;
  std::uint64_t not_preferred = 0;
};

void run(const FatTreeEmbedding& embedding, unsigned level, std::uint64_t clocks, Tally& tally) {
  const FatTree& tree = embedding.tree();
  FatTreeBlockOptions options;
  options.level = level;
  BlockPair pair(embedding, options);
  BlockStimulus stimulus(tree, level, embedding.lft_entries(), 1000 * tree.m() + level);
  bool was_quiet = false;
  for (std::uint64_t clock = 0; clock < clocks; ++clock) {
    const auto in = stimulus.next();
    tally.inserts += in.insert ? 1U : 0U;
    pair.clock(in);
    while (const auto decision = pair.decision()) {
      ++tally.decisions;
      const auto& grant = decision->expected;
      tally.ups += grant.up;
      tally.drops += grant.drop;
      tally.not_preferred +=
          grant.up && !grant.drop &&
          grant.port != tree.h() + tree.address_of(decision->request.destination)[level];
      if (!(grant == decision->actual)) ++tally.wrong_decisions;
    }
    const bool quiet = !in.insert && !in.up_dead && !in.dlfm && !in.down_dead && !in.clear;
    if (!was_quiet || !quiet || clock % 16 == 0) {
      const auto difference = pair.state_difference();
      if (difference) {
        FAIL("clock " << clock << ": " << difference->requirement << " " << difference->what
                      << " expected " << difference->expected << ", is " << difference->actual);
      }
    }
    was_quiet = quiet;
  }
  tally.overflows += pair.block().overflows();
}

void check(unsigned m, unsigned n, unsigned lft_entries, const char* build,
           std::uint64_t clocks) {
  const FatTree tree(m, n);
  const FatTreeEmbedding embedding(tree, lft_entries);
  CHECK(embedding.build().label() == build);
  Tally tally;
  for (unsigned level = 0; level < n; ++level) run(embedding, level, clocks / n, tally);
  CHECK(tally.wrong_decisions == 0);
  // The stimuli are worth something.
  CHECK(tally.decisions >= 125000);
  CHECK(tally.inserts >= 12500);
  std::uint64_t names = tree.m();  // of switches of one level, as far as the table sees them
  for (unsigned i = 2; i < n; ++i) names *= tree.h();
  CHECK((tally.overflows > 0) == (names > lft_entries));
  CHECK(tally.ups > tally.decisions / 20);
  CHECK(tally.drops > 0);
  CHECK(tally.not_preferred > 0);
}

}  // namespace

TEST_CASE("RTL equals golden on random inputs, 4P3T with 3 lines", "[FT-RS-6]") {
  check(4, 3, 3, "fattree_route M=4 N=3 W=32", 200000);
}
TEST_CASE("RTL equals golden on random inputs, 6P3T with 5 lines on a bigger build", "[FT-RS-6]") {
  check(6, 3, 5, "fattree_route M=8 N=3 W=32", 200000);
}
TEST_CASE("RTL equals golden on random inputs, 8P3T", "[FT-RS-6]") {
  check(8, 3, 32, "fattree_route M=8 N=3 W=32", 400000);
}
TEST_CASE("RTL equals golden on random inputs, 16P3T with 12 lines", "[FT-RS-6]") {
  check(16, 3, 12, "fattree_route M=16 N=3 W=32", 200000);
}
TEST_CASE("RTL equals golden on random inputs, 4P4T with 7 lines on the 4P5T build", "[FT-RS-6]") {
  check(4, 4, 7, "fattree_route M=4 N=5 W=32", 200000);
}
TEST_CASE("RTL equals golden on random inputs, 4P5T with 1 line", "[FT-RS-6]") {
  check(4, 5, 1, "fattree_route M=4 N=5 W=32", 200000);
}
TEST_CASE("RTL equals golden on random inputs, 10P2T on a bigger build", "[FT-RS-6]") {
  check(10, 2, 8, "fattree_route M=16 N=3 W=32", 200000);
}
TEST_CASE("RTL equals golden on random inputs, 64P2T with 33 lines", "[FT-RS-6]") {
  check(64, 2, 33, "fattree_route M=64 N=6 W=64", 200000);
}
