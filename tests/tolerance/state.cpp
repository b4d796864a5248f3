// SPDX-License-Identifier: Apache-2.0
/// The engine's settled state and deliverability against the golden message machines (TOL-STATE,
/// TOL-PAIRS).
#include <catch2/catch.hpp>

#include <algorithm>

#include "support.hpp"
#include "tolerance/enumerate.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::golden::test;
using tolerance::FaultSet;
using tolerance::Order;

namespace {

Links links_of(const FatTree& tree, const FaultSet& set) {
  Links links;
  for (const std::uint32_t i : set) links.push_back(tree.fallible_link(i));
  return links;
}

/// An engine and the golden model it is held against.
class Pair {
 public:
  Pair(const FatTree& tree, Rule rule, unsigned lines, Order order = Order::kListed)
      : tree_(tree),
        engine_(tolerance::make_engine(tree, {rule, lines})),
        settled_(tree, lines == 0 ? 4096 : lines, rule),
        order_(order),
        state_matters_(lines == 0) {
    engine_->take(order);
  }

  void check(const FaultSet& set, bool follow) {
    const Links links = links_of(tree_, set);
    INFO(text(tree_, links));
    settled_.reset();
    if (order_ == Order::kWorst) settled_.kill_all_lower_first(links);
    else settled_.kill_all(links);
    settled_.settle();
    const tolerance::Outcome outcome = engine_->evaluate(set);
    const auto known = knowledge(settled_);
    std::size_t largest = 0;
    for (SwitchIdx sw = 0; sw < tree_.switch_count(); ++sw) {
      if (tree_.is_root(tree_.level(sw))) break;
      const auto view = engine_->view(sw);
      if (!(view.up == known[sw].up && view.entries == known[sw].entries)) {
        FAIL("state of " << tree_.switch_name(sw));
      }
      largest = std::max(largest, known[sw].entries.size());
    }
    if (state_matters_ && outcome.order == Order::kAny) REQUIRE(outcome.entries == largest);
    REQUIRE(GroundTruth(tree_, links).tolerable() == outcome.tolerable());
    const std::uint64_t lost = undelivered_pairs(settled_);
    REQUIRE(outcome.undelivered == lost);
    if (outcome.order != Order::kAny) {
      REQUIRE(outcome.order == order_);
      ++ordered;
    }
    if (follow) REQUIRE(engine_->follow(set).undelivered == lost);
    ++checked;
  }
  unsigned ordered = 0;  ///< sets in which the order of messages can matter
  unsigned checked = 0;

 private:
  const FatTree& tree_;
  std::unique_ptr<tolerance::FatTreeEngine> engine_;
  SettledTree settled_;
  Order order_;
  bool state_matters_;
};

FaultSet numbers(const FatTree& tree, const std::vector<std::string>& names) {
  FaultSet set;
  for (const SwitchPort& end : links(tree, names)) {
    set.push_back(end.sw * tree.h() + (end.port - tree.h()));
  }
  return set;
}

template <class Visit>
void all_sets(std::uint32_t count, unsigned size, FaultSet& set, std::uint32_t from, Visit visit) {
  if (set.size() == size) {
    visit(set);
    return;
  }
  for (std::uint32_t i = from; i < count; ++i) {
    set.push_back(i);
    all_sets(count, size, set, i + 1, visit);
    set.pop_back();
  }
}

/// Up links of a few switches: many cascades.
FaultSet clustered(const FatTree& tree, std::mt19937& random) {
  FaultSet set;
  for (unsigned i = 0; i < 4; ++i) {
    const std::uint32_t first = below(random, tree.fallible_link_count()) / tree.h() * tree.h();
    for (unsigned j = 0; j < tree.h(); ++j) {
      if (below(random, 4) != 0) set.push_back(first + j);
    }
  }
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  std::shuffle(set.begin(), set.end(), random);
  return set;
}

/// The smallest example of E1 in place of `set`, and five more links: <2,0..000> loses all its up
/// links, <1,0..010> one, and the bits of 0..000 cover its others.
void put_e1(const FatTree& tree, unsigned number, FaultSet& set) {
  const std::string zeros(tree.n() - 4, '0');
  std::vector<std::string> names{"1/" + zeros + "010/" + std::to_string(tree.h() + 1)};
  for (unsigned k = tree.h(); k < 2 * tree.h(); ++k) {
    names.push_back("2/" + zeros + "000/" + std::to_string(k));
    if (k != tree.h() + 1) names.push_back("1/" + zeros + "000/" + std::to_string(k));
  }
  set = numbers(tree, names);
  for (const std::uint32_t link : tolerance::random_set(tree, 5, 1, number)) {
    if (std::find(set.begin(), set.end(), link) == set.end()) set.push_back(link);
  }
}

/// Links die, ends notice and messages go on in an order of chance.
void play_at_random(SettledTree& tree, Links links, std::mt19937& random) {
  std::shuffle(links.begin(), links.end(), random);
  Links ends;
  while (!links.empty() || !ends.empty()) {
    const std::uint32_t what = below(random, 3);
    if (what == 0 && !links.empty()) {
      if (tree.cut(links.back())) {
        const SwitchPort end = links.back();
        const PortEnd far = tree.tree().peer(end.sw, end.port);
        ends.push_back(end);
        ends.push_back({far.index, far.port});
      }
      links.pop_back();
    } else if (what == 1 && !ends.empty()) {
      std::swap(ends[below(random, static_cast<std::uint32_t>(ends.size()))], ends.back());
      tree.detect(ends.back());
      ends.pop_back();
    } else if (below(random, 4) == 0) {
      (void)tree.deliver_round();
    }
  }
  tree.settle_in_order([&random](std::size_t waiting) {
    return below(random, static_cast<std::uint32_t>(waiting));
  });
}

}  // namespace

TEST_CASE("TOL-STATE: all sets of up to 3 faults of 4P3T, both rules", "[tolerance]") {
  const FatTree tree(4, 3);
  const Rule rule = GENERATE(Rule::kCorrected, Rule::kPaper);
  const unsigned lines = GENERATE(0U, 3U);
  Pair pair(tree, rule, lines);
  for (unsigned size = 0; size <= 3; ++size) {
    FaultSet set;
    all_sets(32, size, set, 0, [&](const FaultSet& s) { pair.check(s, true); });
  }
  CHECK(pair.checked == 1 + 32 + 496 + 4960);
  CHECK((pair.ordered > 0) == (lines == 3));  // three levels: the printed rule never differs (E1)
}

TEST_CASE("TOL-STATE, TOL-PAIRS: random sets of many trees", "[tolerance]") {
  const auto [m, n, most, rounds] = GENERATE(
      std::tuple{4U, 2U, 7U, 200U}, std::tuple{4U, 3U, 20U, 400U}, std::tuple{4U, 4U, 24U, 120U},
      std::tuple{4U, 5U, 24U, 30U}, std::tuple{6U, 2U, 12U, 100U}, std::tuple{6U, 3U, 30U, 60U},
      std::tuple{8U, 3U, 24U, 25U}, std::tuple{6U, 4U, 20U, 3U}, std::tuple{16U, 2U, 30U, 30U},
      std::tuple{20U, 3U, 12U, 1U});
  const FatTree tree(m, n);
  INFO(tree.label());
  Pair pair(tree, Rule::kCorrected, 0);
  std::mt19937 random(3);
  for (unsigned i = 0; i < rounds; ++i) {
    pair.check(tolerance::random_set(tree, 1 + below(random, most), 17, i), true);
  }
  CHECK(pair.ordered == 0);
}

TEST_CASE("TOL-PLAYED: clustered faults, printed rule and small tables", "[tolerance]") {
  const auto [m, n] = GENERATE(std::pair{4U, 3U}, std::pair{4U, 4U}, std::pair{6U, 4U});
  const auto [rule, lines] = GENERATE(std::pair{Rule::kCorrected, 0U}, std::pair{Rule::kPaper, 0U},
                                      std::pair{Rule::kCorrected, 3U}, std::pair{Rule::kPaper, 4U});
  const FatTree tree(m, n);
  INFO(tree.label() << " " << lines);
  Pair pair(tree, rule, lines);
  std::mt19937 random(8);
  const bool four = m == 4 && n == 4;  // E1 needs four levels
  for (unsigned i = 0; i < (m == 4 ? 150U : 4U); ++i) {
    FaultSet set = clustered(tree, random);
    if (four && i % 3 == 0) put_e1(tree, i, set);
    pair.check(set, true);
  }
  if (rule == Rule::kCorrected && lines == 0) {
    CHECK(pair.ordered == 0);
  } else if (m == 4) {
    CHECK((pair.ordered > 0) == (lines != 0 || four));
  }
}

TEST_CASE("TOL-ORDER: the worst order is the one in which the lower ends notice first",
          "[tolerance]") {
  const auto [m, n] = GENERATE(std::pair{4U, 4U}, std::pair{4U, 5U}, std::pair{6U, 4U});
  const FatTree tree(m, n);
  INFO(tree.label());
  Pair pair(tree, Rule::kPaper, 0, Order::kWorst);
  std::mt19937 random(5);
  for (unsigned i = 0; i < (m == 6 ? 12U : n == 5 ? 60U : 300U); ++i) {
    FaultSet set = clustered(tree, random);
    if (i % 2 == 0) put_e1(tree, i, set);
    pair.check(set, true);
  }
  CHECK(pair.ordered > 0);
}

TEST_CASE(
    "TOL-ORDER: no order of deaths, detections and messages loses a pair that the worst serves",
    "[tolerance]") {
  const FatTree tree(4, 4);
  std::mt19937 random(21);
  SettledTree worst(tree, 64, Rule::kPaper);
  unsigned less = 0;
  for (unsigned round = 0; round < 60; ++round) {
    FaultSet set = clustered(tree, random);
    put_e1(tree, round, set);
    const Links dead = links_of(tree, set);
    INFO(text(tree, dead));
    worst.reset();
    worst.kill_all_lower_first(dead);
    worst.settle();
    SettledTree other(tree, 64, Rule::kPaper);
    play_at_random(other, dead, random);
    bool fewer = false;
    for (HostIdx s = 0; s < tree.host_count();
         s += 2) {  // hosts of a leaf differ as destinations only
      for (HostIdx d = 0; d < tree.host_count(); ++d) {
        if (s == d || follow(worst, s, d).fate != Fate::kDelivered) {
          fewer = fewer || (s != d && follow(other, s, d).fate == Fate::kDelivered);
          continue;
        }
        REQUIRE(follow(other, s, d).fate == Fate::kDelivered);
      }
    }
    less += fewer ? 1 : 0;
  }
  CHECK(less > 0);
}

TEST_CASE("TOL-PAIRS: E1: the minimal counterexample loses 8 leaf pairs", "[tolerance]") {
  const FatTree tree(4, 4);
  const FaultSet set = numbers(tree, {"2/000/2", "2/000/3", "1/010/3", "1/000/2"});
  CHECK(tolerance::make_engine(tree, {Rule::kCorrected, 0})->evaluate(set).undelivered == 0);
  const auto paper = tolerance::make_engine(tree, {Rule::kPaper, 0});
  const auto outcome = paper->evaluate(set);
  CHECK(outcome.order == Order::kWorst);
  CHECK(outcome.tolerable());
  CHECK(outcome.undelivered == 8);  // ordered pairs of hosts: half of 4 leaf pairs x 4
  tolerance::Tally tally;
  tally.add(outcome);
  CHECK(tally.needless == 1);
  tally.add(paper->evaluate(numbers(tree, {"0/000/2", "0/000/3"})));  // a leaf cut off
  CHECK(tally.intolerable == 1);
  CHECK(tally.not_tolerated == 2);
  CHECK(tally.needless == 1);
}

TEST_CASE("TOL-STATE: sets that make no sense are refused, and do no harm", "[tolerance]") {
  const FatTree tree(4, 3);
  const auto engine = tolerance::make_engine(tree, {});
  CHECK_THROWS_AS((void)engine->evaluate({32}), std::invalid_argument);
  CHECK_THROWS_AS((void)engine->evaluate({3, 3}), std::invalid_argument);
  CHECK(engine->evaluate({}).tolerated());
  CHECK(engine->evaluate({0, 1}).disconnected == 2 * 2 * 14);  // a leaf switch cut off
}
