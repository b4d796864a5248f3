// SPDX-License-Identifier: Apache-2.0
/// \file
/// What disturbed the fabric of a run, in result.json and for people: slow receivers, bit errors,
/// flaps.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "fabric/run.hpp"

namespace selvage::cli {

/// Adds `receivers`, `link_errors` and `flaps` to result.json.
void add_disturbances(nlohmann::ordered_json& result, const fabric::RunResult& run);
/// Adds their schemas to that of result.json.
void add_disturbance_schemas(nlohmann::json& schema);
/// Rows of the verdict, label and text; none where nothing disturbed the fabric.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> disturbance_rows(
    const fabric::RunResult& run);

}  // namespace selvage::cli
