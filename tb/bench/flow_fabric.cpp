// SPDX-License-Identifier: Apache-2.0
/// \file
/// The fabric of flow-channel switches, 8P3T: packet-hops per second of wall time and of the
/// processor's, per load, packet length and engine; in lockstep also comparisons a hop, by block:
/// steps of tables, clocks of the others. Each run is a process of its own; set-up counts only in
/// the processor's time.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <sstream>

#include "fabric_bench.hpp"
#include "forked.hpp"

using namespace selvage;

namespace {

double user_seconds(const rusage& usage) {
  return static_cast<double>(usage.ru_utime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

void flow_run(benchmark::State& state, double load, unsigned bytes, Engine engine) {
  Scenario s;
  s.engine = engine;
  s.audit = false;
  s.sw.use<FlowConfig>();
  s.traffic.load = load;
  s.traffic.packet_bytes = bytes;
  s.traffic.packet_beats = s.link.beats(bytes);
  const double hops_per_cycle = 128 * load / s.traffic.packet_beats * 5;
  const double hops = engine == Engine::kGolden ? 5e5 : 1e5;
  s.phases = {0, static_cast<Cycle>(hops / hops_per_cycle), 1'000'000};
  double wall = 0;
  double user = 0;
  double hops_done = 0;
  double cycles = 0;
  double memory = 0;
  for (auto _ : state) {
    const tb::ChildReport report = tb::forked(
        [&] {
          const auto system = tb::fat_tree(8, 3, engine)();
          Scoreboard board;
          const fabric::RunResult r = fabric::run(s, *system, board, {});
          rusage usage{};
          getrusage(RUSAGE_SELF, &usage);
          std::string text = fmt::format("{} {} {} {} {}", r.sim_seconds, r.packet_hops, r.cycles,
                                         usage.ru_maxrss / 1024, user_seconds(usage));
          for (const BlockCount& b : board.blocks())
            text += fmt::format(" {} {}", b.kind, b.compared);
          return text;
        },
        120);
    if (!report.finished) {
      state.SkipWithError(report.text.c_str());
      break;
    }
    std::istringstream text(report.text);
    double seconds = 0, h = 0, c = 0, u = 0, compared = 0;
    std::string kind;
    text >> seconds >> h >> c >> memory >> u;
    while (text >> kind >> compared) state.counters[kind] = compared / h;
    state.SetIterationTime(seconds);
    user += u;
    wall += seconds;
    hops_done += h;
    cycles += c;
  }
  state.counters["packet_hops/s"] = hops_done / wall;
  state.counters["hops/user_s"] = hops_done / user;
  state.counters["cycles/s"] = cycles / wall;
  state.counters["MiB"] = memory;
}

}  // namespace

int main(int argc, char** argv) {
  for (const unsigned bytes : {64U, 1024U}) {
    for (const double load : {0.2, 1.0}) {
      for (const Engine e : {Engine::kGolden, Engine::kRtl, Engine::kLockstep}) {
        const std::string name =
            fmt::format("flow/8P3T/{}B/load{:.0f}/{}", bytes, load * 100, to_string(e));
        benchmark::RegisterBenchmark(name.c_str(), flow_run, load, bytes, e)
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
      }
    }
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
