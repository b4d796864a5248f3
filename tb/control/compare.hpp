// SPDX-License-Identifier: Apache-2.0
/// \file
/// Comparison of the golden control plane of a switch with what the RTL shows. Each function says
/// what differs first, or nothing.
#pragma once

#include <string>
#include <vector>

#include "cosim/control_block.hpp"
#include "golden/fattree/control_plane.hpp"

namespace selvage::tb {

inline std::string text(const golden::PortMessage& m) {
  static const char* const kinds[] = {"SYNCREQ", "ULFM", "ULRM", "DERF",
                                      "DERR",    "DLFM", "DLRM", "RESYNC"};
  std::string c;
  for (unsigned i = 6; i-- > 0;) c += std::to_string(m.message.c[i]) + (i > 0 ? "." : "");
  return std::string(kinds[static_cast<unsigned>(m.message.kind)]) + "<" +
         std::to_string(m.message.level) + "," + c + "," + std::to_string(m.message.k) + "," +
         std::to_string(m.message.seq) + "> by port " + std::to_string(m.port);
}

inline std::string text(const std::vector<golden::PortMessage>& messages) {
  std::string all;
  for (const golden::PortMessage& m : messages) all += " " + text(m);
  return all.empty() ? " none" : all;
}

inline std::string difference_of(const std::vector<golden::PortMessage>& golden,
                                 const std::vector<golden::PortMessage>& rtl) {
  bool same = golden.size() == rtl.size();
  for (std::size_t i = 0; same && i < golden.size(); ++i) {
    same = golden[i].port == rtl[i].port && golden[i].message == rtl[i].message;
  }
  return same ? "" : "messages sent: golden" + text(golden) + ", RTL" + text(rtl);
}

template <class A, class B>
std::string difference_of(const std::string& what, A golden, B rtl) {
  if (static_cast<std::int64_t>(golden) == static_cast<std::int64_t>(rtl)) return "";
  return what + ": golden " + std::to_string(golden) + ", RTL " + std::to_string(rtl);
}

/// What has been told to the children is final once an operation's broadcasts are over (golden
/// executes an operation whole), and an announcement under way is pending no more in the RTL.
inline std::string difference_of(const golden::ControlState& golden,
                                 const cosim::ControlVisible& rtl) {
  using Unit = golden::ControlState::Unit;
  const golden::SwitchState& s = golden.faults;
  const bool final = golden.unit != Unit::kBroadcasting;
  std::string d;
  const auto check = [&d](const char* what, auto a, auto b, int index = -1) {
    if (!d.empty()) return;
    d = difference_of(what, a, b);
    if (!d.empty() && index >= 0) d = "[" + std::to_string(index) + "] " + d;
  };
  const auto& entries = s.lft.entries();
  check("valid lines", (std::uint64_t{1} << entries.size()) - 1U, rtl.valid);
  for (unsigned w = 0; d.empty() && w < entries.size(); ++w) {
    const golden::LinkFaultCause& cause = s.lft.causes()[w];
    const cosim::ControlVisible::Line& line = rtl.lines[w];
    const int index = static_cast<int>(w);
    check("key of a line", entries[w].c.packed, line.c.packed, index);
    check("direct bits", cause.direct, line.direct, index);
    check("derived bits", cause.derived, line.derived, index);
    check("known bits", cause.known, line.known, index);
    if (final) check("told", cause.told, line.told, index);
    for (unsigned j = 0; j < s.up.size(); ++j) {
      if ((cause.known >> j & 1U) != 0) check("seq of a line", cause.seq[j], line.seq[j], index);
    }
  }
  for (unsigned j = 0; j < s.up.size(); ++j) {
    const int index = static_cast<int>(j);
    check("own", s.up[j].own, (rtl.own >> j & 1U) != 0, index);
    // A DLFM from before the own link died is of no consequence: both forget it with LINK_UP.
    check("failed", s.up[j].failed, ((rtl.own | rtl.dlfm) >> j & 1U) != 0, index);
    check("dlfm", s.dlfm[j] >= 0, (rtl.dlfm >> j & 1U) != 0, index);
    if (s.dlfm[j] >= 0) check("level of a DLFM", s.dlfm[j], rtl.dl[j], index);
  }
  check("dead down ports", s.down_failed, rtl.dead);
  check("ports that ever were dead", s.ever, rtl.ever);
  for (unsigned k = 0; k < rtl.seq.size(); ++k) check("seq", s.seq[k], rtl.seq[k], int(k));
  if (final) check("dlfm_told", s.dlfm_told, rtl.dlfm_told);
  const bool announcing = golden.unit == Unit::kPicked &&
                          golden.operation == golden::ControlState::Operation::kAnnounce;
  check("pending announcements",
        announcing ? s.pending & ~(PortMask{1} << golden.port) : s.pending, rtl.announce);
  check("LINK_DOWN that wait", golden.link_down, rtl.link_down);
  check("LINK_UP that wait", golden.link_up, rtl.link_up);
  return d;
}

}  // namespace selvage::tb
