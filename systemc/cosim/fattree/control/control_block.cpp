// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree/control/control_block.hpp"

#include <stdexcept>

namespace selvage::cosim {

std::string ControlBuild::label() const {
  return "fattree_control M=" + std::to_string(m) + " N=" + std::to_string(n) +
         " W=" + std::to_string(w) + " QI=" + std::to_string(qi);
}

const ControlBuild& find_control_build(const golden::FatTree& tree, unsigned lft_entries,
                                       unsigned input_depth) {
  for (const ControlBuild& b : control_builds()) {
    if (b.m >= tree.m() && b.n >= tree.n() && b.w >= lft_entries && b.qi >= input_depth) return b;
  }
  throw std::invalid_argument(
      "m: no verilated build covers " + tree.label() + " with " + std::to_string(lft_entries) +
      " table lines and queues of " + std::to_string(input_depth) +
      " fault messages; the golden engine needs none" +
      (control_builds().back().m < tree.m() ? ", -DSELVAGE_BUILDS=all builds those up to 64 ports"
                                            : ""));
}

}  // namespace selvage::cosim
