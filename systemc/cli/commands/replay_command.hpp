// SPDX-License-Identifier: Apache-2.0
/// \file
/// `selvage replay`: a run again, from its result.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/options/options.hpp"

namespace selvage::cli {

/// Returns the exit code: 0 if the outcome is the same.
[[nodiscard]] int replay_command(const Options& options);

/// Replays the failed run of `out`/result.json in a child process (SystemC holds one simulation per
/// process) and brings its waves to `out`. Returns their object for result.json, or null.
[[nodiscard]] nlohmann::ordered_json waves_by_repeating(const Options& options,
                                                        const std::filesystem::path& out);

/// A result.json that was read; null, with a word on stderr, if `path` holds none.
[[nodiscard]] nlohmann::json read_result(const std::string& path);

}  // namespace selvage::cli
