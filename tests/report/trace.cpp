// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "forked.hpp"
#include "report/chrome_trace.hpp"
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

TEST_CASE("the trace is a valid Chrome trace in order of time", "[RUN-CHROME]") {
  struct Case {
    unsigned m, n, count;
    Cycle until;
  };
  const Case c = GENERATE(Case{4, 3, 1, 2001}, Case{4, 3, 10, 2300}, Case{8, 3, 4, 9000});
  Scenario s = failing_at_random(c.count, 2000, c.until, 4);
  s.engine = Engine::kGolden;
  s.clock_ns = 1.25;
  const json run = reported(s, tb::fat_tree(c.m, c.n, Engine::kGolden));
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

TEST_CASE("RUN-TRACE: the end of a story that has no room is folded") {
  Scenario s = failing_at_random(1, 2000, 2001, 4);
  s.engine = Engine::kGolden;
  const std::string text = tb::forked([&] {
                             const auto system = tb::fat_tree(4, 3, Engine::kGolden)();
                             Scoreboard board;
                             fabric::RunOptions options;
                             options.stories = true;
                             fabric::RunResult r = fabric::run(s, *system, board, options);
                             REQUIRE(r.stories.size() == 1);
                             // A small story, and so many large ones that together they have 16
                             // times the room.
                             const auto small = r.stories[0];
                             auto large = small;
                             while (large.messages.size() < 2000) {
                               auto more = large.messages.back();
                               more.departs += 2;
                               if (more.arrived != kNever) more.arrived += 2;
                               large.messages.push_back(more);
                             }
                             const auto fault = r.faults[0];
                             r.faults.assign(101, fault);
                             r.stories.assign(101, large);
                             r.stories[7] = small;
                             return report::chrome_trace({s, *system, r});
                           }).text;
  CHECK(text.size() < 20'000'000);
  const json trace = json::parse(text);
  const json& events = trace["traceEvents"];
  CHECK(events.size() - count(events, "M") <= report::kMostTraceEvents);
  CHECK(events.size() > report::kMostTraceEvents / 2);
  const json& folded = trace["otherData"]["folded_from"];
  REQUIRE(folded.size() == 101);
  std::size_t spans = 0, starts = 0;
  for (const json& e : events) {
    if (e["ph"] == "b" && e["cat"] == "folded") {
      ++spans;
      CHECK(e["name"].get<std::string>().find(" messages, ") != std::string::npos);
    }
    if (e["ph"] == "s") ++starts;
    if (e["ph"] == "f") --starts;
  }
  CHECK(starts == 0);  // no flow is cut in two
  CHECK(spans == 100);
  CHECK(folded[7].is_null());
  CHECK(folded[8].get<Cycle>() == folded[9].get<Cycle>());
  CHECK(trace["otherData"]["most_events"] == report::kMostTraceEvents);
  CHECK(trace["otherData"]["links_left_out"] == 0);
}
