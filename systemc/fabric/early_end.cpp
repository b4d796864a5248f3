// SPDX-License-Identifier: Apache-2.0
#include "fabric/early_end.hpp"

#include "fabric/run.hpp"

namespace selvage::fabric {

bool cut_in_set_up(EarlyEnd::Why why, RunResult& r) {
  if (why == EarlyEnd::Why::kNone) return false;
  const bool wall = why == EarlyEnd::Why::kWall;
  r.outcome = wall ? Outcome::kBudgetSpent : Outcome::kInterrupted;
  r.detail = wall ? "limits.wall_seconds reached while the fabric was set up"
                  : "while the fabric was set up";
  return true;
}

}  // namespace selvage::fabric
