// SPDX-License-Identifier: Apache-2.0
// The switch of examples/switch, whole and with each of its planted faults.
#include "runs.hpp"

using nlohmann::json;
using namespace selvage::test;

namespace {

json result_of(unsigned bug, const std::string& more, int code) {
  return selvage::test::result_of(
      "--switch " + std::string(SELVAGE_ACME) + "@" + std::to_string(bug) + " " + more, code);
}

void finds(unsigned bug, const std::string& rule, const std::string& more = "") {
  const json result = result_of(bug, more, 1);
  INFO("bug " << bug << ": " << result["mismatch"].dump());
  REQUIRE(result["mismatch"].is_object());
  CHECK(result["mismatch"]["requirement"] == rule);
  CHECK(result["mismatch"]["switch"].is_string());
  CHECK(result["mismatch"]["port"].is_string());
}

const std::string kFull =
    "--set traffic.load=1 --set traffic.pattern=hot-spot "
    "--set 'traffic.hot_hosts=[\"000\"]' --set traffic.hot_fraction=0.4 --set faults={}";

}  // namespace

TEST_CASE("SW-LEGAL: a switch with other lanes, arbiters and registers is legal") {
  const json result = result_of(0, "", 0);
  CHECK(result["packets"]["delivered"].get<int>() > 8000);
  CHECK(compared(result, "switch_message") > 300);
}

TEST_CASE("SW-LEGAL: so it is with short packets, in saturation, for one host") {
  result_of(0, "--set traffic.packet_beats=5 --set switch.buffer_packets=5 --set traffic.load=0.6",
            0);
  result_of(0, kFull, 0);
}

TEST_CASE("SW-FC: no head leaves late against XOFF because a fault message took its beat") {
  const std::string one_beat =
      "--set traffic.packet_beats=1 --set traffic.load=0.9 --set switch.buffer_packets=40 "
      "--set phases.warmup=500 --set phases.measure=20000 --set 'faults={random: {count: 16, "
      "from: 1000, until: 15000, repair_after: {from: 500, until: 5000}}}' --set seed=";
  for (const char* seed : {"2", "3"}) result_of(0, one_beat + seed, 0);
}

TEST_CASE("SW-DATA: a bit of the payload is changed") { finds(1, "SW-DATA"); }
TEST_CASE("SW-CONS: a tail is lost, or a head stands within a packet") {
  finds(2, "SW-CONS");
  finds(12, "SW-CONS");
}
TEST_CASE("SW-FC: a head leaves against XOFF, or an input never says XOFF") {
  finds(3, "SW-FC", kFull);
  finds(5, "SW-FC", kFull);
}
TEST_CASE("SW-ROUTE: a packet goes down by another port") { finds(4, "SW-ROUTE"); }
TEST_CASE("SW-DEAD: what a dead link has cut is not marked") { finds(6, "SW-DEAD"); }
TEST_CASE("SW-MIN: what came down goes up again") { finds(7, "SW-MIN"); }
TEST_CASE("SW-DROP: a packet with a way is dropped") { finds(8, "SW-DROP"); }
TEST_CASE("SW-ORDER: packets of a flow overtake") { finds(9, "SW-ORDER"); }
TEST_CASE("SW-MSG: a bit of a fault message is changed") { finds(10, "SW-MSG"); }
TEST_CASE(
    "SW-PROG: a lane asks no more, or a switch says that it is idle while it holds a packet") {
  finds(11, "SW-PROG");
  finds(15, "SW-PROG");
}
TEST_CASE("SW-LAT: a packet that is alone waits") { finds(13, "SW-LAT"); }
TEST_CASE(
    "SW-RECV: hosts that take slowly and stall, and a switch that does not look at their XOFF") {
  const std::string slow =
      "--set 'traffic.receivers={rate: 0.6, stalls: random, every: 300, longest: 250}' ";
  const json result = result_of(0, slow, 0);
  CHECK(result["packets"]["delivered"].get<int>() > 8000);
  CHECK(result["receivers"]["xoff"].get<int>() > 100);
  CHECK(result["receivers"]["stalled"].get<int>() > 1000);
  finds(17, "SW-RECV", slow);
}
TEST_CASE("SW-BAD: what is no packet, or not what its head says, ends at the switch it comes to") {
  const std::string bad = "--set traffic.malformed.share=0.3 ";
  const std::string few = bad + "--set traffic.packet_beats=1 --set switch.buffer_packets=40 ";
  for (const std::string& more : {bad, few, bad + kFull}) {
    const json result = result_of(0, more, 0);
    CHECK(compared(result, "switch_malformed") > 1000);
  }
  finds(16, "SW-BAD", bad);
  finds(18, "SW-BAD", bad);
}
TEST_CASE("SW-RESET: an output depends on a register that no reset sets") { finds(14, "SW-RESET"); }
TEST_CASE("SW-RESET: an output is x") {
  const json result = selvage::test::result_of("--switch " SELVAGE_ACME_UNSURE, 1);
  CHECK(result["mismatch"]["requirement"] == "SW-RESET");
  CHECK(result["mismatch"].dump().find("registers held before reset, or is x") !=
        std::string::npos);
}
