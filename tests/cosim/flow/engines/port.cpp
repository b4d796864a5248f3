// SPDX-License-Identifier: Apache-2.0
/// A whole port as one verilated model, `flow_port`, in a network (COS-ENGINE, REG-1).
#include <algorithm>
#include <catch2/catch.hpp>

#include "cosim/flow/port/beside.hpp"
#include "cosim/flow/port/port_pair.hpp"
#include "cosim/flow/port/settings.hpp"
#include "flow/blocks/forwarding.hpp"
#include "golden/flow/ack_unpacker.hpp"
#include "story.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

const Engines kWhole{Engine::kGolden, {{cosim::kFlowPort, Engine::kLockstep}}};

Story plain() {
  Story s{"port", 8, 2};
  s.seed = 5;
  s.length = 3'000;
  s.eager = true;
  return s;
}

std::string first(const Scoreboard& board) {
  const auto m = board.first();
  if (!m) return "";
  return m->block + " " + m->what + " cycle " + std::to_string(m->cycle) + " switch " +
         m->switch_name + " port " + m->port;
}

}  // namespace

TEST_CASE("COS-ENGINE, REG-1: a port as one model in lockstep, whatever happens in the network",
          "[lockstep]") {
  Story story = plain();
  switch (GENERATE(0, 1, 2, 3, 4, 5)) {
    case 0: break;
    case 1:
      story.load = 90;
      story.unordered = 30;
      break;
    case 2: story.incast = true; break;
    case 3:
      story.loss = 0.01;
      story.ack_errors = 0.05;
      break;
    case 4: story.arity = 4, story.cut = true, story.length = 9'000; break;
    default: story.arity = 4, story.cut = story.again = true, story.length = 9'000;
  }
  Scoreboard none, board;
  const Record golden = tell(story, Engine::kGolden, none);
  const Record record = tell(story, kWhole, board);
  CAPTURE(first(board));
  REQUIRE_FALSE(board.failed());
  check_same(record, golden);
  CHECK(compared(board, cosim::kFlowPort) > 10'000);
}

TEST_CASE("COS-ENGINE, REG-1: clocks of a port that stand too early are found in a network",
          "[bug]") {
  const unsigned bit = GENERATE(5U, 6U, 7U, 8U);
  CAPTURE(bit);
  cosim::FlowBugs bugs;
  bugs.port = 1U << bit;
  Story story = plain();
  story.load = 90;
  Scoreboard board;
  static_cast<void>(tell(story, kWhole, board, bugs));
  REQUIRE(board.failed());
  CHECK(board.first()->block == cosim::kFlowPort);
}

TEST_CASE("REG-1: a setting that the registers have otherwise than the fabric is found", "[bug]") {
  const auto set = GENERATE(values<std::pair<const char*, void (*)(flow::BlocksConfig&)>>(
      {{"t1", [](flow::BlocksConfig& c) { c.aggregator.t1 += 1; }},
       {"good", [](flow::BlocksConfig& c) { c.aggregator.good ^= ~std::uint64_t{0} >> 16; }},
       {"credits", [](flow::BlocksConfig& c) { c.ifct.fc_hi = c.ifct.fc_lo = 1; }},
       {"queue limit", [](flow::BlocksConfig& c) { c.ifct.mqe.fill(1); }},
       {"flow limit", [](flow::BlocksConfig& c) { c.ifct.mfe.fill(6); }},
       {"redirects", [](flow::BlocksConfig& c) { c.redirect.kd = 255, c.redirect.d0 = 0; }},
       {"congestion", [](flow::BlocksConfig& c) { c.ep.congested = 1; }}}));
  CAPTURE(set.first);
  const auto change = set.second;
  const flow::Wiring wiring = flow::wiring_of(golden::FatTree(8, 2));
  Scoreboard board;
  const Lab::Maker maker = [&](SwitchIdx sw, PortIdx port, const flow::BlocksConfig& config) {
    flow::BlocksConfig other = config;
    change(other);
    REQUIRE(cosim::flow_port_problem(other) == "");
    return cosim::port_beside(flow::golden_blocks(config), other,
                              {std::to_string(sw), std::to_string(port)}, board);
  };
  Lab lab(wiring, lab_params(golden::kSmallFlowSizes), maker);
  kernel::Stream random(3, "settings");
  while (lab.now < 20'000 && !board.failed()) {
    for (HostIdx h = 0; h < wiring.hosts; ++h)
      if (lab.net.terminal(h).can_inject() && random.chance(0.9))
        lab.send(h, (h + 16 + static_cast<HostIdx>(random.below(3))) % wiring.hosts, 1'500, 0,
                 true);
    lab.run_to(lab.now + 42);
  }
  REQUIRE(board.failed());
  CHECK(board.first()->block == cosim::kFlowPort);
}

TEST_CASE(
    "COS-ENGINE, FAB-CUT: a run that ends in mid-traffic leaves a port nothing to complain of") {
  const flow::Wiring wiring = flow::wiring_of(golden::FatTree(4, 2));
  flow::Params params = lab_params(golden::kSmallFlowSizes);
  // Markers, and timers that are over behind the end, or as soon as a row can be seen.
  params.stale_t = GENERATE(2, 3, 4, 100);
  for (Cycle end = 900; end < 1'000; end += 7) {
    CAPTURE(end);
    Scoreboard board;
    const Lab::Maker maker = [&](SwitchIdx, PortIdx, const flow::BlocksConfig& config) {
      return cosim::rtl_flow_blocks(kWhole, config, {"", ""}, board);
    };
    Lab lab(wiring, params, maker);
    for (HostIdx h = 0; h < wiring.hosts; ++h)
      for (unsigned i = 0; i < 40; ++i)
        if (lab.net.terminal(h).can_inject()) lab.send(h, (h + 3) % wiring.hosts, 1'000, 0, true);
    lab.run_to(end);
    lab.net.finish(lab.now);
    CAPTURE(first(board));
    REQUIRE_FALSE(board.failed());
  }
}

TEST_CASE("FLOW-A-29: a fabric that asks for a timer a walk late is found, however quiet it is",
          "[bug]") {
  class Late final : public flow::ForwardingBlocks {
   public:
    using ForwardingBlocks::ForwardingBlocks;
    std::pair<Cycle, golden::FlowId> ofct_walk(Cycle now, Cycle from) override {
      const auto found = ForwardingBlocks::ofct_walk(now, from < 64 ? from : from - 64);
      return {found.first == kNever ? kNever : std::max(found.first + 64, from), found.second};
    }
  };
  const flow::Wiring wiring = flow::wiring_of(golden::FatTree(4, 2));
  flow::Params params = lab_params(golden::kSmallFlowSizes);
  params.stale_t = 300;
  params.loss = 0.2;
  Scoreboard board;
  const Lab::Maker maker = [&](SwitchIdx, PortIdx, const flow::BlocksConfig& config) {
    return std::make_unique<Late>(cosim::rtl_flow_blocks(kWhole, config, {"", ""}, board));
  };
  Lab lab(wiring, params, maker);
  while (lab.now < 40'000 && !board.failed()) {
    if (lab.net.terminal(0).can_inject()) lab.send(0, 7, 1'000, 0, true);
    lab.run_to(lab.now + 1'500);
  }
  REQUIRE(board.failed());
}

/// The most frames that an unpacker with room for them holds at once.
class HeldFrames final : public flow::ForwardingBlocks {
 public:
  HeldFrames(std::unique_ptr<flow::Blocks> own, unsigned& most)
      : ForwardingBlocks(std::move(own)), most_(most) {}
  bool unpack(Cycle now, const std::vector<golden::FrameWord>& words,
              std::vector<std::uint32_t>& acks) override {
    while (next_ < now) step({});
    for (const golden::FrameWord& word : words) step(word);
    return ForwardingBlocks::unpack(now, words, acks);
  }

 private:
  void step(const golden::FrameWord& word) {
    unpacker_.step(word);
    most_ = std::max(most_, unpacker_.used());
    ++next_;
  }
  unsigned& most_;
  golden::AckUnpacker unpacker_{cosim::FlowPortPair::kFrames};
  Cycle next_ = 0;
};

TEST_CASE("FLOW-B-8: a port takes the frames that come back to back behind a long packet",
          "[lockstep]") {
  const flow::Wiring wiring = flow::wiring_of(golden::FatTree(4, 2));
  Scoreboard board;
  unsigned most = 0;
  const Lab::Maker maker = [&](SwitchIdx, PortIdx, const flow::BlocksConfig& config) {
    return std::make_unique<HeldFrames>(cosim::rtl_flow_blocks(kWhole, config, {"", ""}, board),
                                        most);
  };
  Lab lab(wiring, lab_params(golden::kSmallFlowSizes), maker);
  const HostIdx half = wiring.hosts / 2;
  while (lab.now < 12'000) {
    for (HostIdx h = 0; h < wiring.hosts; ++h)
      while (lab.net.terminal(h).can_inject())
        lab.send(h, (h + half) % wiring.hosts, h < half ? 16'000 : 64, 0, true);
    lab.run_to(lab.now + 3);
  }
  lab.net.finish(lab.now);
  CAPTURE(first(board));
  CHECK_FALSE(board.failed());
  CHECK(compared(board, cosim::kFlowPort) > 100'000);
  CHECK(most > 2);
}

TEST_CASE("COS-ENGINE: what a port as one model cannot be is refused") {
  const auto config = [](bool edge) {
    return flow::blocks_config(flow::standard_params(golden::kSmallFlowSizes), edge, 0);
  };
  for (const bool edge : {false, true}) {
    CHECK(cosim::flow_build_problem(config(edge), kWhole) == "");
    CHECK_THAT(cosim::flow_build_problem(config(edge),
                                         {Engine::kGolden, {{cosim::kFlowPort, Engine::kRtl}}}),
               Catch::Contains("lockstep only"));
  }
  CHECK_THAT(
      cosim::flow_build_problem(
          config(false),
          {Engine::kGolden, {{cosim::kFlowPort, Engine::kLockstep}, {"ofct", Engine::kLockstep}}}),
      Catch::Contains("ofct has an engine of its own"));
  flow::BlocksConfig c = config(false);
  c.ifct.sizes = c.ofct.sizes = golden::kLargeFlowSizes;
  CHECK_THAT(cosim::flow_port_problem(c), Catch::Contains("small tables"));
  c = config(false);
  c.aggregator.depth = 18;
  CHECK_THAT(cosim::flow_port_problem(c), Catch::Contains("512 ACKs"));
  c = config(false);
  c.aggregator.t1 = 20;
  CHECK_THAT(cosim::flow_port_problem(c), Catch::Contains("of 21 ACKs more may come"));
  c = config(false);
  c.ofct.tick = 1;
  CHECK_THAT(cosim::flow_port_problem(c), Catch::Contains("one tick for both tables"));
  c = config(false);
  c.redirect.rw = 10;
  CHECK_THAT(cosim::flow_port_problem(c), Catch::Contains("12 bits"));
  c = config(false);
  c.ifct.unit_cyc = 300;
  CHECK_THAT(cosim::flow_port_problem(c),
             Catch::Contains("register 0x74 of flow_port does not take 300"));
  c = config(false);
  c.ifct.refresh_t = c.ifct.expire_t;
  CHECK_THAT(cosim::flow_port_problem(c), Catch::Contains("a rule of flow_port's registers"));
  c = config(false);
  c.ofct.stale_t = 1;
  CHECK_THAT(cosim::flow_port_problem(c), Catch::Contains("stale time"));
}
