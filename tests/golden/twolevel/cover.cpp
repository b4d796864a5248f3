// SPDX-License-Identifier: Apache-2.0
// Functional coverage of switches with two-level tables (COV-1, COV-3).
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <string>

#include "golden/twolevel/al_fares.hpp"
#include "golden/twolevel/cover/twolevel_cover.hpp"
#include "met.hpp"

using namespace selvage;
using namespace selvage::golden;
using cover::Coverage;
using cover::Situation;

namespace {

using tb::Met;
using tb::met_in;
using tb::sum_of;

/// Every pair's way, sampled switch by switch; how many look-ups.
unsigned walk(const AlFares& net, const TwoLevelCover& cover, cover::Counts& counts) {
  const FatTree& tree = net.tree();
  unsigned steps = 0;
  for (HostIdx a = 0; a < tree.host_count(); ++a) {
    for (HostIdx b = 0; b < tree.host_count(); ++b) {
      for (const TwoLevelHop& hop : net.trace(a, b)) {
        const TwoLevelTable table = net.table_of(hop.sw);
        TwoLevelSampler sampler(cover, counts, hop.sw, tree.level(hop.sw), tree.h(), table);
        const Ipv4 address = net.host_address(b);
        // What goes back to its own host is no way of a packet: nobody sends to himself.
        if (a != b) sampler.looked_up(address, hop.in, look_up(table, address));
        steps += a != b ? 1 : 0;
      }
    }
  }
  return steps;
}

struct Alone {
  TwoLevelCover cover;
  Coverage coverage;
  AlFares net{4};
  TwoLevelTable table;
  SwitchIdx self;

  Alone(const TwoLevelCover::Shape& shape, SwitchIdx sw)
      : cover(shape), table(net.table_of(sw)), self(sw) {}
  cover::Counts& counts() { return coverage.of(cover.model()); }
  TwoLevelSampler sampler() {
    return {cover, counts(), self, net.tree().level(self), net.tree().h(), table};
  }
};

RouteDecision forward(PortIdx port) {
  RouteDecision d;
  d.outcome = RouteDecision::Outcome::kForward;
  d.port = port;
  return d;
}

}  // namespace

TEST_CASE("COV-1 COV-3: each look-up of all pairs has one place, and none is forbidden",
          "[F-TAB-1][F-TAB-2][F-TAB-3][F-PATH-1]") {
  const unsigned k = GENERATE(4U, 6U);
  const AlFares net(k);
  const TwoLevelCover cover({});
  Coverage coverage;
  cover::Counts& counts = coverage.of(cover.model());
  const unsigned steps = walk(net, cover, counts);
  const Met met = met_in(counts);
  if (coverage.forbidden()) FAIL("met: " << coverage.forbidden()->situation->name);
  CHECK(sum_of(met, "lookup.") == steps);
  CHECK(coverage.met() == met.size());
  const auto& all = cover.model()->situations();
  CHECK(coverage.goals() + static_cast<std::size_t>(std::count_if(all.begin(), all.end(),
                                                                  [](const Situation& s) {
                                                                    return s.kind !=
                                                                           Situation::Kind::kGoal;
                                                                  })) ==
        all.size());
  CHECK(sum_of(met, "suffix.") ==
        met.at("lookup.edge.suffix") + met.at("lookup.aggregation.suffix"));
  for (const Situation& s : cover.model()->situations()) {
    const bool tables = s.name.rfind("lookup.", 0) == 0 || s.name.rfind("suffix.", 0) == 0;
    if (tables && s.kind == Situation::Kind::kGoal) CHECK(met.count(s.name) == 1);
  }
}

TEST_CASE("COV-3: tables without prefixes send back up what has come down", "[F-PATH-1][bug]") {
  const AlFares net(4);
  const HostIdx host = 0;
  const SwitchIdx edge = net.tree().attachment(host).sw;
  Alone one({}, edge);
  one.table.prefixes.clear();
  const Ipv4 address = net.host_address(host);
  one.sampler().looked_up(address, 2, look_up(one.table, address));
  REQUIRE(one.coverage.forbidden());
  CHECK(one.coverage.forbidden()->sw == edge);
  CHECK(one.coverage.forbidden()->situation->name == "path.up_after_down");
  SECTION("an address that no row takes") {
    Alone other({}, edge);
    other.table.suffixes.clear();
    other.sampler().looked_up(Ipv4::of(10, 3, 1, 2), 0,
                              look_up(other.table, Ipv4::of(10, 3, 1, 2)));
    CHECK(other.coverage.forbidden()->situation->name == "lookup.edge.no_row");
  }
}

TEST_CASE("COV-1: what faults and flows make of the preferred port",
          "[F-FLT-1][F-FLT-2][F-FLOW-1]") {
  SECTION("fault tables") {
    Alone one({true, false, true, true}, 0);
    one.coverage.enter(cover::Phase::kFault);
    one.sampler().joined(2, true, forward(2));
    one.sampler().joined(2, true, forward(3));
    one.sampler().joined(3, true, forward(2));
    one.sampler().joined(3, true, {});
    one.sampler().flow_went(2, 2, false, 2);
    one.sampler().flow_went(2, 3, false, 3);
    one.sampler().flow_went(2, 3, true, 3);
    one.sampler().flow_went(2, 3, true, 2);
    CHECK(met_in(one.counts()) == Met{{"up.edge.preferred", 1},
                                      {"up.edge.next", 1},
                                      {"up.edge.wrap", 1},
                                      {"up.edge.no_candidate", 1},
                                      {"up_while.fault.preferred", 1},
                                      {"up_while.fault.next", 1},
                                      {"up_while.fault.wrap", 1},
                                      {"up_while.fault.no_candidate", 1},
                                      {"flow.edge.tables_port", 1},
                                      {"flow.edge.other_port", 1},
                                      {"flow.edge.held", 1},
                                      {"flow.edge.diverted", 1}});
    CHECK_FALSE(one.coverage.forbidden());
    one.sampler().joined(2, false, forward(2));  // the tables are there to be asked
    REQUIRE(one.coverage.forbidden());
    CHECK(one.coverage.forbidden()->situation->name == "up.edge.not_asked");
  }
  SECTION("a hash in place of the suffix") {
    Alone one({false, true, false, false}, 0);
    const Ipv4 far = Ipv4::of(10, 3, 1, 2);  // suffix 2: port 2 of switch 0
    one.sampler().looked_up(far, 0, {false, 2, {}});
    one.sampler().looked_up(far, 0, {false, 3, {}});
    CHECK(met_in(one.counts()) ==
          Met{{"lookup.edge.suffix", 2}, {"hash.edge.same", 1}, {"hash.edge.other", 1}});
  }
}

TEST_CASE("COV-1: at both levels and in every phase each outcome has one place",
          "[F-FLT-1][F-FLT-2][F-FLOW-1][F-FLOW-3]") {
  for (const bool aggregation : {false, true}) {
    const std::string level = aggregation ? "aggregation." : "edge.";
    const SwitchIdx sw = aggregation ? AlFares(4).tree().peer(0, 2).index : 0;
    for (unsigned p = 0; p < cover::kPhases; ++p) {
      Alone one({false, false, true, true}, sw);
      one.coverage.enter(static_cast<cover::Phase>(p));
      const std::string up =
          std::string("up_while.") + cover::to_string(static_cast<cover::Phase>(p)) + ".";
      one.sampler().joined(2, false, forward(2));
      one.sampler().joined(2, false, {});
      one.sampler().joined(2, true, forward(2));
      one.sampler().joined(2, true, forward(3));
      one.sampler().joined(3, true, forward(2));
      one.sampler().joined(2, true, {});
      one.sampler().flow_went(2, 2, false, 2);
      one.sampler().flow_went(3, 3, false, 3);
      one.sampler().flow_went(2, 3, false, 3);
      one.sampler().flow_went(2, 2, true, 2);
      one.sampler().flow_went(2, 2, false, 3);
      CHECK(met_in(one.counts()) == Met{{"up." + level + "not_asked", 2},
                                        {"up." + level + "preferred", 1},
                                        {"up." + level + "next", 1},
                                        {"up." + level + "wrap", 1},
                                        {"up." + level + "no_candidate", 1},
                                        {up + "not_asked", 2},
                                        {up + "preferred", 1},
                                        {up + "next", 1},
                                        {up + "wrap", 1},
                                        {up + "no_candidate", 1},
                                        {"flow." + level + "tables_port", 2},
                                        {"flow." + level + "other_port", 1},
                                        {"flow." + level + "held", 1},
                                        {"flow." + level + "diverted", 1}});
    }
  }
}

TEST_CASE("COV-1: what a look-up meets in each switch of a pod, and in a core",
          "[F-TAB-1][F-TAB-2][F-PATH-1]") {
  const AlFares net(4);
  const FatTree& tree = net.tree();
  for (SwitchIdx sw = 0; sw < tree.switch_count(); ++sw) {
    const unsigned level = tree.level(sw);
    const std::string of = level == 0 ? "edge." : level == 1 ? "aggregation." : "core.";
    CAPTURE(tree.switch_name(sw));
    for (unsigned octet = 0; octet < 6; ++octet) {
      for (PortIdx out = 0; out < 4; ++out) {
        Alone one({}, sw);
        const Ipv4 address = Ipv4::of(10, 3, 1, octet);
        const PortIdx in = out == 0 ? 1 : 0;  // not back, and from below
        one.sampler().looked_up(address, in, {false, out, {}});
        const bool up = level < 2 && out >= 2;
        Met expected{{"lookup." + of + (up ? "suffix" : "prefix"), 1}};
        // The number of the switch in its pod is how far its suffixes are shifted.
        const unsigned z = level < 2 ? one.table.suffixes.front().port - 2U : 0;
        if (up && (octet == 2 || octet == 3)) {
          expected["suffix." + of + (octet - 2 + z >= 2 ? "wraps" : "straight")] = 1;
        }
        CHECK(met_in(one.counts()) == expected);
        CHECK_FALSE(one.coverage.forbidden());
      }
    }
    Alone back({}, sw);
    back.sampler().looked_up(Ipv4::of(10, 3, 1, 2), 1, {false, 1, {}});
    REQUIRE(back.coverage.forbidden());
    CHECK(back.coverage.forbidden()->situation->name == "path.back");
    Alone lost({}, sw);
    lost.sampler().looked_up(Ipv4::of(10, 3, 1, 2), 1, {true, 0, {}});
    REQUIRE(lost.coverage.forbidden());
    CHECK(lost.coverage.forbidden()->situation->name == "lookup." + of + "no_row");
    if (level == 2) continue;
    Alone hash({false, true, false, false}, sw);
    const PortIdx own = hash.table.suffixes[1].port;
    hash.sampler().looked_up(Ipv4::of(10, 3, 1, 3), 0, {false, own, {}});
    hash.sampler().looked_up(Ipv4::of(10, 3, 1, 3), 0, {false, own, {}});
    hash.sampler().looked_up(Ipv4::of(10, 3, 1, 3), 0, {false, static_cast<PortIdx>(5 - own), {}});
    CHECK(met_in(hash.counts()) == Met{{"lookup." + of + "suffix", 3},
                                       {"hash." + of + "same", 2},
                                       {"hash." + of + "other", 1}});
  }
}

TEST_CASE("COV-3: which situations a system of two-level tables cannot meet, and why",
          "[F-FLT-2][F-CMP-1]") {
  for (unsigned bits = 0; bits < 16; ++bits) {
    const bool lft = (bits & 1U) != 0;
    const bool hash = (bits & 2U) != 0;
    const bool flows = (bits & 4U) != 0;
    const bool held = (bits & 8U) != 0;
    CAPTURE(lft, hash, flows, held);
    const TwoLevelCover cover({lft, hash, flows, held});
    CHECK(cover.model()->name() == "twolevel.switch");
    std::map<std::string, Situation> all;
    for (const Situation& s : cover.model()->situations()) {
      INFO(s.name);
      CHECK(all.emplace(s.name, s).second);
      const auto is = [&](const char* part) { return s.name.find(part) != std::string::npos; };
      std::string why;  // those that hold
      const bool up = s.name.rfind("up.", 0) == 0 || s.name.rfind("up_while.", 0) == 0;
      const bool flow = s.name.rfind("flow.", 0) == 0;
      if (up && is(".not_asked") && lft)
        why += "topology.faults is lft: the fault tables are asked";
      if (up && !is(".not_asked") && !lft) why += "topology.faults is none: nobody knows of faults";
      if (s.name.rfind("hash.", 0) == 0 && !hash) why += "topology.routing is not hash";
      if (flow && !flows) why += "topology.flows.mode is none";
      if (is(".held") && !held) why += "flows do not wait in the control of a switch";
      if (is(".diverted") && !lft) why += "topology.faults is none";
      const bool forbidden = is(".no_row") || s.name.rfind("path.", 0) == 0;
      CHECK(s.kind == (forbidden      ? Situation::Kind::kIllegal
                       : !why.empty() ? Situation::Kind::kUnreachable
                                      : Situation::Kind::kGoal));
      CHECK(s.reason.empty() == why.empty());
      CHECK(why.find(s.reason) != std::string::npos);
    }
    CHECK(all.size() == 8 + 4 + 4 + 2 + 10 + 20 + 8);
    CHECK(all.at("lookup.edge.prefix").requirements == "F-TAB-1 F-TAB-3");
    CHECK(all.at("lookup.core.prefix").requirements == "F-TAB-2");
    CHECK(all.at("lookup.core.no_row").requirements == "F-TAB-3 F-PATH-1");
    CHECK(all.at("up.edge.not_asked").requirements == "F-FLT-2");
    CHECK(all.at("up.edge.next").requirements == "F-FLT-1");
  }
}
