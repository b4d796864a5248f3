// SPDX-License-Identifier: Apache-2.0
/// \file
/// Types of plain YAML scalars.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace selvage::config {

/// A plain scalar by the YAML 1.2 core rules: true/false, decimal, 0x and 0o integers, decimal
/// fractions; everything else is text. A whole number written with point or exponent (2e4) is an
/// integer. `why` tells what is wrong with a number JSON cannot hold.
[[nodiscard]] nlohmann::json plain_scalar(const std::string& text, std::string& why);

}  // namespace selvage::config
