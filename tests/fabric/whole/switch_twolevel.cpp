// SPDX-License-Identifier: Apache-2.0
// Every switch with two-level tables in RTL beside the model, equal in every cycle
// (docs/reference/switch-rtl.md, FS-HEAD, FS-LOOK, FS-QUIET).
#include <algorithm>
#include <array>

#include "twin.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

nlohmann::json twin(Scenario s, unsigned k, const std::vector<std::string>& bugs = {}) {
  s.engine = Engine::kSwitch;
  const tb::MakeSystem make = [=] {
    const nlohmann::json topology{{"kind", "twolevel"}, {"k", k}, {"faults", "none"}};
    return find_plug("twolevel")->make(topology, {s.engine, bugs, s.link.latency});
  };
  return tb::simulate(s, make, {}, 300);
}

void equal(const nlohmann::json& r) {
  agree(r);
  CHECK(r["messages"] == 0);
  CHECK(r["compared_by_block"]["switch_counter"] >= 320);  // FS-CNT
}

/// A set-up drawn by `seed`: lengths, load, buffers, latency, hosts; nothing fails.
Scenario drawn(std::uint64_t seed) {
  constexpr std::array<unsigned, 5> kBeats{1, 2, 5, 16, 64};
  constexpr std::array<double, 3> kLoads{0.1, 0.4, 1.0};
  Scenario s = uniform(kLoads[seed % 3], 2000);
  s.seed = seed;
  s.phases = {0, 2000, 3000};
  s.link.latency = 2 + seed / 2 % 4;
  s.traffic.packet_beats = kBeats[seed % 5];
  if (seed % 4 == 3) {
    s.traffic.packet_beats = 32;
    s.traffic.mix = {{1, 1, 0.4}, {7, 7, 0.3}, {32, 32, 0.3}};
  }
  const unsigned beats = s.traffic.packet_beats;
  const unsigned starts = (2 * s.link.latency + s.traffic.shortest_beats() - 1) /
                          static_cast<unsigned>(s.traffic.shortest_beats());
  s.sw.use<CutThroughConfig>().buffer_packets =
      std::min(starts + 1 + static_cast<unsigned>(seed % 2), 256 / beats);
  if (seed % 3 == 1) {
    s.traffic.receivers.rate = 0.7;
    s.traffic.receivers.stalls = seed % 2 == 0 ? StallKind::kRandom : StallKind::kXon;
    s.traffic.receivers.every = 200;
  }
  if (seed % 7 == 2) s.faults.bit_errors = 1e-3;
  return s;
}

/// The same, and links die and come back, of which nobody but their ends hears.
Scenario storm(std::uint64_t seed) {
  Scenario s = drawn(seed);
  s.traffic.load = std::max(s.traffic.load, 0.4);
  s.phases = {0, 5000, 6000};
  s.faults.random.count = 6;
  s.faults.random.from = 300;
  s.faults.random.until = 3500;
  s.faults.random.repair_after = {900, 2500};
  return s;
}

}  // namespace

TEST_CASE("FS-EQUAL, FS-HEAD: switches with two-level tables and the model depart alike",
          "[switch][twolevel]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    equal(twin(drawn(seed), 4));
  }
}

TEST_CASE("FS-EQUAL, FS-QUIET: switches with two-level tables while links die and come back",
          "[switch][twolevel]") {
  std::uint64_t at_dead_ports = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    const nlohmann::json r = twin(storm(seed), 4);
    equal(r);
    at_dead_ports += r["dropped"]["dead_port"].get<std::uint64_t>();
  }
  CHECK(at_dead_ports > 100);
}

TEST_CASE("FS-EQUAL: 80 switches with two-level tables in a storm", "[switch][twolevel]") {
  Scenario s = storm(8);
  s.traffic.load = 0.2;
  s.phases = {0, 2500, 2500};
  s.faults.random.count = 20;
  s.faults.random.until = 2000;
  const nlohmann::json r = twin(s, 8);
  equal(r);
  CHECK(dropped(r) > 0);
}

// No message is lost, since there is none: outages that nobody declares go with deaths.
TEST_CASE("FS-FLAP, FS-DIE: switches with two-level tables die while links flap",
          "[switch][twolevel]") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    Scenario s = storm(seed);
    s.faults.random.flaps = 20;
    s.faults.random.flap_cycles = {1, 40};
    const auto sw = static_cast<SwitchIdx>(seed * 7 % 20);
    s.faults.failing_nodes = {{sw, 700 + 13 * seed, Cycle{1500}},
                              {(sw + 3) % 20, 1000 + seed, Cycle{2200}},
                              {(sw + 11) % 20, 3000, std::nullopt}};
    s.faults.bit_errors = seed % 2 == 0 ? 0.1 : 0;  // who is cut may be damaged, too
    const nlohmann::json r = twin(s, 4);
    equal(r);
    CHECK(r["failed_nodes"][0]["back"].is_number());
  }
}

TEST_CASE("FS-EQUAL: two-level tables, links that are dead from the start", "[switch][twolevel]") {
  Scenario s = storm(6);
  s.faults.random_preset = true;
  equal(twin(s, 4));
}

TEST_CASE("FS-LOOK, FS-HEAD: each deliberate bug of a switch with two-level tables is seen",
          "[switch][twolevel][bug]") {
  struct Bug {
    const char* name;
    const char* requirement;  ///< of the first difference
    const char* block;
  };
  const Bug bug = GENERATE(Bug{"highest_row", "FS-DEC", "switch_decision"},
                           Bug{"mask_ignored", "FS-DEC", "switch_decision"},
                           Bug{"switch_source_looked_up", "FS-DEC", "switch_decision"},
                           Bug{"switch_length_even", "FS-RX-3", "switch_departure"},
                           Bug{"switch_port_beside", "FS-DEC", "switch_decision"});
  CAPTURE(bug.name);
  const nlohmann::json r = twin(drawn(7), 4, {bug.name});
  INFO(r.dump(1));
  REQUIRE(r.contains("mismatch"));
  CHECK(r["mismatch"]["requirement"] == bug.requirement);
  CHECK(r["mismatch"]["block"] == bug.block);
}

TEST_CASE("FS-QUIET, FS-DEC: a port that is declared dead while its header asks: it asks once more",
          "[switch][twolevel][bug]") {
  nlohmann::json r;
  for (std::uint64_t seed = 1; seed <= 6 && !r.contains("mismatch"); ++seed)
    r = twin(storm(seed), 4, {"switch_stale_answer"});
  INFO(r.dump(1));
  REQUIRE(r.contains("mismatch"));
  CHECK(r["mismatch"]["requirement"] == "FS-DEC");
  CHECK(r["mismatch"]["block"] == "switch_decision");
}

TEST_CASE("FS-LOOK, COS-RESET: switches with two-level tables, reset with packets in them",
          "[switch][twolevel]") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    Scenario s = storm(seed);
    s.phases = {0, 300 + 97 * seed, 0};
    s.faults.random.from = 50;
    s.faults.random.until = 700;
    s.faults.random.repair_after = {100, 300};
    equal(twin(s, 4));
  }
}
