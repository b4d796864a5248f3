// SPDX-License-Identifier: Apache-2.0
// Every switch in RTL beside the model, equal in every cycle (FS-*, docs/switch-rtl.md).
#include "support.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

fabric::RunOptions in_rtl(std::uint32_t bugs = 0) {
  fabric::RunOptions options;
  options.switch_rtl = true;
  options.switch_bugs = bugs;
  return options;
}

nlohmann::json twin(const Scenario& s, unsigned m, std::uint32_t bugs = 0) {
  return tb::simulate(s, tb::fat_tree(m, 3, Engine::kGolden, {}, "corrected", 32, s.link.latency),
                      in_rtl(bugs), 300);
}

/// Buffers as small as the margin of the link allows, or a little larger.
void buffers(Scenario& s) {
  const unsigned beats = s.traffic.packet_beats;
  const auto starts = static_cast<unsigned>((2 * s.link.latency + beats - 1) / beats);
  s.sw.use<CutThroughConfig>().buffer_packets = starts + 1 + static_cast<unsigned>(s.seed % 3);
}

void equal(const nlohmann::json& r) {
  INFO(r.dump(1));
  REQUIRE(!r.contains("failure"));
  CHECK(!r.contains("mismatch"));
  CHECK(r["compared_by_block"]["switch"] > 300);
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
  equal(twin(s, 4));
}

namespace {

/// Links that die and come back under load.
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
  equal(r);
  CHECK(dropped(r) > 0);
}

TEST_CASE("FS-EQUAL: each deliberate bug of the data path is seen", "[switch][bug]") {
  struct Bug {
    unsigned bit;
    const char* requirement;  ///< of the first difference
  };
  const Bug bug = GENERATE(Bug{14, "FS-DEC"}, Bug{15, "FS-DEC"}, Bug{16, "FS-ARB"},
                           Bug{17, "FS-ARB"}, Bug{18, "FS-ARB"}, Bug{19, "FS-XON"},
                           Bug{20, "FS-ARB"}, Bug{21, "FS-RD"}, Bug{22, "FS-ARB"});
  CAPTURE(bug.bit);
  const nlohmann::json r = twin(storm(16, 2), 4, 1U << bug.bit);
  INFO(r.dump(1));
  REQUIRE(r.contains("mismatch"));
  CHECK(r["mismatch"]["requirement"] == bug.requirement);
  CHECK(r["mismatch"]["block"] == "switch");
}

TEST_CASE("FS-EQUAL: while links die and come back", "[switch]") {
  const nlohmann::json r = twin(storm(GENERATE(1U, 5U, 16U, 64U), GENERATE(1U, 2U, 3U)), 4);
  equal(r);
  CHECK(r["messages"] > 50);
}
