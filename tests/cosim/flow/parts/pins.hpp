// SPDX-License-Identifier: Apache-2.0
/// \file
/// A part in RTL with anything at its pins that the page allows, beside its rules.
#pragma once

#include <cstdint>
#include <string>

namespace selvage::test {

/// The first difference in so many cycles, or empty.
[[nodiscard]] std::string tx_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs = 0);
[[nodiscard]] std::string grants_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs = 0);
[[nodiscard]] std::string queues_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs = 0);
[[nodiscard]] std::string leads_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs = 0);
[[nodiscard]] std::string acks_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs = 0);

}  // namespace selvage::test
