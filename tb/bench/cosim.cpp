// SPDX-License-Identifier: Apache-2.0
/// \file
/// Cost of one isolated decision of one switch, request and collect, by tree and engine. The
/// switches of a whole tree take turns, as in a fabric, so caches see the same footprint.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "cosim/plugs.hpp"

namespace {

using selvage::Cycle;
using selvage::Engine;
using selvage::HostIdx;

constexpr std::size_t kRequests = 4096;

struct Decision {
  std::uint32_t sw;
  selvage::RouteRequest request;
};

/// Requests as a packet on its way would make them: at a random switch, by a random port.
std::vector<Decision> requests(const selvage::Topology& topology) {
  std::uint64_t x = 88172645463325252U;
  const auto next = [&x](std::uint64_t below) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    return x % below;
  };
  std::vector<Decision> all(kRequests);
  for (Decision& decision : all) {
    decision.sw = static_cast<std::uint32_t>(next(topology.switch_count()));
    decision.request.source = static_cast<HostIdx>(next(topology.host_count()));
    decision.request.destination = static_cast<HostIdx>(next(topology.host_count()));
    decision.request.in_port =
        static_cast<selvage::PortIdx>(next(topology.port_count(decision.sw)));
  }
  return all;
}

void measure(benchmark::State& state, const nlohmann::json& topology, Engine engine,
             std::int64_t dead_links) {
  const auto kind = topology.at("kind").get<std::string>();
  const auto system = selvage::find_plug(kind)->make(topology, {engine, {}, 4});
  selvage::Scoreboard scoreboard;
  std::vector<std::unique_ptr<selvage::SwitchControl>> controls;
  for (std::uint32_t sw = 0; sw < system->topology().switch_count(); ++sw) {
    controls.push_back(system->make_control(sw, scoreboard));
  }
  Cycle now = 0;
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(dead_links); ++i) {
    const auto link = system->topology().fallible_link(i * 7);
    selvage::StepInput in;
    selvage::StepOutput out;
    in.links.push_back({link.port, false, i});
    do {
      controls[link.sw]->step(++now, in, out);
      in.clear();
    } while (out.active);
  }
  const std::vector<Decision> all = requests(system->topology());
  std::size_t i = 0;
  for (auto _ : state) {
    const Decision& decision = all[i++ % kRequests];
    now += 10;
    controls[decision.sw]->request(now, decision.request);
    benchmark::DoNotOptimize(
        controls[decision.sw]->collect(now + selvage::SwitchControl::kRouteLatency));
  }
  if (scoreboard.failed()) state.SkipWithError("RTL and golden disagree");
  state.SetLabel(system->topology().label() + " " + std::string(to_string(engine)));
  state.SetItemsProcessed(state.iterations());
}

/// Arguments: m, n, engine, dead links.
void decision(benchmark::State& state) {
  measure(state, {{"kind", "fattree"}, {"m", state.range(0)}, {"n", state.range(1)}},
          static_cast<Engine>(state.range(2)), state.range(3));
}

/// Arguments: k, engine, with fault tables or without.
void twolevel(benchmark::State& state) {
  const char* faults = state.range(2) != 0 ? "lft" : "none";
  measure(state, {{"kind", "twolevel"}, {"k", state.range(0)}, {"faults", faults}},
          static_cast<Engine>(state.range(1)), 0);
}

void trees_and_engines(benchmark::internal::Benchmark* bench) {
  for (const Engine engine : {Engine::kGolden, Engine::kRtl, Engine::kLockstep}) {
    for (const std::int64_t m : {4, 8, 16}) bench->Args({m, 3, static_cast<int>(engine), 4});
  }
}

BENCHMARK(decision)->Apply(trees_and_engines);
BENCHMARK(decision)->Args({8, 3, static_cast<int>(Engine::kLockstep), 0});
BENCHMARK(decision)->Args({32, 2, static_cast<int>(Engine::kLockstep), 4});

void twolevel_engines(benchmark::internal::Benchmark* bench) {
  for (const Engine engine : {Engine::kGolden, Engine::kRtl, Engine::kLockstep}) {
    for (const std::int64_t k : {4, 8, 16}) bench->Args({k, static_cast<int>(engine), 0});
    bench->Args({8, static_cast<int>(engine), 1});
  }
}

BENCHMARK(twolevel)->Apply(twolevel_engines);

}  // namespace

BENCHMARK_MAIN();
