// SPDX-License-Identifier: Apache-2.0
// Switches in RTL that answer in three cycles, beside the model (docs/reference/switch-rtl.md,
// FS-DEC with R = 3).
#include "twin.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

/// Links die and come back under load, while the news of others are under way.
Scenario storm(std::uint64_t seed) {
  Scenario s = uniform(seed % 2 == 0 ? 0.9 : 0.4, 4000);
  s.engine = Engine::kSwitch;
  s.seed = seed;
  s.sw.route_latency = 3;
  s.traffic.packet_beats = seed % 4 == 0 ? 1 : seed % 4 == 1 ? 2 : seed % 4 == 2 ? 5 : 16;
  s.phases = {0, 4000, 6000};
  s.link.latency = static_cast<unsigned>(2 + seed % 3);
  s.sw.use<CutThroughConfig>().buffer_packets = s.traffic.packet_beats < 3 ? 16 : 4;
  s.faults.random.count = 12;
  s.faults.random.tolerable = false;
  s.faults.random.from = 300;
  s.faults.random.until = 3000;
  if (seed % 3 != 0) s.faults.random.repair_after = {300, 1500};
  return s;
}

nlohmann::json equal(const Scenario& s) {
  nlohmann::json r = tree_twin(s);
  agree(r);
  return r;
}

}  // namespace

TEST_CASE("FS-DEC, FS-EQUAL: answers in three cycles, while links die and come back", "[switch]") {
  std::uint64_t messages = 0;
  std::uint64_t lost = 0;
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    CAPTURE(seed);
    const nlohmann::json r = equal(storm(seed));
    messages += r["messages"].get<std::uint64_t>();
    lost += dropped(r);
  }
  CHECK(messages > 500);
  CHECK(lost > 50);
}

TEST_CASE("FS-DEC, FS-DIE, FS-AGAIN: answers in three cycles, switches that die, lost messages",
          "[switch]") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    Scenario s = storm(seed);
    if (seed % 3 == 0) {
      s.faults.bit_errors = 0.02;
      s.faults.random.flaps = 20;
    } else {
      const auto sw = static_cast<SwitchIdx>(seed * 7 % 20);
      s.faults.failing_nodes = {{sw, 700 + 13 * seed, Cycle{1500}},
                                {(sw + 3) % 20, 1000 + seed, Cycle{2200}}};
    }
    equal(s);
  }
}

TEST_CASE("FS-DEC: answers in three cycles that are stale are taken for good, and that is seen",
          "[switch][bug]") {
  bool seen = false;
  for (std::uint64_t seed = 1; seed <= 12 && !seen; ++seed) {
    const nlohmann::json r = tree_twin(storm(seed), 4, {"switch_stale_answer"});
    seen = r.contains("mismatch") && r["mismatch"]["requirement"] == "FS-DEC";
  }
  CHECK(seen);
}
