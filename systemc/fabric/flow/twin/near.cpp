// SPDX-License-Identifier: Apache-2.0
/// \file
/// What was at a switch before a difference, for those who look for its cause.
#include <iomanip>
#include <sstream>

#include "fabric/flow/twin/beside.hpp"

namespace selvage::fabric {

namespace {

using cosim::FlowSymbol;

bool has_header(const cosim::FlowBeat& beat) {
  return beat.symbol == FlowSymbol::kMarker || (beat.symbol == FlowSymbol::kPacket && beat.head);
}

/// As P<, P, P>: it begins, goes on, ends.
std::string text(const cosim::FlowBeat& beat) {
  std::ostringstream out;
  out << ".PKFM"[static_cast<unsigned>(beat.symbol) % 5] << (beat.head ? "<" : "")
      << (beat.tail ? ">" : "");
  if (beat.symbol == FlowSymbol::kIdle) return out.str();
  const auto field = [&](unsigned f) { return field_of(beat.data, kHeaderFields[f]); };
  if (has_header(beat))
    out << " b" << field(kBytes) << " to" << field(kDestination) << " id" << field(kFlowId) << " @"
        << field(kPosition);
  else out << ' ' << std::hex << (beat.data[0] & 0xffffffffU);
  return out.str();
}

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

std::string SwitchBeside::near() const {
  const PortIdx p = difference_ ? difference_->port : PortIdx{0};
  std::ostringstream out;
  out << "switch " << self_ << " port " << unsigned{p}
      << ": cycle | wire_i | wire_o of the model (decided 5 before), of the RTL | model, RTL\n";
  for (const Shot& shot : shots_) {
    const SwitchCycle& m = shot.model;
    const PortCycle& k = m.ports[p];
    const auto& rtl = shot.out.port[p];
    out << std::setw(6) << m.at << " | " << std::setw(24) << std::left << text(shot.in.port[p].beat)
        << " | " << std::setw(24) << text(decided(m.at, p).beat) << ' ' << std::setw(24)
        << text(shot.shown.port[p].beat) << std::right << " | load " << k.load << ',' << rtl.load
        << " xon " << std::hex << (~k.off_said & 0xffU) << ',' << shot.shown.port[p].xon
        << std::dec;
    if (m.ask || shot.out.ask)
      out << " ask " << (m.ask ? static_cast<int>(m.ask_in) : -1) << ','
          << (shot.out.ask ? static_cast<int>(shot.out.ask_in) : -1);
    if (m.route) out << " ways " << std::hex << m.ways << std::dec;
    if (k.grant) out << " grants row " << k.id << " to " << k.out;
    if (rtl.grant) out << " RTL grants row " << rtl.id << " to " << rtl.out;
    if (k.off_seen != 0) out << " xoff_i " << std::hex << k.off_seen << std::dec;
    for (const auto& [is, what] : {std::pair{m.changed, " changed"},
                                   {m.learns, " learns"},
                                   {k.dead, " dead"},
                                   {k.init, " init"},
                                   {k.hold, " hold"}})
      if (is) out << what;
    out << '\n';
  }
  return out.str();
}

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
