// SPDX-License-Identifier: Apache-2.0
/// \file
/// Cut-through: packets move whole, with XON/XOFF (docs/fabric.md).
#pragma once

#include <string_view>

namespace selvage {

struct CutThroughConfig {
  static constexpr std::string_view kName = "cut_through";
  unsigned buffer_packets = 4;  ///< input buffer per port and data VC, in packets
};

/// bug.late_xoff: XOFF goes out so many beats too late (FAB-LEN-2).
inline constexpr unsigned kLateXoff = 1;

}  // namespace selvage
