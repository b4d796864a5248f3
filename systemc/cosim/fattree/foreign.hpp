// SPDX-License-Identifier: Apache-2.0
/// \file
/// A foreign `route_select` in a switch of a fat tree.
#pragma once

#include <memory>

#include "cosim/fattree/golden.hpp"
#include "cosim/foreign/block.hpp"

namespace selvage::cosim {

/// `own` with its decisions taken by `block` and held against golden's, `golden` being that of
/// `own`.
[[nodiscard]] std::unique_ptr<SwitchControl> with_foreign_route(
    SwitchIdx self, Scoreboard& scoreboard, std::unique_ptr<SwitchControl> own,
    const FatTreeGolden& golden, std::unique_ptr<ForeignBlock> block);

}  // namespace selvage::cosim
