// SPDX-License-Identifier: Apache-2.0
/// \file
/// JSON Schemas of flow-channel switches.
#pragma once

#include <string_view>

namespace selvage::config {

/// The property `flow`, as SwitchPlug::keys.
extern const std::string_view kFlowKeys;
/// Of `flow_channels` in result.json, as SwitchPlug::result_schema.
extern const std::string_view kFlowResultSchema;

}  // namespace selvage::config
