// SPDX-License-Identifier: Apache-2.0
/// A foreign block takes the decisions of a fabric (DUT-RUN).
#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>

#include "project.hpp"

using namespace selvage::test;
using nlohmann::json;

namespace {

constexpr const char* kSelector = "examples/route_selector/dut.yaml";

constexpr const char* kScenario =
    "topology: {kind: fattree, m: 8, n: 3}\n"
    "traffic: {load: 0.2}\n"
    "phases: {warmup: 500, measure: 3000}\n"
    "faults: {random: {count: 4, from: 500, until: 2500, tolerable: true}}\n";

/// `run` of a scenario that stands in `folder`.
Ran run(const Directory& folder, const std::string& arguments) {
  std::ofstream(folder.path() / "few_faults.yaml") << kScenario;
  return run_shell(std::string(kCache) + "'" SELVAGE_EXECUTABLE "' run " + folder.str() +
                   "/few_faults.yaml --timeline never --quiet " + arguments);
}

/// `run` of a scenario of the tree with a block that it cannot have.
void refused(const std::string& scenario, const std::string& dut, const std::string& said) {
  const Directory out;
  const Ran ran = run_shell(std::string(kCache) + "'" SELVAGE_EXECUTABLE "' run " + scenario +
                            " --out " + out.str() + "/x --dut " + dut);
  CAPTURE(scenario, dut, ran.err);
  CHECK(ran.code == 2);
  CHECK(ran.err.find(said) != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(out.path() / "x"));
}

/// What a run is worth comparing by.
json essence(const Ran& ran) {
  json j = ran.json();
  for (const char* key : {"wall", "reproduce", "arguments", "dut", "compared", "build"})
    j.erase(key);
  return j;
}

}  // namespace

TEST_CASE("DUT-RUN: a fabric on a right foreign block is the fabric on our own, at its latency",
          "[dut]") {
  const Directory out;
  for (const char* engine : {"lockstep", "golden", "rtl"}) {
    for (const char* kind : {"cut_through", "wormhole", "flow"}) {
      if (std::string(engine) == "rtl" && std::string(kind) != "cut_through") continue;
      const std::string common = std::string("--json --engine ") + engine +
                                 " --set switch.kind=" + kind + " --out " + out.str();
      CAPTURE(common);
      const Ran own = run(out, common + "/own --set switch.route_latency=3");
      const Ran theirs = run(out, common + "/theirs --dut " + kSelector);
      CAPTURE(own.err, theirs.err);
      REQUIRE(own.code == 0);
      REQUIRE(theirs.code == 0);
      CHECK(essence(own) == essence(theirs));
      const json dut = theirs.json()["dut"];
      CHECK(dut["block"] == "route_select");
      CHECK(dut["latency"] == 3);
      CHECK(dut["switches"].empty());
      const json compared = theirs.json()["compared"]["blocks"];
      const bool counted = std::any_of(compared.begin(), compared.end(), [](const json& block) {
        return block["kind"] == "foreign route_select" && block["compared"] > 1000;
      });
      CHECK(counted);
    }
  }
}

TEST_CASE("DUT-RUN: a planted bug is named with its switch, leaves a wave and is replayed",
          "[dut]") {
  const Directory out;
  const Project project;  // the same block, a copy
  const std::string copy = run_shell("cp examples/route_selector/* '" + project.file("") + "'").err;
  REQUIRE(copy.empty());
  const std::string where =
      "--dut '" + project.file("planted.yaml") + "@<1,31>' --out " + out.str() + "/o";
  const Ran ran = run(out, "--json " + where);
  CAPTURE(ran.err);
  REQUIRE(ran.code == 1);
  const json result = ran.json();
  CHECK(result["mismatch"]["block"] == "foreign route_select");
  CHECK(result["mismatch"]["requirement"] == "FT-RS-4");
  CHECK(result["mismatch"]["switch"] == "<1,31>");
  CHECK(result["dut"]["switches"] == json{"<1,31>"});
  CHECK(result["dut"]["waves"] == true);
  CHECK(std::filesystem::file_size(out.path() / "o/dut.fst") > 0);
  CHECK(read_file(out.path() / "o/dut.gtkw").find("golden_port_o") != std::string::npos);

  const std::string replay =
      std::string(kCache) + "'" SELVAGE_EXECUTABLE "' replay " + out.str() + "/o/result.json";
  const Ran again = run_shell(replay);
  CAPTURE(again.out, again.err);
  CHECK(again.code == 0);
  // Another module behind the same manifest is reported.
  project.change("acme_rsel.v", "endmodule", "// a remark\nendmodule");
  const Ran other = run_shell(replay);
  CHECK(other.code == 1);
  CHECK(other.out.find("different: dut") != std::string::npos);
}

TEST_CASE("DUT-RUN: what cannot stand in a fabric is refused before it runs", "[dut]") {
  const std::string tree = "scenarios/fattree_8p3t_link_faults.yaml";
  refused(
      "scenarios/mesh_4x4x4_faults.yaml", kSelector,
      "dut.yaml:3:8: error: block: no foreign route_select can stand in the switches of mesh yet");
  refused("scenarios/hello_fault.yaml", kSelector, "'addr' is [11:0]");
  refused(tree, std::string(kSelector) + "@9/99", "8P3T has no switch '9/99'");
  refused(tree, "nowhere.yaml", "nowhere.yaml: error: no such file");
}

TEST_CASE("DUT-PORT: where nothing asks a block of a port it is refused before the run", "[dut]") {
  const std::string flow = "scenarios/flow_lockstep.yaml";
  const Project project;
  for (const char* block : {"redirect_gen", "ep_ack_type", "ack_aggregator"}) {
    const std::string folder = project.file(block);
    REQUIRE(
        run_shell("'" SELVAGE_EXECUTABLE "' dut new " + std::string(block) + " '" + folder + "'")
            .code == 0);
    refused("scenarios/hello_fault.yaml", "'" + folder + "/dut.yaml'",
            "dut.yaml:3:8: error: block: " + std::string(block) +
                " is a block of flow-channel switches: switch.kind is cut_through, not flow");
  }
  const auto manifest = [&](const std::string& block) {
    return "'" + project.file(block) + "/dut.yaml'";
  };
  refused(flow + " --set switch.flow.redirects=false", manifest("redirect_gen"),
          "nothing asks redirect_gen: switch.flow.redirects is false");
  refused(flow + " --set switch.flow.congestion_aware=false", manifest("ep_ack_type"),
          "nothing asks ep_ack_type: switch.flow.congestion_aware is false");
  refused(flow, manifest("ep_ack_type") + "'@<2,00>'",
          "ep_ack_type stands in ports with a host: no switch named has one");
  run_shell("sed -i 's/^latency: 0/latency: 1/' " + manifest("ack_aggregator"));
  refused(flow, manifest("ack_aggregator"),
          "flow-channel switches wait 0 cycles for ack_aggregator, not 1");
}

TEST_CASE(
    "COV-5 FT-RS-2: a selector with <= for < passes the main job, whose line says what it lacks",
    "[dut]") {
  const Directory out;
  const Project project;
  REQUIRE(run_shell("cp examples/route_selector/* '" + project.file("") + "'").err.empty());
  project.change("acme_rsel.v", "LEVEL_BITS] < ancestor_q", "LEVEL_BITS] <= ancestor_q");
  const std::string dut = " --waves never --dut '" + project.file("dut.yaml") + "' --out ";
  const auto covered = [&](const char* folder) {
    const std::string file = read_file(out.path() / folder / "result.json");
    return json::parse(file)["coverage"];
  };
  // The main job, shorter: as many hosts, faults and messages.
  const Ran main_job =
      run_shell(std::string(kCache) +
                "'" SELVAGE_EXECUTABLE
                "' run scenarios/fattree_8p3t_link_faults.yaml "
                "--engine golden --timeline never --set phases.measure=16000 --set faults.links=[] "
                "--set faults.random.from=2000 --set faults.random.until=16000" +
                dut + out.str() + "/main");
  CAPTURE(main_job.out, main_job.err);
  REQUIRE(main_job.code == 0);
  const json lacking = covered("main");
  const std::string needed = "route.dlfm_at_ancestor.leaf";
  const json& never = lacking["never_met"];
  CHECK(std::find(never.begin(), never.end(), needed) != never.end());
  CHECK(main_job.out.find("; " + std::to_string(never.size()) + " of " +
                          lacking["situations"].dump() + " situations never met (`") !=
        std::string::npos);
  // Four dead links above one leaf are what it names, and fail.
  std::ofstream(out.path() / "dlfm.yaml")
      << "topology: {kind: fattree, m: 8, n: 3}\ntraffic: {load: 0.2}\n"
         "phases: {warmup: 500, measure: 5000}\nfaults:\n  links:\n";
  for (const char* link : {"4", "5", "6", "7"}) {
    std::ofstream(out.path() / "dlfm.yaml", std::ios::app)
        << "    - {link: 1/00/" << link << ", at: 1000}\n";
  }
  const Ran caught =
      run_shell(std::string(kCache) + "'" SELVAGE_EXECUTABLE "' run '" + out.str() +
                "/dlfm.yaml' --engine golden --timeline never" + dut + out.str() + "/dlfm");
  CAPTURE(caught.out, caught.err);
  CHECK(caught.code == 1);
  CHECK(caught.out.find("RTL and golden model disagree") != std::string::npos);
  CHECK(covered("dlfm")["counts"][needed] > 0);
}
