// SPDX-License-Identifier: Apache-2.0
/// \file
/// The two-level table of one switch, and the same table as rows of a ternary memory (F-TAB-1..3).
#pragma once

#include <vector>

#include "golden/twolevel/ipv4.hpp"
#include "golden/types.hpp"

namespace selvage::golden {

/// First level: addresses that begin with `key`, and where they go.
struct PrefixEntry {
  Ipv4 key;
  unsigned length = 0;
  PortIdx port = 0;
  Ipv4 next;  ///< next hop
};
/// Second level, behind 0/0: addresses that end with host number `id`.
struct SuffixEntry {
  unsigned id = 0;
  PortIdx port = 0;
  Ipv4 next;
};
/// Prefixes, of which at most one takes an address, end the search; what none takes goes to the
/// suffixes (where there are any).
struct TwoLevelTable {
  std::vector<PrefixEntry> prefixes;
  std::vector<SuffixEntry> suffixes;
};

/// Where a table sends an address.
struct NextHop {
  bool drop = true;
  PortIdx port = 0;
  Ipv4 next;
  friend bool operator==(const NextHop& a, const NextHop& b) {
    return a.drop == b.drop && a.port == b.port && a.next == b.next;
  }
};
/// The prefix, else the suffix, else nowhere (F-TAB-1).
[[nodiscard]] NextHop look_up(const TwoLevelTable& table, Ipv4 address);

/// One row of `twolevel_route` (docs/reference/twolevel-blocks.md).
struct TernaryRow {
  bool valid = false;
  std::uint32_t key = 0;
  std::uint32_t mask = 0;  ///< a 1 compares
  NextHop result;
};
/// The rows to load into a switch of k ports, k + 1 of them: prefixes, then suffixes, then 0/0
/// (F-TAB-3).
[[nodiscard]] std::vector<TernaryRow> rows_of(const TwoLevelTable& table, unsigned k);

/// What the memory answers: the lowest row that matches.
struct TernaryAnswer {
  bool hit = false;
  unsigned row = 0;  ///< 0 without hit
  NextHop next_hop;  ///< all 0 but drop on a drop
};
[[nodiscard]] TernaryAnswer look_up(const std::vector<TernaryRow>& rows, Ipv4 address);

}  // namespace selvage::golden
