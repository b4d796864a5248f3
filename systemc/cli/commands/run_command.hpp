// SPDX-License-Identifier: Apache-2.0
/// \file
/// `selvage run`.
#pragma once

#include <filesystem>
#include <optional>

#include "cli/options/options.hpp"
#include "cli/waves/wave_plan.hpp"

namespace selvage::cli {

/// Returns the exit code.
[[nodiscard]] int run_command(const Options& options);

/// One run with its output directory. `ending` is that of an earlier run of the same scenario:
/// waves are recorded around it.
struct RunReport {
  int code = 0;
  std::filesystem::path out;
  bool kept = false;  ///< its result stands in `out`
};
[[nodiscard]] RunReport run_scenario(const Options& options, const std::optional<Ending>& ending);

}  // namespace selvage::cli
