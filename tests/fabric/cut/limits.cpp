// SPDX-License-Identifier: Apache-2.0
// What a cut-through switch holds at most, and what the watchdog takes for movement.
#include "../support.hpp"
#include "fabric_bench.hpp"
#include "forked.hpp"
#include "ring_system.hpp"

using namespace selvage;
using nlohmann::json;

namespace {

/// One packet from host 4 to host 11 of a 4P3T, through five switches.
Scenario one_packet(unsigned beats, unsigned buffer_packets) {
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.trace = {{10, 4, 11}};
  s.traffic.packet_beats = beats;
  s.sw.use<CutThroughConfig>().buffer_packets = buffer_packets;
  s.phases = {0, 100, 200000};
  s.limits.watchdog = 100000;
  return s;
}

json run(const Scenario& s) { return tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden)); }

}  // namespace

TEST_CASE("FAB-LEN-1: a scenario made in C++ is held against the longest packet and buffer") {
  CHECK(run(one_packet(65535, 2))["delivered"] == 1);
  CHECK(run(one_packet(1, 16384))["delivered"] == 1);
  const auto refused = [](const Scenario& s, const char* why) {
    const json r = run(s);
    INFO(r.dump());
    REQUIRE(r.contains("failure"));
    CHECK(r["failure"].get<std::string>().find(why) != std::string::npos);
  };
  refused(one_packet(65536, 2), "packets of no beat, or of more than 65535");
  refused(one_packet(1, 16385), "buffers of more than 16384 packets");
  Scenario none = one_packet(8, 4);
  none.traffic.mix = {{0, 0, 0.5}, {8, 8, 0.5}};
  refused(none, "packets of no beat");
}

TEST_CASE("FAB-PROG: a packet that leaves a switch moves") {
  // It leaves its host in 10, five switches 6 cycles apart, and arrives in 44.
  Scenario s = one_packet(1, 10);
  s.limits.watchdog = 7;
  CHECK(run(s)["delivered"] == 1);
  s.limits.watchdog = 3;  // its header comes in 14
  CHECK(run(s)["outcome"] == "deadlocked");
}

TEST_CASE("FAB-PROG: a deadlock is said in the first cycle behind the watchdog's") {
  const Cycle watchdog = GENERATE(300U, 1000U);
  const tb::ChildReport report = tb::forked([&] {
    Scenario s;
    s.engine = Engine::kGolden;
    s.traffic.pattern = TrafficPattern::kTrace;
    s.traffic.source_queue_packets = 1;
    for (Cycle at = 1; at < 8000; ++at) {
      for (HostIdx h = 0; h < 6; ++h) s.traffic.trace.push_back({at, h, (h + 3) % 6});
    }
    s.sw.use<CutThroughConfig>().buffer_packets = 2;
    s.phases = {0, 8000, 1000};
    s.limits.watchdog = watchdog;
    tb::RingSystem ring(6);
    Scoreboard board;
    const fabric::RunResult r = fabric::run(s, ring, board, {});
    return json{{"outcome", to_string(r.outcome)},
                {"idle_since", r.idle_since.value_or(0)},
                {"cycles", r.cycles}}
        .dump();
  });
  INFO(report.text);
  REQUIRE(report.finished);
  const json r = json::parse(report.text);
  CHECK(r["outcome"] == "deadlocked");
  CHECK(r["cycles"] == r["idle_since"].get<Cycle>() + watchdog + 1);
}
