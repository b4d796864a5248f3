// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a fat-tree switch knows of faults, for people: the golden model's side and the RTL's.
#pragma once

#include <optional>

#include "cosim/fattree/control/control_block.hpp"
#include "cosim/fattree/golden.hpp"

namespace selvage::cosim {

/// The state, if it is wanted, and the answer to a packet, if it is about one.
[[nodiscard]] Held held(const FatTreeGolden& golden, bool state,
                        const std::optional<golden::FatTreeGrant>& answer);
[[nodiscard]] Held held(const FatTreeGolden& golden, bool state, const ControlBlock& rtl,
                        const std::optional<golden::FatTreeGrant>& answer);

}  // namespace selvage::cosim
