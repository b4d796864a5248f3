// SPDX-License-Identifier: Apache-2.0
/// \file
/// Situations of functional coverage by their names, to hold what was met against what should be.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "golden/cover/coverage.hpp"

namespace selvage::tb {

/// How often each situation was met; none that was not.
using Met = std::map<std::string, std::uint64_t>;

inline Met met_in(const cover::Counts& counts) {
  Met met;
  const auto& all = counts.model()->situations();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (counts.count(i) > 0) met[all[i].name] = counts.count(i);
  }
  return met;
}
inline Met met_in(const cover::Coverage& coverage) {
  Met met;
  for (const cover::Counts& counts : coverage.counts()) met.merge(met_in(counts));
  return met;
}

/// Of all whose name begins with `group`.
inline std::uint64_t sum_of(const Met& met, const std::string& group) {
  std::uint64_t sum = 0;
  for (const auto& [name, count] : met) sum += name.rfind(group, 0) == 0 ? count : 0;
  return sum;
}

/// The first situation by name that was met otherwise than expected, be it in a model or not;
/// empty: none. What is expected 0 times need not be there.
inline std::string difference(const Met& met, const Met& expected) {
  Met both = met;
  for (const auto& [name, count] : expected) both.try_emplace(name, 0);
  for (const auto& [name, count] : both) {
    const auto found = expected.find(name);
    const std::uint64_t should = found == expected.end() ? 0 : found->second;
    if (count != should)
      return name + ": met " + std::to_string(count) + ", not " + std::to_string(should);
  }
  return {};
}

}  // namespace selvage::tb
