// SPDX-License-Identifier: Apache-2.0
/// \file
/// The keys of traffic.application.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/checks.hpp"

namespace selvage::config {

/// Their schema.
extern const std::string_view kApplicationText;

/// With pattern application: generates or reads the messages of `scenario`.
void read_application(Draft& draft, const Topology& topology, Scenario& scenario);
/// With pattern application: which of its keys this kind does not use, and why.
[[nodiscard]] std::vector<std::pair<std::string_view, std::string>> idle_application_keys(
    std::string_view kind);
/// Whether the messages of this kind come from traffic.trace_file.
[[nodiscard]] bool is_from_file(std::string_view kind);

}  // namespace selvage::config
