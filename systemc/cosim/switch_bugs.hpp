// SPDX-License-Identifier: Apache-2.0
/// \file
/// Deliberate defects outside of the systems: of the fabric itself, and of a kind of switch.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cosim/system.hpp"

namespace selvage {

struct SwitchBug {
  BugInfo info;
  std::optional<SwitchKind> kind;  ///< of switch that has it; empty: all
  unsigned bit = 0;                ///< by which its kind knows it
};

inline constexpr std::string_view kCrossDeadLink = "cross_dead_link";

/// All of them, those of every kind first.
[[nodiscard]] const std::vector<SwitchBug>& switch_bugs();
/// The one of that name, or null.
[[nodiscard]] const SwitchBug* find_switch_bug(std::string_view name);
/// The bits of those of `names` that `kind` has.
[[nodiscard]] unsigned switch_bug_bits(SwitchKind kind, const std::vector<std::string>& names);
/// Every bug that a scenario of this system may switch on.
[[nodiscard]] std::vector<BugInfo> bugs_for(const SystemPlug& plug);
/// Those of `names` that the system has to know of.
[[nodiscard]] std::vector<std::string> system_bugs(std::vector<std::string> names);

}  // namespace selvage
