// SPDX-License-Identifier: Apache-2.0
/// \file
/// One link with a checker on it, and stories that a test tells it.
#pragma once

#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <vector>

#include "fabric/link/checker.hpp"
#include "forked.hpp"

namespace selvage::fabric {

/// Two ends of one link with a checker between them; the test is both modules.
struct Rig final : sc_core::sc_module, LinkForwardIf, LinkBackwardIf {
  explicit Rig(sc_core::sc_module_name, bool beat_taken = true, bool numbered = false,
               bool interleaved = false)
      : out("out", *this, 2),
        in("in", *this, 2),
        checker(
            "a to b", LinkRules{4, 2, beat_taken, numbered, interleaved}, &link,
            [this] { return now; }, [this](const std::string& what) { said.push_back(what); }) {
    out.bind(1, in, 0);
    checker.sit(out, 1, in, 0);
    packet.kind = LinkPayload::Kind::kPacket;
    packet.beats = 8;
    fault.kind = LinkPayload::Kind::kMessage;
  }
  void transport_fw(PortIdx port, LinkPayload&, LinkPhase, Cycle) override { forward += port == 0; }
  void transport_bw(PortIdx port, LinkPhase, unsigned, Cycle) override { backward += port == 1; }

  void header(Cycle at, unsigned vc = 0) {
    now = packet.sent = at;
    packet.vc = static_cast<std::uint8_t>(vc);
    out.header(1, packet, 4);
  }
  void message(Cycle at) {
    now = fault.sent = at;
    out.message(1, fault, 4);
  }
  void stall(Cycle at) {
    now = at;
    out.stall(1, packet, 5);
  }
  void back(Cycle at, LinkPhase phase, unsigned vc = 0) {
    now = at;
    const bool late = phase == LinkPhase::kStop || phase == LinkPhase::kGo;
    in.flow_control(0, phase, vc, late ? 5 : 4);
  }

  Cycle now = 0;
  LinkState link;
  LinkInitiatorSocket out;
  LinkTargetSocket in;
  std::vector<std::string> said;
  LinkChecker checker;
  LinkPayload packet, fault;
  unsigned forward = 0;
  unsigned backward = 0;
};

using Story = std::function<void(Rig&)>;

/// What a story breaks first, by its id; "" if nothing. In a child: a process has one SystemC.
inline std::string broken(const Story& story, bool beat_taken = true, bool numbered = false) {
  const tb::ChildReport report = tb::forked(
      [&] {
        Rig rig("rig", beat_taken, numbered);
        story(rig);
        return rig.said.empty() ? "" : rig.said.front().substr(0, rig.said.front().find(':'));
      },
      20);
  INFO(report.text);
  REQUIRE(report.finished);
  return report.text;
}

}  // namespace selvage::fabric
