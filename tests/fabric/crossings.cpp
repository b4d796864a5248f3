// SPDX-License-Identifier: Apache-2.0
/// The table of crossings (FAB-CROSS) in whole fabrics of each kind of switch: packets that
/// are offered in each cycle around all that a link does, and a second link that dies in each.
#include <algorithm>
#include <array>
#include <set>

#include "wormhole/bench.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

constexpr Cycle kDies = 200;
constexpr Cycle kBack = 330;   ///< after both detections
constexpr Cycle kAgain = 460;  ///< after both detections of that

struct Kind {
  std::string_view name;
  tb::MakeSystem make;
};

Kind kind_of(std::string_view name) {
  return {name, name == WormholeConfig::kName ? mesh(3, Engine::kGolden)
                                              : tb::fat_tree(4, 2, Engine::kGolden)};
}

Scenario quiet(const Kind& kind) {
  Scenario s = wormhole_scenario(Engine::kGolden, 0);
  s.sw.use_kind(kind.name);
  if (!s.sw.is<WormholeConfig>()) s.link.latency = 4;
  if (s.sw.is<FlowConfig>()) {
    auto& flow = s.sw.as<FlowConfig>();
    flow.params.stale_t = 300;
    flow.params.drain_t = 100;
    flow.audit_period = 16;
  }
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.packet_bytes = s.link.bytes(16);
  s.phases = {0, 900, 60'000};
  s.probe = {48, 20, 1};
  s.limits = {};
  return s;
}

/// Both ways through the fabric and beside it, twice, from cycle `at` on.
void offer(Scenario& s, HostIdx hosts, Cycle at) {
  for (const Cycle c : {at, at + 23}) {
    for (const auto& [from, to] : {std::pair{0U, hosts - 1}, {1U, hosts / 2}, {hosts - 1, 0U}})
      s.traffic.trace.push_back({c, from, to});
  }
}

/// Repairs wait for what is left of the old channels.
Cycle later(const Kind& kind) { return kind.name == FlowConfig::kName ? 200 : 0; }

/// Everything has come to an end, and the routing state is settled and right.
void check_rest(const json& r) {
  CHECK((r["outcome"] == "delivered all" || r["outcome"] == "dropped some"));
  CHECK(r["in_flight"] == 0);
  CHECK(r["accepted"] == r["delivered"].get<std::uint64_t>() + dropped(r));
  CHECK(r["settled"] == true);
  CHECK(r["audited"] == true);
  CHECK(r["audit"]["dead_ends"].get<unsigned>() + r["audit"]["excluded"].get<unsigned>() == 0);
  if (r.contains("flow_channels")) CHECK(r["flow_channels"]["left"] == 0);
}

}  // namespace

TEST_CASE(
    "FAB-CROSS: packets offered in every cycle around a link's deaths, detections and repair") {
  const Kind kind =
      kind_of(GENERATE(CutThroughConfig::kName, WormholeConfig::kName, FlowConfig::kName));
  const auto system = kind.make();
  const HostIdx hosts = system->topology().host_count();
  const SwitchPort link = system->topology().fallible_link(0);
  for (Cycle at = kDies - 130; at < kAgain + 120 + later(kind); ++at) {
    Scenario s = quiet(kind);
    offer(s, hosts, at);
    s.faults.links = {{"", link, kDies, kBack}, {"", link, kAgain, {}}};
    const json r = tb::simulate(s, kind.make);
    INFO(kind.name << ", offered from " << at << ": " << r.dump());
    REQUIRE(!r.contains("failure"));
    check_rest(r);
    REQUIRE(r["faults"].size() == 2);
    const json& f = r["faults"];
    // The sweep is around all of these.
    CHECK(f[0]["detected"][0].get<Cycle>() < kBack);
    CHECK(f[0]["detected"][1].get<Cycle>() < kBack);
    CHECK(f[0]["repair"]["repaired"].get<Cycle>() < kAgain + 120);
    CHECK(f[1]["detected"][0].get<Cycle>() < kAgain + 110 + later(kind));
  }
}

TEST_CASE("FAB-CROSS: a second link dies and comes back in every cycle around the first",
          "[nightly]") {
  const Kind kind =
      kind_of(GENERATE(CutThroughConfig::kName, WormholeConfig::kName, FlowConfig::kName));
  const auto system = kind.make();
  const HostIdx hosts = system->topology().host_count();
  const SwitchPort link = system->topology().fallible_link(0);
  std::array<std::set<Cycle>, 6> apart;  // of its death from what the first link does
  for (Cycle at = kDies - 10; at < kBack + 130 + later(kind); ++at) {
    Scenario s = quiet(kind);
    for (const Cycle c : {Cycle{120}, kDies + 10, at, kBack + 20}) offer(s, hosts, c);
    std::stable_sort(s.traffic.trace.begin(), s.traffic.trace.end(),
                     [](const TraceRecord& a, const TraceRecord& b) { return a.cycle < b.cycle; });
    const SwitchPort other =
        system->topology().fallible_link(1 + static_cast<std::uint32_t>(at % 7));
    s.faults.links = {{"", link, kDies, kBack}, {"", other, at, at + 120}};
    const json r = tb::simulate(s, kind.make);
    INFO(kind.name << ", second death in " << at << ": " << r.dump());
    REQUIRE(!r.contains("failure"));
    check_rest(r);
    REQUIRE(r["faults"].size() == 2);
    const json& f = r["faults"][at < kDies ? 1 : 0];  // by time
    const json& back = f["repair"];
    const std::array<json, 6> events{f["failed"],      f["detected"][0],    f["detected"][1],
                                     back["repaired"], back["detected"][0], back["detected"][1]};
    for (unsigned e = 0; e < events.size(); ++e) {
      const Cycle by = at + 8 - events[e].get<Cycle>();  // wraps where it is not near
      if (by <= 16) apart[e].insert(by);
    }
  }
  for (unsigned e = 0; e < apart.size(); ++e) {
    CAPTURE(kind.name, e);
    CHECK(apart[e].size() == 17);
  }
}
