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

namespace {

Links links_of(const FatTree& tree, const FaultSet& set) {
  Links links;
  for (const std::uint32_t i : set) links.push_back(tree.fallible_link(i));
  return links;
}

/// An engine and the golden model it is held against.
class Pair {
 public:
  Pair(const FatTree& tree, Rule rule, unsigned lines)
      : tree_(tree),
        engine_(tolerance::make_engine(tree, {rule, lines})),
        settled_(tree, lines == 0 ? 4096 : lines, rule),
        state_matters_(lines == 0) {}

  void check(const FaultSet& set, bool follow) {
    const Links links = links_of(tree_, set);
    INFO(text(tree_, links));
    settled_.reset();
    settled_.kill_all(links);
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
    if (state_matters_ && !outcome.played) REQUIRE(outcome.entries == largest);
    REQUIRE(GroundTruth(tree_, links).tolerable() == outcome.tolerable());
    const std::uint64_t lost = undelivered_pairs(settled_);
    REQUIRE(outcome.undelivered == lost);
    played += outcome.played ? 1 : 0;
    if (follow) REQUIRE(engine_->follow(set).undelivered == lost);
    ++checked;
  }
  unsigned played = 0;
  unsigned checked = 0;

 private:
  const FatTree& tree_;
  std::unique_ptr<tolerance::FatTreeEngine> engine_;
  SettledTree settled_;
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
  CHECK((pair.played > 0) == (lines == 3));  // three levels: the printed rule never differs (E1)
}

TEST_CASE("TOL-STATE, TOL-PAIRS: random sets of many trees", "[tolerance]") {
  const auto [m, n, most, rounds] =
      GENERATE(std::tuple{4U, 2U, 7U, 200U}, std::tuple{4U, 3U, 20U, 400U},
               std::tuple{4U, 4U, 24U, 120U}, std::tuple{4U, 5U, 24U, 30U},
               std::tuple{6U, 2U, 12U, 100U}, std::tuple{6U, 3U, 30U, 60U},
               std::tuple{8U, 3U, 24U, 25U}, std::tuple{6U, 4U, 20U, 3U},
               std::tuple{16U, 2U, 30U, 30U}, std::tuple{20U, 3U, 12U, 1U});
  const FatTree tree(m, n);
  INFO(tree.label());
  Pair pair(tree, Rule::kCorrected, 0);
  std::mt19937 random(3);
  for (unsigned i = 0; i < rounds; ++i) {
    pair.check(tolerance::random_set(tree, 1 + below(random, most), 17, i), true);
  }
  CHECK(pair.played == 0);
}

TEST_CASE("TOL-PLAYED: clustered faults, printed rule and small tables", "[tolerance]") {
  const auto [m, n] = GENERATE(std::pair{4U, 3U}, std::pair{4U, 4U}, std::pair{6U, 4U});
  const auto [rule, lines] =
      GENERATE(std::pair{Rule::kCorrected, 0U}, std::pair{Rule::kPaper, 0U},
               std::pair{Rule::kCorrected, 3U}, std::pair{Rule::kPaper, 4U});
  const FatTree tree(m, n);
  INFO(tree.label() << " " << lines);
  Pair pair(tree, rule, lines);
  std::mt19937 random(8);
  const bool four = m == 4 && n == 4;  // E1 needs four levels
  for (unsigned i = 0; i < (m == 4 ? 150U : 4U); ++i) {
    FaultSet set = clustered(tree, random);
    if (four && i % 3 == 0) {
      set = numbers(tree, {"2/000/2", "2/000/3", "1/010/3", "1/000/2"});
      for (const std::uint32_t link : tolerance::random_set(tree, 5, 1, i)) {
        if (std::find(set.begin(), set.end(), link) == set.end()) set.push_back(link);
      }
    }
    pair.check(set, true);
  }
  if (rule == Rule::kCorrected && lines == 0) {
    CHECK(pair.played == 0);
  } else if (m == 4) {
    CHECK((pair.played > 0) == (lines != 0 || four));
  }
}

TEST_CASE("TOL-PAIRS: E1: the minimal counterexample loses 8 leaf pairs", "[tolerance]") {
  const FatTree tree(4, 4);
  const FaultSet set = numbers(tree, {"2/000/2", "2/000/3", "1/010/3", "1/000/2"});
  CHECK(tolerance::make_engine(tree, {Rule::kCorrected, 0})->evaluate(set).undelivered == 0);
  const auto paper = tolerance::make_engine(tree, {Rule::kPaper, 0});
  const auto outcome = paper->evaluate(set);
  CHECK(outcome.played);
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
