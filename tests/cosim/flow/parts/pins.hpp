// SPDX-License-Identifier: Apache-2.0
/// \file
/// A part in RTL with anything at its pins that the page allows, beside its rules.
#pragma once

#include <cstdint>
#include <string>

namespace selvage::test {

/// What does not agree, and when.
[[nodiscard]] std::string at(unsigned cycle, const std::string& what);
[[nodiscard]] std::string differs(const char* what, std::uint64_t rule, std::uint64_t rtl);
/// What an assertion of the RTL has said, or empty.
[[nodiscard]] std::string failed();

/// The first difference in so many cycles, or empty.
[[nodiscard]] std::string tx_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs = 0);
[[nodiscard]] std::string grants_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs = 0);
/// Packets of 63 units for one output, of one input that is granted or of all, none of which is:
/// what an assertion of the RTL has said and when, or empty.
[[nodiscard]] std::string grants_units(bool granted, unsigned cycles, std::uint32_t bugs = 0);
[[nodiscard]] std::string queues_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs = 0);
[[nodiscard]] std::string lookup_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs = 0);
[[nodiscard]] std::string steps_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs = 0);
[[nodiscard]] std::string cross_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs = 0);
[[nodiscard]] std::string leads_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs = 0);
/// Odd seeds: behind a host.
[[nodiscard]] std::string fronts_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs = 0);
/// All rows meet the limit of their input, row `first` first, in an order of its own: over all
/// `first` each row comes once directly behind each other one. The first difference, or empty.
[[nodiscard]] std::string fronts_turns(unsigned first);
[[nodiscard]] std::string acks_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs = 0);
[[nodiscard]] std::string turns_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs = 0);
[[nodiscard]] std::string choice_pins(std::uint64_t seed, unsigned cycles, std::uint32_t bugs = 0);

}  // namespace selvage::test
