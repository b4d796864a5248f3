// SPDX-License-Identifier: Apache-2.0
/// Suites stopped, resumed, split, repeated in part (REGR-RES, REGR-BUD, REGR-FAILED, REGR-SEED).
#include <set>

#include "support.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

constexpr const char* kMixed =
    "tests: [{scenario: good, seeds: 4}, {scenario: bad, seeds: 3}, {scenario: awake, bugs: [a, b]}]\n";

}  // namespace

TEST_CASE("REGR-RES: any number of processes, shards, and a resumed suite leave the same bytes",
          "[regress]") {
  const Fake fake(kMixed);
  CHECK(fake.run() == 1);
  const std::string once = fake.file("regress.json");
  Fake::How how;
  how.jobs = 4;
  CHECK(fake.run(how) == 1);
  CHECK(fake.file("regress.json") == once);
  std::filesystem::remove_all(fake.path("o"));
  for (const char* shard : {"2/2", "1/2"}) {
    Fake::How part;
    part.shard = shard;
    (void)fake.run(part);
    CHECK_FALSE(std::filesystem::exists(fake.path("o/regress.json")));
  }
  how.resume = true;
  CHECK(fake.run(how) == 1);
  CHECK(fake.file("regress.json") == once);
}

TEST_CASE("REGR-BUD: cut short is exit code 3, and never says that the design is wrong",
          "[regress]") {
  const Fake fake("tests: [{scenario: good}, {scenario: slow, bugs: [a], twice: never}]\n");
  Fake::How how;
  how.budget = 3;
  CHECK(fake.run(how) == 3);
  CHECK(fake.summary["counts"]["not_run"] >= 2);
  CHECK(fake.summary["counts"]["fail"] == 0);
  CHECK(fake.results()["status"] == "cut_short");
  fake.write("quick", "");
  how = {};
  how.resume = true;
  CHECK(fake.run(how) == 1);  // now the bug is seen not to be caught
  CHECK(fake.summary["counts"]["not_run"] == 0);
  // What has failed by then has failed.
  const Fake both("tests: [{scenario: bad, twice: never}, {scenario: slow, twice: never}]\n");
  how = {};
  how.budget = 3;
  CHECK(both.run(how) == 1);
  CHECK(both.summary["counts"]["not_run"] >= 1);
}

TEST_CASE("REGR-FAILED: only what failed last, with its seeds, until nothing does", "[regress]") {
  const Fake fake("tests: [{scenario: good}, {scenario: bad, seeds: {random: 2}, twice: never}]\n");
  Fake::How how;
  how.base = 99;
  CHECK(fake.run(how) == 1);
  std::set<std::string> failed;
  for (const auto& run : fake.summary["runs"]) {
    if (run["verdict"] == "fail") failed.insert(run["id"].get<std::string>());
  }
  CHECK(failed.size() == 2);
  fake.write("bad", "ends 0 delivered_all ''\n");
  how = {};
  how.failed = true;
  CHECK(fake.run(how) == 0);
  CHECK(fake.summary["selection"] == "failed");
  CHECK(fake.summary["counts"]["runs"] == 2);
  for (const auto& run : fake.summary["runs"]) CHECK(failed.count(run["id"]) == 1);
  std::optional<regress::Selection> none;
  std::string why;
  REQUIRE(regress::failed_last(fake.path("o").string(), none, why));
  CHECK(none->only.empty());
  std::ofstream(fake.path("o/regress.json")) << "{}";
  CHECK_FALSE(regress::failed_last(fake.path("o").string(), none, why));
  CHECK_THAT(why, Catch::Contains("regress.json: damaged"));
}

TEST_CASE("REGR-FAILED: --fail-fast ends at the first failure, with any number of processes",
          "[regress]") {
  const Fake fake(
      "tests: [{scenario: good, seeds: 3}, {scenario: bad, seeds: 4, twice: never}, {name: more, "
      "scenario: good, seeds: 5}]\n");
  Fake::How how;
  how.fail_fast = true;
  CHECK(fake.run(how) == 1);
  const std::string once = fake.file("regress.json");
  CHECK(fake.summary["counts"]["fail"] == 1);
  CHECK(fake.summary["counts"]["pass"] == 4);
  how.jobs = 3;
  CHECK(fake.run(how) == 1);
  CHECK(fake.file("regress.json") == once);
}

TEST_CASE("REGR-SEED: random seeds are those of their base, other ones of another", "[regress]") {
  const Fake fake(
      "tests: [{scenario: good, seeds: {random: 50}}, {name: b, scenario: good, seeds: "
      "{random: 50}}]\n");
  config::Diagnostics diagnostics;
  const auto suite = regress::load_suite(fake.path("s.yaml").string(), diagnostics);
  REQUIRE(suite);
  const auto seeds = [&](std::uint64_t base) {
    std::vector<std::uint64_t> out;
    for (const regress::Run& run : regress::runs_of(*suite, base)) {
      if (!run.first) out.push_back(run.seed.value());
    }
    return out;
  };
  CHECK(seeds(3) == seeds(3));
  CHECK(std::set<std::uint64_t>([&] {
          auto all = seeds(3);
          const auto more = seeds(4);
          all.insert(all.end(), more.begin(), more.end());
          return std::set<std::uint64_t>(all.begin(), all.end());
        }())
            .size() == 200);
  const Fake one("tests: [{scenario: good, seeds: {random: 1}, twice: never}]\n");
  Fake::How how;
  how.base = 3;
  CHECK(one.run(how) == 0);
  CHECK(one.summary["seed"] == 3);
  CHECK_THAT(one.summary["reproduce"].get<std::string>(), Catch::EndsWith("s.yaml --seed 3"));
}
