// SPDX-License-Identifier: Apache-2.0
#include "golden/fattree/state.hpp"

namespace selvage::golden {

LinkFaultTable::LinkFaultTable(unsigned capacity) : capacity_(capacity) {}

LinkFaultTable::Insert LinkFaultTable::insert(Digits c, unsigned j) {
  const std::uint32_t bit = std::uint32_t{1} << j;
  for (LinkFaultEntry& entry : entries_) {
    if (entry.c != c) continue;
    if ((entry.bits & bit) != 0) return Insert::kUnchanged;
    entry.bits |= bit;
    return Insert::kMerged;
  }
  if (entries_.size() >= capacity_) {
    ++overflows_;
    return Insert::kOverflow;
  }
  entries_.push_back({c, bit});
  return Insert::kAllocated;
}

void LinkFaultTable::clear() {
  entries_.clear();
  overflows_ = 0;
}

std::uint32_t LinkFaultTable::lookup(unsigned level, Digits p) const {
  const std::uint64_t wanted = p.from(level + 1);
  std::uint32_t bits = 0;
  for (const LinkFaultEntry& entry : entries_) {
    if (entry.c.from(level) == wanted) bits |= entry.bits;
  }
  return bits;
}

}  // namespace selvage::golden
