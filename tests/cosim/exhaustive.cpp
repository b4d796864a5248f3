// SPDX-License-Identifier: Apache-2.0
/// \file
/// RTL against golden, exhaustively where the space is small.
#include <catch2/catch.hpp>

#include <vector>

#include "block/pair.hpp"

using selvage::HostIdx;
using selvage::cosim::FatTreeBlockOptions;
using selvage::cosim::FatTreeEmbedding;
using selvage::golden::Digits;
using selvage::golden::FatTree;
using selvage::tb::BlockPair;
using selvage::tb::ClockInputs;

namespace {

using Entry = std::pair<Digits, unsigned>;  // coordinates and bits

std::vector<Digits> all_coordinates(const FatTree& tree, unsigned level) {
  std::vector<Digits> all{Digits{}};
  for (unsigned i = 0; i + 1 < tree.n(); ++i) {
    std::vector<Digits> longer;
    for (const Digits c : all) {
      for (unsigned d = 0; d < tree.coordinate_radix(level, i); ++d) longer.push_back(c.with(i, d));
    }
    all = longer;
  }
  return all;
}

/// Every table with at most `most` entries.
std::vector<std::vector<Entry>> all_tables(const FatTree& tree, unsigned level, unsigned most) {
  std::vector<std::vector<Entry>> tables{{}};
  for (const Digits c : all_coordinates(tree, level)) {
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

void set_state(BlockPair& pair, const std::vector<unsigned>& ports,
               const std::vector<Entry>& table) {
  ClockInputs clear;
  clear.clear = true;
  pair.clock(clear);
  for (unsigned j = 0; j < ports.size(); ++j) {
    ClockInputs in;
    if (ports[j] == 1) in.up_dead = j;
    if (ports[j] >= 2) in.dlfm = ClockInputs::Dlfm{j, ports[j] - 2};
    if (ports[j] != 0) pair.clock(in);
  }
  for (const Entry& entry : table) {
    for (unsigned j = 0; j < ports.size(); ++j) {
      if ((entry.second >> j & 1U) == 0) continue;
      ClockInputs in;
      in.insert = ClockInputs::Insert{entry.first, j};
      pair.clock(in);
    }
  }
}

/// Asks every question of every state; returns how many, and counts the wrong answers.
std::uint64_t ask_everything(const FatTree& tree, unsigned level, unsigned most_entries,
                             std::uint64_t& wrong) {
  const FatTreeEmbedding embedding(tree, 32);
  FatTreeBlockOptions options;
  options.level = level;
  BlockPair pair(embedding, options);
  std::uint64_t asked = 0;
  const auto collect = [&] {
    while (const auto decision = pair.decision()) {
      ++asked;
      if (!(decision->expected == decision->actual)) ++wrong;
    }
  };
  for (const auto& ports : all_port_states(tree)) {
    for (const auto& table : all_tables(tree, level, most_entries)) {
      set_state(pair, ports, table);
      for (HostIdx source = 0; source < tree.host_count(); ++source) {
        for (HostIdx destination = 0; destination < tree.host_count(); ++destination) {
          ClockInputs in;
          in.request = ClockInputs::Request{source, destination, false};
          pair.clock(in);
          collect();
        }
      }
      ClockInputs in;
      in.request = ClockInputs::Request{0, tree.host_count() - 1, true};
      pair.clock(in);
      pair.idle(2);
      collect();
      if (pair.state_difference()) ++wrong;
    }
  }
  return asked;
}

}  // namespace

TEST_CASE("4P2T: every fault state, every pair", "[FT-RS-1][FT-RS-2][FT-RS-3][FT-RS-4][FT-RS-5]") {
  const FatTree tree(4, 2);
  std::uint64_t wrong = 0;
  // 4 keys absent or with one of 3 bit patterns; 2 ports in 3 states; 8 hosts.
  CHECK(ask_everything(tree, 0, 4, wrong) == 256U * 9U * (64U + 1U));
  CHECK(wrong == 0);
}

TEST_CASE("4P3T: every port state with every table of up to two entries, every pair",
          "[FT-RS-1][FT-RS-2][FT-RS-3][FT-RS-4][FT-RS-5]") {
  const FatTree tree(4, 3);
  for (const unsigned level : {0U, 1U}) {
    std::uint64_t wrong = 0;
    const std::uint64_t tables = 1 + 8 * 3 + 8 * 7 / 2 * 9;
    CHECK(ask_everything(tree, level, 2, wrong) == tables * 16U * (256U + 1U));
    CHECK(wrong == 0);
  }
}
