// SPDX-License-Identifier: Apache-2.0
/// A block against its specification for all inputs (DUT-PROVE).
#include <catch2/catch.hpp>
#include <chrono>

#include "project.hpp"

using namespace selvage;
using test::Directory;
using test::Project;
using test::Ran;

namespace {

/// `mine` answers in the clock of its question.
void make_combinational(const Project& project) {
  project.change("mine.sv", "always_ff @(posedge ck) begin", "always_comb begin");
  for (const char* output : {"up", "lost", "way"})
    project.change("mine.sv", std::string("    ") + output + " <= rst ?",
                   std::string("    ") + output + " = rst ?");
  project.change("dut.yaml", "clock: ck\nreset: {pin: rst, active: high}\n", "");
  project.change("dut.yaml", "latency: 1", "latency: 0\nties: {ck: 0, rst: 0}");
}

/// `mine` says when there is a question and when an answer.
void make_valid(const Project& project) {
  project.change("mine.sv", "output logic up,",
                 "input logic ask, output logic done, output logic up,");
  project.change("mine.sv", "    up <= rst", "    done <= !rst && ask;\n    up <= rst");
  project.change("dut.yaml", "latency: 1", "latency: {ask: ask, valid: done, at_most: 3}");
}

void make_one_hot(const Project& project, const std::string& hot) {
  project.change("mine.sv", "output logic [2:0] way",
                 "output logic [2:0] way,\n  output logic [7:0] hot");
  project.change("mine.sv", "  always_comb begin",
                 "  assign hot = " + hot + ";\n  always_comb begin");
  project.change("dut.yaml", "port_o: way", "port_o: {pin: hot, encoding: one_hot}");
}

void proved(const Project& project) {
  const Ran ran = project.dut("prove", "--json");
  CAPTURE(ran.out, ran.err);
  REQUIRE(ran.code == 0);
  CHECK(ran.json()["status"] == "proved");
  CHECK(ran.json()["specification"] == "route_select_ref");
}

/// A counterexample that says this, with a wave.
void differs(const Project& project, const std::string& said) {
  const Ran ran = project.dut("prove");
  CAPTURE(ran.out, ran.err, said);
  CHECK(ran.code == 1);
  CHECK(ran.out.find(said) != std::string::npos);
  CHECK(std::filesystem::file_size(project.file("out/waves.fst")) > 0);
  CHECK(std::filesystem::exists(project.file("out/waves.gtkw")));
}

void refused(const Project& project, const std::string& said, const std::string& arguments = "") {
  const Ran ran = project.dut("prove", arguments);
  CAPTURE(ran.out, ran.err, said);
  CHECK(ran.code == 2);
  CHECK(ran.err.find(said) != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(project.file("out")));
}

}  // namespace

TEST_CASE("DUT-PROVE: right blocks, whatever their latency and their pins", "[dut]") {
  const Project one_clock;
  proved(one_clock);
  const Project combinational;
  make_combinational(combinational);
  proved(combinational);
  const Project valid;
  make_valid(valid);
  proved(valid);
  const Project one_hot;
  make_one_hot(one_hot, "lost ? 8'd0 : 8'd1 << way");
  proved(one_hot);

  // Verilog-2001, one bus for two pins, one-hot, three clocks.
  const Directory out;
  const Ran ran =
      test::run_shell(std::string(test::kCache) +
                      "'" SELVAGE_EXECUTABLE "' dut prove examples/route_selector/dut.yaml --out " +
                      out.str() + "/out");
  CAPTURE(ran.err);
  CHECK(ran.code == 0);
  CHECK(ran.out ==
        "PROVED  acme_rsel as route_select (M=8, N=3): equal to route_select_ref for all inputs, "
        "in every clock from reset on\n");
  CHECK(test::read_file(out.path() / "out/result.json").find("\"proved\"") != std::string::npos);
}

TEST_CASE("DUT-PROVE: a counterexample is reported as a test tells it, with a wave", "[dut]") {
  const Project project;
  // One question of 2^28: the seed would have to find it.
  project.change("mine.sv", "way <= rst ? 3'd0 : !goes",
                 "way <= rst ? 3'd0 : from == 9'o123 && to == 9'o321 && avoid == 4'd9 && "
                 "dead_lvl == 8'h12 ? 3'd7 : !goes");
  differs(project, "mismatch port_o, FT-RS-4: expected ");
  const Ran json = project.dut("prove", "--json");
  CHECK(json.json()["difference"]["stimulus"].size() == 1);
  CHECK(json.json()["difference"]["stimulus"][0]["src_i"] == "9'h053");
  CHECK(json.json()["hash"].get<std::string>().size() == 32);

  const Project hot;
  make_one_hot(hot, "lost ? 8'd0 : (8'd1 << way) | {7'd0, way == 3'd6}");
  differs(hot, "port_o is not one-hot, FT-RS-4: expected 3'h6");
  const Project late;
  make_valid(late);
  late.change("mine.sv", "!rst && ask;", "!rst && ask && from != 9'o123;");
  differs(late, "  mismatch ");  // the next one's answer is taken for it
  late.change("mine.sv", "from != 9'o123;", "0;");
  differs(late, "mismatch time of the answer, FT-RS-6: expected answer by clock edge ");
  const Project mute;
  make_valid(mute);
  mute.change("mine.sv", "    done <= !rst && ask;\n", "");
  mute.change("mine.sv", "  always_comb begin", "  assign done = 1'b0;\n  always_comb begin");
  differs(mute, "mismatch time of the answer, FT-RS-6: expected answer by clock edge ");
  const Project eager;
  make_valid(eager);
  eager.change("mine.sv", "!rst && ask;", "!rst && (ask || from == 9'o123);");
  differs(eager, "mismatch time of the answer, FT-RS-6: expected no answer without a request");
  // A first project answers nothing yet.
  const std::string program = std::string(test::kCache) + "'" SELVAGE_EXECUTABLE "' dut ";
  const std::string fresh = late.file("fresh");
  REQUIRE(test::run_shell(program + "new mcc_label '" + fresh + "'").code == 0);
  CHECK(
      test::run_shell(program + "prove '" + fresh + "/dut.yaml' --out '" + fresh + "/out'").code ==
      1);
  const Project old;
  old.change("mine.sv", "  logic goes, any;",
             "  logic goes, any, old;\n  always_ff @(posedge ck) old <= old;");
  old.change("mine.sv", "way <= rst ? 3'd0 :", "way <= rst ? 3'd0 : old ? 3'd7 :");
  differs(old, "port_o depends on what registers held before reset");
}

TEST_CASE("DUT-PROVE: with a bound on clocks it ends, and says that it is no proof", "[dut]") {
  const Project project;
  const Ran ran = project.dut("prove", "--clocks 5");
  CAPTURE(ran.out, ran.err);
  CHECK(ran.code == 0);
  CHECK(ran.out.find("no counterexample within 5 clocks from reset; not proved beyond") !=
        std::string::npos);
  // Wrong from the 40th clock on: not seen in 5, and no proof either.
  project.change("mine.sv", "  logic goes, any;",
                 "  logic goes, any;\n  logic [5:0] age;\n  always_ff @(posedge ck) age <= rst ? "
                 "6'd0 : age + 6'(age < 40);");
  project.change("mine.sv", "lost <= rst ? 1'b0 :", "lost <= rst || age == 40 ? 1'b0 :");
  CHECK(project.dut("prove", "--clocks 5").code == 0);
  differs(project, "mismatch drop_o, FT-RS-5");
  const Project other;
  refused(other, "the first answer comes 1 clocks after reset", "--clocks 1");
}

TEST_CASE("DUT-PROVE: what cannot be proved is refused before anything runs", "[dut]") {
  const Project project;
  refused(project, "is no time, e.g. 90s", "--budget never");
  refused(project, "--set M=7: ", "--set M=7");
  project.change("mine.sv", "  always_comb begin",
                 "  string text;\n  struct {logic a;} unpacked;\n  always_comb begin");
  refused(project, project.file("mine.sv") + ":15: error: yosys: ");

  const Project edges;
  edges.change("mine.sv", "  always_ff @(posedge ck)", "  always_ff @(negedge ck)");
  refused(edges, "every register at the rising edge of one clock");
  const Project imports;
  imports.change("mine.sv", "  always_comb begin",
                 "  import \"DPI-C\" function int system(input string command);\n"
                 "  always_comb begin");
  refused(imports, "imported by DPI");

  const Directory folder;
  const std::string program = std::string(test::kCache) + "'" SELVAGE_EXECUTABLE "' dut ";
  REQUIRE(test::run_shell(program + "new fault_table " + folder.str() + "/lft").code == 0);
  const Ran none = test::run_shell(program + "prove " + folder.str() + "/lft/dut.yaml --out " +
                                   folder.str() + "/out");
  CHECK(none.code == 2);
  CHECK(none.err.find("there is one of ep_ack_type, mcc_label, planar_route, route_select, "
                      "twolevel_route") != std::string::npos);

  // No yosys: a PATH with all but that.
  const Project alone;
  const Ran without =
      test::run_shell("mkdir '" + alone.file("bin") +
                      "' && for t in verilator verilator_bin perl g++ sh; do ln -s "
                      "$(command -v $t) '" +
                      alone.file("bin") + "'; done; " + test::kCache + "PATH='" +
                      alone.file("bin") + "' '" SELVAGE_EXECUTABLE "' dut prove '" +
                      alone.file("dut.yaml") + "' --out '" + alone.file("out") + "'");
  CHECK(without.code == 2);
  CHECK(without.err.find("yosys: error: not found; on Debian 12: apt-get install yosys") !=
        std::string::npos);
}

TEST_CASE("DUT-PROVE: a spent budget is exit code 3, and the solver is killed", "[dut]") {
  const Project project;
  project.write("yosys-abc", "#!/bin/sh\n[ \"$1\" = -h ] && exit 0\necho $$ > '" +
                                 project.file("id") + "'\nexec sleep 100\n");
  const auto begin = std::chrono::steady_clock::now();
  const Ran ran = test::run_shell(
      "chmod +x '" + project.file("yosys-abc") + "'; " + test::kCache + "PATH='" +
      project.file("") + "':\"$PATH\" '" SELVAGE_EXECUTABLE "' dut prove '" +
      project.file("dut.yaml") + "' --budget 6s --out '" + project.file("out") + "'");
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  CAPTURE(ran.out, ran.err);
  CHECK(ran.code == 3);
  CHECK(ran.out.find("the budget of 6s is spent; nothing is known") != std::string::npos);
  CHECK(took.count() < 60);
  CHECK(test::run_shell("kill -0 $(cat '" + project.file("id") + "')").code != 0);
}

TEST_CASE("DUT-PROVE: an interrupted proof says so, kills its solver and leaves a result",
          "[dut]") {
  const Project project;
  project.write("yosys-abc", "#!/bin/sh\n[ \"$1\" = -h ] && exit 0\necho $$ > '" +
                                 project.file("id") + "'\nkill -INT $PPID\nexec sleep 100\n");
  const Ran ran =
      test::run_shell("chmod +x '" + project.file("yosys-abc") + "'; " + test::kCache + "PATH='" +
                      project.file("") + "':\"$PATH\" '" SELVAGE_EXECUTABLE "' dut prove '" +
                      project.file("dut.yaml") + "' --json --out '" + project.file("out") + "'");
  CAPTURE(ran.out, ran.err);
  CHECK(ran.code == 130);
  CHECK(ran.json()["status"] == "interrupted");
  CHECK(ran.json()["shown"] == "interrupted; nothing is known");
  CHECK(std::filesystem::file_size(project.file("out/result.json")) > 0);
  CHECK(test::run_shell("kill -0 $(cat '" + project.file("id") + "')").code != 0);
}

TEST_CASE("DUT-PROVE: no text of a manifest is a command of the solver's", "[dut]") {
  const Project project;
  const std::string owned = project.file("owned");
  const std::string name = "a b; exec -- touch owned;'# .sv";
  project.write(name, test::read_file(project.file("mine.sv")));
  project.change("dut.yaml", "[mine.sv]", "[\"" + name + "\"]");
  const Ran ran = project.dut("prove");
  CAPTURE(ran.out, ran.err);
  CHECK(ran.code == 0);
  // Named in a message as it is.
  project.change(name, "  always_comb begin", "  string text;\n  always_comb begin");
  const Ran unread = project.dut("prove");
  CAPTURE(unread.err);
  CHECK(unread.code == 2);
  CHECK(unread.err.find(name + ":15: error: yosys: ") != std::string::npos);
  for (const std::string& text : {"1; exec -- touch " + owned, "\\n! touch " + owned + "\\n"}) {
    const Project other;
    other.change("dut.yaml", "latency: 1", "latency: 1\ndefines: {A: \"" + text + "\"}");
    const Ran refusal = other.dut("prove");
    CHECK(refusal.code == 2);
    CHECK(refusal.err.find("defines.A: ") != std::string::npos);
  }
  CHECK_FALSE(std::filesystem::exists(owned));
}
