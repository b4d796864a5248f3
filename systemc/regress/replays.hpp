// SPDX-License-Identifier: Apache-2.0
/// \file
/// The first failure of each kind once more, with waves.
#pragma once

#include <nlohmann/json.hpp>

#include "campaign/session.hpp"

namespace selvage::regress {

/// Replays the first run of each bucket of `summary` that failed with a result, `order.run.jobs` at
/// a time, and says in its `replay` where that lies and whether it ended in the same way.
void replay_buckets(const campaign::Order& order, nlohmann::ordered_json& summary);

}  // namespace selvage::regress
