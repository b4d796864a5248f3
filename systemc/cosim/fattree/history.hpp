// SPDX-License-Identifier: Apache-2.0
/// \file
/// The last events at a switch of a fat tree: four of packets, four updates.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cosim/lockstep/history.hpp"
#include "golden/fattree/control_plane.hpp"
#include "golden/fattree/route.hpp"
#include "golden/fattree/tree.hpp"

namespace selvage::cosim {

class FatTreeHistory {
 public:
  void request(Cycle now, const RouteRequest& r) {
    Event& e = next(now, Event::Kind::kRequest);
    e.request = r;
  }
  void decision(Cycle now, PacketId packet, const golden::FatTreeGrant& grant) {
    decided_ = true;
    Event& e = next(now, Event::Kind::kDecision);
    e.request.packet = packet;
    e.grant = grant;
  }
  void update(Cycle now, const golden::ControlInput& in) {
    for (const golden::PortMessage& arrival : in.arrivals) {
      Event& e = next(now, Event::Kind::kMessage);
      e.request.in_port = arrival.port;
      e.message = arrival.message;
    }
    for (PortMask left = in.link_down | in.link_up; left != 0; left &= left - 1) {
      const auto port = static_cast<PortIdx>(__builtin_ctzll(left));
      const bool down = (in.link_down >> port & 1U) != 0;
      Event& e = next(now, down ? Event::Kind::kLinkDown : Event::Kind::kLinkUp);
      e.request.in_port = port;
    }
  }

  /// See History.
  void restart() { events_.restart(); }
  /// Whether any decision was taken.
  [[nodiscard]] bool decided() const { return decided_; }
  /// In words, oldest first.
  [[nodiscard]] std::vector<std::string> lines(const golden::FatTree& tree, SwitchIdx sw) const;

 private:
  struct Event {
    enum class Kind : std::uint8_t { kRequest, kDecision, kLinkDown, kLinkUp, kMessage };
    Kind kind = Kind::kRequest;
    RouteRequest request;
    golden::FatTreeGrant grant;
    golden::FaultMessage message;
  };

  Event& next(Cycle now, Event::Kind kind) {
    const bool packet = kind == Event::Kind::kRequest || kind == Event::Kind::kDecision;
    Event& e = events_.add(now, packet ? 0 : 1);
    e.kind = kind;
    return e;
  }
  [[nodiscard]] static std::string describe(const Event& e, const golden::FatTree& tree,
                                            SwitchIdx sw);

  /// Packets must not push out the fault messages that explain them.
  History<Event, 4, 2> events_;
  bool decided_ = false;
};

}  // namespace selvage::cosim
