// SPDX-License-Identifier: Apache-2.0
/// \file
/// What flow channels did in a run, for people and for result.json.
#pragma once

#include "fabric/path_report.hpp"
#include "flow/routers.hpp"

namespace selvage::fabric {

/// What flow channels did (docs/reference/flow-fabric.md).
struct FlowChannels {
  flow::Counts counts;
  std::uint64_t flows = 0;   ///< by source, destination, class and order
  double mean_live = 0;      ///< channels of the edge tables, in the measurement phase
  std::uint64_t left = 0;    ///< channels not released at the end, in all input tables
  std::uint64_t audits = 0;  ///< of all tables, all laws held
  std::uint64_t fabric_high =
      0;  ///< most units beyond the ingress queues, in the measurement phase
  std::uint64_t limit_at_high = 0;  ///< sum of what the flows' levels allowed then
  flow::Branches branches;  ///< at the audits in the measurement phase, summed; most: of one row
  std::uint64_t units_high = 0;  ///< most units in the fabric, as the audits saw it
  bool order_kept = false;       ///< ordered packets have to stay in order
  Cycle drain_longest = 0;       ///< of a dead link, as set
  Cycle drain_bound = 0;         ///< that it has to be for order to be sure (FLOW-A-30)
  bool drain_short = false;      ///< a link has less than its bound
};

/// `round_trip` in cycles; `faults`: links die in this run.
[[nodiscard]] PathReport flow_report(const FlowChannels& channels, const flow::Params& params,
                                     Cycle round_trip, bool faults);

}  // namespace selvage::fabric
