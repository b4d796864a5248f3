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

}  // namespace selvage
