// SPDX-License-Identifier: Apache-2.0
/// Statistics (CAM-STAT), expansion of factors (CAM-PLAN), the journal (CAM-JRN).
#include <catch2/catch.hpp>

#include <cmath>
#include <fstream>

#include "campaign/journal.hpp"
#include "campaign/plan.hpp"
#include "campaign/session.hpp"
#include "campaign/summary.hpp"
#include "kernel/statistics.hpp"
#include "run_selvage.hpp"

using namespace selvage;
using namespace selvage::campaign;
using selvage::test::Directory;
using selvage::test::read_file;

TEST_CASE("CAM-STAT: Student's quantiles are those of printed tables", "[campaign]") {
  const std::pair<std::uint64_t, double> known[] = {
      {1, 12.706}, {2, 4.303}, {3, 3.182}, {5, 2.571},  {6, 2.447},  {7, 2.365},
      {9, 2.262},  {15, 2.131}, {29, 2.045}, {60, 2.000}, {1000, 1.962}};
  for (const auto& [freedom, t] : known) {
    CAPTURE(freedom);
    CHECK(kernel::student95(freedom) == Approx(t).margin(0.0025));
  }
}

TEST_CASE("CAM-STAT: means and shares with their intervals", "[campaign]") {
  const auto mean = kernel::mean_of({1, 2, 3, 4});
  CHECK(mean.mean == Approx(2.5));
  CHECK(mean.high - mean.mean == Approx(3.182446 * std::sqrt(5.0 / 3 / 4)));
  CHECK(std::isinf(kernel::mean_of({7}).high));
  CHECK(std::isnan(kernel::mean_of({}).mean));
  // Brown, Cai, DasGupta 2001 and others: 0 of 10 gives 0 to 0.2775; 5 of 10, 0.2366 to 0.7634.
  CHECK(kernel::wilson(0, 10).low == 0);
  CHECK(kernel::wilson(0, 10).high == Approx(0.2775).margin(1e-4));
  CHECK(kernel::wilson(10, 10).high == 1);
  CHECK(kernel::wilson(5, 10).low == Approx(0.2366).margin(1e-4));
  CHECK(kernel::wilson(5, 10).high == Approx(0.7634).margin(1e-4));
  CHECK(kernel::exact_share(1, 4).high == 0.25);
}

namespace {

std::optional<Plan> plan_of(const std::string& text, std::string& errors, bool quick = false,
                            const std::vector<std::string>& sets = {}) {
  const Directory scratch;
  const std::string file = (scratch.path() / "plan.yaml").string();
  std::ofstream(file) << text;
  config::Diagnostics diagnostics;
  auto plan = load_plan(file, quick, sets, diagnostics);
  errors = diagnostics.text();
  return plan;
}

const std::string kTwo = R"(
base: {topology: {kind: fattree, m: 4, n: 3}}
factors:
  - {path: traffic.load, name: load, values: [0.1, 0.2, 0.3]}
  - name: rule
    cases:
      - {label: new, set: {topology.rule: corrected}}
      - {label: old, set: {topology.rule: paper, engine: golden}}
seeds: 2
first_seed: 5
quick: {seeds: 1, "factors[0].values": [0.4]}
)";

}  // namespace

TEST_CASE("CAM-PLAN: every level with every other, the last factor fastest", "[campaign]") {
  std::string errors;
  const auto plan = plan_of(kTwo, errors);
  INFO(errors);
  REQUIRE(plan);
  CHECK(plan->points() == 6);
  CHECK(plan->trials() == 12);
  const Trial t = plan->trial(7);
  CHECK(t.point == 3);
  CHECK(t.seed == 6);
  CHECK(plan->level(3, 0).label == "0.2");
  CHECK(plan->level(3, 1).label == "old");
  const std::vector<std::string> words = plan->arguments(t, "base.yaml");
  const std::vector<std::string> expected{
      "run", "base.yaml", "--set", "traffic.load=0.2", "--set", "engine=\"golden\"",
      "--set", "topology.rule=\"paper\"", "--seed", "6"};
  CHECK(words == expected);
  CHECK(plan->fingerprint("a") != plan->fingerprint("b"));
  const auto other = plan_of(kTwo, errors, false, {"seeds=3"});
  REQUIRE(other);
  CHECK(other->trials() == 18);
  CHECK(plan->fingerprint("a") != other->fingerprint("a"));
  const auto quick = plan_of(kTwo, errors, true);
  REQUIRE(quick);
  CHECK(quick->trials() == 2);
  CHECK(quick->level(1, 0).label == "0.4");
}

TEST_CASE("CAM-STAT: values by seed, with a gap where a trial is missing or has none",
          "[campaign]") {
  std::string errors;
  const auto plan = plan_of(kTwo + "measures: [a.b]\n"
                                   "figures: [{name: f, x: load, y: a.b}]\n", errors);
  INFO(errors);
  REQUIRE(plan);
  Records records;
  const auto add = [&](std::uint32_t trial, const nlohmann::ordered_json& value, bool failed) {
    Record& r = records[trial];
    r.trial = trial;
    r.failed = failed;
    r.values["a.b"] = value;
  };
  add(0, 5, false);
  add(1, 6, true);
  add(2, nullptr, false);
  add(3, 9.5, false);
  add(5, 8, false);
  const SummaryInput in{&*plan, &records, nlohmann::ordered_json::object(), "x", "selvage", "b"};
  const auto points = summary_json(in)["points"];
  using nlohmann::json;
  CHECK(json(points[0]["values"]["a.b"]["each"]) == json({5, nullptr}));
  CHECK(points[0]["values"]["a.b"]["n"] == 1);
  CHECK(json(points[1]["values"]["a.b"]["each"]) == json({nullptr, 9.5}));
  CHECK(json(points[2]["values"]["a.b"]["each"]) == json({nullptr, 8}));
  // Campaigns that draw nothing leave them out: trials.csv has them.
  const auto bare = plan_of(kTwo + "measures: [a.b]\n", errors);
  REQUIRE(bare);
  const SummaryInput plain{&*bare, &records, nlohmann::ordered_json::object(), "x", "s", "b"};
  CHECK_FALSE(summary_json(plain)["points"][0]["values"]["a.b"].contains("each"));
}

TEST_CASE("CAM-PLAN: what a campaign file may not say", "[campaign]") {
  std::string errors;
  const auto wrong = [&](const std::string& text, const std::string& needle) {
    CHECK_FALSE(plan_of(text, errors));
    CHECK_THAT(errors, Catch::Contains(needle));
  };
  wrong("factors: []\n", "factors");
  wrong("factor: [{path: a, values: [1]}]\n", "factor");
  wrong("factors: [{path: a}]\n", "either path and values, or cases");
  wrong("factors: [{path: a, values: [1]}]\nseeds: 0\n", "seeds");
  wrong("factors: [{path: a, values: [1]}]\nkind: dance\n", "kind");
  wrong("factors: [{path: a, values: [1]}]\nfigures: [{name: f}]\n", "figures");
  wrong("factors: [{path: a, values: [1]}]\nscenario: x.yaml\nbase: {seed: 1}\n", "scenario");
}

TEST_CASE("CAM-PLAN: times of --budget", "[campaign]") {
  CHECK(seconds_of("90") == 90);
  CHECK(seconds_of("90s") == 90);
  CHECK(seconds_of("20m") == 1200);
  CHECK(seconds_of("1.5h") == 5400);
  for (const char* bad : {"", "m", "-3", "0", "5d", "nan", "1e99"}) CHECK(seconds_of(bad) < 0);
}

TEST_CASE("CAM-JRN: a line cut off by a kill is taken away, whole ones stay", "[campaign]") {
  const Directory scratch;
  std::string why;
  Record record;
  record.status = "delivered_all";
  record.values["latency.mean"] = 129.5;
  {
    Journal journal;
    REQUIRE(journal.open(scratch.str(), "", "f", 9, false, why));
    for (record.trial = 0; record.trial < 3; ++record.trial) journal.add(record);
  }
  const auto path = scratch.path() / "journal.ndjson";
  const std::string whole = read_file(path);
  for (const std::size_t cut : {whole.size() - 1, whole.size() - 20}) {
    std::ofstream(path, std::ios::binary) << whole.substr(0, cut);
    Journal again;
    REQUIRE(again.open(scratch.str(), "", "f", 9, true, why));
    CHECK(again.records().size() == 2);
    record.trial = 2;
    again.add(record);
    again.add(record);  // twice is once
    CHECK(again.records().size() == 3);
    CHECK(read_file(path) == whole);
  }
  Journal another;
  CHECK_FALSE(another.open(scratch.str(), "", "g", 9, true, why));
  CHECK_THAT(why, Catch::Contains("another campaign"));
  Journal careless;
  CHECK_FALSE(careless.open(scratch.str(), "", "f", 9, false, why));
  CHECK_THAT(why, Catch::Contains("--resume"));
}

TEST_CASE("CAM-JRN: two processes do not write one journal", "[campaign]") {
  const Directory scratch;
  std::string why;
  Journal one;
  REQUIRE(one.open(scratch.str(), "", "f", 9, false, why));
  Journal two;
  CHECK_FALSE(two.open(scratch.str(), "", "f", 9, true, why));
  CHECK_THAT(why, Catch::Contains("another process"));
}
