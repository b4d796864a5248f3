// SPDX-License-Identifier: Apache-2.0
/// \file
/// Steps a second of flow blocks, golden and RTL: look-ups of flow_cam_alloc by rows, cycles of
/// ack_aggregator by load; clocks of the model of a whole port beside those of its blocks' models.
#include <benchmark/benchmark.h>

#include <vector>

#include "control/random.hpp"
#include "cosim/flow/convert.hpp"
#include "cosim/flow/port/block.hpp"

namespace {

using namespace selvage;

constexpr std::size_t kInputs = 4096;

/// Look-ups over nine tenths of the rows' number of keys, a free every eighth step.
std::vector<golden::CamInput> look_ups(unsigned rows) {
  tb::Random random(1);
  std::vector<golden::CamInput> all(kInputs);
  for (golden::CamInput& in : all) {
    in.req = true;
    in.key.low = random.below(rows * 9 / 10) * 0x9e3779b1ULL & 0xffffffff;
    in.free = random.below(8) == 0;
    in.free_id = static_cast<golden::FlowId>(random.below(rows));
  }
  return all;
}

cosim::FlowSize size_of(std::int64_t rows) {
  return rows == 64 ? cosim::FlowSize::kSmall : cosim::FlowSize::kLarge;
}

void cam_golden(benchmark::State& state) {
  const auto rows = static_cast<unsigned>(state.range(0));
  const std::vector<golden::CamInput> inputs = look_ups(rows);
  golden::FlowCam cam(rows);
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(cam.step(inputs[i++ % kInputs]));
  state.SetItemsProcessed(state.iterations());
}

void cam_rtl(benchmark::State& state) {
  const auto rows = static_cast<unsigned>(state.range(0));
  std::vector<cosim::CamAllocIn> inputs;
  for (const golden::CamInput& in : look_ups(rows)) inputs.push_back(cosim::to_rtl(in));
  const auto cam = cosim::make_cam_alloc(size_of(state.range(0)));
  std::size_t i = 0;
  for (auto _ : state) {
    cam->edge(inputs[i++ % kInputs]);
    benchmark::DoNotOptimize(cam->out().id);
  }
  state.SetItemsProcessed(state.iterations());
}

/// ACKs in `load` of 100 cycles, the wire granted at once.
std::vector<golden::AggregatorInput> pushes(std::int64_t load) {
  tb::Random random(2);
  std::vector<golden::AggregatorInput> all(kInputs);
  for (golden::AggregatorInput& in : all) {
    in.push = random.percent(static_cast<unsigned>(load));
    in.ack = golden::with_parity(static_cast<std::uint32_t>(random.below(1U << 25)));
  }
  return all;
}

/// Keeps frames apart as the wire does.
class Arbiter {
 public:
  bool grant(bool req, unsigned len) {
    if (busy_ > 0) --busy_;
    if (!req || busy_ > 0) return false;
    busy_ = golden::ack_frame_words(len);
    return true;
  }

 private:
  unsigned busy_ = 0;
};

void aggregator_golden(benchmark::State& state) {
  std::vector<golden::AggregatorInput> inputs = pushes(state.range(0));
  golden::AckAggregator aggregator({});
  Arbiter arbiter;
  std::size_t i = 0;
  for (auto _ : state) {
    golden::AggregatorInput& in = inputs[i++ % kInputs];
    in.grant = arbiter.grant(aggregator.state().req, aggregator.state().cur);
    in.now = i;
    benchmark::DoNotOptimize(aggregator.step(in));
  }
  state.SetItemsProcessed(state.iterations());
}

void aggregator_rtl(benchmark::State& state) {
  std::vector<cosim::AckAggregatorIn> inputs;
  for (const golden::AggregatorInput& in : pushes(state.range(0)))
    inputs.push_back(cosim::to_rtl(in));
  const golden::AggregatorConfig config;
  std::unique_ptr<cosim::AckAggregatorBlock> aggregator;
  for (const cosim::AckAggregatorBuild& build : cosim::ack_aggregator_builds())
    if (build.max == config.max && build.depth == config.depth)
      aggregator = build.make(cosim::to_rtl(config));
  Arbiter arbiter;
  std::size_t i = 0;
  for (auto _ : state) {
    cosim::AckAggregatorIn& in = inputs[i++ % kInputs];
    const cosim::AckAggregatorOut out = aggregator->outputs();
    in.grant = arbiter.grant(out.req, out.len);
    in.now = i;
    aggregator->edge(in);
  }
  state.SetItemsProcessed(state.iterations());
}

/// Clocks of flow_port without inputs, or with a DEQ that is refused; its clocks gated or not.
void port_rtl(benchmark::State& state) {
  cosim::FlowPortOptions options;
  options.gate = state.range(0) != 0;
  const auto port = cosim::flow_port_builds().front().make(options);
  cosim::FlowPortIn in;
  in.ifct.deq.valid = state.range(1) != 0;
  for (auto _ : state) {
    ++in.ifct.now;
    in.aggregator.now = in.ifct.now;
    port->edge(in);
  }
  state.SetItemsProcessed(state.iterations());
}

/// A clock of each block's model: those that a port with a switch behind it has.
template <class Block, class In>
void clocks(benchmark::State& state, Block& block, In in) {
  for (auto _ : state) block.edge(in);
  state.SetItemsProcessed(state.iterations());
}
void ifct_rtl(benchmark::State& state) {
  cosim::IfctIn in;
  in.deq.valid = state.range(0) != 0;
  clocks(state, *cosim::make_ifct(cosim::FlowSize::kSmall, false, {}), in);
}
void efct_rtl(benchmark::State& state) {
  clocks(state, *cosim::make_efct(cosim::FlowSize::kSmall), cosim::EfctIn{});
}
void ofct_rtl(benchmark::State& state) {
  clocks(state, *cosim::make_ofct(cosim::FlowSize::kSmall, {}), cosim::OfctIn{});
}
void walker_rtl(benchmark::State& state) {
  clocks(state, *cosim::make_walker(cosim::FlowSize::kSmall), cosim::WalkerIn{});
}
void redirect_rtl(benchmark::State& state) {
  clocks(state, *cosim::redirect_builds().front().make({}), cosim::RedirectIn{});
}
void registers_rtl(benchmark::State& state) {
  clocks(state, *cosim::make_flow_port_regs({}), cosim::PortRegsIn{});
}
void unpacker_rtl(benchmark::State& state) {
  for (const cosim::AckUnpackerBuild& build : cosim::ack_unpacker_builds())
    if (build.max == 48 && build.bufs == 2) clocks(state, *build.make({}), cosim::AckWord{});
}

BENCHMARK(port_rtl)->ArgNames({"gate", "deq"})->Args({1, 0})->Args({1, 1})->Args({0, 0});
BENCHMARK(ifct_rtl)->ArgName("deq")->Arg(0)->Arg(1);
BENCHMARK(efct_rtl);
BENCHMARK(ofct_rtl);
BENCHMARK(walker_rtl);
BENCHMARK(redirect_rtl);
BENCHMARK(unpacker_rtl);
BENCHMARK(registers_rtl);
BENCHMARK(cam_golden)->Arg(64)->Arg(2048);
BENCHMARK(cam_rtl)->Arg(64)->Arg(2048);
BENCHMARK(aggregator_golden)->Arg(0)->Arg(50);
BENCHMARK(aggregator_rtl)->Arg(0)->Arg(50);

}  // namespace

BENCHMARK_MAIN();
