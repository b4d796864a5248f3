// SPDX-License-Identifier: Apache-2.0
/// FT-REP-7: random histories of failures and repairs that overlap end in the masks of ground
/// truth.
#include <catch2/catch.hpp>

#include <algorithm>

#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::golden::test;

namespace {

struct Outcome {
  unsigned bad_kept = 0;
  unsigned good_excluded = 0;
  unsigned worst_hops = 0;
  std::vector<LinkChange> first_wrong;
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
    std::vector<LinkChange> history;
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

TEST_CASE("FT-REP-7: ends that notice at different times", "[golden][repair]") {
  const auto [m, n, histories] =
      GENERATE(std::tuple{4U, 3U, 500U}, std::tuple{8U, 3U, 30U}, std::tuple{4U, 4U, 100U});
  const FatTree tree(m, n);
  INFO(tree.label());
  std::mt19937 random(22);
  SettledTree settled(tree, 512, Rule::kCorrected);
  for (unsigned round = 0; round < histories; ++round) {
    settled.reset();
    std::vector<LinkChange> history;
    std::vector<SwitchPort> to_notice;  // ends
    const auto notice = [&](std::size_t i) {
      const SwitchPort end = to_notice[i];
      to_notice.erase(to_notice.begin() + static_cast<std::ptrdiff_t>(i));
      settled.detect(end);
    };
    const auto hop = [&] {
      settled.deliver_round();
      if (to_notice.empty() || below(random, 2) == 0) return;
      notice(below(random, static_cast<std::uint32_t>(to_notice.size())));
    };
    for (unsigned i = 0; i < 20; ++i) {
      const LinkChange event = random_event(tree, settled.dead(), random);
      const PortEnd far = tree.peer(event.link.sw, event.link.port);
      const SwitchPort upper{far.index, far.port};
      const auto about = [&](const SwitchPort& end) {
        return (end.sw == event.link.sw && end.port == event.link.port) ||
               (end.sw == upper.sw && end.port == upper.port);
      };
      for (;;) {  // both ends notice a death before the repair
        const auto late = std::find_if(to_notice.begin(), to_notice.end(), about);
        if (late == to_notice.end()) break;
        if (event.repair) {
          notice(static_cast<std::size_t>(late - to_notice.begin()));
        } else {
          to_notice.erase(late);
        }
      }
      history.push_back(event);
      if (event.repair) {
        settled.mend(event.link);
      } else {
        settled.cut(event.link);
      }
      to_notice.push_back(event.link);
      to_notice.push_back(upper);
      for (unsigned hops = below(random, 5); hops > 0; --hops) hop();
    }
    while (!to_notice.empty()) hop();
    settled.settle();
    INFO(text(tree, history));
    REQUIRE(audit(settled).exact());
    REQUIRE(no_dead_ends(settled));
  }
}

TEST_CASE("FT-REP-7: with everything repaired nothing is left of it", "[golden][repair]") {
  const FatTree tree(4, 4);
  std::mt19937 random(23);
  SettledTree settled(tree, 512, Rule::kCorrected);
  for (unsigned round = 0; round < 50; ++round) {
    settled.reset();
    for (unsigned i = 0; i < 24; ++i) {
      const LinkChange event = random_event(tree, settled.dead(), random);
      if (event.repair) {
        settled.repair(event.link);
      } else {
        settled.kill(event.link);
      }
      settled.deliver_round();
    }
    while (!settled.dead().empty()) settled.repair(settled.dead().back());
    settled.settle();
    for (const Knowledge& k : knowledge(settled)) {
      REQUIRE(k.entries.empty());
      REQUIRE(k.up == std::vector<UpPortState>(tree.h()));
    }
    for (SwitchIdx sw = 0; sw < tree.switch_count(); ++sw) {
      const SwitchState& state = settled.machine(sw).state();
      REQUIRE(state.down_failed == 0);
      REQUIRE(state.dlfm_advertised == -1);
      for (const LinkFaultCause& cause : state.lft.causes()) REQUIRE_FALSE(cause.advertised);
    }
  }
}

TEST_CASE("FT-REP-3: whatever copy comes late, the newest statement stands", "[golden][repair]") {
  const auto [m, n] = GENERATE(std::pair{4U, 3U}, std::pair{4U, 4U}, std::pair{8U, 3U});
  const FatTree tree(m, n);
  INFO(tree.label());
  std::mt19937 random(24);
  SettledTree settled(tree, 512, Rule::kCorrected);
  for (unsigned round = 0; round < 60; ++round) {
    settled.reset();
    std::vector<LinkChange> history;
    for (unsigned i = 0; i < 12; ++i) {  // all under way at once
      history.push_back(random_event(tree, settled.dead(), random));
      if (history.back().repair) {
        settled.repair(history.back().link);
      } else {
        settled.kill(history.back().link);
      }
    }
    INFO(text(tree, history));
    if (round % 3 == 0) {  // newest first starves the older ones as long as it can
      settled.settle_in_order([](std::size_t waiting) { return waiting - 1; });
    } else {
      settled.settle_in_order([&](std::size_t waiting) { return random() % waiting; });
    }
    REQUIRE(audit(settled).exact());
  }
}

TEST_CASE("FT-REP-7: naive repairs are caught", "[golden][repair][bug]") {
  MessageBugs n1;
  MessageBugs n2;
  MessageBugs n3;
  n1.n1 = n2.n2 = n3.n3 = true;
  const auto [m, n] = GENERATE(std::pair{4U, 3U}, std::pair{4U, 4U});
  const FatTree tree(m, n);
  const unsigned histories = 100;
  for (const MessageBugs& bugs : {n1, n2, n3}) {
    const Outcome outcome = play(tree, histories, 24, bugs, 25);
    INFO(tree.label() << " n1 " << bugs.n1 << " n2 " << bugs.n2 << " n3 " << bugs.n3);
    INFO(outcome.bad_kept << " keep a bad port, " << outcome.good_excluded << " lack a good one");
    CHECK(outcome.bad_kept > histories / 5);
    CHECK(outcome.good_excluded > histories / 5);
  }
}
