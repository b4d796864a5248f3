// SPDX-License-Identifier: Apache-2.0
// What engine switch refuses, key by key (COS-SWITCH-2).
#include <fmt/format.h>

#include <algorithm>

#include "config/checks.hpp"
#include "config/switch/kinds.hpp"

namespace selvage::config {
namespace {

/// Whether fault messages travel, as far as the scenario says.
bool messages_travel(const FaultConfig& f) {
  return !f.links.empty() || !f.failing_nodes.empty() || f.random.nodes > 0 ||
         (f.random.count > 0 && !f.random_preset) || f.random.repair_after ||
         std::any_of(f.preset.begin(), f.preset.end(),
                     [](const LinkFault& l) { return l.repaired.has_value(); });
}

void check_faults(const Draft& draft, const FaultConfig& f, const WholeLimits& limits) {
  const auto refuse = [&](bool used, const char* pointer, std::string_view why) {
    if (used && !why.empty()) draft.error(pointer, fmt::format("engine switch: {}", why));
  };
  refuse(!f.failing_nodes.empty(), "/faults/failing_nodes", limits.deaths);
  refuse(f.random.nodes > 0, "/faults/random/nodes", limits.deaths);
  refuse(f.outages() || !f.preset.empty(), "/faults", limits.outages);
  const char* again =
      "a switch of --switch needs the pins of numbers (numbered_i, rx_resend_o, rx_number_o, "
      "tx_resend_i, tx_number_i) to send a fault message again that a link has lost";
  const bool messages = limits.messages && messages_travel(f);
  refuse(!f.flaps.empty(), "/faults/flaps", messages ? again : limits.flaps);
  refuse(f.random.flaps > 0, "/faults/random/flaps", messages ? again : limits.flaps);
  refuse(f.bit_errors > 0 && messages, "/faults/bit_errors", again);
}

}  // namespace

void check_whole_switches(const Draft& draft, const System& system, const Scenario& s,
                          bool plugin) {
  if (s.traffic.malformed.in_use() && !(s.engine.whole_switches() && system.judged())) {
    draft.error("/traffic/malformed",
                "a model knows well-formed packets only: this is for switches of --switch with "
                "`compare: legal`");
  }
  if (!s.engine.whole_switches() || !draft.usable({"/engine"})) return;
  if (plugin && system.whole_plugin() == nullptr) {
    draft.error("/topology/kind", "--switch: no switch of others stands in such a fabric");
    return;
  }
  const SwitchPlug& kind = switch_plug(s.sw.kind());
  for (const auto& [block, engine] : s.engine.own()) {
    if (block == kLinkProbe) continue;
    draft.error("/engine/" + block, "engine switch: this block is inside of the switches in RTL");
  }
  const WholeLimits limits =
      kind.whole_limits != nullptr ? kind.whole_limits(system) : WholeLimits{};
  check_faults(draft, s.faults, limits);
  kind.check_whole(draft, system, s);
}

}  // namespace selvage::config
