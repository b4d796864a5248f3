// SPDX-License-Identifier: Apache-2.0
/// Messages that wait for others, played on a fabric (docs/reference/applications.md).
#include <algorithm>
#include <catch2/catch.hpp>

#include "../config/netrace_file.hpp"
#include "config/application/generate.hpp"
#include "config/application/netrace.hpp"
#include "fabric_bench.hpp"
#include "wormhole/bench.hpp"

using namespace selvage;
using nlohmann::json;

namespace {

constexpr unsigned kPacketBytes = 64 * 25 - 9;  ///< of the default packet of 64 beats

/// Nothing but an application on a 4P3T of 16 hosts.
Scenario with_application(Application application) {
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.pattern = TrafficPattern::kApplication;
  s.traffic.application = std::move(application);
  s.phases = {0, 50000, 50000};
  return s;
}

Application collective(const char* kind, std::uint64_t bytes, std::uint64_t rounds = 1,
                       Cycle compute = 0, HostIdx hosts = 16) {
  config::ApplicationKeys keys;
  keys.kind = kind;
  keys.bytes = bytes;
  keys.rounds = rounds;
  keys.compute = compute;
  for (HostIdx h = 0; h < hosts; ++h) keys.hosts.push_back(h);
  keys.grid = config::squarest(hosts);
  return config::generate(keys);
}

AppMessage message(HostIdx from, HostIdx to, std::uint64_t bytes, Cycle at = 0, Cycle work = 0) {
  AppMessage m;
  m.source = from;
  m.destination = to;
  m.bytes = bytes;
  m.at = at;
  m.work = work;
  return m;
}

json run(const Scenario& s, const Engines& engine = Engine::kGolden) {
  json r = tb::simulate(s, tb::fat_tree(4, 3, engine));
  INFO(r.dump());
  REQUIRE(r.contains("application"));
  return r["application"];
}

/// Switches on the way between two hosts of a 4P3T.
unsigned switches_between(HostIdx a, HostIdx b) {
  return a / 2 == b / 2 ? 1 : a / 4 == b / 4 ? 3 : 5;
}

/// Cycles from the offer of a message to the arrival of its last tail, alone in the fabric.
Cycle way(HostIdx from, HostIdx to, Cycle packets, const Scenario& s) {
  const Cycle switches = switches_between(from, to);
  return packets * s.traffic.packet_beats - 1 + (switches + 1) * s.link.latency +
         switches * s.sw.route_latency;
}

}  // namespace

TEST_CASE("APP-DONE: a ring all-reduce on an idle fabric is complete when its closed form says") {
  const Cycle packets = GENERATE(1U, 3U);
  const Cycle rounds = GENERATE(1U, 2U);
  const Cycle compute = GENERATE(0U, 70U);
  // The last packet of a message is not full.
  Scenario s = with_application(
      collective("ring_allreduce", 16 * (packets * kPacketBytes - 5), rounds, compute));
  s.link.latency = GENERATE(1U, 4U, 9U);
  // Each step waits for that of the host before: the longest of all chains of steps around.
  const Cycle steps = rounds * 30;
  Cycle longest = 0, of_15 = 0;
  for (HostIdx start = 0; start < 16; ++start) {
    of_15 = (steps - 1) * (1 + compute);
    for (Cycle i = 0; i < steps; ++i) {
      const auto from = static_cast<HostIdx>((start + i) % 16);
      of_15 += way(from, (from + 1) % 16, packets, s);
    }
    longest = std::max(longest, of_15);
  }
  // All begin in one cycle, and a switch takes one request a cycle (FAB-RC-1): the first header of
  // host 15, which begins a longest chain, is the second at its leaf and at level 1, and the last
  // of four at the root.
  REQUIRE(of_15 == longest);
  constexpr Cycle kBehind = 1 + 1 + 3;
  const json a = run(s);
  CHECK(a["messages"] == steps * 16);
  CHECK(a["packets"] == steps * 16 * packets);
  CHECK(a["delivered"] == steps * 16);
  CHECK(a["complete"] == longest + kBehind);
  if (packets == 1 && rounds == 1 && compute == 0 && s.link.latency == 4) {
    // By hand: once around are 8 ways over 1 switch, 4 over 3, 4 over 5: 40. Twice that, less the
    // shortest two in a row (1 + 3), are 76 switches and 30 + 76 links, each packet 63 behind.
    CHECK(longest == 30 * 63 + (76 + 30) * 4 + 76 * 2 + 29);
  }
}

TEST_CASE("APP-WAIT: a message waits for arrivals, for work, for its own time, for what was sent") {
  Application app;
  app.add(message(0, 15, kPacketBytes, 10), {});
  app.add(message(15, 3, kPacketBytes, 0, 40), {0});
  app.add(message(15, 2, kPacketBytes, 5000), {1});  // leaves from its own source
  app.add(message(2, 15, 1, 0), {2});
  const Scenario s = with_application(app);
  const json a = run(s);
  REQUIRE(a["delivered"] == 4);
  const Cycle third = 5000 + way(15, 2, 1, s);
  CHECK(a["complete"] == third + 1 + way(2, 15, 1, s));

  Application sent;
  sent.add(message(0, 15, kPacketBytes, 10), {});
  sent.add(message(0, 15, kPacketBytes, 0, 200), {0});
  CHECK(run(with_application(sent))["complete"] == 10 + 200 + way(0, 15, 1, s));
}

TEST_CASE("APP-QUEUE: a message longer than the source queue is sent without a gap or a refusal") {
  Application app;
  app.add(message(0, 15, 200 * kPacketBytes), {});
  Scenario s = with_application(app);
  s.traffic.source_queue_packets = GENERATE(1U, 2U, 64U);
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  INFO(r.dump());
  CHECK(r["refused"] == 0);
  CHECK(r["offered"] == 200);
  CHECK(r["application"]["complete"] == way(0, 15, 200, s));
}

TEST_CASE(
    "APP-QUEUE: so is one in other kinds of switches, whose hosts hold packets at their wires") {
  Application app;
  app.add(message(0, 15, 200 * kPacketBytes), {});
  app.add(message(0, 14, 3 * kPacketBytes), {});
  Scenario s = with_application(app);
  s.traffic.source_queue_packets = GENERATE(1U, 2U, 64U);
  if (GENERATE(false, true)) {
    s.sw.use<FlowConfig>();
  } else {
    s.sw.use<WormholeConfig>();
  }
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  INFO(r.dump());
  CHECK(r["refused"] == 0);
  CHECK(r["offered"] == 203);
  CHECK(r["application"]["complete"].is_number());
}

TEST_CASE("APP-QUEUE: what may be sent first goes first, one message behind the other") {
  Application app;
  app.add(message(0, 15, 3 * kPacketBytes, 100), {});
  app.add(message(0, 14, 3 * kPacketBytes, 99), {});
  app.add(message(0, 13, 3 * kPacketBytes, 100), {});
  Scenario s = with_application(app);
  s.traffic.source_queue_packets = 2;
  const json a = run(s);
  // 13 comes last, behind nine packets of the one host.
  CHECK(a["complete"] == 99 + way(0, 13, 9, s));
}

TEST_CASE("APP-CUT: packets are of the longest length, the last of the shortest that holds it") {
  Application app;
  app.add(message(0, 15, 2 * kPacketBytes + 30), {});
  Scenario s = with_application(app);
  s.traffic.mix = {{2, 41, 0.5}, {64, kPacketBytes, 0.25}, {8, 191, 0.25}};
  json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  CHECK(r["application"]["packets"] == 3);
  CHECK(r["application"]["complete"] == 2 * 64 + 2 - 1 + 6 * 4 + 5 * 2);
  s.traffic.application.messages[0].bytes += 12;  // 42: one too many for two beats
  r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  CHECK(r["application"]["complete"] == 2 * 64 + 8 - 1 + 6 * 4 + 5 * 2);
}

TEST_CASE("APP-LOST: a lost message is named, what waits for it is not sent, the run passes") {
  Scenario s = with_application(collective("ring_allreduce", 16 * kPacketBytes));
  const auto system = tb::fat_tree(4, 3, Engine::kGolden)();
  std::string why;
  LinkFault fault;
  fault.end = *system->topology().parse_link("0/00/2", why);  // 001 to 010, and 311 to 000
  fault.at = 1000;
  s.faults.links = {fault};
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  INFO(r.dump());
  const json& a = r["application"];
  CHECK(r["outcome"] == "dropped some");
  CHECK(a["complete"].is_null());
  REQUIRE(a["lost"].get<int>() >= 1);
  const bool up = a["first_lost"]["from"] == "001";
  CHECK(a["first_lost"]["from"] == (up ? "001" : "311"));
  CHECK(a["first_lost"]["to"] == (up ? "010" : "000"));
  CHECK(a["first_lost"]["at"].get<Cycle>() >= 1000);
  CHECK(a["first_lost"]["met"] == "LK<0,00>2");
  // The steps of the ring behind it.
  CHECK(a["unsent"].get<int>() > 10);
  CHECK(a["delivered"].get<int>() + a["unsent"].get<int>() + a["lost"].get<int>() == a["messages"]);
  CHECK(r["in_flight"] == 0);
}

TEST_CASE("APP-LOST: hosts of faulty switches lose their messages in cycle 0") {
  Scenario s = with_application(collective("all_to_all", 100));
  s.faults.nodes = {0};  // of 000 and 001
  const json a = run(s);
  CHECK(a["lost"] == 2 * 15 + 14 * 2);
  CHECK(a["first_lost"]["at"] == 0);
  CHECK(a["first_lost"]["reason"] == "host_gone");
  CHECK(a["complete"].is_null());
}

TEST_CASE("APP-LOST: a host whose switch dies loses what it has still to send, XOFF or not") {
  Application app;
  for (const HostIdx from : {0U, 1U, 4U, 8U, 12U}) {
    app.add(message(from, 15, 60 * kPacketBytes), {});
    app.add(message(from, 14, 3 * kPacketBytes), {});
  }
  Scenario s = with_application(app);
  s.traffic.source_queue_packets = 1;
  NodeFault fault;
  fault.node = tb::fat_tree(4, 3, Engine::kGolden)()->topology().attachment(0).sw;
  fault.at = GENERATE(range(Cycle{4000}, Cycle{4400}, Cycle{16}));
  s.faults.failing_nodes = {fault};
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  INFO(r.dump());
  CHECK(r["outcome"] == "dropped some");
  CHECK(r["offered"] == 5 * 63);
  CHECK(r["application"]["lost"] >= 4);
}

TEST_CASE("APP-LOST: a host whose node of a mesh dies loses what it has still to send") {
  Scenario s = with_application(collective("all_to_all", 2048, 3, 0, 27));
  s.sw.use<WormholeConfig>();
  s.link.latency = 1;
  s.traffic.packet_beats = 5;
  NodeFault fault;
  fault.node = 13;  // in the middle of 3 x 3 x 3
  fault.at = GENERATE(range(Cycle{30}, Cycle{300}, Cycle{30}));
  s.faults.failing_nodes = {fault};
  const json r = tb::simulate(s, test::mesh(3, Engine::kGolden));
  INFO(r.dump());
  CHECK(r["outcome"] == "dropped some");
  CHECK(r["application"]["lost"] > 0);
}

TEST_CASE("APP-CUTOFF: what could still be sent when the drain is over makes the run not drained") {
  Scenario s = with_application(collective("ring_allreduce", 16 * kPacketBytes));
  s.phases = {0, 100, 400};
  json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  CHECK(r["outcome"] == "not drained");
  Application late;
  late.add(message(0, 15, 1), {});
  late.add(message(15, 0, 1, 0, 10000), {0});
  s.traffic.application = late;
  r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  CHECK(r["outcome"] == "not drained");
  CHECK_THAT(r["detail"].get<std::string>(), Catch::Contains("1 of the application's 2 messages"));
}

TEST_CASE("APP-DONE: the same with every engine, while links die and come back") {
  Scenario s = with_application(collective("all_to_all", 3000, 2, 20));
  s.faults.random = {4, 500, 9000, true};
  s.faults.random.repair_after = RepairSpan{1000, 4000};
  s.seed = 3;
  const json golden = run(s);
  for (const Engine engine : {Engine::kRtl, Engine::kLockstep, Engine::kSwitch}) {
    s.engine = engine;
    CHECK(run(s, engine) == golden);
  }
  CHECK(golden["messages"] == 2 * 16 * 15);
}

TEST_CASE("APP-DONE: all kinds of switches and of applications come to their end") {
  for (const char* kind : {"ring_allreduce", "tree_allreduce", "all_to_all", "halo_exchange"}) {
    Scenario s = with_application(collective(kind, 3000, 2, 5));
    INFO(kind);
    const json cut_through = run(s);
    CHECK(cut_through["complete"].is_number());
    s.sw.use<WormholeConfig>();
    CHECK(run(s)["complete"].is_number());
    s.sw.use<FlowConfig>();
    CHECK(run(s)["complete"].is_number());
  }
}

TEST_CASE("APP-DONE: a tree all-reduce goes up and down once") {
  // Three hosts at three leaves: both children to host 0, then host 0 to both, one after the other.
  config::ApplicationKeys keys;
  keys.kind = "tree_allreduce";
  keys.bytes = kPacketBytes;
  keys.hosts = {0, 5, 15};
  const Scenario s = with_application(config::generate(keys));
  const json a = run(s);
  CHECK(a["messages"] == 4);
  // The host's link takes the second packet behind the first; the same on the way down.
  CHECK(a["complete"] == (64 + way(15, 0, 1, s)) + 1 + 64 + way(0, 15, 1, s));
}

TEST_CASE("APP-NEEDS: a small trace of netrace is complete when its closed form says") {
  // Node 0 reads from 5, which reads from 15; back; 0 asks 5 for more. Nodes 0 to 3, hosts 0 5
  // 15 9.
  test::NetraceWriter w;
  w.header(4, 7);
  w.packet(0, 0, 1, 0, 1, {1}).packet(5, 1, 1, 1, 2, {2}).packet(7, 2, 2, 2, 1, {3});
  w.packet(9, 3, 2, 1, 0, {4, 5}).packet(9, 4, 6, 0, 0, {6}).packet(10, 5, 1, 0, 3);
  w.packet(3000, 6, 1, 0, 1);
  const Cycle compute = GENERATE(0U, 30U);
  const bool waits = GENERATE(true, false);
  const std::uint64_t packets = GENERATE(0U, 6U);
  const test::TraceFile file(w.bytes());
  config::NetraceKeys keys;
  keys.hosts = {0, 5, 15, 9};
  keys.compute = compute;
  keys.dependencies = waits;
  keys.part.packets = packets;
  config::Diagnostics diagnostics;
  const Scenario s = with_application(config::read_netrace(file.path(), keys, 0, diagnostics));
  REQUIRE(diagnostics.empty());
  const json a = run(s);
  CHECK(a["messages"] == (packets == 0 ? 6 : 5));
  const Cycle there = way(0, 5, 1, s) + way(5, 15, 1, s) + way(15, 5, 1, s) + way(5, 0, 1, s);
  const Cycle last = there + 3 * (1 + compute) + 1 + compute + way(0, 9, 1, s);
  if (packets == 0) {
    CHECK(a["complete"] == 3000 + way(0, 5, 1, s));
  } else if (waits) {
    CHECK(a["complete"] == last);
  } else {
    CHECK(a["complete"].get<Cycle>() < last);
  }
}
