// SPDX-License-Identifier: Apache-2.0
/// Every contract against the module under rtl/ that it is named after: its pins are the module's,
/// the module passes, and each with a deliberate fault is caught (DUT-BLOCK).
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "dut/bench.hpp"
#include "dut/prove/specification.hpp"
#include "project.hpp"

using namespace selvage;
using test::Project;
using test::Ran;

namespace {

struct Own {
  const char* block;
  const char* sources;  ///< below rtl/
  const char* choose;   ///< another size
  unsigned bugs;        ///< bits of bug_i that golden can see
  const char* bug_pin = "bug_i";
  const char* ties = "";  ///< a pin of the module that is not the contract's

  [[nodiscard]] std::string ones() const { return {ties, std::strcspn(ties, ":")}; }
};

const std::vector<Own> kOwn{
    {"ack_aggregator",
     "common/crc32_word.sv common/crc32_back.sv flow/ack_store.sv flow/ack_frame_packer.sv "
     "flow/ack_aggregator.sv",
     "--set MAX=6 --set DEPTH=18", 0x7f},
    {"ep_ack_type", "flow/ep_ack_type.sv", "--set DEPTH_W=12", 0xf},
    {"fault_message_unit",
     "common/fifo.sv common/first_one.sv common/wrap_pick.sv fattree/port_queues.sv "
     "fattree/message_pick.sv fattree/op_sequencer.sv fattree/resync_seen.sv "
     "fattree/fault_message_unit.sv",
     "--set M=6 --set N=4 --set QI=9 --set QO=3", 0x1f},
    {"fault_table", "common/first_one.sv fattree/fault_table.sv", "--set M=6 --set N=4 --set W=5",
     0x1, "bug_shared_i", "line_en_i: LINES"},
    {"flow_cam_alloc",
     "common/first_one.sv common/onehot_index.sv flow/flow_cam.sv flow/flow_cam_alloc.sv",
     "--set ROWS=13 --set MATCH_W=96", 0x1f},
    {"link_probe", "common/carry_select.sv probe/link_probe.sv", "--set TW=12 --set RW=5", 0x1f},
    {"mcc_label", "mesh/mcc_label.sv", "", 0x3f},
    {"planar_route",
     "common/onehot_index.sv mesh/planar_offset.sv mesh/planar_target.sv mesh/planar_subnet.sv "
     "mesh/planar_reserve.sv mesh/planar_plane.sv mesh/planar_route.sv",
     "--set CW=2", 0x3ff},
    {"redirect_gen", "flow/redirect_gen.sv", "--set RD_RW=8 --set RD_HIST=5", 0x1f},
    {"route_select", "common/first_one.sv common/wrap_pick.sv fattree/route_select.sv",
     "--set M=64 --set N=6", 0x7},
    {"twolevel_route",
     "common/first_one.sv common/first_one_reg.sv common/onehot_index.sv twolevel/twolevel_route.sv",
     "--set K=48", 0x1f},
};

dut::Parameters sizes(const dut::Contract& contract) {
  dut::Parameters all = dut::presets(contract);
  if (contract.derive != nullptr) REQUIRE(contract.derive(all).empty());
  return all;
}

bool clocked(const dut::Contract& contract) { return contract.latency > 0 || contract.stateful; }

/// A module with the pins of `own`, at its preset size, around it. Which faults it has stands in
/// the file `number`, so that it is built once for all of them.
std::string bugged(const Own& own, const std::string& number) {
  const dut::Contract& contract = *dut::find_contract(own.block);
  const dut::Parameters all = sizes(contract);
  std::string ports = clocked(contract) ? "input logic clk_i, rst_ni" : "";
  std::string pins = clocked(contract) ? ".clk_i, .rst_ni" : "";
  const auto comma = [](std::string& list) { list += list.empty() ? "" : ", "; };
  for (const dut::Pin& pin : contract.pins(all)) {
    comma(ports);
    comma(pins);
    ports += fmt::format("{} logic [{}:0] {}", pin.input ? "input" : "output",
                         unsigned{pin.width} - 1, pin.name);
    pins += "." + pin.name;
  }
  if (*own.ties != '\0') pins += fmt::format(", .{}('1)", own.ones());
  std::string parameters;
  for (const dut::Parameter& p : contract.parameters) {
    comma(parameters);
    parameters += fmt::format(".{}({})", p.name, all.at(p.name));
  }
  return fmt::format(R"(module bugged ({});
  int bugs;
  int file;
  initial begin
    file = $fopen("{}", "r");
    void'($fscanf(file, "%d", bugs));
    $fclose(file);
  end
  {} #({}) u_block ({}, .{}(bugs));
endmodule
)",
                     ports, number, own.block, parameters, pins, own.bug_pin);
}

enum class Faults { kNone, kTied, kAround };  ///< a tie BUG, or the module of `bugged`

std::string manifest(const Own& own, Faults faults, bool few = false) {
  const bool around = faults == Faults::kAround;
  const dut::Contract& contract = *dut::find_contract(own.block);
  std::string text = "contract: selvage.block/1\nblock: " + contract.block +
                     "\ntop: " + (around ? "bugged" : contract.block) +
                     "\nsources:\n  - " SELVAGE_SOURCE_DIR "/rtl/common/fabric_pkg.sv\n";
  std::istringstream sources(own.sources);
  for (std::string file; sources >> file;) text += "  - " SELVAGE_SOURCE_DIR "/rtl/" + file + "\n";
  if (around) text += "  - bugged.sv\n";
  text += "include_dirs: [" SELVAGE_SOURCE_DIR "/rtl/common, " SELVAGE_SOURCE_DIR
          "/rtl/flow]\nparameters:\n";
  if (around || contract.parameters.empty()) text += "  {}\n";
  else
    for (const dut::Parameter& p : contract.parameters)
      text += "  " + p.name + ": " + p.name + "\n";
  if (clocked(contract)) text += "clock: clk_i\nreset: {pin: rst_ni, active: low}\n";
  text += "pins:\n";
  for (const dut::Pin& pin : contract.pins(sizes(contract)))
    text += "  " + pin.name + ": " + pin.name + "\n";
  text += "latency: " + std::to_string(contract.latency) + "\n";
  if (faults != Faults::kNone) text += "defines: {SELVAGE_BUGS: ''}\n";
  if (around) return text;
  std::string ties = own.ties;
  const auto all_ones = [&ties](const std::string& what, unsigned bits) {
    const std::size_t at = ties.find(what);
    if (at == std::string::npos) return;
    ties.replace(at, what.size(), std::to_string((std::uint64_t{1} << bits) - 1));
  };
  all_ones("LINES", few ? 5 : 32);
  if (faults == Faults::kTied)
    ties += std::string(ties.empty() ? "" : ", ") + own.bug_pin + ": BUG";
  if (!ties.empty()) text += "ties: {" + ties + "}\n";
  return text;
}

}  // namespace

TEST_CASE("DUT-BLOCK: every contract is that of the module it is named after", "[dut]") {
  REQUIRE(kOwn.size() == dut::contracts().size());
  for (const Own& own : kOwn) {
    CAPTURE(own.block);
    const Project project;
    project.write("dut.yaml", manifest(own, Faults::kNone));
    const Ran ran = project.dut("test", "--questions 100000 --json");
    CAPTURE(ran.out, ran.err);
    REQUIRE(ran.code == 0);
    CHECK(ran.json()["compared"] == 100000);
    if (*own.choose == '\0') continue;
    project.write("dut.yaml", manifest(own, Faults::kNone, true));
    const Ran other = project.dut("test", std::string("--questions 50000 ") + own.choose);
    CAPTURE(other.out, other.err);
    CHECK(other.code == 0);
  }
}

TEST_CASE("DUT-BLOCK: every contract catches each deliberate fault of its module", "[dut]") {
  for (const Own& own : kOwn) {
    const Project project;
    project.write("bugged.sv", bugged(own, project.file("number")));
    project.write("dut.yaml", manifest(own, Faults::kAround));
    project.write("number", "0");
    REQUIRE(project.dut("test", "--questions 1000").code == 0);
    for (unsigned bug = 0; own.bugs >> bug != 0; ++bug) {
      if ((own.bugs >> bug & 1U) == 0) continue;
      CAPTURE(own.block, bug);
      project.write("number", std::to_string(1U << bug));
      const Ran ran = project.dut("test", "--json");
      CAPTURE(ran.err);
      CHECK(ran.code == 1);
      if (ran.code != 1) continue;
      // A requirement, or an assertion of the module's own.
      const auto difference = ran.json()["difference"];
      const bool asserted =
          difference["text"].get<std::string>().find("stops by itself") != std::string::npos;
      CHECK((asserted || !difference["rule"].get<std::string>().empty()));
    }
  }
}

TEST_CASE("DUT-PROVE: every specification answers as golden does", "[dut]") {
  setenv("XDG_CACHE_HOME", SELVAGE_BUILD_DIR "/dut-cache", 1);
  unsigned specified = 0;
  for (const Own& own : kOwn) {
    if (dut::find_contract(own.block)->specification.empty()) continue;
    ++specified;
    CAPTURE(own.block);
    const Project project;
    project.write("dut.yaml", manifest(own, Faults::kNone));
    config::Diagnostics diagnostics;
    const auto ours = dut::load_manifest(project.file("dut.yaml"), {}, diagnostics);
    REQUIRE(ours);
    const dut::Manifest specification = dut::specification_manifest(*ours);
    std::string reported;
    const auto built = dut::build(specification, diagnostics, reported);
    CAPTURE(reported, diagnostics.text());
    REQUIRE(built);
    const dut::Outcome outcome =
        dut::Bench(specification, *built).run(100000, 1, [](std::uint64_t) { return true; });
    CHECK(outcome.compared == 100000);
    CHECK_FALSE(outcome.difference);
  }
  CHECK(specified == 5);
}

TEST_CASE("DUT-PROVE: our own modules are equal to their specifications, and a fault is found",
          "[dut]") {
  const struct {
    const char* block;
    const char* arguments;
    const char* status;
    unsigned bug;
  } proofs[] = {{"route_select", "--set M=6 --set N=3", "proved", 1U << 2},
                {"ep_ack_type", "--set DEPTH_W=12", "proved", 1U << 1},
                {"mcc_label", "", "proved", 1U << 0},
                {"planar_route", "--set CW=2", "proved", 1U << 3},
                {"twolevel_route", "--set K=4 --clocks 7", "bounded", 1U << 0}};
  for (const auto& proof : proofs) {
    CAPTURE(proof.block);
    const Own& own = *std::find_if(kOwn.begin(), kOwn.end(), [&](const Own& o) {
      return proof.block == std::string(o.block);
    });
    const Project project;
    project.write("dut.yaml", manifest(own, Faults::kNone));
    const Ran good = project.dut("prove", std::string("--json ") + proof.arguments);
    CAPTURE(good.out, good.err);
    REQUIRE(good.code == 0);
    CHECK(good.json()["status"] == proof.status);
    std::string text = manifest(own, Faults::kTied);
    text.replace(text.find("BUG}"), 3, std::to_string(proof.bug));
    project.write("dut.yaml", text);
    const Ran wrong = project.dut("prove", "--json");
    CAPTURE(wrong.out, wrong.err);
    CHECK(wrong.code == 1);
    CHECK(wrong.json()["difference"]["stimulus"].size() > 0);
    CHECK(std::filesystem::exists(project.file("out/waves.fst")));
  }
}

TEST_CASE("DUT-RUN: a node of a mesh and a two-level switch on foreign blocks, right and wrong",
          "[dut]") {
  const struct {
    const char* block;
    const char* scenario;
    const char* cycles;  ///< that a decision takes
    unsigned bug;
  } runs[] = {
      {"planar_route", "scenarios/mesh_4x4x4_faults.yaml --set phases.measure=3000", "2", 1U << 1},
      {"twolevel_route", "scenarios/twolevel_compare.yaml --set phases.measure=2000", "3",
       1U << 0}};
  for (const auto& r : runs) {
    for (const char* engine : {"lockstep", "golden"}) {
      CAPTURE(r.block, engine);
      const Own& own = *std::find_if(kOwn.begin(), kOwn.end(),
                                     [&](const Own& o) { return r.block == std::string(o.block); });
      const Project project;
      const auto run = [&](const std::string& more) {
        return test::run_shell(std::string(test::kCache) + "'" SELVAGE_EXECUTABLE "' run " +
                               r.scenario + " --engine " + engine +
                               " --timeline never --json --quiet --out '" + project.file("out") +
                               "' " + more);
      };
      const auto essence = [](const Ran& ran) {
        nlohmann::json j = ran.json();
        for (const char* key : {"wall", "reproduce", "arguments", "dut", "compared", "detail"})
          j.erase(key);
        return j;
      };
      project.write("dut.yaml", manifest(own, Faults::kNone));
      const Ran ours = run(std::string("--set switch.route_latency=") + r.cycles);
      const Ran theirs = run("--dut '" + project.file("dut.yaml") + "'");
      CAPTURE(ours.err, theirs.err);
      REQUIRE(ours.code == 0);
      REQUIRE(theirs.code == 0);
      CHECK(essence(ours) == essence(theirs));

      std::string text = manifest(own, Faults::kTied);
      text.replace(text.find("BUG}"), 3, std::to_string(r.bug));
      project.write("dut.yaml", text);
      const Ran wrong = run("--dut '" + project.file("dut.yaml") + "'");
      CAPTURE(wrong.err);
      REQUIRE(wrong.code == 1);
      CHECK(wrong.json()["mismatch"]["block"] == std::string("foreign ") + r.block);
      CHECK(std::filesystem::exists(project.file("out/dut.fst")));
    }
  }
}

TEST_CASE("DUT-PORT: the ports of flow-channel switches on foreign blocks, right and wrong",
          "[dut]") {
  const struct {
    const char* block;
    const char* requirement;
    unsigned bug;
  } runs[] = {{"ack_aggregator", "FLOW-B-5", 1U << 4},
              {"ep_ack_type", "FLOW-A-3", 1U << 3},
              {"flow_cam_alloc", "FLOW-A-13", 1U << 4},
              {"redirect_gen", "FLOW-C-6", 1U << 1}};
  const Project project;
  project.write("flow.yaml",
                "topology: {kind: fattree, m: 4, n: 2}\n"
                "switch: {kind: flow, flow: {severe_units: 192, egress_units: 512, "
                "redirect: {depth_gain: 64, floor_units: 8}}}\n"
                "traffic: {pattern: hot-spot, hot_hosts: [\"31\"], hot_fraction: 0.3, load: 0.9, "
                "packet_bytes: 512, ordered: 0.8}\n"
                "phases: {warmup: 0, measure: 4000, drain: 200000}\n"
                "faults: {links: [{link: 0/0/2, at: 1500, repaired: 2500}]}\n");
  for (const auto& r : runs) {
    for (const char* engine : {"lockstep", "golden"}) {
      CAPTURE(r.block, engine);
      const Own& own = *std::find_if(kOwn.begin(), kOwn.end(),
                                     [&](const Own& o) { return r.block == std::string(o.block); });
      const auto run = [&](const std::string& more) {
        return test::run_shell(std::string(test::kCache) + "'" SELVAGE_EXECUTABLE "' run '" +
                               project.file("flow.yaml") + "' --engine " + engine +
                               " --timeline never --json --quiet --out '" + project.file("out") +
                               "' " + more);
      };
      const auto essence = [](const Ran& ran) {
        nlohmann::json j = ran.json();
        for (const char* key : {"wall", "reproduce", "arguments", "dut", "compared", "detail"})
          j.erase(key);
        return j;
      };
      project.write("dut.yaml", manifest(own, Faults::kNone));
      const Ran ours = run("");
      const Ran theirs = run("--dut '" + project.file("dut.yaml") + "'");
      CAPTURE(ours.err, theirs.err);
      REQUIRE(ours.code == 0);
      REQUIRE(theirs.code == 0);
      CHECK(essence(ours) == essence(theirs));
      const std::string foreign = std::string("foreign ") + r.block;
      CHECK(selvage::test::compared(theirs.json(), foreign) > 500);

      std::string text = manifest(own, Faults::kTied);
      text.replace(text.find("BUG}"), 3, std::to_string(r.bug));
      project.write("dut.yaml", text);
      const Ran wrong = run("--dut '" + project.file("dut.yaml") + "'");
      CAPTURE(wrong.err);
      REQUIRE(wrong.code == 1);
      const auto mismatch = wrong.json()["mismatch"];
      CAPTURE(mismatch.dump());
      CHECK(mismatch["block"] == foreign);
      test::expect_before(mismatch);
      CHECK(mismatch["requirement"] == r.requirement);
      CHECK_FALSE(mismatch["port"].get<std::string>().empty());
      CHECK(std::filesystem::exists(project.file("out/dut.fst")));
      const Ran again =
          test::run_shell(std::string(test::kCache) + "'" SELVAGE_EXECUTABLE "' replay '" +
                          project.file("out/result.json") + "'");
      CAPTURE(again.out, again.err);
      CHECK(again.code == 0);
    }
  }
}
