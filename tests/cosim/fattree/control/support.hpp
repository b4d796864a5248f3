// SPDX-License-Identifier: Apache-2.0
/// \file
/// Histories of faults and repairs for trees of control planes; switches with any lines of a table.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "control/switch.hpp"

namespace selvage::test {

struct History {
  unsigned events = 0;
  unsigned gap = 0;    ///< at most so many cycles between two events
  unsigned delay = 0;  ///< at most so many until an end notices
  unsigned links = 0;  ///< only so many links take part; 0: all
  bool near = false;   ///< those that are next to one switch above the leaves; else any
};

/// Numbers of the links, those first that are fewest links away from `from`.
inline std::vector<std::uint32_t> nearest_links(const golden::FatTree& tree, SwitchIdx from) {
  std::vector<std::uint32_t> order;
  std::vector<bool> reached(tree.switch_count(), false), taken(tree.fallible_link_count(), false);
  reached[from] = true;
  while (order.size() < taken.size()) {
    std::vector<SwitchIdx> next;
    for (std::uint32_t i = 0; i < taken.size(); ++i) {
      const auto end = tree.fallible_link(i);
      const SwitchIdx far = tree.peer(end.sw, end.port).index;
      if (taken[i] || (!reached[end.sw] && !reached[far])) continue;
      taken[i] = true;
      order.push_back(i);
      next.insert(next.end(), {end.sw, far});
    }
    for (const SwitchIdx sw : next) reached[sw] = true;
  }
  return order;
}

/// Random links die or, as often as not if any is dead, are repaired. Returns the last event's
/// cycle.
inline Cycle schedule(golden::ControlFabric& fabric, const History& history, std::mt19937& random) {
  const golden::FatTree& tree = fabric.tree();
  const auto below = [&random](std::size_t limit) { return random() % limit; };
  struct Known {
    bool dead = false;
    Cycle noticed = 0;
  };
  std::vector<Known> known(tree.fallible_link_count());
  std::vector<std::uint32_t> pool(known.size());
  for (std::uint32_t i = 0; i < pool.size(); ++i) pool[i] = i;
  if (history.links != 0) {
    if (history.near) {
      SwitchIdx from = 0;
      do from = static_cast<SwitchIdx>(below(tree.switch_count()));
      while (tree.level(from) == 0);
      pool = nearest_links(tree, from);
    } else {
      std::shuffle(pool.begin(), pool.end(), random);
    }
    pool.resize(history.links);
  }
  std::vector<std::uint32_t> dead;
  Cycle at = fabric.now();
  for (unsigned i = 0; i < history.events; ++i) {
    const Cycle lower = below(history.delay + 1);
    const Cycle upper = below(history.delay + 1);
    if (!dead.empty() && below(2) == 0) {
      const std::size_t chosen = below(dead.size());
      const std::uint32_t link = dead[chosen];
      dead.erase(dead.begin() + static_cast<std::ptrdiff_t>(chosen));
      at = std::max(at, known[link].noticed);
      fabric.repair(at, tree.fallible_link(link), lower, upper);
      known[link].dead = false;
    } else {
      const std::uint32_t link = pool[below(pool.size())];
      if (known[link].dead) continue;
      fabric.kill(at, tree.fallible_link(link), lower, upper);
      known[link] = {true, at + std::max(lower, upper) + 1};
      dead.push_back(link);
    }
    at += below(history.gap + 1);
  }
  return at;
}

/// Switches below the roots with any lines of a table of 32, few to all, and any sequence
/// numbers, under every load: above the leaves every second has two lines, one pair after the
/// other. Returns the first difference.
inline std::string any_lines(const golden::FatTree& tree, unsigned runs, std::uint32_t rtl_bugs,
                             tb::SwitchTotals& totals) {
  std::mt19937 random(tree.m());
  std::string difference;
  const auto bit = [](unsigned line) { return std::uint64_t{1} << line % 32; };
  unsigned pair = 0;
  for (unsigned i = 0; i < runs && difference.empty(); ++i) {
    SwitchIdx sw = 0;
    do sw = static_cast<SwitchIdx>(random() % tree.switch_count());
    while (tree.is_root(tree.level(sw)));
    const auto lines = static_cast<unsigned>(1 + random() % (i % 2 != 0 ? 8 : 32));
    tb::SwitchRun run{&tree, sw, 1, i % 4 == 0 ? 32 : lines, rtl_bugs};
    run.numbers = i;
    if (i % 2 != 0 && tree.level(sw) > 0) {
      run.lines = 2;
      run.mask = bit(pair) | bit(pair + 1 + pair / 32 % 16);
      ++pair;
    }
    while (static_cast<unsigned>(__builtin_popcountll(run.mask)) < run.lines)
      run.mask |= bit(static_cast<unsigned>(random() % 32));
    difference = tb::drive_switch(run, {16, 4, i % 64}, 2000, totals);
  }
  return difference;
}

}  // namespace selvage::test
