// SPDX-License-Identifier: Apache-2.0
// What waves show of a fat-tree switch.
#include "cosim/fattree/golden.hpp"
#include "cosim/fattree/rtl.hpp"
#include "cosim/fattree/text.hpp"

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

std::vector<StateRow> GoldenFatTreeControl::state() const { return fault_state(golden_); }
std::vector<StateRow> RtlFatTreeControl::state() const { return fault_state(golden_); }

std::vector<WatchedRow> GoldenFatTreeControl::rows() const { return fault_rows(golden_); }
void GoldenFatTreeControl::values(std::vector<std::uint64_t>& out) const {
  fault_values(golden_, last_v_, out);
}
std::string GoldenFatTreeControl::describe(const ControlMessage& message) const {
  return short_text(golden_.tree(), golden::decode(message));
}

namespace {

const std::vector<std::string> kWays{"none", "down", "up", "drop"};

std::uint64_t way_of(const golden::FatTreeGrant& grant, bool any) {
  if (!any) return 0;
  return grant.drop ? 3 : grant.up ? 2 : 1;
}

}  // namespace

std::vector<WatchedRow> RtlFatTreeControl::rows() const {
  std::vector<WatchedRow> rows = fault_rows(golden_);
  if (config_->route != Engine::kLockstep) return rows;
  const std::string golden = "golden_", rtl = "rtl_";
  for (const std::string& who : {golden, rtl}) rows.push_back({who + "way", 0, kWays});
  for (const std::string& who : {golden, rtl}) rows.push_back({who + "port", 8, {}});
  for (const std::string& who : {golden, rtl}) {
    rows.push_back({who + "V", golden_.tree().h(), {}});
  }
  return rows;
}

void RtlFatTreeControl::values(std::vector<std::uint64_t>& out) const {
  fault_values(golden_, last_v_, out);
  if (config_->route != Engine::kLockstep) return;
  const bool any = history_.decided();
  const std::array<golden::FatTreeGrant, 2> both{last_expected_, last_actual_};
  for (const golden::FatTreeGrant& grant : both) out.push_back(way_of(grant, any));
  for (const golden::FatTreeGrant& grant : both) out.push_back(grant.port);
  for (const golden::FatTreeGrant& grant : both) out.push_back(grant.v);
}

std::string RtlFatTreeControl::describe(const ControlMessage& message) const {
  return short_text(golden_.tree(), golden::decode(message));
}

TracedModel* RtlFatTreeControl::make_traced_model(const std::string& scope) {
  traced_ = std::make_unique<TracedControl>(make_block(scope));
  return traced_.get();
}

}  // namespace selvage::cosim
