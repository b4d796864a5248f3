// SPDX-License-Identifier: Apache-2.0
/// The control of one switch of a k-ary fat tree: what it answers, keeps, shows and samples.
#include "cosim/twolevel/control.hpp"

#include <catch2/catch.hpp>

#include "cosim/lockstep/watched.hpp"
#include "cosim/plugs.hpp"

using namespace selvage;
using namespace selvage::cosim;
using nlohmann::json;

namespace {

constexpr SwitchIdx kAggregation = 8;  ///< of a tree of four ports, 10.0.2.1

/// One switch of a tree of four ports, and the system it is of.
struct One {
  One(json topology, Engine engine, SwitchIdx sw) : self(sw) {
    topology["kind"] = "twolevel";
    topology["k"] = 4;
    system = find_plug("twolevel")->make(topology, {engine, {}, 4});
    control = system->make_control(sw, board);
  }
  void link(PortIdx port, bool down) {
    StepInput in;
    StepOutput out;
    in.links.push_back({port, !down});
    control->step(now++, in, out);
    in.clear();
    for (unsigned i = 0; i < 20; ++i) control->step(now++, in, out);
  }
  RouteDecision ask(HostIdx source, HostIdx destination, PacketId packet = 0, PortIdx in = 0) {
    control->request(now, {packet, source, destination, in, 0});
    const RouteDecision d = control->collect(now + SwitchControl::kRouteLatency);
    now += SwitchControl::kRouteLatency + 1;
    control->finish(now);
    return d;
  }
  std::uint64_t met(const std::string& name) const {
    std::uint64_t count = 0;
    for (const cover::Counts& counts : board.coverage().counts()) {
      for (std::size_t s = 0; s < counts.model()->situations().size(); ++s) {
        if (counts.model()->situations()[s].name == name) count += counts.count(s);
      }
    }
    return count;
  }
  [[nodiscard]] Watched& watched() const { return dynamic_cast<Watched&>(*control); }

  std::unique_ptr<System> system;
  Scoreboard board;
  SwitchIdx self;
  std::unique_ptr<SwitchControl> control;
  Cycle now = 100;
};

}  // namespace

TEST_CASE("F-FLT-1, F-FLT-2: what is kept of a moment answers as the control did then",
          "[twolevel]") {
  const json topology = GENERATE(json{{"faults", "none"}}, json{{"faults", "lft"}},
                                 json{{"routing", "hash"}, {"faults", "lft"}},
                                 json{{"routing", "destination_digit"}});
  One one(topology, Engine::kGolden, kAggregation);
  const auto same = [&](const RouteView& view) {
    bool all = true;
    for (HostIdx to = 0; to < 16; ++to) {
      const RouteRequest request{0, 15 - to, to, 0, 0};
      all = all && view.preview(request) == one.control->preview(request);
    }
    return all;
  };
  const auto before = one.control->snapshot();
  CHECK(same(*before));
  one.link(2, true);
  one.link(0, true);
  const auto after = one.control->snapshot();
  CHECK(same(*after));
  CHECK(same(*before) == (topology.value("faults", "lft") == "none"));
  CHECK(one.control->overflows() == 0);
}

TEST_CASE("F-FLT-1: waves show the fault tables, and the lookup where it is in RTL", "[twolevel]") {
  const auto rows = [](const char* faults, Engine engine) {
    One one({{"faults", faults}}, engine, kAggregation);
    std::vector<std::uint64_t> values;
    one.watched().values(values);
    CHECK(values.size() == one.watched().rows().size());
    return values.size();
  };
  const std::size_t lookup = rows("none", Engine::kLockstep);
  const std::size_t golden = rows("lft", Engine::kGolden);
  Scoreboard board;
  const auto tree = find_plug("fattree")->make({{"kind", "fattree"}, {"m", 4}, {"n", 3}},
                                               {Engine::kLockstep, {}, 4});
  const auto control = tree->make_control(kAggregation, board);
  const std::size_t tables = dynamic_cast<Watched&>(*control).rows().size();
  CHECK(rows("none", Engine::kGolden) == 0);
  CHECK(lookup > 0);
  CHECK(golden > 0);
  CHECK(rows("lft", Engine::kLockstep) == lookup + tables);

  One plain({{"faults", "none"}}, Engine::kGolden, kAggregation);
  CHECK(plain.watched().describe({}).empty());
  CHECK(plain.watched().state().empty());
  CHECK(plain.watched().make_traced_model("a") == nullptr);
  One by_digit({{"routing", "destination_digit"}}, Engine::kLockstep, kAggregation);
  CHECK(by_digit.watched().make_traced_model("a") != nullptr);
  One told({{"faults", "lft"}}, Engine::kGolden, kAggregation);
  CHECK_FALSE(told.watched().describe({}).empty());
  const auto before = told.watched().state();
  told.link(2, true);
  CHECK(told.watched().state().size() != before.size());
}

TEST_CASE("COV-1: lookups and what faults make of them are sampled", "[twolevel]") {
  One one({{"faults", "lft"}}, Engine::kGolden, kAggregation);
  const RouteDecision up = one.ask(0, 15);
  REQUIRE(up.port >= 2);
  CHECK(one.met("lookup.aggregation.suffix") == 1);
  CHECK(one.met("up.aggregation.preferred") == 1);
  one.ask(15, 0, 0, 2);
  CHECK(one.met("lookup.aggregation.prefix") == 1);
  CHECK(one.met("up.aggregation.preferred") == 1);
  one.link(up.port, true);
  CHECK(one.ask(0, 15).port == 5 - up.port);
  CHECK(one.met("lookup.aggregation.suffix") == 2);
}

TEST_CASE("F-SYS-1: only in lockstep is a lookup in RTL compared", "[twolevel]") {
  const Engine engine = GENERATE(Engine::kRtl, Engine::kLockstep);
  One one({{"faults", "none"}}, engine, kAggregation);
  one.ask(0, 15);
  CHECK((one.board.compared() > 0) == (engine == Engine::kLockstep));
}

TEST_CASE("F-FLOW-1: of a flow's port alone it can be chosen, and where faults send it, it stays",
          "[twolevel]") {
  One one({{"faults", "lft"}, {"flows", {{"mode", "classify"}}}}, Engine::kGolden, kAggregation);
  const RouteDecision first = one.ask(0, 15, 1);
  REQUIRE(first.port >= 2);
  CHECK(first.candidates == PortMask{1} << first.port);
  CHECK(one.met("up.aggregation.preferred") == 1);
  CHECK(one.met("flow.aggregation.tables_port") + one.met("flow.aggregation.other_port") == 1);
  one.link(first.port, true);
  const auto other = static_cast<PortIdx>(5 - first.port);
  CHECK(one.ask(0, 15, 2).port == other);
  one.link(first.port, false);
  CHECK(one.ask(0, 15, 3).port == other);
}

TEST_CASE("F-TAB-1: the bug that takes prefixes takes them of switches in pods alone",
          "[twolevel]") {
  const golden::AlFares net(4);
  TwoLevelConfig config;
  config.net = &net;
  for (SwitchIdx sw = 0; sw < 20; ++sw) {
    config.no_prefixes = false;
    const std::size_t all = TwoLevelRule(config, sw).table().prefixes.size();
    CHECK(all > 0);
    config.no_prefixes = true;
    CHECK(TwoLevelRule(config, sw).table().prefixes.size() == (net.tree().level(sw) < 2 ? 0 : all));
  }
}
