// SPDX-License-Identifier: Apache-2.0
/// \file
/// Skipping idle clocks changes nothing: a gated block beside an always-clocked one of the same
/// model, visible state and decisions compared in every cycle.
#include <catch2/catch.hpp>

#include <cstring>
#include <queue>

#include "block/stimulus.hpp"

using selvage::Cycle;
using selvage::cosim::FatTreeBlock;
using selvage::cosim::FatTreeBlockOptions;
using selvage::cosim::FatTreeEmbedding;
using selvage::cosim::FatTreeVisibleState;
using selvage::golden::FatTree;
using selvage::tb::BlockStimulus;
using selvage::tb::ClockInputs;

namespace {

bool same(const FatTreeVisibleState& a, const FatTreeVisibleState& b) {
  return a.valid == b.valid && a.key == b.key && a.bits == b.bits && a.failed == b.failed &&
         a.own == b.own && a.level == b.level && a.down == b.down;
}

void drive(FatTreeBlock& block, const FatTreeEmbedding& embedding, Cycle now,
           const ClockInputs& in) {
  if (in.clear) block.clear(now);
  if (in.insert) block.lft_insert(now, embedding.key(in.insert->c), in.insert->j);
  if (in.up_dead) block.up_dead(now, *in.up_dead);
  if (in.dlfm) block.dlfm(now, in.dlfm->j, in.dlfm->level);
  if (in.down_dead) block.down_dead(now, *in.down_dead);
  if (in.request) {
    block.request(now, embedding.address(in.request->source),
                  embedding.address(in.request->destination), in.request->from_up);
  }
}

void advance(FatTreeBlock& block, Cycle now) {
  while (block.advance(now)) {
  }
}

}  // namespace

TEST_CASE("A gated block equals an always-clocked twin in every cycle", "[FT-RS-6]") {
  const auto [m, n] = GENERATE(std::pair{4U, 3U}, std::pair{8U, 3U}, std::pair{16U, 3U});
  const FatTree tree(m, n);
  const FatTreeEmbedding embedding(tree, 16);
  FatTreeBlockOptions options;
  options.level = 1;
  const auto gated = make_fattree_block(embedding, options);
  options.gated = false;
  const auto twin = make_fattree_block(embedding, options);
  const std::uint64_t gated_start = gated->edges();
  const std::uint64_t twin_start = twin->edges();
  BlockStimulus stimulus(tree, 1, 16, m);
  selvage::tb::Random random(n);
  std::queue<Cycle> asked;
  Cycle now = 0;
  std::uint64_t different_states = 0;
  std::uint64_t different_decisions = 0;
  std::uint64_t decisions = 0;
  while (now < 60000) {
    // Now and then a burst, mostly nothing.
    const Cycle pause = random.percent(60) ? 0 : random.below(40);
    for (Cycle i = 0; i <= pause; ++i, ++now) {
      advance(*gated, now);
      advance(*twin, now);
      if (!same(gated->state(), twin->state())) ++different_states;
      while (!asked.empty() && asked.front() + 2 <= now) {
        asked.pop();
        ++decisions;
        const auto a = gated->collect();
        const auto b = twin->collect();
        if (!a || !b || !(a->grant == b->grant) || a->edge != b->edge) ++different_decisions;
      }
    }
    const ClockInputs in = stimulus.next();
    drive(*gated, embedding, now, in);
    drive(*twin, embedding, now, in);
    if (in.request) asked.push(now);
    ++now;
  }
  CHECK(different_states == 0);
  CHECK(different_decisions == 0);
  CHECK(decisions > 3000);
  CHECK(gated->overflows() == twin->overflows());
  CHECK(gated->edges() - gated_start < (twin->edges() - twin_start) / 2);
}
