// SPDX-License-Identifier: Apache-2.0
// News of links that are damaged, lost, held back or given up (FAB-ERR-2, FAB-FLAP-2), and links
// that are dead from the start.
#include <catch2/catch.hpp>

#include "../support.hpp"
#include "forked.hpp"
#include "ring_system.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

Scenario noisy(std::uint64_t seed, double bit_errors) {
  Scenario s;
  s.engine = Engine::kGolden;
  s.seed = seed;
  s.traffic.load = 0.1;
  s.traffic.packet_beats = 4;
  s.phases = {0, 4'000, 60'000};
  s.faults.bit_errors = bit_errors;
  return s;
}

void is_settled(const json& r) {
  INFO(r.dump());
  CHECK(r["settled"] == true);
  CHECK(r["audited"] == true);
  CHECK(r["audit"]["dead_ends"] == 0);
  CHECK(r["audit"]["excluded"] == 0);
  CHECK(r["in_flight"] == 0);
}

/// What controls of a ring have been given, which are at work up to cycle `until` once woken.
struct Steps {
  Cycle until = 0, last = 0, finished = 0;
  std::uint64_t count = 0, gaps = 0;
};

class Busy final : public SwitchControl {
 public:
  Busy(SwitchIdx self, Steps* steps) : inner_(self, tb::RingError::kNone), steps_(steps) {}
  void step(Cycle now, const StepInput&, StepOutput& out) override {
    out = {};
    if (steps_ == nullptr) return;
    if (steps_->count++ != 0 && now != steps_->last + 1) ++steps_->gaps;
    steps_->last = now;
    out.active = now < steps_->until;
    out.stop = out.active ? 7 : 0;  // at all ports, that of the host included
  }
  void request(Cycle now, const RouteRequest& r) override { inner_.request(now, r); }
  RouteDecision collect(Cycle now) override { return inner_.collect(now); }
  void finish(Cycle now) override {
    if (steps_ != nullptr) steps_->finished = now;
  }
  RouteDecision preview(const RouteRequest& r) const override { return inner_.preview(r); }
  std::uint64_t overflows() const override { return 0; }

 private:
  tb::RingControl inner_;
  Steps* steps_;
};

class BusySystem final : public System {
 public:
  explicit BusySystem(Steps& steps) : steps_(steps) {}
  const Topology& topology() const override { return ring_.topology(); }
  std::unique_ptr<SwitchControl> make_control(SwitchIdx sw, Scoreboard&) override {
    return std::make_unique<Busy>(sw, sw == 0 ? &steps_ : nullptr);
  }
  AuditReport audit(const std::vector<SwitchPort>&, const ControlOf&) const override { return {}; }
  bool tolerable(const std::vector<SwitchPort>&) const override { return true; }
  bool audit_must_hold() const override { return false; }
  std::string rtl_build() const override { return ""; }

 private:
  tb::RingSystem ring_{4};
  Steps& steps_;
};

}  // namespace

TEST_CASE("FAB-ERR-2: what was damaged on its way to an end that has died for ever is given up") {
  std::uint64_t bad = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    Scenario s = noisy(seed, 0.4);
    s.probe = {60, 12, 2};  // news of some links is on others as these die
    s.faults.random = {16, 500, 620, false, {}};
    const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
    is_settled(r);
    bad += r["link_errors"]["messages"].get<std::uint64_t>();
  }
  CHECK(bad > 20);
}

TEST_CASE("FAB-ERR-2: messages that have to leave once more wait for a STOP, and go on with GO") {
  Scenario s = noisy(GENERATE(range(1U, 4U)), 0.1);
  s.probe = {60, 12, 2};
  s.faults.random = {60, 500, 510, false, RepairSpan{600, 620}};
  const json r = tb::simulate(s, tb::fat_tree(8, 3, Engine::kGolden));
  is_settled(r);
  CHECK(r["link_errors"]["messages"] > 50);
  CHECK(r["link_errors"]["resent"] >= r["link_errors"]["messages"]);
}

TEST_CASE("FAB-FLAP-2: fault messages that are lost in an outage are counted with it") {
  std::uint64_t lost = 0, resent = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    Scenario s = noisy(seed, 0);
    s.faults.random = {6, 500, 3'000, false, RepairSpan{300, 800}};
    s.faults.random.flaps = 300;
    s.faults.random.flap_cycles = {1, 60};
    const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
    is_settled(r);
    for (const json& f : r["flaps"]) lost += f["messages_lost"].get<std::uint64_t>();
    resent += r["link_errors"]["resent"].get<std::uint64_t>();
  }
  CHECK(lost > 0);
  CHECK(resent >= lost);
}

TEST_CASE("FAB-REP: a link that is dead from the start and repaired carries packets") {
  const tb::MakeSystem make = tb::fat_tree(4, 2, Engine::kGolden);
  std::string why;
  const auto end = make()->topology().parse_link("0/1/2", why);
  REQUIRE(end);
  Scenario s = noisy(1, 0);
  s.sw.use_kind(GENERATE(CutThroughConfig::kName, FlowConfig::kName));
  s.traffic.load = 0.4;
  s.faults.preset = {{"0/1/2", *end, 0, 1'000}};
  const json r = tb::simulate(s, make);
  is_settled(r);
  const json& repair = r["faults"][0]["repair"];
  CHECK(repair["first_packet"] > repair["detected"][0]);
  CHECK(repair["first_packet"] < repair["detected"][0].get<Cycle>() + 500);
}

TEST_CASE("a control at work when a run ends works on, at most 100,000 cycles, and is finished",
          "[FAB-REST]") {
  for (const Cycle until : {Cycle{800}, Cycle{9'000}, kNever}) {
    CAPTURE(until);
    const tb::ChildReport report = tb::forked([until] {
      Steps steps;
      steps.until = until;
      BusySystem system(steps);
      Scenario s;
      s.engine = Engine::kGolden;
      s.traffic.load = 0.01;
      s.phases = {0, 500, 1'000};
      s.faults.links = {{"", system.topology().fallible_link(0), 100}};
      Scoreboard board;
      const fabric::RunResult r = fabric::run(s, system, board, {});
      return json({r.cycles, steps.last, steps.gaps, steps.finished}).dump();
    });
    REQUIRE(report.finished);
    INFO(report.text);
    const json seen = json::parse(report.text);
    const Cycle end = seen[0], last = until == kNever ? end + 100'000 : until;
    CHECK(seen[1] == last);
    CHECK(seen[2] == 0);
    CHECK(seen[3] == std::max(end, last) + 2);
  }
}
