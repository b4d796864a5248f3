// SPDX-License-Identifier: Apache-2.0
/// \file
/// Rows of a fat tree's cover models: a situation at leaves, at roots and between.
#pragma once

#include <array>
#include <cstddef>

#include "golden/cover/coverage.hpp"

namespace selvage::golden {

enum class Tier : std::uint8_t { kLeaf, kMiddle, kRoot };
inline constexpr unsigned kTiers = 3;
[[nodiscard]] constexpr Tier tier_of(unsigned level, unsigned levels) {
  if (level == 0) return Tier::kLeaf;
  return level + 1 == levels ? Tier::kRoot : Tier::kMiddle;
}

/// By tier: the lowest tree, in levels, in which a situation can be met there; 0: in none.
using Least = std::array<unsigned, kTiers>;

/// Where a situation that needs no tier is met: the lowest tree for it.
struct CoverRow {
  const char* name;
  const char* requirements;
  const char* text;
  unsigned least = 2;
};
struct TieredRow {
  const char* name;
  const char* requirements;
  const char* text;
  Least least;
};

/// Adds "group.name"; in a tree of fewer `levels` than it needs as unreachable.
std::size_t add_row(cover::Model& model, const char* group, const CoverRow& row, unsigned levels);
/// Adds "group.name.leaf", ".middle" and ".root", side by side; returns the number of the first.
std::size_t add_tiers(cover::Model& model, const char* group, const TieredRow& row,
                      unsigned levels);

}  // namespace selvage::golden
