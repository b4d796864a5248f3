// SPDX-License-Identifier: Apache-2.0
/// The k-ary fat tree in the registry: parameters, settled fault state, fault tables.
#include <catch2/catch.hpp>

#include <map>

#include "control/random.hpp"
#include "cosim/plugs.hpp"
#include "cosim/settle.hpp"
#include "cosim/twolevel/control.hpp"
#include "golden/twolevel/ecmp.hpp"

using namespace selvage;
using json = nlohmann::json;

namespace {

std::unique_ptr<System> make(json topology, Engine engine = Engine::kGolden,
                             const std::vector<std::string>& bugs = {}) {
  topology["kind"] = "twolevel";
  return find_plug("twolevel")->make(topology, {engine, bugs, 4});
}

std::string complaint(const json& topology, Engine engine = Engine::kGolden,
                      const std::vector<std::string>& bugs = {}) {
  try {
    (void)make(topology, engine, bugs);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

/// A system whose switches know of `dead`.
struct Settled {
  Settled(const json& topology, Engine engine, const std::vector<SwitchPort>& dead_links)
      : system(make(topology, engine)), dead(dead_links) {
    settle(
        system->topology(), dead, [this](SwitchIdx sw) -> SwitchControl& { return at(sw); },
        1'000'000);
    for (auto& [sw, control] : controls) control->finish(1'000'000);
  }
  SwitchControl& at(SwitchIdx sw) {
    auto& control = controls[sw];
    if (!control) control = system->make_control(sw, board);
    return *control;
  }
  AuditReport audit() {
    return system->audit(dead, [this](SwitchIdx sw) -> const SwitchControl& { return at(sw); });
  }
  /// Whether a packet arrives, decided switch by switch.
  bool delivers(HostIdx source, HostIdx destination) {
    const Topology& t = system->topology();
    SwitchPort here = t.attachment(source);
    for (unsigned hops = 0; hops < 5; ++hops) {
      const RouteRequest request{0, source, destination, here.port, 0};
      SwitchControl& control = at(here.sw);
      control.request(0, request);
      const RouteDecision d = control.collect(SwitchControl::kRouteLatency);
      control.finish(SwitchControl::kRouteLatency + 1);
      if (!(d == control.preview(request))) return false;
      if (d.outcome != RouteDecision::Outcome::kForward) return false;
      if ((d.candidates >> d.port & 1U) == 0) return false;
      for (const SwitchPort& end : dead) {
        const PortEnd far = t.peer(end.sw, end.port);
        if ((end.sw == here.sw && end.port == d.port) ||
            (far.index == here.sw && far.port == d.port)) {
          return false;
        }
      }
      const PortEnd far = t.peer(here.sw, d.port);
      if (far.kind == PortEnd::Kind::kHost) return far.index == destination;
      here = {far.index, far.port};
    }
    return false;
  }
  std::unique_ptr<System> system;
  std::vector<SwitchPort> dead;
  Scoreboard board;
  std::map<SwitchIdx, std::unique_ptr<SwitchControl>> controls;
};

}  // namespace

TEST_CASE("F-LIM-1: bad parameters of a k-ary fat tree are reported by key", "[twolevel]") {
  CHECK(complaint({}).rfind("k: ", 0) == 0);
  CHECK(complaint({{"k", 5}}).rfind("k: ", 0) == 0);
  CHECK(complaint({{"k", 2}}).rfind("k: ", 0) == 0);
  CHECK(complaint({{"k", 256}}).find("254") != std::string::npos);
  CHECK(complaint({{"k", 254}}).find("64 ports") != std::string::npos);
  CHECK(complaint({{"k", 1000}}).find("256") != std::string::npos);
  CHECK(complaint({{"k", 64}}).empty());
  CHECK(complaint({{"k", 64}}, Engine::kLockstep).find("golden") != std::string::npos);
  CHECK(complaint({{"k", 4}, {"routing", "best"}}).rfind("routing: ", 0) == 0);
  CHECK(complaint({{"k", 4}, {"faults", "some"}}).rfind("faults: ", 0) == 0);
  CHECK(complaint({{"k", 4}, {"routing", "hash"}}).empty());
  CHECK(complaint({{"k", 4}, {"routing", "hash"}}, Engine::kRtl).rfind("routing: ", 0) == 0);
  CHECK(complaint({{"k", 4}}, Engine::kLockstep, {"highest_row"}).empty());
  CHECK(complaint({{"k", 4}}, Engine::kLockstep, {"skip_lft"}).rfind("bug.skip_lft: ", 0) == 0);
  CHECK(complaint({{"k", 4}}, Engine::kGolden, {"highest_row"}).rfind("bug.", 0) == 0);
}

TEST_CASE("F-SYS-1: the registry knows the k-ary fat tree", "[twolevel]") {
  const SystemPlug& plug = *find_plug("twolevel");
  std::string why;
  CHECK(plug.parse_short("8", why) == json{{"kind", "twolevel"}, {"k", 8}});
  CHECK(plug.parse_short("8,hash", why) ==
        json{{"kind", "twolevel"}, {"k", 8}, {"routing", "hash"}});
  CHECK(plug.parse_short("8,hash,none", why) ==
        json{{"kind", "twolevel"}, {"k", 8}, {"routing", "hash"}, {"faults", "none"}});
  for (const char* bad : {"", "x", "8x", ",8", "8,hash,none,1"}) {
    why.clear();
    CHECK(plug.parse_short(bad, why).is_null());
    CHECK_FALSE(why.empty());
  }
  CHECK(make({{"k", 6}, {"faults", "none"}}, Engine::kLockstep)->rtl_build() ==
        "twolevel_route K=8");
  CHECK(make({{"k", 8}, {"faults", "lft"}}, Engine::kLockstep)->rtl_build() ==
        "twolevel_route K=8, fattree_control M=8 N=3 W=32 QI=16");
}

TEST_CASE("F-FLT-1: with any one link dead every pair is delivered", "[twolevel]") {
  const std::string routing = GENERATE(as<std::string>{}, "two_level", "destination_digit", "hash");
  const json topology{{"k", 4}, {"routing", routing}, {"faults", "lft"}};
  const Engine engine = routing == "hash" ? Engine::kGolden : Engine::kLockstep;
  const auto names = make(topology);
  for (std::uint32_t i = 0; i < names->topology().fallible_link_count(); ++i) {
    Settled net(topology, engine, {names->topology().fallible_link(i)});
    CAPTURE(routing, names->topology().link_name(net.dead.front()));
    for (HostIdx a = 0; a < 16; ++a) {
      for (HostIdx b = 0; b < 16; ++b) REQUIRE(net.delivers(a, b));
    }
    const AuditReport report = net.audit();
    REQUIRE(report.applicable);
    REQUIRE(report.checked > 0);
    REQUIRE(report.dead_ends + report.excluded + report.unreachable_pairs == 0);
    REQUIRE_FALSE(net.board.failed());
    REQUIRE((net.board.compared() > 0) == (engine == Engine::kLockstep));
  }
}

TEST_CASE("FT-AUD-1, F-FLT-1: settled candidates are exactly the ports with a healthy path",
          "[twolevel]") {
  const unsigned k = GENERATE(4U, 6U, 8U);
  const std::string routing = GENERATE(as<std::string>{}, "two_level", "hash");
  const json topology{{"k", k}, {"routing", routing}, {"faults", "lft"}, {"lft_entries", 64}};
  const auto names = make(topology);
  tb::Random random(k);
  for (unsigned round = 0; round < 5; ++round) {
    std::map<std::uint32_t, SwitchPort> dead;
    while (dead.size() < k) {
      const auto i = random.below(names->topology().fallible_link_count());
      dead[i] = names->topology().fallible_link(i);
    }
    std::vector<SwitchPort> links;
    for (const auto& [i, end] : dead) links.push_back(end);
    Settled net(topology, Engine::kGolden, links);
    const AuditReport report = net.audit();
    CAPTURE(k, routing, round, report.first);
    REQUIRE(report.applicable);
    CHECK(report.requirement == "FT-AUD-1");
    CHECK(report.checked > 0);
    CHECK(report.dead_ends + report.excluded == 0);
    CHECK((report.unreachable_pairs == 0) == net.system->tolerable(links));
    if (report.unreachable_pairs != 0) continue;
    for (unsigned i = 0; i < 500; ++i) {
      const HostIdx hosts = names->topology().host_count();
      REQUIRE(net.delivers(random.below(hosts), random.below(hosts)));
    }
  }
}

TEST_CASE("FT-AUD-1: an audit names switches and hosts by their addresses", "[twolevel]") {
  Settled net({{"k", 4}, {"faults", "lft"}}, Engine::kGolden, {});
  std::string why;
  net.dead = {*net.system->topology().parse_link("10.0.2.1/2", why)};  // nobody was notified
  const AuditReport report = net.audit();
  CHECK(report.dead_ends > 0);
  CHECK(report.first.rfind("switch 10.0.2.1, destination 10.", 0) == 0);
}

TEST_CASE("F-FLT-1: the preferred port, else the next candidate above it, wrapping around",
          "[twolevel]") {
  const golden::AlFares net(8);
  cosim::TwoLevelConfig config;
  config.net = &net;
  std::string why;
  const auto rule_of = [&](golden::Ipv4 name) {
    return cosim::TwoLevelRule(config, *net.switch_at(name, why));
  };
  const cosim::TwoLevelRule aggregation = rule_of(golden::Ipv4::of(10, 1, 5, 1));
  for (unsigned v = 0; v < 16; ++v) {
    RouteDecision alive;
    alive.candidates = PortMask{v} << 4;
    for (unsigned preferred = 4; preferred < 8; ++preferred) {
      const RouteDecision d =
          aggregation.join({false, static_cast<PortIdx>(preferred), {}}, &alive);
      CHECK((d.outcome == RouteDecision::Outcome::kDrop) == (v == 0));
      CHECK(d.candidates == alive.candidates);
      if (v == 0) continue;
      unsigned port = preferred;
      while ((alive.candidates >> port & 1U) == 0) port = port == 7 ? 4 : port + 1;
      CHECK(d.port == port);
    }
    CHECK(aggregation.join({false, 2, {}}, &alive).port == 2);  // a prefix stands
    CHECK(aggregation.join({}, &alive).outcome == RouteDecision::Outcome::kDrop);
    CHECK(rule_of(golden::Ipv4::of(10, 8, 1, 1)).join({false, 5, {}}, &alive).port == 5);
  }
}

TEST_CASE("F-CMP-1: a hash takes the place of suffixes, prefixes stay", "[twolevel]") {
  const golden::AlFares net(8);
  cosim::TwoLevelConfig config;
  config.net = &net;
  config.preferred = cosim::PreferredBy::kHash;
  std::map<unsigned, unsigned> by_port;
  for (const SwitchIdx sw : {SwitchIdx{0}, SwitchIdx{33}, SwitchIdx{70}}) {
    const cosim::TwoLevelRule rule(config, sw);
    for (HostIdx to = 0; to < 128; ++to) {
      const golden::NextHop table = golden::look_up(net.table_of(sw), net.host_address(to));
      const golden::NextHop hop = rule.preferred({0, 77, to, 0, 0});
      if (net.tree().level(sw) == 2 || table.port < 4) {
        CHECK(hop == table);
      } else {
        CHECK(hop.port == 4 + golden::ecmp_way(77, to, sw, 4));
        ++by_port[hop.port];
      }
    }
  }
  REQUIRE(by_port.size() == 4);
  for (const auto& [port, count] : by_port) CHECK(count > 40);  // of about 59
}

TEST_CASE("F-FLT-2: without fault tables the plain tables stand", "[twolevel]") {
  const json topology{{"k", 4}, {"faults", "none"}};
  const auto names = make(topology);
  Settled healthy(topology, Engine::kLockstep, {});
  const AuditReport whole = healthy.audit();
  CHECK(whole.requirement == "F-PATH-1");
  CHECK(whole.applicable);
  CHECK(whole.checked == 8 * 16);
  CHECK(whole.dead_ends == 0);
  std::string why;
  Settled net(topology, Engine::kLockstep, {*names->topology().parse_link("10.0.1.1/2", why)});
  CHECK_FALSE(net.audit().applicable);
  const auto host = [&](const char* text) { return *names->topology().parse_host(text, why); };
  CHECK_FALSE(net.delivers(host("10.0.1.2"), host("10.2.0.3")));  // by port 2 of 10.0.1.1
  CHECK(net.delivers(host("10.0.1.2"), host("10.2.0.2")));        // by port 3
}
