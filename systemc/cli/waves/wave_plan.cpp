// SPDX-License-Identifier: Apache-2.0
#include "cli/waves/wave_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "config/text/diagnostics.hpp"
#include "cosim/plugs.hpp"
#include "fabric/faults/faults.hpp"
#include "golden/number.hpp"
#include "waves/fault_path.hpp"

namespace selvage::cli {
namespace {

constexpr Cycle kBefore = 64;       ///< shown before a fault
constexpr Cycle kBeforeEnd = 2000;  ///< shown before a failure that no fault explains
constexpr Cycle kAfterEnd = 64;
constexpr Cycle kAfterDeadlock = 1000;          ///< a viewer wants a file behind what it shows
constexpr std::uint32_t kMostSwitches = 20000;  ///< above, no path is searched

/// Digits and letters of a name, in groups: "<0,21>", "0/21" and "sw_0_21" are one switch.
std::string core_of(const std::string& name) {
  std::string out;
  bool gap = false;
  for (const char c : name.rfind("sw_", 0) == 0 ? name.substr(3) : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) {
      gap = !out.empty();
      continue;
    }
    if (gap) out += '_';
    gap = false;
    out += c;
  }
  return out;
}

/// At commas outside of brackets.
std::vector<std::string> split_names(const std::string& text) {
  std::vector<std::string> names{""};
  int depth = 0;
  for (const char c : text) {
    if (c == '<' || c == '(') ++depth;
    if (c == '>' || c == ')') --depth;
    if (c == ',' && depth <= 0) {
      names.emplace_back();
    } else {
      names.back() += c;
    }
  }
  return names;
}

std::optional<SwitchIdx> find_switch(const Topology& topology, const std::string& name) {
  const std::string core = core_of(name);
  if ((name.find('<') == std::string::npos) != (name.find('>') == std::string::npos)) {
    return std::nullopt;
  }
  for (SwitchIdx s = 0; s < topology.switch_count() && !core.empty(); ++s) {
    if (core_of(topology.switch_name(s)) == core) return s;
  }
  return std::nullopt;
}

/// The same system under the golden engine.
std::unique_ptr<System> golden_of(const Scenario& s) {
  const SystemPlug* plug = find_plug(s.topology.value("kind", ""));
  if (plug == nullptr) return nullptr;
  std::vector<std::string> bugs;
  for (const std::string& name : s.bugs) {
    const bool golden = std::any_of(plug->bugs.begin(), plug->bugs.end(),
                                    [&](const BugInfo& b) { return b.name == name && !b.in_rtl; });
    if (golden) bugs.push_back(name);
  }
  return plug->make(s.topology, {Engine::kGolden, bugs, s.link.latency});
}

void add(std::vector<SwitchIdx>& to, const std::vector<SwitchIdx>& more) {
  for (const SwitchIdx s : more) {
    if (std::find(to.begin(), to.end(), s) == to.end()) to.push_back(s);
  }
}

/// Cycle by which everybody should know of a link that died, or came back, at `changed`.
Cycle known_by(const Scenario& s, Cycle changed) {
  const ProbeConfig& p = s.probe;
  return changed + p.period + p.timeout * (Cycle{p.retries} + 1) + 40 * Cycle{s.link.latency} + 200;
}

}  // namespace

bool understand(const WaveOptions& options, const Topology& topology, WaveWish& wish,
                std::string& why) {
  if (!options.window.empty()) {
    const auto colon = options.window.find(':');
    const std::string_view text = options.window;
    const auto from = parse_number<Cycle>(text.substr(0, colon));
    const auto until =
        parse_number<Cycle>(colon == std::string::npos ? "" : text.substr(colon + 1));
    if (!from || !until || *from >= *until) {
      why = fmt::format(
          "--wave-window: error: '{}' is not FROM:UNTIL in cycles, FROM before "
          "UNTIL, for example 9900:11000",
          config::printable(options.window));
      return false;
    }
    wish.window = std::pair<Cycle, Cycle>(*from, *until);
  }
  if (options.switches.empty()) return true;
  const auto named = switches_named(topology, options.switches, why);
  if (!named) {
    why = "--wave-switches: error: " + why;
    return false;
  }
  add(wish.switches, *named);
  return true;
}

std::optional<std::vector<SwitchIdx>> switches_named(const Topology& topology,
                                                     const std::string& names, std::string& why) {
  std::vector<SwitchIdx> switches;
  for (const std::string& name : split_names(names)) {
    const auto s = find_switch(topology, name);
    if (!s) {
      why = fmt::format("{} has no switch '{}'; the first is {}", topology.label(),
                        config::printable(name), topology.switch_name(0));
      return std::nullopt;
    }
    switches.push_back(*s);
  }
  return switches;
}

Ending ending_of(const nlohmann::json& result) {
  Ending e;
  const std::string status = result.value("status", "");
  const Cycle cycles = result.value("cycles", Cycle{0});
  if (result.contains("mismatch") && result["mismatch"].is_object()) {
    e.mismatch = result["mismatch"].value("cycle", Cycle{0});
    e.switches.push_back(result["mismatch"].value("switch", ""));
  } else if (status == "deadlocked") {
    e.stopped = result["idle_since"].get<Cycle>();
    e.deadlocked = true;
    for (const auto& channel : result["wait_cycle"]) {
      const std::string text = channel.get<std::string>();
      e.switches.push_back(text.substr(0, text.find(' ')));
    }
  } else if (status == "check_failed" && result["audit"].is_null()) {
    e.stopped = cycles;
  }
  return e;
}

WavePlan plan_waves(const Scenario& scenario, const System& system, const WaveWish& wish,
                    const Ending& ending, const fabric::EarlyEnd& early) {
  WavePlan plan;
  const Topology& topology = system.topology();
  const std::optional<Cycle> end = ending.mismatch ? ending.mismatch : ending.stopped;
  if (ending.deadlocked) plan.stuck = end;
  for (const std::string& name : ending.switches) {
    if (const auto s = find_switch(topology, name)) add(plan.switches, {*s});
  }

  // The fault that explains it: the latest one before the end whose news got to the switch in
  // question; without an end, the first.
  std::optional<Cycle> failed;
  std::optional<Cycle> repaired;
  std::vector<SwitchIdx> path;
  std::vector<fabric::FaultEvent> faults = fabric::plan_faults(scenario, system, early).events;
  if (end) {
    faults.erase(std::remove_if(faults.begin(), faults.end(),
                                [&](const fabric::FaultEvent& f) { return f.failed > *end; }),
                 faults.end());
    std::reverse(faults.begin(), faults.end());
  }
  const bool searchable = topology.switch_count() <= kMostSwitches;
  const auto golden = faults.empty() || !searchable ? nullptr : golden_of(scenario);
  std::optional<SwitchIdx> target;
  if (!plan.switches.empty()) target = plan.switches.front();
  for (const fabric::FaultEvent& f : faults) {
    if (golden) path = waves::fault_path(*golden, f.link, target);
    if (golden && path.empty()) continue;
    failed = f.failed;
    if (f.repair) repaired = std::max(f.repair->at, known_by(scenario, f.failed));
    plan.fault = f.link;
    break;
  }
  if (!searchable && plan.fault) {
    path = {plan.fault->sw, topology.peer(plan.fault->sw, plan.fault->port).index};
  }
  add(plan.switches, path);
  if (plan.switches.empty()) plan.switches.push_back(0);
  if (!wish.switches.empty()) plan.switches = wish.switches;

  if (wish.window) {
    std::tie(plan.from, plan.until) = *wish.window;
    plan.asked = true;
  } else if (end) {
    plan.until = *end + (ending.deadlocked ? kAfterDeadlock : kAfterEnd);
    const bool near = failed && *failed + kMostCycles - kAfterEnd - kBefore > *end;
    const Cycle most = ending.deadlocked ? kMostCycles - kAfterDeadlock - kBefore : kBeforeEnd;
    const Cycle from = near && !ending.deadlocked ? *failed : *end - std::min(*end, most);
    plan.from = from - std::min(from, kBefore);
  } else if (failed) {
    plan.from = *failed - std::min(*failed, kBefore);
    plan.until = std::min(known_by(scenario, repaired.value_or(*failed)), plan.from + kMostCycles);
  } else {
    plan.until = kMostCycles / 4;
  }
  return plan;
}

}  // namespace selvage::cli
