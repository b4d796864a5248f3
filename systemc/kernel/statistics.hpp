// SPDX-License-Identifier: Apache-2.0
/// \file
/// Means and shares with 95 % confidence intervals.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace selvage::kernel {

struct Interval {
  double mean = 0;
  double low = 0;  ///< of the 95 % confidence interval
  double high = 0;
};

/// 0.975 quantile of the normal distribution.
inline constexpr double kZ95 = 1.959963984540054;

/// 0.975 quantile of Student's t distribution with `freedom` >= 1 degrees of freedom, to 0.1 %.
[[nodiscard]] inline double student95(std::uint64_t freedom) {
  // The expansion below is poor for few degrees.
  constexpr double kFew[] = {12.706205, 4.302653, 3.182446, 2.776445, 2.570582};
  if (freedom == 0) return HUGE_VAL;
  if (freedom <= 5) return kFew[freedom - 1];
  // Cornish and Fisher, in powers of 1/freedom (Abramowitz and Stegun 26.7.5).
  const double z = kZ95;
  const double z2 = z * z;
  const double f = static_cast<double>(freedom);
  const double g1 = z * (z2 + 1) / 4;
  const double g2 = z * ((5 * z2 + 16) * z2 + 3) / 96;
  const double g3 = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
  return z + g1 / f + g2 / (f * f) + g3 / (f * f * f);
}

/// Mean of independent values with Student's interval; of one value alone nothing is known beside
/// it, so the interval is infinite.
[[nodiscard]] inline Interval mean_of(const std::vector<double>& values) {
  if (values.empty()) return {std::nan(""), std::nan(""), std::nan("")};
  const double n = static_cast<double>(values.size());
  double mean = 0;
  for (const double v : values) mean += v / n;
  double squares = 0;
  for (const double v : values) squares += (v - mean) * (v - mean);
  if (values.size() == 1) return {mean, -HUGE_VAL, HUGE_VAL};
  const double half = student95(values.size() - 1) * std::sqrt(squares / (n - 1) / n);
  return {mean, mean - half, mean + half};
}

/// Share of `hits` in `trials` with Wilson's score interval (1927); 0..1 without trials.
[[nodiscard]] inline Interval wilson(std::uint64_t hits, std::uint64_t trials) {
  if (trials == 0) return {std::nan(""), 0, 1};
  const double n = static_cast<double>(trials);
  const double p = static_cast<double>(hits) / n;
  const double z2 = kZ95 * kZ95;
  const double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double half = kZ95 / (1 + z2 / n) * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  return {p, hits == 0 ? 0 : middle - half, hits == trials ? 1 : middle + half};
}

/// A share that was counted, not estimated.
[[nodiscard]] inline Interval exact_share(std::uint64_t hits, std::uint64_t all) {
  const double p = static_cast<double>(hits) / static_cast<double>(all);
  return {p, p, p};
}

}  // namespace selvage::kernel
