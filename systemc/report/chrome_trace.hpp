// SPDX-License-Identifier: Apache-2.0
/// \file
/// The fault timeline as Chrome Trace Event JSON, for zooming in Perfetto or chrome://tracing.
#pragma once

#include <string>

#include "report/timeline.hpp"

namespace selvage::report {

inline constexpr std::size_t kMostTraceEvents = 50'000;  ///< names of processes and threads aside

/// One process per switch that took part (id: switch number + 1, highest level first), one thread
/// per port (id: port + 1) and one for its control plane (id 0). Slices of one cycle where a
/// message starts and where it is handled, joined by a flow; instants for deaths, detections,
/// changes of state, lost and rerouted packets. Ordered by time, `ts` in microseconds. Same bytes
/// every time. Of more than kMostTraceEvents the ends of the largest stories are folded into one
/// span each, which says what it stands for, and failures behind the first 2,000 are left out;
/// `otherData` says both.
[[nodiscard]] std::string chrome_trace(const TimelineInput& input);

}  // namespace selvage::report
