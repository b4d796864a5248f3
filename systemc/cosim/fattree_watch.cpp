// SPDX-License-Identifier: Apache-2.0
// What waves show of a fat-tree switch.
#include "cosim/fattree_golden.hpp"

namespace selvage::cosim {
std::vector<WatchedRow> fault_rows(const FatTreeGolden& golden) {
  const golden::FatTree& tree = golden.tree();
  std::vector<WatchedRow> rows;
  if (!tree.is_root(golden.level())) {
    std::vector<std::string> words{"ok", "dead"};
    for (unsigned l = 0; l < tree.n(); ++l) words.push_back("to_level_" + std::to_string(l));
    for (unsigned j = 0; j < tree.h(); ++j) {
      rows.push_back({"ps_" + std::to_string(tree.h() + j), 0, words});
    }
  }
  if (!tree.is_root(golden.level())) rows.push_back({"V", tree.h(), {}});
  rows.push_back({"lft_used", 8, {}});
  rows.push_back({"lft_lost", 16, {}});
  rows.push_back({"down_dead", tree.down_ports(golden.level()), {}});
  return rows;
}

void fault_values(const FatTreeGolden& golden, std::uint64_t v, std::vector<std::uint64_t>& out) {
  const golden::SwitchState& state = golden.state().faults;
  if (!golden.tree().is_root(golden.level())) {
    for (const golden::UpPortState& up : state.up) {
      out.push_back(!up.failed ? 0U : up.own ? 1U : 2U + up.level);
    }
    out.push_back(v);
  }
  std::uint64_t used = 0;
  for (unsigned w = 0; w < state.lft.entries().size(); ++w) used += state.lft.is_free(w) ? 0 : 1;
  out.push_back(used);
  out.push_back(state.lft.overflows());
  out.push_back(state.down_failed);
}

std::string message_text(const golden::FatTree& tree, const ControlMessage& message) {
  const golden::FaultMessage m = golden::decode(message);
  const std::string kind(to_string(m.kind));
  if (!names_link(m.kind)) return kind + "<" + std::to_string(m.level) + ">";
  const SwitchIdx lower = tree.index_of({m.level, m.c});
  return kind + " " + tree.link_path({lower, static_cast<PortIdx>(m.k)});
}

std::vector<WatchedRow> GoldenFatTreeControl::rows() const { return fault_rows(golden_); }
void GoldenFatTreeControl::values(std::vector<std::uint64_t>& out) const {
  fault_values(golden_, last_v_, out);
}
std::string GoldenFatTreeControl::tell(const ControlMessage& message) const {
  return message_text(golden_.tree(), message);
}

}  // namespace selvage::cosim
