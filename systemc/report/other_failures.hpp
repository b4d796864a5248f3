// SPDX-License-Identifier: Apache-2.0
/// \file
/// The failures of a timeline for which there is no room for a panel each.
#pragma once

#include <cstddef>
#include <vector>

#include "report/svg.hpp"
#include "report/timeline.hpp"

namespace selvage::report {

/// Rows of them; of more groups the levels are drawn.
inline constexpr std::size_t kMostOtherRows = 40;
/// What they take at most, in pixels.
inline constexpr double kOthersHeight = 80 + 15 * static_cast<double>(kMostOtherRows);

/// Draws them on the time of the whole run, a row for each group of links, with its upper edge at
/// `top`; returns its lower edge.
double draw_others(Svg& svg, double top, const TimelineInput& input,
                   const std::vector<std::size_t>& others);

}  // namespace selvage::report
