// SPDX-License-Identifier: Apache-2.0
/// \file
/// Cut-through: packets move whole, with XON/XOFF (docs/reference/fabric.md).
#pragma once

#include <cstdint>
#include <string_view>

#include "config/scenario.hpp"

namespace selvage {

struct CutThroughConfig {
  static constexpr std::string_view kName = "cut_through";
  unsigned buffer_packets = 4;  ///< input buffer per port and data VC, in packets
};

/// Longest packet, and most headers of the shortest packets that a buffer has places for: it counts
/// both in 16 bits.
inline constexpr unsigned kMostBeats = 0xffff;
inline constexpr std::uint64_t kMostHeaders = 16'384;

/// Beats that an input buffer holds.
[[nodiscard]] inline std::uint64_t buffer_beats(const Scenario& s) {
  return std::uint64_t{s.sw.as<CutThroughConfig>().buffer_packets} * s.traffic.packet_beats;
}

/// bug.late_xoff: XOFF goes out so many beats too late (FAB-LEN-2).
inline constexpr unsigned kLateXoff = 1;

}  // namespace selvage
