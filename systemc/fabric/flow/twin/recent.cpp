// SPDX-License-Identifier: Apache-2.0
/// \file
/// What happened at a switch before a difference, for those who look for its cause.
#include "fabric/flow/twin/beside.hpp"

namespace selvage::fabric {

namespace {

using cosim::FlowSymbol;

/// What begins with a beat; empty: nothing.
std::string begins(const cosim::FlowBeat& beat) {
  const auto field = [&](unsigned f) {
    return std::to_string(field_of(beat.data, kHeaderFields[f]));
  };
  switch (beat.symbol) {
    case FlowSymbol::kPacket:
      return beat.head ? "a packet of " + field(kBytes) + " bytes" : std::string();
    case FlowSymbol::kMarker: return "a marker of flow id " + field(kFlowId);
    case FlowSymbol::kFrame: return beat.head ? "a frame of ACKs" : std::string();
    case FlowSymbol::kMessage: return "a fault message";
    default: return {};
  }
}

}  // namespace

std::vector<std::string> SwitchBeside::recent(
    std::size_t most, const std::function<std::string(PortIdx)>& port_name) const {
  std::vector<std::string> lines;
  for (const Shot& shot : shots_) {
    const SwitchCycle& m = shot.model;
    const auto add = [&](const std::string& line) {
      lines.push_back("cycle " + std::to_string(m.at) + ": " + line);
    };
    if (m.changed) add("the state of routing is another one");
    if (m.ask) add("a head at " + port_name(static_cast<PortIdx>(m.ask_in)) + " asks for its ways");
    for (PortIdx p = 0; p < kSwitchPorts; ++p) {
      const PortCycle& k = m.ports[p];
      if (own_[p] == nullptr) continue;
      const std::string name = port_name(p);
      if (const std::string what = begins(shot.in.port[p].beat); !what.empty())
        add(what + " begins to come by " + name);
      if (k.grant)
        add("row " + std::to_string(k.id) + " of " + name + " is granted " +
            port_name(static_cast<PortIdx>(k.out)));
      if (const std::string what = begins(shot.shown.port[p].beat); !what.empty())
        add(what + " begins to leave by " + name);
      if (k.dead) add("link at " + name + " found dead");
      if (k.init) add("link at " + name + " is initialised");
    }
  }
  if (lines.size() > most)
    lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(most));
  return lines;
}

}  // namespace selvage::fabric
