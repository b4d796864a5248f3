// SPDX-License-Identifier: Apache-2.0
/// \file
/// Text of the fixed part of the scenario schema.
#pragma once

#include <string_view>

namespace selvage::config {

/// Draft-07. `topology`, `switch` and `bug` are filled in from the registries.
extern const std::string_view kScenarioSchemaText;

}  // namespace selvage::config
