// SPDX-License-Identifier: Apache-2.0
// News of links that are damaged, lost, held back or given up (FAB-ERR-2, FAB-FLAP-2), and links
// that are dead from the start.
#include <catch2/catch.hpp>

#include "../support.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

Scenario noisy(std::uint64_t seed, double bit_errors) {
  Scenario s;
  s.engine = Engine::kGolden;
  s.seed = seed;
  s.traffic.load = 0.1;
  s.traffic.packet_beats = 4;
  s.phases = {0, 4'000, 60'000};
  s.faults.bit_errors = bit_errors;
  return s;
}

void is_settled(const json& r) {
  INFO(r.dump());
  CHECK(r["settled"] == true);
  CHECK(r["audited"] == true);
  CHECK(r["audit"]["dead_ends"] == 0);
  CHECK(r["audit"]["excluded"] == 0);
  CHECK(r["in_flight"] == 0);
}

}  // namespace

TEST_CASE("FAB-ERR-2: what was damaged on its way to an end that has died for ever is given up") {
  std::uint64_t bad = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    Scenario s = noisy(seed, 0.2);
    s.faults.random = {6, 500, 900, false, {}};
    const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
    is_settled(r);
    bad += r["link_errors"]["messages"].get<std::uint64_t>();
  }
  CHECK(bad > 20);
}

TEST_CASE("FAB-ERR-2: messages that have to leave once more wait for a STOP, and go on with GO") {
  Scenario s = noisy(GENERATE(range(1U, 4U)), 0.1);
  s.probe = {60, 12, 2};
  s.faults.random = {60, 500, 510, false, RepairSpan{600, 620}};
  const json r = tb::simulate(s, tb::fat_tree(8, 3, Engine::kGolden));
  is_settled(r);
  CHECK(r["link_errors"]["messages"] > 50);
  CHECK(r["link_errors"]["resent"] >= r["link_errors"]["messages"]);
}

TEST_CASE("FAB-FLAP-2: fault messages that are lost in an outage are counted with it") {
  std::uint64_t lost = 0, resent = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    Scenario s = noisy(seed, 0);
    s.faults.random = {6, 500, 3'000, false, RepairSpan{300, 800}};
    s.faults.random.flaps = 300;
    s.faults.random.flap_cycles = {1, 60};
    const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
    is_settled(r);
    for (const json& f : r["flaps"]) lost += f["messages_lost"].get<std::uint64_t>();
    resent += r["link_errors"]["resent"].get<std::uint64_t>();
  }
  CHECK(lost > 0);
  CHECK(resent >= lost);
}

TEST_CASE(
    "FAB-REP: a link that is dead from the start and repaired carries packets") {
  const tb::MakeSystem make = tb::fat_tree(4, 2, Engine::kGolden);
  std::string why;
  const auto end = make()->topology().parse_link("0/1/2", why);
  REQUIRE(end);
  Scenario s = noisy(1, 0);
  s.traffic.load = 0.5;
  s.faults.links = {{"0/1/2", *end, 0, 1'000}};
  const json r = tb::simulate(s, make);
  is_settled(r);
  const json& repair = r["faults"][0]["repair"];
  CHECK(repair["first_packet"] > repair["detected"][0]);
  CHECK(repair["first_packet"] < 2'000);
}
