// SPDX-License-Identifier: Apache-2.0
/// Drops for want of a way against the settled relation (MESH-DROP-1, MESH-DROP-2, FAB-DROP).
#include <algorithm>
#include <catch2/catch.hpp>

#include "bench.hpp"
#include "forwarding_system.hpp"
#include "golden/forwarding_control.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

/// Denies a way to every `period`-th header that has one, in cycles [from, until).
class Denier final : public ForwardingControl {
 public:
  struct Plan {
    Cycle from = 0;
    Cycle until = kNever;
    unsigned period = 1000;
  };
  Denier(std::unique_ptr<SwitchControl> inner, const Plan& plan, unsigned& count)
      : ForwardingControl(std::move(inner)), plan_(plan), count_(count) {}
  RouteDecision collect(Cycle now) override {
    const RouteDecision d = ForwardingControl::collect(now);
    const bool denies = now >= plan_.from && now < plan_.until;
    if (d.outcome == RouteDecision::Outcome::kDrop || !denies) return d;
    return ++count_ % plan_.period == 0 ? RouteDecision{} : d;
  }

 private:
  const Plan& plan_;
  unsigned& count_;
};

class DenyingSystem final : public tb::ForwardingSystem {
 public:
  DenyingSystem(std::unique_ptr<System> inner, const Denier::Plan& plan)
      : ForwardingSystem(std::move(inner)), plan_(plan) {}
  std::unique_ptr<SwitchControl> make_control(SwitchIdx sw, Scoreboard& board) override {
    return std::make_unique<Denier>(inner().make_control(sw, board), plan_, count_);
  }

 private:
  Denier::Plan plan_;
  unsigned count_ = 0;
};

tb::MakeSystem denying(Denier::Plan plan) {
  return [plan] { return std::make_unique<DenyingSystem>(mesh(4, Engine::kGolden)(), plan); };
}

std::uint64_t judged(const json& r) {
  std::uint64_t sum = 0;
  for (const auto& [name, n] : r["no_route"].items()) sum += n.get<std::uint64_t>();
  return sum;
}

}  // namespace

TEST_CASE("every drop for want of a way is judged (MESH-DROP-1, FAB-DROP)") {
  const std::string algorithm = GENERATE(as<std::string>{}, "ipar", "par", "dor");
  Scenario s = wormhole_scenario(Engine::kGolden, 0.1);
  s.seed = GENERATE(1U, 2U, 3U);
  s.faults.random_nodes = 8;
  s.faults.random = {10, 0, 1, false};
  s.faults.random_preset = true;
  const json r = tb::simulate(s, mesh(4, Engine::kGolden, algorithm));
  INFO(r.dump());
  CHECK(r["outcome"] == "dropped some");
  CHECK(r["dropped"]["no_route"] == judged(r));
  CHECK(r["no_route"]["undeliverable"] > 0);
  CHECK(r["no_route"]["transient"] == 0);
  if (algorithm == "dor") CHECK(r["no_route"]["stranded"] == 0);  // one way, or none
}

TEST_CASE("drops while labels settle are distinguished from those without a way (MESH-DROP-1)") {
  std::uint64_t stranded = 0, transient = 0;
  for (std::uint64_t seed = 1; seed < 13; ++seed) {
    Scenario s = wormhole_scenario(Engine::kGolden, 0.4);
    s.seed = seed;
    s.faults.random_nodes = 6;
    s.faults.random = {15, 500, 5500, false, RepairSpan{200, 1500}, 6};
    const json r = tb::simulate(s, mesh(4, Engine::kGolden));
    INFO(seed << " " << r.dump());
    CHECK((r["outcome"] == "dropped some" || r["outcome"] == "saturated"));
    CHECK(r["dropped"]["no_route"] == judged(r));
    stranded += r["no_route"]["stranded"].get<std::uint64_t>();
    transient += r["no_route"]["transient"].get<std::uint64_t>();
  }
  CHECK(stranded > 0);
  CHECK(transient > 0);
}

TEST_CASE("a deliverable packet that is dropped in steady state stops the run (MESH-DROP-2)") {
  Scenario s = wormhole_scenario(Engine::kGolden, 0.2);
  s.faults.random_nodes = GENERATE(0U, 4U);
  const json r = tb::simulate(s, denying({1000, kNever, 500}));
  INFO(r.dump());
  CHECK(r["outcome"] == "check failed");
  const std::string detail = r["detail"];
  CHECK(detail.rfind("MESH-DROP-2: cycle ", 0) == 0);
  CHECK(detail.find("actual dropped; the last declaration was never") != std::string::npos);
  CHECK(detail.find("packet ") != std::string::npos);
  CHECK(detail.find("expected (") != std::string::npos);
}

TEST_CASE("the same drop is excused while labels settle, and not for longer (MESH-DROP-2)") {
  Scenario s = wormhole_scenario(Engine::kGolden, 0.3);
  s.faults.links = {{"", {21, 0}, 1000}};
  const json calm = tb::simulate(s, denying({kNever, kNever, 1}));
  REQUIRE(calm["outcome"] == "dropped some");
  const Cycle ends[] = {calm["faults"][0]["detected"][0], calm["faults"][0]["detected"][1]};
  const Cycle first = std::min(ends[0], ends[1]);
  const Cycle known = std::max(ends[0], ends[1]);
  // From the first end's declaration to the second one's, and 20 cycles more.
  const json excused = tb::simulate(s, denying({first + 3, known + 20, 3}));
  INFO(excused.dump());
  CHECK(excused["outcome"] == "dropped some");
  CHECK(excused["no_route"]["transient"] > 1);
  // Before the death, while nobody knows of it, and when all has long been sent.
  const Denier::Plan late[] = {{900, 990, 5}, {1003, first, 5}, {known + 120, kNever, 5}};
  for (const Denier::Plan& plan : late) {
    const json r = tb::simulate(s, denying(plan));
    INFO(plan.from << " " << r["detail"]);
    CHECK(r["outcome"] == "check failed");
    CHECK(r["detail"].get<std::string>().rfind("MESH-DROP-2", 0) == 0);
  }
}

TEST_CASE("LINK-13: a credit that is not given back is named in its cycle") {
  Scenario s = wormhole_scenario(Engine::kGolden, 0.1);
  s.faults.random_nodes = 8;
  s.faults.random = {10, 0, 1, false};
  s.faults.random_preset = true;
  s.bugs = {"drain_keeps_credits"};
  const json r = tb::simulate(s, mesh(4, Engine::kGolden));
  INFO(r.dump());
  CHECK(r["outcome"] == "check failed");
  const std::string detail = r["detail"];
  CHECK(detail.rfind("LINK-13: cycle ", 0) == 0);
  CHECK(detail.find("credits") != std::string::npos);
}
