// SPDX-License-Identifier: Apache-2.0
/// \file
/// What all verilated blocks of a process share: one context, and one place where failed RTL
/// assertions and printed text end up. Includes no verilated header.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

class VerilatedContext;

namespace selvage::cosim {

/// The context of every model alive. A model keeps its pointer, so the context dies last.
[[nodiscard]] std::shared_ptr<VerilatedContext> shared_verilated_context();

/// From now on the registers of a block hold before its reset what chance wants: random values, or
/// what a block of the same model left in them. Runs are a function of the seed (COS-RESET).
void dirty_registers(std::uint64_t seed);
/// Counts the calls of `dirty_registers`; 0: registers are 0 before reset.
[[nodiscard]] std::uint64_t dirty_generation();
/// A random number below `count`; 0 while registers are 0 before reset.
[[nodiscard]] std::uint64_t dirty_draw(std::uint64_t count);

namespace detail {
extern bool rtl_failed;  ///< set by the assertion handler, read after every clock edge
}

/// Whether an RTL assertion has failed since the last take_rtl_failure(). Costs one load.
[[nodiscard]] inline bool rtl_failure_pending() { return detail::rtl_failed; }
/// Text of the failed assertions, and forgets them.
[[nodiscard]] std::string take_rtl_failure();

}  // namespace selvage::cosim
