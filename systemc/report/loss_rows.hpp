// SPDX-License-Identifier: Apache-2.0
/// \file
/// The packets of a timeline that no failure of a link is charged with: of switches that died,
/// outages, damage.
#pragma once

#include "report/svg.hpp"
#include "report/timeline.hpp"

namespace selvage::report {

/// Deaths with a row each, and outages; those behind share one.
inline constexpr std::size_t kMostLossRows = 12;

/// What draw_losses takes, in pixels; 0 if there is nothing to draw.
[[nodiscard]] double losses_height(const TimelineInput& input);
/// Draws them on the time of the whole run with the upper edge at `top`, a row for each cause;
/// returns the lower edge.
double draw_losses(Svg& svg, double top, const TimelineInput& input);

}  // namespace selvage::report
