// SPDX-License-Identifier: Apache-2.0
/// Campaigns as a user runs them: killed, resumed, split, under mpirun (CAM-RES, CAM-FAIL,
/// CAM-BUD).
#include <catch2/catch.hpp>

#include <random>

#include "support.hpp"

using namespace selvage::test;

TEST_CASE("CAM-RES: killed ten times at random, nothing is lost or doubled", "[campaign]") {
  const Campaign c(tolerance(kLong));
  std::mt19937 random(std::random_device{}());
  unsigned killed = 0;
  std::size_t before = 0;
  for (unsigned i = 0; i < 60 && killed < 10; ++i) {
    const double wait = 0.02 + static_cast<double>(random() % 1000) / 1000 * 0.25;
    const Ran ran = c.run("--jobs 2 --quiet" + std::string(i == 0 ? "" : " --resume"),
                          "timeout -s KILL " + std::to_string(wait));
    killed += ran.code == 137 ? 1 : 0;
    if (ran.code == 0) break;
    std::filesystem::create_directories(c.scratch.path() / "o");  // killed before it was made
    const auto seen = c.journal();
    CHECK(seen.size() >= before);
    before = seen.size();
  }
  INFO("killed " << killed << " times, " << before << " trials by then");
  const Ran last = c.run("--jobs 2 --quiet --resume");
  INFO(last.err);
  CHECK(last.code == 0);
  CHECK(killed == 10);
  CHECK(c.journal().size() == 96);
  CHECK(c.tables() == undisturbed(tolerance(kLong)));
}

TEST_CASE("CAM-RES: shards one by one end in the same bytes", "[campaign]") {
  const Campaign c(tolerance(kShort));
  for (const char* shard : {"2/3", "1/3", "3/3"}) {
    REQUIRE(c.run(std::string("--quiet --shard ") + shard).code == 0);
  }
  CHECK(c.journal().size() == 96);
  REQUIRE(c.run("--quiet --resume").code == 0);
  CHECK(c.tables() == undisturbed(tolerance(kShort)));
  CHECK(c.run("--shard 4/3").code == 2);
}

#if SELVAGE_HAS_MPI
TEST_CASE("CAM-RES: under mpirun the same bytes", "[campaign]") {
  const Campaign c(tolerance(kShort));
  const Ran ran = c.run("--quiet",
                        "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
                        "ASAN_OPTIONS=detect_leaks=0 "  // Open MPI leaves memory behind
                        "timeout 100 mpirun --oversubscribe -n 3");
  INFO(ran.out << ran.err);
  REQUIRE(ran.code == 0);
  CHECK(c.journal().size() == 96);
  CHECK(c.tables() == undisturbed(tolerance(kShort)));
}

TEST_CASE("CAM-RES: trials that simulate are by themselves under mpirun too", "[campaign]") {
  const std::string text =
      "base:\n  topology: {kind: fattree, m: 4, n: 2}\n  engine: golden\n"
      "  phases: {warmup: 100, measure: 500}\n"
      "factors: [{path: traffic.load, values: [0.1, 0.2, 0.3, 0.4]}]\n";
  const Campaign c(text);
  const Ran ran = c.run("--quiet",
                        "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
                        "ASAN_OPTIONS=detect_leaks=0 timeout 100 mpirun --oversubscribe -n 3");
  INFO(ran.out << ran.err);
  REQUIRE(ran.code == 0);
  CHECK(c.tables() == undisturbed(text));
}
#endif

TEST_CASE("CAM-RES: what is there is not overwritten by accident", "[campaign]") {
  const Campaign c(tolerance(kShort));
  REQUIRE(c.run("--quiet --set seeds=1").code == 0);
  CHECK(c.run("--quiet --set seeds=1").code == 2);
  const Ran other = c.run("--quiet --resume");  // 8 seeds: another campaign
  CHECK(other.code == 2);
  CHECK_THAT(other.err, Catch::Contains("another campaign"));
  CHECK(c.run("--quiet --set seeds=1 --resume").code == 0);
  CHECK(c.run("--quiet --set seeds=1 --fresh").code == 0);
}

TEST_CASE("CAM-BUD: a spent budget stops with code 3, and --resume finishes", "[campaign]") {
  const Campaign c(tolerance(kShort));
  const Ran ran = c.run("--quiet --budget 0.2s");
  CHECK(ran.code == 3);
  const std::size_t before = c.journal().size();
  CHECK(before < 96);
  CHECK(c.run("--quiet --resume").code == 0);
  CHECK(c.tables() == undisturbed(tolerance(kShort)));
  CHECK(c.run("--budget soon").code == 2);
}

TEST_CASE("CAM-FAIL: a failed trial stops no other and leaves a command that repeats it",
          "[campaign]") {
  const Campaign c(R"(
base:
  topology: {kind: fattree, m: 4, n: 3}
  traffic: {load: 0.3}
  phases: {warmup: 100, measure: 3000}
  faults: {preset: [{link: 0/21/3}]}
factors: [{path: bug.skip_lft, name: bug, values: [false, true]}]
seeds: 2
)");
  const Ran ran = c.run("--jobs 2");
  INFO(ran.out << ran.err);
  CHECK(ran.code == 1);
  const auto results = nlohmann::json::parse(c.file("results.json"));
  CHECK(results["done"] == 4);
  REQUIRE(results["failed"].size() == 2);
  CHECK_THAT(results["failed"][0]["kind"].get<std::string>(), Catch::Contains("FT-RS-3"));
  CHECK(results["points"][0]["trials"] == 2);
  CHECK(results["points"][1]["trials"] == 0);
  CHECK(std::filesystem::exists(c.scratch.path() / "o/trials/000002/result.json"));
  // As docs/reference/campaigns.md has it: in the campaign's folder, with `selvage` on the path.
  const Ran again = run_shell("cd '" + c.scratch.str() +
                              "/o' && PATH=$(dirname '" SELVAGE_EXECUTABLE "'):$PATH && " +
                              results["failed"][0]["replay"].get<std::string>() + " --quiet");
  CHECK(again.code == 1);
  CHECK_THAT(again.out, Catch::Contains("FT-RS-3"));
}

TEST_CASE("CAM-PLAN: tolerance trials and `selvage tolerance` say the same", "[campaign]") {
  const Campaign c(
      "kind: tolerance\nbase: {topology: {kind: fattree, m: 4, n: 3}, sets: all}\n"
      "factors: [{path: faults, values: [2, 3]}]\n");
  REQUIRE(c.run("--quiet").code == 0);
  const auto points = nlohmann::json::parse(c.file("results.json"))["points"];
  CHECK(points[0]["values"]["intolerable"]["mean"].get<double>() == Approx(64.0 / 496));
  CHECK(points[1]["values"]["intolerable"]["low"].get<double>() == Approx(1632.0 / 4960));
  CHECK(points[1]["values"]["intolerable"]["n"] == 4960);
  const Ran alone = run_selvage("tolerance --topology fattree:4,3 --faults 3 --sets all --json");
  CHECK(alone.json()["intolerable"]["sets"] == 1632);
  CHECK(run_selvage("tolerance --topology mesh:4 --faults 1").code == 2);
  CHECK(run_selvage("tolerance --topology fattree:4,3 --faults 33").code == 2);
  CHECK(run_selvage("tolerance --topology fattree:4,3 --faults 4 --sets 0").code == 5);
  CHECK(run_selvage("tolerance --topology '{\"kind\":\"fattree\"}' --faults 4").code == 2);
}

TEST_CASE("CAM-FIG: a figure is drawn, judged, and reported on one page", "[campaign]") {
  const Directory scratch;
  const Ran ran = run_selvage("figure fattree_5 --quick --out '" + scratch.str() + "'");
  INFO(ran.out << ran.err);
  REQUIRE(ran.code == 0);
  CHECK_THAT(ran.out, Catch::Contains("FT-F5-4 reproduced"));
  const auto folder = scratch.path() / "fattree_5";
  CHECK_THAT(read_file(folder / "fattree_fig05.svg"), Catch::Contains("</svg>"));
  CHECK_THAT(read_file(folder / "fattree_fig05.csv"), Catch::Contains("# FT-F5-4 reproduced"));
  const Ran report = run_selvage("report '" + scratch.str() + "'");
  REQUIRE(report.code == 0);
  const std::string html = read_file(scratch.path() / "report.html");
  CHECK_THAT(html, Catch::Contains("FT-F5-3"));
  CHECK_THAT(html, Catch::Contains("data:image/svg+xml,"));
  CHECK(run_selvage("figure no_such").code == 2);
  CHECK(run_selvage("report '" + scratch.str() + "/none'").code == 2);
}
