// SPDX-License-Identifier: Apache-2.0
/// \file
/// Trace files: who sends to whom, and when.
#pragma once

#include <string>
#include <vector>

#include "config/scenario.hpp"
#include "config/text/diagnostics.hpp"
#include "golden/topology.hpp"

namespace selvage::config {

inline constexpr std::size_t kMaxTraceBytes = std::size_t{64} << 20;

/// Reads lines `cycle source destination`, ascending by cycle, or with the packet's beats as a
/// fourth word, one of the lengths of `traffic`; empty lines and what follows `#` are skipped.
/// `source` is the number of the file's text in `diagnostics`; errors point into it, the
/// first 20 are reported.
[[nodiscard]] std::vector<TraceRecord> read_trace(std::size_t source, const Topology& topology,
                                                  const TrafficConfig& traffic,
                                                  Diagnostics& diagnostics);

}  // namespace selvage::config
