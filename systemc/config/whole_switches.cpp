// SPDX-License-Identifier: Apache-2.0
// What engine switch refuses, key by key (COS-SWITCH-2).
#include <fmt/format.h>

#include <algorithm>

#include "config/checks.hpp"
#include "config/switch/kinds.hpp"
#include "cosim/foreign/switch_plugin.hpp"
#include "cosim/plugs.hpp"

namespace selvage::config {
namespace {

/// Whether fault messages travel, as far as the scenario says.
bool messages_travel(const FaultConfig& f) {
  return f.outages() || f.random.repair_after ||
         std::any_of(f.preset.begin(), f.preset.end(),
                     [](const LinkFault& l) { return l.repaired.has_value(); });
}

void check_links(const Draft& draft, const Scenario& s) {
  if (s.link.latency < 2) {
    draft.error("/link/latency",
                "engine switch: pins of a switch in RTL are registers at both ends of a link, "
                "which takes 2 cycles or more then");
  }
  if (s.link.messages != LinkMessages::kBeat) {
    draft.error("/link/messages",
                "engine switch: a switch in RTL sends fault messages as beats of its links");
  }
}

void check_faults(const Draft& draft, const FaultConfig& f) {
  const auto refuse = [&](bool used, const char* pointer, const char* why) {
    if (used) draft.error(pointer, fmt::format("engine switch: {}", why));
  };
  const char* dies = "a switch in RTL does not die: it has no pin that wipes its data path";
  refuse(!f.failing_nodes.empty(), "/faults/failing_nodes", dies);
  refuse(f.random.nodes > 0, "/faults/random/nodes", dies);
  const char* again = "a switch in RTL does not send a fault message again that a link has lost";
  refuse(!f.flaps.empty(), "/faults/flaps", again);
  refuse(f.random.flaps > 0, "/faults/random/flaps", again);
  refuse(f.bit_errors > 0 && messages_travel(f), "/faults/bit_errors", again);
}

/// What the switch of `--switch` does not do, and what golden cannot judge of it.
void check_plugin(const Draft& draft, const cosim::SwitchFacts& facts, const Scenario& s) {
  const auto refuse = [&](bool used, const char* pointer, const char* why) {
    if (used) draft.error(pointer, fmt::format("--switch: {}", why));
  };
  if (s.link.latency < facts.min_latency) {
    draft.error("/link/latency",
                fmt::format("--switch: its links take {} cycles or more", facts.min_latency));
  }
  if (!facts.control) {
    const char* none = "its manifest has `control: none`: it hears of no link that dies";
    refuse(s.faults.outages(), "/faults", none);
    refuse(!s.faults.preset.empty(), "/faults", none);
  }
  if (facts.compare == cosim::SwitchFacts::Compare::kExact) return;
  const char* legal = "not with `compare: legal`";
  refuse(s.traffic.receivers.in_use(), "/traffic/receivers", legal);
  refuse(s.faults.bit_errors > 0, "/faults/bit_errors", legal);
  const SystemPlug* plug =
      find_plug(draft.document.value.at("topology").at("kind").get<std::string>());
  for (const BugInfo& bug : bugs_for(*plug)) {
    const bool on = std::find(s.bugs.begin(), s.bugs.end(), bug.name) != s.bugs.end();
    refuse(on && bug.in_rtl, ("/bug/" + std::string(bug.name)).c_str(), legal);
  }
}

}  // namespace

void check_whole_switches(const Draft& draft, const System& system, const Scenario& s) {
  if (!s.engine.whole_switches() || !draft.usable({"/engine"})) return;
  const SwitchPlug& kind = switch_plug(s.sw.kind());
  if (!kind.whole()) {
    std::string others;
    for (const SwitchPlug& plug : switch_plugs()) {
      if (!plug.whole()) continue;
      others += fmt::format("{}{}", others.empty() ? "" : ", ", plug.switches);
    }
    draft.error("/switch/kind", fmt::format("engine switch: {} are not there in RTL whole, {} are",
                                            kind.switches, others));
  }
  for (const auto& [block, engine] : s.engine.own()) {
    if (block == kLinkProbe) continue;
    draft.error("/engine/" + block, "engine switch: this block is inside of the switches in RTL");
  }
  if (kind.whole_router == nullptr) check_links(draft, s);
  check_faults(draft, s.faults);
  if (!kind.whole()) return;
  std::string why;
  if (kind.whole_router != nullptr) {
    if (system.make_router(kind.whole_router(s, system.topology()), why) == nullptr)
      place_objection(draft, why);
    return;
  }
  cosim::SwitchBlockOptions options;
  options.name = system.topology().switch_name(0);
  options.capacity = kind.whole_capacity(s);
  options.route_latency = s.sw.route_latency;
  if (const cosim::SwitchPlugin* plugin = system.whole_plugin()) {
    check_plugin(draft, plugin->facts(), s);
    if (plugin->facts().compare ==
        cosim::SwitchFacts::Compare::kLegal) {  // its buffers are its own
      options.capacity =
          std::uint64_t{least_buffer_packets(s.link.latency, s.traffic)} * s.traffic.packet_beats;
    }
  }
  if (system.make_switch(options, why) == nullptr) place_objection(draft, why);
}

}  // namespace selvage::config
