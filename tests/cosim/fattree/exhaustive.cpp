// SPDX-License-Identifier: Apache-2.0
/// \file
/// RTL against golden, exhaustively where the space is small.
#include <catch2/catch.hpp>

#include <vector>

#include "cosim/fattree/rtl.hpp"

using namespace selvage;
using cosim::FatTreeConfig;
using cosim::RtlFatTreeControl;
using golden::Digits;
using golden::FatTree;
using golden::FaultMessage;

namespace {

using Entry = std::pair<Digits, unsigned>;  // coordinates and bits

/// Every switch that <level, self> may hear a statement about.
std::vector<Digits> all_keys(const FatTree& tree, unsigned level, Digits self) {
  std::vector<Digits> all{self};
  for (unsigned i = level; i + 1 < tree.n(); ++i) {
    std::vector<Digits> longer;
    for (const Digits c : all) {
      for (unsigned d = 0; d < tree.coordinate_radix(level, i); ++d) longer.push_back(c.with(i, d));
    }
    all = longer;
  }
  std::vector<Digits> others;
  for (const Digits c : all) {
    if (c != self) others.push_back(c);
  }
  return others;
}

/// Every table with at most `most` entries.
std::vector<std::vector<Entry>> all_tables(const FatTree& tree, unsigned level, Digits self,
                                           unsigned most) {
  std::vector<std::vector<Entry>> tables{{}};
  for (const Digits c : all_keys(tree, level, self)) {
    const std::size_t count = tables.size();
    for (std::size_t i = 0; i < count; ++i) {
      if (tables[i].size() == most) continue;
      for (unsigned bits = 1; bits < 1U << tree.h(); ++bits) {
        tables.push_back(tables[i]);
        tables.back().emplace_back(c, bits);
      }
    }
  }
  return tables;
}

/// Every assignment of {healthy, own link dead, DLFM of each level} to the up ports.
std::vector<std::vector<unsigned>> all_port_states(const FatTree& tree) {
  std::vector<std::vector<unsigned>> all{{}};
  for (unsigned j = 0; j < tree.h(); ++j) {
    std::vector<std::vector<unsigned>> longer;
    for (const auto& ports : all) {
      for (unsigned state = 0; state < 2 + tree.n() - 1; ++state) {
        longer.push_back(ports);
        longer.back().push_back(state);
      }
    }
    all = longer;
  }
  return all;
}

/// Brings the switch into the state by what its links and its parents tell it.
Cycle set_state(const FatTree& tree, RtlFatTreeControl& control, unsigned level,
                const std::vector<unsigned>& ports, const std::vector<Entry>& table) {
  std::vector<StepInput> inputs(1);
  StepInput all_at_once;
  for (unsigned j = 0; j < ports.size(); ++j) {
    const auto port = static_cast<PortIdx>(tree.h() + j);
    if (ports[j] == 1) all_at_once.links.push_back({port, false, 0});
    if (ports[j] < 2) continue;
    const FaultMessage m{FaultMessage::Kind::kDlfm, ports[j] - 2, {}, 0, 0};
    all_at_once.arrivals.push_back({port, encode(m), {}});
  }
  inputs.push_back(all_at_once);
  for (const auto& [c, bits] : table) {
    StepInput in;
    for (unsigned j = 0; j < ports.size(); ++j) {
      if ((bits >> j & 1U) == 0) continue;
      const FaultMessage m{FaultMessage::Kind::kUlfm, level, c, tree.h() + j, 1};
      in.arrivals.push_back({static_cast<PortIdx>(m.k), encode(m), {}});
    }
    inputs.push_back(in);
  }
  Cycle now = 0;
  StepOutput out;
  for (const StepInput& in : inputs) control.step(now++, in, out);
  while (out.active) control.step(now++, {}, out);
  return now;
}

/// Asks every question of every state of a switch of this level; returns how many.
std::uint64_t ask_everything(const FatTree& tree, unsigned level, unsigned most_entries,
                             Scoreboard& scoreboard) {
  FatTreeConfig config;
  config.tree = &tree;
  config.build = &cosim::find_control_build(tree, 32, config.timing.input_depth);
  const SwitchIdx self = tree.index_of({level, {}});
  for (const auto& ports : all_port_states(tree)) {
    for (const auto& table : all_tables(tree, level, {}, most_entries)) {
      RtlFatTreeControl control(config, self, scoreboard);
      Cycle now = set_state(tree, control, level, ports, table);
      RouteRequest r;
      for (r.source = 0; r.source < tree.host_count(); ++r.source) {
        for (r.destination = 0; r.destination < tree.host_count(); ++r.destination) {
          control.request(now++, r);
        }
      }
      r.source = 0;
      r.destination = tree.host_count() - 1;
      r.in_port = static_cast<PortIdx>(tree.h());
      control.request(now++, r);
      control.finish(now + 1);
    }
  }
  return scoreboard.block("route_select").compared;
}

}  // namespace

TEST_CASE("4P2T: every fault state, every pair", "[FT-RS-1][FT-RS-2][FT-RS-3][FT-RS-4][FT-RS-5]") {
  const FatTree tree(4, 2);
  Scoreboard scoreboard;
  // 3 keys absent or with one of 3 bit patterns; 2 ports in 3 states; 8 hosts.
  CHECK(ask_everything(tree, 0, 3, scoreboard) == 64U * 9U * (64U + 1U));
  CHECK_FALSE(scoreboard.failed());
}

TEST_CASE("4P3T: every port state with every table of up to two entries, every pair",
          "[FT-RS-1][FT-RS-2][FT-RS-3][FT-RS-4][FT-RS-5]") {
  const FatTree tree(4, 3);
  for (const unsigned level : {0U, 1U}) {
    Scoreboard scoreboard;
    const std::uint64_t keys = level == 0 ? 7 : 3;
    const std::uint64_t tables = 1 + keys * 3 + keys * (keys - 1) / 2 * 9;
    CHECK(ask_everything(tree, level, 2, scoreboard) == tables * 16U * (256U + 1U));
    CHECK_FALSE(scoreboard.failed());
  }
}
