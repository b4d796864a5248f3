// SPDX-License-Identifier: Apache-2.0
/// Order, and what has to happen for it to mean something: flows that move (E-5, FLOW-A-23,
/// FLOW-C-6).
#include <catch2/catch.hpp>

#include <algorithm>

#include "support.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

/// Every host sends all it can to one other, over more flows than a link carries.
Scenario polarised() {
  Scenario s = flow_scenario(Engine::kGolden, 1);
  s.traffic.pattern = TrafficPattern::kPermutation;
  s.phases = {500, 20'000, 400'000};
  s.sw.as<FlowConfig>().params.redirect.d0 = 4;
  s.sw.as<FlowConfig>().params.redirect.kd = 8;
  s.sw.as<FlowConfig>().params.ifct.cool_t = 300;
  return s;
}

json run(const Scenario& s, unsigned m = 8, unsigned n = 2) {
  return tb::simulate(s, tb::fat_tree(m, n, s.engine));
}

/// E-2: 18 senders to one host, three flows to its neighbours over the same links.
Scenario victims(unsigned seed) {
  Scenario s = flow_scenario(Engine::kGolden, 0);
  s.traffic.pattern = TrafficPattern::kFlows;
  s.seed = seed;
  s.sw.as<FlowConfig>().audit_period = 10'000;
  s.phases = {100'000, 200'000, 8'000'000};
  s.sw.as<FlowConfig>().params.stale_t = 32'768;  // ticks of a cycle
  for (HostIdx leaf = 0; leaf < 3; ++leaf)
    s.traffic.flows.push_back({4 * leaf + 3, 28 + leaf, 0.3, 0, true});
  for (HostIdx leaf = 0; leaf < 6; ++leaf)
    for (HostIdx h = 0; h < 3; ++h) s.traffic.flows.push_back({4 * leaf + h, 31, 1.0, 0, true});
  return s;
}

/// Of the first three flows, cycles.
double worst_p99(const json& r) {
  double worst = 0;
  for (unsigned i = 0; i < 3; ++i) worst = std::max(worst, r["flows"][i]["p99"].get<double>());
  return worst;
}

/// Sums over runs.
struct Beside {
  double p99 = 0;     ///< of the worst victim
  double rises = 0;   ///< of a flow's level, at its ingress
  double severe = 0;  ///< of them to level 7
  void add(const json& r) {
    INFO(r.dump());
    CHECK(settled(r));
    p99 += worst_p99(r);
    for (const json& n : r["flow_channels"]["level_ups"]) rises += n.get<double>();
    severe += r["flow_channels"]["level_ups"][7].get<double>();
  }
};

}  // namespace

TEST_CASE("E-5: FLOW-A-23: ordered flows that are moved stay in order") {
  const json r = run(polarised());
  INFO(r.dump());
  CHECK(r["outcome"] == "saturated");
  CHECK(settled(r));
  CHECK(r["flow_channels"]["order_kept"] == true);
  CHECK(r["flow_channels"]["redirects"] > 100);
  CHECK(r["flow_channels"]["blocks"] > 50);
  CHECK(r["flow_channels"]["divergences"] > 50);
}

TEST_CASE("E-5, control: without BLOCK packets are overtaken, and the result says so") {
  Scenario s = polarised();
  s.sw.as<FlowConfig>().params.block = false;
  const json r = run(s);
  INFO(r.dump());
  CHECK(r["outcome"] == "saturated");
  CHECK(r["flow_channels"]["order_kept"] == false);
  CHECK(r["flow_channels"]["redirects"] > 100);
  CHECK(r["flow_channels"]["reorders"] > 0);
}

TEST_CASE("naive routings: a hash never moves a flow, packet by packet is out of order",
          "[FLOW-A-19][FLOW-A-23][FLOW-NAIVE]") {
  Scenario s = polarised();
  s.sw.as<FlowConfig>().params.redirects = false;
  s.sw.as<FlowConfig>().params.routing = flow::Routing::kStaticHash;
  const json fixed = run(s);
  INFO(fixed.dump());
  CHECK(settled(fixed));
  CHECK(fixed["flow_channels"]["divergences"] == 0);
  CHECK(fixed["flow_channels"]["redirects"] == 0);
  s.sw.as<FlowConfig>().params.routing = flow::Routing::kPerPacketAdaptive;
  const json free = run(s);
  INFO(free.dump());
  CHECK(free["flow_channels"]["reorders"] > 0);
  CHECK(free["flow_channels"]["order_kept"] == false);
  CHECK(free["accepted_load"] > fixed["accepted_load"]);
}

TEST_CASE("unordered packets may be overtaken and are counted apart", "[FLOW-C-4]") {
  Scenario s = polarised();
  s.traffic.ordered = 0.5;
  const json r = run(s);
  INFO(r.dump());
  CHECK(settled(r));
  CHECK(r["flow_channels"]["late_unordered"] > 0);
  CHECK(r["flow_channels"]["flows"] == 64);
}

TEST_CASE("E-2: an incast is held back at its sources, and flows beside it are not",
          "[FLOW-C-5][FLOW-C-8]") {
  Scenario s = flow_scenario(Engine::kGolden, 0.9);
  s.traffic.pattern = TrafficPattern::kFlows;
  s.phases = {20'000, 60'000, 1'000'000};
  for (HostIdx leaf = 1; leaf < 8; ++leaf) {  // victims share all links with it but the last
    for (HostIdx h = 0; h < 3; ++h) s.traffic.flows.push_back({4 * leaf + h, 0, 0.9, 0, true});
    if (leaf < 4) s.traffic.flows.push_back({4 * leaf + 3, leaf, 0.2, 0, true});
  }
  const json r = run(s);
  INFO(r.dump());
  CHECK(settled(r));
  const auto& levels = r["flow_channels"]["level_ups"];
  CHECK(levels[7] > 0);
  for (const json& f : r["flows"]) {
    if (f["to"] == r["flows"][0]["to"]) continue;
    CHECK(f["accepted"] > 0.9 * f["offered"].get<double>());
  }
}

TEST_CASE("E-2: victims keep their rate where a REDIRECT has to find them",
          "[FLOW-C-2][FLOW-C-6]") {
  // With the depth of the FIFO and its heads alone, or a moved flow going back, the worst victim
  // has 0.8 of its rate.
  const json r = run(victims(GENERATE(2U, 12U)));
  INFO(r.dump());
  CHECK(settled(r));
  for (unsigned i = 0; i < 3; ++i)
    CHECK(r["flows"][i]["accepted"] > 0.95 * r["flows"][i]["offered"].get<double>());
}

TEST_CASE("E-2: FLOW-C-8: an incast that does not swing leaves victims their latency") {
  // A draw over 128 units up to EP_SEVERE: all senders go to level 7 together and come back
  // together.
  double alone = 0;
  Beside by_default, steady;
  for (const unsigned seed : {101U, 102U, 103U, 104U}) {
    Scenario s = victims(seed);
    by_default.add(run(s));
    s.sw.as<FlowConfig>().params.ep.draw_w = 10;
    s.sw.as<FlowConfig>().params.egress_units = 1'024;
    s.sw.as<FlowConfig>().params.redirect.kd = 64;
    s.sw.as<FlowConfig>().params.ifct.cool_t = 480;  // three round trips of 157 cycles
    steady.add(run(s));
    s = victims(seed);
    s.traffic.flows.resize(3);
    alone += worst_p99(run(s));
  }
  CAPTURE(alone, by_default.p99, steady.p99, by_default.severe, steady.severe);
  CHECK(by_default.severe > 0.5 * by_default.rises);
  CHECK(by_default.p99 > 4 * alone);
  CHECK(steady.severe < 0.05 * steady.rises);
  CHECK(steady.p99 <= 2 * alone);
}

TEST_CASE("FLOW-A-19: without a loss every channel is back long before any timer helps") {
  Scenario s = flow_scenario(Engine::kGolden, 0.3);
  s.sw.as<FlowConfig>().params.stale_t = 1'000'000;
  s.seed = GENERATE(range(1U, 9U));
  const json r = run(s, 4, 3);
  INFO(r.dump());
  CHECK(r["outcome"] == "delivered all");
  CHECK(settled(r));
  CHECK(r["cycles"] < 10'500 + 15'000);
}

TEST_CASE("E-4: mean live channels are rate times round trip (Little)", "[FLOW-A-19]") {
  Scenario s = flow_scenario(Engine::kGolden, 0.1, 64);
  s.phases = {2'000, 30'000, 100'000};
  const json r = run(s, 4, 3);
  INFO(r.dump());
  CHECK(settled(r));
  // A channel lives from ENQ at the edge to its last ACK; nearly every packet has one of its own.
  const double packets = r["delivered"].get<double>() / 32'000;
  const double life = r["flow_channels"]["mean_live"].get<double>() / packets;
  CHECK(life > 100);
  CHECK(life < 600);
}
