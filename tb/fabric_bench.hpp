// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs one scenario of any system in a child process and brings the numbers back.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "config/switch/cut_through/config.hpp"
#include "config/switch/flow/config.hpp"
#include "config/switch/kinds.hpp"
#include "config/switch/wormhole/config.hpp"
#include "cosim/plugs.hpp"
#include "fabric/run.hpp"

namespace selvage::tb {

using MakeSystem = std::function<std::unique_ptr<System>()>;

/// A fat tree by its parameters, from the registry.
MakeSystem fat_tree(unsigned m, unsigned n, const Engines& engine,
                    const std::vector<std::string>& bugs = {},
                    const std::string& rule = "corrected", unsigned lft_entries = 32,
                    unsigned link_latency = 4);

/// The result as JSON with the field names of RunResult; "failure" is set if the child failed.
nlohmann::json simulate(const Scenario& scenario, const MakeSystem& make,
                        const fabric::RunOptions& options = {}, unsigned seconds = 100);

}  // namespace selvage::tb
