// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the runs of a suite could meet, before any of them (COV-4).
#pragma once

#include <string>

#include "cli/cover/merged.hpp"
#include "config/text/diagnostics.hpp"
#include "regress/suite.hpp"

namespace selvage::cli {

/// Describes each test with each of its engines. False, and the errors in `diagnostics`, where a
/// scenario does not load.
[[nodiscard]] bool describe(const regress::Suite& suite, MergedCoverage& merged,
                            config::Diagnostics& diagnostics);
/// The names in `never_met` that are no situation of any test, an error each with its place; empty:
/// none, or a scenario does not load, which the check of the runs reports.
[[nodiscard]] std::string unknown_never_met(const regress::Suite& suite);

}  // namespace selvage::cli
