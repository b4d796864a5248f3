// SPDX-License-Identifier: Apache-2.0
#include "wormhole/allocator.hpp"

#include <array>

namespace selvage::wormhole {
namespace {

/// The first of `requesting` behind channel `last`, round robin.
Channel next_behind(ChannelMask requesting, Channel last) {
  const ChannelMask behind = requesting & ((~ChannelMask{0} << last) << 1);
  return static_cast<Channel>(lowest(behind != 0 ? behind : requesting));
}

}  // namespace

ChannelMask allocate_separable(const Crossbar& crossbar, ChannelMask requesting) {
  std::array<ChannelMask, 64> chosen;  // by output port: valid where `outputs` has a bit
  std::uint64_t outputs = 0;
  while (requesting != 0) {
    const unsigned port = crossbar.port_of[lowest(requesting)];
    const ChannelMask channels = crossbar.vc_mask << (port * crossbar.vcs);
    const Channel c = next_behind(requesting & channels, crossbar.port[port].last_read);
    requesting &= ~channels;
    const unsigned out = crossbar.port_of[crossbar.in[c].target];
    chosen[out] = (((outputs >> out) & 1U) != 0 ? chosen[out] : 0) | bit(c);
    outputs |= std::uint64_t{1} << out;
  }
  ChannelMask granted = 0;
  for (; outputs != 0; outputs &= outputs - 1) {
    const unsigned out = lowest(outputs);
    const Channel c = next_behind(chosen[out], crossbar.port[out].last);
    crossbar.port[out].last = c;
    crossbar.port[crossbar.port_of[c]].last_read = c;
    granted |= bit(c);
  }
  return granted;
}

}  // namespace selvage::wormhole
