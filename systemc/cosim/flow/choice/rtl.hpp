// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verilated least_loaded of a switch of the fabric. It knows no time, so it has a clock for
/// each question, and what comes out is compared as it comes.
#pragma once

#include <memory>

#include "cosim/engine.hpp"
#include "cosim/flow/blocks.hpp"
#include "flow/blocks/choice.hpp"
#include "golden/flow/least_loaded.hpp"

namespace selvage::cosim {

/// Its name among the blocks that have an engine.
inline constexpr const char* kFlowChoice = "least_loaded";

/// Null if its engine is golden. `bugs`: strap bug_i.
[[nodiscard]] std::unique_ptr<flow::ChoiceBeside> rtl_flow_choice(
    const Engines& engines, const golden::LeastLoadedConfig& config, const FlowPlace& place,
    Scoreboard& scoreboard, unsigned bugs = 0);

}  // namespace selvage::cosim
