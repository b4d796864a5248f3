// SPDX-License-Identifier: Apache-2.0
/// Flow classification and the central scheduler in the fabric, against the static tables.
#include <catch2/catch.hpp>

#include <unistd.h>
#include <cstdio>
#include <fstream>
#include <map>

#include "control/random.hpp"
#include "cosim/plugs.hpp"
#include "fabric_bench.hpp"

using namespace selvage;
using nlohmann::json;

namespace {

tb::MakeSystem tree(unsigned k, Engine engine, const json& flows,
                    const std::string& faults = "none") {
  return [=] {
    const json topology{{"kind", "twolevel"}, {"k", k}, {"faults", faults}, {"flows", flows}};
    return find_plug("twolevel")->make(topology, {engine, {}, 4});
  };
}

Scenario traced(Engine engine) {
  Scenario s;
  s.engine = engine;
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.packet_beats = 32;
  s.traffic.source_queue_packets = 8;
  s.phases = {20000, 20000, 200000};
  s.limits.watchdog = 50000;
  return s;
}

std::vector<HostIdx> permutation(unsigned hosts, tb::Random& random) {
  std::vector<HostIdx> to(hosts);
  for (HostIdx i = 0; i < hosts; ++i) to[i] = i;
  for (HostIdx i = hosts - 1; i > 0; --i) std::swap(to[i], to[random.below(i + 1)]);
  return to;
}

/// Every host sends to one other, without a pause.
Scenario pairs(unsigned hosts, Engine engine, std::uint64_t seed) {
  tb::Random random(seed);
  const std::vector<HostIdx> to = permutation(hosts, random);
  Scenario s = traced(engine);
  for (Cycle at = 0; at < 40000; at += 32) {
    for (HostIdx i = 0; i < hosts; ++i) {
      if (to[i] != i) s.traffic.trace.push_back({at, i, to[i]});
    }
  }
  return s;
}

/// Every host sends to four others: much to one of them, which it is changes, little to the rest.
Scenario shifting(unsigned hosts, Engine engine, std::uint64_t seed) {
  tb::Random random(seed);
  std::array<std::vector<HostIdx>, 4> to;
  for (auto& t : to) t = permutation(hosts, random);
  Scenario s = traced(engine);
  for (Cycle slot = 0; slot < 1000; ++slot) {
    for (HostIdx i = 0; i < hosts; ++i) {
      const unsigned most = (slot / 250 + i) % 4;
      const unsigned which = slot % 5 == 4 ? random.below(4) : most;
      const HostIdx other = to[which][i];
      if (other != i) s.traffic.trace.push_back({slot * 40, i, other});
    }
  }
  return s;
}

json flows(const std::string& mode, bool ordered = true) {
  return {{"mode", mode}, {"ordered", ordered}, {"period", 1000}};
}

/// Packets delivered after a later one of the same pair, read from the journeys.
unsigned out_of_order(const std::string& journeys) {
  std::ifstream in(journeys);
  std::map<std::pair<std::string, std::string>, std::uint64_t> latest;
  unsigned late = 0;
  for (std::string line; std::getline(in, line);) {
    const json life = json::parse(line);
    if (life["end"] != "delivered") continue;
    const auto id = life["id"].get<std::uint64_t>();
    std::uint64_t& last = latest[{life["src"], life["dst"]}];
    late += id < last ? 1 : 0;
    last = std::max(last, id);
  }
  CHECK(latest.size() > 10);
  return late;
}

struct JourneyFile {
  JourneyFile() : path("flows." + std::to_string(getpid()) + ".ndjson") {}
  ~JourneyFile() { std::remove(path.c_str()); }
  std::string path;
};

}  // namespace

TEST_CASE("F-FLOW-2, F-FLOW-4: flows that move use more of the fabric than static tables",
          "[twolevel]") {
  const unsigned seed = GENERATE(1U, 2U);
  std::map<std::string, json> r;
  for (const char* mode : {"none", "classify", "schedule"}) {
    r[mode] =
        tb::simulate(pairs(128, Engine::kGolden, seed), tree(8, Engine::kGolden, flows(mode)));
    INFO(mode << " " << r[mode].dump());
    REQUIRE(r[mode]["outcome"] == "saturated");
  }
  const auto accepted = [&](const char* mode) { return r[mode]["accepted_load"].get<double>(); };
  INFO(accepted("none") << " " << accepted("classify") << " " << accepted("schedule"));
  CHECK(accepted("classify") > 1.1 * accepted("none"));
  CHECK(accepted("schedule") > 1.1 * accepted("classify"));
  CHECK(r["classify"]["links"]["used"] > r["none"]["links"]["used"]);
  CHECK(r["schedule"]["counters"]["flows_placed"] > 60);
  CHECK(r["classify"]["counters"]["flows_placed"] == 0);
}

TEST_CASE("F-FLOW-3: moved flows keep their order, and only because they wait", "[twolevel]") {
  const std::string mode = GENERATE(as<std::string>{}, "classify", "schedule");
  const bool ordered = GENERATE(true, false);
  const JourneyFile file;
  fabric::RunOptions options;
  options.journey_file = file.path;
  const json r = tb::simulate(shifting(128, Engine::kGolden, 5),
                              tree(8, Engine::kGolden, flows(mode, ordered)), options);
  CAPTURE(mode, ordered);
  INFO(r.dump());
  const unsigned late = out_of_order(file.path);
  CHECK(r["counters"]["flows_moved"] > 10);
  CHECK(r["counters"]["holds_overdue"] == 0);
  CHECK(late == r["counters"]["packets_overtaken"]);
  CHECK((late == 0) == ordered);
  CHECK((r["counters"]["flows_held"] > 0) == ordered);
  CHECK(r["in_flight"] == 0);
}

TEST_CASE("FAB-DET, F-FLOW-1: engines agree while flows move and links die", "[twolevel]") {
  const std::string faults = GENERATE(as<std::string>{}, "none", "lft");
  std::vector<json> results;
  for (const Engine engine : {Engine::kGolden, Engine::kRtl, Engine::kLockstep}) {
    Scenario s = shifting(54, engine, 3);
    s.faults.random = {3, 5000, 20000, false, RepairSpan{2000, 5000}};
    results.push_back(tb::simulate(s, tree(6, engine, flows("schedule"), faults)));
  }
  INFO(results.back().dump());
  REQUIRE(results.back()["compared_by_block"]["twolevel_route"] == results.back()["decisions"]);
  CHECK(results.back()["counters"]["flows_moved"] > 5);
  for (json& r : results) {
    r.erase("compared");
    r.erase("compared_by_block");
  }
  CHECK(results[0] == results[1]);
  CHECK(results[0] == results[2]);
}

TEST_CASE("F-FLOW-1: keys of flows are reported by name", "[twolevel]") {
  const auto complaint = [](const json& topology) -> std::string {
    try {
      (void)find_plug("twolevel")->make(topology, {Engine::kGolden, {}, 4});
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
    return "";
  };
  json topology{{"kind", "twolevel"}, {"k", 4}, {"flows", {{"mode", "classify"}}}};
  CHECK(complaint(topology).empty());
  topology["routing"] = "destination_digit";
  CHECK(complaint(topology).rfind("flows.mode: ", 0) == 0);
  topology["flows"]["mode"] = "none";
  CHECK(complaint(topology).empty());
  topology["flows"]["mode"] = "best";
  CHECK(complaint(topology).rfind("flows.mode: ", 0) == 0);
}
