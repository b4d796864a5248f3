// SPDX-License-Identifier: Apache-2.0
/// \file
/// Waves of a finished run: the view beside them and their entry in result.json.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/result/result_json.hpp"
#include "cli/waves/wave_plan.hpp"

namespace selvage::cli {

inline constexpr const char* kWaveFile = "waves.fst";
inline constexpr const char* kViewFile = "waves.gtkw";
inline constexpr const char* kViewSettings = "waves.gtkwaverc";

/// Writes the view of `out`/waves.fst. Returns the object for result.json: file, view, window and
/// switches; null, with a word on stderr, if there is nothing to see.
[[nodiscard]] nlohmann::ordered_json finish_waves(const FinishedRun& run, const WavePlan& plan,
                                                  const std::filesystem::path& out);

}  // namespace selvage::cli
