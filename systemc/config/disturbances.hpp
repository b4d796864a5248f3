// SPDX-License-Identifier: Apache-2.0
/// \file
/// Keys of what a verifier adds to a fabric to disturb it: slow receivers, bit errors and flaps.
#pragma once

#include <string_view>

#include "config/checks.hpp"

namespace selvage::config {

/// JSON Schema of `traffic.receivers`, and of `traffic.malformed`.
extern const std::string_view kReceiversText;
extern const std::string_view kMalformedText;
/// Properties of `faults`, and of `faults.random`.
extern const std::string_view kFaultsText;
extern const std::string_view kRandomFaultsText;

/// Fills those sections of `scenario`; each key has to mean something under its kind of switch.
void read_disturbances(Draft& draft, const Topology& topology, Scenario& scenario);

}  // namespace selvage::config
