// SPDX-License-Identifier: Apache-2.0
/// \file
/// The schema of result.json.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace selvage::cli {

/// Draft-07, of schema id "selvage.result/1".
[[nodiscard]] nlohmann::json result_schema();

extern const std::string_view kFlowChannelsSchemaText;  ///< of its part `flow_channels`

}  // namespace selvage::cli
