// SPDX-License-Identifier: Apache-2.0
// Routers of a mesh in RTL beside the model while a few worms are under way, and a link or a node
// is lost in each of the cycles that may matter (docs/reference/mesh-router.md). Quick.
#include <cstdio>

#include "../wormhole/bench.hpp"
#include "wave_values.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

/// In a mesh of eight nodes all hosts send to others without gaps.
Scenario busy(Cycle flits, Cycle latency) {
  Scenario s = wormhole_scenario(Engine::kSwitch, 0);
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.packet_beats = static_cast<unsigned>(flits);
  for (Cycle at = 10; at < 110; at += flits) {
    for (HostIdx from = 0; from < 8; ++from) {
      s.traffic.trace.push_back({at, from, from ^ static_cast<HostIdx>(1 + (at + from) % 7)});
    }
  }
  s.phases = {0, 300, 2000};
  s.link.latency = static_cast<unsigned>(latency);
  s.probe = {20, 12, 0};
  return s;
}

json twin(const Scenario& s, const fabric::RunOptions& options = {}, unsigned k = 2) {
  return tb::simulate(s, mesh(k, s.engine), options, 60);
}

std::uint64_t equal(const json& r) {
  INFO(r.dump(1));
  REQUIRE(!r.contains("failure"));
  CHECK(!r.contains("mismatch"));
  CHECK(r["in_flight"] == 0);
  return dropped(r);
}

}  // namespace

TEST_CASE("WR-EQUAL: a few worms of any length over links of any length, to slow hosts") {
  const unsigned flits = GENERATE(1U, 2U, 5U);
  const unsigned latency = GENERATE(1U, 2U, 5U);
  Scenario s = busy(flits, latency);
  s.sw.as<WormholeConfig>().injection_channels = latency == 1 ? 1 : 2;
  s.sw.as<WormholeConfig>().node_buffer = latency == 5 ? 30 : 216;
  if (flits != 2) {
    s.traffic.receivers.rate = 0.5;
    s.traffic.receivers.hosts = {1, 6};
  }
  s.phases = {0, 500, 3000};
  const json r = twin(s);
  CHECK(equal(r) == 0);
  const auto moved =
      r["flits"]["hops"].get<std::uint64_t>() + r["flits"]["ejected"].get<std::uint64_t>();
  CHECK(r["compared_by_block"]["switch_departure"] == moved);
  CHECK(r["compared_by_block"]["switch_credit"] == moved);
}

TEST_CASE("WR-CUT, WR-INIT, WR-NEWS: two links die in every cycle of worms, and come back") {
  const LinkMessages messages = GENERATE(LinkMessages::kBeat, LinkMessages::kSideband);
  std::uint64_t lost = 0;
  for (Cycle at = 40; at < 70; at += 2) {
    Scenario s = busy(messages == LinkMessages::kBeat ? 5 : 2, 1 + at % 3);
    s.link.messages = messages;
    s.faults.links = {{"(0,0,0)y+", {0, 2}, at, Cycle{at + 40}},
                      {"(0,1,1)x+", {6, 0}, at + 1, Cycle{at + 45}}};
    CAPTURE(at);
    lost += equal(twin(s));
  }
  CHECK(lost > 20);
}

TEST_CASE("WR-DIE: a node dies in every cycle of worms, and comes back") {
  std::uint64_t inside = 0;
  for (Cycle at = 40; at < 64; ++at) {
    Scenario s = busy(1 + at % 4, 1 + at % 3);
    s.faults.failing_nodes = {{5, at, Cycle{at + 1 + at % 7}}, {5, at + 60, Cycle{at + 90}}};
    if (at % 2 == 0) s.traffic.receivers.rate = 0.6;
    CAPTURE(at);
    const json r = twin(s);
    equal(r);
    inside += r["dropped"]["lost_in_switch"].get<std::uint64_t>();
  }
  CHECK(inside > 20);
}

TEST_CASE("FS-AGAIN: fault messages that links damage or lose leave again") {
  std::uint64_t asked = 0;
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    Scenario s = busy(3, 1 + seed % 4);
    s.seed = seed;
    s.faults.bit_errors = 0.2;
    s.faults.links = {{"(0,0,0)y+", {0, 2}, 30, Cycle{70}},
                      {"(0,1,1)x+", {6, 0}, 50 + seed, Cycle{90}},
                      {"(1,0,1)y+", {5, 2}, 60 + seed, Cycle{100}}};
    if (seed % 2 == 0) s.faults.failing_nodes = {{3, 60, Cycle{80}}};
    CAPTURE(seed);
    const json r = twin(s);
    equal(r);
    asked += r["compared_by_block"]["switch_resend"].get<std::uint64_t>();
  }
  CHECK(asked > 100);
}

TEST_CASE("WR-EQUAL, WR-RST: links that are dead and known before the first worms, and come back") {
  Scenario s = busy(3, 2);
  s.faults.preset = {{"(0,0,0)y+", {0, 2}, 0, Cycle{60}},
                     {"(0,1,1)x+", {6, 0}},
                     {"(1,0,1)y+", {5, 2}, 0, Cycle{90}}};
  if (GENERATE(false, true)) s.faults.bit_errors = 0.1;
  const json r = twin(s);
  equal(r);
  CHECK(r["delivered"] > 50);
}

TEST_CASE("WR-CUT, WR-CTL: a link dies while fault messages are on it, and buffers are full") {
  for (Cycle at = 30; at < 60; ++at) {
    Scenario s = busy(5, 1 + at % 4);
    s.sw.as<WormholeConfig>().node_buffer = static_cast<unsigned>(12 + at % 3);
    s.traffic.receivers.rate = 0.5;
    s.faults.links = {{"(0,0,0)y+", {0, 2}, 30, Cycle{100}},
                      {"(0,0,0)x+", {0, 0}, at, Cycle{110}},
                      {"(0,0,0)z+", {0, 4}, at + 2, Cycle{120}},
                      {"(0,1,0)z+", {2, 4}, at + 1, Cycle{105}}};
    CAPTURE(at);
    equal(twin(s));
  }
}

TEST_CASE("WR-EQUAL: what many dead links and nodes have said before cycle 0, numbers included") {
  Scenario s = busy(3, 2);
  if (GENERATE(false, true)) s.faults.bit_errors = 0.01;
  s.traffic.pattern = TrafficPattern::kUniform;
  s.traffic.trace.clear();
  s.traffic.load = 0.3;
  s.phases = {0, 150, 2000};
  s.faults.nodes = {1, 3, 14, 22};
  s.faults.preset = {{"(0,0,2)y+", {18, 2}}};
  s.faults.links = {{"(1,1,1)x-", {12, 0}, 40, Cycle{100}}, {"(0,0,2)x+", {18, 0}, 60}};
  equal(twin(s, {}, 3));
}

// A worm that waits for its slow host fills all buffers on its way: then nothing moves for 50
// cycles.
TEST_CASE("WR-IDLE, WR-CRED: a link of a worm that waits dies while all routers are idle") {
  for (Cycle at = 300; at < 360; at += 6) {
    Scenario s = busy(60, 2);
    s.traffic.trace = {{10, 0, 1}, {11, 2, 1}};
    s.traffic.receivers.rate = 0.02;
    s.sw.as<WormholeConfig>().node_buffer = 48;
    s.phases = {0, 1000, 8000};
    s.faults.links = {{"(0,0,0)x+", {0, 0}, at, Cycle{500}}};
    s.probe = {300, 40, 0};
    CAPTURE(at);
    CHECK(equal(twin(s)) == 1);
  }
}

TEST_CASE("WR-IDLE: a link and a node are lost while all routers are idle") {
  Scenario s = busy(3, 2);
  s.traffic.trace.resize(8);
  s.phases = {0, 800, 2000};
  s.faults.links = {{"(0,0,0)y+", {0, 2}, 200, Cycle{300}}};
  s.faults.failing_nodes = {{5, 400, Cycle{500}}};
  CHECK(equal(twin(s)) == 0);
}

TEST_CASE("WR-EQUAL: waves show the pins of a router in RTL a cycle behind the model") {
  const std::string file = std::string(std::tmpnam(nullptr)) + ".fst";
  fabric::RunOptions options;
  options.waves.emplace().file = file;
  options.waves->switches = {0, 1};
  Scenario s = wormhole_scenario(Engine::kSwitch, 0);
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.packet_beats = 3;
  s.traffic.trace = {{10, 0, 1}, {40, 1, 0}};
  s.phases = {0, 100, 1000};
  s.link.latency = 2;
  equal(twin(s, options));
  const tb::WaveValues waves(file);
  std::remove(file.c_str());
  REQUIRE(waves.readable());
  const auto sent = [&waves](const std::string& sw) {
    std::string text;
    std::string last;
    for (Cycle c = 0; c < 60; ++c) {
      const Cycle middle = c * tb::kPeriod + tb::kPeriod / 2;
      const std::string bits = waves.bits("fabric.sw_" + sw + ".rtl.tx_valid_o", middle);
      if (std::exchange(last, bits) != bits) text += std::to_string(c) + " " + bits + ", ";
    }
    return text;
  };
  // A head that is offered in 10 leaves in 14, and at the far end in 18.
  CHECK(sent("0_0_0") == "0 0000000, 15 0000001, 18 0000000, 49 1000000, 52 0000000, ");
  CHECK(sent("1_0_0") == "0 0000000, 19 1000000, 22 0000000, 45 0000010, 48 0000000, ");
  CHECK(!waves.has("fabric.sw_0_1_0.rtl.tx_valid_o"));
}
