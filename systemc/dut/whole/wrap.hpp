// SPDX-License-Identifier: Apache-2.0
/// \file
/// What stands between the top of a user's switch and `switch_shim.cpp`: a module with uniform
/// pins around it, and its facts as a header.
#pragma once

#include <string>
#include <vector>

#include "dut/whole/manifest.hpp"

namespace selvage::dut {

/// The sources of a switch, as selvage_add_switch has them.
struct WholeSources {
  std::string top;
  std::vector<std::string> sources;
  std::vector<std::string> include_dirs;
  std::vector<std::string> defines;     ///< NAME or NAME=VALUE
  std::vector<std::string> parameters;  ///< NAME=VALUE
};

struct Wrapped {
  std::string module;  ///< `selvage_switch` (SystemVerilog)
  std::string facts;   ///< selvage_switch_facts.h
};

/// Reads the pins of the top with Verilator and holds them against the manifest. Empty after
/// errors, which are in `reported`: `file:line:column: error: what`, all of them.
[[nodiscard]] std::optional<Wrapped> wrap_switch(const WholeManifest& manifest,
                                                 const std::string& name,
                                                 const WholeSources& sources,
                                                 std::string& reported);

}  // namespace selvage::dut
