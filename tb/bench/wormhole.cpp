// SPDX-License-Identifier: Apache-2.0
/// \file
/// The wormhole data path alone: a 16 x 16 x 16 mesh, dimension order, uniform traffic of 32-flit
/// packets, 216 flits of buffer a node. Load 1.0 is 0.125 flit per node and cycle.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <deque>
#include <memory>

#include "kernel/stream.hpp"
#include "kernel/wheel.hpp"
#include "wormhole/routers.hpp"
#include "wormhole_grid.hpp"

using namespace selvage;

namespace {

constexpr std::uint32_t kFlits = 32;

struct Run final : wormhole::Client {
  Run(double load, unsigned latency) : grid{{16, 16, 16}}, chance(load * 0.125 / kFlits) {
    params.link_latency = latency;
    const std::uint32_t nodes = grid.nodes();
    for (std::uint32_t n = 0; n < nodes; ++n) {
      controls.push_back(std::make_unique<tb::GridControl>(grid, n, params.vcs));
      streams.emplace_back(1, "bench", n);
      arrivals.schedule(streams[n].geometric(chance), {n, 0});
    }
    queues.resize(nodes);
    net = std::make_unique<wormhole::Routers>(params, grid.wiring(), *this);
  }
  SwitchControl& control(SwitchIdx n) override { return *controls[n]; }
  void header_leaves(std::uint32_t slot, SwitchIdx node, PortIdx out, unsigned vc) override {
    net->carry(slot, node, out, vc);
  }
  void header_leaves_host(std::uint32_t slot, HostIdx host, unsigned vc) override {
    net->carry_from(slot, host, vc);
  }
  void delivered(std::uint32_t slot, HostIdx, Cycle) override {
    ++packets;
    spare.push_back(slot);
  }
  void dropped(std::uint32_t, SwitchIdx, wormhole::DropCause, PortIdx, Cycle) override { ++lost; }

  void run(Cycle cycles) {
    for (const Cycle end = now + cycles; now < end; ++now) {
      if (arrivals.next() == now) {
        arrivals.take(now, [&](const kernel::Event& e) {
          const auto n = static_cast<std::uint32_t>(e.key);
          queues[n].push_back(static_cast<std::uint32_t>(streams[n].below(grid.nodes())));
          arrivals.schedule(now + streams[n].geometric(chance), e);
          waiting.push_back(n);
        });
      }
      std::size_t kept = 0;
      for (const std::uint32_t n : waiting) {
        if (net->sender(n).can_inject()) {
          send(n);
        } else {
          waiting[kept++] = n;
        }
      }
      waiting.resize(kept);
      net->cycle(now);
    }
  }
  void send(std::uint32_t n) {
    if (spare.empty()) spare.push_back(slots++);
    const std::uint32_t slot = spare.back();
    spare.pop_back();
    net->sender(n).inject(slot, {slot, n, queues[n].front(), kFlits, 0}, now);
    queues[n].pop_front();
  }

  tb::Grid grid;
  wormhole::Params params;
  double chance;
  std::vector<std::unique_ptr<tb::GridControl>> controls;
  std::vector<kernel::Stream> streams;
  kernel::Wheel arrivals;
  std::vector<std::deque<std::uint32_t>> queues;
  std::vector<std::uint32_t> waiting;
  std::vector<std::uint32_t> spare;
  std::unique_ptr<wormhole::Routers> net;
  Cycle now = 0;
  std::uint32_t slots = 0;
  std::uint64_t packets = 0;
  std::uint64_t lost = 0;
};

void mesh(benchmark::State& state) {
  constexpr Cycle kCycles = 1000;
  Run run(static_cast<double>(state.range(0)) / 100, static_cast<unsigned>(state.range(1)));
  run.run(2000);
  const std::uint64_t hops = run.net->counts().hops;
  const std::uint64_t requests = run.net->counts().requests;
  const std::uint64_t packets = run.packets;
  double cycles = 0;
  for (auto _ : state) {
    run.run(kCycles);
    cycles += static_cast<double>(kCycles);
  }
  using benchmark::Counter;
  const auto rate = [](double x) { return Counter(x, Counter::kIsRate); };
  state.counters["flit_hops/s"] = rate(static_cast<double>(run.net->counts().hops - hops));
  state.counters["cycles/s"] = rate(cycles);
  state.counters["requests/s"] = rate(static_cast<double>(run.net->counts().requests - requests));
  state.counters["accepted"] =
      static_cast<double>(run.packets - packets) * kFlits / cycles / run.grid.nodes() / 0.125;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["MiB"] = static_cast<double>(usage.ru_maxrss) / 1024;
}
BENCHMARK(mesh)
    ->ArgNames({"load", "latency"})
    ->ArgsProduct({{20, 80}, {1, 4}})
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
