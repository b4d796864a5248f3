// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "support.hpp"

using namespace selvage::test;
using nlohmann::json;

namespace {

using Seen = std::map<std::string, std::uint64_t>;  ///< losses by reason

/// Those that name a cause, or none of them.
Seen losses(const WatchedRun& run, const char* cause = nullptr, std::size_t number = 0) {
  Seen seen;
  for (const json& e : run.events) {
    if (e["type"] != "loss") continue;
    const bool mine = cause == nullptr || (e[cause].is_number() && e[cause] == number);
    if (mine) ++seen[e["why"].get<std::string>()];
  }
  return seen;
}

std::uint64_t sum(const Seen& seen) {
  std::uint64_t all = 0;
  for (const auto& [why, many] : seen) all += many;
  return all;
}

/// Those of `kind` in the file's head, which is numbered from 0.
std::vector<json> heads(const WatchedRun& run, const std::string& kind) {
  std::vector<json> out;
  for (const std::string& line : lines_of(run.text)) {
    const json value = json::parse(line);
    if (value["type"] == kind && !value.contains("t")) out.push_back(value);
  }
  return out;
}

/// Of deaths of switches or of outages: each has its losses, as many as the result says.
std::uint64_t check_causes(const WatchedRun& run, const std::string& kind, const json& said) {
  const auto listed = heads(run, kind);
  REQUIRE(listed.size() == said.size());
  std::uint64_t cut = 0;
  for (std::size_t i = 0; i < listed.size(); ++i) {
    CAPTURE(kind, i);
    CHECK(listed[i]["packets_lost"] == said[i]["packets_lost"]);
    CHECK(sum(losses(run, kind.c_str(), i)) + listed[i]["cut"].get<std::uint64_t>() ==
          said[i]["packets_lost"]);
    cut += listed[i]["cut"].get<std::uint64_t>();
  }
  return cut;
}

/// No packet is lost without a line or a count, none twice, and each by what was there by then.
void check(const WatchedRun& run) {
  REQUIRE(run.result["packets"]["in_flight"] == 0);  // none whose end is still to be counted
  std::uint64_t cut = run.run["cut"].get<std::uint64_t>() +
                      check_causes(run, "node", run.result["failed_nodes"]) +
                      check_causes(run, "flap", run.result["flaps"]);
  for (std::size_t i = 0; i < run.faults.size(); ++i) {
    const std::uint64_t kept = run.faults[i]["cut"]["losses"];
    Seen seen = losses(run, "fault", i);
    const std::uint64_t no_way = seen["no_route"];
    if (kept == 0) CHECK(sum(seen) - no_way == run.faults[i]["packets_lost"]);
    cut += kept;
  }
  const Seen seen = losses(run);
  std::uint64_t said = 0;
  for (const auto& [why, many] : run.result["packets"]["dropped"].items()) {
    CAPTURE(why);
    said += many.get<std::uint64_t>();
    const auto it = seen.find(why);
    const std::uint64_t told = it == seen.end() ? 0 : it->second;
    if (cut == 0) CHECK(told == many);
    else CHECK(told <= many);
  }
  CHECK(sum(seen) + cut == said);
  std::map<std::uint64_t, unsigned> deaths;  // by the death: whether it has happened
  std::set<std::uint64_t> packets;
  for (const json& e : run.events) {
    if (e["type"] == "node_death") deaths[e["node"].get<std::uint64_t>()] = 1;
    if (e["type"] != "loss") continue;
    CHECK(packets.insert(e["packet"].get<std::uint64_t>()).second);
    if (e["node"].is_number()) CHECK(deaths[e["node"].get<std::uint64_t>()] == 1);
  }
}

}  // namespace

TEST_CASE("VIEW-EV-4: every packet lost to a switch that dies and comes back is an event") {
  std::uint64_t by_nodes = 0;
  for (unsigned seed = 1; seed <= 5; ++seed) {
    CAPTURE(seed);
    const WatchedRun run = watched(
        "scenarios/hello_fault.yaml --engine golden --set phases.measure=8000 "
        "--set faults.links.0.at=4000 --set traffic.load=0.5 --set faults.random.nodes=2 "
        "--set faults.random.count=2 --set faults.random.from=1000 --set faults.random.until=6000 "
        "--set faults.random.repair_after.from=500 --set faults.random.repair_after.until=2500 "
        "--seed " +
        std::to_string(seed));
    check(run);
    for (const json& n : run.result["failed_nodes"]) by_nodes += n["packets_lost"].get<unsigned>();
  }
  CHECK(by_nodes > 100);
}

TEST_CASE("VIEW-EV-4: likewise worms, outages, damaged packets and flow channels") {
  const std::string scenario = GENERATE(
      "mesh_repair.yaml --set phases.measure=6000 --set traffic.load=0.2 "
      "--set faults.random.until=6000",
      "link_flaps.yaml --set phases.measure=6000 --set faults.random.until=7000 "
      "--set faults.random.flaps=40",
      "link_errors.yaml --set phases.measure=4000 --set faults.random.until=4500 "
      "--set traffic.load=0.02",
      "flow_loss.yaml --set phases.measure=6000 --set faults.random.until=6000 "
      "--set switch.flow.loss=0.0005");
  CAPTURE(scenario);
  const WatchedRun run = watched("scenarios/" + scenario + " --engine golden");
  check(run);
  CHECK(sum(losses(run)) > 10);
}
