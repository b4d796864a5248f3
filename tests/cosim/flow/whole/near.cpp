// SPDX-License-Identifier: Apache-2.0
/// \file
/// What was at a port before a difference, for those who look for its cause.
#include <iomanip>
#include <sstream>

#include "switch.hpp"

namespace selvage::test {

namespace {

/// As P<, P, P>: it begins, goes on, ends.
std::string text(const cosim::FlowBeat& beat) {
  std::ostringstream out;
  out << ".PKFM"[static_cast<unsigned>(beat.symbol) % 5] << (beat.head ? "<" : "")
      << (beat.tail ? ">" : "");
  if (beat.symbol == cosim::FlowSymbol::kIdle) return out.str();
  const auto field = [&](unsigned f) { return field_of(beat.data, kHeaderFields[f]); };
  const bool header = beat.symbol == cosim::FlowSymbol::kMarker ||
                      (beat.symbol == cosim::FlowSymbol::kPacket && beat.head);
  if (header)
    out << " b" << field(kBytes) << " to" << field(kDestination) << " id" << field(kFlowId) << " @"
        << field(kPosition);
  else out << ' ' << std::hex << (beat.data[0] & 0xffffffffU);
  return out.str();
}

}  // namespace

std::string WholeSwitch::near(unsigned p) const {
  std::ostringstream out;
  out << "switch " << self_ << " port " << p
      << ": cycle | wire_i | wire_o of the model (decided 5 before), of the RTL | model, RTL\n";
  for (const Shot& shot : shots_) {
    const SwitchCycle& m = shot.model;
    const PortCycle& k = m.ports[p];
    const auto& rtl = shot.out.port[p];
    const WireBeat model =
        m.at < kGear || own_[p] == nullptr ? WireBeat{} : own_[p]->at(m.at - kGear).beat;
    out << std::setw(6) << m.at << " | " << std::setw(24) << std::left << text(shot.in.port[p].beat)
        << " | " << std::setw(24) << text(model.beat) << ' ' << std::setw(24)
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
    if (m.changed) out << " changed";
    if (m.learns) out << " learns";
    if (k.dead) out << " dead";
    if (k.init) out << " init";
    if (k.hold) out << " hold";
    out << '\n';
  }
  return out.str();
}

}  // namespace selvage::test
