// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>
#include <limits>
#include <map>

#include "support.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

LinkFault fault(const tb::MakeSystem& make, const std::string& link, Cycle at) {
  std::string why;
  const auto system = make();
  const auto end = system->topology().parse_link(link, why);
  REQUIRE(end);
  return {link, *end, at};
}

}  // namespace

TEST_CASE("FT-AUD-3: a single failure at level l changes its last state after 2n-3-2l hops") {
  struct Case {
    unsigned m, n;
    std::string link;
    unsigned hops;
  };
  const Case c =
      GENERATE(Case{4, 3, "0/21/3", 3}, Case{4, 3, "1/01/2", 1}, Case{8, 3, "0/73/6", 3},
               Case{8, 3, "1/20/4", 1}, Case{4, 5, "0/2101/2", 7}, Case{4, 5, "2/0110/3", 3});
  const tb::MakeSystem make = tb::fat_tree(c.m, c.n, Engine::kGolden);
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.load = 0.05;
  s.phases = {0, 5000, 100000};
  s.faults.links = {fault(make, c.link, 2000)};
  const json r = tb::simulate(s, make);
  INFO(r.dump());
  REQUIRE(r["faults"].size() == 1);
  const json& f = r["faults"][0];
  CHECK(f["failed"] == 2000);
  CHECK(f["detected"][0] > 2000);
  CHECK(f["detected"][1] > 2000);
  CHECK(f["hops"] == c.hops);
  CHECK(r["settled"] == true);
  CHECK(r["audit"]["dead_ends"] == 0);
  CHECK(r["audit"]["excluded"] == 0);
  CHECK(r["audit"]["checked"] > 0);
}

TEST_CASE("conservation, audit and progress hold while links fail under load") {
  struct Tree {
    unsigned m, n;
  };
  const Tree t = GENERATE(Tree{4, 3}, Tree{4, 4}, Tree{6, 3}, Tree{8, 3});
  Scenario s;
  s.engine = Engine::kGolden;
  s.seed = GENERATE(range(1, 7));
  s.traffic.load = 0.4;
  s.phases = {1000, 12000, 200000};
  s.faults.random = {5, 1000, 10000, false};
  const json r = tb::simulate(s, tb::fat_tree(t.m, t.n, Engine::kGolden));
  INFO(r.dump());
  CHECK((r["outcome"] == "delivered all" || r["outcome"] == "dropped some" ||
         r["outcome"] == "saturated"));
  CHECK(r["in_flight"] == 0);
  CHECK(r["settled"] == true);
  CHECK(r["audited"] == true);
  CHECK(r["audit"]["dead_ends"] == 0);
  CHECK(r["audit"]["excluded"] == 0);
  CHECK(r["accepted"] == r["delivered"].get<std::uint64_t>() + dropped(r));
}

TEST_CASE("packets on a dying link are dropped and counted by reason") {
  const tb::MakeSystem make = tb::fat_tree(4, 3, Engine::kGolden);
  Scenario s = one_flow();
  s.faults.links = {fault(make, "0/21/3", 2020)};
  const std::string log = std::string(std::tmpnam(nullptr)) + ".ndjson";
  fabric::RunOptions options;
  options.journey_file = log;
  const json r = tb::simulate(s, make, options);
  INFO(r.dump());
  CHECK(r["outcome"] == "dropped some");
  CHECK(r["dropped"]["caught_on_link"] >= 1);
  CHECK(r["dropped"]["sent_into_dead_link"] >= 1);
  CHECK(r["dropped"]["no_route"] == 0);
  CHECK(r["delivered"] > 50);
  CHECK(r["faults"][0]["lost"].get<std::uint64_t>() == 100 - r["delivered"].get<std::uint64_t>());

  std::ifstream in(log);
  std::map<std::string, unsigned> ends;
  unsigned lines = 0;
  for (std::string line; std::getline(in, line); ++lines) {
    const json j = json::parse(line);
    ++ends[j["end"]];
    const bool lost = j["end"] == "caught_on_link" || j["end"] == "sent_into_dead_link";
    CHECK(j.contains("fault") == (lost || j["end"] == "dead_port"));
    CHECK(j["src"] == "100");
    CHECK(j["hops"][0]["switch"] == "<0,10>");
  }
  std::remove(log.c_str());
  CHECK(lines == 100);
  CHECK(ends["delivered"] == r["delivered"]);
  CHECK(ends["caught_on_link"] == r["dropped"]["caught_on_link"]);
}

TEST_CASE("FAB-DECL: in the cycle of a declaration packets still leave, from the next on none") {
  const tb::MakeSystem make = tb::fat_tree(4, 3, Engine::kGolden);
  int latest =
      std::numeric_limits<int>::min();  // departure into the dead link, after its declaration
  for (Cycle offset = 0; offset < 64; ++offset) {
    Scenario s;
    s.engine = Engine::kGolden;
    s.traffic.pattern = TrafficPattern::kTrace;
    s.traffic.source_queue_packets = 200;
    for (unsigned i = 0; i < 100; ++i) s.traffic.trace.push_back({1 + offset + i, 4, 11});
    s.phases = {0, 6500, 100000};
    s.faults.links = {fault(make, "0/21/3", 2020)};
    const std::string log = std::string(std::tmpnam(nullptr)) + ".ndjson";
    fabric::RunOptions options;
    options.journey_file = log;
    const json r = tb::simulate(s, make, options);
    REQUIRE(r["outcome"] == "dropped some");
    const int declared = r["faults"][0]["detected"][1].get<int>();  // by the end above
    json first;
    std::ifstream in(log);
    for (std::string line; std::getline(in, line);) {
      const json hops = json::parse(line)["hops"];
      if (hops.size() < 4 || !hops[3].contains("depart")) continue;
      if (first.is_null()) first = hops[3];
      if (hops[3]["switch"] != first["switch"] || hops[3]["out"] != first["out"]) continue;
      latest = std::max(latest, hops[3]["depart"].get<int>() - declared);
    }
    std::remove(log.c_str());
  }
  CHECK(latest == 0);
}

TEST_CASE("FAB-ORDER: packets leave an input buffer in the order in which they came") {
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.load = 0.8;
  s.traffic.source_queue_packets = 8;
  s.phases = {0, 12000, 400000};
  s.faults.random = {4, 1000, 9000, false};
  const std::string log = std::string(std::tmpnam(nullptr)) + ".ndjson";
  fabric::RunOptions options;
  options.journey_file = log;
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden), options);
  INFO(r.dump());
  REQUIRE(r["delivered"] > 1000);
  // Per input of a switch: (arrival, departure) of every packet that left it.
  std::map<std::string, std::map<std::uint64_t, std::uint64_t>> inputs;
  std::ifstream in(log);
  for (std::string line; std::getline(in, line);) {
    const json life = json::parse(line);
    for (const json& hop : life["hops"]) {
      if (!hop.contains("depart")) continue;
      const std::string input = hop["switch"].get<std::string>() + hop["in"].dump();
      CHECK(inputs[input].emplace(hop["arrive"], hop["depart"]).second);
    }
  }
  std::remove(log.c_str());
  std::uint64_t waited = 0;
  for (const auto& [input, packets] : inputs) {
    std::uint64_t last = 0;
    for (const auto& [arrived, departed] : packets) {
      INFO(input << " arrived " << arrived);
      REQUIRE(departed >= last + (last == 0 ? 0 : s.traffic.packet_beats));
      if (departed > arrived + s.sw.route_latency) ++waited;
      last = departed;
    }
  }
  CHECK(waited > 1000);  // the buffers were in use
}

TEST_CASE("FT-TOP-4: node links are not among those that can fail") {
  const auto system = tb::fat_tree(4, 3, Engine::kGolden)();
  const Topology& t = system->topology();
  for (std::uint32_t i = 0; i < t.fallible_link_count(); ++i) {
    const SwitchPort end = t.fallible_link(i);
    CHECK(t.peer(end.sw, end.port).kind == PortEnd::Kind::kSwitch);
  }
  std::string why;
  CHECK(!t.parse_link("0/21/1", why));  // down port 1 of a leaf leads to node 211
  CHECK(!why.empty());
}

TEST_CASE("faults that are there from the start are known from the start: nothing is lost",
          "[FT-AUD-1][COS-SETTLE]") {
  const tb::MakeSystem make = tb::fat_tree(4, 3, GENERATE(Engine::kGolden, Engine::kLockstep));
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.load = 0.3;
  s.phases = {0, 8000, 100000};
  s.faults.preset = {fault(make, "0/21/3", 0), fault(make, "1/01/2", 0), fault(make, "0/20/2", 0),
                     fault(make, "0/00/2", 0)};
  const json r = tb::simulate(s, make);
  INFO(r.dump());
  CHECK(r["audit"]["dead_ends"] == 0);
  CHECK(r["outcome"] == (r["audit"]["unreachable_pairs"] == 0 ? "delivered all" : "dropped some"));
  CHECK(r["dropped"]["sent_into_dead_link"] == 0);
}

TEST_CASE("E1 in the fabric: the printed rule drops packets that the corrected rule delivers",
          "[FT-MSG-6][FT-AUD-1]") {
  const std::vector<std::string> links = {"1/000/2", "1/010/3", "2/000/2", "2/000/3"};
  const std::string rule = GENERATE(as<std::string>{}, "paper", "corrected");
  const Engine engine = GENERATE(Engine::kGolden, Engine::kLockstep);
  const tb::MakeSystem make = tb::fat_tree(4, 4, engine, {}, rule);
  Scenario s;
  s.engine = engine;
  s.traffic.load = 0.25;
  s.phases = {0, 60000, 200000};
  for (const std::string& l : links) s.faults.preset.push_back(fault(make, l, 0));
  const json r = tb::simulate(s, make);
  INFO(r.dump());
  if (rule == "paper") {
    CHECK(r["dropped"]["no_route"] > 0);
    CHECK(r["audit"]["dead_ends"] > 0);
    CHECK(r["outcome"] == "dropped some");
  } else {
    CHECK(r["outcome"] == "delivered all");
    CHECK(r["audit"]["dead_ends"] == 0);
  }
  if (engine == Engine::kLockstep) CHECK(r["compared"] > r["decisions"]);
}
