// SPDX-License-Identifier: Apache-2.0
// The verification plan: what it refuses, and that its pages and gaps follow from it.
#include <catch2/catch.hpp>

#include "run_selvage.hpp"

using namespace selvage::test;
using Catch::Contains;

TEST_CASE("SCR-PLAN: a plan that does not hold is told, and a stale page", "[scripts]") {
  const Directory folder;
  const std::string copy = "cd '" + folder.str() + "' && ";
  REQUIRE(run_shell("cp -r scripts tests tb docs rtl systemc '" + folder.str() + "'").code == 0);
  REQUIRE(run_shell(copy + "scripts/plan --check").code == 0);
  const struct {
    const char* change;
    const char* told;
  } changes[] = {
      {"sed -i 's/FT-RS-1..6/FT-RS-1..5/' docs/plan.yaml", "FT-RS-6 is in 0 features"},
      {"sed -i 's/FT-PS-1..3/FT-PS-1..3, FT-RS-1/' docs/plan.yaml", "FT-RS-1 is in 2 features"},
      {"sed -i 's/\"values that do not fit together\"/\"values\"/' docs/plan.yaml",
       "test_bad_scenarios.cpp has no case \"values\""},
      {"sed -i 's/\"probe_up\":/\"probe_down\":/' docs/plan.yaml",
       "link_probe.sv has no point \"probe_down\""},
      {"sed -i 's/: FT-DET-4$/: FT-DET-2, FT-DET-4/' docs/plan.yaml",
       "FT-DET-2 is not without cover"},
      {"rm tests/golden/fattree/machine.cpp", "there is no tests/golden/fattree/machine.cpp"},
      {"sed -i 's/FT-RS-2: a failed port/A failed port/' tests/golden/fattree/route.cpp",
       "fattree.md is not what scripts/plan makes"},
      {"rm docs/evidence/verification/plan.json", "plan.json is not what scripts/plan makes"},
  };
  for (const auto& [change, told] : changes) {
    INFO(change);
    REQUIRE(run_shell(copy + "cp -r docs docs.kept && cp -r tests tests.kept && " + change).code ==
            0);
    const Ran ran = run_shell(copy + "scripts/plan --check");
    CHECK(ran.code == 1);
    CHECK_THAT(ran.err, Contains(told));
    REQUIRE(run_shell(copy + "rm -r docs tests && mv docs.kept docs && mv tests.kept tests").code ==
            0);
  }
}

TEST_CASE("SCR-PLAN: a rule that loses its only test, and its bugs, is a gap", "[scripts]") {
  const Directory folder;
  const std::string copy = "cd '" + folder.str() + "' && ";
  REQUIRE(run_shell("cp -r scripts tests tb docs rtl systemc '" + folder.str() + "'").code == 0);
  const auto gap = [&copy] {
    return run_shell(copy + "scripts/plan --gaps | grep '^| FT-MSG-8 '").out;
  };
  CHECK_THAT(gap(), !Contains("test"));
  REQUIRE(
      run_shell(copy + "grep -rl FT-MSG-8 tests tb | xargs sed -i 's/FT-MSG-8/A ULFM/g'").code ==
      0);
  CHECK_THAT(gap(), Contains("test"));
}

TEST_CASE("SCR-PLAN: mutants show the rules that their text cites, or that the plan says it holds",
          "[scripts]") {
  const Directory folder;
  const std::string copy = "cd '" + folder.str() + "' && ";
  REQUIRE(run_shell("cp -r scripts tests tb docs rtl systemc '" + folder.str() + "'").code == 0);
  const auto gap = [&copy](const std::string& id) {
    return run_shell(copy + "scripts/plan --gaps | sed '/^Left out/,$d' | grep '^| " + id + " '")
        .out;
  };
  const auto change = [&copy](const std::string& what) {
    REQUIRE(run_shell(copy + what).code == 0);
  };
  CHECK(gap("MESH-LAB-5").empty());
  change("sed -i 's/MESH-LAB-5, MESH-AUD-1$/MESH-AUD-1/' docs/plan.yaml");
  CHECK_THAT(gap("MESH-LAB-5"), Contains("mutants"));
  CHECK(gap("WH-CUT").empty());
  change("grep -rl WH-CUT systemc rtl | xargs sed -i 's/WH-CUT/a cut/g'");
  CHECK_THAT(gap("WH-CUT"), Contains("mutants"));
  // 52 of 55 are less than 95 %.
  CHECK(gap("F-SYS-1").empty());
  change(
      "sed -i 's/^| `twolevel_route` | 60 | 55 | 0 | 0 | 5 | 0 | 100 %/| `twolevel_route` | 60 | "
      "52 | 0 | 0 | 5 | 3 | 95 %/' docs/evidence/mutants.md");
  CHECK_THAT(gap("F-SYS-1"), Contains("mutants"));
}

TEST_CASE("SCR-PLAN: a row of mutants of another text shows nothing, a mutant that is gone is told",
          "[scripts]") {
  const Directory folder;
  const std::string copy = "cd '" + folder.str() + "' && ";
  REQUIRE(run_shell("cp -r scripts tests tb docs rtl systemc '" + folder.str() + "'").code == 0);
  const auto rows = [&copy] {
    return run_shell(copy + "scripts/plan --gaps | grep '^Rows of mutants of another text'").out;
  };
  // Whatever has changed since: both rows are of today's text here.
  for (const std::string name : {"twolevel/ecmp.hpp", "mcc_label"}) {
    REQUIRE(run_shell(copy + "sed -i -E 's,^(\\| `" + name +
                      "` .*\\| )[0-9a-f]{8} \\|$,\\1'$(scripts/plan --text " + name +
                      ")' |,' docs/evidence/mutants.md docs/evidence/golden-mutants.md")
                .code == 0);
  }
  CHECK_THAT(rows(), !Contains("twolevel/ecmp.hpp") && !Contains("`mcc_label`"));
  REQUIRE(run_shell(copy + "sed -i 's/#pragma once/#pragma once  \\/\\/ once/' "
                           "systemc/golden/twolevel/ecmp.hpp && scripts/plan --gaps")
              .code == 0);
  CHECK_THAT(rows(), !Contains("twolevel/ecmp.hpp"));
  REQUIRE(run_shell(copy + "echo 'int more;' >> systemc/golden/twolevel/ecmp.hpp && echo "
                           "'`define MORE' >> rtl/mesh/mcc_label.sv")
              .code == 0);
  CHECK_THAT(rows(), Contains("`twolevel/ecmp.hpp`") && Contains("`mcc_label`, ") &&
                         Contains("`mcc_label` by scenarios"));

  const std::string page = "docs/evidence/rule-mutants.md";
  const auto told = [&](const std::string& row) {
    REQUIRE(run_shell(copy + "echo '" + row + "' >> " + page).code == 0);
    return run_shell(copy + "scripts/plan --check").err;
  };
  CHECK_THAT(told("| NO-1 | `mesh/mesh.cpp` | 00000000 | a | \"b\" |"),
             Contains("NO-1 is no requirement"));
  CHECK_THAT(told("| MESH-TOP-1 | `mesh/mesh.cpp` | 00000000 | a | \"b\" |"),
             Contains("mesh/mesh.cpp has no mutant 00000000"));
}

TEST_CASE("SCR-PLAN: the list of situations is what this build samples", "[scripts]") {
  const Directory folder;
  const std::string copy = "cd '" + folder.str() + "' && ";
  REQUIRE(
      run_shell("cp -r scripts tests tb docs rtl systemc scenarios '" + folder.str() + "'").code ==
      0);
  const std::string list = "/docs/evidence/verification/situations.csv";
  const std::string before = read_file(folder.str() + list);
  REQUIRE(run_shell(copy + "rm ." + list +
                    " && SELVAGE='" SELVAGE_EXECUTABLE "' scripts/plan --situations")
              .code == 0);
  CHECK(read_file(folder.str() + list) == before);
}
