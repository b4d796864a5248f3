// SPDX-License-Identifier: Apache-2.0
#include "golden/flow/tables/row_map.hpp"

#include <cassert>

namespace selvage::golden {
namespace {

unsigned lowest_bit(std::uint64_t word) { return static_cast<unsigned>(__builtin_ctzll(word)); }
std::uint64_t bit(unsigned i) { return std::uint64_t{1} << (i % 64); }

}  // namespace

FreeRows::FreeRows(unsigned rows) : leaf_((rows + 63) / 64), middle_((leaf_.size() + 63) / 64) {
  assert(rows >= 1 && middle_.size() <= 64);
  for (unsigned row = 0; row < rows; ++row) insert(row);
}

unsigned FreeRows::lowest() const {
  const unsigned m = lowest_bit(top_);
  const unsigned l = m * 64 + lowest_bit(middle_[m]);
  return l * 64 + lowest_bit(leaf_[l]);
}

void FreeRows::insert(unsigned row) {
  leaf_[row / 64] |= bit(row);
  middle_[row / 4096] |= bit(row / 64);
  top_ |= bit(row / 4096);
}

void FreeRows::remove(unsigned row) {
  if ((leaf_[row / 64] &= ~bit(row)) != 0) return;
  if ((middle_[row / 4096] &= ~bit(row / 64)) != 0) return;
  top_ &= ~bit(row / 4096);
}

RowMap::RowMap(unsigned rows) : key_(rows), slot_of_(rows, kNone), free_(rows) {
  std::size_t size = 4;
  while (size < 4 * std::size_t{rows}) size *= 2;
  slots_.assign(size, kNone);
}

std::uint32_t RowMap::home(const MatchKey& key) const {
  std::uint64_t h = (key.low ^ key.high * 0xff51afd7ed558ccdULL) * 0x9e3779b97f4a7c15ULL;
  h ^= h >> 32;
  return static_cast<std::uint32_t>(h * 0xd6e8feb86659fd93ULL >> 32) &
         static_cast<std::uint32_t>(slots_.size() - 1);
}

std::optional<FlowId> RowMap::find(const MatchKey& key) const {
  const auto last = static_cast<std::uint32_t>(slots_.size() - 1);
  for (std::uint32_t s = home(key); slots_[s] != kNone; s = (s + 1) & last)
    if (key_[slots_[s]] == key) return static_cast<FlowId>(slots_[s]);
  return std::nullopt;
}

std::optional<FlowId> RowMap::allocate(const MatchKey& key) {
  if (free_.empty()) return std::nullopt;
  const unsigned row = free_.lowest();
  free_.remove(row);
  const auto last = static_cast<std::uint32_t>(slots_.size() - 1);
  std::uint32_t s = home(key);
  while (slots_[s] != kNone) s = (s + 1) & last;
  slots_[s] = row;
  slot_of_[row] = s;
  key_[row] = key;
  ++count_;
  return static_cast<FlowId>(row);
}

void RowMap::release(FlowId row) {
  const auto last = static_cast<std::uint32_t>(slots_.size() - 1);
  std::uint32_t hole = slot_of_[row];
  slot_of_[row] = kNone;
  free_.insert(row);
  --count_;
  // Close the gap: an entry may move into it when the gap lies between its home and its slot.
  for (std::uint32_t s = (hole + 1) & last; slots_[s] != kNone; s = (s + 1) & last) {
    if (((s - home(key_[slots_[s]])) & last) < ((s - hole) & last)) continue;
    slots_[hole] = slots_[s];
    slot_of_[slots_[s]] = hole;
    hole = s;
  }
  slots_[hole] = kNone;
}

}  // namespace selvage::golden
