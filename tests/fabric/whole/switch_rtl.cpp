// SPDX-License-Identifier: Apache-2.0
// Every switch in RTL beside the model, equal in every cycle (docs/reference/switch-rtl.md). Idle
// switches miss their clocks in all of it (FS-IDLE), packets leave a beat an edge (FS-RD).
#include "twin.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

nlohmann::json twin(Scenario s, unsigned m, const std::vector<std::string>& bugs = {}) {
  s.engine = Engine::kSwitch;
  return tree_twin(s, m, bugs);
}

/// Buffers as small as the margin of the link allows, or a little larger.
void buffers(Scenario& s) {
  const unsigned beats = s.traffic.packet_beats;
  const auto starts = static_cast<unsigned>((2 * s.link.latency + beats - 1) / beats);
  s.sw.use<CutThroughConfig>().buffer_packets = starts + 1 + static_cast<unsigned>(s.seed % 3);
}

}  // namespace

TEST_CASE("FS-EQUAL: switches in RTL and the model depart alike", "[switch]") {
  Scenario s = uniform(0.3, 3000);
  const unsigned beats = GENERATE(1U, 2U, 5U, 16U, 64U);
  const double load = GENERATE(0.05, 0.3, 1.0);
  CAPTURE(beats, load);
  s.traffic.packet_beats = beats;
  s.traffic.load = load;
  s.phases = {0, beats == 64 ? 3000U : 1000U, 3000};
  buffers(s);
  agree(twin(s, 4));
}

namespace {

/// Links that die and come back under load: cut packets are made up (FS-RX-2), messages take beats
/// (FS-MSG) and make gaps (FS-GAP), headers ask again (FS-DOWN) or drain (FS-DROP), links begin
/// anew (FS-INIT).
Scenario storm(unsigned beats, std::uint64_t seed) {
  Scenario s = uniform(0.4, 6000);
  s.traffic.packet_beats = beats;
  s.phases = {0, 6000, 6000};
  s.seed = seed;
  s.faults.random.count = 6;
  s.faults.random.from = 500;
  s.faults.random.until = 4000;
  s.faults.random.repair_after = {900, 2500};
  buffers(s);
  return s;
}

}  // namespace

TEST_CASE("FS-EQUAL: an 8-port 3-tree in a storm", "[switch]") {
  Scenario s = storm(64, 5);
  s.traffic.load = 0.2;
  s.faults.random.count = 20;
  const nlohmann::json r = twin(s, 8);
  agree(r);
  CHECK(dropped(r) > 0);
}

TEST_CASE("FS-EQUAL: a 16-port 3-tree, whose beats have 128 bits, in a storm", "[switch]") {
  Scenario s = storm(16, 6);
  s.traffic.load = 0.3;
  s.phases = {0, 1500, 3000};
  s.faults.random.count = 30;
  s.faults.random.from = 200;
  s.faults.random.until = 900;
  s.faults.random.repair_after = {300, 900};
  const nlohmann::json r = twin(s, 16);
  agree(r);
  CHECK(dropped(r) > 0);
}

TEST_CASE("FS-REQ, FS-NEXT, FS-IDLE, FS-RST: each deliberate bug of the data path is seen",
          "[switch][bug]") {
  struct Bug {
    const char* name;
    const char* requirement;  ///< of the first difference
    const char* block;
  };
  const Bug bug = GENERATE(Bug{"switch_ask_stuck", "FS-DEC", "switch_decision"},
                           Bug{"switch_stale_answer", "FS-DEC", "switch_decision"},
                           Bug{"switch_output_stuck", "FS-ARB", "switch_departure"},
                           Bug{"switch_message_free", "FS-ARB", "switch_departure"},
                           Bug{"switch_ignores_xoff", "FS-ARB", "switch_departure"},
                           Bug{"switch_xon_late", "FS-XON", "switch_xon"},
                           Bug{"switch_no_fill", "FS-RX-2", "switch_tail"},
                           Bug{"switch_cut_unmarked", "FS-RX-2", "switch_tail"},
                           Bug{"switch_ask_late", "FS-ARB", "switch_departure"},
                           Bug{"switch_headers_asleep", "COS-ASSERT", "rtl_assertion"},
                           Bug{"switch_beat_more", "FS-RX-3", "switch_departure"},
                           Bug{"switch_bubble", "FS-ARB", "switch_departure"},
                           Bug{"switch_gap_longer", "FS-RD", "switch_delivery"},
                           Bug{"switch_drain_slow", "FS-ARB", "switch_departure"},
                           Bug{"switch_down_unheard", "FS-DEC", "switch_decision"},
                           Bug{"switch_reset_full", "FS-XON", "switch_xon"},
                           Bug{"switch_clear_late", "FS-INIT", "switch_departure"});
  CAPTURE(bug.name);
  const nlohmann::json r = twin(storm(16, 2), 4, {bug.name});
  INFO(r.dump(1));
  REQUIRE(r.contains("mismatch"));
  CHECK(r["mismatch"]["requirement"] == bug.requirement);
  CHECK(r["mismatch"]["block"] == bug.block);
  CHECK(r["mismatch"]["cycle"] > 0);
}

TEST_CASE("FS-EQUAL: while links die and come back", "[switch][FS-DOWN]") {
  const nlohmann::json r = twin(storm(GENERATE(1U, 5U, 16U, 64U), GENERATE(1U, 2U, 3U)), 4);
  agree(r);
  CHECK(r["messages"] > 50);
}

TEST_CASE("COS-RESET: switches in RTL, reset with packets and messages in them", "[switch]") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    Scenario s = storm(seed % 2 == 0 ? 5 : 16, seed);
    s.phases = {0, 300 + 97 * seed, 0};
    s.faults.random.from = 50;
    s.faults.random.until = 900;
    s.faults.random.repair_after = {100, 300};
    CAPTURE(seed);
    agree(twin(s, 4));
  }
}

TEST_CASE("FS-EQUAL, FS-DEC: links that die while the news of others is under way", "[switch]") {
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    Scenario s = storm(16, seed);
    s.phases = {0, 4000, 4000};
    s.faults.random.count = 12;
    s.faults.random.from = 1000;
    s.faults.random.until = 3000;
    if (seed % 2 == 0) s.faults.random.repair_after.reset();
    CAPTURE(seed);
    agree(twin(s, 4));
  }
}

TEST_CASE("FS-EQUAL: links that are dead and known from the start", "[switch]") {
  Scenario s = storm(16, GENERATE(1U, 2U, 3U));
  s.faults.random_preset = true;
  s.faults.random_nodes = s.seed == 3 ? 1 : 0;
  const nlohmann::json r = twin(s, 4);
  agree(r);
  CHECK(r["messages"] > 50);  // of the repairs
  CHECK(dropped(r) < 200);
}

namespace {

/// Switches die and come back with all their links, one after the other and together.
Scenario deaths(unsigned beats, std::uint64_t seed) {
  Scenario s = storm(beats, seed);
  s.traffic.load = 0.8;
  s.faults.random.count = 1;
  const auto sw = static_cast<SwitchIdx>(seed * 7 % 20);
  s.faults.failing_nodes = {{sw, 700 + 13 * seed, Cycle{1500}},
                            {(sw + 3) % 20, 1000 + seed, Cycle{2200}},
                            {(sw + 11) % 20, 3000, Cycle{3100}},
                            {sw, 3700 + 5 * seed, std::nullopt}};
  return s;
}

}  // namespace

TEST_CASE("FS-DIE: switches that die and come back, in every cycle of what they hold", "[switch]") {
  const unsigned beats = GENERATE(1U, 5U, 16U, 64U);
  unsigned to_hosts = 0;
  unsigned inside = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(beats, seed);
    const nlohmann::json r = twin(deaths(beats, seed), 4);
    agree(r);
    CHECK(r["failed_nodes"][0]["back"].is_number());
    to_hosts +=
        r["compared_by_block"]["switch_delivery"].get<unsigned>() - r["delivered"].get<unsigned>();
    inside += r["dropped"]["lost_in_switch"].get<unsigned>();
  }
  CHECK(inside > 50);
  if (beats > 1) CHECK(to_hosts > 0);  // came cut
}

TEST_CASE("FS-DIE: a host is busy with what a death has cut when its switch is back", "[switch]") {
  Scenario s = deaths(GENERATE(64U, 128U), GENERATE(range(1U, 9U)));
  s.probe = {20, 12, 0};
  s.sw.use<CutThroughConfig>().buffer_packets = 2;
  for (NodeFault& f : s.faults.failing_nodes) {
    if (f.repaired) f.repaired = f.at + 1;
  }
  if (s.seed % 2 == 0) {
    s.traffic.receivers.rate = 0.5;
    s.traffic.receivers.stalls = StallKind::kXon;
    s.traffic.receivers.every = 100;
  }
  agree(twin(s, 4));
}

// One of its links is back, the other dead and not declared so yet: it had XOFF when the switch
// died.
TEST_CASE("FS-DIE: an output whose link is dead counts XON as given", "[switch]") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    Scenario s = uniform(1.0, 2500);
    s.seed = seed;
    s.traffic.packet_beats = 5;
    s.phases = {0, 700, 500};
    s.sw.use<CutThroughConfig>().buffer_packets = 2;
    s.link.latency = 2;
    s.probe = {23, 6, 0};
    const Cycle died = 500 + 5 * seed;
    s.faults.failing_nodes = {{5, died, died + 1}};
    agree(twin(s, 4));
  }
}

TEST_CASE("FS-DIE: inputs that keep what they hold are seen", "[switch][bug]") {
  const nlohmann::json r = twin(deaths(16, 2), 4, {"switch_death_kept"});
  INFO(r.dump(1));
  REQUIRE(r.contains("mismatch"));
  CHECK(r["mismatch"]["cycle"] >= 726);
}

TEST_CASE("FS-EQUAL, FS-DIE: a link and a switch that die in the first cycles", "[switch]") {
  Scenario s = storm(16, 1);
  const auto at = GENERATE(Cycle{0}, Cycle{1}, Cycle{2});
  if (GENERATE(false, true)) {
    s.faults.failing_nodes = {{2, at, Cycle{1500}}};
  } else {
    s.faults.links = {{"0/10/2", {2, 2}, at, Cycle{900}}};
  }
  CAPTURE(at);
  agree(twin(s, 4));
}

namespace {

/// Outages that no prober declares, on all links, while buffers are full and empty.
Scenario flaps(unsigned beats, std::uint64_t seed) {
  Scenario s = uniform(0.4, 6000);
  s.traffic.packet_beats = beats;
  s.traffic.load = seed % 2 == 0 ? 1.0 : 0.5;
  s.phases = {0, 5000, 6000};
  s.seed = seed;
  s.link.latency = 2 + seed % 4;
  s.faults.random.flaps = 60;
  s.faults.random.flap_cycles = {1, seed % 3 == 0 ? 4U : 80U};
  s.faults.random.from = 100;
  s.faults.random.until = 4800;
  if (seed % 3 == 1) {
    s.traffic.pattern = TrafficPattern::kIncast;
    s.traffic.incast_to = 0;
  }
  if (seed == 2) s.faults.bit_errors = 2e-3;  // some are damaged and cut
  buffers(s);
  return s;
}

}  // namespace

TEST_CASE("FS-FLAP, FAB-FLAP-2: outages that nobody declares", "[switch]") {
  const unsigned beats = GENERATE(1U, 5U, 16U, 64U);
  std::uint64_t lost = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(beats, seed);
    const nlohmann::json r = twin(flaps(beats, seed), 4);
    agree(r);
    for (const nlohmann::json& flap : r["flaps"]) CHECK(flap["happened"] == true);
    lost += dropped(r);
  }
  CHECK(lost > 20);
}

TEST_CASE("FS-FLAP: what is not made up, not marked, or begins too early behind an outage is seen",
          "[switch][bug]") {
  const nlohmann::json r = twin(
      flaps(16, 3), 4, {GENERATE("switch_no_fill", "switch_cut_unmarked", "switch_outage_late")});
  INFO(r.dump(1));
  CHECK(r.contains("mismatch"));
}

TEST_CASE("FS-EQUAL: hosts that take packets slowly", "[switch]") {
  Scenario s = storm(GENERATE(5U, 64U), 4);
  const StallKind stalls = GENERATE(StallKind::kNone, StallKind::kRandom, StallKind::kXon);
  CAPTURE(s.traffic.packet_beats, static_cast<int>(stalls));
  s.traffic.receivers.rate = 0.7;
  s.traffic.receivers.stalls = stalls;
  s.traffic.receivers.every = 300;
  const nlohmann::json r = twin(s, 4);
  agree(r);
  CHECK(r["receivers"]["xoff"] > 10);
  CHECK(r["compared_by_block"]["switch_delivery"] >= r["delivered"]);
}

TEST_CASE("FS-XON: an XOFF that the model says too late is seen", "[switch][bug]") {
  Scenario s = storm(16, 2);
  s.traffic.load = 1.0;
  s.bugs = {"late_xoff"};
  const nlohmann::json r = twin(s, 4);
  INFO(r.dump(1));
  REQUIRE(r.contains("mismatch"));
  CHECK(r["mismatch"]["requirement"] == "FS-XON");
}

TEST_CASE("FS-EQUAL: packets of several lengths", "[switch]") {
  Scenario s = storm(32, GENERATE(1U, 2U));
  s.traffic.mix = {{1, 1, 0.4}, {7, 7, 0.3}, {32, 32, 0.3}};
  s.sw.use<CutThroughConfig>().buffer_packets = 4;
  agree(twin(s, 4));
}

TEST_CASE("FS-EQUAL: links that damage beats of packets", "[switch]") {
  Scenario s = storm(16, 1);
  s.faults.random.count = 0;
  s.faults.bit_errors = 1e-4;
  const nlohmann::json r = twin(s, 4);
  agree(r);
  CHECK(r["dropped"]["bit_error"] > 10);
  CHECK(r["compared_by_block"]["switch_delivery"] == r["offered"]);
}

TEST_CASE("COS-SWITCH-1: what compared nothing fails", "[switch]") {
  Scenario s = uniform(0, 500);
  s.traffic.load = 0;
  const nlohmann::json r = twin(s, 4);
  CHECK(r["outcome"] == "nothing compared");
}
