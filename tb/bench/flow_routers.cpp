// SPDX-License-Identifier: Apache-2.0
/// \file
/// The network of flow-channel switches with golden blocks: packet-hops per second of wall time.
#include <benchmark/benchmark.h>

#include "../../tests/flow/lab.hpp"
#include "kernel/stream.hpp"

using namespace selvage;

namespace {

void report(benchmark::State& state, double hops, double cycles) {
  state.counters["packet_hops/s"] = benchmark::Counter(hops, benchmark::Counter::kIsRate);
  state.counters["cycles/s"] = benchmark::Counter(cycles, benchmark::Counter::kIsRate);
}

/// 8P3T, packets of 1 KiB, 20 % of every link, to any other host.
void uniform(benchmark::State& state) {
  const flow::Wiring w = flow::wiring_of(golden::FatTree(8, 3));
  double hops = 0, cycles = 0;
  for (auto _ : state) {
    state.PauseTiming();
    auto lab = std::make_unique<test::Lab>(w, test::lab_params({8, 8, 11}));
    kernel::Stream random(1, "uniform");
    state.ResumeTiming();
    while (lab->now < 20'000) {
      for (HostIdx h = 0; h < w.hosts; ++h)
        if (random.chance(0.2))
          lab->send(h, static_cast<HostIdx>((h + 1 + random.below(w.hosts - 1)) % w.hosts));
      lab->run_to(lab->now + 42);
    }
    hops += static_cast<double>(lab->net.counts().hops);
    cycles += static_cast<double>(lab->now);
    state.PauseTiming();
    lab.reset();
    state.ResumeTiming();
  }
  report(state, hops, cycles);
}

/// 64 hosts send all they can to one.
void incast(benchmark::State& state) {
  const flow::Wiring w = flow::wiring_of(golden::FatTree(8, 3));
  double hops = 0, cycles = 0;
  for (auto _ : state) {
    state.PauseTiming();
    flow::Params p = test::lab_params({8, 8, 11});
    p.source_packets = 4;
    auto lab = std::make_unique<test::Lab>(w, p);
    state.ResumeTiming();
    while (lab->now < 100'000) {
      for (HostIdx h = 0; h < 64; ++h)
        while (lab->net.terminal(h).can_inject()) lab->send(h, 127);
      lab->run_to(lab->now + 100);
    }
    hops += static_cast<double>(lab->net.counts().hops);
    cycles += static_cast<double>(lab->now);
    state.PauseTiming();
    lab.reset();
    state.ResumeTiming();
  }
  report(state, hops, cycles);
}

BENCHMARK(uniform)->Unit(benchmark::kMillisecond);
BENCHMARK(incast)->Unit(benchmark::kMillisecond);

}  // namespace
BENCHMARK_MAIN();
