// SPDX-License-Identifier: Apache-2.0
/// \file
/// Paths of numbers in what a trial gives.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace selvage::campaign {

/// "load.accepted" -> /load/accepted, "faults.0.hops" -> /faults/0/hops
[[nodiscard]] std::string measure_pointer(const std::string& path);

/// Why a result of this schema has no number at `path`; empty if it may have one. `hint` may be
/// set. What lies outside of the reproducible part, `wall`, is no measure.
[[nodiscard]] std::string measure_complaint(const nlohmann::json& schema, const std::string& path,
                                            std::string& hint);

}  // namespace selvage::campaign
