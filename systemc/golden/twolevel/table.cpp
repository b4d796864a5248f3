// SPDX-License-Identifier: Apache-2.0
#include "golden/twolevel/table.hpp"

namespace selvage::golden {

namespace {

std::uint32_t prefix_mask(unsigned length) {
  return length == 0 ? 0 : ~std::uint32_t{0} << (32U - length);
}

constexpr std::uint32_t kSuffixMask = 0xff;

}  // namespace

NextHop look_up(const TwoLevelTable& table, Ipv4 address) {
  for (const PrefixEntry& p : table.prefixes) {
    const bool matches = ((address.value ^ p.key.value) & prefix_mask(p.length)) == 0;
    if (matches) return {false, p.port, p.next};
  }
  for (const SuffixEntry& s : table.suffixes) {
    if (address.octet(3) == s.id) return {false, s.port, s.next};
  }
  return {};
}

std::vector<TernaryRow> rows_of(const TwoLevelTable& table, unsigned k) {
  std::vector<TernaryRow> rows;
  for (const PrefixEntry& p : table.prefixes) {
    rows.push_back({true, p.key.value, prefix_mask(p.length), {false, p.port, p.next}});
  }
  for (const SuffixEntry& s : table.suffixes) {
    rows.push_back({true, s.id, kSuffixMask, {false, s.port, s.next}});
  }
  rows.resize(k);
  TernaryRow rest;
  rest.valid = !table.suffixes.empty();  // 0/0: what no suffix takes
  rows.push_back(rest);
  return rows;
}

TernaryAnswer look_up(const std::vector<TernaryRow>& rows, Ipv4 address) {
  for (unsigned r = 0; r < rows.size(); ++r) {
    const TernaryRow& row = rows[r];
    if (!row.valid || ((address.value ^ row.key) & row.mask) != 0) continue;
    return {true, r, row.result.drop ? NextHop{} : row.result};
  }
  return {};
}

}  // namespace selvage::golden
