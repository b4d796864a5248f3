// SPDX-License-Identifier: Apache-2.0
/// \file
/// Route selection of one mesh node, iPAR in ordered form (MESH-ORD-1..6, 8, 9; `planar_route` of
/// docs/reference/mesh-blocks.md). The only golden copy of the rule.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "golden/mesh/scheme.hpp"

namespace selvage::golden {

/// What the block is asked.
struct PlanarRequest {
  MeshPoint here;
  MeshPoint dst;
  std::uint8_t proxy = kNoProxy;  ///< the header goes for the neighbour of dst in this direction
  std::uint8_t in_port = kMeshHostPort;
  std::uint8_t sub = 0;  ///< of the channel it came by; 0 from the host
  bool reserve = true;
  bool fallback = true;
  bool tie = false;                                   ///< in plane yz the one-way dimension first
  std::uint8_t nb_down = 0;                           ///< bit d: nothing healthy in direction d
  std::array<std::uint8_t, kDirections> nb_unsafe{};  ///< statuses 0..3 of the neighbours
  std::uint8_t unsafe = 0;                            ///< statuses 0..3 of this node
  std::uint8_t line = 0;                              ///< line bits of this node
  std::array<std::uint8_t, kDirections> nb_line{};    ///< of the neighbours
  std::uint32_t free = 0;                             ///< by channel number
};

/// What it answers.
struct PlanarAnswer {
  bool eject = false;
  bool drop = false;
  bool grant = false;
  std::uint8_t dir = 0;
  std::uint8_t vc = 0;
  std::uint8_t sub = 0;
  std::uint8_t proxy = kNoProxy;  ///< that the header carries on
  std::uint32_t legal = 0;        ///< by channel number
  friend bool operator==(const PlanarAnswer& a, const PlanarAnswer& b) {
    return a.eject == b.eject && a.drop == b.drop && a.grant == b.grant && a.dir == b.dir &&
           a.vc == b.vc && a.sub == b.sub && a.proxy == b.proxy && a.legal == b.legal;
  }
};

/// How an answer came about; for coverage.
struct PlanarReason {
  std::uint8_t plane = 0;
  std::uint8_t tier = 0;       ///< 1 profitable, 2 detours, 3 another sub-network; 0: none
  bool safe = true;            ///< by safe neighbours, not by healthy ones
  bool second_plane = false;   ///< plane xy had nothing for the y that is left
  bool reserve_kept = false;   ///< channels were left for going round a fault later
  bool reserve_taken = false;  ///< they should have been, but there was nothing else
  bool search = false;         ///< Figure 7: this node is unsafe where the header enters the plane
};

/// A legal output: direction and sub-network.
struct PlanarOutput {
  std::uint8_t dir;
  std::uint8_t sub;
};

/// The proxy that a header carries beyond this node: kNoProxy at the proxy and at dst (MESH-ORD-9).
[[nodiscard]] std::uint8_t proxy_beyond(const PlanarRequest& request);

/// `reason` is filled unless it is null.
[[nodiscard]] PlanarAnswer planar_route(const PlanarScheme& scheme, const PlanarRequest& request,
                                        PlanarReason* reason = nullptr);

/// The outputs of channel set `legal` in order of preference (MESH-ORD-6).
[[nodiscard]] std::vector<PlanarOutput> in_order(const PlanarScheme& scheme, std::uint32_t legal,
                                                 bool tie);

/// Whether the neighbour in direction `d`, with `statuses`, is unsafe for a message of sub-network
/// `t` with `offset` left here (MESH-ORD-3).
[[nodiscard]] bool is_unsafe(const SubNetwork& t, const MeshPoint& offset, std::uint8_t statuses);

}  // namespace selvage::golden
