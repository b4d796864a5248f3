// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whole fabric: hops and simulated cycles per second of wall time, per system, load and engine:
/// hops of packets out of switches, in a mesh of flits from node to node. Each run is a process of
/// its own; set-up is not counted.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <cmath>

#include "cosim/plugs.hpp"
#include "fabric_bench.hpp"
#include "forked.hpp"

using namespace selvage;

namespace {

struct Job {
  Scenario scenario;
  tb::MakeSystem make;
};

void measure(benchmark::State& state, const Job& job) {
  double wall = 0, hops = 0, cycles = 0, memory = 0;
  for (auto _ : state) {
    const tb::ChildReport report = tb::forked(
        [&] {
          const auto system = job.make();
          Scoreboard board;
          const fabric::RunResult r = fabric::run(job.scenario, *system, board, {});
          if (r.outcome > fabric::Outcome::kNotDrained) return std::string();
          rusage usage{};
          getrusage(RUSAGE_SELF, &usage);
          const auto& block = r.path.block;
          const std::uint64_t moved =
              block.contains("hops") ? block["hops"].get<std::uint64_t>() : r.packet_hops;
          return fmt::format("{} {} {} {}", r.sim_seconds, moved, r.cycles, usage.ru_maxrss / 1024);
        },
        120);
    double seconds = 0, h = 0, c = 0;
    if (!report.finished ||
        std::sscanf(report.text.c_str(), "%lf %lf %lf %lf", &seconds, &h, &c, &memory) != 4) {
      state.SkipWithError(report.finished ? "the run did not pass" : report.text.c_str());
      break;
    }
    state.SetIterationTime(seconds);
    wall += seconds;
    hops += h;
    cycles += c;
  }
  state.counters["hops/s"] = hops / wall;
  state.counters["cycles/s"] = cycles / wall;
  state.counters["ns/hop"] = wall * 1e9 / hops;
  state.counters["MiB"] = memory;
}

/// Packets move whole, in a tree of `levels` levels of m-port switches.
Job tree(unsigned m, unsigned levels, double load, Engine engine, tb::MakeSystem make,
         unsigned beats = 64) {
  Scenario s;
  s.engine = engine;
  s.traffic.load = load;
  s.traffic.packet_beats = beats;
  s.traffic.source_queue_packets = 8;
  s.audit = false;
  const double hops_per_cycle = 2.0 * std::pow(m / 2.0, levels) * load / beats * (2 * levels - 1);
  const double hops = engine == Engine::kGolden ? 4e6 : engine == Engine::kSwitch ? 1e5 : 8e5;
  s.phases = {0, static_cast<Cycle>(hops / hops_per_cycle), 1000000};
  s.limits.watchdog = 1000000;
  return {s, std::move(make)};
}

/// The most packet-hops for a cycle: with a decision a switch and cycle it saturates near load 1/8.
/// Buffers of 32 packets cover a round trip.
Job one_beat(unsigned m, unsigned n, double load, Engine engine) {
  Job job = tree(m, n, load, engine, tb::fat_tree(m, n, engine), 1);
  job.scenario.sw.as<CutThroughConfig>().buffer_packets = 32;
  return job;
}

/// 20 links die and come back over the whole run, at 20 % load.
Job storm(unsigned m, unsigned n, Engine engine) {
  Job job = tree(m, n, 0.2, engine, tb::fat_tree(m, n, engine));
  const Cycle span = job.scenario.phases.measure;
  RandomFaults& random = job.scenario.faults.random;
  random.count = 20;
  random.from = 1000;
  random.until = span / 2;
  random.repair_after = RepairSpan{500, span / 3};
  return job;
}

/// Hardly a packet: what standing still costs.
Job idle(unsigned m, unsigned n, Engine engine) {
  Job job = tree(m, n, 0.0001, engine, tb::fat_tree(m, n, engine));
  job.scenario.phases.measure = 20000000;
  return job;
}

Job twolevel(unsigned k, double load, Engine engine) {
  return tree(k, 3, load, engine, [=] {
    return find_plug("twolevel")->make({{"kind", "twolevel"}, {"k", k}}, {engine, {}, 4});
  });
}

/// Wormhole; load 1.0 is what complement traffic can use, 2/k flits per node and cycle.
Job mesh(unsigned k, double load, Engine engine) {
  Scenario s;
  s.engine = engine;
  s.sw.use<WormholeConfig>();
  s.link.latency = 1;
  s.traffic.load = load * 2 / k;
  s.traffic.packet_beats = 32;
  s.audit = false;
  const double nodes = std::pow(k, 3);
  const double flit_hops = engine == Engine::kGolden ? 1e7 : 2e6;
  s.phases = {0, static_cast<Cycle>(flit_hops / (nodes * load * 2)), 1000000};
  const nlohmann::json topology = {{"kind", "mesh"}, {"k", k}};
  return {s, [=] { return find_plug("mesh")->make(topology, {engine, {}, 1}); }};
}

/// `what`: system and state, "8P3T/idle".
void add(const std::string& what, Engine engine, Job job) {
  const std::string name = fmt::format("fabric/{}/{}", what, to_string(engine));
  benchmark::RegisterBenchmark(
      name.c_str(), [job = std::move(job)](benchmark::State& state) { measure(state, job); })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

void add(const std::string& system, double load, Engine engine, Job job) {
  add(fmt::format("{}/load {:.0f} %", system, load * 100), engine, std::move(job));
}

}  // namespace

int main(int argc, char** argv) {
  constexpr std::array<Engine, 2> kBoth{Engine::kGolden, Engine::kLockstep};
  for (const unsigned m : {4U, 8U, 16U}) {
    for (const double load : {0.2, 1.0}) {
      for (const Engine e : kBoth) {
        add(fmt::format("{}P3T", m), load, e, tree(m, 3, load, e, tb::fat_tree(m, 3, e)));
      }
    }
  }
  for (const double load : {0.05, 0.2, 1.0}) {
    constexpr Engine kWhole = Engine::kSwitch;
    add("8P3T", load, kWhole, tree(8, 3, load, kWhole, tb::fat_tree(8, 3, kWhole)));
  }
  add("8P3T/storm", Engine::kSwitch, storm(8, 3, Engine::kSwitch));
  for (const unsigned m : {32U, 64U}) {
    for (const Engine e : kBoth) {
      add(fmt::format("{}P3T", m), 0.2, e, tree(m, 3, 0.2, e, tb::fat_tree(m, 3, e)));
    }
  }
  for (const double load : {0.1, 1.0}) {
    for (const Engine e : kBoth) add("8P3T one beat", load, e, one_beat(8, 3, load, e));
  }
  for (const Engine e : kBoth) {
    add("4P5T", 0.2, e, tree(4, 5, 0.2, e, tb::fat_tree(4, 5, e)));
    for (const auto& [m, n] : {std::pair{8U, 3U}, {4U, 5U}}) {
      add(fmt::format("{}P{}T/idle", m, n), e, idle(m, n, e));
      add(fmt::format("{}P{}T/storm", m, n), e, storm(m, n, e));
    }
  }
  for (const unsigned k : {8U, 16U}) {
    for (const double load : {0.2, 1.0}) {
      for (const Engine e : kBoth) {
        add(fmt::format("twolevel k={}", k), load, e, twolevel(k, load, e));
      }
    }
  }
  for (const unsigned k : {8U, 16U}) {
    for (const double load : {0.2, 0.8}) {
      for (const Engine e : kBoth) {
        add(fmt::format("mesh {}x{}x{}", k, k, k), load, e, mesh(k, load, e));
      }
    }
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
