// SPDX-License-Identifier: Apache-2.0
/// \file
/// Switches that a crowded drawing shows as one.
#pragma once

#include <string>
#include <tuple>

#include "golden/drawing.hpp"
#include "golden/topology.hpp"

namespace selvage::report {

/// Switches of one level that also stand in one pod, plane, or the like (golden/drawing.hpp).
struct SwitchGroup {
  unsigned level = 0;
  std::uint32_t group = DrawnPlace::kNoGroup;
  [[nodiscard]] bool operator<(const SwitchGroup& other) const {
    return std::tie(level, group) < std::tie(other.level, other.group);
  }
};

/// `by_level`: of all pods together.
[[nodiscard]] SwitchGroup group_of(const Topology& topology, SwitchIdx sw, bool by_level);
/// "pod 3"; empty if all of a level are one group.
[[nodiscard]] std::string group_name(const Topology& topology, const SwitchGroup& group);
/// "level and pod", "level": what groups differ by.
[[nodiscard]] std::string grouping_words(const Topology& topology, bool by_level);

}  // namespace selvage::report
