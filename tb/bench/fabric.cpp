// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whole fabric: packet-hops and simulated cycles per second of wall time, per tree, load and
/// engine. Each run is a process of its own; set-up is not counted.
#include <benchmark/benchmark.h>
#include <cmath>
#include <fmt/format.h>
#include <sys/resource.h>

#include "fabric_bench.hpp"

using namespace selvage;

namespace {

void fabric_run(benchmark::State& state, unsigned m, unsigned n, double load, Engine engine) {
  Scenario s;
  s.engine = engine;
  s.traffic.load = load;
  s.traffic.source_queue_packets = 8;
  s.audit = false;
  const double hops_per_cycle = 2.0 * std::pow(m / 2.0, n) * load / 64 * (2 * n - 1);
  const double hops = engine == Engine::kGolden ? 4e6 : 8e5;
  s.phases = {0, static_cast<Cycle>(hops / hops_per_cycle), 1000000};
  s.limits.watchdog = 1000000;
  double wall = 0;
  double hops_done = 0;
  double cycles = 0;
  double memory = 0;
  for (auto _ : state) {
    const tb::ChildReport report = tb::forked(
        [&] {
          const auto system = tb::fat_tree(m, n, engine)();
          Scoreboard board;
          const fabric::RunResult r = fabric::run(s, *system, board, {});
          rusage usage{};
          getrusage(RUSAGE_SELF, &usage);
          return fmt::format("{} {} {} {}", r.sim_seconds, r.packet_hops, r.cycles,
                             usage.ru_maxrss / 1024);
        },
        120);
    if (!report.finished) {
      state.SkipWithError(report.text.c_str());
      break;
    }
    double seconds = 0, h = 0, c = 0;
    std::sscanf(report.text.c_str(), "%lf %lf %lf %lf", &seconds, &h, &c, &memory);
    state.SetIterationTime(seconds);
    wall += seconds;
    hops_done += h;
    cycles += c;
  }
  state.counters["packet_hops/s"] = hops_done / wall;
  state.counters["cycles/s"] = cycles / wall;
  state.counters["ns/hop"] = wall * 1e9 / hops_done;
  state.counters["MiB"] = memory;
}

}  // namespace

namespace {

/// A mesh of 16 x 16 x 16; load 1.0 is 0.125 flit per node and cycle.
void mesh_run(benchmark::State& state, double load) {
  Scenario s;
  s.engine = Engine::kGolden;
  s.sw.kind = SwitchKind::kWormhole;
  s.link.latency = 1;
  s.traffic.load = load * 0.125;
  s.traffic.packet_beats = 32;
  s.audit = false;
  s.phases = {0, static_cast<Cycle>(1500 / load), 1000000};
  double wall = 0;
  double hops = 0;
  double cycles = 0;
  double memory = 0;
  for (auto _ : state) {
    const tb::ChildReport report = tb::forked(
        [&] {
          const auto system = find_plug("mesh")->make({{"kind", "mesh"}, {"k", 16}},
                                                      {Engine::kGolden, {}, 1});
          Scoreboard board;
          const fabric::RunResult r = fabric::run(s, *system, board, {});
          rusage usage{};
          getrusage(RUSAGE_SELF, &usage);
          return fmt::format("{} {} {} {}", r.sim_seconds, r.flits->hops, r.cycles,
                             usage.ru_maxrss / 1024);
        },
        120);
    if (!report.finished) {
      state.SkipWithError(report.text.c_str());
      break;
    }
    double seconds = 0, h = 0, c = 0;
    std::sscanf(report.text.c_str(), "%lf %lf %lf %lf", &seconds, &h, &c, &memory);
    state.SetIterationTime(seconds);
    wall += seconds;
    hops += h;
    cycles += c;
  }
  state.counters["flit_hops/s"] = hops / wall;
  state.counters["cycles/s"] = cycles / wall;
  state.counters["MiB"] = memory;
}

}  // namespace

int main(int argc, char** argv) {
  for (const double load : {0.2, 0.8}) {
    const std::string name = fmt::format("mesh/16x16x16/load{:.0f}/golden", load * 100);
    benchmark::RegisterBenchmark(name.c_str(), mesh_run, load)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  }
  for (const auto& [m, n] : {std::pair{4U, 3U}, {8U, 3U}, {16U, 3U}}) {
    for (const double load : {0.2, 1.0}) {
      for (const Engine e : {Engine::kGolden, Engine::kLockstep}) {
        const std::string name =
            fmt::format("fabric/{}P{}T/load{:.0f}/{}", m, n, load * 100, to_string(e));
        benchmark::RegisterBenchmark(name.c_str(), fabric_run, m, n, load, e)
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
      }
    }
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
