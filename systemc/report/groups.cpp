// SPDX-License-Identifier: Apache-2.0
#include "report/groups.hpp"

#include <fmt/format.h>

namespace selvage::report {

SwitchGroup group_of(const Topology& topology, SwitchIdx sw, bool by_level) {
  const auto* drawn = dynamic_cast<const Drawn*>(&topology);
  const bool whole = by_level || drawn == nullptr;
  return {topology.level(sw), whole ? DrawnPlace::kNoGroup : drawn->place(sw).group};
}

std::string group_name(const Topology& topology, const SwitchGroup& group) {
  const auto* drawn = dynamic_cast<const Drawn*>(&topology);
  if (drawn == nullptr || group.group == DrawnPlace::kNoGroup) return {};
  return fmt::format("{} {}", drawn->group_word(), group.group);
}

std::string grouping_words(const Topology& topology, bool by_level) {
  const auto* drawn = dynamic_cast<const Drawn*>(&topology);
  if (by_level || drawn == nullptr) return "level";
  const std::string_view word = drawn->group_word();  // "pod", "z ="
  return fmt::format("level and {}", word.substr(0, word.find(' ')));
}

}  // namespace selvage::report
