// SPDX-License-Identifier: Apache-2.0
/// \file
/// The deliberate bugs of the fat tree (`bug.*`).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "cosim/system.hpp"
#include "golden/fattree/rules.hpp"

namespace selvage::cosim {

struct FatTreeBug {
  BugInfo info;
  std::uint64_t rtl = 0;  ///< RtlBug bit
  bool golden::MessageBugs::*message = nullptr;
};

[[nodiscard]] const std::vector<FatTreeBug>& fattree_bugs();
/// Null if there is none of this name.
[[nodiscard]] const FatTreeBug* find_fattree_bug(std::string_view name);

}  // namespace selvage::cosim
