// SPDX-License-Identifier: Apache-2.0
// Which situations of the data path a few packets in one switch meet, and how often: worked out
// by docs/reference/fabric.md. And what in runs that fail has to be as often as something else.
#include <array>
#include <cstdio>
#include <fstream>
#include <map>

#include "support.hpp"
#include "wave_values.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

using Met = std::map<std::string, unsigned>;

/// Those of the data path of a run.
Met data_path(const nlohmann::json& r) {
  Met met;
  for (const auto& [name, count] : r["met"].items()) {
    if (name.rfind("data.", 0) == 0) met[name.substr(5)] = count.get<unsigned>();
  }
  return met;
}

/// Packets of 16 beats among the hosts 0 to 3 of one leaf of an 8P2T. Host h hangs at port h; a
/// header comes four cycles behind its offer, is answered two cycles later and may leave then.
Scenario leaf(const std::vector<TraceRecord>& trace) {
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.packet_beats = 16;
  s.traffic.trace = trace;
  s.phases = {0, 100, 10000};
  return s;
}

Met met_by(const Scenario& s) {
  const nlohmann::json r = tb::simulate(s, tb::fat_tree(8, 2, Engine::kGolden));
  INFO(r.dump(1));
  REQUIRE(r["delivered"] == s.traffic.trace.size());
  return data_path(r);
}

}  // namespace

TEST_CASE("FAB-RC-1, FAB-PROG: what packets for one output meet") {
  // Headers in 14, answers in 16 and 17: the second one finds it busy until 32.
  CHECK(met_by(leaf({{10, 0, 2}, {10, 1, 2}})) ==
        Met{{"buffer.empty", 2}, {"route.several_ask", 1}, {"output.busy", 1}});
  // Two wait in 14, one in 15; in 32 two want the output.
  CHECK(met_by(leaf({{10, 0, 3}, {10, 1, 3}, {10, 2, 3}})) == Met{{"buffer.empty", 3},
                                                                  {"route.several_ask", 2},
                                                                  {"output.busy", 2},
                                                                  {"output.several_inputs", 1}});
  // Input 1 was served last: input 0 is behind the wrap-around.
  CHECK(met_by(leaf({{10, 1, 3}, {11, 0, 3}})) ==
        Met{{"buffer.empty", 2}, {"output.busy", 1}, {"output.turn_wraps", 1}});
  // Packets for other outputs meet nothing of it.
  CHECK(met_by(leaf({{10, 1, 0}, {10, 2, 0}, {12, 3, 1}})) ==
        Met{{"buffer.empty", 3}, {"route.several_ask", 1}, {"output.busy", 1}});
  // The same input again.
  CHECK(met_by(leaf({{10, 1, 3}, {60, 1, 3}})) ==
        Met{{"buffer.empty", 2}, {"output.turn_wraps", 1}});
}

TEST_CASE("FAB-ORDER, FAB-BUF: what packets of one buffer meet") {
  // The second header comes in 30, while the first packet leaves (16 to 31).
  CHECK(met_by(leaf({{10, 0, 2}, {10, 0, 3}})) ==
        Met{{"buffer.empty", 1}, {"buffer.behind_others", 1}});
  // Host 0's first packet waits behind that of host 1 (16 to 31); the second comes in 31, and asks
  // in the cycle behind the grant of the first.
  Met waits{{"buffer.empty", 2},
            {"buffer.behind_others", 1},
            {"output.busy", 1},
            {"output.turn_wraps", 1},
            {"output.next_asks", 1}};
  Scenario s = leaf({{10, 1, 2}, {11, 0, 2}, {11, 0, 3}});
  CHECK(met_by(s) == waits);
  // Buffers of two packets: it fills the last beat, and XON follows as the first packet is gone.
  s.sw.use<CutThroughConfig>().buffer_packets = 2;
  Met full = waits;
  full["buffer.full"] = full["flow.xoff"] = full["flow.xon_behind_tail"] = 1;
  CHECK(met_by(s) == full);
  // With packets of one beat, too, the margin is 16 + 7 beats of 48: XON when 7 of the first are
  // gone.
  s.sw.as<CutThroughConfig>().buffer_packets = 3;
  s.traffic.mix = {{1, 1, 0.5}, {16, 16, 0.5}};
  for (TraceRecord& record : s.traffic.trace) record.length = 1;
  waits["flow.xoff"] = waits["flow.xon_while_leaving"] = 1;
  CHECK(met_by(s) == waits);
}

TEST_CASE("FAB-LINK: a packet is sent into a dead link from the cycle of its death on") {
  // To another leaf: the header leaves in 16, the last beat in 31, and comes four cycles later.
  const auto lost = [](Cycle at, const char* reason) {
    Scenario s = leaf({{10, 0, 5}});
    const SwitchIdx sw = find_plug("fattree")
                             ->make({{"kind", "fattree"}, {"m", 8}, {"n", 2}}, {})
                             ->topology()
                             .attachment(0)
                             .sw;
    for (PortIdx up = 4; up < 8; ++up) s.faults.links.push_back({"up", {sw, up}, at});
    const nlohmann::json r = tb::simulate(s, tb::fat_tree(8, 2, Engine::kGolden));
    INFO(r.dump(1) << " died in " << at);
    CHECK(r["delivered"] == (reason == nullptr ? 1 : 0));
    if (reason != nullptr) CHECK(r["dropped"][reason] == 1);
    CHECK(data_path(r)["buffer.sent_into_dead"] == (at <= 16 ? 1 : 0));
  };
  lost(15, "sent_into_dead_link");
  lost(16, "sent_into_dead_link");
  lost(17, "caught_on_link");
  lost(20, "caught_on_link");
  lost(35, "caught_on_link");
  lost(36, nullptr);
}

TEST_CASE("FAB-REP: a link cuts what it is sending, in the buffer behind it or on its way out") {
  // Headers come to the root in 20 and 36, and leave it in 22 and 38; to the other leaf 6 later.
  const auto cut = [](Cycle at, HostIdx leaf_of) {
    Scenario s = leaf({{10, 0, 5}, {10, 0, 5}});
    const SwitchIdx sw = tb::fat_tree(8, 2, Engine::kGolden)()->topology().attachment(leaf_of).sw;
    for (PortIdx up = 4; up < 8; ++up) s.faults.links.push_back({"up", {sw, up}, at});
    const nlohmann::json r = tb::simulate(s, tb::fat_tree(8, 2, Engine::kGolden));
    INFO(r.dump(1) << " died in " << at);
    Met met = data_path(r);
    return std::array<unsigned, 2>{met["cut.in_buffer"], met["cut.leaving"]};
  };
  using Cut = std::array<unsigned, 2>;
  const std::map<Cycle, Cut> expected{{15, {0, 0}}, {19, {0, 0}}, {21, {1, 0}}, {22, {1, 0}},
                                      {23, {0, 1}}, {35, {0, 1}}, {37, {1, 0}}, {39, {0, 1}},
                                      {51, {0, 1}}, {52, {0, 0}}};
  for (const auto& [at, counts] : expected) {
    CAPTURE(at);
    CHECK(cut(at, 0) == counts);
    if (at > 19) CHECK(cut(at + 6, 5) == counts);
  }
}

TEST_CASE("FAB-DIE: what stands in a switch is lost with it, until its last beat is gone") {
  // How a packet ends whose last switch dies, and how many buffers that wipes.
  const auto ends = [](Cycle at, HostIdx from) {
    Scenario s = leaf({{10, from, 5}});
    const SwitchIdx sw = tb::fat_tree(8, 2, Engine::kGolden)()->topology().attachment(5).sw;
    s.faults.failing_nodes = {{sw, at, std::nullopt}};
    const nlohmann::json r = tb::simulate(s, tb::fat_tree(8, 2, Engine::kGolden));
    INFO(r.dump(1) << " died in " << at);
    std::string end = r["delivered"] == 1 ? "delivered" : "";
    for (const auto& [reason, count] : r["dropped"].items()) end += count > 0 ? reason : "";
    return end + ", " + std::to_string(data_path(r)["dead.wiped"]);
  };
  // From a host of the same leaf: the header comes in 14 and leaves from 16 to 31.
  CHECK(ends(12, 4) == "lost_in_switch, 0");
  for (const Cycle at : {15U, 16U, 17U, 31U}) CHECK(ends(at, 4) == "lost_in_switch, 1");
  CHECK(ends(32, 4).rfind("delivered", 0) == 0);
  // Over a link that dies with it: the header comes in 26, the last beat in 41; it leaves from 28.
  CHECK(ends(25, 0) == "caught_on_link, 0");
  for (const Cycle at : {27U, 28U, 29U, 41U}) CHECK(ends(at, 0) == "caught_on_link, 1");
  for (const Cycle at : {42U, 43U}) CHECK(ends(at, 0) == "lost_in_switch, 1");
  CHECK(ends(44, 0).rfind("delivered", 0) == 0);
}

TEST_CASE("FAB-DIE: a switch that is back serves packets as one that was reset") {
  // Hops of the packets offered from 3000 on, by source, destination and cycle.
  const auto late = [](std::optional<Cycle> dies) {
    std::vector<TraceRecord> trace;
    for (Cycle at = 10; dies && at < 16; ++at) {
      for (HostIdx h = 0; h < 4; ++h) {
        trace.push_back({at, h, h == 3 ? 1U : 3U});
        trace.push_back({at, h, 4 + h});
        trace.push_back({at, h, h == 0 ? 2U : 0U});
      }
    }
    for (HostIdx h = 0; h < 4; ++h) trace.push_back({3000, h, h == 2 ? 1U : 2U});
    for (HostIdx h = 0; h < 4; ++h) trace.push_back({3100, h, h == 3 ? 0U : 3U});
    for (HostIdx h = 0; h < 4; ++h) trace.push_back({3200, h, 4 + h});
    for (HostIdx h = 1; h < 4; ++h) trace.push_back({3300, h, 0});
    Scenario s = leaf(trace);
    s.phases = {0, 4000, 10000};
    s.probe = {60, 12, 1};
    s.traffic.source_queue_packets = 20;
    s.sw.use<CutThroughConfig>().buffer_packets = 2;
    if (dies) s.faults.failing_nodes = {{0, *dies, *dies + 1}};
    const std::string log = std::string(std::tmpnam(nullptr)) + ".ndjson";
    fabric::RunOptions options;
    options.journey_file = log;
    const nlohmann::json r = tb::simulate(s, tb::fat_tree(8, 2, Engine::kGolden), options);
    std::map<std::string, nlohmann::json> hops;
    std::ifstream in(log);
    for (std::string line; std::getline(in, line);) {
      const nlohmann::json life = nlohmann::json::parse(line);
      if (life["created"] < 3000) continue;
      hops[life["src"].dump() + life["dst"].dump() + life["created"].dump()] = life["hops"];
    }
    std::remove(log.c_str());
    INFO(r.dump(1));
    CHECK(hops.size() == 15);
    CHECK(r["in_flight"] == 0);
    if (dies) CHECK(r["failed_nodes"][0]["back"] < 3000);
    return hops;
  };
  const auto fresh = late(std::nullopt);
  for (const Cycle dies : {15U, 16U, 17U, 18U, 19U, 20U, 25U, 31U, 33U, 41U, 57U, 90U}) {
    CAPTURE(dies);
    CHECK(late(dies) == fresh);
  }
}

TEST_CASE("FAB-ORDER: waves show how many packets an input holds, the first, and what it does") {
  const std::string file = std::string(std::tmpnam(nullptr)) + ".fst";
  fabric::RunOptions options;
  options.waves.emplace().file = file;
  const nlohmann::json r =
      tb::simulate(leaf({{10, 0, 2}, {10, 0, 3}}), tb::fat_tree(8, 2, Engine::kGolden), options);
  INFO(r.dump(1));
  REQUIRE(r["delivered"] == 2);
  const tb::WaveValues waves(file);
  std::remove(file.c_str());
  REQUIRE(waves.readable());
  const auto at = [&](const std::string& row, Cycle cycle) {
    return waves.number("fabric.sw_0_0.in_0_" + row, cycle * tb::kPeriod);
  };
  // Headers in 14 and 30, each asks at once; the second may leave when the first is gone, in 32.
  const std::vector<std::array<unsigned, 3>> expected{
      {13, 0, 0}, {14, 1, 2}, {15, 1, 2}, {16, 1, 4}, {29, 1, 4},
      {30, 2, 4}, {31, 2, 4}, {32, 1, 4}, {47, 1, 4}, {48, 0, 0}};
  for (const auto& [cycle, held, state] : expected) {
    INFO(cycle);
    CHECK(at("held", cycle) == held);
    CHECK(at("state", cycle) == state);
    const std::string packet = waves.text("fabric.sw_0_0.in_0", cycle * tb::kPeriod);
    CHECK(packet.empty() == (held == 0));
  }
}

TEST_CASE("FAB-DRAIN, FAB-DROP, FAB-DECL: packets that are lost have met what they were lost by") {
  Scenario s = uniform(0.5, 6000);
  s.traffic.packet_beats = 16;
  s.phases = {0, 6000, 20000};
  s.seed = GENERATE(1U, 2U);
  s.faults.random.count = 8;
  s.faults.random.from = 500;
  s.faults.random.until = 4000;
  if (s.seed == 2) s.faults.random.repair_after = {900, 2500};
  const nlohmann::json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  INFO(r.dump(1));
  Met met = data_path(r);
  CHECK(met["route.no_way"] == r["dropped"]["no_route"]);
  CHECK(met["route.dead_port"] == r["dropped"]["dead_port"]);
  CHECK(met["output.drains"] == met["route.no_way"] + met["route.dead_port"]);
  CHECK(met["route.dead_port"] > 0);
  CHECK(met["buffer.sent_into_dead"] == r["dropped"]["sent_into_dead_link"]);
  // Every answer but those asked for again or lost is that of a packet that has come.
  CHECK(met["buffer.empty"] + met["buffer.behind_others"] + met["route.asked_again"] +
            met["dead.waiting_asks_again"] ==
        r["decisions"]);
}

TEST_CASE("FAB-DECL: a packet that waits asks again in the cycle behind a port's declaration") {
  // Two of the leaf's up ports are dead; two long packets leave by port 6 one behind the other, the
  // third waits for it, and port 7 is free. The control takes the declaration in cycle t and
  // changes its state at the end of t + 2: the first answer, of t + 3, is of the state before, so
  // that the packet asks once more, and leaves in t + 5.
  Scenario s = leaf({{10, 1, 5}, {200, 0, 5}, {210, 2, 5}});
  s.traffic.packet_beats = 300;
  s.phases = {0, 1000, 10000};
  s.probe = {60, 12, 1};
  s.faults.preset = {{"", {0, 4}}, {"", {0, 5}}};
  s.faults.links = {{"", {0, 6}, 330}};
  const std::string log = std::string(std::tmpnam(nullptr)) + ".ndjson";
  fabric::RunOptions options;
  options.journey_file = log;
  const nlohmann::json r = tb::simulate(s, tb::fat_tree(8, 2, Engine::kGolden), options);
  INFO(r.dump(1));
  const auto declared = r["faults"][0]["detected"][0].get<Cycle>();
  unsigned seen = 0;
  std::ifstream in(log);
  for (std::string line; std::getline(in, line);) {
    const nlohmann::json life = nlohmann::json::parse(line);
    if (life["created"] != 200) continue;
    ++seen;
    CHECK(life["hops"][0]["out"] == 7);
    CHECK(life["hops"][0]["depart"] == declared + 5);
  }
  std::remove(log.c_str());
  CHECK(seen == 1);
  Met met = data_path(r);
  CHECK(met["dead.waiting_asks_again"] == 1);
  CHECK(met["route.asked_again"] == 1);
}
