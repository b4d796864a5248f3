// SPDX-License-Identifier: Apache-2.0
// Recording changes nothing: results with and without waves.
#include <catch2/catch.hpp>

#include "cosim/plugs.hpp"
#include "fabric_bench.hpp"
#include "run_selvage.hpp"

using namespace selvage;
using selvage::test::Directory;
using selvage::test::read_file;
using selvage::test::run_selvage;

namespace {

Scenario busy(Engine engine) {
  Scenario s;
  s.engine = engine;
  s.traffic.load = 0.4;
  s.phases = {500, 3000, 100000};
  s.probe = {100, 20, 3};
  s.faults.random = {3, 600, 2500, true, RepairSpan{200, 700}};
  return s;
}

/// result.json up to the fields that may differ.
std::string comparable(const Directory& out) {
  const std::string text = read_file(out.path() / "result.json");
  const auto end = text.find("\n  \"waves\"");
  REQUIRE(end != std::string::npos);
  return text.substr(0, end);
}

}  // namespace

TEST_CASE("every engine ends the same with and without waves", "[waves][FAB-DET]") {
  const Engine engine = GENERATE(Engine::kGolden, Engine::kRtl, Engine::kLockstep);
  const auto [m, n] = GENERATE(table<unsigned, unsigned>({{4, 3}, {8, 2}}));
  const Scenario s = busy(engine);
  const auto system = tb::fat_tree(m, n, engine);
  const nlohmann::json plain = tb::simulate(s, system);
  REQUIRE(plain.value("failure", "") == "");
  CHECK(plain["faults"].size() == 3);
  const Directory out;
  // The whole run; a window that opens late and closes early; one that is never reached.
  const auto window = GENERATE(table<Cycle, Cycle>({{0, kNever}, {900, 1500}, {500000, 500100}}));
  fabric::RunOptions options;
  options.waves = fabric::WaveRequest{
      out.str() + "/w.fst", std::get<0>(window), std::get<1>(window), {0, 3, 5, 9}};
  CAPTURE(to_string(engine), m, n, std::get<0>(window));
  CHECK(tb::simulate(s, system, options) == plain);
}

TEST_CASE("a failing run ends in the same cycle with and without waves", "[waves][cli][FAB-DET]") {
  const std::string bug = GENERATE("skip_lft", "preferred_from_source", "next_lowest");
  const std::string scenario = bug == "next_lowest" ? "fattree_8p3t_link_faults" : "hello_fault";
  const std::string run =
      "run scenarios/" + scenario + ".yaml --seed 4 --set bug." + bug + "=true --quiet --out ";
  const Directory with, without;
  const auto all = "0/00,0/01,0/10,0/11,0/20,0/21,1/00,1/21,2/00,2/11 --wave-window 0:12000";
  REQUIRE(run_selvage(run + without.str() + " --waves never").code == 1);
  REQUIRE(run_selvage(run + with.str() + " --waves always --wave-switches " + all).code == 1);
  CHECK(comparable(with) == comparable(without));
}

TEST_CASE("preset faults: the traced models are settled like the blocks", "[waves][FAB-DET]") {
  Scenario s = busy(Engine::kLockstep);
  s.faults.random_preset = true;
  const auto system = tb::fat_tree(4, 3, Engine::kLockstep);
  const nlohmann::json plain = tb::simulate(s, system);
  const Directory out;
  fabric::RunOptions options;
  options.waves = fabric::WaveRequest{out.str() + "/w.fst", 0, 2000, {0, 1, 2, 3}};
  CHECK(tb::simulate(s, system, options) == plain);
}

TEST_CASE("a mesh and a two-level tree end the same with and without waves", "[waves][FAB-DET]") {
  const std::string kind = GENERATE(as<std::string>{}, "mesh", "twolevel");
  const Engine engine = GENERATE(Engine::kGolden, Engine::kRtl, Engine::kLockstep);
  Scenario s = busy(engine);
  nlohmann::json topology{{"kind", kind}, {"k", 4}};
  if (kind == "mesh") {
    s.sw.use<WormholeConfig>();
    s.traffic.load = 0.15;
    s.traffic.packet_beats = 16;
    s.faults.random = {};
    s.faults.random_nodes = 4;
  } else {
    topology["flows"] = {{"mode", "schedule"}, {"period", 200}, {"large", 2}};
  }
  const tb::MakeSystem system = [&] { return find_plug(kind)->make(topology, {engine, {}, 4}); };
  const nlohmann::json plain = tb::simulate(s, system);
  REQUIRE(plain.value("failure", "") == "");
  const auto window = GENERATE(table<Cycle, Cycle>({{0, kNever}, {900, 1500}, {500000, 500100}}));
  const Directory out;
  fabric::RunOptions options;
  options.waves = fabric::WaveRequest{
      out.str() + "/w.fst", std::get<0>(window), std::get<1>(window), {0, 3, 5, 9}};
  CAPTURE(kind, to_string(engine), std::get<0>(window));
  CHECK(tb::simulate(s, system, options) == plain);
}

TEST_CASE("flow channels end the same with and without waves", "[waves][FAB-DET][WAVE-PORT]") {
  const Engine engine = GENERATE(Engine::kGolden, Engine::kRtl, Engine::kLockstep);
  Scenario s = busy(engine);
  s.sw.use<FlowConfig>();
  s.sw.as<FlowConfig>().params.loss = 0.002;
  s.sw.as<FlowConfig>().params.stale_t = 20'000;
  s.sw.as<FlowConfig>().params.drain_t = 1'000;
  s.sw.as<FlowConfig>().params.redirect.d0 = 4;
  s.sw.as<FlowConfig>().audit_period = 500;
  s.traffic.load = 0.8;
  s.traffic.packet_bytes = 1024;
  s.traffic.packet_beats = s.link.beats(1024);
  s.traffic.ordered = 0.8;
  s.phases = {200, 2'000, 400'000};
  const auto system = tb::fat_tree(4, 3, engine);
  const nlohmann::json plain = tb::simulate(s, system);
  INFO(plain.dump());
  REQUIRE(plain.value("failure", "") == "");
  CHECK(plain["flow_channels"]["redirects"] > 0);
  CHECK(plain["flow_channels"]["losses"]["packets"] > 0);
  const auto window =
      GENERATE(table<Cycle, Cycle>({{0, 8'000}, {900, 1'500}, {5'000'000, 5'000'100}}));
  const Directory out;
  fabric::RunOptions options;
  options.waves = fabric::WaveRequest{
      out.str() + "/w.fst", std::get<0>(window), std::get<1>(window), {0, 3, 5, 9}};
  CAPTURE(to_string(engine), std::get<0>(window));
  CHECK(tb::simulate(s, system, options) == plain);
}

TEST_CASE("result.json is the same, byte for byte, but for waves and wall",
          "[waves][cli][FAB-DET]") {
  const std::string engine = GENERATE("golden", "lockstep");
  const std::string run = "run scenarios/hello_fault.yaml --seed 3 --engine " + engine + " --out ";
  const Directory with, without;
  REQUIRE(run_selvage(run + with.str() + " --waves always").code == 0);
  REQUIRE(run_selvage(run + without.str() + " --waves never").code == 0);
  CHECK(std::filesystem::exists(with.path() / "waves.fst"));
  CHECK_FALSE(std::filesystem::exists(without.path() / "waves.fst"));
  CHECK(comparable(with) == comparable(without));
}
