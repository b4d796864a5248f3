// SPDX-License-Identifier: Apache-2.0
/// FT-AUD-3 as a check of every run: it holds, and it bites.
#include <catch2/catch.hpp>

#include "forwarding_system.hpp"
#include "support.hpp"

using namespace selvage;
using nlohmann::json;

namespace {

/// A system that promises something else about the spread of knowledge.
class Promising final : public tb::ForwardingSystem {
 public:
  Promising(std::unique_ptr<System> inner, std::optional<HopBound> bound)
      : ForwardingSystem(std::move(inner)), bound_(std::move(bound)) {}
  std::optional<HopBound> hop_bound(const std::vector<SwitchPort>&,
                                    const std::vector<SwitchPort>&) const override {
    return bound_;
  }

 private:
  std::optional<HopBound> bound_;
};

tb::MakeSystem promising(const tb::MakeSystem& make, std::optional<HopBound> bound) {
  return [=] { return std::make_unique<Promising>(make(), bound); };
}

void check_random(unsigned m, unsigned n, unsigned count, Cycle span, std::uint64_t seed) {
  Scenario s = test::failing_at_random(count, 500, 500 + span, seed);
  s.engine = Engine::kGolden;
  s.traffic.load = 0.05;
  const json r = tb::simulate(s, tb::fat_tree(m, n, Engine::kGolden));
  INFO(r.dump());
  CHECK((r["outcome"] == "delivered all" || r["outcome"] == "dropped some"));
  REQUIRE(r["faults"].size() == count);
  for (const json& f : r["faults"]) CHECK(f["hops"] <= 2 * n - 3);
}

}  // namespace

TEST_CASE("FT-AUD-3: random failures keep the bound, however they overlap in time") {
  struct Tree {
    unsigned m, n;
  };
  const Tree t = GENERATE(Tree{4, 3}, Tree{4, 5}, Tree{8, 3});
  const std::uint64_t seed = GENERATE(range(1, 9));
  check_random(t.m, t.n, 1 + static_cast<unsigned>(seed % 4) * 3, seed % 2 == 0 ? 1 : 4000, seed);
}

TEST_CASE("FT-AUD-3: the promise of a fat tree, exact only for one failure in a healthy tree") {
  const auto system = tb::fat_tree(4, 5, Engine::kGolden)();
  const Topology& t = system->topology();
  std::string why;
  const SwitchPort low = *t.parse_link("0/2101/2", why);
  const SwitchPort high = *t.parse_link("2/0110/3", why);
  CHECK(system->hop_bound({}, {low})->hops == 7);
  CHECK(system->hop_bound({}, {high})->hops == 3);
  CHECK(system->hop_bound({}, {high})->exact);
  CHECK(system->hop_bound({}, {low, high})->hops == 7);
  CHECK_FALSE(system->hop_bound({}, {low, high})->exact);
  CHECK(system->hop_bound({low}, {high})->hops == 7);
  CHECK_FALSE(system->hop_bound({low}, {high})->exact);
  CHECK(system->hop_bound({}, {low})->requirement == "FT-AUD-3");
}

TEST_CASE("a broken hop bound fails the run by its requirement") {
  const tb::MakeSystem make = tb::fat_tree(4, 3, Engine::kGolden);
  Scenario s = test::failing(make, {"0/21/3"});
  s.engine = Engine::kGolden;
  SECTION("more hops than promised") {
    const json r = tb::simulate(s, promising(make, HopBound{2, false, "FT-AUD-3"}));
    CHECK(r["outcome"] == "check failed");
    CHECK(r["detail"] ==
          "FT-AUD-3: LK<0,21>3: the last change of state came 3 hops after the detection, "
          "it may be at most 2");
  }
  SECTION("fewer hops than promised exactly") {
    const json r = tb::simulate(s, promising(make, HopBound{4, true, "FT-AUD-3"}));
    CHECK(r["outcome"] == "check failed");
    CHECK(r["detail"].get<std::string>().find("it has to be exactly 4") != std::string::npos);
  }
  SECTION("as promised") {
    const json r = tb::simulate(s, promising(make, HopBound{3, true, "FT-AUD-3"}));
    CHECK(r["outcome"] == "delivered all");
  }
  SECTION("no promise") {
    const json r = tb::simulate(s, promising(make, std::nullopt));
    CHECK(r["outcome"] == "delivered all");
  }
}

TEST_CASE("a run that ends before all has settled owes no exact number of hops",
          "[FT-AUD-3][FAB-CUT]") {
  const tb::MakeSystem make = tb::fat_tree(4, 3, Engine::kGolden);
  Scenario s = test::failing(make, {"0/21/3"});
  s.engine = Engine::kGolden;
  s.phases = {0, 3100, 10};  // over before anyone notices
  const json r = tb::simulate(s, make);
  INFO(r.dump());
  CHECK(r["settled"] == false);
  CHECK(r["outcome"] != "check failed");
}
