// SPDX-License-Identifier: Apache-2.0
// Switches in RTL whose fault messages have wires of their own, beside the model
// (docs/reference/switch-rtl.md, FS-SIDE).
#include "twin.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

/// Links die and come back under load.
Scenario storm(std::uint64_t seed) {
  Scenario s = uniform(seed % 2 == 0 ? 0.9 : 0.4, 5000);
  s.engine = Engine::kSwitch;
  s.seed = seed;
  s.traffic.packet_beats = seed % 3 == 0 ? 1 : seed % 3 == 1 ? 5 : 16;
  s.phases = {0, 5000, 6000};
  s.link.latency = static_cast<unsigned>(2 + seed % 5);
  s.link.messages = LinkMessages::kSideband;
  s.sw.use<CutThroughConfig>().buffer_packets = s.traffic.packet_beats == 1 ? 16 : 4;
  s.faults.random.count = 8;
  s.faults.random.from = 300;
  s.faults.random.until = 4000;
  s.faults.random.repair_after = {900, 2500};
  return s;
}

/// They damage and lose fault messages as well.
Scenario lossy(std::uint64_t seed) {
  Scenario s = storm(seed);
  s.probe = {500, 30, 3};
  s.faults.bit_errors = seed % 3 == 0 ? 0 : 0.04;
  s.faults.random.flaps = seed % 3 == 1 ? 0 : 40;
  s.faults.random.flap_cycles = {1, 70};
  return s;
}

nlohmann::json equal(const Scenario& s, unsigned m = 4) {
  nlohmann::json r = tree_twin(s, m);
  agree(r);
  return r;
}

}  // namespace

TEST_CASE("FS-SIDE: fault messages with wires of their own, while links die and come back",
          "[switch]") {
  std::uint64_t messages = 0;
  bool differs = false;  // what they do to packets
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    Scenario s = storm(seed);
    const nlohmann::json r = equal(s);
    messages += r["compared_by_block"]["switch_message"].get<std::uint64_t>();
    s.engine = Engine::kGolden;
    s.link.messages = LinkMessages::kBeat;
    differs = differs || tree_twin(s)["latency"] != r["latency"];
  }
  CHECK(messages > 500);
  CHECK(differs);
}

TEST_CASE("FS-SIDE: an 8-port 3-tree, and a 16-port 3-tree, with messages of their own wires",
          "[switch]") {
  Scenario s = storm(2);
  s.faults.random.count = 16;
  s.phases = {0, 2500, 3000};
  s.faults.random.until = 2000;
  s.faults.random.repair_after = {300, 900};
  CHECK(equal(s, 8)["messages"] > 50);
  s.phases = {0, 800, 1500};
  s.faults.random.until = 700;
  s.traffic.load = 0.3;
  CHECK(equal(s, 16)["messages"] > 50);
}

TEST_CASE("FS-SIDE, FS-AGAIN: messages of their own wires that links damage or lose", "[switch]") {
  std::uint64_t asked = 0;
  std::uint64_t again = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    const nlohmann::json r = equal(lossy(seed));
    asked += r["compared_by_block"]["switch_resend"].get<std::uint64_t>();
    again += r["link_errors"]["resent"].get<std::uint64_t>();
  }
  CHECK(asked > 300);
  CHECK(again > 100);
}

TEST_CASE(
    "FS-SIDE, FS-DIE: messages of their own wires while switches die, and links from the start",
    "[switch]") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    Scenario s = storm(seed);
    const auto sw = static_cast<SwitchIdx>(seed * 7 % 20);
    s.faults.random_preset = seed % 2 == 0;
    s.faults.failing_nodes = {{sw, 700 + 13 * seed, Cycle{1500}},
                              {(sw + 3) % 20, 1000 + seed, Cycle{2200}}};
    if (seed % 2 == 0) s.faults.failing_nodes.clear();
    equal(s);
  }
}

TEST_CASE("FS-SIDE: a message of its own wire that takes a beat is seen", "[switch][bug]") {
  const nlohmann::json r = tree_twin(storm(2), 4, {"switch_sideband_takes_beat"});
  INFO(r.dump(1));
  REQUIRE(r.contains("mismatch"));
  CHECK(r["mismatch"]["requirement"] == "FS-ARB");
  CHECK(r["mismatch"]["block"] == "switch_departure");
}
