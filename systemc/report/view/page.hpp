// SPDX-License-Identifier: Apache-2.0
/// \file
/// One self-contained page in which a person watches a run: view.html.
#pragma once

#include <istream>
#include <string>
#include <vector>

#include "report/view/events.hpp"

namespace selvage::report {

/// Events in a page, and their characters; beyond either the lightest are left out.
inline constexpr std::size_t kMostPageEvents = 30'000;
inline constexpr std::size_t kMostPageBytes = 4'000'000;
/// Journeys in a page.
inline constexpr std::size_t kMostPageJourneys = 2'000;

/// Lives of packets for a page, from a journeys.ndjson: those of packets that events name first,
/// then those under way while a link was dead and not all switches knew.
[[nodiscard]] std::vector<std::string> chosen_journeys(std::istream& journeys,
                                                       const EventFile& file);

/// Flows in a page, and their characters.
inline constexpr std::size_t kMostPageFlows = 200;
inline constexpr std::size_t kMostFlowBytes = 600'000;

/// Lives of flows for a page, from a flows.ndjson: those that moved, waited or lost most often.
[[nodiscard]] std::vector<std::string> chosen_flows(std::istream& flows);

/// VIEW-PAGE-1..5. Whatever stands in the lines is data there, never markup or script.
[[nodiscard]] std::string view_page(const EventFile& file, const std::vector<std::string>& journeys,
                                    const std::vector<std::string>& flows = {});

/// Template, style and scripts as they are in systemc/report/view/page.
struct PageParts {
  std::string_view html;
  std::string_view style;
  std::string_view d3;  ///< with its notice
  std::string_view script;
};
[[nodiscard]] PageParts page_parts();

}  // namespace selvage::report
