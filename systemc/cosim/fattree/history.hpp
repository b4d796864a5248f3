// SPDX-License-Identifier: Apache-2.0
/// \file
/// The last events at a switch (four of packets, four updates), kept as they are and put into words
/// only when a mismatch asks.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

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

  /// Whether any decision was taken.
  [[nodiscard]] bool decided() const { return decided_; }
  /// In words, oldest first.
  [[nodiscard]] std::vector<std::string> tell(const golden::FatTree& tree, SwitchIdx sw) const;

 private:
  static constexpr std::size_t kKept = 4;  ///< of each sort

  struct Event {
    enum class Kind : std::uint8_t { kRequest, kDecision, kLinkDown, kLinkUp, kMessage };
    std::uint64_t order = 0;
    Cycle cycle = 0;
    Kind kind = Kind::kRequest;
    RouteRequest request;
    golden::FatTreeGrant grant;
    golden::FaultMessage message;
  };
  /// The last events of one sort: packets must not push out the fault messages that explain them.
  struct Recent {
    std::array<Event, kKept> events{};
    std::size_t count = 0;
  };

  Event& next(Cycle now, Event::Kind kind) {
    const bool packet = kind == Event::Kind::kRequest || kind == Event::Kind::kDecision;
    Recent& recent = packet ? packets_ : updates_;
    Event& e = recent.events[recent.count++ % kKept];
    e.order = order_++;
    e.cycle = now;
    e.kind = kind;
    return e;
  }
  [[nodiscard]] static std::string tell(const Event& e, const golden::FatTree& tree, SwitchIdx sw);

  Recent packets_;
  Recent updates_;
  std::uint64_t order_ = 0;
  bool decided_ = false;
};

}  // namespace selvage::cosim
