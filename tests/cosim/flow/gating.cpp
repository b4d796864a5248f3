// SPDX-License-Identifier: Apache-2.0
/// The clocks that docs/reference/flow-blocks.md lets one leave out change nothing: a block that is
/// clocked by that rule beside one that is clocked in every cycle.
#include <catch2/catch.hpp>

#include "../../golden/flow/wire.hpp"
#include "settings.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

struct Clocks {
  std::uint64_t cycles = 0;
  std::uint64_t gated = 0;
  std::string difference;
};

/// The aggregator's rule, from what the block shows and from FLOW-B-5 written down once more.
bool needs_clock(const golden::AggregatorConfig& c, const cosim::AckAggregatorBlock& block,
                 const cosim::AckAggregatorIn& in) {
  const cosim::AckAggregatorState s = block.state();
  if (in.push || block.outputs().busy || (in.grant && s.req)) return true;
  return !s.req && may_ask(c, {s.req, s.cnt, s.cur, s.cs, s.ns}, in.now, in.idle);
}

Clocks gate_aggregator(const golden::AggregatorConfig& c, bool leave_out_wants) {
  const auto always = aggregator_rtl(c);
  const auto gated = aggregator_rtl(c);
  AggregatorStimulus stimulus(12);
  golden::AckAggregator golden(c);  // the stimulus looks at it
  Verdict verdict;
  Clocks clocks;
  for (; clocks.cycles < 100'000 && verdict.text().empty(); ++clocks.cycles) {
    golden::AggregatorInput next = stimulus.next(golden);
    next.now = clocks.cycles;
    const cosim::AckAggregatorIn in = cosim::to_rtl(next);
    stimulus.note(next, golden.step(next));
    const bool needed = needs_clock(c, *gated, in);
    always->edge(in);
    const bool wants = needed && !in.push && !in.grant && !gated->outputs().busy;
    if (needed && !(wants && leave_out_wants)) {
      gated->edge(in);
      ++clocks.gated;
    }
    verdict.add(clocks.cycles, cosim::difference(always->outputs(), gated->outputs()));
    verdict.add(clocks.cycles, cosim::difference(always->state(), gated->state()));
    verdict.add_assertion(clocks.cycles);
  }
  clocks.difference = verdict.text();
  return clocks;
}

Clocks gate_redirect(const golden::RedirectConfig& c, bool leave_out_answers) {
  const auto always = redirect_rtl(golden::kSmallFlowSizes, c);
  const auto gated = redirect_rtl(golden::kSmallFlowSizes, c);
  RedirectStimulus stimulus(13, golden::kSmallFlowSizes, c.step, c.hist);
  golden::RedirectGen golden(c);
  tb::Random random(5);
  Verdict verdict;
  Clocks clocks;
  cosim::RedirectIn in;
  for (; clocks.cycles < 100'000 && verdict.text().empty(); ++clocks.cycles) {
    const unsigned depth = in.depth;
    in = stimulus.next(golden);
    if (!random.percent(2)) in.depth = depth;  // mostly it stays
    if (!random.percent(10)) in.load = false;
    const bool busy = gated->outputs().busy && !leave_out_answers;
    const bool needed = in.load || busy || (in.sample && gated->sample(in.slot) != in.depth);
    always->edge(in);
    if (needed) {
      gated->edge(in);
      ++clocks.gated;
    }
    verdict.add(clocks.cycles, cosim::difference(always->outputs(), gated->outputs()));
    verdict.add(clocks.cycles, cosim::difference(always->state(), gated->state()));
    verdict.add_assertion(clocks.cycles);
  }
  clocks.difference = verdict.text();
  return clocks;
}

Clocks gate_unpacker(bool leave_out_verdicts) {
  const cosim::AckUnpackerBuild& build = cosim::ack_unpacker_builds().front();
  const auto always = build.make({});
  const auto gated = build.make({});
  golden::AckUnpacker golden(build.bufs, build.max);  // the stimulus looks at it
  UnpackerStimulus stimulus(14, build.max);
  Verdict verdict;
  Clocks clocks;
  bool fed = false;  // a word came in the cycle before
  for (; clocks.cycles < 100'000 && verdict.text().empty(); ++clocks.cycles) {
    const golden::FrameWord next = stimulus.next(golden);
    stimulus.note(next, golden.step(next));
    const cosim::AckUnpackerOut out = gated->outputs();
    always->edge(cosim::to_rtl(next));
    if (next.valid || (fed && !leave_out_verdicts) || gated->state().used > 0 || out.ack_valid ||
        out.frame_ok || out.frame_bad) {
      gated->edge(cosim::to_rtl(next));
      ++clocks.gated;
    }
    fed = next.valid;
    verdict.add(clocks.cycles, cosim::difference(always->outputs(), gated->outputs()));
    verdict.add(clocks.cycles, cosim::difference(always->state(), gated->state()));
    verdict.add_assertion(clocks.cycles);
  }
  clocks.difference = verdict.text();
  return clocks;
}

}  // namespace

TEST_CASE("ack_aggregator: clocks left out by its rule change nothing, FLOW-B-5",
          "[flow][lockstep]") {
  golden::AggregatorConfig c = aggregator_config(48, 512);
  c.max = GENERATE(48U, 7U, 1U);
  const Clocks clocks = gate_aggregator(c, false);
  CHECK(clocks.difference == "");
  CHECK(clocks.gated < clocks.cycles * 9 / 10);
  CHECK(clocks.gated > clocks.cycles / 10);
  // The rule is not more than it takes: without the clock of a request the two differ.
  if (c.max == 48) CHECK(gate_aggregator(c, true).difference != "");
}

TEST_CASE("redirect_gen: clocks left out by its rule change nothing, FLOW-C-6",
          "[flow][lockstep]") {
  golden::RedirectConfig c;
  c.hist = GENERATE(8U, 3U, 1U);
  c.step = c.hist == 3 ? 5 : 42;
  const Clocks clocks = gate_redirect(c, false);
  CHECK(clocks.difference == "");
  CHECK(clocks.gated < clocks.cycles / 2);
  CHECK(clocks.gated > clocks.cycles / 20);
  CHECK(gate_redirect(c, true).difference != "");
}

TEST_CASE("ack_frame_unpacker: clocks left out by its rule change nothing, FLOW-B-1",
          "[flow][lockstep]") {
  const Clocks clocks = gate_unpacker(false);
  CHECK(clocks.difference == "");
  CHECK(clocks.gated < clocks.cycles * 98 / 100);
  CHECK(clocks.gated > clocks.cycles / 10);
  CHECK(gate_unpacker(true).difference != "");
}
