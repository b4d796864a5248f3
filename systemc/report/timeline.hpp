// SPDX-License-Identifier: Apache-2.0
/// \file
/// The fault timeline: how the knowledge of each link failure spreads, as one SVG for people.
#pragma once

#include <string>

#include "config/scenario.hpp"
#include "cosim/system.hpp"
#include "fabric/run.hpp"

namespace selvage::report {

/// A finished run whose stories were recorded.
struct TimelineInput {
  const Scenario& scenario;
  const System& system;
  const fabric::RunResult& result;
};

inline constexpr std::size_t kMostPanels = 24;
/// Pixels of a drawing (RUN-FOLD).
inline constexpr double kMostHeight = 8000;
/// Message arrows in one drawing, shared out among its panels.
inline constexpr std::size_t kMostArrows = 3000;

/// One panel for each failure. Where that takes more than kMostHeight, or there are more than
/// kMostPanels, switches are folded by group, and the failures without room are drawn together at
/// the end. A pure function of scenario and result: the same bytes whatever the engine.
[[nodiscard]] std::string timeline_svg(const TimelineInput& input);

}  // namespace selvage::report
