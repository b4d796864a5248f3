// SPDX-License-Identifier: Apache-2.0
// What hosts count at the edges of the phases, what a user's packet carries, and what slow
// receivers count: worked out by docs/reference/fabric.md. Quick, for scripts/mutate_golden.
#include <stdexcept>

#include "../support.hpp"
#include "fabric/simulation.hpp"
#include "forked.hpp"
#include "ring_system.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

constexpr double kHosts = 32;  // of an 8P2T

/// Packets of 16 beats among the hosts 0 to 3 of one leaf of an 8P2T, measured from 100 to 199.
/// Over an idle leaf the last beat of a packet arrives 15 + 2 x 4 + 2 cycles behind its offer.
Scenario leaf(std::vector<TraceRecord> trace) {
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.packet_beats = 16;
  s.traffic.trace = std::move(trace);
  s.phases = {100, 100, 20000};
  return s;
}

json run(const Scenario& s) {
  json r = tb::simulate(s, tb::fat_tree(8, 2, Engine::kGolden));
  REQUIRE(!r.contains("failure"));
  return r;
}

/// One at host 0 that sends three packets to host 2, of which each has a class and order of its
/// own; another one at host 2 that says what has come.
class Desk final : public sc_core::sc_module, public fabric::HostUser {
 public:
  explicit Desk(sc_core::sc_module_name name) : sc_module(name) {
    SC_HAS_PROCESS(Desk);
    SC_THREAD(send);
  }
  void received(const fabric::Packet& p) override {
    came.push_back({{"tc", p.tc},
                    {"ordered", p.ordered},
                    {"from", p.source},
                    {"created", p.created},
                    {"switches", p.switches}});
  }
  fabric::Simulation* simulation = nullptr;
  bool sends = false;
  json came = json::array();

 private:
  void post(std::uint8_t tc, bool ordered) {
    fabric::Offer offer;
    offer.destination = 2;
    offer.tc = tc;
    offer.ordered = ordered;
    std::unique_ptr<fabric::LinkExtension> nothing;
    if (!simulation->send(0, offer, nothing)) throw std::logic_error("no room");
  }
  void send() {
    if (!sends) return;
    wait(sc_core::sc_time(10.5, sc_core::SC_NS));
    post(3, false);
    wait(sc_core::sc_time(0.5, sc_core::SC_NS));
    post(1, true);
    wait(sc_core::sc_time(188, sc_core::SC_NS));
    post(2, false);
  }
};

}  // namespace

TEST_CASE("FAB-PHASE: packets are measured that are offered in the measurement phase alone") {
  // Host 1 offers its first packet, and host 2 its second, in the cycle in which the phase is over.
  const json r = run(leaf({{99, 0, 1}, {100, 2, 3}, {199, 0, 1}, {200, 1, 0}, {200, 2, 3}}));
  INFO(r.dump(1));
  CHECK(r["outcome"] == "delivered all");
  CHECK(r["offered"] == 3);
  CHECK(r["latency"]["count"] == 2);
  CHECK(r["latency"]["max"] == 25);
  CHECK(r["offered_load"] == Approx(2 * 16 / (100 * kHosts)));
}

TEST_CASE("FAB-PHASE: beats are accepted, in either half, by the cycle in which a packet ends") {
  // They end in 99, 100, 110, 149, 150, 199 and 200.
  const json r = run(leaf(
      {{74, 0, 1}, {75, 2, 3}, {85, 3, 2}, {124, 0, 1}, {125, 2, 3}, {174, 0, 1}, {175, 2, 3}}));
  INFO(r.dump(1));
  CHECK(r["delivered"] == 7);
  CHECK(r["accepted_load"] == Approx(5 * 16 / (100 * kHosts)));
  CHECK(r["accepted_halves"][0] == Approx(3 * 16 / (50 * kHosts)));
  CHECK(r["accepted_halves"][1] == Approx(2 * 16 / (50 * kHosts)));
}

TEST_CASE("FAB-PHASE: a flow without gaps offers a packet in each cycle of the phases") {
  Scenario s = leaf({});
  s.traffic.packet_beats = 1;
  s.sw.use<CutThroughConfig>().buffer_packets = 1 + packets_in_round_trip(4, 1);
  s.traffic.pattern = TrafficPattern::kFlows;
  s.traffic.flows = {{0, 2, 1.0}};
  s.phases = {0, 30, 1000};
  const json r = run(s);
  INFO(r.dump(1));
  CHECK(r["offered"] == 30);
  CHECK(r["refused"] == 0);
  REQUIRE(r["flows"].size() == 1);
  CHECK(r["flows"][0]["offered"] == Approx(1));
  // Of a phase of one cycle it is one packet, which ends 8 + 2 cycles later.
  s.phases = {0, 1, 1000};
  const json one = run(s);
  INFO(one.dump(1));
  CHECK(one["offered"] == 1);
  CHECK(one["flows"][0]["p99"] == 10);
  // A few far apart, measured from 200 on.
  s.traffic.flows = {{0, 2, 0.02}};
  s.phases = {200, 400, 1000};
  const json few = run(s);
  INFO(few.dump(1));
  CHECK(few["latency"]["count"] > 3);
  CHECK(few["flows"][0]["p99"] >= 10);
  CHECK(few["flows"][0]["p99"] <= 20);
}

TEST_CASE("FAB-PLAT: what a user sends arrives with its class and order, in its own cycle") {
  const tb::ChildReport report = tb::forked([] {
    const std::unique_ptr<System> system = tb::fat_tree(8, 2, Engine::kGolden)();
    Scoreboard board;
    Scenario s = leaf({});
    s.phases = {0, 200, 1000};
    s.traffic.classes = {1, 1, 1, 1};
    s.traffic.ordered = 0.5;
    Desk from("from");  // asked before the fabric in a cycle of both
    Desk to("to");
    fabric::Simulation simulation(s, *system, board);
    from.simulation = &simulation;
    from.sends = true;
    simulation.attach(0, from);
    simulation.attach(2, to);
    sc_core::sc_start(1000, sc_core::SC_NS);
    return json{{"came", to.came}, {"load", simulation.result().offered_load}}.dump();
  });
  INFO(report.text);
  REQUIRE(report.finished);
  const json r = json::parse(report.text);
  CHECK(r["load"] == Approx(2 * 16 / (200 * kHosts)));  // the third is offered behind the phase
  REQUIRE(r["came"].size() == 3);
  const std::vector<Cycle> created{11, 12, 200};
  for (std::size_t i = 0; i < 3; ++i) {
    const json& p = r["came"][i];
    CHECK(p["tc"] == std::array{3, 1, 2}[i]);
    CHECK(p["ordered"] == (i == 1));
    CHECK(p["from"] == 0);
    CHECK(p["switches"] == 1);
    CHECK(p["created"] == created[i]);
  }
}

TEST_CASE("FAB-RECV-3: each header begins a stall of its length, and its cycles are counted once") {
  Scenario s = leaf({{10, 0, 2}, {80, 1, 2}, {150, 0, 2}});
  s.traffic.receivers.stalls = StallKind::kHeader;
  s.traffic.receivers.longest = 7;
  const json r = run(s);
  INFO(r.dump(1));
  CHECK(r["delivered"] == 3);
  CHECK(r["receivers"]["stalled"] == 3 * 7);
  CHECK(r["receivers"]["xoff"] == 0);
  CHECK(r["latency"]["max"] == 25 + 7);
}

TEST_CASE("FAB-RECV-4: the watchdog waits no longer than for the packets that receivers hold") {
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.load = 1.0;
  s.traffic.packet_beats = 16;
  s.sw.use<CutThroughConfig>().buffer_packets = 2;
  s.traffic.receivers.rate = 0.5;
  s.traffic.receivers.hosts = {0};
  s.phases = {0, 3000, 20000};
  s.limits.watchdog = 2000;
  const json r = tb::simulate(s, [] { return std::make_unique<tb::RingSystem>(6); });
  INFO(r.dump(1));
  CHECK(r["receivers"]["fullest"] > 16);
  CHECK(r["outcome"] == "deadlocked");
  CHECK(r["cycles"] < 2500);  // by the watchdog, while hosts offer packets up to 2999
}

TEST_CASE("FAB-RECV-1: of a run that is not drained it is said since when nothing arrives") {
  Scenario s = leaf({{10, 0, 1}, {10, 2, 3}});
  s.traffic.receivers.rate = 0.0001;  // 150,000 cycles for a packet
  s.traffic.receivers.hosts = {3};
  s.faults.links = {{"", {0, 4}, 15000}};  // the last thing that happens
  const json r = run(s);
  INFO(r.dump(1));
  CHECK(r["outcome"] == "not drained");
  const std::string detail = r["detail"];
  CHECK(detail.find("nothing has arrived since cycle 35") != std::string::npos);
}
