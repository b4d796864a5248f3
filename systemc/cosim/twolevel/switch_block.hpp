// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verilated parameter sets of `twolevel_switch`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cosim/switch_block.hpp"
#include "cosim/twolevel/control.hpp"

namespace selvage::cosim {

using TwoLevelSwitchBlock = SwitchBlock;

struct TwoLevelSwitchOptions : SwitchBlockOptions {
  const golden::AlFares* net = nullptr;         ///< of the build's size
  std::vector<golden::TernaryRow> rows;         ///< loaded one by one before cycle 0,
  std::vector<golden::TernaryRow> before = {};  ///< behind these
  std::uint32_t bugs = 0;                       ///< strap bug_i
};

struct TwoLevelSwitchBuild {
  unsigned k = 0;
  unsigned depth = 0;  ///< beats of an input buffer
  std::unique_ptr<SwitchBlock> (*make)(const TwoLevelSwitchOptions&) = nullptr;
  /// "twolevel_switch K=8 DEPTH=256"
  [[nodiscard]] std::string label() const;
};

/// All builds; the list stands in builds.cmake.
[[nodiscard]] const std::vector<TwoLevelSwitchBuild>& twolevel_switch_builds();
/// The one for this many ports; null if there is none.
[[nodiscard]] const TwoLevelSwitchBuild* find_twolevel_switch(unsigned k);

/// One whole switch of this system; null, and why, as System::make_switch says it.
[[nodiscard]] std::unique_ptr<SwitchBlock> make_twolevel_switch(const TwoLevelConfig& config,
                                                                const SwitchBlockOptions& options,
                                                                std::string& why);

}  // namespace selvage::cosim
