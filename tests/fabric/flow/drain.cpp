// SPDX-License-Identifier: Apache-2.0
/// Order across dead links with the times that follow from the fabric (FLOW-A-23, FLOW-A-30).
#include <catch2/catch.hpp>

#include "support.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

/// All others send to one, while links die; nothing about time is said.
Scenario incast(unsigned links, Cycle measure) {
  Scenario s;
  s.engine = Engine::kGolden;
  s.sw.use<FlowConfig>();
  s.sw.as<FlowConfig>().params = flow::standard_params(golden::kSmallFlowSizes);
  s.traffic.pattern = TrafficPattern::kIncast;
  s.traffic.incast_to = 0;
  s.traffic.load = 0.7;
  s.traffic.packet_bytes = 1'500;
  s.traffic.packet_beats = s.link.beats(1'500);
  s.phases = {500, measure, 40'000'000};
  s.faults.random = {links, 500, measure, false, {}};
  s.limits.watchdog = 4'000'000;
  return s;
}

}  // namespace

TEST_CASE("FLOW-A-23, FLOW-A-30: 127 senders, links die: in order with the defaults") {
  Scenario s = incast(GENERATE(1U, 3U, 8U), 4'000);
  s.seed = GENERATE(range(1U, 5U));
  const json r = tb::simulate(s, tb::fat_tree(8, 3, s.engine));
  INFO(r.dump());
  CHECK(!r.contains("failure"));
  CHECK(settled(r));
  CHECK(r["flow_channels"]["blocks"] > 0);
  CHECK(r["flow_channels"]["drain"]["short"] == false);
}

TEST_CASE("FLOW-A-30: control: with a shorter drain time packets are overtaken") {
  Scenario s = incast(8, 4'000);
  s.sw.as<FlowConfig>().params.drain_t = 20'000;
  const json r = tb::simulate(s, tb::fat_tree(8, 3, s.engine));
  INFO(r.dump());
  CHECK(r["outcome"] == "check failed");
  CHECK(r["detail"].get<std::string>().rfind("FLOW-A-23", 0) == 0);
  CHECK(r["flow_channels"]["drain"]["short"] == true);  // reported
}

TEST_CASE("FLOW-A-23, FLOW-A-30: 1,023 senders, links die: in order with the defaults",
          "[nightly]") {
  Scenario s = incast(8, 800);
  s.sw.as<FlowConfig>().params = flow::standard_params(golden::kLargeFlowSizes);
  s.sw.as<FlowConfig>().audit_period = 0;
  const json r = tb::simulate(s, tb::fat_tree(16, 3, s.engine));
  INFO(r.dump());
  CHECK(!r.contains("failure"));
  CHECK(r["in_flight"] == 0);
  CHECK(r["flow_channels"]["left"] == 0);
  CHECK(r["flow_channels"]["reorders"] == 0);
  CHECK(r["flow_channels"]["blocks"] > 0);
}

TEST_CASE(
    "FLOW-A-32: with the longest ticks lost packets are found, and nothing is called a deadlock") {
  Scenario s = flow_scenario(Engine::kGolden, 0.9, 64);
  s.seed = GENERATE(range(1U, 7U));
  s.phases = {100, 2'000, 3'000'000};
  s.limits.watchdog = 500;
  flow::Params& p = s.sw.as<FlowConfig>().params;
  p.stale_t = 3'000;
  p.drain_t = 0;
  p.unit_bytes = 32;
  p.loss = 0.02;
  p.ifct.tick = 15;
  p.ifct.refresh_t = 100'000;
  p.ifct.expire_t = 300'000;
  const json r = tb::simulate(s, tb::fat_tree(4, 3, s.engine));
  INFO(r.dump());
  CHECK(!r.contains("failure"));
  CHECK(settled(r));
}

// Inside the fabric, too, flows wait for ACKs before they move; many of these never come.
TEST_CASE("FLOW-A-23, FLOW-A-31: ACKs, packets and links are lost, links come back: in order") {
  Scenario s = flow_scenario(Engine::kGolden, 0.5, 256);
  s.phases = {100, 4'000, 4'000'000};
  s.seed = GENERATE(range(1U, 13U));
  s.sw.as<FlowConfig>().params.stale_t = 6'400;
  s.sw.as<FlowConfig>().params.drain_t.reset();
  s.sw.as<FlowConfig>().params.rd_enable_fabric = true;
  s.sw.as<FlowConfig>().params.redirect.d0 = 4;
  s.sw.as<FlowConfig>().params.redirect.kd = 8;
  s.sw.as<FlowConfig>().params.ifct.cool_t = 300;
  s.sw.as<FlowConfig>().params.ack_errors = s.seed % 3 == 0 ? 0.5 : 0.05;
  s.sw.as<FlowConfig>().params.loss = s.seed % 2 == 0 ? 0.01 : 0;
  const auto links = static_cast<unsigned>(s.seed % 5);
  if (s.seed % 4 != 0) s.faults.random = {links, 300, 3'500, false, RepairSpan{1'000, 12'000}};
  const json r = tb::simulate(s, tb::fat_tree(4, 3, s.engine));
  INFO(r.dump());
  CHECK(!r.contains("failure"));
  CHECK(settled(r));
  CHECK(r["flow_channels"]["blocks"] > 0);
}

TEST_CASE("FLOW-A-31: when no ACK is ever heard flows wait, and the run says so") {
  Scenario s = flow_scenario(Engine::kGolden, 0.3, 256);
  s.phases = {100, 2'000, 200'000};
  s.sw.as<FlowConfig>().params.stale_t = 6'400;
  s.sw.as<FlowConfig>().params.ack_errors = 1;
  const json r = tb::simulate(s, tb::fat_tree(4, 3, s.engine));
  INFO(r.dump());
  CHECK(r["outcome"] == "not drained");
  CHECK(r["flow_channels"]["reorders"] == 0);
  CHECK(r["flow_channels"]["left"] > 0);
}
