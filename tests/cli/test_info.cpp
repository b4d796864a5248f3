// SPDX-License-Identifier: Apache-2.0
// Usage errors, help, and the commands that tell about Selvage itself.
#include <catch2/catch.hpp>

#include "config/validate.hpp"
#include "run_selvage.hpp"

using Catch::Contains;
using selvage::test::run_selvage;

TEST_CASE("a wrong command line ends with 2 and words on stderr", "[cli][CLI-WRONG]") {
  for (const char* arguments : {"",
                                "rnu",
                                "run",
                                "run a b",
                                "run --no-such-option x",
                                "run --set",
                                "run x --color blue",
                                "schema",
                                "schema nothing",
                                "journey",
                                "journey /no/such 1",
                                "journey . x",
                                "route",
                                "route --topology fattree:4,3",
                                "run /no/such.yaml",
                                "run scenarios",
                                "run scenarios/hello_fault.yaml --seed x",
                                "run scenarios/hello_fault.yaml --engine fpga",
                                "run scenarios/hello_fault.yaml --set nothing=1",
                                "run scenarios/hello_fault.yaml --out /proc/none"}) {
    CAPTURE(arguments);
    const auto ran = run_selvage(arguments);
    CHECK(ran.code == 2);
    CHECK(ran.out.empty());
    CHECK_FALSE(ran.err.empty());
  }
  CHECK_THAT(run_selvage("rnu").err, Contains("did you mean 'run'?"));
  CHECK(run_selvage("run scenarios/hello_fault.yaml --seed x --set a=1").err ==
        "--set a=1: error: a: unknown key (known here: audit, bug, clock_ns, engine, faults, "
        "limits, link, name, phases, probe, seed, switch, topology, traffic)\n"
        "--seed x: error: seed: must be a whole number, not 'x'\n");
  CHECK_THAT(run_selvage("run scenarios/hello_fault.yaml --engine gold").err,
             Contains("--engine gold: error: engine: 'gold' is not one of") &&
                 Contains("did you mean 'golden'?"));
}

TEST_CASE("help has examples and exit codes", "[cli][CLI-HELP]") {
  for (const char* arguments : {"--help", "run --help", "route --help"}) {
    const auto ran = run_selvage(arguments);
    CHECK(ran.code == 0);
    CHECK_THAT(ran.out, Contains("Examples:") && Contains("Exit codes:") && Contains("130"));
  }
}

TEST_CASE("version, list and doctor, for people and as JSON", "[cli][CLI-HELP]") {
  CHECK_THAT(run_selvage("--version").out, Contains("selvage ") && Contains("SystemC"));
  CHECK(run_selvage("--version --json").json().contains("git"));
  const auto list = run_selvage("list");
  CHECK(list.code == 0);
  CHECK_THAT(list.out, Contains("fattree") && Contains("lockstep") && Contains("skip_lft") &&
                           Contains("scenarios/hello_fault.yaml") && Contains("bit-complement"));
  const auto json = run_selvage("list --json").json();
  CHECK(json["scenarios"].size() >= 5);
  CHECK(json["bugs"].size() >= 5);
  const auto doctor = run_selvage("doctor");
  CHECK((doctor.code == 0 || doctor.code == 2));
  CHECK_THAT(doctor.out, Contains("verilator"));
  CHECK_THAT(doctor.out, Contains("Open MPI"));
  CHECK(run_selvage("doctor --json").json().contains("tools"));
}

TEST_CASE("the schemas are draft-07 and accept themselves as JSON", "[cli]") {
  for (const char* name : {"scenario", "result", "batch"}) {
    CAPTURE(name);
    const auto schema = selvage::test::schema(name);
    CHECK(schema["$schema"] == "http://json-schema.org/draft-07/schema#");
    CHECK(schema["additionalProperties"] == false);
    CHECK_FALSE(selvage::config::validate(schema, nlohmann::json::array()).empty());
  }
  const auto scenario = selvage::test::schema("scenario");
  using nlohmann::json;
  using selvage::config::validate;
  CHECK(validate(scenario, json::parse(R"({"topology":{"kind":"fattree","m":4,"n":3}})")).empty());
  CHECK_FALSE(validate(scenario, json::parse(R"({"topology":{"kind":"fattree","m":4}})")).empty());
  CHECK_FALSE(validate(scenario, json::parse(R"({"topology":{"kind":"x"}})")).empty());
}
