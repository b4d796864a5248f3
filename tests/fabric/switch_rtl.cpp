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
  s.sw.use<CutThroughConfig>().buffer_packets = beats == 1 ? 12 : beats < 5 ? 8 : 4;
  equal(twin(s, 4));
}

TEST_CASE("FS-EQUAL: while links die and come back", "[switch]") {
  Scenario s = uniform(0.4, 6000);
  s.traffic.packet_beats = GENERATE(5U, 64U);
  s.phases = {0, 6000, 6000};
  s.seed = GENERATE(1U, 2U, 3U);
  s.faults.random.count = 6;
  s.faults.random.from = 500;
  s.faults.random.until = 4000;
  s.faults.random.repair_after = {900, 2500};
  equal(twin(s, 4));
}
