// SPDX-License-Identifier: Apache-2.0
#include "golden/fattree/state.hpp"

#include <algorithm>

namespace selvage::golden {

LinkFaultTable::LinkFaultTable(unsigned capacity) : capacity_(capacity) {}

LinkFaultTable::Insert LinkFaultTable::insert(Digits c, unsigned j) {
  const std::uint32_t bit = std::uint32_t{1} << j;
  bool allocated = false;
  const auto line = take(c, allocated);
  if (!line) {
    ++overflows_;
    return Insert::kOverflow;
  }
  causes_[*line].known |= bit;
  const bool changed = set_direct(*line, j, true);
  if (allocated) return Insert::kAllocated;
  return changed ? Insert::kMerged : Insert::kUnchanged;
}

std::optional<unsigned> LinkFaultTable::find(Digits c) const {
  for (std::size_t w = 0; w < entries_.size(); ++w) {
    if (entries_[w].c == c) return static_cast<unsigned>(w);
  }
  return std::nullopt;
}

std::optional<unsigned> LinkFaultTable::take(Digits c, bool& changed) {
  if (const auto hit = find(c)) return hit;
  if (entries_.size() < capacity_) {
    changed = true;
    entries_.push_back({c, 0});
    causes_.emplace_back();
    return static_cast<unsigned>(entries_.size() - 1);
  }
  for (unsigned w = 0; w < entries_.size(); ++w) {
    if (!is_free(w)) continue;
    changed = true;
    entries_[w] = {c, 0};
    causes_[w] = {};
    return w;
  }
  return std::nullopt;
}

void LinkFaultTable::refresh(unsigned line) {
  entries_[line].bits = causes_[line].direct | causes_[line].derived;
}

bool LinkFaultTable::state_direct(unsigned line, unsigned j, std::uint8_t seq, bool dead) {
  LinkFaultCause& cause = causes_[line];
  const std::uint32_t bit = std::uint32_t{1} << j;
  if ((cause.known & bit) != 0 && !newer(seq, cause.seq[j])) return false;
  cause.known |= bit;
  cause.seq[j] = seq;
  set_direct(line, j, dead);
  return true;
}

bool LinkFaultTable::set_direct(unsigned line, unsigned j, bool dead) {
  const std::uint32_t bit = std::uint32_t{1} << j;
  if (((causes_[line].direct & bit) != 0) == dead) return false;
  causes_[line].direct ^= bit;
  refresh(line);
  return true;
}

bool LinkFaultTable::set_derived(unsigned line, unsigned j, bool unusable) {
  LinkFaultCause& cause = causes_[line];
  const std::uint32_t bit = std::uint32_t{1} << j;
  if (((cause.derived & bit) != 0) == unusable) return false;
  cause.derived ^= bit;
  refresh(line);
  return true;
}

bool LinkFaultTable::drop_derived(unsigned j) {
  bool changed = false;
  for (unsigned w = 0; w < entries_.size(); ++w) changed |= set_derived(w, j, false);
  return changed;
}

void LinkFaultTable::clear() {
  entries_.clear();
  causes_.clear();
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

bool ResyncMemory::remember(const Id& id) {
  const auto last = ids_.begin() + count_;
  if (std::find(ids_.begin(), last, id) != last) return false;
  ids_[next_] = id;
  next_ = static_cast<std::uint8_t>((next_ + 1U) % ids_.size());
  if (count_ < ids_.size()) ++count_;
  return true;
}

}  // namespace selvage::golden
