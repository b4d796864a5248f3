// SPDX-License-Identifier: Apache-2.0
/// Whole trees in lockstep, golden and RTL control plane of every switch: storms of faults and
/// repairs, at least 100,000 messages in all (FT-CYC-1..8). Routes are asked for all the while, and
/// once more when everything has settled.
#include <catch2/catch.hpp>

#include "support.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

struct Run {
  unsigned m, n;
  unsigned latency;
  unsigned lines;
  unsigned rounds;
  History history;
};

void run(const Run& r, std::uint64_t least, golden::Rule rule = golden::Rule::kCorrected) {
  const golden::FatTree tree(r.m, r.n);
  golden::ControlFabricConfig config;
  config.lft_capacity = r.lines;
  config.timing.latency = r.latency;
  config.rule = rule;
  const cosim::ControlBuild* build =
      &cosim::find_control_build(tree, r.lines, config.timing.input_depth);
  std::mt19937 random(r.m * 100 + r.n * 10 + r.latency + r.history.gap);
  std::uint64_t messages = 0, cycles = 0, answers = 0, stopped = 0;
  for (unsigned round = 0; round < r.rounds; ++round) {
    tb::ControlTree both(tree, config, build, 0, round);
    schedule(both.fabric(), r.history, random);
    const bool settled = both.settle(1000000, 8);
    INFO(tree.label() << " latency " << r.latency << " round " << round);
    REQUIRE(both.difference() == "");
    REQUIRE(settled);
    messages += both.messages();
    cycles += both.cycles();
    answers += both.answers();
    stopped += both.stopped();
  }
  INFO(tree.label() << " latency " << r.latency << ": " << messages << " messages, " << cycles
                    << " switch cycles, " << stopped << " of them stopped, " << answers
                    << " answers");
  CHECK(messages >= least);
  if (r.history.gap > 0 && r.history.gap <= 3) CHECK(stopped > 0);  // XOFF was needed
  CHECK(answers > messages / 4);
}

}  // namespace

TEST_CASE("FT-CYC-5: 4P3T, control planes in lockstep", "[control]") {
  run({4, 3, 1, 32, 40, {60, 40, 8}}, 80000);
  run({4, 3, 1, 32, 40, {100, 2, 3}}, 40000);
  run({4, 3, 1, 32, 20, {100, 0, 0}}, 10000);
}

TEST_CASE("FT-CYC-2: 4P3T, links of latency 4, control planes in lockstep", "[control]") {
  run({4, 3, 4, 32, 20, {60, 40, 8}}, 40000);
  run({4, 3, 4, 32, 20, {100, 1, 3}}, 18000);
}

TEST_CASE("FT-REP-4: 4P3T, small tables overflow in lockstep", "[control]") {
  run({4, 3, 1, 2, 20, {100, 3, 3}}, 20000);
}

TEST_CASE("FT-MSG-6: 4P3T, the printed rule in lockstep", "[control]") {
  run({4, 3, 1, 32, 20, {60, 20, 3}}, 30000, golden::Rule::kPaper);
}

TEST_CASE("FT-CYC-5: 4P4T on the build for 4P5T, control planes in lockstep", "[control]") {
  run({4, 4, 1, 32, 4, {100, 30, 8}}, 50000);
  run({4, 4, 1, 32, 4, {150, 1, 1}}, 20000);
  run({4, 4, 1, 32, 8, {60, 40, 8, 24}}, 50000);
}

TEST_CASE("FT-MSG-6: four and five levels, faults beside one another, by either rule in lockstep",
          "[control]") {
  for (const golden::Rule rule : {golden::Rule::kCorrected, golden::Rule::kPaper}) {
    run({4, 4, 1, 32, 20, {80, 30, 8, 12, true}}, 30000, rule);
    run({4, 5, 1, 32, 4, {80, 30, 8, 16, true}}, 10000, rule);
  }
}

TEST_CASE("FT-CYC-5: 4P5T, control planes in lockstep", "[control]") {
  run({4, 5, 1, 32, 2, {120, 10, 8}}, 60000);
}

TEST_CASE("FT-CYC-5: 8P3T, control planes in lockstep", "[control]") {
  run({8, 3, 1, 32, 2, {100, 20, 5}}, 40000);
  run({8, 3, 1, 32, 2, {150, 1, 2}}, 25000);
}

TEST_CASE("FT-CYC-4: 6P3T on the build for 8P3T, control planes in lockstep", "[control]") {
  run({6, 3, 1, 32, 2, {100, 20, 5}}, 10000);
  run({6, 3, 1, 32, 2, {150, 1, 2}}, 10000);
}

TEST_CASE("FT-CYC-5: 4P3T on the build for 8P3T, control planes in lockstep", "[control]") {
  const golden::FatTree tree(4, 3);
  const cosim::ControlBuild* build = &cosim::find_control_build(golden::FatTree(8, 3), 32, 16);
  std::mt19937 random(5);
  tb::ControlTree both(tree, {}, build);
  schedule(both.fabric(), {200, 5, 3}, random);
  const bool settled = both.settle(1000000, 8);
  REQUIRE(both.difference() == "");
  REQUIRE(settled);
}
