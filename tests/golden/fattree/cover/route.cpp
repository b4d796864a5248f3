// SPDX-License-Identifier: Apache-2.0
// Functional coverage of route selection against the rules (FT-RS-1 to FT-RS-5), of random states
// and packets (COV-1), and which situations a tree cannot meet (COV-3).
#include <catch2/catch.hpp>

#include <map>
#include <random>

#include "../support.hpp"
#include "golden/fattree/cover/route_cover.hpp"
#include "met.hpp"

namespace selvage::golden {

using cover::Phase;
using cover::Situation;
using test::below;

namespace {

using tb::Met;
constexpr const char* kTierWords[] = {"leaf", "middle", "root"};

/// A switch of a tree of `n` levels with `h` up ports, that has heard of anything.
struct Anything {
  unsigned n, h, level;
  SwitchState state;

  Anything(unsigned levels, unsigned ports, std::mt19937& random)
      : n(levels), h(ports), level(below(random, levels)), state(ports, 4) {
    const unsigned trouble = 1 + below(random, 4);
    for (UpPortState& ps : state.up) {
      const bool failed = below(random, trouble) > 0;
      const bool own = failed && below(random, 3) == 0;
      ps = {failed, own,
            static_cast<std::uint8_t>(own      ? level
                                      : failed ? 1 + below(random, n)
                                               : 0)};
    }
    for (unsigned lines = below(random, 4); lines > 0; --lines) {
      bool changed = false;
      Digits key = some(random);
      key.set(n - 1, 0);
      const unsigned line = state.lft.take(key, changed).value();
      for (unsigned j = 0; j < h; ++j) {
        if (below(random, 4) == 0) state.lft.set_direct(line, j, true);
        if (below(random, 4) == 0) state.lft.set_derived(line, j, true);
      }
    }
  }
  /// An address or a name of few digits, which often agree.
  [[nodiscard]] Digits some(std::mt19937& random) const {
    Digits d;
    for (unsigned i = 0; i < n; ++i) d.set(i, below(random, below(random, 2) == 0 ? h : 2));
    return d;
  }
};

/// What a packet that goes up meets of port states and lines; false: it takes no port out of V.
bool meets_of_ports(const Anything& a, unsigned l_anc, std::uint32_t& v, Met& met,
                    const std::string& tier) {
  Met seen;
  bool takes = false;
  for (unsigned j = 0; j < a.h; ++j) {
    const UpPortState& ps = a.state.up[j];
    if (!ps.failed) continue;
    if (ps.own) seen["own_dead"] = 1;
    if (!ps.own && ps.level < l_anc) seen["dlfm_below_ancestor"] = 1;
    if (!ps.own && ps.level == l_anc) seen["dlfm_at_ancestor"] = 1;
    if (!ps.own && ps.level > l_anc) seen["dlfm_above_ancestor"] = 1;
    if (!ps.own && ps.level >= l_anc) continue;
    takes = true;
    v &= ~(1U << j);
  }
  for (const auto& [name, once] : seen) met["route." + name + tier] += once;
  return takes;
}

bool meets_of_lines(const Anything& a, Digits destination, std::uint32_t& v, Met& met,
                    const std::string& tier) {
  Met seen;
  bool takes = false;
  for (std::size_t w = 0; w < a.state.lft.entries().size(); ++w) {
    const LinkFaultEntry& line = a.state.lft.entries()[w];
    bool matches = true;
    for (unsigned i = a.level; i + 1 < a.n; ++i) matches &= line.c[i] == destination[i + 1];
    if (line.bits == 0) continue;
    if (!matches) {
      seen["other_line"] = 1;
      continue;
    }
    takes = true;
    v &= ~line.bits;
    if (a.state.lft.causes()[w].direct != 0) seen["direct_bit"] = 1;
    if (a.state.lft.causes()[w].derived != 0) seen["derived_bit"] = 1;
  }
  for (const auto& [name, once] : seen) met["route." + name + tier] += once;
  return takes;
}

std::string chosen(const Anything& a, Digits destination, std::uint32_t v) {
  const unsigned preferred = destination[a.level];
  if (v == 0) return "no_candidate";
  if (v + 1 == 1U << a.h) return "all_candidates";
  if ((v >> preferred & 1U) == 1) return "preferred";
  return v >> preferred != 0 ? "next" : "wrap";
}

/// What a decision meets by the rules.
void decide(const Anything& a, const FatTreeRequest& q, Phase phase, Met& met) {
  const std::string tier = std::string(".") + kTierWords[a.level == 0         ? 0
                                                         : a.level + 1 == a.n ? 2
                                                                              : 1];
  unsigned l_anc = 0;
  for (unsigned i = 0; i < a.n; ++i) {
    if (q.source[i] != q.destination[i]) l_anc = i;
  }
  if (q.from_up || a.level >= l_anc) {
    ++met["route." + std::string(q.from_up ? "descend" : "turn") + tier];
    return;
  }
  auto v = static_cast<std::uint32_t>((std::uint64_t{1} << a.h) - 1);
  const bool ports = meets_of_ports(a, l_anc, v, met, tier);
  const bool lines = meets_of_lines(a, q.destination, v, met, tier);
  if (ports && lines) ++met["route.state_and_table" + tier];
  const std::string choice = chosen(a, q.destination, v);
  ++met["route." + choice + tier];
  ++met[std::string("route_while.") + cover::to_string(phase) + "." + choice];
  if (__builtin_popcount(v) == 1) ++met["route.one_left" + tier];
}

}  // namespace

TEST_CASE("COV-1 FT-RS-2 FT-RS-3 FT-RS-4: decisions meet what the rules say, one by one",
          "[cover]") {
  const auto [n, h] =
      GENERATE(std::pair{3U, 2U}, std::pair{4U, 3U}, std::pair{5U, 4U}, std::pair{6U, 2U});
  const RouteCover cover(n);
  cover::Coverage coverage;
  const cover::Counts& counts = coverage.of(cover.model());
  std::mt19937 random(n * 10 + h);
  Met met;
  for (unsigned i = 0; i < 6000; ++i) {
    const Anything a(n, h, random);
    FatTreeRequest q{a.some(random), a.some(random), below(random, 8) == 0};
    coverage.enter(static_cast<Phase>(below(random, cover::kPhases)));
    RouteSampler sampler(cover, coverage.of(cover.model()), 3, a.level);
    sampler.decided(10, a.state, q, route_select(a.level, a.state, q));
    decide(a, q, coverage.phase(), met);
  }
  std::string never;
  for (std::size_t i = 0; i < cover.model()->situations().size(); ++i) {
    const Situation& s = cover.model()->situations()[i];
    const bool alone = s.name.find("write_of") != std::string::npos;
    const bool goal = s.kind == Situation::Kind::kGoal && !alone;
    if (n > 4 && goal && counts.count(i) == 0) never += s.name + " ";
  }
  CHECK(tb::difference(tb::met_in(counts), met) == "");
  CHECK(never == "");
}

TEST_CASE("COV-3: a dead port in V is forbidden, by whichever port", "[cover]") {
  const unsigned ports = GENERATE(3U, 32U);
  const RouteCover cover(3);
  Digits far;
  far.set(2, 1);
  for (unsigned port = 0; port < 3; ++port) {
    for (std::uint32_t v = 1; v < 8; ++v) {
      cover::Coverage coverage;
      cover::Counts& counts = coverage.of(cover.model());
      RouteSampler sampler(cover, counts, 5, 0);
      SwitchState state(ports, 4);
      state.up[port] = {true, true, 0};
      sampler.decided(1, state, {{}, far, false}, {true, false, 3, v});
      CAPTURE(port, v);
      REQUIRE(coverage.forbidden().has_value() == ((v >> port & 1U) == 1));
      if (coverage.forbidden()) {
        CHECK(coverage.forbidden()->situation->name == "route.dead_port_in_v");
      }
    }
  }
}

TEST_CASE("COV-1: of writes only those of the same cycle and of the one before count", "[cover]") {
  const RouteCover cover(3);
  const SwitchState state(2, 4);
  for (const int apart : {-2, -1, 0, 1, 2}) {
    cover::Coverage coverage;
    cover::Counts& counts = coverage.of(cover.model());
    RouteSampler sampler(cover, counts, 0, 0);
    const Cycle changes = 10;
    const Cycle asks = static_cast<Cycle>(10 + apart);
    if (asks <= changes) sampler.decided(asks, state, {{}, {}, true}, {});
    sampler.changed(changes);
    if (asks > changes) sampler.decided(asks, state, {{}, {}, true}, {});
    CAPTURE(apart);
    CHECK(counts.count(cover.same_cycle) == (apart == 0 ? 1 : 0));
    CHECK(counts.count(cover.cycle_before) == (apart == 1 ? 1 : 0));
  }
  cover::Coverage coverage;
  RouteSampler first(cover, coverage.of(cover.model()), 0, 0);
  first.decided(0, state, {{}, {}, true}, {});  // nothing has changed yet
  CHECK(coverage.of(cover.model()).count(cover.cycle_before) == 0);
}

TEST_CASE("COV-3: which situations of route selection a tree cannot meet, and why", "[cover]") {
  struct Expected {
    const char* name;
    std::array<unsigned, 3> least;  ///< levels by tier; 0: none
    const char* there;
  };
  const Expected expected[] = {
      {"turn", {2, 3, 2}, "a packet that came from below is at l_anc or above and goes down."},
      {"descend", {2, 3, 0}, "a packet that came by an up port goes on down."},
      {"dlfm_above_ancestor", {4, 5, 0}, "an up port with DLFM<L>, L > l_anc, stays in V."},
      {"derived_bit", {3, 4, 0}, "an up port leaves V by a derived bit of the fault table."},
      {"no_candidate", {2, 3, 0}, "V is empty, the packet is dropped."},
      {"one_left", {2, 3, 0}, "V has a single port."},
  };
  constexpr const char* kWhere[] = {"At level 0: ", "Between leaves and roots: ", "At a root: "};
  for (unsigned levels = 2; levels <= 6; ++levels) {
    const RouteCover cover(levels);
    CHECK(cover.model()->name() == "fattree.route");
    std::map<std::string, Situation> all;
    for (const Situation& s : cover.model()->situations()) CHECK(all.emplace(s.name, s).second);
    CHECK(all.size() == (2 + 7 + 5 + 2) * 3 + 5 * 4 + 3);
    for (const Expected& e : expected) {
      for (unsigned tier = 0; tier < 3; ++tier) {
        INFO(e.name << " " << kTierWords[tier] << " of " << levels << " levels");
        const Situation& s = all.at(std::string("route.") + e.name + "." + kTierWords[tier]);
        const unsigned least = e.least[tier];
        const bool there = least != 0 && levels >= least;
        CHECK((s.kind == Situation::Kind::kGoal) == there);
        CHECK(s.text == std::string(kWhere[tier]) + e.there);
        const std::string low =
            "only a tree of " + std::to_string(least) + " levels or more has the switches for it";
        CHECK(s.reason == (there ? "" : least == 0 ? "a root has no up ports" : low));
      }
    }
  }
}

}  // namespace selvage::golden
