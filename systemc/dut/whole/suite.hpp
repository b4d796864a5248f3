// SPDX-License-Identifier: Apache-2.0
/// \file
/// What `selvage conform` runs a switch through, and what `selvage new-switch` writes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cosim/foreign/switch_plugin.hpp"

namespace selvage::dut {

/// A name for a file, and its text.
using NamedText = std::pair<std::string, std::string>;

/// Scenarios for a switch of this size; without those of dying links if it hears of none.
[[nodiscard]] std::vector<NamedText> conformance_suite(const cosim::SwitchFacts& facts);

/// Adapter, manifest, CMakeLists.txt, README and the suite of a new switch, by path.
[[nodiscard]] std::vector<NamedText> switch_skeleton(const std::string& name, unsigned ports,
                                                     unsigned levels);

}  // namespace selvage::dut
