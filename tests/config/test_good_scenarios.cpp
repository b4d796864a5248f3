// SPDX-License-Identifier: Apache-2.0
// Good scenarios, defaults and precedence; everything under scenarios/ loads.
#include <unistd.h>

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

#include "config/schema.hpp"
#include "config/validate.hpp"
#include "load.hpp"

using selvage::Scenario;
using selvage::test::load;

namespace {

const std::string kTree = "topology: {kind: fattree, m: 4, n: 3}\n";

Scenario good(const std::string& text, std::initializer_list<const char*> sets = {}) {
  auto result = load(text, sets);
  INFO(result.diagnostics.text());
  REQUIRE(result.loaded);
  REQUIRE(result.loaded->system);
  return result.loaded->scenario;
}

}  // namespace

TEST_CASE("the schema's defaults are the defaults of Scenario", "[config][RUN-SCHEMA]") {
  const Scenario s = good(kTree);
  const Scenario d;
  CHECK(s.name == "x");
  CHECK(s.engine == d.engine);
  CHECK(s.seed == d.seed);
  CHECK(s.clock_ns == d.clock_ns);
  CHECK(s.audit == d.audit);
  CHECK(s.bugs.empty());
  CHECK(s.traffic.pattern == d.traffic.pattern);
  CHECK(s.traffic.load == d.traffic.load);
  CHECK(s.traffic.packet_beats == d.traffic.packet_beats);
  CHECK(s.traffic.source_queue_packets == d.traffic.source_queue_packets);
  CHECK(s.traffic.hot_fraction == d.traffic.hot_fraction);
  CHECK(s.phases.warmup == d.phases.warmup);
  CHECK(s.phases.measure == d.phases.measure);
  CHECK(s.phases.drain == d.phases.drain);
  CHECK(s.sw.as<selvage::CutThroughConfig>().buffer_packets ==
        d.sw.as<selvage::CutThroughConfig>().buffer_packets);
  CHECK(s.sw.route_latency == d.sw.route_latency);
  CHECK(s.link.latency == d.link.latency);
  CHECK(s.probe.period == d.probe.period);
  CHECK(s.probe.timeout == d.probe.timeout);
  CHECK(s.probe.retries == d.probe.retries);
  CHECK(s.faults.random.count == d.faults.random.count);
  CHECK(s.faults.random.from == d.faults.random.from);
  CHECK(s.faults.random.until == s.phases.warmup + s.phases.measure);
  CHECK(s.faults.random.tolerable == d.faults.random.tolerable);
  CHECK(s.faults.random_preset == d.faults.random_preset);
  CHECK(s.limits.watchdog == d.limits.watchdog);
  CHECK(s.limits.wall_seconds == d.limits.wall_seconds);
  CHECK(s.topology == nlohmann::json::parse(
                          R"({"kind":"fattree","m":4,"n":3,"rule":"corrected","lft_entries":32})"));
}

TEST_CASE("both ways of writing a link, digits with and without quotes", "[config][CFG-NAME]") {
  const Scenario s = good(kTree +
                          "faults:\n"
                          "  links:\n"
                          "    - {link: 0/21/3, at: 5}\n"
                          "    - {link: {l: 0, c: 00, k: 2}, at: 6}\n"
                          "    - {link: {l: 0, c: \"01\", k: 2}}\n"
                          "  preset: [{link: {l: 1, c: 2.1, k: 3}}]\n");
  REQUIRE(s.faults.links.size() == 3);
  CHECK(s.faults.links[0].link == "0/21/3");
  CHECK(s.faults.links[0].at == 5);
  CHECK(s.faults.links[1].link == "0/00/2");
  CHECK(s.faults.links[2].link == "0/01/2");
  REQUIRE(s.faults.preset.size() == 1);
  CHECK(s.faults.preset[0].link == "1/2.1/3");
  CHECK(s.merged["faults"]["links"][1]["link"] == "0/00/2");
}

TEST_CASE("a link that comes back may fail again, and bugs of the fabric are for every system",
          "[config][CFG-FAULT]") {
  const Scenario s = good(kTree +
                          "faults:\n"
                          "  preset: [{link: 0/00/2, repaired: 40}]\n"
                          "  links:\n"
                          "    - {link: 0/00/2, at: 50, repaired: 90}\n"
                          "    - {link: 0/00/2, at: 91}\n"
                          "  random: {count: 2, repair_after: {from: 10, until: 20}}\n"
                          "bug: {cross_dead_link: true}");
  CHECK(s.faults.preset[0].repaired == selvage::Cycle{40});
  CHECK(s.faults.links[0].repaired == selvage::Cycle{90});
  CHECK_FALSE(s.faults.links[1].repaired);
  REQUIRE(s.faults.random.repair_after);
  CHECK(s.faults.random.repair_after->from == 10);
  CHECK(s.faults.random.repair_after->until == 20);
  CHECK(s.bugs == std::vector<std::string>{"cross_dead_link"});
  CHECK_FALSE(good(kTree).faults.random.repair_after);
}

TEST_CASE("hosts by name, unquoted digits kept", "[config][CFG-NAME]") {
  const Scenario s = good(kTree + "traffic: {pattern: hot-spot, hot_hosts: [000, 011, '211']}");
  CHECK(s.traffic.hot_hosts == std::vector<std::string>{"000", "011", "211"});
}

TEST_CASE("defaults < file < --set, the last --set wins", "[config][CFG-SET]") {
  CHECK(good(kTree + "seed: 5").seed == 5);
  CHECK(good(kTree + "seed: 5", {"seed=6"}).seed == 6);
  CHECK(good(kTree + "seed: 5", {"seed=6", "seed=0x10"}).seed == 16);
  CHECK(good(kTree, {"traffic.load=0.5"}).traffic.load == 0.5);
  CHECK(good(kTree, {"bug.skip_lft=true"}).bugs == std::vector<std::string>{"skip_lft"});
  CHECK(good(kTree, {"bug.skip_lft=false"}).bugs.empty());
  CHECK(good(kTree, {"topology={kind: fattree, m: 8, n: 2}"}).topology["m"] == 8);
  CHECK(good(kTree + "faults: {links: [{link: 0/00/2}]}", {"faults.links[0].at=9"})
            .faults.links[0]
            .at == 9);
  CHECK(good(kTree, {"faults.links=[{link: 0/00/3, at: 1}]"}).faults.links[0].link == "0/00/3");
}

TEST_CASE("the merged configuration is complete and loads again to the same",
          "[config][RUN-SCHEMA]") {
  const Scenario s = good(kTree + "faults: {links: [{link: {l: 0, c: 00, k: 2}}]}");
  CHECK(s.merged["traffic"]["load"] == 0.2);
  CHECK(s.merged["faults"]["random"]["until"] == 22000);
  CHECK(good(s.merged.dump()).merged == s.merged);
  CHECK(selvage::config::validate(selvage::config::scenario_schema(), s.merged).empty());
}

TEST_CASE("a trace is read, its errors have their own places", "[config][FAB-TRACE]") {
  const auto dir =
      std::filesystem::temp_directory_path() / ("selvage_test_trace" + std::to_string(getpid()));
  std::filesystem::create_directories(dir);
  const std::string yaml = kTree + "traffic: {pattern: trace, trace_file: t.trace}";
  const std::string file = (dir / "x.yaml").string();
  const std::string trace = (dir / "t.trace").string();
  std::ofstream(trace) << "# cycle source destination\n0 000 211\n\n0 001 000\n7 211 000 # last\n";
  const auto ok = load(yaml, {}, file);
  INFO(ok.diagnostics.text());
  REQUIRE(ok.loaded);
  CHECK(ok.loaded->scenario.traffic.trace.size() == 3);
  CHECK(ok.loaded->scenario.traffic.trace[2].cycle == 7);
  CHECK_THAT(load(yaml + "\nphases: {warmup: 0, measure: 7}", {}, file).errors().at(0),
             Catch::Contains("its last packet is due in cycle 7, but injection ends at 7"));
  std::ofstream(trace) << "5 000 211\n  4 000 211\n6 000\n7 000 999\n8 000 000\nx 0 0\n9 1 2 3 4\n";
  const auto errors = load(yaml, {}, file).errors();
  REQUIRE(errors.size() == 6);
  CHECK(errors[0] == trace + ":2:3: error: cycle 4 after cycle 5: the lines have to ascend");
  CHECK(errors[1] ==
        trace + ":3:1: error: 2 words; expected: cycle source destination, and perhaps beats");
  CHECK_THAT(errors[2], Catch::StartsWith(trace + ":4:7: error: '999' is no host: "));
  CHECK(errors[3] == trace + ":5:7: error: a host does not send to itself");
  CHECK(errors[4] == trace + ":6:1: error: 'x' is no cycle");
  CHECK_THAT(errors[5], Catch::StartsWith(trace + ":7:9: error: 5 words"));
  std::filesystem::remove(trace);
  CHECK_THAT(load(yaml, {}, file).errors().at(0), Catch::Contains("no such file"));
  std::filesystem::remove_all(dir);
}

TEST_CASE("every scenario of the project loads and fits the published schema",
          "[config][RUN-SCHEMA]") {
  unsigned seen = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(SELVAGE_SOURCE_DIR) + "/scenarios")) {
    if (entry.path().extension() != ".yaml") continue;
    ++seen;
    selvage::config::Diagnostics diagnostics;
    const auto loaded =
        selvage::config::load_scenario({entry.path().string(), {}, {}}, diagnostics);
    INFO(diagnostics.text());
    CHECK(loaded);
    if (loaded) {
      CHECK(loaded->scenario.name == entry.path().stem().string());
      CHECK(selvage::config::validate(selvage::config::scenario_schema(), loaded->scenario.merged)
                .empty());
    }
    std::ifstream in(entry.path());
    std::string first;
    std::getline(in, first);
    CHECK(first.rfind("# ", 0) == 0);
  }
  CHECK(seen >= 5);
}
