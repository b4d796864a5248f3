// SPDX-License-Identifier: Apache-2.0
/// \file
/// Options of commands that work on a topology without a scenario.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

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

/// What `--fault` and `--node` name: links, and switches all of whose links are dead. False after
/// complaints.
[[nodiscard]] bool read_faults(const Topology& topology, const std::vector<std::string>& faults,
                               const std::vector<std::string>& nodes,
                               std::vector<SwitchPort>& links, std::set<SwitchIdx>& faulty);
/// Links of `faulty` switches, and `named` ones, each once.
[[nodiscard]] std::vector<SwitchPort> links_of(const Topology& topology,
                                               const std::set<SwitchIdx>& faulty,
                                               const std::vector<SwitchPort>& named);

}  // namespace selvage::cli
