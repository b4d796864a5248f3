// SPDX-License-Identifier: Apache-2.0
/// The fault plane of the fabric, message by message and cycle by cycle, against the control planes
/// of a tree wired without SystemC (golden::ControlFabric).
#include <fmt/format.h>
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <utility>

#include "fabric_bench.hpp"
#include "forked.hpp"
#include "golden/fattree/control_fabric.hpp"
#include "golden/fattree/route.hpp"
#include "watched_system.hpp"

using namespace selvage;

namespace {

/// By (cycle, switch): what was sent, whether the state changed and, then, the stop flags.
using Trace = std::map<std::pair<Cycle, SwitchIdx>, std::string>;

class Reference final : public golden::ControlObserver {
 public:
  explicit Reference(Trace& trace) : trace_(trace) {}
  void before(SwitchIdx, Cycle now, const golden::ControlState&,
              const golden::ControlInput&) override {
    now_ = now;
  }
  void after(SwitchIdx sw, const golden::ControlState&, const golden::ControlOutput& out) override {
    std::string text;
    for (const auto& m : out.sent) text += one(m.port, golden::encode(m.message));
    note(trace_, now_, sw, text, out.changed, out.stop);
    if (out.stop != 0) stopped = true;
    messages += out.sent.size();
  }
  static std::string one(PortIdx port, const ControlMessage& m) {
    return fmt::format(" {}:{}/{}/{}/{}/{}", port, m.kind, m.level, m.port, m.seq, m.body);
  }
  static void note(Trace& trace, Cycle now, SwitchIdx sw, const std::string& sent, bool changed,
                   PortMask stop) {
    if (sent.empty() && !changed) return;
    trace[{now, sw}] = fmt::format("{}{} stop {:x}", changed ? "changed" : "", sent, stop);
  }
  bool stopped = false;
  std::uint64_t messages = 0;

 private:
  Trace& trace_;
  Cycle now_ = 0;
};

std::string difference(const Trace& fabric, const Trace& reference) {
  auto a = fabric.begin();
  auto b = reference.begin();
  for (; a != fabric.end() && b != reference.end(); ++a, ++b) {
    if (*a != *b) break;
  }
  const auto tell = [](const Trace& t, Trace::const_iterator i) {
    return i == t.end()
               ? std::string("nothing more")
               : fmt::format("cycle {} switch {}: {}", i->first.first, i->first.second, i->second);
  };
  if (a == fabric.end() && b == reference.end()) return {};
  return "fabric: " + tell(fabric, a) + "\nreference: " + tell(reference, b);
}

/// Every answer of every switch for packets from below.
std::string final_state(const golden::FatTree& tree, const tb::ListenedSystem& system,
                        const golden::ControlFabric& reference) {
  for (SwitchIdx sw = 0; sw < tree.switch_count(); ++sw) {
    const golden::SwitchRules& rules = reference.plane(sw).rules();
    for (HostIdx to = 0; to < tree.host_count(); ++to) {
      for (HostIdx from = 0; from < tree.host_count(); from += 7) {
        if (from == to) continue;
        const RouteDecision d = system.controls()[sw]->preview({0, from, to, 0, 0});
        const golden::FatTreeGrant g =
            golden::route_select(rules.self().level, reference.state(sw).faults,
                                 {tree.address_of(from), tree.address_of(to), false});
        const PortMask v = g.up ? PortMask{g.v} << tree.h() : g.drop ? 0 : PortMask{1} << g.port;
        if (d.candidates != v) {
          return fmt::format("{} to {}: {:x}, not {:x}", tree.switch_name(sw), tree.host_name(to),
                             d.candidates, v);
        }
      }
    }
  }
  return {};
}

struct Compared {
  std::string difference;
  bool stopped = false;
  std::uint64_t messages = 0;
};

/// Runs the scenario in this process, then the reference with the same failures, repairs and
/// declarations.
Compared compare(const Scenario& s, unsigned m, unsigned n) {
  Trace fabric, expected;
  tb::ListenedSystem system(
      tb::fat_tree(m, n, Engine::kGolden, {}, "corrected", 32, s.link.latency)(),
      [&](SwitchIdx sw, Cycle now, const StepInput&, const StepOutput& out) {
        std::string text;
        for (const PortedMessage& sent : out.sent) text += Reference::one(sent.port, sent.message);
        Reference::note(fabric, now, sw, text, out.changed, out.stop);
      });
  Scoreboard board;
  Scenario checked = s;
  checked.link.checker = true;
  const fabric::RunResult r = fabric::run(checked, system, board, {});
  if (!r.settled) return {"not settled"};

  const golden::FatTree tree(m, n);
  golden::ControlFabricConfig config;
  config.timing.latency = s.link.latency;
  golden::ControlFabric reference(tree, config);
  Reference observer(expected);
  reference.observe(&observer);
  Cycle last_change = 0;
  std::uint64_t messages = 0;
  for (const fabric::FaultEvent& f : r.faults) {
    reference.kill(f.failed, f.link, f.detected[0] - f.failed, f.detected[1] - f.failed);
    messages += f.messages;
    if (f.last_change != kNever) last_change = std::max(last_change, f.last_change);
    if (!f.repair) continue;
    const fabric::RepairEvent& b = *f.repair;
    reference.repair(b.repaired, f.link, b.detected[0] - b.repaired, b.detected[1] - b.repaired);
    messages += b.messages;
    if (b.last_change != kNever) last_change = std::max(last_change, b.last_change);
  }
  if (!reference.settle(10'000'000)) return {"the reference does not settle"};
  if (const std::string d = difference(fabric, expected); !d.empty()) return {d};
  if (last_change != reference.last_change()) return {"last change"};
  if (messages != observer.messages || messages != r.messages) {
    return {fmt::format("{} messages, {} in all, not {}", messages, r.messages, observer.messages)};
  }
  if (r.audit.dead_ends + r.audit.excluded > 0 || !r.audited) return {"audit: " + r.audit.first};
  return {final_state(tree, system, reference), observer.stopped, observer.messages};
}

void check(const Scenario& s, unsigned m, unsigned n, bool stops) {
  const tb::ChildReport report = tb::forked(
      [&] {
        const Compared c = compare(s, m, n);
        return c.difference.empty() ? fmt::format("same {} {}", c.stopped, c.messages)
                                    : c.difference;
      },
      100);
  INFO(report.text);
  REQUIRE(report.finished);
  CHECK(report.text.substr(0, 4) == "same");
  if (stops) CHECK(report.text.substr(0, 9) == "same true");
}

Scenario history(unsigned count, std::uint64_t seed) {
  Scenario s;
  s.engine = Engine::kGolden;
  s.seed = seed;
  s.traffic.load = 0.05;
  s.phases = {0, 9000, 200000};
  s.probe = {60, 12, 2};
  s.faults.random = {count, 500, 6000, false, RepairSpan{100, 3000}};
  return s;
}

}  // namespace

TEST_CASE("FT-CYC-5: fault messages of the fabric leave in the cycles of the model's") {
  struct Tree {
    unsigned m, n;
  };
  const Tree t = GENERATE(Tree{4, 3}, Tree{8, 3});
  Scenario s = history(t.m == 4 ? 8 : 14, GENERATE(range(1, 7)));
  s.link.latency = GENERATE(1U, 4U, 5U);
  check(s, t.m, t.n, false);
}

TEST_CASE("FT-CYC-2: stop flags act in the same cycles as the model's") {
  // Everything at once: queues fill.
  Scenario s = history(60, GENERATE(1U, 2U));
  s.faults.random.from = 500;
  s.faults.random.until = 510;
  s.faults.random.repair_after = RepairSpan{200, 210};
  check(s, 8, 3, true);
}
