// SPDX-License-Identifier: Apache-2.0
/// \file
/// The time of a whole run as one line of marks.
#pragma once

#include <algorithm>
#include <cmath>

#include "golden/types.hpp"

namespace selvage::report {

class RunLine {
 public:
  static constexpr double kMark = 6;  ///< width of a mark; what falls into one is one

  RunLine(double left, double right, Cycle end)
      : left_(left), right_(right), end_(static_cast<double>(std::max<Cycle>(end, 1))) {}

  /// The middle of the mark in which `cycle` falls.
  [[nodiscard]] double x(Cycle cycle) const {
    const double at = (right_ - left_ - kMark) * std::min(static_cast<double>(cycle) / end_, 1.0);
    return left_ + kMark * std::floor(at / kMark) + kMark / 2;
  }

 private:
  double left_;
  double right_;
  double end_;
};

}  // namespace selvage::report
