// SPDX-License-Identifier: Apache-2.0
/// Statistics (CAM-STAT), expansion of factors (CAM-PLAN), the journal (CAM-JRN).
#include <catch2/catch.hpp>

#include <cmath>
#include <fstream>

#include "campaign/figures/summary.hpp"
#include "campaign/journal.hpp"
#include "campaign/plan.hpp"
#include "campaign/session.hpp"
#include "campaign/workers.hpp"
#include "kernel/statistics.hpp"
#include "run_selvage.hpp"

using namespace selvage;
using namespace selvage::campaign;
using selvage::test::Directory;
using selvage::test::read_file;

TEST_CASE("CAM-STAT: Student's quantiles are those of printed tables", "[campaign]") {
  const std::pair<std::uint64_t, double> known[] = {
      {1, 12.706}, {2, 4.303},  {3, 3.182},  {5, 2.571},  {6, 2.447},   {7, 2.365},
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
  const std::vector<std::string> expected{"run",    "base.yaml",
                                          "--set",  "traffic.load=0.2",
                                          "--set",  "engine=\"golden\"",
                                          "--set",  "topology.rule=\"paper\"",
                                          "--seed", "6"};
  CHECK(words == expected);
  CHECK(plan->fingerprint("a", "s") != plan->fingerprint("b", "s"));
  const auto other = plan_of(kTwo, errors, false, {"seeds=3"});
  REQUIRE(other);
  CHECK(other->trials() == 18);
  CHECK(plan->fingerprint("a", "s") != other->fingerprint("a", "s"));
  const auto quick = plan_of(kTwo, errors, true);
  REQUIRE(quick);
  CHECK(quick->trials() == 2);
  CHECK(quick->level(1, 0).label == "0.4");
}

TEST_CASE("CAM-STAT: values by seed, with a gap where a trial is missing or has none",
          "[campaign]") {
  std::string errors;
  const auto plan = plan_of(kTwo +
                                "measures: [a.b]\n"
                                "figures: [{name: f, x: load, y: a.b}]\n",
                            errors);
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
  const SummaryInput in{&*plan, &records, nlohmann::ordered_json::object(), "x"};
  const auto points = summary_json(in)["points"];
  using nlohmann::json;
  CHECK(json(points[0]["values"]["a.b"]["each"]) == json({5, nullptr}));
  CHECK(points[0]["values"]["a.b"]["n"] == 1);
  CHECK(json(points[1]["values"]["a.b"]["each"]) == json({nullptr, 9.5}));
  CHECK(json(points[2]["values"]["a.b"]["each"]) == json({nullptr, 8}));
  // Campaigns that draw nothing leave them out: trials.csv has them.
  const auto bare = plan_of(kTwo + "measures: [a.b]\n", errors);
  REQUIRE(bare);
  const SummaryInput plain{&*bare, &records, nlohmann::ordered_json::object(), "x"};
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
    REQUIRE(journal.open(scratch.str(), "", "f", 9, Start::kNew, why));
    for (record.trial = 0; record.trial < 3; ++record.trial) journal.add(record);
  }
  const auto path = scratch.path() / "journal.ndjson";
  const std::string whole = read_file(path);
  for (const std::size_t cut : {whole.size() - 1, whole.size() - 20}) {
    std::ofstream(path, std::ios::binary) << whole.substr(0, cut);
    Journal again;
    REQUIRE(again.open(scratch.str(), "", "f", 9, Start::kResume, why));
    CHECK(again.records().size() == 2);
    record.trial = 2;
    again.add(record);
    again.add(record);  // twice is once
    CHECK(again.records().size() == 3);
    CHECK(read_file(path) == whole);
  }
  Journal another;
  CHECK_FALSE(another.open(scratch.str(), "", "g", 9, Start::kResume, why));
  CHECK_THAT(why, Catch::Contains("another campaign"));
  Journal careless;
  CHECK_FALSE(careless.open(scratch.str(), "", "f", 9, Start::kNew, why));
  CHECK_THAT(why, Catch::Contains("--resume"));
}

TEST_CASE("CAM-JRN: a later record takes the place of one that another attempt may mend",
          "[campaign]") {
  const Directory scratch;
  std::string why;
  Record record;
  record.status = "crashed";
  record.exit = 137;
  CHECK_FALSE(record.settled());
  {
    Journal journal;
    REQUIRE(journal.open(scratch.str(), "", "f", 2, Start::kNew, why));
    journal.add(record);
    record.trial = 1;
    record.status = "no_result";
    record.exit = 4;  // a full disk
    CHECK_FALSE(record.settled());
    journal.add(record);
  }
  Record good;
  good.status = "delivered_all";
  CHECK(good.settled());
  Record failed = good;
  failed.trial = 1;
  failed.status = "mismatch";
  failed.exit = 1;
  CHECK(failed.settled());
  {
    Journal journal;
    REQUIRE(journal.open(scratch.str(), "", "f", 2, Start::kResume, why));
    CHECK(journal.records().at(0).status == "crashed");
    journal.add(good);
    journal.add(failed);
    journal.add(record);  // too late
  }
  Journal last;
  REQUIRE(last.open(scratch.str(), "", "f", 2, Start::kResume, why));
  CHECK(last.records().at(0).status == "delivered_all");
  CHECK(last.records().at(1).status == "mismatch");
}

TEST_CASE("CAM-FAIL: the words of a command come back from a shell as they were", "[campaign]") {
  Plan plan;
  plan.base = nlohmann::json::object();
  plan.factors = {{"f", {{"l", {{"a.b", "it's $HOME `x` \"q\""}}}}}};
  const std::string command = replay_command(plan, plan.trial(0), "printf '%s\\n'", "a file");
  const std::string words = command.substr(command.find(" run"));
  CHECK(selvage::test::run_shell("printf '%s\\n'" + words).out ==
        "run\na file\n--set\na.b=\"it's $HOME `x` \\\"q\\\"\"\n--seed\n1\n");
}

TEST_CASE("CAM-FAIL: what a process leaves becomes a record: great numbers, cut characters",
          "[campaign]") {
  const Directory scratch;
  const auto record_of = [&](const std::string& script) {
    const auto program = scratch.path() / "program";
    std::ofstream(program) << "#!/bin/sh\n" << script << "\n";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    Plan plan;
    plan.kind = Kind::kTolerance;
    plan.base = nlohmann::json::object();
    plan.factors = {{"f", {{"l", {}}}}};
    plan.shares = {"intolerable"};
    const auto workers = local_workers({&plan, program.string(), scratch.str(), ""}, 1);
    workers->start(0);
    std::vector<Record> done;
    while (done.empty()) done = workers->poll();
    return done.front();
  };
  const Record great = record_of(
      "echo '{\"status\":\"counted\",\"sets\":6000000000,"
      "\"intolerable\":{\"sets\":5000000000}}'");
  CHECK_FALSE(great.failed);
  CHECK(great.values["sets"] == 6'000'000'000ULL);
  // Two bytes a character behind one of one byte: byte 300 is inside of one.
  const Record cut = record_of("printf a >&2; printf '\\303\\251%.0s' $(seq 200) >&2; exit 4");
  CHECK(cut.failed);
  CHECK_FALSE(cut.settled());
  CHECK(cut.detail.size() == 299);
  CHECK_NOTHROW(nlohmann::json(cut.detail).dump());
  // Bytes that are no characters stop no table either.
  CHECK_THAT(json_text({{"detail", "\xff"}}), Catch::Contains("\xef\xbf\xbd"));
}

TEST_CASE("FMT-CSV: names of columns have no blanks, and numbers are plain", "[campaign]") {
  Plan plan;
  plan.kind = Kind::kTolerance;
  plan.base = nlohmann::json::object();
  plan.factors = {{"dead links", {{"3", {}}}}};
  plan.measures = {"most_entries"};
  Record record;
  record.values["most_entries"] = 1234567;
  const Records records{{0, record}};
  const SummaryInput in{&plan, &records, {}, "f"};
  CHECK(csv_name(" a  b\tc") == "a_b_c");
  CHECK_THAT(trials_csv(in), Catch::StartsWith("trial,dead_links,seed,status,exit,most_entries\n"));
  CHECK_THAT(trials_csv(in), Catch::Contains(",1234567\n"));
  CHECK_THAT(points_csv(summary_json(in)),
             Catch::StartsWith("dead_links,most_entries_n,most_entries,most_entries_low,"
                               "most_entries_high\n3,1,1234567"));
}

TEST_CASE("CAM-FAIL: tables quote what needs it and keep great numbers", "[campaign]") {
  Plan plan;
  plan.kind = Kind::kTolerance;
  plan.base = nlohmann::json::object();
  plan.factors = {{"f", {{"l", {}}}}};
  plan.measures = {"m"};
  plan.shares = {"intolerable"};
  Record record;
  record.values["m"] = {{"a", 1}, {"b", "x"}};
  record.values["intolerable"] = {{"sets", 3'000'000'000ULL}};
  record.values["sets"] = 6'000'000'000ULL;
  const Records records{{0, record}};
  const SummaryInput in{&plan, &records, {}, "f"};
  CHECK_THAT(trials_csv(in), Catch::Contains("\"{\"\"a\"\":1,\"\"b\"\":\"\"x\"\"}\""));
  const auto summary = summary_json(in);
  CHECK(summary["points"][0]["values"]["intolerable"]["mean"].get<double>() == 0.5);
  CHECK(summary["points"][0]["values"]["intolerable"]["n"] == 6'000'000'000ULL);
}

TEST_CASE("CAM-JRN: two processes do not write one journal", "[campaign]") {
  const Directory scratch;
  std::string why;
  Journal one;
  REQUIRE(one.open(scratch.str(), "", "f", 9, Start::kNew, why));
  Journal two;
  CHECK_FALSE(two.open(scratch.str(), "", "f", 9, Start::kResume, why));
  CHECK_THAT(why, Catch::Contains("another process"));
}
