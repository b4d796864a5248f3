// SPDX-License-Identifier: Apache-2.0
/// \file
/// Text of the schema of result.json.
#pragma once

#include <string_view>

namespace selvage::cli {

/// Draft-07, of schema id "selvage.result/1".
extern const std::string_view kResultSchemaText;

}  // namespace selvage::cli
