// SPDX-License-Identifier: Apache-2.0
// What the waves say is what happened, in the cycle in which it happened.
#include <catch2/catch.hpp>

#include "fabric_bench.hpp"
#include "run_selvage.hpp"
#include "wave_values.hpp"

using namespace selvage;
using selvage::test::Directory;
using selvage::test::read_file;
using selvage::test::run_selvage;
using tb::kPeriod;
using tb::WaveValues;

namespace {

nlohmann::json result_of(const Directory& out) {
  return nlohmann::json::parse(read_file(out.path() / "result.json"));
}

}  // namespace

TEST_CASE("a fault: death, detection at both ends, tables",
          "[waves][FT-DET-2][FT-MSG-1][FT-CYC-5]") {
  const Directory out;
  const std::string run = "run scenarios/hello_fault.yaml --waves always --out ";
  REQUIRE(run_selvage(run + out.str()).code == 0);
  const auto result = result_of(out);
  const auto& fault = result["faults"][0];
  const auto failed = fault["failed"].get<Cycle>();
  const auto lower = fault["detected"][0].get<Cycle>();
  const auto upper = fault["detected"][1].get<Cycle>();
  const auto changed = fault["last_change"].get<Cycle>();
  const WaveValues w(out.str() + "/waves.fst");
  REQUIRE(w.readable());
  const auto at = [&](const std::string& row, Cycle c) {
    return w.number("fabric." + row, c * kPeriod);
  };
  for (const Cycle c : {failed - 5, failed, lower, upper, changed, changed + 7}) {
    CHECK(at("cycle", c) == c);
  }
  // <0,21> port 3 and <1,21> port 1 are the two ends.
  CHECK(at("sw_0_21.link_3", failed - 1) == 0U);
  CHECK(at("sw_0_21.link_3", failed) == 1U);
  CHECK(at("sw_0_21.link_3", lower - 1) == 1U);
  CHECK(at("sw_0_21.link_3", lower) == 2U);
  CHECK(at("sw_0_21.fault_event", failed) == 1U);
  CHECK(at("sw_0_21.fault_event", failed + 1) == 0U);
  CHECK(at("sw_0_21.fault_event", lower) == 2U);
  CHECK(at("sw_0_21.fault_event", lower + 1) == 0U);
  CHECK(at("sw_0_21.control_active", lower) == 1U);
  CHECK(at("sw_0_21.ps_3", lower + 1) == 0U);
  CHECK(at("sw_0_21.ps_3", lower + 2) == 1U);
  CHECK(at("sw_1_21.link_1", upper - 1) == 1U);
  CHECK(at("sw_1_21.link_1", upper) == 2U);
  CHECK(at("sw_1_21.down_dead", upper + 1) == 0U);
  CHECK(at("sw_1_21.down_dead", upper + 2) == 2U);
  // The announcement is an operation of its own.
  CHECK(at("sw_1_21.messages_sent_by", upper + 5) == 0U);
  CHECK(at("sw_1_21.messages_sent_by", upper + 6) == 0b1101U);
  CHECK(at("sw_1_21.messages_sent_by", upper + 7) == 0U);
  CHECK(at("messages_in_flight", upper + 6) == 3U);
  CHECK(at("messages_in_flight", changed + 40) == 0U);
  CHECK(w.text("fabric.last_fault_event", failed * kPeriod) == "LK<0,21>3 died");
  CHECK(at("sw_0_00.lft_used", upper) == 0U);
  CHECK(at("sw_0_00.lft_used", changed) == 1U);
  CHECK(w.text("fabric.sw_0_00.last_received", changed * kPeriod).rfind("ULFM 0/21/3 from ", 0) ==
        0);
}

TEST_CASE("the RTL shown takes the decisions of the RTL compared", "[waves][WAVE-DIFF][FT-RS-6]") {
  const Directory out;
  REQUIRE(run_selvage("run scenarios/hello_fault.yaml --seed 4 --set bug.skip_lft=true --out " +
                      out.str())
              .code == 1);
  const auto result = result_of(out);
  const auto cycle = result["mismatch"]["cycle"].get<Cycle>();
  REQUIRE(result["mismatch"]["switch"] == "<0,00>");
  const WaveValues w(out.str() + "/waves.fst");
  REQUIRE(w.readable());
  CHECK(w.number("fabric.verdict", (cycle - 1) * kPeriod) == 0U);
  CHECK(w.number("fabric.verdict", cycle * kPeriod) == 1U);
  const std::string sw = "fabric.sw_0_00.";
  CHECK(w.bits(sw + "golden_V", cycle * kPeriod) == result["mismatch"]["expected"]);
  CHECK(w.bits(sw + "rtl_V", cycle * kPeriod) == result["mismatch"]["actual"]);
  CHECK(w.number(sw + "rtl.gnt_valid_o", cycle * kPeriod) == 1U);
  CHECK(w.bits(sw + "rtl.gnt_mask_o", cycle * kPeriod) == result["mismatch"]["actual"]);
  CHECK(w.number(sw + "rtl.req_valid_i", (cycle - 2) * kPeriod + kPeriod / 2) == 1U);
  const auto packet = result["mismatch"]["packet"].get<std::uint64_t>();
  const std::string shown = w.text(sw + "decision_packet", cycle * kPeriod);
  CHECK(shown.rfind("#" + std::to_string(packet) + " ", 0) == 0);
  // The clock rises in the middle of every cycle, also of those in which nothing happens.
  for (Cycle c = cycle - 100; c < cycle; ++c) {
    REQUIRE(w.number(sw + "rtl.clk_i", c * kPeriod) == 0U);
    REQUIRE(w.number(sw + "rtl.clk_i", c * kPeriod + kPeriod / 2) == 1U);
  }
}

TEST_CASE("every decision of a traced switch, row against RTL", "[waves][WAVE-TRUE]") {
  const Directory out;
  Scenario s;
  s.engine = Engine::kLockstep;
  s.traffic.load = 0.6;
  s.traffic.packet_beats = 16;
  s.phases = {100, 1500, 20000};
  s.probe = {100, 20, 3};
  s.faults.random = {2, 200, 600, true};
  fabric::RunOptions options;
  options.waves = fabric::WaveRequest{out.str() + "/w.fst", 150, 1500, {2}};
  const auto r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kLockstep), options);
  REQUIRE(r.value("failure", "") == "");
  const WaveValues w(out.str() + "/w.fst");
  REQUIRE(w.readable());
  CHECK(w.begin() == 150 * kPeriod);
  CHECK(w.end() == 1500 * kPeriod);
  const std::string sw = "fabric.sw_0_10.";
  REQUIRE(w.has(sw + "rtl.gnt_valid_o"));
  CHECK_FALSE(w.has("fabric.sw_0_11.rtl.gnt_valid_o"));
  CHECK(w.has("fabric.sw_0_11.lft_used"));
  unsigned decisions = 0;
  for (Cycle c = 151; c < 1500; ++c) {
    if (w.number(sw + "rtl.gnt_valid_o", c * kPeriod) != 1U) continue;
    ++decisions;
    REQUIRE(w.bits(sw + "rtl.gnt_mask_o", c * kPeriod) == w.bits(sw + "rtl_V", c * kPeriod));
    REQUIRE(w.bits(sw + "golden_V", c * kPeriod) == w.bits(sw + "rtl_V", c * kPeriod));
  }
  CHECK(decisions > 50);
}
