// SPDX-License-Identifier: Apache-2.0
/// \file
/// What several co-simulation tests need.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cosim/plugs.hpp"

namespace selvage::test {

inline std::unique_ptr<System> fattree(unsigned m, unsigned n, Engine engine,
                                       const std::vector<std::string>& bugs = {},
                                       const std::string& rule = "corrected",
                                       unsigned lft_entries = 32) {
  const nlohmann::json topology{
      {"kind", "fattree"}, {"m", m}, {"n", n}, {"rule", rule}, {"lft_entries", lft_entries}};
  return find_plug("fattree")->make(topology, {engine, bugs, 4});
}

inline std::uint64_t compared(Scoreboard& scoreboard, const std::string& kind) {
  return scoreboard.block(kind).compared;
}

/// A link by its text, e.g. "0/21/3".
inline SwitchPort link(const Topology& topology, const std::string& text) {
  std::string why;
  return topology.parse_link(text, why).value();
}

}  // namespace selvage::test
