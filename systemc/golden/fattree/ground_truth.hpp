// SPDX-License-Identifier: Apache-2.0
/// \file
/// Independent ground truth for audits and tests: does a healthy shortest up/down path exist? Knows
/// the links and which of them are dead, nothing of messages, tables or route selection.
#pragma once

#include <cstdint>
#include <vector>

#include "golden/fattree/tree.hpp"

namespace selvage::golden {

class GroundTruth {
 public:
  /// `dead`: canonical ends (lower switch, up port) of the dead links, in any order.
  GroundTruth(const FatTree& tree, const std::vector<SwitchPort>& dead);

  [[nodiscard]] bool is_dead(const SwitchName& lower, unsigned k) const;
  /// Up ports of `s` (bit j = port m/2+j) from which a healthy shortest path to destination p
  /// exists, for a packet at `s` that has to go up to level `turn` (= l_anc of its addresses).
  /// Path means here: up to `turn` and down again to the level of `s`. From there on the way is
  /// fixed by what the packet did before `s`, and for way_down() to answer.
  [[nodiscard]] std::uint32_t good_up_ports(const SwitchName& s, unsigned turn, Digits p) const;
  /// Whether the fixed rest of the way of a packet that went up through `s`, from the level of `s`
  /// down to p, is healthy. Always true for level 0. Where it is false no switch below lets a
  /// packet for p go up to `s` any more, once the fault messages have settled.
  [[nodiscard]] bool way_down(const SwitchName& s, Digits p) const;
  /// Whether every pair of hosts has a healthy shortest up/down path ("tolerable").
  [[nodiscard]] bool tolerable() const;
  [[nodiscard]] bool connected(Digits source, Digits destination) const;

 private:
  /// A shortest path is its up choices u_turn-1..u_0. A dead link of level i cuts, for every switch
  /// below it, the paths with u_i..u_0 = `up`; `below` are the digits i.. all those switches share.
  struct Cut {
    unsigned level = 0;
    std::uint64_t below = 0;
    Digits up;
  };
  [[nodiscard]] static Cut cut_of(const SwitchName& lower, unsigned j);
  /// Whether a way up to level `turn` exists that begins with the up choices u_i..u_0 = `up`.
  [[nodiscard]] bool way_up(const std::vector<Cut>& cuts, unsigned i, unsigned turn,
                            Digits up) const;

  const FatTree* tree_;
  std::vector<Cut> dead_;
};

}  // namespace selvage::golden
