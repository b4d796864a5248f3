// SPDX-License-Identifier: Apache-2.0
// A switch with fault messages of its own, which golden cannot read: ours, scrambled.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <sstream>
#include <vector>

#include "config/text/diagnostics.hpp"
#include "dut/whole/manifest.hpp"
#include "golden/types.hpp"
#include "runs.hpp"

using Catch::Contains;
using nlohmann::json;
using selvage::Cycle;
using namespace selvage::test;

namespace {

const std::string kOwn = std::string("--switch ") + SELVAGE_OWN_MESSAGES;
const std::string kStorm =
    " --set 'faults={random: {count: 14, from: 1000, until: 15000, tolerable: false, "
    "repair_after: {from: 500, until: 5000}}}' --set traffic.load=0.6 ";

}  // namespace

TEST_CASE("SW-OWN: messages that only the switch reads are not compared, what it does is judged") {
  const json golden = result_of("--engine golden");
  const json own = result_of(kOwn);
  for (const char* same : {"packets", "latency", "packet_hops"}) CHECK(golden[same] == own[same]);
  CHECK(own["switch_plugin"]["control"] == "own");
  for (const char* none : {"switch_message", "switch_stop"}) CHECK(compared(own, none) == 0);
}

TEST_CASE("SW-OWN: compared are the heads that left when all had to know, and no others") {
  const Directory out;
  const std::string plain = " --out " + out.str();
  const auto ran = run_selvage(kRun + "--journey " + kOwn + plain);
  INFO(ran.out << ran.err);
  REQUIRE(ran.code == 0);
  const json result = json::parse(read_file(out.path() / "result.json"));
  std::vector<Cycle> declared;
  for (const json& fault : result["faults"]) {
    for (const json& of : {fault["detected"], fault["repair"]["detected"]})
      for (const json& cycle : of) declared.push_back(cycle);
  }
  CHECK(declared.size() == 32);
  const auto in_flux = [&](Cycle c) {
    return c <= 400 || std::any_of(declared.begin(), declared.end(), [c](Cycle d) {
             return d - 1 <= c && c <= d + 400;  // the RTL runs a cycle behind
           });
  };
  std::uint64_t settled = 0;
  std::istringstream journeys(read_file(out.path() / "journeys.ndjson"));
  for (std::string line; std::getline(journeys, line);) {
    const json journey = json::parse(line);
    for (const json& hop : journey["hops"])
      if (hop["depart"].is_number() && !in_flux(hop["depart"].get<Cycle>() - 1)) ++settled;
  }
  CHECK(settled > 20'000);
  CHECK(compared(result, "switch_departure") == settled);
  const auto coverage = run_selvage("coverage " + out.str());
  INFO(coverage.out << coverage.err);
  CHECK(coverage.code == 0);
  const auto early = run_selvage(kRun + "--set faults={} " + kOwn +
                                 " --set phases.warmup=0 --set phases.measure=200" + plain);
  INFO(early.out << early.err);
  CHECK(early.code == 5);
  CHECK_THAT(early.out, Contains("when all had to know: bounds.settle is 400 cycles"));
}

TEST_CASE("SW-OWN: a violation is repeated with waves, and says when the last declaration was") {
  const Directory out;
  const auto ran =
      run_selvage("run scenarios/switch_rtl.yaml " + kOwn + "@1 --no-view --out " + out.str());
  CHECK(ran.code == 1);
  CHECK(std::filesystem::exists(out.path() / "waves.fst"));
  CHECK_THAT(ran.out, Contains("news: the last declaration was in cycle "));
}

TEST_CASE("SW-OWN: a switch that says when it is idle, and hears of what others declare") {
  result_of(std::string("--switch ") + SELVAGE_OWN_GATED + kStorm + "--seed 11");
}

TEST_CASE("SW-OWN: links that are dead from the start, and storms of deaths and repairs") {
  result_of("--set 'faults={random: {count: 5}, random_preset: true}' " + kOwn);
  for (const char* seed : {"11", "12", "13"}) result_of(kOwn + kStorm + "--seed " + seed);
}

TEST_CASE("SW-OWN: what its messages have to bring about is judged when all must know") {
  // Bits of bug_i of fattree_control.
  const auto finds = [](const char* bug, const std::string& more = "") {
    const json result = result_of(kOwn + "@" + bug + more, 1);
    INFO("bug " << bug << ": " << result["mismatch"].dump());
    CHECK(result["mismatch"]["requirement"] == "SW-ROUTE");
  };
  finds("1");                           // the table is not looked at
  finds("16");                          // news go through down ports only
  finds("2048", kStorm + "--seed 11");  // a port that is back is told nothing
}

TEST_CASE("SW-OWN: a manifest with messages of its own says when all know, and wants legal") {
  const std::string text = read_file(SELVAGE_SOURCE_DIR "/tests/whole/own_scrambled.yaml");
  const auto errors = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    selvage::config::Diagnostics diagnostics;
    const auto read = selvage::dut::read_whole_manifest("own.yaml", changed, diagnostics);
    CHECK(read.has_value() == diagnostics.empty());
    return diagnostics.text();
  };
  CHECK(errors("settle: 400", "settle: 400").empty());
  CHECK_THAT(errors(", settle: 400", ""),
             Contains("own.yaml:8:9: error: bounds: `control: own` needs `settle`"));
  CHECK_THAT(errors("control: own", "control: none"),
             Contains("own.yaml:8:") && Contains("bounds.settle: only with `control: own`"));
  CHECK_THAT(errors("compare: legal", "compare: exact"),
             Contains("own.yaml:7:10: error: compare: ") && Contains("with legal only"));
}
