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

/// Runs the scenario once per iteration, each time in a process of its own, and sums up. `moves`: what
/// is counted, under the name of the counter.
void measure(benchmark::State& state, const Scenario& s, const tb::MakeSystem& make, const char* name,
             std::uint64_t (*moves)(const fabric::RunResult&)) {
  double wall = 0;
  double moved = 0;
  double cycles = 0;
  double memory = 0;
  for (auto _ : state) {
    const tb::ChildReport report = tb::forked(
        [&] {
          const auto system = make();
          Scoreboard board;
          const fabric::RunResult r = fabric::run(s, *system, board, {});
          if (r.outcome > fabric::Outcome::kNotDrained) return std::string();
          rusage usage{};
          getrusage(RUSAGE_SELF, &usage);
          return fmt::format("{} {} {} {}", r.sim_seconds, moves(r), r.cycles,
                             usage.ru_maxrss / 1024);
        },
        120);
    double seconds = 0, m = 0, c = 0;
    if (!report.finished ||
        std::sscanf(report.text.c_str(), "%lf %lf %lf %lf", &seconds, &m, &c, &memory) != 4) {
      state.SkipWithError(report.finished ? "the run did not pass" : report.text.c_str());
      break;
    }
    state.SetIterationTime(seconds);
    wall += seconds;
    moved += m;
    cycles += c;
  }
  state.counters[name] = moved / wall;
  state.counters["cycles/s"] = cycles / wall;
  state.counters["ns/hop"] = wall * 1e9 / moved;
  state.counters["MiB"] = memory;
}

std::uint64_t packet_hops(const fabric::RunResult& r) { return r.packet_hops; }

Scenario fat_tree_scenario(unsigned m, unsigned n, double load, Engine engine) {
  Scenario s;
  s.engine = engine;
  s.traffic.load = load;
  s.traffic.source_queue_packets = 8;
  s.audit = false;
  const double hops_per_cycle = 2.0 * std::pow(m / 2.0, n) * load / 64 * (2 * n - 1);
  const double hops = engine == Engine::kGolden ? 4e6 : 8e5;
  s.phases = {0, static_cast<Cycle>(hops / hops_per_cycle), 1000000};
  s.limits.watchdog = 1000000;
  return s;
}

void fabric_run(benchmark::State& state, unsigned m, unsigned n, double load, Engine engine) {
  measure(state, fat_tree_scenario(m, n, load, engine), tb::fat_tree(m, n, engine), "packet_hops/s",
          packet_hops);
}

/// 20 links die and come back over the whole run, at 20 % load.
void storm_run(benchmark::State& state, unsigned m, unsigned n, Engine engine) {
  Scenario s = fat_tree_scenario(m, n, 0.2, engine);
  s.faults.random.count = 20;
  s.faults.random.from = 1000;
  s.faults.random.until = s.phases.measure / 2;
  s.faults.random.repair_after = RepairSpan{500, s.phases.measure / 3};
  measure(state, s, tb::fat_tree(m, n, engine), "packet_hops/s", packet_hops);
}

/// Nobody sends but one host, a packet now and then: what standing still costs.
void idle_run(benchmark::State& state, unsigned m, unsigned n, Engine engine) {
  Scenario s = fat_tree_scenario(m, n, 0.0001, engine);
  s.phases.measure = 20000000;
  measure(state, s, tb::fat_tree(m, n, engine), "packet_hops/s", packet_hops);
}

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
  const auto make = [] {
    return find_plug("mesh")->make({{"kind", "mesh"}, {"k", 16}}, {Engine::kGolden, {}, 1});
  };
  measure(state, s, make, "flit_hops/s", [](const fabric::RunResult& r) { return r.flits->hops; });
}

template <typename Function, typename... Arguments>
void add(const std::string& name, Function function, Arguments... arguments) {
  benchmark::RegisterBenchmark(name.c_str(), function, arguments...)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

}  // namespace

int main(int argc, char** argv) {
  for (const double load : {0.2, 0.8}) {
    add(fmt::format("mesh/16x16x16/load{:.0f}/golden", load * 100), mesh_run, load);
  }
  constexpr Engine kBoth[] = {Engine::kGolden, Engine::kLockstep};
  for (const auto& [m, n] : {std::pair{4U, 3U}, {8U, 3U}, {16U, 3U}}) {
    for (const double load : {0.2, 1.0}) {
      for (const Engine e : kBoth) {
        add(fmt::format("fabric/{}P{}T/load{:.0f}/{}", m, n, load * 100, to_string(e)), fabric_run,
            m, n, load, e);
      }
    }
  }
  for (const auto& [m, n] : {std::pair{8U, 3U}, {4U, 5U}}) {
    for (const Engine e : kBoth) {
      const std::string tree = fmt::format("control/{}P{}T/", m, n);
      add(fmt::format("{}idle/{}", tree, to_string(e)), idle_run, m, n, e);
      add(fmt::format("{}load20/{}", tree, to_string(e)), fabric_run, m, n, 0.2, e);
      add(fmt::format("{}storm/{}", tree, to_string(e)), storm_run, m, n, e);
    }
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
