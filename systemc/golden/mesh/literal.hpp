// SPDX-License-Identifier: Apache-2.0
/// \file
/// Figures 7 to 9 of the paper as printed, and what leads from them to a safe rule (MESH-LIT-1..3).
/// Kept so that the defect can be shown; not to be built.
#pragma once

#include "golden/mesh/relation.hpp"

namespace selvage::golden {

/// Dispatch by planes (Figure 7), then Figure 8 or 9. With both offsets left x comes first, as
/// Figure 8 says, but y is legal too, as in Figure 3.
class LiteralRelation final : public FaultyMeshRelation {
 public:
  struct Options {
    bool latched = true;          ///< never back from yz to xy
    bool reversals = false;       ///< turns by 180 degrees are allowed
    bool one_way_detours = true;  ///< Figures 8 and 9 also go round in the one-way dimension
    bool repair = true;           ///< Figure 7 looks for a safe neighbour of source and destination
  };
  /// L0: all as printed, a function of node and destination.
  static constexpr Options kL0{false, true, true, true};
  static constexpr Options kL1{false, false, true, true};
  static constexpr Options kL2{true, false, true, true};
  static constexpr Options kL3{true, false, true, false};
  /// L4, L5: goes round in the two-way dimension only, as the text of section 5 says.
  static constexpr Options kL4{true, false, false, true};
  static constexpr Options kL5{true, false, false, false};
  static constexpr Options kL6{true, true, false, false};

  LiteralRelation(const PlanarScheme& scheme, MeshFaults faults, std::vector<std::uint8_t> statuses,
                  Options options);
  MeshOutcome route(SwitchIdx node, const MeshHeader& header, SwitchIdx dest,
                    std::vector<MeshHop>& hops) const override;

 private:
  class Step;
  const PlanarScheme& scheme_;
  Options options_;
  std::vector<std::uint8_t> down_;
};

}  // namespace selvage::golden
