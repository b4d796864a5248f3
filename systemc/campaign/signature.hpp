// SPDX-License-Identifier: Apache-2.0
/// \file
/// What two failures have in common that are of one kind.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace selvage::campaign {

/// "mismatch port of route_select, FT-RS-4" of a result.json with a mismatch, else its status and
/// the requirements that its detail begins with: "check_failed FAB-CONS". Neither cycle nor place.
[[nodiscard]] std::string signature(const nlohmann::ordered_json& result);

}  // namespace selvage::campaign
