// SPDX-License-Identifier: Apache-2.0
// Functional coverage of the fat tree (COV-1, COV-3): situations made by hand are told apart, and
// what is argued to be impossible never comes in random histories.
#include <catch2/catch.hpp>

#include <map>
#include <random>

#include "golden/fattree/control_fabric.hpp"
#include "golden/fattree/cover/control_sampler.hpp"
#include "golden/fattree/cover/route_cover.hpp"
#include "support.hpp"

namespace selvage::golden {

using cover::Coverage;
using cover::Phase;
using cover::Situation;
using test::below;

namespace {

/// Situations met, by name.
std::map<std::string, std::uint64_t> met_in(const cover::Counts& counts) {
  std::map<std::string, std::uint64_t> met;
  const auto& all = counts.model()->situations();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (counts.count(i) > 0) met[all[i].name] = counts.count(i);
  }
  return met;
}

std::uint64_t sum_of(const std::map<std::string, std::uint64_t>& met, const std::string& group) {
  std::uint64_t sum = 0;
  for (const auto& [name, count] : met) {
    if (name.rfind(group, 0) == 0) sum += count;
  }
  return sum;
}

/// A leaf of an 8P4T, asked for one way.
struct Leaf {
  SwitchState state{4, 4};
  Digits source;
  Digits destination;

  std::vector<std::string> ask(Phase phase = Phase::kQuiet, bool from_up = false) {
    const RouteCover cover(4);
    Coverage coverage;
    coverage.enter(phase);
    cover::Counts& counts = coverage.of(cover.model());
    RouteSampler sampler(cover, counts, 0, 0);
    const FatTreeRequest request{source, destination, from_up};
    sampler.decided(10, state, request, route_select(0, state, request));
    std::vector<std::string> names;
    for (const auto& [name, count] : met_in(counts)) names.push_back(name);
    return names;
  }
};

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("COV-1: route selection, each rule by itself", "[cover]") {
  Leaf leaf;
  leaf.destination.set(2, 1);  // l_anc 2; the preferred port is up port 0
  SECTION("nothing is wrong") {
    CHECK(leaf.ask() == Names{"route.all_candidates.leaf", "route_while.quiet.all_candidates"});
  }
  SECTION("a packet that comes down, and one for the own switch") {
    CHECK(leaf.ask(Phase::kQuiet, true) == Names{"route.descend.leaf"});
    leaf.destination = {};
    CHECK(leaf.ask() == Names{"route.turn.leaf"});
  }
  SECTION("a DLFM below, at and above the common ancestor") {
    leaf.state.up[1] = {true, false, 1};
    CHECK(leaf.ask() == Names{"route.dlfm_below_ancestor.leaf", "route.preferred.leaf",
                              "route_while.quiet.preferred"});
    leaf.state.up[1] = {true, false, 2};
    CHECK(leaf.ask() == Names{"route.all_candidates.leaf", "route.dlfm_at_ancestor.leaf",
                              "route_while.quiet.all_candidates"});
    leaf.destination = {};
    leaf.destination.set(1, 1);
    CHECK(leaf.ask(Phase::kRepair) == Names{"route.all_candidates.leaf",
                                            "route.dlfm_above_ancestor.leaf",
                                            "route_while.repair.all_candidates"});
  }
  SECTION("the own dead link, the next port and the wrap") {
    leaf.state.up[0] = {true, true, 0};
    CHECK(leaf.ask(Phase::kFault) ==
          Names{"route.next.leaf", "route.own_dead.leaf", "route_while.fault.next"});
    leaf.destination.set(0, 3);
    leaf.state.up[0] = {};
    leaf.state.up[3] = {true, true, 0};
    CHECK(leaf.ask(Phase::kOverlap) ==
          Names{"route.own_dead.leaf", "route.wrap.leaf", "route_while.overlap.wrap"});
  }
  SECTION("lines of the fault table") {
    bool changed = false;
    const Digits c{leaf.destination.from(1)};
    const unsigned line = leaf.state.lft.take(c, changed).value();
    leaf.state.lft.set_direct(line, 1, true);
    CHECK(leaf.ask() ==
          Names{"route.direct_bit.leaf", "route.preferred.leaf", "route_while.quiet.preferred"});
    leaf.state.lft.set_derived(line, 2, true);
    leaf.state.up[3] = {true, true, 0};
    CHECK(leaf.ask() == Names{"route.derived_bit.leaf", "route.direct_bit.leaf",
                              "route.one_left.leaf", "route.own_dead.leaf", "route.preferred.leaf",
                              "route.state_and_table.leaf", "route_while.quiet.preferred"});
    leaf.destination.set(1, 1);
    CHECK(leaf.ask() == Names{"route.other_line.leaf", "route.own_dead.leaf",
                              "route.preferred.leaf", "route_while.quiet.preferred"});
  }
  SECTION("no candidate") {
    for (UpPortState& ps : leaf.state.up) ps = {true, true, 0};
    CHECK(leaf.ask() == Names{"route.no_candidate.leaf", "route.own_dead.leaf",
                              "route_while.quiet.no_candidate"});
  }
}

TEST_CASE("COV-1: a request in the cycle of a write, and one behind it", "[cover]") {
  const RouteCover cover(3);
  Coverage coverage;
  cover::Counts& counts = coverage.of(cover.model());
  RouteSampler sampler(cover, counts, 0, 0);
  const SwitchState state(2, 4);
  const FatTreeRequest request{{}, {}, true};
  const auto ask = [&](Cycle now) { sampler.decided(now, state, request, {}); };
  ask(5);
  sampler.changed(6);
  ask(8);
  CHECK(met_in(counts).count("route.write_of_same_cycle") == 0);
  CHECK(met_in(counts).count("route.write_of_cycle_before") == 0);
  ask(9);
  sampler.changed(9);
  ask(10);
  CHECK(met_in(counts).at("route.write_of_same_cycle") == 1);
  CHECK(met_in(counts).at("route.write_of_cycle_before") == 1);
}

TEST_CASE("COV-1: of the situations to be met those are counted that were met, once each",
          "[cover]") {
  const auto model = std::make_shared<cover::Model>("some");
  model->add({"a", "FT-RS-1", "One.", Situation::Kind::kGoal, {}});
  model->add({"b", "FT-RS-1", "Two.", Situation::Kind::kGoal, {}});
  model->add({"c", "FT-RS-1", "Three.", Situation::Kind::kIllegal, {}});
  model->add({"d", "FT-RS-1", "Four.", Situation::Kind::kGoal, {}});
  model->leave_out(3, "it cannot be");
  CHECK(model->situations()[3].kind == Situation::Kind::kUnreachable);
  CHECK(model->situations()[3].reason == "it cannot be");
  const auto other = std::make_shared<cover::Model>("other");
  other->add({"a", "FT-RS-1", "One.", Situation::Kind::kGoal, {}});
  Coverage coverage;
  CHECK(coverage.goals() == 0);
  CHECK(coverage.met() == 0);
  cover::Counts& counts = coverage.of(model);
  cover::Counts& others = coverage.of(other);
  CHECK(coverage.goals() == 3);
  CHECK(coverage.met() == 0);
  counts.meet(0, 0);
  CHECK(coverage.met() == 1);
  counts.meet(0, 0);
  counts.meet(2, 0);  // none to be met
  CHECK(coverage.met() == 1);
  counts.meet(1, 0);
  others.meet(0, 0);
  CHECK(coverage.met() == 3);
  CHECK(coverage.goals() == 3);
}

TEST_CASE("COV-3: a forbidden situation is kept with its switch", "[cover]") {
  const RouteCover cover(3);
  Coverage coverage;
  RouteSampler sampler(cover, coverage.of(cover.model()), 17, 0);
  SwitchState state(2, 4);
  state.up[1] = {true, true, 0};
  Digits far;
  far.set(2, 1);
  FatTreeGrant wrong{true, false, 2, 3};  // V has the dead port
  sampler.decided(1, state, {{}, far, false}, wrong);
  REQUIRE(coverage.forbidden());
  CHECK(coverage.forbidden()->situation->name == "route.dead_port_in_v");
  CHECK(coverage.forbidden()->sw == 17);
}

namespace {

/// Samples every plane of a fabric.
class Watch final : public ControlObserver {
 public:
  Watch(const ControlFabric& fabric, const ControlCover& cover, Coverage& coverage)
      : fabric_(fabric), counts_(coverage.of(cover.model())) {
    for (SwitchIdx sw = 0; sw < fabric.tree().switch_count(); ++sw) {
      samplers_.emplace_back(cover, counts_, sw, fabric.plane(sw));
    }
  }
  void before(SwitchIdx sw, Cycle, const ControlState& s, const ControlInput& in) override {
    in_ = in;
    operations_ = s.totals.operations;
    statement_ = fabric_.plane(sw).is_statement(s);
    samplers_[sw].before(s);
  }
  void after(SwitchIdx sw, const ControlState& s, const ControlOutput&) override {
    samplers_[sw].after(s, in_);
    executed += s.totals.operations - operations_;
    statements += s.totals.operations != operations_ && statement_ ? 1 : 0;
  }
  std::uint64_t executed = 0;
  std::uint64_t statements = 0;

 private:
  const ControlFabric& fabric_;
  cover::Counts& counts_;
  std::deque<ControlSampler> samplers_;
  ControlInput in_;
  std::uint64_t operations_ = 0;
  bool statement_ = false;
};

/// Links of a tree die and come back at random.
void random_history(ControlFabric& fabric, std::mt19937& random, unsigned changes) {
  const FatTree& tree = fabric.tree();
  const std::uint32_t links = tree.fallible_link_count();
  Cycle at = fabric.now() + 1;
  for (unsigned i = 0; i < changes; ++i) {
    const SwitchPort link = tree.fallible_link(below(random, links));
    const Cycle back = at + 60 + below(random, 400);
    fabric.kill(at, link, 1 + below(random, 30), 1 + below(random, 30));
    fabric.repair(back, link, 1 + below(random, 30), 1 + below(random, 30));
    at += below(random, 40);
    if (i % 8 == 7) fabric.settle(at += 600);
  }
  fabric.settle(at + 5000);
}

}  // namespace

TEST_CASE("COV-1 COV-3: control planes in random histories", "[cover]") {
  struct Case {
    unsigned m, n, lines;
  };
  const Case one =
      GENERATE(Case{4, 2, 2}, Case{4, 3, 2}, Case{4, 3, 32}, Case{4, 4, 6}, Case{6, 3, 3});
  CAPTURE(one.m, one.n, one.lines);
  const FatTree tree(one.m, one.n);
  ControlFabricConfig config;
  config.lft_capacity = one.lines;
  const ControlCover cover(one.n, Rule::kCorrected);
  Coverage coverage;
  coverage.enter(Phase::kOverlap);
  std::uint64_t executed = 0;
  std::uint64_t statements = 0;
  std::mt19937 random(one.m * 100 + one.n);
  for (unsigned round = 0; round < 12; ++round) {
    ControlFabric fabric(tree, config);
    Watch watch(fabric, cover, coverage);
    fabric.observe(&watch);
    random_history(fabric, random, 24);
    executed += watch.executed;
    statements += watch.statements;
  }
  const auto met = met_in(coverage.of(cover.model()));
  if (coverage.forbidden()) FAIL("met: " << coverage.forbidden()->situation->name);
  // Every operation is in one place of each cross, every statement has one outcome.
  CHECK(executed > 1000);
  CHECK(sum_of(met, "op.") == executed);
  CHECK(sum_of(met, "while.overlap.") == executed);
  CHECK(sum_of(met, "table.ULFM.") + sum_of(met, "table.ULRM.") + sum_of(met, "table.DERF.") +
            sum_of(met, "table.DERR.") ==
        statements);
  CHECK(sum_of(met, "sync.") == sum_of(met, "op.SYNCREQ."));
  CHECK(sum_of(met, "resync.") == sum_of(met, "op.RESYNC."));
  CHECK(sum_of(met, "state.DLFM.") == sum_of(met, "op.DLFM."));
  // Every operation is met wherever it is not argued to be impossible.
  if (one.m > 4) return;
  for (const Situation& s : cover.model()->situations()) {
    if (s.kind == Situation::Kind::kGoal && s.name.rfind("op.", 0) == 0) {
      INFO(s.name);
      CHECK(met.count(s.name) == 1);
    }
  }
}

TEST_CASE("COV-3: under the printed rule nobody withdraws, and nothing forbidden comes",
          "[cover]") {
  const FatTree tree(4, 3);
  ControlFabricConfig config;
  config.rule = Rule::kPaper;
  const ControlCover cover(3, Rule::kPaper);
  for (const Situation& s : cover.model()->situations()) {
    INFO(s.name);
    if (s.name.find("DERR") != std::string::npos) CHECK(s.kind != Situation::Kind::kGoal);
  }
  Coverage coverage;
  coverage.enter(Phase::kOverlap);
  std::mt19937 random(11);
  for (unsigned round = 0; round < 6; ++round) {
    ControlFabric fabric(tree, config);
    Watch watch(fabric, cover, coverage);
    fabric.observe(&watch);
    Cycle at = 5;
    for (unsigned i = 0; i < 6; ++i) {
      fabric.kill(at, tree.fallible_link(below(random, tree.fallible_link_count())),
                  1 + below(random, 30), 1 + below(random, 30));
      at += below(random, 60);
    }
    REQUIRE(fabric.settle(at + 5000));
  }
  if (coverage.forbidden()) FAIL("met: " << coverage.forbidden()->situation->name);
  CHECK(sum_of(met_in(coverage.of(cover.model())), "table.DERF.") > 0);
}

TEST_CASE("COV-1: what a statement finds in the fault table", "[cover]") {
  using Kind = FaultMessage::Kind;
  const FatTree tree(4, 3);
  const SwitchIdx self = test::switch_at(tree, 0, "00");
  const ControlPlane plane(tree, self, Rule::kCorrected, {}, {});
  ControlState state = plane.power_on(2);
  const ControlCover cover(3, Rule::kCorrected);
  const auto found = [&](Kind kind, unsigned digit, std::uint8_t seq) {
    Coverage coverage;
    coverage.enter(Phase::kOverlap);
    ControlSampler sampler(cover, coverage.of(cover.model()), self, plane);
    ControlInput in;
    in.arrivals.push_back({2, FaultMessage(kind, 0, Digits{}.with(1, digit), 2, seq)});
    ControlOutput out;
    for (unsigned cycle = 0; cycle < 12; ++cycle) {
      sampler.before(state);
      plane.step(state, in, out);
      sampler.after(state, in);
      in.arrivals.clear();
    }
    std::string names;
    for (const auto& [name, count] : met_in(coverage.of(cover.model()))) {
      if (name.rfind("table.", 0) == 0) names += (names.empty() ? "" : " ") + name.substr(6);
    }
    return names;
  };
  CHECK(found(Kind::kUlfm, 1, 100) == "ULFM.new_line");
  CHECK(found(Kind::kUlfm, 1, 100) == "ULFM.repeated");
  CHECK(found(Kind::kUlfm, 1, 99) == "ULFM.older");
  CHECK(found(Kind::kUlfm, 1, 101) == "ULFM.changes_nothing");
  CHECK(found(Kind::kDerf, 1, 0) == "DERF.merges both_causes");
  CHECK(found(Kind::kDerf, 1, 0) == "DERF.changes_nothing");
  CHECK(found(Kind::kUlrm, 1, 102) == "ULRM.clears one_cause_left");
  CHECK(found(Kind::kDerr, 1, 0) == "DERR.clears line_freed");
  CHECK(found(Kind::kDerr, 1, 0) == "DERR.changes_nothing");
  CHECK(found(Kind::kDerr, 2, 0) == "DERR.no_line");
  CHECK(found(Kind::kUlrm, 1, 102) == "ULRM.repeated");
  CHECK(found(Kind::kUlrm, 1, 101) == "ULRM.older");
  CHECK(found(Kind::kUlrm, 1, 220) == "ULRM.changes_nothing");
  CHECK(found(Kind::kUlfm, 1, 3) == "ULFM.merges number_wraps");
  CHECK(found(Kind::kUlrm, 2, 1) == "ULRM.new_line");
  CHECK(found(Kind::kUlfm, 3, 1) == "ULFM.takes_free_line");
  CHECK(found(Kind::kUlfm, 2, 1) == "ULFM.table_full");
  CHECK(found(Kind::kUlrm, 2, 1) == "ULRM.table_full");
  CHECK(found(Kind::kDerf, 2, 1) == "DERF.table_full");
}

TEST_CASE("COV-3: a DLFM taken as an own dead link is a forbidden situation", "[cover]") {
  const FatTree tree(4, 3);
  ControlFabricConfig config;
  config.bugs.ps_without_level = true;
  const ControlCover cover(3, Rule::kCorrected);
  Coverage coverage;
  coverage.enter(Phase::kOverlap);
  ControlFabric fabric(tree, config);
  Watch watch(fabric, cover, coverage);
  fabric.observe(&watch);
  for (const SwitchPort& link : test::links(tree, {"1/00/2", "1/00/3"})) fabric.kill(5, link, 1, 1);
  REQUIRE(fabric.settle(5000));
  REQUIRE(coverage.forbidden());
  CHECK(coverage.forbidden()->situation->name == "state.DLFM_too_low");
}

}  // namespace selvage::golden
