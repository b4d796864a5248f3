// SPDX-License-Identifier: Apache-2.0
/// Foreign blocks with a state in a fabric: right ones change nothing, wrong ones are named
/// (DUT-INST).
#include <catch2/catch.hpp>

#include "dut/contract.hpp"
#include "project.hpp"

using namespace selvage;
using nlohmann::json;
using test::Project;
using test::Ran;

namespace {

/// A module of this tree as if it were another's, copied into the project.
struct Block {
  const char* name;
  const char* module;  ///< below rtl/
  const char* more;    ///< sources before it, below rtl/
  const char* ties;    ///< inputs that are not the contract's
};

constexpr Block kTable{"fault_table", "fattree/fault_table.sv", "common/first_one.sv",
                       "line_en_i: 4294967295"};

constexpr Block kUnit{"fault_message_unit", "fattree/fault_message_unit.sv",
                      "common/fabric_pkg.sv common/fifo.sv common/first_one.sv common/wrap_pick.sv "
                      "fattree/port_queues.sv fattree/message_pick.sv fattree/op_sequencer.sv "
                      "fattree/resync_seen.sv",
                      ""};
constexpr Block kProbe{"link_probe", "probe/link_probe.sv", "common/carry_select.sv", ""};
constexpr Block kLabel{"mcc_label", "mesh/mcc_label.sv", "", ""};
constexpr Block kPlanar{"planar_route", "mesh/planar_route.sv",
                        "common/fabric_pkg.sv common/first_one.sv common/onehot_index.sv "
                        "mesh/planar_offset.sv mesh/planar_target.sv mesh/planar_subnet.sv "
                        "mesh/planar_reserve.sv mesh/planar_plane.sv",
                        ""};
constexpr Block kLookup{"twolevel_route", "twolevel/twolevel_route.sv",
                        "common/fabric_pkg.sv common/first_one.sv common/first_one_reg.sv "
                        "common/onehot_index.sv",
                        ""};

/// `leave_out`: pins that are tied to 0 instead.
void write_manifest(const Project& project, const Block& block, const std::string& bug = "",
                    const std::string& leave_out = "") {
  const dut::Contract& contract = *dut::find_contract(block.name);
  project.write("block.sv",
                test::read_file(SELVAGE_SOURCE_DIR "/rtl/" + std::string(block.module)));
  std::string text = "contract: selvage.block/1\nblock: " + contract.block +
                     "\ntop: " + contract.block + "\nsources: [";
  std::istringstream more(block.more);
  for (std::string file; more >> file;) text += SELVAGE_SOURCE_DIR "/rtl/" + file + ", ";
  text += "block.sv]\ninclude_dirs: [" SELVAGE_SOURCE_DIR "/rtl/common]\nparameters:\n  {";
  for (const dut::Parameter& p : contract.parameters) {
    text += (text.back() == '{' ? "" : ", ") + p.name + ": " + p.name;
  }
  text += "}\nclock: clk_i\nreset: {pin: rst_ni, active: low}\nlatency: " +
          std::to_string(contract.latency) + "\npins:\n";
  std::string ties = block.ties;
  const auto tie = [&ties](const std::string& what) { ties += (ties.empty() ? "" : ", ") + what; };
  dut::Parameters all = dut::presets(contract);
  if (contract.derive != nullptr) REQUIRE(contract.derive(all).empty());
  for (const dut::Pin& pin : contract.pins(all)) {
    const bool out = !pin.group.empty() && leave_out.find(pin.group) != std::string::npos;
    if (!out) text += "  " + pin.name + ": " + pin.name + "\n";
    else if (pin.input) tie(pin.name + ": 0");
  }
  if (!bug.empty()) {
    text += "defines: {SELVAGE_BUGS: ''}\n";
    tie(bug);
  }
  project.write("dut.yaml", text + (ties.empty() ? "" : "ties: {" + ties + "}\n"));
}

Ran run(const Project& project, const std::string& arguments) {
  return test::run_shell(std::string(test::kCache) + "'" SELVAGE_EXECUTABLE "' run " + arguments +
                         " --timeline never --json --quiet --out '" + project.file("out") + "'");
}
Ran run_with_dut(const Project& project, const std::string& arguments, const std::string& at = "") {
  return run(project, arguments + " --dut '" + project.file("dut.yaml") + at + "'");
}

/// What a run is worth comparing by.
json essence(const Ran& ran) {
  json j = ran.json();
  for (const char* key : {"wall", "reproduce", "arguments", "dut", "compared"}) j.erase(key);
  return j;
}

/// The right block gives the result of our own, and is compared.
void expect_the_same(const Project& project, const std::string& scenario, const Block& block) {
  CAPTURE(scenario);
  const Ran ours = run(project, scenario);
  const Ran theirs = run_with_dut(project, scenario);
  CAPTURE(ours.err, theirs.err);
  REQUIRE(ours.code == 0);
  REQUIRE(theirs.code == 0);
  CHECK(essence(ours) == essence(theirs));
  CHECK(selvage::test::compared(theirs.json(), std::string("foreign ") + block.name) > 100);
}

/// The wrong one is named, leaves a wave and is replayed.
json expect_wrong(const Project& project, const std::string& scenario, const Block& block,
                  const std::string& at = "") {
  CAPTURE(scenario);
  const Ran wrong = run_with_dut(project, scenario, at);
  CAPTURE(wrong.err);
  REQUIRE(wrong.code == 1);
  const json mismatch = wrong.json()["mismatch"];
  CHECK(mismatch["block"] == std::string("foreign ") + block.name);
  test::expect_before(mismatch);
  CHECK(std::filesystem::file_size(project.file("out/dut.fst")) > 0);
  const Ran again =
      test::run_shell(std::string(test::kCache) + "'" SELVAGE_EXECUTABLE "' replay '" +
                      project.file("out/result.json") + "'");
  CAPTURE(again.out);
  CHECK(again.code == 0);
  return mismatch;
}

/// What drives the pin that signals an answer, in place of `right`; `late`: it a clock later.
struct Mistimed {
  const char* valid;
  bool none;  ///< no answer ever comes
};
constexpr Mistimed kMistimed[] = {{"late", false}, {"1'b0", true}, {"right | late", false}};

/// A late, a missing and an unasked answer, in the words of `Pipe`.
void expect_mistimed(const json& mismatch, const char* requirement, const Mistimed& mistimed) {
  CAPTURE(mistimed.valid, mismatch.dump());
  CHECK(mismatch["requirement"] == requirement);
  CHECK(mismatch["what"] == "time of the answer");
  CHECK(mismatch["expected"].get<std::string>().find("answer ") != std::string::npos);
  const auto actual = mismatch["actual"].get<std::string>();
  CHECK((mistimed.none ? actual == "no answer" : actual.find("answer at clock edge ") == 0));
}

void expect_refused(const Project& project, const std::string& scenario, const std::string& said) {
  const Ran ran = run_with_dut(project, scenario);
  CAPTURE(scenario, ran.err);
  CHECK(ran.code == 2);
  CHECK(ran.err.find(said) != std::string::npos);
}

}  // namespace

TEST_CASE("DUT-INST: a fault table in every switch, right and wrong", "[dut]") {
  const Project project;
  const std::string scenario = "scenarios/repair_four_levels.yaml --engine ";
  write_manifest(project, kTable);
  expect_the_same(project, scenario + "lockstep", kTable);
  expect_the_same(project, scenario + "golden", kTable);
  expect_the_same(project, scenario + "golden --set switch.kind=wormhole", kTable);
  // Who scans its lines otherwise may leave those pins out.
  write_manifest(project, kTable, "", "scan, paper");
  expect_the_same(project, scenario + "golden", kTable);

  write_manifest(project, kTable, "bug_shared_i: 1");
  json wrong = expect_wrong(project, scenario + "lockstep", kTable);
  CHECK(wrong["requirement"] == "FT-LFT-3");
  CHECK(wrong["what"] == "lookup_bits_o");
  CHECK(wrong["packet"].is_number());
  write_manifest(project, kTable);
  project.change("block.sv", "cond ^ advertised_q", "cond & ~advertised_q");
  wrong = expect_wrong(project, scenario + "golden", kTable);
  CHECK(wrong["requirement"] == "FT-REP-2");
  CHECK(wrong["what"] == "scan_more_o");
}

TEST_CASE("DUT-INST: a fault message unit in every switch, right and wrong", "[dut]") {
  const Project project;
  const std::string scenario = "scenarios/repair_four_levels.yaml --engine ";
  write_manifest(project, kUnit);
  expect_the_same(project, scenario + "lockstep", kUnit);
  expect_the_same(project, scenario + "golden", kUnit);
  expect_the_same(project, scenario + "golden --set switch.kind=wormhole", kUnit);
  expect_the_same(project, scenario + "golden --set topology.lft_entries=1", kUnit);
  expect_the_same(project, scenario + "golden --set topology.rule=paper", kUnit);
  expect_the_same(project, "scenarios/hello_fault.yaml --engine golden", kUnit);

  write_manifest(project, kUnit, "bug_i: 1");
  json wrong = expect_wrong(project, scenario + "golden", kUnit);
  CHECK(wrong["requirement"] == "FT-MSG-3");
  write_manifest(project, kUnit, "bug_i: 8");
  wrong = expect_wrong(project, scenario + "lockstep", kUnit);
  CHECK(wrong["what"] == "op_done_o");
  // What no message shows is on the pins to the tables, and in the stop flags.
  write_manifest(project, kUnit);
  project.change("block.sv", "assign op_seq_o    = msg.seq", "assign op_seq_o    = msg.seq | 1");
  wrong = expect_wrong(project, scenario + "golden", kUnit);
  CHECK(wrong["what"] == "op_seq_o");
  // The last line is of the clock that is wrong.
  const auto before = wrong["recent"].get<std::vector<std::string>>();
  CHECK(before.back().find("cycle " + wrong["cycle"].dump() + ":") == 0);
  // One that stirs by itself, four clocks after it has become idle.
  write_manifest(project, kUnit);
  project.change(
      "block.sv", "  assign idle_o      = ~work_o",
      "  logic [2:0] rest_q;\n"
      "  always_ff @(posedge clk_i) rest_q <= queues_empty && !seq_busy ? rest_q + 1 : 0;\n"
      "  assign idle_o = rest_q != 4 && ~work_o");
  wrong = expect_wrong(project, scenario + "golden", kUnit);
  CHECK(wrong["what"] == "idle_o");
}

TEST_CASE("DUT-INST: probers at the ports, right and wrong", "[dut]") {
  const Project project;
  const std::string scenario = "scenarios/repair_four_levels.yaml --engine ";
  write_manifest(project, kProbe);
  expect_the_same(project, scenario + "lockstep", kProbe);
  expect_the_same(project, scenario + "golden --set switch.kind=flow", kProbe);
  expect_the_same(project, "scenarios/mesh_repair.yaml --engine golden", kProbe);
  expect_refused(project, "scenarios/saturation.yaml", "nothing asks link_probe: no link dies");
  expect_refused(project, scenario + "golden --set probe.retries=4 --set probe.period=100",
                 "RW must be at least 3 in this scenario, not 2");
  project.change("dut.yaml", "latency: 1", "latency: 2");
  expect_refused(project, scenario + "golden", "wait 1 cycles for link_probe, not 2");

  for (const char* bug : {"1", "2", "4"}) {  // a retry less, up without an answer, a clock longer
    write_manifest(project, kProbe, std::string("bug_i: ") + bug);
    const json wrong = expect_wrong(project, scenario + "golden", kProbe);
    CHECK((wrong["requirement"] == "FT-DET-1" || wrong["requirement"] == "FT-DET-3"));
    CHECK_FALSE(wrong["port"].get<std::string>().empty());
  }
}

TEST_CASE("DUT-INST: the labels of the nodes of a mesh, right and wrong", "[dut]") {
  const Project project;
  write_manifest(project, kLabel);
  for (const char* engine : {"lockstep", "golden", "rtl"}) {
    expect_the_same(project, std::string("scenarios/mesh_repair.yaml --engine ") + engine, kLabel);
  }
  expect_refused(project, "scenarios/mesh_repair.yaml --engine golden --set topology.algorithm=dor",
                 "no foreign mcc_label can stand in the switches of mesh");
  project.change("dut.yaml", "latency: 1", "latency: 2");
  expect_refused(project, "scenarios/mesh_repair.yaml", "waits 1 clocks for it, not 2");

  const std::string scenario =
      "scenarios/mesh_4x4x4_faults.yaml --set phases.measure=3000 --engine ";
  for (const char* engine : {"lockstep", "golden"}) {
    write_manifest(project, kLabel, "bug_i: 4");  // a dead link is no fault
    const json wrong = expect_wrong(project, scenario + engine, kLabel);
    CHECK((wrong["requirement"] == "MESH-LAB-1" || wrong["requirement"] == "MESH-LAB-6"));
  }
}

TEST_CASE("COS-PIPE: a foreign block with a pin that signals its answers is held to their clocks",
          "[dut]") {
  const struct {
    Block block;
    const char* scenario;
    const char* requirement;
  } runs[] = {{kPlanar, "scenarios/mesh_repair.yaml", "MESH-CTL-2"},
              {kLookup, "scenarios/twolevel_compare.yaml --set phases.measure=500", "F-SYS-2"}};
  for (const auto& r : runs) {
    for (const Mistimed& mistimed : kMistimed) {
      const Project project;
      write_manifest(project, r.block);
      project.change("block.sv", "  assign {valid_o,",
                     "  logic right, late;\n  always_ff @(posedge clk_i) late <= rst_ni & right;\n"
                     "  assign valid_o = " +
                         std::string(mistimed.valid) + ";\n  assign {right,");
      if (r.block.name == kPlanar.name) project.change("block.sv", "!valid_o", "!right");
      const Ran ran = run_with_dut(
          project, std::string(r.scenario) + " --engine golden --set switch.route_latency=6");
      CAPTURE(ran.err);
      REQUIRE(ran.code == 1);
      expect_mistimed(ran.json()["mismatch"], r.requirement, mistimed);
    }
  }
}

TEST_CASE("COS-PIPE: a foreign route_select is held to its clocks alike in a test and in a fabric",
          "[dut]") {
  for (const Mistimed& mistimed : kMistimed) {
    const Project project;
    std::string valid = mistimed.valid;
    // Beside a question it would be taken for its answer.
    if (valid == "right | late") valid += " & ~right & ~ask";
    project.change("mine.sv", "output logic up,",
                   "input logic ask, output logic done, output logic up,");
    project.change("mine.sv", "  always_comb begin",
                   "  logic right, late;\n  assign done = " + valid + ";\n  always_comb begin");
    project.change("mine.sv", "    up <= rst",
                   "    right <= !rst && ask;\n    late <= !rst && right;\n    up <= rst");
    project.change("dut.yaml", "latency: 1", "latency: {ask: ask, valid: done, at_most: 1}");
    const json test = project.dut("test", "--json").json()["difference"];
    CAPTURE(mistimed.valid, test.dump());
    CHECK(test["rule"] == "FT-RS-6");
    CHECK(test["pin"] == "time of the answer");
    CHECK(test["actual"].get<std::string>().find("answer") != std::string::npos);
    const Ran ran = run_with_dut(project,
                                 "scenarios/fattree_8p3t_link_faults.yaml --engine golden "
                                 "--set switch.route_latency=6");
    CAPTURE(ran.err);
    REQUIRE(ran.code == 1);
    expect_mistimed(ran.json()["mismatch"], "FT-RS-6", mistimed);
  }
}
