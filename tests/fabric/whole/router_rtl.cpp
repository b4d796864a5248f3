// SPDX-License-Identifier: Apache-2.0
// Every router of a mesh in RTL beside the model, equal in every cycle: flits with marks and data,
// credits, answers, fault messages (docs/reference/mesh-router.md). Idle routers miss their clocks
// in all of it (WR-IDLE); all begin from reset (WR-RST).
#include <random>

#include "../wormhole/bench.hpp"
#include "twin.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

/// A mesh of 27 nodes under load, with buffers of two or three flits a channel.
Scenario routers(double load, unsigned flits, Cycle cycles) {
  Scenario s = wormhole_scenario(Engine::kSwitch, load);
  s.traffic.packet_beats = flits;
  s.phases = {0, cycles, 20000};
  s.sw.as<WormholeConfig>().node_buffer = 30;
  return s;
}

nlohmann::json twin(const Scenario& s, unsigned k = 3, unsigned depth = 0,
                    const std::vector<std::string>& bugs = {}) {
  return tb::simulate(s, mesh(k, s.engine, "ipar", depth, bugs), {}, 300);
}

void equal(const nlohmann::json& r) {
  agree(r, {"switch_departure", "switch_decision", "switch_credit"});
}

/// Links that die and come back while worms are on them.
Scenario storm(unsigned flits, std::uint64_t seed) {
  Scenario s = routers(0.3, flits, 5000);
  s.seed = seed;
  s.faults.random.count = 8;
  s.faults.random.from = 300;
  s.faults.random.until = 3500;
  s.faults.random.repair_after = {600, 2500};
  return s;
}

}  // namespace

TEST_CASE("WR-EQUAL: routers in RTL and the model send the same flits in the same cycles",
          "[switch]") {
  const unsigned flits = GENERATE(1U, 2U, 5U, 16U);
  const double load = GENERATE(0.02, 0.3, 1.0);
  CAPTURE(flits, load);
  const nlohmann::json r = twin(routers(load, flits, load < 0.1 ? 4000 : 800));
  equal(r);
  CHECK(r["compared_by_block"]["switch_departure"] ==
        r["flits"]["hops"].get<std::uint64_t>() + r["flits"]["ejected"].get<std::uint64_t>());
}

TEST_CASE("WR-EQUAL, WR-SA, WR-VC: drawn buffers, latencies, allocators, lengths and patterns",
          "[switch]") {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    std::mt19937_64 draw(seed);
    const auto pick = [&draw](std::initializer_list<unsigned> of) {
      return *(of.begin() + static_cast<std::ptrdiff_t>(draw() % of.size()));
    };
    Scenario s = routers(pick({2, 10, 30, 100}) / 100.0, pick({1, 2, 5, 16}), 600);
    s.seed = seed;
    s.link.latency = pick({1, 1, 2, 3, 7});
    auto& own = s.sw.as<WormholeConfig>();
    own.node_buffer = pick({12, 13, 17, 30, 84, 216, 700});
    own.injection_channels = pick({1, 2});
    own.release =
        pick({0, 1}) == 0 ? wormhole::Release::kTailSent : wormhole::Release::kTailLeftBuffer;
    own.allocator =
        pick({0, 1}) == 0 ? wormhole::Allocator::kSeparable : wormhole::Allocator::kSerial;
    s.traffic.pattern =
        pick({0, 1}) == 0 ? TrafficPattern::kBitComplement : TrafficPattern::kUniform;
    CAPTURE(seed);
    const nlohmann::json r = twin(s, seed % 8 == 0 ? 4 : 3, seed % 5 == 0 ? 1 : 0);
    INFO(r.dump(1));
    CHECK(!r.contains("failure"));
    CHECK(!r.contains("mismatch"));
    CHECK(r["compared_by_block"]["switch_departure"] > 0);
  }
}

TEST_CASE("WR-EQUAL, WR-CUT, WR-INIT, WR-NEWS, WR-CTL: while links die and come back", "[switch]") {
  Scenario s = storm(GENERATE(1U, 5U, 16U), GENERATE(1U, 2U, 3U));
  s.link.latency = s.seed == 2 ? 3 : 1;
  s.link.messages = s.seed == 3 ? LinkMessages::kSideband : LinkMessages::kBeat;
  const nlohmann::json r = twin(s);
  equal(r);
  CHECK(r["compared_by_block"]["switch_message"] > 100);
  CHECK(dropped(r) > 0);
}

namespace {

/// Nodes die and come back with all their links, one after the other and together, while other
/// links do.
Scenario deaths(unsigned flits, std::uint64_t seed) {
  Scenario s = storm(flits, seed);
  s.traffic.load = 0.8;
  s.link.latency = 1 + seed % 4;
  s.link.messages = seed % 3 == 0 ? LinkMessages::kSideband : LinkMessages::kBeat;
  auto& own = s.sw.as<WormholeConfig>();
  own.injection_channels = 1 + seed % 2;
  own.allocator = seed % 5 < 2 ? wormhole::Allocator::kSeparable : wormhole::Allocator::kSerial;
  own.release = seed % 7 < 3 ? wormhole::Release::kTailSent : wormhole::Release::kTailLeftBuffer;
  if (seed % 2 == 0) s.traffic.receivers.rate = 0.6;
  s.faults.random.count = 5;
  const auto sw = static_cast<SwitchIdx>(seed * 7 % 27);
  s.faults.failing_nodes = {{sw, 700 + 13 * seed, Cycle{1500}},
                            {(sw + 1) % 27, 1000 + seed, Cycle{2200}},
                            {(sw + 13) % 27, 3000, Cycle{3001}},
                            {sw, 3700 + 5 * seed, std::nullopt}};
  return s;
}

}  // namespace

TEST_CASE("WR-EQUAL, WR-DIE: nodes that die and come back while links do", "[switch]") {
  const unsigned flits = GENERATE(1U, 5U, 16U);
  unsigned inside = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    CAPTURE(flits, seed);
    const nlohmann::json r = twin(deaths(flits, seed));
    equal(r);
    CHECK(r["failed_nodes"][0]["back"].is_number());
    inside += r["dropped"]["lost_in_switch"].get<unsigned>();
  }
  CHECK(inside > 20);
}

TEST_CASE("WR-DIE: a death in every cycle of worms that cross, come and leave", "[switch]") {
  // From and to the node that dies, and through it, along x and along z.
  Scenario s = wormhole_scenario(Engine::kSwitch, 0);
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.packet_beats = 7;
  s.link.latency = GENERATE(1U, 3U);
  s.phases = {0, 700, 20000};
  for (unsigned i = 0; i < 40; ++i) {
    for (const auto& [from, to] :
         {std::pair{12U, 14U}, {13U, 4U}, {4U, 22U}, {26U, 13U}, {14U, 12U}}) {
      s.traffic.trace.push_back({1 + 12 * i, from, to});
    }
  }
  unsigned inside = 0;
  for (Cycle death = 50; death < 74; ++death) {
    CAPTURE(s.link.latency, death);
    s.faults.failing_nodes = {{13, death, death + 1}};
    const nlohmann::json r = twin(s);
    equal(r);
    CHECK(r["in_flight"] == 0);
    CHECK(r["failed_nodes"][0]["back"].is_number());
    inside += r["dropped"]["lost_in_switch"].get<unsigned>();
  }
  CHECK(inside >= 10);
}

namespace {

/// Links die and come back while all damage flits and fault messages.
Scenario lossy(std::uint64_t seed) {
  Scenario s = storm(seed % 3 == 0 ? 1 : 5, seed);
  s.traffic.load = 0.1;
  s.link.latency = static_cast<unsigned>(1 + seed % 4);
  s.link.messages = seed % 2 == 0 ? LinkMessages::kSideband : LinkMessages::kBeat;
  s.faults.bit_errors = 0.05;
  s.faults.random.nodes = seed % 3 == 1 ? 1 : 0;
  s.faults.random_preset = seed % 5 == 0;
  return s;
}

}  // namespace

TEST_CASE("FS-AGAIN, FAB-ERR-2: fault messages that links of a mesh damage leave again",
          "[switch]") {
  std::uint64_t asked = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    const nlohmann::json r = twin(lossy(seed));
    equal(r);
    asked += r["compared_by_block"]["switch_resend"].get<std::uint64_t>();
  }
  CHECK(asked > 500);
}

TEST_CASE("FS-AGAIN: what a router does not ask for, or sends too early, is seen",
          "[switch][bug]") {
  const nlohmann::json r = twin(lossy(1), 3, 0, {"router_no_resend"});
  CHECK(r["mismatch"]["requirement"] == "FS-AGAIN");
  bool overtaken = false;
  for (std::uint64_t seed = 1; seed <= 4 && !overtaken; ++seed) {
    overtaken = twin(lossy(seed), 3, 0, {"router_overtaken_news"}).contains("mismatch");
  }
  CHECK(overtaken);
}

TEST_CASE("WR-DIE: inputs that keep what they hold are seen", "[switch][bug]") {
  const nlohmann::json r = twin(deaths(16, 2), 3, 0, {"router_death_kept"});
  INFO(r.dump(1));
  REQUIRE(r.contains("mismatch"));
  CHECK(r["mismatch"]["cycle"] >= 726);
}

TEST_CASE("WR-EQUAL, WR-DROP: nodes and links that are dead and known from the start", "[switch]") {
  Scenario s = routers(0.2, 5, 3000);
  s.seed = GENERATE(1U, 2U, 3U);
  s.faults.random_nodes = 3;
  s.faults.random.count = 5;
  s.faults.random_preset = true;
  equal(twin(s));
}

TEST_CASE("WR-EQUAL: hosts that take flits slowly", "[switch]") {
  Scenario s = routers(0.3, 5, 2000);
  s.traffic.receivers.rate = 0.6;
  s.traffic.receivers.stalls = StallKind::kRandom;
  s.traffic.receivers.every = 300;
  equal(twin(s));
}

TEST_CASE("WR-RX, WR-ASK, WR-ANS, WR-TX, WR-CRED, WR-MSG: each deliberate bug of a router is seen",
          "[switch][bug]") {
  struct Bug {
    const char* name;
    const char* requirement;  ///< of the first difference
  };
  const Bug bug =
      GENERATE(Bug{"router_no_pass", "WR-SA"}, Bug{"router_drop_unread", "WR-SA"},
               Bug{"router_drop_no_credit", "WR-CRED"}, Bug{"router_no_abort", "WR-SA"},
               Bug{"router_ask_stuck", "WR-ANS"}, Bug{"router_overtaken_waits", "WR-ANS"},
               Bug{"router_free_unseen", "WR-ANS"}, Bug{"router_news_unheard", "WR-ANS"},
               Bug{"router_order_fixed", "WR-SA"}, Bug{"router_serve_stuck", "WR-TX"},
               Bug{"router_free_at_tail", "WR-ANS"}, Bug{"router_message_free", "WR-SA"},
               Bug{"router_credit_late", "WR-SA"}, Bug{"router_header_stays", "WR-TX"});
  CAPTURE(bug.name);
  Scenario s = storm(5, 2);
  s.traffic.load = 1.0;
  s.faults.random_nodes = 2;
  s.sw.as<WormholeConfig>().injection_channels = 2;
  const nlohmann::json r = twin(s, 3, 0, {bug.name});
  INFO(r.dump(1));
  REQUIRE(r.contains("mismatch"));
  CHECK(r["mismatch"]["requirement"] == bug.requirement);
}

TEST_CASE("WR-EQUAL: a bug of a block inside of the router is seen", "[switch][bug]") {
  Scenario s = storm(5, 1);
  const nlohmann::json r = twin(s, 3, 0, {"planar_no_tie"});
  REQUIRE(r.contains("mismatch"));
  CHECK(r["mismatch"]["requirement"] == "WR-ANS");
}

TEST_CASE("WR-CRED: a credit that the model keeps is seen", "[switch][bug]") {
  Scenario s = storm(5, 2);
  s.faults.random_nodes = 2;
  s.traffic.load = 1.0;
  s.bugs = {"drain_keeps_credits"};
  const nlohmann::json r = twin(s);
  INFO(r.dump(1));
  REQUIRE(r.contains("mismatch"));
  CHECK(r["mismatch"]["requirement"] == "WR-CRED");
}
