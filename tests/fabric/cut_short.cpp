// SPDX-License-Identifier: Apache-2.0
/// Runs that are cut short at any moment: they never say that the design is wrong (FAB-CUT).
#include "kernel/stream.hpp"
#include "wormhole/bench.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

struct Setup {
  const char* name;
  tb::MakeSystem (*make)(const Engines&);
  void (*set)(Scenario&);
};

/// Small fabrics under load, in which links die and come back.
const Setup kSetups[] = {
    {"cut_through", [](const Engines& e) { return tb::fat_tree(4, 2, e); },
     [](Scenario& s) { s.traffic.packet_beats = 16; }},
    {"wormhole", [](const Engines& e) { return mesh(3, e); },
     [](Scenario& s) {
       s = wormhole_scenario(s.engine, 0.3);
       s.limits = {};
     }},
    {"flow", [](const Engines& e) { return tb::fat_tree(4, 2, e); },
     [](Scenario& s) {
       auto& flow = s.sw.use<FlowConfig>();
       flow.params.stale_t = 900;
       flow.params.drain_t = 100;
       flow.audit_period = 0;  // what is found is found at the end
     }},
};

/// Of `count` runs, each cut off after another number of cycles, those in which a check failed or
/// the engines differ; with what the first of them says.
std::pair<unsigned, std::string> blamed(const Setup& setup, unsigned count, bool rtl_only,
                                        const std::vector<std::string>& bugs) {
  std::pair<unsigned, std::string> found;
  for (unsigned i = 0; i < count; ++i) {
    Scenario s;
    s.engine = rtl_only || i % 2 == 0 ? Engine::kRtl : Engine::kLockstep;
    s.traffic.load = 0.6;
    setup.set(s);
    s.seed = i;
    s.bugs = bugs;
    kernel::Stream moments(i, "moments");
    s.phases = {0, 1 + moments.below(1'500), 0};
    if (i % 5 == 4) {  // by the clock
      s.phases = {0, 3'000, 40'000};
      s.limits.wall_seconds = 1e-4 * static_cast<double>(1 + moments.below(80));
    }
    s.probe = {48, 20, 1};
    s.faults.random = {2, 50, 800, false, RepairSpan{100, 400}};
    if (i % 3 == 0) s.faults.failing_nodes = {{1, 300 + i, Cycle{900}}};
    const json r = tb::simulate(s, setup.make(s.engine));
    const std::string outcome = r.value("outcome", r.value("failure", "?"));
    if (outcome == "nothing compared" || outcome == "saturated" || outcome == "not drained" ||
        outcome == "delivered all" || outcome == "dropped some" || outcome == "budget spent")
      continue;
    if (found.first++ == 0) found.second = outcome + ": " + r.value("detail", "") + r.dump();
  }
  return found;
}

}  // namespace

TEST_CASE("FAB-CUT: a run that is cut short at any moment never says that the design is wrong") {
  const Setup& setup = kSetups[GENERATE(0, 1, 2)];
  const auto [runs, first] = blamed(setup, 500, false, {});
  INFO(setup.name << ": " << first);
  CHECK(runs == 0);
}

TEST_CASE(
    "FAB-CUT: nor in any cycle in which the last packets leave and channels close behind them") {
  for (const unsigned seed : {1U, 2U, 3U, 4U}) {
    const auto run = [&](Cycle drain) {
      Scenario s;
      s.engine = Engine::kRtl;
      s.traffic.load = 0.6;
      kSetups[2].set(s);
      s.seed = seed;
      s.phases = {0, 50 * seed * seed, drain};
      if (seed > 2) s.faults.random = {2, 10, 200, false, RepairSpan{100, 400}};
      return tb::simulate(s, kSetups[2].make(s.engine));
    };
    const auto rests = [&](Cycle drain) { return run(drain)["outcome"] != "not drained"; };
    Cycle open = 0;
    Cycle closed = 40'000;
    REQUIRE((rests(closed) && !rests(open)));
    while (closed - open > 1) {
      const Cycle middle = (open + closed) / 2;
      (rests(middle) ? closed : open) = middle;
    }
    for (Cycle drain = closed - 3; drain < closed + 12; ++drain) {
      const json r = run(drain);
      INFO("seed " << seed << ", drain of " << drain << ": " << r.dump());
      if (drain < closed) CHECK(r["outcome"] == "not drained");
      else CHECK((r["outcome"] == "delivered all" || r["outcome"] == "dropped some"));
    }
  }
}

TEST_CASE("FAB-CUT: what is wrong when a run is cut short is still reported") {
  const auto [runs, first] = blamed(kSetups[2], 60, true, {"ifct_no_release"});
  INFO(first);
  CHECK(runs > 20);
}
