// SPDX-License-Identifier: Apache-2.0
/// \file
/// A time axis that gives its width to where something happens: stretches of waiting are drawn
/// compressed, the others at one common scale.
#pragma once

#include <string>
#include <vector>

#include "golden/types.hpp"

namespace selvage::report {

struct Stretch {
  Cycle from = 0;
  Cycle until = 0;
  double left = 0;
  double right = 0;
  bool compressed = false;
};

class TimeAxis {
 public:
  /// Covers all of `moments` (at least one) with a margin, from pixel x0 to x1.
  TimeAxis(std::vector<Cycle> moments, double x0, double x1);

  [[nodiscard]] double x(Cycle cycle) const;
  [[nodiscard]] bool covers(Cycle cycle) const { return cycle >= from() && cycle <= until(); }
  [[nodiscard]] Cycle from() const { return stretches_.front().from; }
  [[nodiscard]] Cycle until() const { return stretches_.back().until; }
  [[nodiscard]] const std::vector<Stretch>& stretches() const { return stretches_; }
  /// Cycles at which a tick with a label of `width` pixels fits: round distances from `zero`, in
  /// uncompressed stretches.
  [[nodiscard]] std::vector<Cycle> ticks(Cycle zero, double width) const;

 private:
  std::vector<Stretch> stretches_;
};

/// "512 ns", "1.25 us", "3 ms".
[[nodiscard]] std::string duration(double ns);

}  // namespace selvage::report
