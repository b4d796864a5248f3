// SPDX-License-Identifier: Apache-2.0
/// \file
/// Files of tb/formal as text.
#pragma once

#include <map>
#include <string>

namespace selvage::dut {

/// By the name of the module, which is that of the file.
[[nodiscard]] const std::map<std::string, std::string>& specification_texts();

}  // namespace selvage::dut
