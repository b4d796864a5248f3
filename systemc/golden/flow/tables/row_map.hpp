// SPDX-License-Identifier: Apache-2.0
/// \file
/// Pattern -> row, and the lowest free row, both in a time that does not grow with the rows: what a
/// CAM does in one clock.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "golden/flow/flow_types.hpp"

namespace selvage::golden {

/// A match pattern of up to 128 bits.
struct MatchKey {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const MatchKey& a, const MatchKey& b) {
    return a.low == b.low && a.high == b.high;
  }
};

/// A set of rows as a tree of 64-bit words, up to 64^3 rows.
class FreeRows {
 public:
  explicit FreeRows(unsigned rows);  ///< all of them in the set
  [[nodiscard]] bool empty() const { return top_ == 0; }
  [[nodiscard]] unsigned lowest() const;  ///< not empty
  void insert(unsigned row);
  void remove(unsigned row);

 private:
  std::vector<std::uint64_t> leaf_;
  std::vector<std::uint64_t> middle_;
  std::uint64_t top_ = 0;
};

/// Valid rows with their patterns; no two hold the same one (FLOW-A-13).
class RowMap {
 public:
  explicit RowMap(unsigned rows);
  [[nodiscard]] std::optional<FlowId> find(const MatchKey& key) const;
  /// The lowest free row, given to `key`, which no row holds; nothing when there is none.
  std::optional<FlowId> allocate(const MatchKey& key);
  void release(FlowId row);  ///< a valid one
  [[nodiscard]] bool valid(FlowId row) const { return slot_of_[row] != kNone; }
  [[nodiscard]] const MatchKey& key(FlowId row) const { return key_[row]; }
  [[nodiscard]] unsigned rows() const { return static_cast<unsigned>(key_.size()); }
  [[nodiscard]] unsigned count() const { return count_; }
  [[nodiscard]] bool full() const { return count_ == rows(); }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  [[nodiscard]] std::uint32_t home(const MatchKey& key) const;

  std::vector<MatchKey> key_;
  std::vector<std::uint32_t> slot_of_;  ///< of a row, kNone when it is free
  std::vector<std::uint32_t> slots_;    ///< open addressing: a row, or kNone
  FreeRows free_;
  unsigned count_ = 0;
};

}  // namespace selvage::golden
