// SPDX-License-Identifier: Apache-2.0
// A switch with fault messages of its own, which golden cannot read: ours, scrambled.
#include <catch2/catch.hpp>

#include "config/text/diagnostics.hpp"
#include "dut/whole/manifest.hpp"
#include "run_selvage.hpp"

using Catch::Contains;
using nlohmann::json;
using selvage::test::Directory;
using selvage::test::read_file;
using selvage::test::run_selvage;

namespace {

json result_of(const std::string& with, int code = 0) {
  const Directory out;
  const auto ran = run_selvage("run scenarios/switch_rtl.yaml --timeline never --waves never " +
                               with + " --out " + out.str());
  INFO(with << "\n" << ran.out << ran.err);
  CHECK(ran.code == code);
  return json::parse(read_file(out.path() / "result.json"));
}
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
  const json& blocks = own["compared"]["blocks"];
  // Heads that left when all had to know: eight deaths and returns, 400 cycles each, are left out.
  CHECK(blocks[0]["compared"].get<int>() > 20'000);
  CHECK(blocks[0]["compared"] < own["packet_hops"]);
  for (const std::size_t i : {1U, 2U}) CHECK(blocks[i]["compared"] == 0);
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
