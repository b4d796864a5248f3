// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where this executable comes from.
#pragma once

#include <nlohmann/json.hpp>

namespace selvage::cli {

/// Version, git revision, compiler, build type and library versions.
[[nodiscard]] nlohmann::ordered_json build_info();
/// The same on one line.
[[nodiscard]] std::string build_line();

}  // namespace selvage::cli
