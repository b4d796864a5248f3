// SPDX-License-Identifier: Apache-2.0
/// \file
/// The events of a finished run and the page in which a person watches them.
#pragma once

#include <filesystem>
#include <string>

#include "cli/result/result_json.hpp"
#include "report/view/events.hpp"

namespace selvage::cli {

inline constexpr const char* kEventsFile = "events.ndjson";
inline constexpr const char* kViewPage = "view.html";

/// Writes both into `folder`, with journeys that lie there. False and `why` if they cannot be
/// written; then neither is there.
[[nodiscard]] bool write_view(const FinishedRun& run, const std::filesystem::path& folder,
                              std::string& why);
/// The page of `events`, with the journeys and the flows that lie in `folder`.
[[nodiscard]] std::string page_of(const report::EventFile& events,
                                  const std::filesystem::path& folder);
/// The place of a mismatch in its page: "#t=100483&sw=1.31".
[[nodiscard]] std::string mismatch_anchor(Cycle cycle, const std::string& switch_name);
/// The place in the page where a failed run went wrong: "#t=100483&sw=1.31"; of another run empty.
[[nodiscard]] std::string view_anchor(const FinishedRun& run);

}  // namespace selvage::cli
