// SPDX-License-Identifier: Apache-2.0
#include "tolerance/enumerate.hpp"

#include <algorithm>
#include <utility>

#include "kernel/stream.hpp"

namespace selvage::tolerance {

namespace {

/// Calls visit(set) for every set of `size` numbers below `links`, ascending.
template <class Visit>
void for_each_set(std::uint32_t links, unsigned size, Visit visit) {
  if (size > links) return;
  FaultSet set(size);
  for (unsigned i = 0; i < size; ++i) set[i] = i;
  for (;;) {
    visit(set);
    unsigned i = size;
    while (i > 0 && set[i - 1] == links - size + i - 1) --i;
    if (i == 0) return;
    ++set[i - 1];
    for (unsigned k = i; k < size; ++k) set[k] = set[k - 1] + 1;
  }
}

/// Shows a watcher every so many sets how far the work is.
class Milestones {
 public:
  Milestones(const Watch& watch, std::uint64_t all) : watch_(watch), all_(all) {}
  void pass(const Outcome& outcome) {
    failed_ += outcome.tolerated() ? 0 : 1;
    if (++done_ % 64 == 0 && watch_) watch_(done_, all_, failed_);
  }

 private:
  const Watch& watch_;
  std::uint64_t all_;
  std::uint64_t done_ = 0;
  std::uint64_t failed_ = 0;
};

std::uint64_t checked_count(std::uint64_t links, unsigned size) {
  const auto count = set_count(links, size);
  if (!count) throw std::invalid_argument("too many sets of " + std::to_string(size) + " links");
  return *count;
}

}  // namespace

std::optional<std::uint64_t> set_count(std::uint64_t links, unsigned size) {
  if (size > links) return 0;
  unsigned __int128 count = 1;
  for (unsigned i = 0; i < size; ++i) {
    count = count * (links - i) / (i + 1);
    if (count >= (static_cast<unsigned __int128>(1) << 63U)) return std::nullopt;
  }
  return static_cast<std::uint64_t>(count);
}

FaultSet random_set(const Topology& topology, unsigned size, std::uint64_t seed,
                    std::uint64_t index) {
  const std::uint32_t links = topology.fallible_link_count();
  if (size > links) {
    throw std::invalid_argument(topology.label() + " has only " + std::to_string(links) + " links");
  }
  kernel::Stream stream(seed, "tolerance", index);
  FaultSet set;
  set.reserve(size);
  // Floyd 1987: every set equally likely, no draw is thrown away.
  for (std::uint32_t last = links - size; last < links; ++last) {
    const auto pick = static_cast<std::uint32_t>(stream.below(std::uint64_t{last} + 1));
    const bool taken = std::find(set.begin(), set.end(), pick) != set.end();
    set.push_back(taken ? last : pick);
  }
  for (std::size_t i = set.size(); i > 1; --i) std::swap(set[i - 1], set[stream.below(i)]);
  return set;
}

void Tally::add(const Outcome& outcome) {
  ++sets;
  ++evaluated;
  intolerable += outcome.tolerable() ? 0 : 1;
  not_tolerated += outcome.tolerated() ? 0 : 1;
  needless += outcome.undelivered > outcome.disconnected ? 1 : 0;
  disconnected += outcome.disconnected;
  undelivered += outcome.undelivered;
  most_entries = std::max(most_entries, outcome.entries);
  worst += outcome.order == Order::kWorst ? 1 : 0;
  listed += outcome.order == Order::kListed ? 1 : 0;
}

Tally count_all(Engine& engine, unsigned size, const Watch& watch) {
  const std::uint32_t links = engine.topology().fallible_link_count();
  Milestones milestones(watch, checked_count(links, size));
  Tally tally;
  for_each_set(links, size, [&](const FaultSet& set) {
    const Outcome outcome = engine.evaluate(set);
    tally.add(outcome);
    milestones.pass(outcome);
  });
  return tally;
}

Tally count_all_by_symmetry(Engine& engine, unsigned size, const Watch& watch) {
  const std::uint32_t links = engine.topology().fallible_link_count();
  Tally sum;
  if (size == 0) return count_all(engine, 0);
  const std::uint64_t sets = checked_count(links, size);
  Milestones milestones(watch, engine.link_classes().size() * checked_count(links - 1, size - 1));
  FaultSet set;
  for (const LinkClass& alike : engine.link_classes()) {
    const std::uint32_t given = alike.first;
    Tally tally;
    for_each_set(links - 1, size - 1, [&](const FaultSet& others) {
      set.clear();
      std::size_t i = 0;
      for (; i < others.size() && others[i] < given; ++i) set.push_back(others[i]);
      set.push_back(given);
      for (; i < others.size(); ++i) set.push_back(others[i] + 1);
      const Outcome outcome = engine.evaluate(set);
      tally.add(outcome);
      if (tally.listed > 0) {
        throw std::invalid_argument(
            "--symmetry: the messages of some set have to be played in the "
            "order listed, and there symmetry does not hold");
      }
      milestones.pass(outcome);
    });
    sum.intolerable += tally.intolerable * alike.count;
    sum.not_tolerated += tally.not_tolerated * alike.count;
    sum.needless += tally.needless * alike.count;
    sum.disconnected += tally.disconnected * alike.count;
    sum.undelivered += tally.undelivered * alike.count;
    sum.worst += tally.worst * alike.count;
    sum.most_entries = std::max(sum.most_entries, tally.most_entries);
    sum.evaluated += tally.sets;
  }
  sum.sets = sets;
  for (std::uint64_t* count : {&sum.intolerable, &sum.not_tolerated, &sum.needless,
                               &sum.disconnected, &sum.undelivered, &sum.worst}) {
    if (*count % size != 0) throw Unsound("FT-AUD-1: counts by symmetry do not divide evenly");
    *count /= size;
  }
  return sum;
}

Tally count_random(Engine& engine, unsigned size, std::uint64_t seed, std::uint64_t first,
                   std::uint64_t count, const Watch& watch) {
  Tally tally;
  Milestones milestones(watch, count);
  for (std::uint64_t i = first; i < first + count; ++i) {
    const Outcome outcome = engine.evaluate(random_set(engine.topology(), size, seed, i));
    tally.add(outcome);
    milestones.pass(outcome);
  }
  return tally;
}

}  // namespace selvage::tolerance
