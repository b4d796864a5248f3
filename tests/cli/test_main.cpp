// SPDX-License-Identifier: Apache-2.0
/// An executable with one more system (COS-PLUG).
#include <catch2/catch.hpp>

#include <fstream>

#include "config/switch/kinds.hpp"
#include "cosim/plugs.hpp"
#include "run_selvage.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

Ran run_ring(const std::string& arguments) {
  return run_shell(std::string(SELVAGE_RING) + " " + arguments);
}

void write_scenario(const std::string& path, const std::string& topology) {
  std::ofstream(path) << "topology: " << topology << "\n"
                      << "engine: golden\nseed: 1\ntraffic: {load: 0.05}\n"
                      << "phases: {warmup: 100, measure: 2000, drain: 20000}\n";
}

}  // namespace

TEST_CASE("COS-PLUG: a system from outside is listed, described, checked and run") {
  const Directory dir;
  const std::string scenario = dir.str() + "/ring.yaml";
  const std::string out = " --out " + dir.str() + "/out";
  write_scenario(scenario, "{kind: ring, size: 8}");
  CHECK(run_ring("list").out.find("switches in a ring") != std::string::npos);
  CHECK(run_ring("schema scenario").out.find("switches in the ring") != std::string::npos);
  const Ran ran = run_ring("run " + scenario + out);
  INFO(ran.out << ran.err);
  CHECK(ran.code == 0);
  CHECK(ran.out.find("ring of 8") != std::string::npos);
  CHECK(ran.out.find("PASS") != std::string::npos);
  CHECK(run_ring("run scenarios/mesh_4x4x4_faults.yaml --quiet" + out).code == 0);

  write_scenario(scenario, "{kind: ring, size: 2}");
  const Ran wrong = run_ring("run " + scenario + out);
  CHECK(wrong.code == 2);
  CHECK(wrong.err.find("ring.yaml:1:") != std::string::npos);
  CHECK(run_ring("route --topology ring:8 --src 0 --dst 1").code == 2);  // it has no short form

  write_scenario(scenario, "{kind: ring, size: 8}");
  const Ran unknown = run_selvage("run " + scenario + out);
  CHECK(unknown.code == 2);
  CHECK(unknown.err.find("ring") != std::string::npos);
}

TEST_CASE(
    "COS-PLUG: a plug without kind, schema or maker, or of a kind that is there, is refused") {
  SystemPlug plug;
  CHECK_THROWS_AS(add_plug(plug), std::invalid_argument);
  plug.kind = "torus";
  CHECK_THROWS_AS(add_plug(plug), std::invalid_argument);
  plug.schema = "{}";
  plug.make = [](const nlohmann::json&, const SystemSetup&) { return nullptr; };
  plug.kind = "mesh";
  CHECK_THROWS_AS(add_plug(plug), std::invalid_argument);
  plug.kind = "torus";
  plug.switch_kinds = {"wormhol"};
  CHECK_THROWS_AS(config::switch_kinds(plug), std::invalid_argument);
  plug.switch_kinds = {"wormhole"};
  add_plug(plug);
  CHECK(find_plug("torus") != nullptr);
  CHECK(system_plugs().back().kind == "torus");
}
