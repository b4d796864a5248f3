// SPDX-License-Identifier: Apache-2.0
/// \file
/// The last events at a switch, kept as they are and put into words only when a mismatch asks.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "golden/fattree/route.hpp"
#include "golden/fattree/tree.hpp"
#include "golden/switch_control.hpp"

namespace selvage::cosim {

class FatTreeHistory {
 public:
  void request(Cycle now, const RouteRequest& r) {
    Event& e = next(now, Event::Kind::kRequest);
    e.request = r;
  }
  void decision(Cycle now, PacketId packet, const golden::FatTreeGrant& grant) {
    Event& e = next(now, Event::Kind::kDecision);
    e.request.packet = packet;
    e.grant = grant;
  }
  void link_down(Cycle now, PortIdx port) {
    Event& e = next(now, Event::Kind::kLinkDown);
    e.request.in_port = port;
  }
  void message(Cycle now, PortIdx port, const ControlMessage& m) {
    Event& e = next(now, Event::Kind::kMessage);
    e.request.in_port = port;
    e.message = m;
  }

  /// In words, oldest first.
  [[nodiscard]] std::vector<std::string> tell(const golden::FatTree& tree, SwitchIdx sw) const;

 private:
  static constexpr std::size_t kKept = 8;

  struct Event {
    enum class Kind : std::uint8_t { kRequest, kDecision, kLinkDown, kMessage };
    Cycle cycle = 0;
    Kind kind = Kind::kRequest;
    RouteRequest request;
    golden::FatTreeGrant grant;
    ControlMessage message;
  };

  Event& next(Cycle now, Event::Kind kind) {
    Event& e = events_[count_++ % kKept];
    e.cycle = now;
    e.kind = kind;
    return e;
  }
  [[nodiscard]] static std::string tell(const Event& e, const golden::FatTree& tree, SwitchIdx sw);

  std::array<Event, kKept> events_{};
  std::size_t count_ = 0;
};

}  // namespace selvage::cosim
