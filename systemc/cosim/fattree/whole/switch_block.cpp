// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree/whole/switch_block.hpp"

#include <algorithm>

namespace selvage::cosim {

namespace {

bool fits(const SwitchBuild& b, const golden::FatTree& tree, unsigned lft_entries,
          unsigned input_depth) {
  return b.m == tree.m() && b.n == tree.n() && lft_entries <= b.w && input_depth <= b.qi;
}

}  // namespace

std::string SwitchBuild::label() const {
  return "fattree_switch M=" + std::to_string(m) + " N=" + std::to_string(n) +
         " W=" + std::to_string(w) + " DEPTH=" + std::to_string(depth) +
         (r == 2 ? "" : " R=" + std::to_string(r));
}

const SwitchBuild* find_switch_build(const golden::FatTree& tree, unsigned lft_entries,
                                     unsigned input_depth, unsigned route_latency) {
  const auto& builds = switch_builds();
  const auto found = std::find_if(builds.begin(), builds.end(), [&](const SwitchBuild& b) {
    return fits(b, tree, lft_entries, input_depth) && b.r == route_latency;
  });
  return found == builds.end() ? nullptr : &*found;
}

std::vector<unsigned> switch_route_latencies(const golden::FatTree& tree, unsigned lft_entries,
                                             unsigned input_depth) {
  std::vector<unsigned> all;
  for (const SwitchBuild& b : switch_builds()) {
    if (fits(b, tree, lft_entries, input_depth)) all.push_back(b.r);
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace selvage::cosim
