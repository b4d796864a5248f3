// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "config/validate.hpp"
#include "support.hpp"

using namespace selvage::test;
using nlohmann::json;

namespace {

const char* const kRepair = "scenarios/fattree_8p3t_repair.yaml --engine golden";
const char* const kMesh = "scenarios/mesh_link_faults.yaml --engine golden";
const char* const kDeadlock = "scenarios/mesh_literal_deadlock.yaml --engine golden";

/// Both messages that go back to the failure and those to its repair.
std::size_t with(const std::vector<json>& events, bool repair) {
  return static_cast<std::size_t>(std::count_if(
      events.begin(), events.end(), [&](const json& e) { return e["repair"] == repair; }));
}

/// The story of a death or a return against what result.json says of it.
void check_spread(const json& said, const json& cut, const std::vector<json>& messages,
                  const std::vector<json>& changes, bool repair) {
  if (cut["messages"] == 0) CHECK(with(messages, repair) == said["messages"]);
  else CHECK(with(messages, repair) <= said["messages"]);
  if (cut["changes"] != 0) return;
  CHECK(with(changes, repair) == said["changes"]);
  std::set<unsigned> switches;
  json last;
  unsigned hops = 0;
  for (const json& c : changes) {
    if (c["repair"] != repair) continue;
    switches.insert(c["sw"].get<unsigned>());
    last = c["t"];
    hops = std::max(hops, c["hops"].get<unsigned>());
  }
  CHECK(switches.size() == said["switches"]);
  CHECK(last == said["last_change"]);
  CHECK(hops == said["hops"]);
}

void check_fault(const WatchedRun& run, std::size_t i) {
  const json& said = run.result["faults"][i];
  const json& fault = run.faults[i];
  CAPTURE(said["link"]);
  CHECK(run.links[fault["link"].get<std::size_t>()]["name"] == said["link"]);
  for (const char* key : {"failed", "detected", "last_change", "hops", "messages", "switches",
                          "changes", "packets_lost", "preset", "node"}) {
    CHECK(fault[key] == said[key]);
  }
  const auto deaths = run.of("death", i);
  REQUIRE(deaths.size() == 1);
  CHECK(deaths[0]["t"] == said["failed"]);
  std::vector<std::uint64_t> detected, declared;
  for (const json& d : run.of("detection", i)) {
    if (!d["up"]) declared.push_back(d["t"].get<std::uint64_t>());
  }
  for (const json& t : said["detected"]) {
    if (!t.is_null()) detected.push_back(t.get<std::uint64_t>());
  }
  std::sort(detected.begin(), detected.end());
  if (!said["preset"].get<bool>()) CHECK(declared == detected);
  const auto messages = run.of("message", i), changes = run.of("change", i);
  check_spread(said, fault["cut"], messages, changes, false);
  if (!said["repair"].is_null() && !said["repair"]["repaired"].is_null()) {
    check_spread(said["repair"], fault["cut"], messages, changes, true);
    CHECK(run.of("repair", i)[0]["t"] == said["repair"]["repaired"]);
  }
  std::size_t lost = 0;
  for (const json& l : run.of("loss", i)) lost += l["why"] != "no_route" ? 1 : 0;
  if (fault["cut"]["losses"] == 0) CHECK(lost == said["packets_lost"]);
}

}  // namespace

TEST_CASE("VIEW-EV-1: every line of events.ndjson is what its schema says") {
  const selvage::config::Validator issues(schema("events"));
  for (const char* arguments : {kSmall, kMesh, kMismatch, kDeadlock}) {
    CAPTURE(arguments);
    const WatchedRun run = watched(arguments);
    std::size_t bad = 0;
    std::uint64_t last = 0;
    for (const std::string& line : lines_of(run.text)) {
      const json value = json::parse(line);
      bad += issues(value).empty() ? 0 : 1;
      if (!value.contains("t")) continue;
      CHECK(value["t"].get<std::uint64_t>() >= last);
      last = value["t"];
    }
    CHECK(bad == 0);
    CHECK(run.switches.size() == run.result["topology"]["switches"]);
    CHECK(2 * run.links.size() == run.result["links"]["links"]);
    CHECK(run.events.back()["type"] == "end");
    // The schema is not one that takes anything.
    for (json wrong : run.events) {
      wrong["more"] = 1;
      CHECK_FALSE(issues(wrong).empty());
      wrong.erase("more");
      wrong.erase("t");
      CHECK_FALSE(issues(wrong).empty());
      if (last == 0) break;
    }
  }
}

TEST_CASE("VIEW-EV-2: every death, detection, message, change and loss of the result is an event") {
  for (const char* arguments : {kSmall, kRepair, kMesh}) {
    CAPTURE(arguments);
    const WatchedRun run = watched(arguments);
    REQUIRE(!run.result["faults"].empty());
    REQUIRE(run.faults.size() == run.result["faults"].size());
    for (std::size_t i = 0; i < run.faults.size(); ++i) check_fault(run, i);
    CHECK(run.run["status"] == run.result["status"]);
    CHECK(run.run["packets"]["delivered"] == run.result["packets"]["delivered"]);
  }
}

TEST_CASE("VIEW-EV-2: a change carries the routing state that holds from then on") {
  const WatchedRun run = watched(kSmall);
  const json& link = run.links[run.faults[0]["link"].get<std::size_t>()];
  REQUIRE(link["name"] == "LK<0,21>3");
  std::size_t lower = 0, others = 0;
  for (const json& c : run.of("change", 0)) {
    REQUIRE(c["state"].is_array());
    const json& state = c["state"];
    if (c["sw"] == link["a"][0]) {  // its own dead port, 3 of 2 and 3: V is written 3 first
      ++lower;
      CHECK(state[0] == json({"V", "01"}));
      CHECK(state[1] == json({"port 3", "dead"}));
    } else if (c["hops"] > 0 && run.switches[c["sw"].get<std::size_t>()]["level"] == 0) {
      ++others;  // who reached <0,21> over that parent has a line about it
      CHECK(state[0] == json({"V", "11"}));
      CHECK(std::find(state.begin(), state.end(), json({"table line <0,21>", "not by port 3"})) !=
            state.end());
    }
  }
  CHECK(lower == 1);
  CHECK(others > 2);
}

TEST_CASE("VIEW-EV-2: a mismatch and a deadlock are events, with their switch and channels") {
  const WatchedRun run = watched(kMismatch);
  REQUIRE(run.code == 1);
  const auto at = std::find_if(run.events.begin(), run.events.end(),
                               [](const json& e) { return e["type"] == "mismatch"; });
  REQUIRE(at != run.events.end());
  const json& said = run.result["mismatch"];
  CHECK((*at)["t"] == said["cycle"]);
  CHECK(run.switches[(*at)["sw"].get<std::size_t>()]["name"] == said["switch"]);
  CHECK((*at)["expected"] == said["expected"]);
  CHECK((*at)["actual"] == said["actual"]);

  const WatchedRun stuck = watched(kDeadlock);
  REQUIRE(stuck.code == 1);
  const auto lock = std::find_if(stuck.events.begin(), stuck.events.end(),
                                 [](const json& e) { return e["type"] == "deadlock"; });
  REQUIRE(lock != stuck.events.end());
  const json& channels = (*lock)["channels"];
  REQUIRE(channels.size() == stuck.result["wait_cycle"].size());
  REQUIRE(!channels.empty());
  for (std::size_t i = 0; i < channels.size(); ++i) {
    CHECK(channels[i]["name"] == stuck.result["wait_cycle"][i]);
    const json& ends = channels[i]["ends"];
    REQUIRE(ends.is_array());
    const std::string from = stuck.switches[ends[0].get<std::size_t>()]["name"];
    const std::string to = stuck.switches[ends[2].get<std::size_t>()]["name"];
    const std::string name = channels[i]["name"];
    CHECK(name.rfind(from + " ", 0) == 0);
    CHECK(name.find(" -> " + to + " ") != std::string::npos);
  }
}

TEST_CASE("VIEW-EV-5: switches have coordinates where there are three dimensions") {
  const std::string quick = " --set phases.measure=4000 --set faults.random.count=0";
  for (const json& s : watched(kMesh + quick).switches) {
    const json& at = s["at"];
    const std::string name = "(" + at[0].dump() + "," + at[1].dump() + "," + at[2].dump() + ")";
    CHECK(s["name"] == name);
  }
  const std::string flat = " --set topology.depth=1 --set faults.nodes=[] --set faults.links=[] ";
  for (const json& s : watched(kSmall).switches) CHECK(s["at"].is_null());
  const WatchedRun plane = watched(kMesh + flat + "--set phases.measure=16000");
  CHECK(plane.switches.size() == 16);
  for (const json& s : plane.switches) CHECK(s["at"].is_null());
}

TEST_CASE("VIEW-EV-5: switches that are dead from the start say so") {
  const WatchedRun run =
      watched("scenarios/mesh_4x4x4_faults.yaml --set bug.mcc_line_backwards=true");
  std::set<std::string> dead, said;
  for (const json& s : run.switches) {
    if (s["dead"].get<bool>()) dead.insert(s["name"].get<std::string>());
  }
  for (const json& name : run.result["faulty_nodes"]) said.insert(name.get<std::string>());
  CHECK(dead.size() == 6);
  CHECK(dead == said);
}

TEST_CASE("VIEW-EV-3: below the first line every engine leaves the same bytes") {
  const auto with_engine = [](const std::string& engine) {
    const std::string text = watched(std::string(kSmall) + " --engine " + engine).text;
    return text.substr(text.find('\n'));
  };
  const std::string golden = with_engine("golden");
  CHECK(golden.size() > 1000);
  CHECK(with_engine("golden") == golden);
  CHECK(with_engine("lockstep") == golden);
  CHECK(with_engine("rtl") == golden);
}
