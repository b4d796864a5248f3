// SPDX-License-Identifier: Apache-2.0
/// FT-REP-7: random histories of failures and repairs that overlap end in the masks of ground truth.
#include <catch2/catch.hpp>

#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::golden::test;

namespace {

struct Outcome {
  unsigned bad_kept = 0;
  unsigned good_excluded = 0;
  unsigned worst_hops = 0;
  std::vector<LinkEvent> first_wrong;
};

/// Plays histories of `events` events with 0 to 3 hops between them and counts those whose final
/// masks are wrong.
Outcome play(const FatTree& tree, unsigned histories, unsigned events, MessageBugs bugs,
             unsigned seed) {
  Outcome outcome;
  std::mt19937 random(seed);
  SettledTree settled(tree, 512, Rule::kCorrected, bugs);
  for (unsigned round = 0; round < histories; ++round) {
    settled.reset();
    std::vector<LinkEvent> history;
    for (unsigned i = 0; i < events; ++i) {
      history.push_back(random_event(tree, settled.dead(), random));
      if (history.back().repair) {
        settled.repair(history.back().link);
      } else {
        settled.kill(history.back().link);
      }
      for (unsigned hops = below(random, 4); hops > 0; --hops) settled.deliver_round();
    }
    unsigned hops = 0;
    while (settled.deliver_round().delivered > 0) ++hops;
    outcome.worst_hops = std::max(outcome.worst_hops, hops);
    const Audit result = audit(settled);
    if (result.bad_included > 0) ++outcome.bad_kept;
    if (result.good_excluded > 0) ++outcome.good_excluded;
    if (!result.exact() && outcome.first_wrong.empty()) outcome.first_wrong = history;
  }
  return outcome;
}

}  // namespace

TEST_CASE("FT-REP-7: random histories end in the masks of ground truth", "[golden][repair]") {
  const auto [m, n, histories, events] =
      GENERATE(std::tuple{4U, 3U, 2000U, 24U}, std::tuple{8U, 3U, 200U, 20U},
               std::tuple{4U, 4U, 300U, 24U}, std::tuple{4U, 5U, 20U, 20U});
  const FatTree tree(m, n);
  INFO(tree.label());
  const Outcome outcome = play(tree, histories, events, {}, 21);
  INFO(text(tree, outcome.first_wrong));
  INFO("hops to rest, worst " << outcome.worst_hops);
  CHECK(outcome.bad_kept == 0);
  CHECK(outcome.good_excluded == 0);
}
