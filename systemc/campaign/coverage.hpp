// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the trials of a campaign met, together (COV-4).
#pragma once

#include <nlohmann/json.hpp>

#include "campaign/figures/summary.hpp"

namespace selvage::campaign {

/// Of a result of `selvage run`, what a record keeps: system, counts, what was never met; null
/// where nothing was sampled.
[[nodiscard]] nlohmann::ordered_json coverage_of(const nlohmann::ordered_json& result);
/// Of all records; null where none has any.
[[nodiscard]] nlohmann::ordered_json merged_coverage(const Records& records);

}  // namespace selvage::campaign
