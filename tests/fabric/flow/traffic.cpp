// SPDX-License-Identifier: Apache-2.0
/// Patterns that have flows of their own, under every kind of switch (FAB-FLOW).
#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

#include "fabric/traffic.hpp"
#include "ring_system.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::test;
using fabric::Offer;
using fabric::Traffic;
using nlohmann::json;

TEST_CASE("FAB-FLOW: a drawn permutation has every host once and nobody himself") {
  Scenario s;
  s.seed = GENERATE(range(1U, 8U));
  s.traffic.pattern = TrafficPattern::kPermutation;
  const std::uint32_t hosts = GENERATE(2U, 3U, 16U, 54U);
  const tb::Ring ring(hosts);
  Traffic t(s, ring);
  std::set<HostIdx> seen;
  for (HostIdx h = 0; h < hosts; ++h) {
    CHECK(t.destination(h) != h);
    seen.insert(t.destination(h));
  }
  CHECK(seen.size() == hosts);
}

TEST_CASE("FAB-FLOW: incast draws its senders, all others are silent") {
  Scenario s;
  s.traffic.pattern = TrafficPattern::kIncast;
  s.traffic.incast_to = 5;
  s.traffic.incast_senders = GENERATE(1U, 6U, 0U);
  const tb::Ring ring(16);
  Traffic t(s, ring);
  const unsigned expected = s.traffic.incast_senders == 0 ? 15 : s.traffic.incast_senders;
  CHECK(t.flows().size() == expected);
  unsigned senders = 0;
  for (HostIdx h = 0; h < 16; ++h) {
    if (t.first(h, 0) == kNever) continue;
    const Offer o = t.offer(h);
    CHECK(o.destination == 5);
    CHECK(t.flows()[o.flow].source == h);
    ++senders;
  }
  CHECK(senders == expected);
  s.seed = 2;
  Traffic other(s, ring);
  const auto sources = [](const Traffic& x) {
    std::vector<HostIdx> list;
    for (const NamedFlow& f : x.flows()) list.push_back(f.source);
    return list;
  };
  if (expected == 6) CHECK(sources(t) != sources(other));
}

TEST_CASE("FAB-FLOW: persistent flows offer their own loads, several from one host") {
  Scenario s;
  s.traffic.pattern = TrafficPattern::kFlows;
  s.traffic.flows = {
      {0, 3, 0.5, 2, true}, {0, 4, 0.1, 0, false}, {7, 3, 1.0, 1, true}, {9, 3, 0.0, 0, true}};
  const tb::Ring ring(16);
  Traffic t(s, ring);
  std::array<std::uint64_t, 4> packets{};
  constexpr Cycle kCycles = 200'000;
  for (HostIdx h = 0; h < 16; ++h) {
    for (Cycle c = t.first(h, 0); c < kCycles; c = t.next(h, c)) {
      const Offer o = t.offer(h);
      ++packets[o.flow];
      const NamedFlow& f = s.traffic.flows[o.flow];
      REQUIRE(f.source == h);
      REQUIRE(o.destination == f.destination);
      REQUIRE(o.tc == f.tc);
      REQUIRE(o.ordered == f.ordered);
    }
  }
  for (std::size_t i = 0; i < packets.size(); ++i) {
    const double expected = s.traffic.flows[i].load / 64 * kCycles;
    CHECK(std::abs(static_cast<double>(packets[i]) - expected) <= 4 * std::sqrt(expected));
  }
  // A flow's draws do not depend on the others.
  const Cycle first = Traffic(s, ring).first(7, 0);
  s.traffic.flows[0].load = 0.9;
  CHECK(Traffic(s, ring).first(7, 0) == first);
}

TEST_CASE("FAB-FLOW: classes and order are drawn by their shares and move no other draw") {
  Scenario s;
  const tb::Ring ring(16);
  Traffic plain(s, ring);
  s.traffic.classes = {1, 0, 3};
  s.traffic.ordered = 0.25;
  Traffic t(s, ring);
  std::array<unsigned, 3> of_class{};
  unsigned ordered = 0;
  for (int i = 0; i < 10'000; ++i) {
    const Offer o = t.offer(2);
    REQUIRE(o.destination == plain.offer(2).destination);
    ++of_class.at(o.tc);
    ordered += o.ordered ? 1 : 0;
  }
  CHECK(std::abs(static_cast<int>(of_class[0]) - 2'500) < 200);
  CHECK(of_class[1] == 0);
  CHECK(std::abs(static_cast<int>(ordered) - 2'500) < 200);
}

TEST_CASE("FAB-FLOW: shares of numbered flows are reported under every kind of switch") {
  const auto kind = GENERATE(CutThroughConfig::kName, WormholeConfig::kName, FlowConfig::kName);
  Scenario s = flow_scenario(Engine::kGolden, 0);
  s.sw.use_kind(kind);
  s.phases = {1'000, 40'000, 400'000};
  s.traffic.pattern = TrafficPattern::kFlows;
  s.traffic.flows = {{0, 9, 0.1, 0, true}, {0, 12, 0.08, 0, true}, {5, 9, 0.15, 0, true}};
  const json r = tb::simulate(s, tb::fat_tree(4, 3, s.engine));
  INFO(r.dump());
  CHECK(r["outcome"] == "delivered all");
  REQUIRE(r["flows"].size() == 3);
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const json& f = r["flows"][i];
    CHECK(f["offered"].get<double>() == Approx(s.traffic.flows[i].load).epsilon(0.15));
    CHECK(f["accepted"].get<double>() == Approx(f["offered"].get<double>()).epsilon(0.05));
    CHECK(f["p99"] > 0);
    sum += f["accepted"].get<double>();
  }
  CHECK(sum / 16 == Approx(r["accepted_load"].get<double>()));
}
