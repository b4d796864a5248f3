// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs of whole switches in RTL beside the model.
#pragma once

#include <string>
#include <vector>

#include "../support.hpp"

namespace selvage::test {

/// A fat tree of `m` ports and three levels, under the scenario's engine.
inline nlohmann::json tree_twin(const Scenario& s, unsigned m = 4,
                                const std::vector<std::string>& bugs = {}) {
  return tb::simulate(s, tb::fat_tree(m, 3, s.engine, bugs, "corrected", 32, s.link.latency), {},
                      300);
}

/// RTL and model have shown the same, and more than `least` entries of each of `blocks`.
inline void agree(const nlohmann::json& r,
                  const std::vector<std::string>& blocks = {"switch_departure"},
                  std::uint64_t least = 100) {
  INFO(r.dump(1));
  REQUIRE(!r.contains("failure"));
  CHECK(!r.contains("mismatch"));
  for (const std::string& block : blocks) CHECK(r["compared_by_block"][block] > least);
}

}  // namespace selvage::test
