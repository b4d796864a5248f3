// SPDX-License-Identifier: Apache-2.0
/// \file
/// The schema of result.json.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace selvage::cli {

/// Draft-07, of schema id "selvage.result/1".
[[nodiscard]] nlohmann::json result_schema();

/// What is wrong with `value` as the content of a result.json: "path: what"; empty if nothing.
[[nodiscard]] std::string result_complaint(const nlohmann::json& value);

}  // namespace selvage::cli
