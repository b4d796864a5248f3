// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree/whole/switch_block.hpp"

#include <algorithm>

namespace selvage::cosim {

std::string SwitchBuild::label() const {
  return "fattree_switch M=" + std::to_string(m) + " N=" + std::to_string(n) +
         " W=" + std::to_string(w) + " DEPTH=" + std::to_string(depth);
}

const SwitchBuild* find_switch_build(const golden::FatTree& tree, unsigned lft_entries,
                                     unsigned input_depth) {
  const auto& builds = switch_builds();
  const auto found = std::find_if(builds.begin(), builds.end(), [&](const SwitchBuild& b) {
    return b.m == tree.m() && b.n == tree.n() && lft_entries <= b.w && input_depth <= b.qi;
  });
  return found == builds.end() ? nullptr : &*found;
}

}  // namespace selvage::cosim
