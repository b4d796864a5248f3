// SPDX-License-Identifier: Apache-2.0
#include "kernel/stream.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "kernel/tally.hpp"

using selvage::kernel::Stream;
using selvage::kernel::Tally;

TEST_CASE("streams are repeatable and differ by seed, name and entity", "[FAB-DET][FAB-DRAW]") {
  Stream a(1, "traffic", 3);
  Stream b(1, "traffic", 3);
  Stream seed(2, "traffic", 3);
  Stream name(1, "faults", 3);
  Stream entity(1, "traffic", 4);
  const std::uint64_t x = a.next();
  CHECK(x == b.next());
  CHECK(x != seed.next());
  CHECK(x != name.next());
  CHECK(x != entity.next());
}

TEST_CASE("below() is uniform") {
  Stream s(7, "uniform");
  constexpr unsigned kBins = 12;
  constexpr unsigned kDraws = 240000;
  std::vector<unsigned> bins(kBins);
  for (unsigned i = 0; i < kDraws; ++i) ++bins[s.below(kBins)];
  double chi2 = 0;
  const double expected = double(kDraws) / kBins;
  for (const unsigned n : bins) chi2 += (n - expected) * (n - expected) / expected;
  CHECK(chi2 < 31.3);  // 11 degrees of freedom, 0.1 % level
}

TEST_CASE("geometric() has the Bernoulli process's mean and never returns 0") {
  for (const double p : {1.0, 0.5, 0.2 / 64, 0.9}) {
    Stream s(11, "geometric");
    double sum = 0;
    constexpr int kDraws = 200000;
    std::uint64_t least = ~0ULL;
    for (int i = 0; i < kDraws; ++i) {
      const std::uint64_t gap = s.geometric(p);
      least = std::min(least, gap);
      sum += static_cast<double>(gap);
    }
    CHECK(least >= 1);
    const double sigma = std::sqrt((1 - p) / (p * p) / kDraws);
    CHECK(std::abs(sum / kDraws - 1 / p) <= 4 * sigma + 1e-12);
  }
}

TEST_CASE("a tally's percentiles are those of the sorted values") {
  Stream s(3, "tally");
  std::vector<std::uint64_t> values;
  Tally t;
  for (int i = 0; i < 5000; ++i) {
    const std::uint64_t v = s.chance(0.1) ? 60000 + s.below(20000) : s.below(300);
    values.push_back(v);
    t.add(v);
  }
  std::sort(values.begin(), values.end());
  CHECK(t.percentile(50) == values[2499]);
  CHECK(t.percentile(99) == values[4949]);
  CHECK(t.percentile(100) == values.back());
  CHECK(t.max() == values.back());
}
