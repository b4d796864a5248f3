// SPDX-License-Identifier: Apache-2.0
/// \file
/// The schema of result.json.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace selvage::cli {

/// The format: another number where a reader of the old one would go wrong.
inline constexpr const char* kResultId = "selvage.result/2";
/// Whether a schema id is that of a result, of whatever number.
[[nodiscard]] inline bool is_result_id(std::string_view id) {
  return id.rfind("selvage.result/", 0) == 0;
}

/// Draft-07.
[[nodiscard]] nlohmann::json result_schema();

/// What is wrong with `value` as the content of a result.json: "path: what"; empty if nothing.
[[nodiscard]] std::string result_complaint(const nlohmann::json& value);

}  // namespace selvage::cli
