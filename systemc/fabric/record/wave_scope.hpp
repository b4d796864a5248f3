// SPDX-License-Identifier: Apache-2.0
/// \file
/// Names in waves. No SystemC header is needed to use it.
#pragma once

#include <string>

namespace selvage::fabric {

/// Scope of a switch, in letters, digits and '_': "<0,21>" -> "sw_0_21".
[[nodiscard]] std::string wave_scope(const std::string& switch_name);

}  // namespace selvage::fabric
