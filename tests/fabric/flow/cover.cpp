// SPDX-License-Identifier: Apache-2.0
/// Situations of the data path of flow-channel switches, against what the run counts (COV-1).
#include <catch2/catch.hpp>

#include "fabric/flow/cover.hpp"
#include "met.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;
using tb::Met;

namespace {

std::uint64_t met(const json& r, const char* situation) { return r["met"].value(situation, 0); }

}  // namespace

TEST_CASE("COV-1: what leaves, what takes a beat, what is declared dead and dropped", "[cover]") {
  cover::Coverage coverage;
  cover::Counts& counts = coverage.of(flow::flow_cover().model());
  fabric::FlowPathCover path(counts, 3, 4);
  Met expected;
  const auto held = [&] { CHECK(tb::difference(tb::met_in(counts), expected) == ""); };

  path.leaves(1, 5, false);  // the first of its output
  held();
  path.leaves(1, 5, true);
  path.leaves(2, 4, false);  // of another output
  expected["path.header_ahead"] = 1;
  held();
  path.leaves(1, 0, false);
  path.leaves(1, 5, false);
  expected["path.class_changes"] = 2;
  held();

  flow::PortLook look;
  path.message(look);
  path.port_down(look);
  expected["path.message.alone"] = 1;
  held();
  look.fifo = 1;
  look.waiting = 0;  // a slot
  path.message(look);
  path.port_down(look);
  expected["path.message.in_packet"] = 1;
  expected["path.sent_away"] = 1;
  held();

  using flow::DropCause;
  const std::vector<std::pair<DropCause, const char*>> causes{
      {DropCause::kNoRoute, "no_route"},
      {DropCause::kDeadPort, "dead_port"},
      {DropCause::kLost, "lost"},
      {DropCause::kCaughtOnLink, "caught"},
      {DropCause::kSentIntoDead, "into_dead"}};
  for (const auto& [cause, name] : causes) {
    path.dropped(cause);
    expected[std::string("path.drop.") + name] = 1;
    held();
  }
  CHECK(!coverage.forbidden());

  flow::Counts network;
  network.xoffs = 2;
  network.pauses = 3;
  network.joins = 4;
  network.divergences = 5;
  network.late_unordered = 6;
  fabric::sample(network, counts);
  expected.merge(Met{{"path.xoff", 2},
                     {"path.paused", 3},
                     {"path.joined", 4},
                     {"path.moved", 5},
                     {"path.late_unordered", 6}});
  held();
}

TEST_CASE("COV-1: situations of the data path are as many as the run counts", "[cover]") {
  Scenario s = flow_scenario(Engine::kGolden, 0.9);
  s.traffic.pattern = TrafficPattern::kIncast;
  s.traffic.incast_to = 2;
  s.traffic.incast_senders = 9;
  s.traffic.ordered = 0.5;
  s.traffic.classes = {0.5, 0.5};
  s.sw.as<FlowConfig>().params.loss = 0.002;
  s.faults.random = {3, 1'000, 6'000, true, RepairSpan{500, 2'000}};
  s.seed = GENERATE(range(1U, 4U));
  const json r = tb::simulate(s, tb::fat_tree(4, 3, s.engine));
  INFO(r.dump());
  REQUIRE(!r.contains("failure"));
  const json& f = r["flow_channels"];
  CHECK(met(r, "path.xoff") == f["stalls"]["xoff"]);
  CHECK(met(r, "path.paused") == f["pauses"]);
  CHECK(met(r, "path.joined") == f["joins"]);
  CHECK(met(r, "path.moved") == f["divergences"]);
  CHECK(met(r, "path.late_unordered") == f["late_unordered"]);
  CHECK(met(r, "path.message.alone") + met(r, "path.message.in_packet") == r["messages"]);
  CHECK(met(r, "path.drop.lost") == r["dropped"]["lost_on_link"]);
  CHECK(met(r, "path.drop.into_dead") == r["dropped"]["sent_into_dead_link"]);
  for (const char* some : {"path.paused", "path.joined", "path.class_changes", "path.drop.lost",
                           "path.drop.into_dead", "path.message.alone"})
    CHECK(met(r, some) > 0);
}

TEST_CASE("COV-1, FLOW-D-3: long packets leave their queues before they have come, short ones not",
          "[cover]") {
  const bool together = GENERATE(false, true);
  Scenario s = flow_scenario(Engine::kGolden, 0.02, together ? 64 : 1'500);
  s.traffic.pattern = TrafficPattern::kPermutation;
  const json r = tb::simulate(s, tb::fat_tree(4, 3, s.engine));
  INFO(r.dump());
  REQUIRE(!r.contains("failure"));
  CHECK(met(r, "path.header_ahead") == (together ? json(0) : r["packet_hops"]));
  CHECK(met(r, "path.class_changes") == 0);
}
