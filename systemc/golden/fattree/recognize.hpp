// SPDX-License-Identifier: Apache-2.0
/// \file
/// Finds the m-port n-tree in a network whose names, ports and order mean nothing, and the links
/// that it lacks.
#pragma once

#include <optional>
#include <vector>

#include "golden/fattree/tree.hpp"
#include "golden/network.hpp"

namespace selvage::golden {

/// Where the nodes of a network stand in a tree.
struct PlacedTree {
  unsigned m = 0;
  unsigned n = 0;
  std::vector<std::uint32_t> place;  ///< by node: SwitchIdx or HostIdx
  std::vector<SwitchPort> missing;   ///< links of the tree without a cable, ascending
};

/// Every host and every switch has to be there, and each host's link. Switches go where their
/// descriptions say, if those are names of the tree's switches and all cables agree; else where the
/// cables say, numbers being given by the order of the nodes (FMT-FIND). Empty, and `misfit`, if it
/// is no such tree, or lacks so many links that it cannot be told which.
[[nodiscard]] std::optional<PlacedTree> recognize_tree(const Network& network, Misfit& misfit);

}  // namespace selvage::golden
