// SPDX-License-Identifier: Apache-2.0
// Switches in RTL whose links damage and lose fault messages, beside the model
// (docs/reference/switch-rtl.md, FS-AGAIN).
#include "twin.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

/// Some links die and come back while others are out for some cycles and all damage beats.
Scenario lossy(std::uint64_t seed, unsigned beats) {
  Scenario s = uniform(0.2, 7000);
  s.engine = Engine::kSwitch;
  s.seed = seed;
  s.traffic.packet_beats = beats;
  s.phases = {0, 7000, 8000};
  s.link.latency = static_cast<unsigned>(2 + seed % 5);
  s.sw.use<CutThroughConfig>().buffer_packets = beats == 1 ? 16 : 4;
  s.probe = {500, 30, 3};
  s.faults.bit_errors = seed % 3 == 0 ? 0 : 0.04;
  s.faults.random.count = 8;
  s.faults.random.from = 300;
  s.faults.random.until = 5000;
  s.faults.random.repair_after = {900, 2500};
  s.faults.random.flaps = seed % 3 == 1 ? 0 : 40;
  s.faults.random.flap_cycles = {1, 70};
  return s;
}

std::uint64_t equal(const nlohmann::json& r) {
  agree(r);
  return r["compared_by_block"]["switch_resend"];
}

}  // namespace

TEST_CASE("FS-AGAIN, FAB-ERR-2, FAB-FLAP-2: fault messages that links damage or lose leave again",
          "[switch]") {
  std::uint64_t asked = 0;
  std::uint64_t again = 0;
  for (std::uint64_t seed = 1; seed <= 15; ++seed) {
    const unsigned beats = seed % 3 == 0 ? 1 : seed % 3 == 1 ? 5 : 16;
    CAPTURE(seed, beats);
    const nlohmann::json r = tree_twin(lossy(seed, beats), 4);
    asked += equal(r);
    again += r["link_errors"]["resent"].get<std::uint64_t>();
  }
  CHECK(asked > 500);
  CHECK(again > 200);
}

TEST_CASE(
    "FS-FLAP, FAB-STALL: what is cut is made up, though fault messages hold back what comes behind",
    "[switch]") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const unsigned beats = seed % 3 == 0 ? 5 : 16;
    CAPTURE(seed, beats);
    Scenario s = lossy(seed, beats);
    s.traffic.load = 0.4;
    s.faults.bit_errors = 0;
    s.faults.random.flaps = 150;
    s.faults.random.flap_cycles = {1, seed % 2 == 0 ? Cycle{9} : Cycle{60}};
    equal(tree_twin(s, 4));
  }
}

TEST_CASE("FS-AGAIN: an 8-port 3-tree that loses fault messages", "[switch]") {
  Scenario s = lossy(2, 16);
  s.faults.random.count = 16;
  s.phases = {0, 5000, 3000};
  CHECK(equal(tree_twin(s, 8)) > 50);
}

TEST_CASE("FS-AGAIN: links that are dead and known from the start, and lose messages", "[switch]") {
  std::uint64_t asked = 0;
  for (std::uint64_t seed = 4; seed <= 6; ++seed) {
    CAPTURE(seed);
    Scenario s = lossy(seed, 5);
    s.faults.random_preset = true;
    s.faults.random_nodes = seed == 5 ? 1 : 0;
    asked += equal(tree_twin(s, 4));
  }
  CHECK(asked > 30);
}

TEST_CASE("FS-AGAIN: what is not asked for, or leaves too early, is seen", "[switch][bug]") {
  CHECK(tree_twin(lossy(1, 5), 4, {"switch_no_resend"})["mismatch"]["block"] == "switch_resend");
  bool overtaken = false;
  for (std::uint64_t seed = 1; seed <= 12 && !overtaken; ++seed) {
    overtaken = tree_twin(lossy(seed, 5), 4, {"switch_overtaken"}).contains("mismatch");
  }
  CHECK(overtaken);
}
