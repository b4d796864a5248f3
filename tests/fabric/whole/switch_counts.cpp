// SPDX-License-Identifier: Apache-2.0
// What switches in RTL have counted at the end of a run, beside what the model did
// (docs/reference/switch-rtl.md, FS-CNT).
#include "twin.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

constexpr unsigned kCounters = 4;  ///< compared, of each port

Scenario storm(std::uint64_t seed) {
  Scenario s = uniform(seed % 2 == 0 ? 1.0 : 0.5, 3000);
  s.engine = Engine::kSwitch;
  s.seed = seed;
  s.traffic.packet_beats = seed % 3 == 0 ? 1 : seed % 3 == 1 ? 5 : 16;
  // The run ends with packets under way, or when all is over.
  s.phases = {0, 3000, seed % 4 < 2 ? 5 + seed : 9000};
  s.sw.use<CutThroughConfig>().buffer_packets = s.traffic.packet_beats == 1 ? 16 : 4;
  s.faults.random.count = 8;
  s.faults.random.tolerable = false;
  s.faults.random.from = 100;
  s.faults.random.until = 2500;
  if (seed % 2 == 0) s.faults.random.repair_after = {300, 900};
  return s;
}

void counted(const nlohmann::json& r, unsigned ports) {
  agree(r);
  CHECK(r["compared_by_block"]["switch_counter"] == ports * kCounters);
}

}  // namespace

TEST_CASE("FS-CNT: ports count what the model did, in storms that are cut short, or not",
          "[switch]") {
  std::uint64_t drained = 0;
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    CAPTURE(seed);
    const nlohmann::json r = tree_twin(storm(seed));
    counted(r, 80);
    for (const char* why : {"no_route", "dead_port"})
      drained += r["dropped"].value(why, std::uint64_t{0});
  }
  CHECK(drained > 50);
}

TEST_CASE("FS-CNT, FS-DIE: counters live on in switches that die", "[switch]") {
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    CAPTURE(seed);
    Scenario s = storm(seed);
    const auto sw = static_cast<SwitchIdx>(seed * 7 % 20);
    s.faults.failing_nodes = {{sw, 700 + 13 * seed, Cycle{1500}},
                              {(sw + 3) % 20, 1000 + seed, Cycle{2200}},
                              {(sw + 11) % 20, 2400 + seed, std::nullopt}};
    counted(tree_twin(s), 80);
  }
}

TEST_CASE("FS-CNT: links that are dead from the start, messages of their own wires, lost ones",
          "[switch]") {
  for (std::uint64_t seed = 1; seed <= 9; ++seed) {
    CAPTURE(seed);
    Scenario s = storm(seed);
    s.faults.random_preset = seed % 3 == 0;
    if (seed % 3 == 1) s.link.messages = LinkMessages::kSideband;
    if (seed % 2 == 0) s.faults.bit_errors = 0.02;
    if (seed % 3 == 2) s.faults.random.flaps = 20;
    counted(tree_twin(s), 80);
  }
}

TEST_CASE("FS-CNT: a count that is lost is seen", "[switch][bug]") {
  const nlohmann::json r = tree_twin(storm(2), 4, {"switch_count_lost"});
  INFO(r.dump(1));
  REQUIRE(r.contains("mismatch"));
  CHECK(r["mismatch"]["requirement"] == "FS-CNT");
  CHECK(r["mismatch"]["block"] == "switch_counter");
  CHECK(r["mismatch"]["what"] == "packets begun");
}
