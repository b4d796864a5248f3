// SPDX-License-Identifier: Apache-2.0
/// Links that die under flow channels (FLOW-A-29, FLOW-C-3, FAB-CONS, FAB-LINK), and losses.
#include <catch2/catch.hpp>

#include "support.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

TEST_CASE("FLOW-A-29, FLOW-C-3: links die, flows move, in order, all channels come back") {
  const unsigned m = GENERATE(4U, 8U);
  Scenario s = flow_scenario(Engine::kGolden, 0.5);
  s.faults.random = {m / 2, 1'000, 8'000, true, {}};
  s.seed = GENERATE(range(1U, 6U));
  const json r = tb::simulate(s, tb::fat_tree(m, 3, s.engine));
  INFO(r.dump());
  CHECK(r["outcome"] == "dropped some");
  CHECK(settled(r));
  CHECK(r["settled"] == true);
  CHECK(r["audit"]["dead_ends"] == 0);
  CHECK(r["flow_channels"]["losses"]["loss_messages"] > 0);
  CHECK(r["flow_channels"]["divergences"] > 0);
  CHECK(r["dropped"]["no_route"] == 0);
  CHECK(r["dropped"]["sent_into_dead_link"] > 0);
  CHECK(dropped(r) < r["accepted"].get<std::uint64_t>() / 20);
  std::uint64_t lost = 0;
  for (const json& f : r["faults"]) lost += f["lost"].get<std::uint64_t>();
  CHECK(lost == dropped(r));  // each has met a link that is named
}

// What waits behind the second link is ahead of what the first link's closing lets go.
TEST_CASE("FLOW-A-23, FLOW-A-29: links die one behind the other: still in order") {
  Scenario s = flow_scenario(Engine::kGolden, 0.9, 256);
  s.phases = {100, 4'000, 400'000};
  s.link.latency = 1;
  s.sw.as<FlowConfig>().params.drain_t = 2'000;
  s.faults.random = {6, 300, 3'500, false, {}};
  s.seed = GENERATE(range(1U, 31U));
  const json r = tb::simulate(s, tb::fat_tree(4, 3, s.engine));
  INFO(r.dump());
  CHECK(!r.contains("failure"));
  CHECK(settled(r));
  CHECK(r["flow_channels"]["divergences"] > 0);
}

TEST_CASE("FLOW-A-9: links die and come back, again and again, flows stay in order") {
  const unsigned m = GENERATE(4U, 8U);
  Scenario s = flow_scenario(Engine::kGolden, 0.5);
  s.sw.as<FlowConfig>().params.drain_t = 1'000;
  s.phases.measure = 60'000;
  s.faults.random = {m, 1'000, 40'000, false, RepairSpan{1'000, 12'000}};
  s.faults.preset = {{"", {0, static_cast<PortIdx>(m / 2)}, 0, Cycle{8'000}}};
  s.faults.links = {{"", {1, static_cast<PortIdx>(m - 1)}, 2'000, Cycle{9'000}},
                    {"", {1, static_cast<PortIdx>(m - 1)}, 30'000, Cycle{35'000}}};
  s.seed = GENERATE(range(1U, 6U));
  const json r = tb::simulate(s, tb::fat_tree(m, 3, s.engine));
  INFO(r.dump());
  CHECK(settled(r));
  CHECK(r["flow_channels"]["order_kept"] == true);
  CHECK(r["flow_channels"]["joins"] >= m);
  CHECK(r["flow_channels"]["joins"] <= m + 3);
  CHECK(dropped(r) < r["accepted"].get<std::uint64_t>() / 20);
}

TEST_CASE("FAB-LINK: a packet whose header is past the dying link ends at its host as caught") {
  // One packet of 8 KB: 321 cycles on a link.
  Scenario s = flow_scenario(Engine::kGolden, 0, 8'000);
  s.traffic.pattern = TrafficPattern::kTrace;
  s.phases = {0, 1'000, 400'000};
  unsigned caught = 0, whole = 0;
  const auto tree = tb::fat_tree(4, 2, s.engine);
  for (Cycle at = 40; at < 480; at += 40) {
    for (PortIdx up = 2; up < 4; ++up) {
      s.traffic.trace = {{0, 0, 7}};
      s.faults.links = {{"", {0, up}, at}};
      const json r = tb::simulate(s, tree);
      INFO(r.dump());
      REQUIRE(!r.contains("failure"));
      CHECK(settled(r));
      caught += r["dropped"]["caught_on_link"].get<unsigned>();
      whole += r["delivered"].get<unsigned>();
      CHECK(r["delivered"].get<unsigned>() + dropped(r) == 1);
    }
  }
  CHECK(caught > 5);  // its header is over within a few cycles: these were torn
  CHECK(whole > 5);
}

TEST_CASE("links and switches that are dead from the start carry nothing (FAB-NODE)") {
  Scenario s = flow_scenario(Engine::kLockstep, 0.2);
  s.phases.measure = 3'000;
  s.faults.nodes = {0, 19};
  s.faults.preset = {{"", {5, 2}, 0}};
  const json r = tb::simulate(s, tb::fat_tree(4, 3, s.engine));
  INFO(r.dump());
  CHECK(r["outcome"] == "delivered all");
  CHECK(settled(r));
  CHECK(r["faulty_nodes"].size() == 2);
  CHECK(r["delivered"] > 100);
}

TEST_CASE("E-8: FLOW-A-26: lost packets leave holes, holes are reported, all channels come back") {
  Scenario s = flow_scenario(Engine::kGolden, 0.4);
  s.sw.as<FlowConfig>().params.loss = 0.003;
  const json r = tb::simulate(s, tb::fat_tree(4, 3, s.engine));
  INFO(r.dump());
  CHECK(r["outcome"] == "dropped some");
  CHECK(settled(r));
  CHECK(r["dropped"]["lost_on_link"] == dropped(r));
  CHECK(r["flow_channels"]["losses"]["packets"] == dropped(r));
  CHECK(r["flow_channels"]["losses"]["reports"] > 3);
  CHECK(r["flow_channels"]["losses"]["reports"] <= r["flow_channels"]["losses"]["packets"]);
}

TEST_CASE("a run that ends before the timers have freed the channels does not pass") {
  Scenario s = flow_scenario(Engine::kGolden, 0.4);
  s.sw.as<FlowConfig>().params.loss = 0.01;
  s.phases.drain = 20'000;
  const json r = tb::simulate(s, tb::fat_tree(4, 3, s.engine));
  INFO(r.dump());
  CHECK(r["outcome"] == "not drained");
  CHECK(r["in_flight"] == 0);
  CHECK(r["flow_channels"]["left"] > 0);
}

TEST_CASE("the laws find a defect of the RTL without a golden model beside it") {
  struct Case {
    const char* bug;
    const char* law;
    const char* or_law;  ///< whichever comes first
  };
  // What no sound table does, if argued to be out of reach, is a law as well.
  const Case c = GENERATE(Case{"ifct_loss_moves", "FLOW-A-23", "COV-3"},
                          Case{"ofct_hole_forgotten", "FLOW-A-26", "FLOW-A-26"});
  Scenario s = flow_scenario(Engine::kRtl, 1, 64);
  s.traffic.pattern = TrafficPattern::kPermutation;
  s.traffic.ordered = 0.5;
  s.sw.as<FlowConfig>().params.loss = 0.002;
  s.bugs = {c.bug};
  const json r = tb::simulate(s, tb::fat_tree(4, 3, s.engine));
  INFO(c.bug << " " << r.dump());
  CHECK(r["outcome"] == "check failed");
  const std::string detail = r["detail"];
  CHECK((detail.rfind(c.law, 0) == 0 || detail.rfind(c.or_law, 0) == 0));
  CHECK(detail.find("<") != std::string::npos);  // with the place
}

TEST_CASE("COS-ASSERT: an assertion of the RTL finds a defect before the laws do") {
  Scenario s = flow_scenario(Engine::kRtl, 1, 64);
  s.traffic.pattern = TrafficPattern::kPermutation;
  s.bugs = {"ifct_ack_sees_old"};
  const json r = tb::simulate(s, tb::fat_tree(4, 3, s.engine));
  INFO(r.dump());
  REQUIRE(r["outcome"] == "mismatch");
  CHECK(r["mismatch"]["requirement"] == "COS-ASSERT");
  CHECK_THAT(r["mismatch"]["actual"].get<std::string>(), Catch::Contains("ifct_ack_row"));
}

// The checker sits on every link: with `beat` no header leaves in the beat of a message.
TEST_CASE("FLOW-MSG, LINK-10: fault messages cost data beats, on wires of their own nothing") {
  const auto run = [](LinkMessages messages, unsigned faults) {
    Scenario s = flow_scenario(Engine::kGolden, 0.7);
    s.link.messages = messages;
    s.faults.random = {faults, 1'000, 8'000, true, {}};
    return tb::simulate(s, tb::fat_tree(8, 3, s.engine));
  };
  const json beat = run(LinkMessages::kBeat, 4);
  const json sideband = run(LinkMessages::kSideband, 4);
  CHECK(settled(beat));
  CHECK(settled(sideband));
  CHECK(!beat.contains("failure"));
  CHECK(beat["messages"].get<unsigned>() > 0);
  CHECK(beat["latency"] != sideband["latency"]);
  CHECK(run(LinkMessages::kBeat, 0)["latency"] == run(LinkMessages::kSideband, 0)["latency"]);
}
