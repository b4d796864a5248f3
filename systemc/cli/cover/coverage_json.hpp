// SPDX-License-Identifier: Apache-2.0
/// \file
/// The coverage of a run in result.json and in its verdict (docs/reference/coverage.md).
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "golden/cover/coverage.hpp"

namespace selvage::cli {

/// Field `coverage` of result.json; null where nothing is sampled.
[[nodiscard]] nlohmann::ordered_json coverage_json(const cover::Coverage& coverage);
/// Its schema.
[[nodiscard]] nlohmann::json coverage_schema();
/// What is wrong with `value` as field `coverage` of a campaign's results.json; empty if nothing.
[[nodiscard]] std::string campaign_coverage_complaint(const nlohmann::json& value);
/// "; 9 of 61 situations never met (`selvage coverage out/NAME` lists them)"; `command` is that in
/// quotes. Empty where nothing is sampled.
[[nodiscard]] std::string coverage_phrase(const cover::Coverage& coverage,
                                          const std::string& command);

}  // namespace selvage::cli
