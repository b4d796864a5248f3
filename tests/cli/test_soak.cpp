// SPDX-License-Identifier: Apache-2.0
// scripts/soak finds a deliberate bug, shrinks it, and does the same again from the same seed.
#include <catch2/catch.hpp>

#include "run_selvage.hpp"

using namespace selvage::test;
using Catch::Contains;

namespace {

const std::string kSoak = "SELVAGE='" SELVAGE_EXECUTABLE "' scripts/soak ";

std::string sorted_runs(const Directory& out) {
  return run_shell("sort -n '" + out.str() + "/runs.tsv'").out;
}

}  // namespace

TEST_CASE("SCR-SOAK: a planted bug is found, kept and shrunk, and the shrunk scenario shows it",
          "[scripts]") {
  const Directory out;
  const Ran ran = run_shell(kSoak + "--bug next_lowest --runs 40 --out '" + out.str() + "'");
  INFO(ran.out << ran.err);
  REQUIRE(ran.code == 1);
  CHECK_THAT(ran.out, Contains(" of seed 1: mismatch route_select FT-RS-4"));
  CHECK_THAT(ran.out, Contains("; 1 failed, 0 refused, 0 cut short"));
  const std::size_t from = ran.out.find("reproduce: ");
  REQUIRE(from != std::string::npos);
  const std::string command = ran.out.substr(from + 11, ran.out.find('\n', from) - from - 11) +
                              " --waves never --out '" + out.str() + "/again'";
  CHECK(run_shell(command).code == 1);
  CHECK(run_shell(command + " --set bug.next_lowest=false").code == 0);
  const std::string dir = run_shell("dirname '" + out.str() + "'/run_*/shrunk.yaml").out;
  const std::string folder = dir.substr(0, dir.find('\n'));
  const auto written = nlohmann::json::parse(read_file(folder + "/scenario.yaml"));
  const auto shrunk = nlohmann::json::parse(read_file(folder + "/shrunk.yaml"));
  CHECK(shrunk.flatten().size() * 2 < written.flatten().size());
}

TEST_CASE(
    "SCR-SOAK: the same seed runs the same scenarios, whoever is first, and healthy ones pass",
    "[scripts]") {
  const Directory one;
  const Directory two;
  const Ran alone = run_shell(kSoak + "--runs 3 --seed 7 --out '" + one.str() + "'");
  INFO(alone.out << alone.err);
  CHECK(alone.code == 0);
  CHECK(run_shell(kSoak + "--runs 3 --seed 7 --jobs 2 --out '" + two.str() + "'").code == 0);
  CHECK(!sorted_runs(one).empty());
  CHECK(sorted_runs(one) == sorted_runs(two));
  CHECK(run_shell(kSoak + "--runs 3 --seed 6 --out '" + two.str() + "'").code == 0);
  CHECK(sorted_runs(one) != sorted_runs(two));

  CHECK(run_shell(kSoak + "--engine rtl").code == 2);
  CHECK(run_shell(kSoak + "--minutes x").code == 2);
  CHECK(run_shell(kSoak + "--jobs 0").code == 2);
  CHECK(run_shell(kSoak + "--often").code == 2);
  CHECK(run_shell(kSoak + "--runs 0 --minutes 0 --out '" + two.str() + "'").code == 5);
  CHECK(run_shell("SELVAGE=/none scripts/soak --runs 1").code == 2);
}

TEST_CASE("SCR-SOAK: every switch whole in RTL beside the model", "[scripts]") {
  const Directory out;
  const Ran ran = run_shell(kSoak + "--engine switch --runs 3 --seed 2 --out '" + out.str() + "'");
  INFO(ran.out << ran.err);
  CHECK(ran.code == 0);
  CHECK_THAT(ran.out, Contains(" departures from switches in RTL); 0 failed, 0 refused"));
  const std::string others = "grep -cvP '\\tswitch\\tpass\\t' '" + out.str() + "/runs.tsv'";
  CHECK(run_shell(others).out == "0\n");
}
