// SPDX-License-Identifier: Apache-2.0
/// \file
/// Options of commands that work on a topology without a scenario.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cosim/system.hpp"

namespace selvage::cli {

/// "OPTION: error: WHAT" on stderr.
void complain(const std::string& option, const std::string& what);

/// `text` as a number of 0..most, `fallback` if it is empty; empty after a complaint.
[[nodiscard]] std::optional<std::uint64_t> whole_number(const std::string& option,
                                                        const std::string& text,
                                                        std::uint64_t fallback, std::uint64_t most);

/// The system of `--topology TEXT`, "fattree:4,3" or a JSON object as under `topology` of a
/// scenario, with the keys of `extra` set; engine golden. Null after complaints.
[[nodiscard]] std::unique_ptr<System> golden_system(const std::string& text,
                                                    const nlohmann::json& extra);

}  // namespace selvage::cli
