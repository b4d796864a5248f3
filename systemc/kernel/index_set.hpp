// SPDX-License-Identifier: Apache-2.0
/// \file
/// A set of small numbers that is filled in any order and taken in ascending order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace selvage::kernel {

/// Numbers below a bound, each at most once; a bit each, nothing is sorted. Inserting costs O(1),
/// taking O(numbers + (greatest - least) / 64).
class IndexSet {
 public:
  explicit IndexSet(std::size_t bound) : words_(bound / 64 + 1), first_(words_.size()) {}

  void insert(std::uint32_t index) {
    const std::size_t word = index / 64;
    words_[word] |= std::uint64_t{1} << (index % 64);
    first_ = std::min(first_, word);
    behind_ = std::max(behind_, word + 1);
  }
  [[nodiscard]] bool empty() const { return behind_ == 0; }
  /// All of them, ascending, good until the next call; the set is empty then.
  [[nodiscard]] const std::vector<std::uint32_t>& take() {
    taken_.clear();
    for (; first_ < behind_; ++first_) {
      std::uint64_t bits = std::exchange(words_[first_], 0);
      for (; bits != 0; bits &= bits - 1) {
        taken_.push_back(
            static_cast<std::uint32_t>(first_ * 64 + static_cast<unsigned>(__builtin_ctzll(bits))));
      }
    }
    first_ = words_.size();
    behind_ = 0;
    return taken_;
  }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t first_;       ///< the first word that is not 0, or earlier
  std::size_t behind_ = 0;  ///< behind the last word that is not 0
  std::vector<std::uint32_t> taken_;
};

}  // namespace selvage::kernel
