// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether two results are of the same outcome.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace selvage::regress {

/// Fields of result.json that may differ between two runs with the same outcome: times, places,
/// the build, and what was recorded.
[[nodiscard]] bool incidental(const std::string& key);

/// A hash of each other field: "cycles=1f00ab32 packets=...".
[[nodiscard]] std::string digest(const nlohmann::ordered_json& result);
/// The fields in which two digests differ: "cycles, packets"; empty: they are the same.
[[nodiscard]] std::string differing(const std::string& a, const std::string& b);

}  // namespace selvage::regress
