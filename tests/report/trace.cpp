// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "support.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

std::size_t count(const json& events, const std::string& phase, const std::string& name = "") {
  std::size_t n = 0;
  for (const json& e : events) {
    if (e["ph"] == phase && (name.empty() || e["name"].get<std::string>().find(name) == 0)) ++n;
  }
  return n;
}

}  // namespace

TEST_CASE("the trace is a valid Chrome trace in order of time") {
  struct Case {
    unsigned m, n, count;
    Cycle until;
  };
  const Case c = GENERATE(Case{4, 3, 1, 2001}, Case{4, 3, 10, 2300}, Case{8, 3, 4, 9000});
  Scenario s = failing_at_random(c.count, 2000, c.until, 4);
  s.engine = Engine::kGolden;
  s.clock_ns = 1.25;
  const json run = told(s, tb::fat_tree(c.m, c.n, Engine::kGolden));
  const json trace = json::parse(run["trace"].get<std::string>());
  CHECK(trace["otherData"]["seed"] == 4);
  CHECK(trace["otherData"]["links"].size() == c.count);
  CHECK(trace["otherData"]["not_recorded"].size() == c.count);
  const json& events = trace["traceEvents"];

  double last = 0;
  std::set<int> processes;
  std::set<std::pair<int, int>> threads;
  std::map<std::string, json> flows, spans;
  for (const json& e : events) {
    INFO(e.dump());
    const std::string ph = e.at("ph");
    REQUIRE(std::string("MXisfbe").find(ph) != std::string::npos);
    REQUIRE(e.at("pid").get<int>() > 0);
    REQUIRE(e.at("tid").get<int>() >= 0);
    if (ph == "M") {
      REQUIRE(last == 0);  // names come first
      if (e["name"] == "process_name") processes.insert(e["pid"].get<int>());
      if (e["name"] == "thread_name") threads.emplace(e["pid"].get<int>(), e["tid"].get<int>());
      continue;
    }
    REQUIRE(e.at("ts").get<double>() >= last);
    last = e["ts"];
    REQUIRE(processes.count(e["pid"].get<int>()) == 1);
    REQUIRE(threads.count({e["pid"].get<int>(), e["tid"].get<int>()}) == 1);
    if (ph == "X") REQUIRE(e.at("dur").get<double>() == 0.00125);
    if (ph == "i") REQUIRE(e.at("s") == "t");
    if (ph == "s") REQUIRE(flows.emplace(e.at("id"), e).second);
    if (ph == "f") {
      const auto start = flows.find(e.at("id"));
      REQUIRE(start != flows.end());
      REQUIRE(e.at("bp") == "e");
      REQUIRE(start->second["name"] == e["name"]);
      REQUIRE(start->second["ts"].get<double>() < e["ts"].get<double>());
      flows.erase(start);
    }
    if (ph == "b") REQUIRE(spans.emplace(e.at("id"), e).second);
    if (ph == "e") REQUIRE(spans.erase(e.at("id")) == 1);
  }
  CHECK(flows.empty());
  CHECK(spans.empty());

  std::size_t messages = 0, changes = 0, losses = 0, reroutes = 0;
  for (const json& f : run["faults"]) {
    messages += f["messages"].get<std::size_t>();
    changes += f["story"]["changes"].get<std::size_t>();
    losses += f["story"]["losses"].get<std::size_t>() + f["story"]["no_route"].get<std::size_t>();
    reroutes += f["story"]["reroutes"].get<std::size_t>();
  }
  const std::size_t arrived = count(events, "s");
  CHECK(count(events, "X") == messages + arrived);
  CHECK(count(events, "f") == arrived);
  CHECK(count(events, "i", "LK") == 2 * c.count);
  CHECK(count(events, "i", "notices") == 2 * c.count);
  CHECK(count(events, "i", "routing state changes") == changes);
  CHECK(count(events, "i", "packet") == losses + reroutes);
}
