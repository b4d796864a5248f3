// SPDX-License-Identifier: Apache-2.0
// scripts/flow_experiments: the quick form of the experiments on flow channels.
#include <catch2/catch.hpp>

#include <sstream>

#include "run_selvage.hpp"

using namespace selvage;
using namespace selvage::test;
using Catch::Contains;

namespace {

Ran experiments(const std::string& arguments, const std::string& executable = SELVAGE_EXECUTABLE) {
  return run_shell("SELVAGE='" + executable + "' scripts/flow_experiments " + arguments);
}

}  // namespace

TEST_CASE("E-1 to E-8: the quick experiments hold, known limits are reported",
          "[experiments][nightly][FLOW-A-23][FLOW-A-26][FLOW-P-5][SCR-FLOW]") {
  const Directory out;
  const Ran ran = experiments("--quick --out " + out.str());
  INFO(ran.out << ran.err);
  CHECK(ran.code == 0);
  for (int i = 1; i <= 8; ++i) {
    const std::string id = "E-" + std::to_string(i);
    CAPTURE(id);
    CHECK_THAT(ran.out, Contains("PASS " + id) || Contains("LIMIT " + id));
    CHECK_THAT(read_file(out.path() / (id + ".txt")), Contains(" " + id + " "));
    CHECK(read_file(out.path() / (id + ".csv")).find('\n') != std::string::npos);
    CHECK_THAT(read_file(out.path() / (id + ".svg")), Contains("</svg>"));
  }
}

TEST_CASE("E-1: the naive fabric put in the place of the right one does not pass",
          "[experiments][SCR-FLOW]") {
  const Directory out;
  const std::string naive = out.str() + "/naive";
  // The script sees a selvage whose fast flows recover faster than the slow ones.
  const Ran made = run_shell(
      "printf '#!/bin/sh\\nexec %s \"$@\" --set switch.flow.recovery_weighted=false\\n' '" SELVAGE_EXECUTABLE
      "' > " +
      naive + " && chmod +x " + naive);
  REQUIRE(made.code == 0);
  const Ran ran = experiments("--quick --out " + out.str() + " E-1", naive);
  INFO(ran.out << ran.err);
  CHECK(ran.code == 1);
  CHECK_THAT(ran.out, Contains("FAIL E-1"));
}

TEST_CASE("flow_experiments: a wrong name is a usage error", "[experiments][SCR-FLOW]") {
  CHECK(experiments("E-9").code == 2);
  CHECK(experiments("--out").code != 0);
}
