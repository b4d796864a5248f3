// SPDX-License-Identifier: Apache-2.0
/// What is wrong with a manifest or its sources is reported at its place, before anything runs
/// (DUT-MAN, DUT-SRC); what is wrong with a module is a failure (DUT-TEST).
#include <catch2/catch.hpp>

#include "project.hpp"

using selvage::test::Project;
using selvage::test::Ran;

namespace {

/// `check` of the manifest with one change ends with code 2 and says this.
void refused(const std::string& from, const std::string& to, const std::string& said,
             const char* of = "dut.yaml") {
  const Project project;
  project.change(of, from, to);
  for (const char* action : {"check", "test"}) {
    const Ran ran = project.dut(action);
    CAPTURE(from, to, said, action, ran.err, ran.out);
    CHECK(ran.code == 2);
    CHECK(ran.err.find(said) != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(project.file("out")));
  }
}

}  // namespace

TEST_CASE("DUT-MAN: manifests that do not hold together", "[dut]") {
  refused("block: route_select", "block: route_selekt",
          "dut.yaml:2:8: error: block: 'route_selekt' is none of");
  refused("block: route_select", "block: route_selekt", "did you mean 'route_select'?");
  refused("[mine.sv]", "[yours.sv]", "dut.yaml:4:11: error: sources[0]: yours.sv: no such file");
  refused("level_i: lvl", "level_i: level",
          "dut.yaml:8:12: error: pins.level_i: mine has no pin 'level'");
  refused("level_i: lvl", "levl_i: lvl",
          "route_select has no pin 'levl_i' (did you mean 'level_i'?)");
  refused("  level_i: lvl\n", "", "the pin 'level_i' is missing: level of the switch");
  refused("level_i: lvl", "level_i: up", "'up' is an output (");
  refused("level_i: lvl", "level_i: lvl[0]", "this has 1 bits, the contract's level_i has 2 (");
  refused("level_i: lvl", "level_i: lvl[2:1]", "'lvl' is [1:0] (");
  refused("level_i: lvl", "level_i: '{lvl[0], lvl[0]}'", "bit 0 of 'lvl' is driven twice");
  refused("lft_bits_i: avoid", "lft_bits_i: 4'd0", "the input 'avoid'");
  refused("port_o: way", "port_o: {pin: way, encoding: hot}", "is not one of binary, one_hot");
  refused("latency: 1", "latency: 1\nparameters: {PORTS: K}", "the contract has no parameter 'K'");
  refused("latency: 1", "latency: 1\nat: {M: 7}",
          "M must be from 4 to 64 and a multiple of 2, not 7");
  refused("latency: 1", "latency: 1\nties: {ck: 0}", "bit 0 of 'ck' is driven twice");
  refused("latency: 1", "latency: 1\ncolour: red", "colour: unknown key");
  refused("clock: ck\n", "", "an answer that comes later needs a `clock`");
  refused("top: mine", "top: 'mine; $finish'", "top: ");
}

TEST_CASE("DUT-TEST: a module that is quicker than its manifest says", "[dut]") {
  const Project project;
  project.change("dut.yaml", "latency: 1", "latency: 2");
  const Ran ran = project.dut("test", "-q");
  CAPTURE(ran.out, ran.err);
  CHECK(ran.code == 1);
  CHECK(ran.out.find("mismatch ") != std::string::npos);
}

TEST_CASE("DUT-SRC: a second clock", "[dut]") {
  refused("module mine", "module mine_",
          "dut.yaml:3:6: error: top: the sources have no module 'mine'", "mine.sv");
  refused("latency: 1", "latency: 1\nparameters: {WAYS: M}",
          "error: parameters.WAYS: mine has no parameter 'WAYS'");
  const Project project;
  project.change("mine.sv", "ck, rst,", "ck, rst, ck2,");
  project.change("mine.sv", "    up <= rst ?",
                 "  end\n  always_ff @(posedge ck2) begin\n    up <= rst ?");
  project.change("dut.yaml", "latency: 1", "latency: 1\nties: {ck2: 0}");
  const Ran ran = project.dut("check");
  CAPTURE(ran.err);
  CHECK(ran.code == 2);
  CHECK(ran.err.find("'ck2' is a second clock or reset (") != std::string::npos);
}

TEST_CASE("DUT-SRC: what Verilator refuses is reported at its place", "[dut]") {
  refused("top = 0;", "top = 0 0;", "mine.sv:16:", "mine.sv");
  refused("top = 0;", "top = nobody;",
          "mine.sv:16:11: error: Can't find definition of variable: 'nobody'", "mine.sv");
}

TEST_CASE("DUT-TEST: a module that stops by itself, and one that never answers", "[dut]") {
  const Project stops;
  stops.change("mine.sv", "    up <= rst",
               "    if (!rst && from == 9'o123) $finish;\n    up <= rst");
  const Ran stopped = stops.dut("test");
  CAPTURE(stopped.out, stopped.err);
  CHECK(stopped.code == 1);
  CHECK(stopped.out.find("the module stops by itself: ") != std::string::npos);
  CHECK(stopped.out.find("src_i=9'h053") != std::string::npos);

  const Project silent;
  silent.change("mine.sv", "output logic up,",
                "input logic ask, output logic done, output logic up,");
  silent.change("mine.sv", "  always_comb begin", "  assign done = 0;\n  always_comb begin");
  silent.change("dut.yaml", "latency: 1", "latency: {ask: ask, valid: done, at_most: 8}");
  const Ran never = silent.dut("test");
  CHECK(never.code == 1);
  CHECK(never.out.find("time of the answer, FT-RS-6: expected answer by clock edge ") !=
        std::string::npos);
}

TEST_CASE("DUT-TEST: an output that depends on what registers held before reset", "[dut]") {
  const Project project;
  project.change("mine.sv", "  logic goes, any;",
                 "  logic goes, any, old;\n  always_ff @(posedge ck) old <= old;");
  project.change("mine.sv", "way <= rst ? 3'd0 : !goes ? digit",
                 "way <= rst ? 3'd0 : old ? 3'd7 : !goes ? digit");
  const Ran ran = project.dut("test");
  CAPTURE(ran.out, ran.err);
  CHECK(ran.code == 1);
  CHECK(ran.out.find("port_o depends on what registers held before reset") != std::string::npos);
}

TEST_CASE("DUT-TEST: a source whose path has a blank", "[dut]") {
  const Project project;
  project.write("my way.sv", selvage::test::read_file(project.file("mine.sv")));
  project.change("dut.yaml", "mine.sv", "my way.sv");
  const Ran ran = project.dut("test", "--questions 1000");
  CAPTURE(ran.out, ran.err);
  CHECK(ran.code == 0);

  project.write("my own.sv", "module other;\nendmodule\n");
  project.change("dut.yaml", "my way.sv", "my own.sv, my way.sv");
  project.change("my way.sv", "    up <= rst", "    up <== rst");
  const Ran wrong = project.dut("check");
  CAPTURE(wrong.out, wrong.err);
  CHECK(wrong.code == 2);
  CHECK(wrong.err.find("/my way.sv:") != std::string::npos);
}

TEST_CASE("DUT-TEST: a port that is not one-hot, and an answer nobody asked for", "[dut]") {
  const Project project;
  project.change("mine.sv", "output logic [2:0] way",
                 "output logic [2:0] way,\n  output logic [7:0] hot");
  project.change(
      "mine.sv", "  always_comb begin",
      "  assign hot = lost ? 8'd0 : (8'd1 << way) | {7'd0, way == 3'd6};\n  always_comb begin");
  project.change("dut.yaml", "port_o: way", "port_o: {pin: hot, encoding: one_hot}");
  const Ran ran = project.dut("test");
  CAPTURE(ran.out, ran.err);
  CHECK(ran.code == 1);
  CHECK(ran.out.find("port_o is not one-hot, FT-RS-4: expected 3'h6") != std::string::npos);

  const Project eager;
  eager.change("mine.sv", "output logic up,",
               "input logic ask, output logic done, output logic up,");
  eager.change("mine.sv", "    up <= rst",
               "    done <= !rst && (ask || from == 9'o33);\n    up <= rst");
  eager.change("dut.yaml", "latency: 1", "latency: {ask: ask, valid: done, at_most: 3}");
  const Ran unasked = eager.dut("test");
  CHECK(unasked.code == 1);
  // Beside a question it is taken for its answer, and is a wrong one.
  CHECK((unasked.out.find("expected no answer without a request") != std::string::npos ||
         unasked.out.find("mismatch") != std::string::npos ||
         unasked.out.find("not one-hot") != std::string::npos));
  eager.change("mine.sv", " || from == 9'o33", "");
  const Ran good = eager.dut("test", "--questions 20000");
  CAPTURE(good.out, good.err);
  CHECK(good.code == 0);
}

TEST_CASE(
    "DUT-TEST: what stops before the first clock, a loop that never settles, and names of C++",
    "[dut]") {
  const auto verdict = [](const std::string& into, int code, const std::string& said) {
    const Project project;
    project.change("mine.sv", "  always_comb begin", into + "\n  always_comb begin");
    const Ran ran = project.dut("test", "--questions 20000");
    CAPTURE(into, ran.out, ran.err);
    CHECK(ran.code == code);
    CHECK((ran.out + ran.err).find(said) != std::string::npos);
  };
  verdict("  initial if (PORTS != 16) $fatal(1, \"only 16\");", 1, "stops by itself: ");
  verdict("  if (PORTS != 16) $fatal(1, \"only 16\");", 2, "only 16");
  verdict("  logic [7:0] table_q[4];\n  initial $readmemh(\"nowhere.hex\", table_q);", 1,
          "stops by itself: ");
  verdict(
      "  wire loop = from == 9'o33 ? ~loop : 1'b0;\n  always @(posedge ck) if (loop) $display(\"x\");",
      1, "stops by itself: ");
  verdict("  always_ff @(posedge ck) if (!rst) assert (from != 9'o123) else $error(\"\\377\");", 1,
          "stops by itself: ");
  verdict("  always_ff @(posedge ck) if (!rst) assert (from != 9'o123) else $error(\"no\");", 1,
          "Assertion failed in selvage_dut.dut: no\n  clock");

  const Project project;
  project.change("mine.sv", "input  logic ck, rst,", "input  logic ck__i, rst,");
  project.change("mine.sv", "posedge ck", "posedge ck__i");
  project.change("dut.yaml", "clock: ck", "clock: ck__i");
  const Ran ran = project.dut("test", "--questions 20000");
  CAPTURE(ran.err);
  CHECK(ran.code == 0);
}

TEST_CASE("DUT-MAN: a folder that cannot be written, and an empty name, are reported before a test",
          "[dut]") {
  const Project project;
  Ran ran = selvage::test::run_shell("XDG_CACHE_HOME=/proc '" SELVAGE_EXECUTABLE "' dut check '" +
                                     project.file("dut.yaml") + "'");
  CHECK(ran.code == 2);
  CHECK(ran.err.find("set XDG_CACHE_HOME") != std::string::npos);
  ran = project.dut("test", "--questions 100 --out /dev/null/x");
  CHECK(ran.code == 2);
  CHECK(ran.out.empty());
  ran = selvage::test::run_selvage("run scenarios/hello_fault.yaml --dut ''");
  CHECK(ran.code == 2);
}
