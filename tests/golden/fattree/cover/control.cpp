// SPDX-License-Identifier: Apache-2.0
// Functional coverage of control planes against its second reading, situation by situation
// (COV-1), and which situations a tree cannot meet (COV-3).
#include <catch2/catch.hpp>

#include <deque>
#include <map>
#include <random>

#include "../support.hpp"
#include "control_rule.hpp"
#include "golden/fattree/control_fabric.hpp"
#include "golden/fattree/cover/control_sampler.hpp"

namespace selvage::golden {

using cover::Phase;
using cover::Situation;
using test::below;
using test::Met;

namespace {

/// Samples every plane of a fabric, and says by the second reading what it has met.
class Twice final : public ControlObserver {
 public:
  Twice(const ControlFabric& fabric, const ControlCover& cover, cover::Coverage& coverage,
        std::mt19937& random)
      : coverage_(coverage), random_(random) {
    for (SwitchIdx sw = 0; sw < fabric.tree().switch_count(); ++sw) {
      samplers_.emplace_back(cover, coverage.of(cover.model()), sw, fabric.plane(sw));
      rules_.emplace_back(fabric.plane(sw), fabric.tree().name_of(sw));
    }
  }
  void before(SwitchIdx sw, Cycle, const ControlState& s, const ControlInput& in) override {
    coverage_.enter(static_cast<Phase>(below(random_, cover::kPhases)));
    was_ = s;
    in_ = in;
    samplers_[sw].before(s);
  }
  void after(SwitchIdx sw, const ControlState& s, const ControlOutput&) override {
    samplers_[sw].after(s, in_);
    rules_[sw].step(*was_, in_, s, coverage_.phase(), met);
  }
  Met met;

 private:
  cover::Coverage& coverage_;
  std::mt19937& random_;
  std::deque<ControlSampler> samplers_;
  std::deque<test::ControlRule> rules_;
  std::optional<ControlState> was_;
  ControlInput in_;
};

/// So many RESYNCs wait at every port of a switch, and fill what it sends.
void flood(ControlFabric& fabric, SwitchIdx sw, std::mt19937& random) {
  ControlState& s = fabric.touch(sw);
  const SwitchRules& rules = fabric.plane(sw).rules();
  const ControlTiming& timing = fabric.plane(sw).timing();
  for (PortMask left = rules.down_mask() | rules.up_mask(); left != 0; left &= left - 1) {
    const auto p = static_cast<PortIdx>(__builtin_ctzll(left));
    const FaultMessage resync{FaultMessage::Kind::kResync, 0, Digits{below(random, 4)}, 2,
                              static_cast<std::uint8_t>(below(random, 3))};
    while (s.in[p].size() < timing.xoff()) s.in[p].push(resync);
    s.in_waiting |= PortMask{1} << p;
    if (below(random, 2) == 0) continue;
    while (!s.out[p].full()) s.out[p].push(resync);
    s.out_waiting |= PortMask{1} << p;
    s.out_full |= PortMask{1} << p;
  }
}

struct Case {
  unsigned m, n, lines, latency;
  Rule rule;
};

/// Links die and come back, all at one switch now and then; some switches are flooded meanwhile.
void live(ControlFabric& fabric, const Case& one, std::mt19937& random) {
  const FatTree& tree = fabric.tree();
  for (SwitchIdx sw = 0; sw < tree.switch_count() && below(random, 2) == 0; ++sw) {
    fabric.touch(sw).faults.seq.fill(254);  // numbers are about to wrap
  }
  std::map<std::pair<SwitchIdx, PortIdx>, Cycle> back;  // until when a link is dead
  for (unsigned i = 0; i < 24; ++i) {
    const Cycle at = fabric.now() + below(random, 30);
    const SwitchPort first = tree.fallible_link(below(random, tree.fallible_link_count()));
    const bool all = below(random, 3) == 0;
    for (unsigned j = 0; j < (all ? tree.h() : 1); ++j) {
      const auto port = static_cast<PortIdx>(all ? tree.h() + j : first.port);
      Cycle& until = back[{first.sw, port}];
      if (until > at) continue;
      fabric.kill(at, {first.sw, port}, 1 + below(random, 30), 1 + below(random, 30));
      until = one.rule == Rule::kPaper ? kNever : at + 60 + below(random, 300);
      if (until == kNever) continue;
      fabric.repair(until, {first.sw, port}, 1 + below(random, 40), 1 + below(random, 40));
    }
    if (one.rule != Rule::kPaper && below(random, 4) == 0) {
      const SwitchPort end{first.sw, first.port};
      fabric.mistake(end, at + 500, at + 501 + below(random, 20));
    }
    if (below(random, 6) == 0) flood(fabric, below(random, tree.switch_count()), random);
    fabric.run(at + below(random, 60));
    if (i % 8 == 7) fabric.settle(fabric.now() + 5000);
  }
  fabric.settle(fabric.now() + 20000);
}

}  // namespace

TEST_CASE("COV-1: control planes meet what the page says, situation by situation", "[cover]") {
  const Case one = GENERATE(Case{4, 2, 2, 1, Rule::kCorrected}, Case{4, 3, 2, 1, Rule::kCorrected},
                            Case{4, 3, 32, 2, Rule::kCorrected}, Case{4, 4, 6, 1, Rule::kCorrected},
                            Case{6, 3, 3, 6, Rule::kCorrected}, Case{4, 3, 32, 1, Rule::kPaper});
  CAPTURE(one.m, one.n, one.lines, one.latency, one.rule == Rule::kPaper);
  const FatTree tree(one.m, one.n);
  ControlFabricConfig config;
  config.lft_capacity = one.lines;
  config.timing.latency = one.latency;
  config.rule = one.rule;
  const ControlCover cover(one.n, one.rule);
  std::mt19937 random(one.m * 100 + one.n * 10 + one.lines);
  for (unsigned round = 0; round < 3; ++round) {
    ControlFabric fabric(tree, config);
    cover::Coverage coverage;
    Twice twice(fabric, cover, coverage, random);
    fabric.observe(&twice);
    live(fabric, one, random);
    REQUIRE(tb::difference(tb::met_in(coverage.of(cover.model())), twice.met) == "");
  }
}

namespace {

/// What may come by `port` of a switch: any kind, of links near it, with numbers that are far
/// apart.
FaultMessage any_message(const SwitchRules& rules, PortIdx port, std::mt19937& random) {
  using Kind = FaultMessage::Kind;
  const FatTree& tree = rules.tree();
  const SwitchName& self = rules.self();
  const bool above = rules.is_up(port);
  constexpr Kind kAbove[] = {Kind::kUlfm, Kind::kUlrm, Kind::kDerf,  Kind::kDerr,
                             Kind::kDlfm, Kind::kDlrm, Kind::kResync};
  constexpr Kind kBelow[] = {Kind::kUlfm, Kind::kUlrm, Kind::kResync, Kind::kSyncReq};
  const Kind kind = above ? kAbove[below(random, 7)] : kBelow[below(random, 4)];
  if (kind == Kind::kSyncReq || kind == Kind::kDlrm) return {kind, 0, {}, 0, 0};
  if (kind == Kind::kDlfm) return {kind, self.level + 1 + below(random, 2), {}, 0, 0};
  const bool derived = kind == Kind::kDerf || kind == Kind::kDerr;
  constexpr std::uint8_t kNumbers[] = {0, 1, 127, 128, 129, 255};
  const std::uint8_t seq = derived ? 0 : kNumbers[below(random, 6)];
  const bool own = above && (derived || below(random, 3) > 0);
  if (!own) return {kind, (self.level + 1) % (tree.n() - 1), Digits{below(random, 4)}, 2, seq};
  const unsigned i = self.level + below(random, tree.n() - 1 - self.level);
  const unsigned radix = tree.coordinate_radix(self.level, i);
  const unsigned other = (self.c[i] + 1 + below(random, radix - 1)) % radix;
  return {kind, self.level, self.c.with(i, other), port, seq};
}

/// Events and messages of one cycle, few or many.
ControlInput any_input(const ControlPlane& plane, const ControlState& s, unsigned often,
                       PortMask stop, std::mt19937& random) {
  ControlInput in;
  in.stop = stop;
  const SwitchRules& rules = plane.rules();
  for (PortMask left = rules.down_mask() | rules.up_mask(); left != 0; left &= left - 1) {
    const auto port = static_cast<PortIdx>(__builtin_ctzll(left));
    const PortMask bit = PortMask{1} << port;
    if (below(random, 3 * often) == 0) (below(random, 2) == 0 ? in.link_up : in.link_down) |= bit;
    if (below(random, often) > 0 || s.in[port].size() >= plane.timing().input_depth) continue;
    in.arrivals.push_back({port, any_message(rules, port, random)});
  }
  return in;
}

}  // namespace

TEST_CASE("COV-1: a control plane that is given anything meets what the page says", "[cover]") {
  const auto [n, level, lines] =
      GENERATE(std::tuple{3U, 0U, 2U}, std::tuple{3U, 1U, 1U}, std::tuple{3U, 2U, 1U},
               std::tuple{4U, 1U, 2U}, std::tuple{4U, 2U, 3U});
  CAPTURE(n, level, lines);
  const FatTree tree(4, n);
  const SwitchIdx self = test::switch_at(tree, level, n == 3 ? "10" : "110");
  const ControlPlane plane(tree, self, Rule::kCorrected, {}, {});
  const ControlCover cover(n, Rule::kCorrected);
  cover::Coverage coverage;
  cover::Counts& counts = coverage.of(cover.model());
  std::mt19937 random(n * 10 + level);
  Met met;
  for (unsigned round = 0; round < 48; ++round) {
    ControlState s = plane.power_on(lines);
    ControlSampler sampler(cover, counts, self, plane);
    test::ControlRule rule(plane, tree.name_of(self));
    ControlOutput out;
    PortMask stop = 0;
    for (unsigned cycle = 0; cycle < 1200; ++cycle) {
      constexpr unsigned kOften[] = {2, 6, 60};
      if (cycle % 100 == 0) stop = below(random, 2) == 0 ? 0 : below(random, 16);
      const ControlInput in = any_input(plane, s, kOften[cycle / 100 % 3], stop, random);
      coverage.enter(static_cast<Phase>(below(random, cover::kPhases)));
      const ControlState was = s;
      sampler.before(s);
      plane.step(s, in, out);
      sampler.after(s, in);
      rule.step(was, in, s, coverage.phase(), met);
    }
  }
  for (std::size_t i = 0; i < cover.model()->situations().size(); ++i) {
    const Situation& one = cover.model()->situations()[i];
    INFO(one.name);
    const bool elsewhere =
        one.name.find(".leaf") != std::string::npos || one.name.find(".root") != std::string::npos;
    if (n != 4 || level != 1 || elsewhere) continue;
    CHECK((counts.count(i) > 0 || one.kind != Situation::Kind::kGoal));
  }
  CHECK(tb::difference(tb::met_in(counts), met) == "");
}

TEST_CASE("COV-3: which situations of control planes a tree cannot meet, and why", "[cover]") {
  struct Expected {
    const char* name;
    unsigned least;  ///< levels; 0: none
    const char* reason;
  };
  const Expected expected[] = {
      {"op.link_down.up_port.leaf", 2, ""},
      {"op.link_down.up_port.middle", 3, "only a tree of 3 levels or more has the switches for it"},
      {"op.link_down.up_port.root", 0, "a root has no up ports"},
      {"op.link_down.down_port.leaf", 0,
       "below level 0 are hosts, whose links never fail, and no level that statements speak of"},
      {"op.ULFM.from_below.root", 3, "only a tree of 3 levels or more has the switches for it"},
      {"op.ULFM.from_below.middle", 4, "only a tree of 4 levels or more has the switches for it"},
      {"op.SYNCREQ.root", 2, ""},
      {"op.DERF.root", 0, "a root has no up ports"},
      {"table.DERF.merges", 3, "only a tree of 3 levels or more has the switches for it"},
      {"table.ULFM.merges", 2, ""},
      {"table_while.fault.ULFM.merges.leaf", 2, ""},
      {"table_while.repair.ULFM.older.leaf", 2, ""},
      {"table_while.fault.ULRM.older.leaf", 0,
       "of a single death nothing is told but what has failed"},
      {"table_while.overlap.ULFM.older.middle", 3,
       "only a tree of 3 levels or more has the switches for it"},
      {"table_while.overlap.DERF.merges.leaf", 3,
       "only a tree of 3 levels or more has the switches for it"},
      {"table_while.overlap.DERF.merges.middle", 4,
       "only a tree of 4 levels or more has the switches for it"},
      {"table_while.overlap.ULFM.merges.root", 0, "a root has no up ports"},
      {"advertise.DLFM.other_level", 4, "only a tree of 4 levels or more has the switches for it"},
      {"queue.turns", 2, ""},
      {"while.fault.LINK_DOWN", 2, ""},
      {"while.fault.DLFM", 3, "only a tree of 3 levels or more sends it"},
      {"while.overlap.DLRM", 3, "only a tree of 3 levels or more sends it"},
      {"while.overlap.LINK_UP", 2, ""},
      {"while.fault.LINK_UP", 0, "of a single death nothing is told but what has failed"},
      {"while.fault.RESYNC", 0, "of a single death nothing is told but what has failed"},
      {"while.repair.RESYNC", 2, ""},
      {"while.repair.ULFM", 2, ""},
      {"while.repair.LINK_DOWN", 0, "while a single repair is under way no link dies"},
  };
  for (unsigned levels = 2; levels <= 5; ++levels) {
    const ControlCover cover(levels, Rule::kCorrected);
    std::map<std::string, Situation> all;
    for (const Situation& s : cover.model()->situations()) {
      CHECK(all.emplace(s.name, s).second);
      CHECK((s.kind == Situation::Kind::kIllegal) ==
            (s.name.rfind("while.quiet.", 0) == 0 || s.name == "state.DLFM_too_low" ||
             s.name == "table.two_lines_of_one_key"));
      CHECK((s.kind == Situation::Kind::kUnreachable) == !s.reason.empty());
    }
    CHECK(all.size() == 19 * 3 + 22 + 33 + 11 * 4 + 22 * 3 * 3 + 2);
    for (const Expected& e : expected) {
      INFO(e.name << " of " << levels << " levels");
      const Situation& s = all.at(e.name);
      const bool there = e.least != 0 && levels >= e.least;
      CHECK((s.kind == Situation::Kind::kGoal) == there);
      CHECK(s.reason == (there ? "" : e.reason));
    }
  }
}

TEST_CASE("COV-3: under the printed rule what withdraws cannot be met, all else as ever",
          "[cover]") {
  const ControlCover printed(3, Rule::kPaper);
  const ControlCover corrected(3, Rule::kCorrected);
  for (std::size_t i = 0; i < printed.model()->situations().size(); ++i) {
    const Situation& s = printed.model()->situations()[i];
    const Situation& other = corrected.model()->situations()[i];
    INFO(s.name);
    const bool withdraws =
        other.kind == Situation::Kind::kGoal && s.name.find("DERR") != std::string::npos;
    CHECK(s.kind == (withdraws ? Situation::Kind::kUnreachable : other.kind));
    CHECK(s.reason ==
          (withdraws ? "the printed rule never withdraws derived statements" : other.reason));
  }
}

TEST_CASE("COV-3: every DLFM held that is not from above is forbidden, with its switch",
          "[cover]") {
  const FatTree tree(4, 3);
  const SwitchIdx self = test::switch_at(tree, 1, "10");
  const ControlPlane plane(tree, self, Rule::kCorrected, {}, {});
  const ControlCover cover(3, Rule::kCorrected);
  for (const unsigned level : {0U, 1U, 2U}) {
    for (const bool own : {false, true}) {
      cover::Coverage coverage;
      coverage.enter(Phase::kOverlap);
      ControlSampler sampler(cover, coverage.of(cover.model()), self, plane);
      ControlState s = plane.power_on(4);
      s.faults.up[1] = {true, own, static_cast<std::uint8_t>(level)};
      ControlInput in;
      in.link_down = 1;
      ControlOutput out;
      for (unsigned cycle = 0; cycle < 4; ++cycle) {
        sampler.before(s);
        plane.step(s, in, out);
        sampler.after(s, in);
        in = {};
      }
      CAPTURE(level, own);
      REQUIRE(coverage.forbidden().has_value() == (!own && level <= 1));
      if (own || level > 1) continue;
      CHECK(coverage.forbidden()->situation->name == "state.DLFM_too_low");
      CHECK(coverage.forbidden()->sw == self);
    }
  }
}

}  // namespace selvage::golden
