// SPDX-License-Identifier: Apache-2.0
// Switches in RTL beside the model while a few packets are under way, and a link or a switch is
// lost in each of the cycles that may matter (docs/reference/switch-rtl.md). Quick.
#include "few_packets.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

json twin(const Scenario& s) {
  return tb::simulate(s, tb::fat_tree(4, 3, s.engine, {}, "corrected", 32, s.link.latency), {}, 60);
}

std::uint64_t equal(const json& r) {
  INFO(r.dump(1));
  REQUIRE(!r.contains("failure"));
  CHECK(!r.contains("mismatch"));
  return dropped(r);
}

}  // namespace

TEST_CASE("FS-FLAP: an outage of the busiest link in every cycle of its packets") {
  std::uint64_t lost = 0;
  for (Cycle at = 40; at < 120; ++at) {
    Scenario s = busy(130);
    s.faults.flaps = {{{1, 3}, at, 1 + at % 7}, {{1, 2}, at + 4, 1 + at % 3}};
    CAPTURE(at);
    lost += equal(twin(s));
  }
  CHECK(lost > 20);
}

TEST_CASE("FS-DIE, FS-RX-2: a leaf dies in every cycle of the packets to its hosts") {
  std::uint64_t cut = 0;
  for (Cycle at = 50; at < 70; ++at) {
    Scenario s = busy(130);
    s.probe = {20, 12, 0};
    s.faults.links.clear();
    const SwitchIdx leaf = at % 2 == 0 ? 0 : 1;
    s.faults.failing_nodes = {{leaf, at, at + 1 + at % 9}};
    if (at % 3 == 0) {
      s.traffic.receivers.rate = 0.5;
      s.traffic.receivers.stalls = StallKind::kXon;
      s.traffic.receivers.every = 20;
    }
    CAPTURE(at);
    const json r = twin(s);
    equal(r);
    cut += r["compared_by_block"]["switch_delivery"].get<std::uint64_t>() -
           r["delivered"].get<std::uint64_t>();
  }
  CHECK(cut > 10);
}

TEST_CASE("FS-DIE: a leaf dies again before a packet has left to its hosts") {
  for (Cycle again = 76; again < 82; ++again) {  // it is back in 75
    Scenario s = busy(130);
    s.probe = {20, 12, 0};
    s.faults.links.clear();
    s.faults.failing_nodes = {{1, 51, Cycle{58}}, {1, again, again + 30}};
    CAPTURE(again);
    equal(twin(s));
  }
}

TEST_CASE("FS-DIE: a head that a host has sent before a death of one cycle is taken") {
  const Cycle repaired = GENERATE(66, 73);  // a head that comes in 72 is taken, or lost
  unsigned short_deaths = 0;
  for (std::uint64_t seed = 1; seed < 13; ++seed) {
    Scenario s;
    s.engine = Engine::kSwitch;
    s.seed = seed;
    s.traffic.load = 0.9;
    s.traffic.packet_beats = 8;
    s.phases = {0, 150, 500};
    s.link.latency = 2;
    s.probe = {20, 12, 0};
    s.faults.failing_nodes = {{1, 51, Cycle{58}}, {1, 61, repaired}};  // the second one waits
    CAPTURE(seed, repaired);
    const json r = twin(s);
    equal(r);
    const json& second = r["failed_nodes"][1];
    const Cycle lasts = second["back"].get<Cycle>() - second["failed"].get<Cycle>();
    short_deaths += lasts == (repaired == 66 ? 1 : 2) ? 1 : 0;
  }
  CHECK(short_deaths > 6);
}

TEST_CASE("FS-INIT, FS-DIE, FS-IDLE: a link and a switch are lost while all switches are idle") {
  for (Cycle at = 200; at < 220; ++at) {
    Scenario s = busy(20);
    s.probe = {20, 12, 0};
    s.phases = {0, 1100, 1000};
    s.faults.links = {{"0/00/2", {0, 2}, at, 200 + 2 * at}};
    s.faults.failing_nodes = {{9, 700 + at, 820 + at}};
    CAPTURE(at);
    const json r = twin(s);
    CHECK(equal(r) == 0);
    CHECK(r["messages"] > 50);
  }
}

TEST_CASE("FS-AGAIN, FAB-FLAP-1: an outage shorter than the way takes a RESEND that is under way") {
  std::uint64_t asked = 0;
  for (Cycle at = 150; at < 180; at += 2) {
    Scenario s = busy(100);
    s.link.latency = 6;
    s.probe = {60, 30, 1};
    s.phases = {0, 600, 2000};
    s.faults.bit_errors = 0.3;
    s.faults.links = {{"0/00/2", {0, 2}, 100}, {"0/30/2", {6, 2}, 104}};
    for (const SwitchPort& link :
         {SwitchPort{2, 2}, {4, 2}, {10, 2}, {12, 3}, {14, 2}, {9, 2}, {11, 3}})
      s.faults.flaps.push_back({link, at, 1 + at % 5});
    CAPTURE(at);
    const json r = twin(s);
    equal(r);
    asked += r["compared_by_block"]["switch_resend"].get<std::uint64_t>();
  }
  CHECK(asked > 300);
}

TEST_CASE("FS-INIT, FS-FLAP, FT-CYC-2: a link is lost while its ends ask for no more messages") {
  std::uint64_t stops = 0;
  for (Cycle at = 550; at < 600; at += 2) {
    Scenario s = stopped();
    Scenario flaps = s;
    flaps.faults.flaps = {{{12, 2}, at, 1 + at % 9}, {{12, 3}, at + 1, 2}, {{14, 2}, at + 1, 12}};
    s.faults.links.push_back({"1/20/2", {12, 2}, at, at + 60});
    s.faults.links.push_back({"1/30/3", {14, 3}, at + 1, at + 50});
    CAPTURE(at);
    for (const Scenario& each : {s, flaps}) {
      const json r = twin(each);
      equal(r);
      stops += r["compared_by_block"]["switch_stop"].get<std::uint64_t>();
    }
  }
  CHECK(stops > 800);
}

TEST_CASE("FS-EQUAL: links that are dead and known before the first few packets, and come back") {
  Scenario s = busy(60);
  s.link.latency = GENERATE(2U, 6U);
  s.probe = {120, 30, GENERATE(0U, 1U)};
  s.phases = {0, 700, 1000};
  s.faults.links.clear();
  s.faults.preset = {{"0/00/2", {0, 2}, 0, Cycle{300}},
                     {"1/00/3", {8, 3}},
                     {"0/31/3", {7, 3}},
                     {"1/20/2", {12, 2}},
                     {"1/10/2", {10, 2}},
                     {"0/20/2", {4, 2}}};
  if (s.probe.retries != 0) s.faults.flaps = {{{1, 3}, 30, 3}};
  const json r = twin(s);
  equal(r);
  CHECK(r["delivered"] > 20);
  CHECK(r["faults"][0]["repair"]["repaired"] >= 300);
}

// While so many become known, inputs ask for no more messages: 12 may be under way to 16 places.
TEST_CASE("FS-EQUAL, FT-CYC-2: many links are dead and known before the first few packets") {
  const bool lossy = GENERATE(false, true);
  std::uint64_t messages = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Scenario s = busy(60);
    s.seed = seed;
    s.link.latency = 6;
    s.probe = {60, 20, lossy ? 1U : 0U};
    s.phases = {0, 400, 1500};
    s.faults.links.clear();
    s.faults.random.count = 12;
    s.faults.random_preset = true;
    s.faults.links = {{"0/00/2", {0, 2}, 20}, {"1/31/3", {15, 3}, 24}};
    if (lossy) s.faults.flaps = {{{1, 3}, 30, 3}};
    CAPTURE(seed, lossy);
    const json r = twin(s);
    equal(r);
    messages += r["messages"].get<std::uint64_t>();
  }
  CHECK(messages > 150);
}
