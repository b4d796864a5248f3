// SPDX-License-Identifier: Apache-2.0
/// \file
/// Text of the fixed part of the scenario schema.
#pragma once

#include <string_view>

namespace selvage::config {

/// Draft-07. `topology` and `bug` are filled in from the registry of systems.
extern const std::string_view kScenarioSchemaText;
/// `switch.flow`, put where that says "$flow".
extern const std::string_view kFlowSchemaText;

}  // namespace selvage::config
