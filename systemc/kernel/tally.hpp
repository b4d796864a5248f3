// SPDX-License-Identifier: Apache-2.0
/// \file
/// Exact counts of a whole-number quantity (latencies), for mean, percentiles and maximum.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace selvage::kernel {

class Tally {
 public:
  void add(std::uint64_t value, std::uint64_t times = 1) {
    count_ += times;
    sum_ += value * times;
    if (value > max_) max_ = value;
    if (value < kDense) {
      if (value >= dense_.size()) dense_.resize(value + 1);
      dense_[value] += static_cast<std::uint32_t>(times);
    } else {
      sparse_[value] += times;
    }
  }
  /// Calls `visit(value, times)` for every value that was added.
  template <class Visit>
  void each(Visit&& visit) const {
    for (std::size_t v = 0; v < dense_.size(); ++v) {
      if (dense_[v] != 0) visit(std::uint64_t{v}, std::uint64_t{dense_[v]});
    }
    for (const auto& [v, n] : sparse_) visit(v, n);
  }
  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] std::uint64_t max() const { return max_; }
  [[nodiscard]] double mean() const {
    return count_ == 0 ? 0.0 : static_cast<double>(sum_) / static_cast<double>(count_);
  }
  /// Smallest value with at least `percent` % of all at or below it; 0 if there is none.
  [[nodiscard]] std::uint64_t percentile(unsigned percent) const {
    if (count_ == 0) return 0;
    std::uint64_t left = (count_ * percent + 99) / 100;
    if (left == 0) left = 1;
    for (std::size_t v = 0; v < dense_.size(); ++v) {
      if (dense_[v] >= left) return v;
      left -= dense_[v];
    }
    for (const auto& [v, n] : sparse_) {
      if (n >= left) return v;
      left -= n;
    }
    return max_;
  }

 private:
  static constexpr std::uint64_t kDense = 1U << 16;
  std::vector<std::uint32_t> dense_;
  std::map<std::uint64_t, std::uint64_t> sparse_;
  std::uint64_t count_ = 0;
  std::uint64_t sum_ = 0;
  std::uint64_t max_ = 0;
};

}  // namespace selvage::kernel
