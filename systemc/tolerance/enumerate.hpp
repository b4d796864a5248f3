// SPDX-License-Identifier: Apache-2.0
/// \file
/// Fault sets of one size: all of them, or random ones, and what became of them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "tolerance/engine.hpp"

namespace selvage::tolerance {

/// Number of sets of `size` links out of `links`; empty above 2^63.
[[nodiscard]] std::optional<std::uint64_t> set_count(std::uint64_t links, unsigned size);

/// Random set number `index` of `size` different links, each set in each order as likely as any
/// other. A function of its arguments alone, so that any set of a series can be repeated by itself.
[[nodiscard]] FaultSet random_set(const Topology& topology, unsigned size, std::uint64_t seed,
                                  std::uint64_t index);

/// Sums over many fault sets.
struct Tally {
  std::uint64_t sets = 0;
  std::uint64_t intolerable = 0;    ///< some pair has no path
  std::uint64_t not_tolerated = 0;  ///< some pair's packet does not arrive
  std::uint64_t needless = 0;       ///< some pair has a path and its packet does not arrive
  std::uint64_t disconnected = 0;   ///< pairs
  std::uint64_t undelivered = 0;    ///< pairs
  std::uint64_t most_entries = 0;
  std::uint64_t worst = 0;      ///< sets that count in the worst order, Order::kWorst
  std::uint64_t listed = 0;     ///< sets that were played as listed, Order::kListed
  std::uint64_t evaluated = 0;  ///< sets that were worked out, the others follow by symmetry
  void add(const Outcome& outcome);
  friend bool operator==(const Tally& a, const Tally& b) {
    return a.sets == b.sets && a.intolerable == b.intolerable &&
           a.not_tolerated == b.not_tolerated && a.needless == b.needless &&
           a.disconnected == b.disconnected && a.undelivered == b.undelivered &&
           a.most_entries == b.most_entries && a.worst == b.worst && a.listed == b.listed;
  }
};

/// Reports now and then how many sets have been worked out, how many there are to work out, and how
/// many of those done are not tolerated.
using Watch = std::function<void(std::uint64_t done, std::uint64_t all, std::uint64_t failed)>;

/// All sets of `size` links, each in ascending order. Throws std::invalid_argument if there are
/// more than 2^63.
[[nodiscard]] Tally count_all(Engine& engine, unsigned size, const Watch& watch = {});

/// The same by symmetry: a sum over the sets with one given link of a class, times the links of
/// that class, counts each set once for each of its links in it. So only sets with the first link
/// of a class are worked out. Throws std::invalid_argument also if a set was played as listed.
[[nodiscard]] Tally count_all_by_symmetry(Engine& engine, unsigned size, const Watch& watch = {});

/// Random sets first .. first+count-1 of a series.
[[nodiscard]] Tally count_random(Engine& engine, unsigned size, std::uint64_t seed,
                                 std::uint64_t first, std::uint64_t count, const Watch& watch = {});

}  // namespace selvage::tolerance
