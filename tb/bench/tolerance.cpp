// SPDX-License-Identifier: Apache-2.0
/// \file
/// The tolerance engine: fault sets a second on one core, all pairs, drawing of the sets included.
#include <benchmark/benchmark.h>

#include "tolerance/enumerate.hpp"

using namespace selvage;

namespace {

/// Arguments: m, n, faults, table lines (0: enough).
void evaluate(benchmark::State& state) {
  const golden::FatTree tree(static_cast<unsigned>(state.range(0)),
                             static_cast<unsigned>(state.range(1)));
  const auto faults = static_cast<unsigned>(state.range(2));
  const auto engine = tolerance::make_engine(
      tree, {golden::Rule::kCorrected, static_cast<unsigned>(state.range(3))});
  std::uint64_t index = 0;
  std::uint64_t intolerable = 0;
  for (auto _ : state) {
    const auto outcome = engine->evaluate(tolerance::random_set(tree, faults, 1, index++));
    intolerable += outcome.tolerable() ? 0 : 1;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(index));
  state.counters["intolerable"] = static_cast<double>(intolerable) / static_cast<double>(index);
  state.counters["MiB"] = static_cast<double>(engine->bytes()) / (1024.0 * 1024.0);
}

BENCHMARK(evaluate)->Args({4, 3, 5, 0})->Args({4, 3, 10, 0})->Args({4, 3, 20, 0});
BENCHMARK(evaluate)->Args({8, 3, 5, 0})->Args({8, 3, 10, 0})->Args({8, 3, 20, 0});
BENCHMARK(evaluate)->Args({4, 5, 5, 0})->Args({4, 5, 10, 0})->Args({4, 5, 20, 0});
BENCHMARK(evaluate)->Args({64, 3, 100, 0})->Unit(benchmark::kMillisecond);
BENCHMARK(evaluate)->Args({8, 3, 12, 4})->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
