// SPDX-License-Identifier: Apache-2.0
/// \file
/// The measures of a campaign over one of its factors, as coordinates (REP-PLOT).
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>

namespace selvage::campaign {

inline constexpr std::size_t kMostPlots = 6;
inline constexpr std::size_t kMostCurves = 8;

/// {"has_plots", "plots", "keys", "note"} for the page's template: one plot a measure, over the
/// factor of most numbers, a curve for each combination of the others. Past the limits `note` says
/// what is not drawn.
[[nodiscard]] nlohmann::ordered_json plots_of(const nlohmann::ordered_json& campaign);

}  // namespace selvage::campaign
