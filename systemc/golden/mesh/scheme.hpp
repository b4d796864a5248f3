// SPDX-License-Identifier: Apache-2.0
/// \file
/// How planar adaptive routing divides virtual channels into sub-networks (MESH-SUB-1, MESH-SUB-2).
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "golden/mesh/mesh.hpp"

namespace selvage::golden {

/// A sub-network: all channels of its two-way dimension with one VC, and the channels of its
/// one-way dimension in one direction with one VC.
struct SubNetwork {
  std::uint8_t plane;    ///< 0 xy, 1 yz
  std::uint8_t two_way;  ///< dimension
  std::uint8_t two_way_vc;
  std::uint8_t one_way;  ///< dimension
  std::int8_t sign;      ///< of the one-way dimension
  std::uint8_t one_way_vc;
};

inline constexpr unsigned kSubNetworks = 4;
inline constexpr unsigned kNoSubNetwork = kSubNetworks;

/// The four sub-networks XY+, XY-, YZ+, YZ-, indices 0..3. Channel number of one node:
/// direction * vcs + vc.
struct PlanarScheme {
  unsigned vcs;
  std::array<SubNetwork, kSubNetworks> subs;

  /// Direction of the one-way dimension of t.
  [[nodiscard]] unsigned forward(unsigned t) const {
    return direction_of(subs[t].one_way, subs[t].sign);
  }
  [[nodiscard]] unsigned vc_of(unsigned t, unsigned direction) const {
    return dimension_of(direction) == subs[t].one_way ? subs[t].one_way_vc : subs[t].two_way_vc;
  }
  [[nodiscard]] unsigned channel(unsigned t, unsigned direction) const {
    return direction * vcs + vc_of(t, direction);
  }
  /// The sub-network a channel belongs to, kNoSubNetwork if none.
  [[nodiscard]] unsigned sub_of(unsigned direction, unsigned vc) const {
    for (unsigned t = 0; t < kSubNetworks; ++t) {
      const bool two_way = dimension_of(direction) == subs[t].two_way && vc == subs[t].two_way_vc;
      if (two_way || (direction == forward(t) && vc == subs[t].one_way_vc)) return t;
    }
    return kNoSubNetwork;
  }
};

/// iPAR: two virtual channels, y is the one-way dimension of both planes (MESH-SUB-1).
inline constexpr PlanarScheme kIpar{
    2, {{{0, 0, 0, 1, 1, 0}, {0, 0, 1, 1, -1, 0}, {1, 2, 0, 1, 1, 1}, {1, 2, 1, 1, -1, 1}}}};
/// PAR: three virtual channels, y is one-way in plane xy, z in plane yz (MESH-SUB-2).
inline constexpr PlanarScheme kPar{
    3, {{{0, 0, 0, 1, 1, 2}, {0, 0, 1, 1, -1, 2}, {1, 1, 0, 2, 1, 2}, {1, 1, 1, 2, -1, 2}}}};

[[nodiscard]] constexpr int sign_of(int value) { return value > 0 ? 1 : (value < 0 ? -1 : 0); }

}  // namespace selvage::golden
