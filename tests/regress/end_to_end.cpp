// SPDX-License-Identifier: Apache-2.0
/// `selvage regress` as a user calls it (REGR-CATCH, REGR-RES, REGR-SEED, REGR-SUITE).
#include <fstream>
#include <map>
#include <set>

#include "support.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

/// A suite of two short real scenarios in a folder of its own.
struct Suite {
  explicit Suite(const std::string& tests) {
    std::ofstream(scratch.path() / "tree.yaml")
        << "topology: {kind: fattree, m: 4, n: 3}\ntraffic: {load: 0.2}\n"
           "phases: {warmup: 100, measure: 3000}\nfaults: {preset: [{link: 0/21/3}]}\n";
    std::ofstream(scratch.path() / "s.yaml") << tests;
  }
  Ran run(const std::string& more, const std::string& before = "") const {
    return run_shell("cd '" + scratch.str() + "' && " + before +
                     " '" SELVAGE_EXECUTABLE "' regress s.yaml --out o " + more);
  }
  [[nodiscard]] std::string file(const std::string& name) const {
    return read_file(scratch.path() / "o" / name);
  }
  Directory scratch;
};

constexpr const char* kTree =
    "tests: [{scenario: tree.yaml, engines: [lockstep, golden], seeds: 2}, "
    "{name: bugs, scenario: tree.yaml, bugs: [skip_lft]}]\n";

}  // namespace

TEST_CASE("REGR-CATCH: a real suite passes with its bug caught, and fails with one that is not",
          "[regress]") {
  const Suite good(kTree);
  const Ran passed = good.run("--jobs 2");
  INFO(passed.out << passed.err);
  CHECK(passed.code == 0);
  CHECK_THAT(passed.out,
             Catch::Contains("PASS s: 8 of 8 runs passed, 1 of 1 deliberate bugs caught"));
  CHECK_THAT(good.file("regress.html"), Catch::Contains("FT-RS-3"));
  const Suite bad(
      "tests: [{scenario: tree.yaml, twice: never, bugs: [no_resync]}, {name: b, "
      "scenario: tree.yaml, twice: never, set: {bug: {}}}]\n");
  CHECK(bad.run("").code == 2);
  const Suite missed(
      "tests: [{scenario: tree.yaml, twice: never, bugs: [no_resync]}, {name: b, "
      "scenario: tree.yaml, twice: never, expect: deadlocked}]\n");
  const Ran failed = missed.run("");
  CHECK(failed.code == 1);
  CHECK_THAT(failed.out, Catch::Contains("1 x not caught: bug.no_resync"));
  const Ran again = missed.run("--failed --json");
  CHECK(again.code == 1);
  CHECK(again.json()["counts"]["runs"] == 2);
}

TEST_CASE("REGR-BUCKET: the first failure of a kind is replayed with waves", "[regress]") {
  const Suite suite("tests: [{scenario: wrong.yaml, twice: never, seeds: 2}]\n");
  std::ofstream(suite.scratch.path() / "wrong.yaml")
      << read_file(suite.scratch.path() / "tree.yaml") << "bug: {skip_lft: true}\n";
  const Ran ran = suite.run("");
  INFO(ran.out << ran.err);
  CHECK(ran.code == 1);
  CHECK_THAT(ran.out,
             Catch::Contains("2 x mismatch") && Catch::Contains("waves o/trials/000000/replay"));
  const auto replay = nlohmann::json::parse(suite.file("trials/000000/replay/result.json"));
  CHECK(replay["waves"].is_object());
  CHECK(run_selvage("waves '" + suite.scratch.str() + "/o/trials/000000/replay' --viewer none")
            .code == 0);
}

TEST_CASE("REGR-SEED: the printed line makes the same runs again", "[regress]") {
  const Suite suite("tests: [{scenario: tree.yaml, engines: [golden], seeds: {random: 2}}]\n");
  const Ran first = suite.run("");
  INFO(first.out << first.err);
  REQUIRE(first.code == 0);
  const auto at = first.out.find("repeat: ");
  REQUIRE(at != std::string::npos);
  const std::string line = first.out.substr(at + 8, first.out.find('\n', at) - at - 8);
  const std::string once = suite.file("regress.json");
  const Ran again = run_shell("cd '" + suite.scratch.str() + "' && " + line + " --out p");
  CHECK(again.code == 0);
  CHECK(read_file(suite.scratch.path() / "p/regress.json") == once);
  CHECK(suite.run("--shard 1/2").code == 2);  // each would draw its own
  const Ran part = suite.run("--seed 7 --shard 1/2");
  CHECK(part.code == 0);
  CHECK_THAT(part.out, Catch::Contains(", shard 1/2 alone: "));
}

TEST_CASE("REGR-SUITE: what a run refuses is reported with its place before any run", "[regress]") {
  const Suite suite(
      "tests:\n- scenario: tree.yaml\n  bugs: [no_such, skip_lft]\n  engines: [golden, lockstep]\n"
      "  set: {traffic.lod: 3}\n");
  const Ran ran = suite.run("");
  CHECK(ran.code == 2);
  CHECK_THAT(ran.err, Catch::Contains("s.yaml:5:22: error: run tree/golden is refused") &&
                          Catch::Contains("s.yaml:3:10: error: run tree/golden/bug.no_such"));
  CHECK(run_selvage("regress no_such.yaml").code == 2);
  CHECK(run_selvage("regress scenarios/suites/smoke.yaml --budget soon").code == 2);
  const Suite good(kTree);
  CHECK(good.run("--failed").code == 2);
  const Ran checked = good.run("--check");
  CHECK(checked.code == 0);
  CHECK_THAT(checked.err, Catch::Contains(" runs can run"));
  CHECK_FALSE(std::filesystem::exists(good.scratch.path() / "o/regress.json"));
  CHECK(good.run("--quiet").code == 0);
  CHECK(good.run("--failed").code == 5);
}

TEST_CASE(
    "REGR-SUITE: the suites of this tree are right, ci and nightly have every scenario, ci every bug where it shows",
    "[regress]") {
  const Directory scratch;
  const Ran smoke =
      run_selvage("regress scenarios/suites/smoke.yaml --check --out '" + scratch.str() + "'");
  INFO(smoke.err);
  CHECK(smoke.code == 0);
  std::set<std::string> in_ci;
  std::map<std::string, std::set<std::string>> scenarios;
  for (const char* name : {"ci", "nightly"}) {
    const std::string file = std::string(SELVAGE_SOURCE_DIR "/scenarios/suites/") + name + ".yaml";
    config::Diagnostics diagnostics;
    const auto suite = regress::load_suite(file, diagnostics);
    INFO(diagnostics.text());
    REQUIRE(suite);
    for (const regress::Test& test : suite->tests) {
      const auto scenario = std::filesystem::path(test.scenario.text).filename().string();
      scenarios[name].insert(scenario);
      for (const regress::Placed& bug : test.bugs) {
        if (std::string(name) == "ci") in_ci.insert(scenario + " " + bug.text);
      }
    }
  }
  const nlohmann::json list = run_selvage("list --json").json();
  CHECK(list["bugs"].size() == in_ci.size());
  for (const auto& bug : list["bugs"]) {
    const auto scenario = std::filesystem::path(bug["shown_by"].get<std::string>());
    INFO(bug["name"]);
    CHECK(in_ci.count(scenario.filename().string() + " " + bug["name"].get<std::string>()) == 1);
  }
  for (const auto& file : std::filesystem::directory_iterator(SELVAGE_SOURCE_DIR "/scenarios")) {
    const std::string scenario = file.path().filename().string();
    if (file.path().extension() != ".yaml") continue;
    for (const char* suite : {"ci", "nightly"}) {
      CAPTURE(suite, scenario);
      CHECK(scenarios[suite].count(scenario) == 1);
    }
  }
  CHECK(schema("suite")["properties"].contains("tests"));
  CHECK(schema("regress")["properties"].contains("buckets"));
}

#if SELVAGE_HAS_MPI
TEST_CASE("REGR-RES: under mpirun the same bytes", "[regress]") {
  const Suite suite(kTree);
  REQUIRE(suite.run("--quiet").code == 0);
  const std::string once = suite.file("regress.json");
  const Ran ran = suite.run("--quiet",
                            "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
                            "ASAN_OPTIONS=detect_leaks=0 timeout 100 mpirun --oversubscribe -n 3");
  INFO(ran.out << ran.err);
  REQUIRE(ran.code == 0);
  CHECK(suite.file("regress.json") == once);
}
#endif
