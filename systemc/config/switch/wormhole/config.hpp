// SPDX-License-Identifier: Apache-2.0
/// \file
/// Wormhole: packets move flit by flit, with credits (docs/reference/wormhole.md).
#pragma once

#include <string_view>

#include "wormhole/parts.hpp"

namespace selvage {

struct WormholeConfig {
  static constexpr std::string_view kName = "wormhole";
  unsigned node_buffer = 216;  ///< flits of all network channels of a switch
  wormhole::Release release = wormhole::Release::kTailLeftBuffer;
  unsigned injection_channels = 1;  ///< packets a host may send at the same time
  wormhole::Allocator allocator = wormhole::Allocator::kSerial;
};

}  // namespace selvage
