// SPDX-License-Identifier: Apache-2.0
/// \file
/// JSON that others may have written or damaged.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace selvage::config {

/// Lists and maps nested deeper are refused: what walks a value calls itself for each level.
inline constexpr int kMostNesting = 64;

/// One JSON value, nlohmann::json or ordered_json; empty and `why`, with the line and column where
/// they are known, if `text` is none, nests deeper than kMostNesting or has a key twice in a map.
template <typename Json = nlohmann::json>
[[nodiscard]] std::optional<Json> read_json(const std::string& text, std::string& why);

}  // namespace selvage::config
