// SPDX-License-Identifier: Apache-2.0
/// \file
/// Commands that tell about Selvage itself: `list`, `doctor`, `schema`, `--version`.
#pragma once

#include "cli/options/options.hpp"

namespace selvage::cli {

/// What can be run. Returns the exit code, as all of these.
[[nodiscard]] int list_command(const Options& options);
/// Which tools are there, which are missing, and how to get them. 2 if a necessary one is missing.
[[nodiscard]] int doctor_command(const Options& options);
[[nodiscard]] int schema_command(const Options& options);
[[nodiscard]] int version_command(const Options& options);

}  // namespace selvage::cli
