// SPDX-License-Identifier: Apache-2.0
// selvage new-switch, wrap-switch and conform.
#include <catch2/catch.hpp>
#include <filesystem>

#include "run_selvage.hpp"

using Catch::Contains;
using nlohmann::json;
using selvage::test::Directory;
using selvage::test::read_file;
using selvage::test::run_selvage;
using selvage::test::run_shell;

namespace {

std::string in(const Directory& folder, const std::string& arguments) {
  return "cd " + folder.str() + " && " + SELVAGE_EXECUTABLE + " " + arguments;
}

}  // namespace

TEST_CASE("SW-NEW: a new switch has a manifest, an adapter with all pins, and scenarios that run") {
  const Directory folder;
  const auto made = run_shell(in(folder, "new-switch mine --ports 4 --levels 3"));
  INFO(made.err);
  REQUIRE(made.code == 0);
  const auto wrapped = run_shell(in(folder,
                                    "wrap-switch mine/mine.yaml mine out --top mine_selvage "
                                    "--param PORTS=4 --source mine/mine_selvage.sv"));
  CHECK(wrapped.code == 0);
  CHECK(wrapped.err.empty());
  CHECK_THAT(read_file(folder.path() / "out/selvage_switch.sv"),
             Contains("mine_selvage #(.PORTS(4)) i_switch"));
  CHECK(run_shell(in(folder, "run mine/scenarios/short.yaml --engine golden --quiet")).code == 0);
  const auto again = run_shell(in(folder, "new-switch mine --ports 4"));
  CHECK(again.code == 2);
  CHECK_THAT(again.err, Contains("lies there already"));
  CHECK(run_shell(in(folder, "new-switch other --ports 7")).code == 2);
  CHECK(run_shell(in(folder, "new-switch 4x")).code == 2);
}

TEST_CASE(
    "SW-NEW: pins that are missing, of another width or direction, or unknown, are told with their place") {
  const Directory folder;
  REQUIRE(run_shell(in(folder, "new-switch mine --ports 4")).code == 0);
  const std::string sed =
      "sed -i '/rx_ok_i/d; s/rx_head_i/head_i/; s/\\[64\\*PORTS-1:0\\]      tx_data_o/[7:0] tx_data_o/' "
      "mine/mine_selvage.sv";
  REQUIRE(run_shell("cd " + folder.str() + " && " + sed).code == 0);
  const auto ran = run_shell(in(folder,
                                "wrap-switch mine/mine.yaml mine out --top mine_selvage "
                                "--param PORTS=4 --source mine/mine_selvage.sv"));
  CHECK(ran.code == 2);
  CHECK_THAT(ran.err, Contains("mine_selvage has no pin rx_ok_i") &&
                          Contains("mine_selvage has no pin rx_head_i") &&
                          Contains("tx_data_o is to have 256 bits, and has 8") &&
                          Contains("head_i is no pin of a switch"));
}

TEST_CASE("SW-CONFORM: a suite of scenarios and a page on them") {
  const Directory out;
  const auto good = run_selvage(std::string("conform ") + SELVAGE_ACME + " --out " + out.str());
  INFO(good.out << good.err);
  CHECK(good.code == 0);
  CHECK_THAT(good.out, Contains("saturated    PASS") && Contains("repaired     PASS") &&
                           Contains("PASS all 10 scenarios"));
  CHECK(read_file(out.path() / "conform.txt") == good.out);
  CHECK(json::parse(read_file(out.path() / "conform.json"))["passes"] == true);
  const auto bad = run_selvage(std::string("conform ") + SELVAGE_ACME + "@7 --out " + out.str());
  CHECK(bad.code == 1);
  CHECK_THAT(bad.out, Contains("light        FAIL") && Contains("light: SW-MIN, turn at cycle") &&
                          Contains("FAIL 10 of 10 scenarios"));
}

TEST_CASE("SW-CONFORM: a scenario whose process is killed has failed, and the next ones run") {
  const Directory out;
  const auto ran = run_selvage("conform " SELVAGE_BAD "18.so --out " + out.str());
  CHECK(ran.code == 1);
  CHECK_THAT(ran.out, Contains("light: killed by a signal") &&
                          Contains("hot_spot: killed by a signal") &&
                          Contains("FAIL 8 of 8 scenarios"));
}

TEST_CASE("SW-NEW: selvage_add_switch refuses a parameter without a value") {
  const Directory folder;
  const std::string module = SELVAGE_SOURCE_DIR "/scripts/cmake/SelvageSwitch.cmake";
  const auto ran =
      run_shell("cd " + folder.str() + " && touch a.sv && printf 'include(\"" + module +
                "\")\nselvage_add_switch(a SOURCES a.sv TOP a MANIFEST a.yaml PARAMS "
                "PORTS=4 LEVELS)' > a.cmake && cmake -DVERILATOR_ROOT=/ "
                "-DVERILATOR_BIN=/ -P a.cmake");
  CHECK(ran.code != 0);
  CHECK_THAT(ran.err, Contains("PARAMS: LEVELS is not NAME=VALUE"));
}

TEST_CASE("SW-NEW: wrap-switch refuses a name that is none") {
  const auto ran = run_selvage(
      "wrap-switch tests/whole/reset_fails.yaml ../mine out --top reset_fails --source "
      "tests/whole/reset_fails.sv");
  CHECK(ran.code == 2);
  CHECK_THAT(ran.err, Contains("must be a name of a module, not ../mine"));
}
