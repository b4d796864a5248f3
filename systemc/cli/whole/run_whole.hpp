// SPDX-License-Identifier: Apache-2.0
/// \file
/// `selvage run --switch`: a whole switch of others in a run.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cosim/foreign/switch_plugin.hpp"

namespace selvage::cli {

/// The plug-in of "FILE" or "FILE@BUGS" with the facts of its manifest; null after complaints.
/// BUGS, a number, is at its pin bug_i.
[[nodiscard]] std::shared_ptr<const cosim::SwitchPlugin> load_whole(const std::string& spec);

/// What result.json says of it.
[[nodiscard]] nlohmann::ordered_json whole_json(const cosim::SwitchPlugin& plugin,
                                                const std::string& spec);
/// The same in a line, for the verdict.
[[nodiscard]] std::string whole_text(const nlohmann::ordered_json& whole);

}  // namespace selvage::cli
