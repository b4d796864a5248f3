// SPDX-License-Identifier: Apache-2.0
/// \file
/// Route selection of one switch (Hu et al. 2010, section 5.3). The only golden copy of the rule.
#pragma once

#include <cstdint>
#include <vector>

#include "golden/fattree/state.hpp"

namespace selvage::golden {

/// What the route-select block is asked: addresses and whether the packet came by an up port.
struct FatTreeRequest {
  Digits source;
  Digits destination;
  bool from_up = false;
};

/// What it answers. `port` is the switch port number 0..m-1 (0 on a drop). `v` is the candidate
/// mask V, bit j = up port m/2+j; it is 0 when the packet goes down.
struct FatTreeGrant {
  bool up = false;
  bool drop = false;
  std::uint8_t port = 0;
  std::uint32_t v = 0;
  friend bool operator==(const FatTreeGrant& a, const FatTreeGrant& b) {
    return a.up == b.up && a.drop == b.drop && a.port == b.port && a.v == b.v;
  }
};

/// Level of the nearest common ancestor switch of two different nodes: the highest digit in which
/// they differ; 0 for equal addresses (FT-RS-1).
[[nodiscard]] unsigned ancestor_level(Digits p, Digits q);

/// Section 5.3 at a switch of `level` with fault state `state`: FT-RS-1 direction, FT-RS-2 port
/// states, FT-RS-3 fault table, FT-RS-4 preferred up port m/2+p'_l then ascending with wrap-around,
/// FT-RS-5 drop when V is empty.
[[nodiscard]] FatTreeGrant route_select(unsigned level, const SwitchState& state,
                                        const FatTreeRequest& request);
/// The same, where `excluded` is the fault table's answer for the destination, bit j for up port
/// m/2+j.
[[nodiscard]] FatTreeGrant route_select(unsigned level, const std::vector<UpPortState>& up,
                                        std::uint32_t excluded, const FatTreeRequest& request);

}  // namespace selvage::golden
