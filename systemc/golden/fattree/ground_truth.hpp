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
  GroundTruth(const FatTree& tree, std::vector<SwitchPort> dead);

  [[nodiscard]] bool is_dead(const SwitchName& lower, unsigned k) const;
  /// Up ports of `s` (bit j = port m/2+j) from which a healthy shortest path to destination p
  /// exists, for a packet at `s` that has to go up to level `turn` (= l_anc of its addresses).
  [[nodiscard]] std::uint32_t good_up_ports(const SwitchName& s, unsigned turn, Digits p) const;
  /// Whether every pair of hosts has a healthy shortest up/down path ("tolerable").
  [[nodiscard]] bool tolerable() const;
  [[nodiscard]] bool connected(Digits source, Digits destination) const;

 private:
  const FatTree* tree_;
  std::vector<std::uint64_t> dead_;  ///< sorted keys of dead links
};

}  // namespace selvage::golden
