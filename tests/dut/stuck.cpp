// SPDX-License-Identifier: Apache-2.0
/// A module that loops without end ends the command with exit code 1, a sentence that names it and
/// its clock, and a folder in order (DUT-HANG).
#include <catch2/catch.hpp>
#include <chrono>

#include "project.hpp"

using selvage::test::Project;
using selvage::test::Ran;

namespace {

constexpr const char* kLoop =
    "  int spin = 0;\n  always_ff @(posedge ck) if (!rst && from == 9'o123) while (spin >= 0) "
    "spin = spin == 5 ? 0 : spin + 1;\n";

/// The module of the project with `into` in it, two seconds of patience for a clock.
void plant(const Project& project, const std::string& into) {
  project.change("mine.sv", "  always_comb begin", into + "  always_comb begin");
  project.change("dut.yaml", "latency: 1", "latency: 1\npatience: 2");
}

/// Nothing but the result lies in the folder.
void expect_in_order(const Project& project, bool result) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(project.file("out")))
    names.push_back(entry.path().filename().string());
  CHECK(names == (result ? std::vector<std::string>{"result.json"} : std::vector<std::string>{}));
}

}  // namespace

TEST_CASE("DUT-HANG: a test of a module that loops without end says so and ends", "[dut]") {
  const Project project;
  plant(project, kLoop);
  const auto begin = std::chrono::steady_clock::now();
  const Ran ran = project.dut("test");
  CAPTURE(ran.out, ran.err);
  CHECK(ran.code == 1);
  CHECK(ran.out.find(
            "FAIL  mine as route_select (M=8, N=3)\n  the module loops without end: clock ") == 0);
  CHECK(ran.out.find(" after reset is not over after 2 s\n") != std::string::npos);
  CHECK(ran.out.find(project.file("dut.yaml")) != std::string::npos);
  CHECK(ran.out.find("src_i=9'h053") != std::string::npos);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(100));
  expect_in_order(project, true);
  // The same seed, the same bytes.
  const std::string kept = selvage::test::read_file(project.file("out/result.json"));
  const Ran json = project.dut("test", "--json");
  CHECK(json.code == 1);
  CHECK(json.out == kept);
  CHECK(json.json()["status"] == "failed");
  const auto difference = json.json()["difference"];
  CHECK(difference["clock"] == difference["step"]);
  CHECK(difference["stimulus"].size() == difference["clock"].get<std::size_t>() + 1);

  const Project early;
  plant(early,
        "  int spin;\n  initial begin spin = 0; while (spin >= 0) spin = spin == 5 ? 0 : "
        "spin + 1; end\n");
  const Ran reset = early.dut("test");
  CHECK(reset.code == 1);
  CHECK(reset.out.find("loops without end: reset is not over after 2 s") != std::string::npos);
}

TEST_CASE("DUT-HANG: a loop without a body, which Verilator leaves out, is refused with its line",
          "[dut]") {
  const Project project;
  plant(project, "  always_ff @(posedge ck) if (!rst && from == 9'o123) while (1) ;\n");
  const Ran ran = project.dut("test", "--questions 1000");
  CAPTURE(ran.out, ran.err);
  CHECK(ran.code == 2);
  CHECK(ran.err.find("mine.sv:") != std::string::npos);
  CHECK(ran.err.find("Infinite loop") != std::string::npos);

  const Project left;
  plant(left, "  always_ff @(posedge ck) while (1) begin if (rst || !rst) break; end\n");
  CHECK(left.dut("test", "--questions 1000").code == 0);
}

TEST_CASE("DUT-HANG: patience is a number of seconds, thirty if nothing is said", "[dut]") {
  const Project project;
  project.change("dut.yaml", "latency: 1", "latency: 1\npatience: 0");
  const Ran ran = project.dut("check");
  CHECK(ran.code == 2);
  CHECK(ran.err.find("patience: must be from 1 to 86400, not 0") != std::string::npos);
  const Ran schema = selvage::test::run_selvage("schema manifest");
  CHECK(schema.json()["properties"]["patience"]["default"] == 30);
}

TEST_CASE("DUT-HANG: a proof and a run whose module loops without end", "[dut]") {
  const Project project;
  plant(project, std::string("`ifndef SYNTHESIS\n") + kLoop + "`endif\n");
  project.change("mine.sv", "way <= rst ? 3'd0 :", "way <= rst || from == 9'o123 ? 3'd0 :");
  const Ran proof = project.dut("prove");
  CAPTURE(proof.out, proof.err);
  CHECK(proof.code == 1);
  CHECK(proof.out.find(
            "FAIL  mine as route_select (M=8, N=3): the module loops without end: clock ") == 0);
  expect_in_order(project, true);

  std::filesystem::remove_all(project.file("out"));
  const Ran run = selvage::test::run_shell(
      std::string(selvage::test::kCache) +
      "'" SELVAGE_EXECUTABLE
      "' run scenarios/fattree_8p3t_link_faults.yaml --engine golden --quiet "
      "--dut '" +
      project.file("dut.yaml") + "' --out '" + project.file("out") + "'");
  CAPTURE(run.out, run.err);
  CHECK(run.code == 1);
  CHECK(run.err.find(project.file("dut.yaml") + ": error: mine as route_select in switch <") == 0);
  CHECK(run.err.find(": the module loops without end: clock ") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(project.file("out")));
}
