// SPDX-License-Identifier: Apache-2.0
// Which links and switches die and when, held against a second reading of docs/reference/fabric.md
// that marks every cycle in which a link is dead. Random scenarios of a small tree, with failures
// that meet, touch and begin together.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <tuple>

#include "fabric/faults/faults.hpp"
#include "fabric_bench.hpp"
#include "kernel/stream.hpp"

using namespace selvage;

namespace {

/// Behind every finite time; what is dead here is dead for ever.
constexpr Cycle kLast = 600;
using kernel::Stream;

/// A failure of a link or switch by itself.
struct Own {
  Cycle from = 0;
  std::optional<Cycle> until;
  bool preset = false;
};

struct Death {
  SwitchIdx sw = 0;
  Cycle from = 0;
  std::optional<Cycle> until;
};

std::optional<Cycle> some_repair(Stream& draws, Cycle from) {
  if (draws.chance(0.2)) return std::nullopt;
  return from + 1 + draws.below(30);
}

/// What a configuration may ask for of 8 links and 6 switches.
Scenario drawn(std::uint64_t seed, const Topology& t) {
  Stream draws(seed, "a scenario");
  Scenario s;
  s.seed = seed;
  FaultConfig& f = s.faults;
  if (draws.chance(0.15)) f.nodes = {static_cast<SwitchIdx>(draws.below(t.switch_count()))};
  f.random_nodes = draws.chance(0.15) ? 1 + static_cast<unsigned>(draws.below(2)) : 0;
  for (std::uint32_t i = 0; i < t.fallible_link_count(); ++i) {
    std::optional<Cycle> free = 0;
    if (draws.chance(0.15)) {
      free = some_repair(draws, 0);
      f.preset.push_back({"", t.fallible_link(i), 0, free});
    }
    while (free && draws.chance(0.3)) {
      const Cycle at = *free + draws.below(12) + (*free > 0 ? 1 : 0);
      free = some_repair(draws, at);
      f.links.push_back({"", t.fallible_link(i), at, free});
    }
  }
  for (SwitchIdx sw = 0; sw < t.switch_count(); ++sw) {
    std::optional<Cycle> free = 0;
    while (free && draws.chance(seed % 4 == 0 ? 0 : 0.35)) {
      const Cycle at = *free + draws.below(10);
      free = some_repair(draws, at);
      f.failing_nodes.push_back({sw, at, free});
    }
  }
  f.random.from = draws.below(5);
  f.random.until = f.random.from + 1 + draws.below(25);
  f.random.tolerable = f.nodes.empty() && f.random_nodes == 0 &&
                       f.preset.size() + f.links.size() < 2 && draws.chance(0.7);
  const bool few = f.nodes.size() + f.random_nodes < 2 && f.preset.size() + f.links.size() < 3;
  f.random.count = few ? static_cast<unsigned>(draws.below(3)) : 0;
  const bool more = draws.chance(0.3) && f.failing_nodes.size() < 2 && f.random_nodes == 0;
  f.random.nodes = more ? 1 + static_cast<unsigned>(draws.below(3)) : 0;
  if (draws.chance(0.6)) {
    f.random.repair_after = RepairSpan{1 + draws.below(5), 6 + draws.below(20)};
  }
  f.random_preset = draws.chance(0.3);
  return s;
}

/// The plan by the page.
struct Reading {
  const Scenario& s;
  const System& system;
  const Topology& t = system.topology();
  std::vector<SwitchIdx> faulty = {};
  std::vector<bool> for_ever = {};                   ///< by link: dead from the start, for good
  std::vector<bool> preset = {};                     ///< by link: dead from the start
  std::vector<std::vector<Own>> own = {};            ///< by link
  std::vector<Death> deaths = {};                    ///< in order of time, then of switch
  std::vector<std::array<bool, kLast + 1>> at = {};  ///< by link and cycle: dead

  Reading(const Scenario& scenario, const System& of) : s(scenario), system(of) {
    for_ever.resize(t.fallible_link_count());
    preset.resize(t.fallible_link_count());
    own.resize(t.fallible_link_count());
    at.resize(t.fallible_link_count());
    nodes();
    links();
    switches();
    mark();
  }
  [[nodiscard]] bool is_faulty(SwitchIdx sw) const {
    return std::count(faulty.begin(), faulty.end(), sw) > 0;
  }
  [[nodiscard]] bool has_end(std::uint32_t link, SwitchIdx sw) const {
    const SwitchPort end = t.fallible_link(link);
    return end.sw == sw || t.peer(end.sw, end.port).index == sw;
  }
  [[nodiscard]] std::uint32_t index(const SwitchPort& end) const {
    std::uint32_t i = 0;
    while (!same_link(t.fallible_link(i), end)) ++i;
    return i;
  }

  void nodes() {
    faulty = s.faults.nodes;
    Stream stream(s.seed, "faults", 1);
    while (faulty.size() < s.faults.nodes.size() + s.faults.random_nodes) {
      const auto sw = static_cast<SwitchIdx>(stream.below(t.switch_count()));
      if (!is_faulty(sw)) faulty.push_back(sw);
    }
    for (std::uint32_t i = 0; i < t.fallible_link_count(); ++i) {
      for (const SwitchIdx sw : faulty) for_ever[i] = for_ever[i] || has_end(i, sw);
      preset[i] = for_ever[i];
    }
  }

  void links() {
    std::vector<bool> gone = for_ever, named = for_ever;
    const auto add = [&](std::uint32_t i, Cycle from, std::optional<Cycle> until, bool known) {
      named[i] = true;
      if (gone[i]) return;
      preset[i] = preset[i] || known;
      if (known && !until) for_ever[i] = true;
      else own[i].push_back({from, until, known});
    };
    for (const LinkFault& f : s.faults.preset) add(index(f.end), 0, f.repaired, true);
    for (const LinkFault& f : s.faults.links) add(index(f.end), f.at, f.repaired, false);
    std::vector<bool> taken = named;
    for (const LinkFlap& f : s.faults.flaps) taken[index(f.end)] = true;
    const RandomFaults& random = s.faults.random;
    Stream stream(s.seed, "faults"), repairs(s.seed, "repairs");
    std::vector<std::uint32_t> chosen;
    do {
      chosen.clear();
      while (chosen.size() < random.count) {
        const auto i = static_cast<std::uint32_t>(stream.below(t.fallible_link_count()));
        const bool again = std::count(chosen.begin(), chosen.end(), i) > 0;
        if (!taken[i] && !again) chosen.push_back(i);
      }
    } while (random.tolerable && !holds(named, chosen));
    for (const std::uint32_t i : chosen) {
      const bool known = s.faults.random_preset;
      const Cycle died = known ? 0 : random.from + stream.below(random.until - random.from);
      add(i, died, repair_of(died, repairs), known);
    }
  }
  [[nodiscard]] bool holds(const std::vector<bool>& named,
                           const std::vector<std::uint32_t>& chosen) const {
    std::vector<SwitchPort> dead;
    for (std::uint32_t i = 0; i < t.fallible_link_count(); ++i) {
      if (named[i] || std::count(chosen.begin(), chosen.end(), i) > 0) {
        dead.push_back(t.fallible_link(i));
      }
    }
    return system.tolerable(dead);
  }
  [[nodiscard]] std::optional<Cycle> repair_of(Cycle died, Stream& repairs) const {
    const auto& after = s.faults.random.repair_after;
    if (!after) return std::nullopt;
    return died + after->from + repairs.below(after->until - after->from);
  }

  void switches() {
    const RandomFaults& random = s.faults.random;
    for (const NodeFault& f : s.faults.failing_nodes) {
      if (!is_faulty(f.node)) deaths.push_back({f.node, f.at, f.repaired});
    }
    const auto known = [&](SwitchIdx sw) {
      return is_faulty(sw) ||
             std::any_of(deaths.begin(), deaths.end(), [&](const Death& d) { return d.sw == sw; });
    };
    Stream stream(s.seed, "faults", 2), repairs(s.seed, "repairs", 1);
    for (unsigned more = 0; more < random.nodes;) {
      const auto sw = static_cast<SwitchIdx>(stream.below(t.switch_count()));
      if (known(sw)) continue;
      const Cycle died = random.from + stream.below(random.until - random.from);
      deaths.push_back({sw, died, repair_of(died, repairs)});
      ++more;
    }
    std::sort(deaths.begin(), deaths.end(), [](const Death& a, const Death& b) {
      return std::tuple(a.from, a.sw) < std::tuple(b.from, b.sw);
    });
  }

  void mark() {
    const auto dead = [&](std::uint32_t i, Cycle from, std::optional<Cycle> until) {
      for (Cycle c = from; c < until.value_or(kLast + 1); ++c) at[i][c] = true;
    };
    for (std::uint32_t i = 0; i < t.fallible_link_count(); ++i) {
      if (for_ever[i]) dead(i, 0, std::nullopt);
      for (const Own& o : own[i]) dead(i, o.from, o.until);
      for (const Death& d : deaths) {
        if (has_end(i, d.sw)) dead(i, d.from, d.until);
      }
    }
  }

  /// A line for each failure of a link: the cycles from one in which it lives to the next.
  [[nodiscard]] std::vector<std::string> events() const {
    std::map<std::pair<Cycle, std::uint32_t>, std::string> found;
    for (std::uint32_t i = 0; i < t.fallible_link_count(); ++i) {
      for (Cycle c = 0; c < kLast && !for_ever[i]; ++c) {
        if (!at[i][c] || (c > 0 && at[i][c - 1])) continue;
        Cycle end = c;
        while (end < kLast && at[i][end]) ++end;
        found[{c, i}] = t.link_name(t.fallible_link(i)) + " " + std::to_string(c) + " to " +
                        (end == kLast ? "the end" : std::to_string(end)) + blamed(i, c);
      }
    }
    std::vector<std::string> lines;
    for (const auto& [key, line] : found) lines.push_back(line);
    return lines;
  }
  /// Its own failure comes first, then the first switch in order.
  [[nodiscard]] std::string blamed(std::uint32_t i, Cycle from) const {
    for (const Own& o : own[i]) {
      if (o.from == from) return o.preset ? ", known" : "";
    }
    for (const Death& d : deaths) {
      if (d.from == from && has_end(i, d.sw)) return ", with " + t.switch_name(d.sw);
    }
    return "?";
  }
  /// Whether all links of a switch are dead in all of these cycles.
  [[nodiscard]] bool alone(SwitchIdx sw, Cycle from, Cycle until) const {
    for (std::uint32_t i = 0; i < t.fallible_link_count(); ++i) {
      for (Cycle c = from; c < until && has_end(i, sw); ++c) {
        if (!at[i][c]) return false;
      }
    }
    return true;
  }
  /// Whether one of its links comes back in this cycle or later.
  [[nodiscard]] bool link_back(SwitchIdx sw, Cycle from) const {
    for (std::uint32_t i = 0; i < t.fallible_link_count(); ++i) {
      for (Cycle c = std::max<Cycle>(from, 1); c < kLast && has_end(i, sw); ++c) {
        if (at[i][c - 1] && !at[i][c]) return true;
      }
    }
    return false;
  }
  [[nodiscard]] std::vector<std::string> switch_deaths() const {
    std::vector<Death> merged;
    for (const Death& d : deaths) {
      const auto last = std::find_if(merged.rbegin(), merged.rend(),
                                     [&](const Death& m) { return m.sw == d.sw; });
      if (last != merged.rend() && last->until && alone(d.sw, *last->until, d.from)) {
        last->until = d.until;
      } else {
        merged.push_back(d);
      }
    }
    std::vector<std::string> lines;
    for (const Death& d : merged) {
      const bool back = d.until && link_back(d.sw, *d.until);
      lines.push_back(std::to_string(d.sw) + " " + t.switch_name(d.sw) + " " +
                      std::to_string(d.from) + " to " +
                      (back ? std::to_string(*d.until) : "the end"));
    }
    return lines;
  }
};

/// Nothing is tolerable in it.
class Intolerant final : public System {
 public:
  explicit Intolerant(const Topology& topology) : topology_(topology) {}
  [[nodiscard]] const Topology& topology() const override { return topology_; }
  [[nodiscard]] std::unique_ptr<SwitchControl> make_control(SwitchIdx, Scoreboard&) override {
    return nullptr;
  }
  [[nodiscard]] AuditReport audit(const std::vector<SwitchPort>&, const ControlOf&) const override {
    return {};
  }
  [[nodiscard]] bool tolerable(const std::vector<SwitchPort>&) const override {
    ++asked;
    return false;
  }
  [[nodiscard]] bool audit_must_hold() const override { return true; }
  [[nodiscard]] std::string rtl_build() const override { return {}; }
  mutable unsigned asked = 0;

 private:
  const Topology& topology_;
};

std::vector<std::string> events_of(const fabric::FaultPlan& plan, const Topology& t) {
  std::vector<std::string> lines;
  for (const fabric::FaultEvent& e : plan.events) {
    CHECK(e.name == t.link_name(e.link));
    lines.push_back(e.name + " " + std::to_string(e.failed) + " to " +
                    (e.repair ? std::to_string(e.repair->at) : "the end") +
                    (e.preset         ? ", known"
                     : e.node.empty() ? ""
                                      : ", with " + e.node));
  }
  return lines;
}

std::vector<std::string> deaths_of(const fabric::FaultPlan& plan) {
  std::vector<std::string> lines;
  for (const fabric::NodeEvent& d : plan.deaths) {
    lines.push_back(std::to_string(d.sw) + " " + d.name + " " + std::to_string(d.failed) + " to " +
                    (d.repair ? std::to_string(*d.repair) : "the end"));
  }
  return lines;
}

}  // namespace

TEST_CASE("FAB-DIE, FAB-NODE: failures are planned as the page says, cycle by cycle") {
  const auto system = tb::fat_tree(4, 2, Engine::kGolden)();
  const Topology& t = system->topology();
  unsigned joined = 0, alone = 0, known = 0;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    const Scenario s = drawn(seed, t);
    const fabric::FaultPlan plan = fabric::plan_faults(s, *system);
    const Reading page(s, *system);
    CAPTURE(seed);
    std::vector<SwitchIdx> nodes = page.faulty;
    std::sort(nodes.begin(), nodes.end());
    REQUIRE(plan.nodes == nodes);
    std::vector<bool> preset(t.fallible_link_count());
    for (const SwitchPort& link : plan.preset) preset[page.index(link)] = true;
    REQUIRE(preset == page.preset);
    REQUIRE(static_cast<std::size_t>(std::count(preset.begin(), preset.end(), true)) ==
            plan.preset.size());
    REQUIRE(events_of(plan, t) == page.events());
    REQUIRE(deaths_of(plan) == page.switch_deaths());
    joined += plan.deaths.size() < page.deaths.size() ? 1 : 0;
    for (std::uint32_t i = 0; i < t.fallible_link_count(); ++i) {
      const SwitchPort end = t.fallible_link(i);
      const bool lives =
          std::none_of(page.at[i].begin(), page.at[i].end(), [](bool d) { return d; });
      REQUIRE(plan.fails(end) == !lives);
      REQUIRE(plan.starts_dead(end) == page.preset[i]);
      REQUIRE(plan.comes_back(end) == (page.preset[i] && !page.for_ever[i]));
    }
    for (const auto& d : plan.deaths) alone += d.repair ? 0 : 1;
    known += plan.preset.empty() ? 0 : 1;
  }
  CHECK(joined > 10);
  CHECK(alone > 10);
  CHECK(known > 50);
}

TEST_CASE("a tolerable set of failures is drawn 100,000 times at most", "[CFG-FAULT]") {
  const auto system = tb::fat_tree(4, 2, Engine::kGolden)();
  const Intolerant strict(system->topology());
  Scenario s;
  s.faults.random.count = 1;
  s.faults.random.tolerable = true;
  CHECK_THROWS_WITH(fabric::plan_faults(s, strict),
                    "faults.random: no tolerable set of 1 links found in 100000 draws");
  CHECK(strict.asked == 100000);
}
