// SPDX-License-Identifier: Apache-2.0
// Functional coverage of switches with two-level tables (COV-1, COV-3).
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <string>

#include "golden/twolevel/al_fares.hpp"
#include "golden/twolevel/cover/twolevel_cover.hpp"

using namespace selvage;
using namespace selvage::golden;
using cover::Coverage;
using cover::Situation;

namespace {

using Met = std::map<std::string, std::uint64_t>;

Met met_in(const cover::Counts& counts) {
  Met met;
  const auto& all = counts.model()->situations();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (counts.count(i) > 0) met[all[i].name] = counts.count(i);
  }
  return met;
}

std::uint64_t sum_of(const Met& met, const std::string& group) {
  std::uint64_t sum = 0;
  for (const auto& [name, count] : met) {
    if (name.rfind(group, 0) == 0) sum += count;
  }
  return sum;
}

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
