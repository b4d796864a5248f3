// SPDX-License-Identifier: Apache-2.0
/// \file
/// A host's end of its link: source queues by flow, sending, receiving, the watch over the order.
#pragma once

#include "flow/shared.hpp"

namespace selvage::flow {

class Terminal {
 public:
  Terminal(Shared& shared, HostIdx self) : shared_(shared), self_(self) {}
  /// The switch port it hangs on.
  void wire(PortNumber port) { port_ = port; }
  [[nodiscard]] PortNumber port() const { return port_; }

  /// Whether its source queue has room, and packets in it.
  [[nodiscard]] bool can_inject() const { return waiting_ < shared_.params.source_packets; }
  [[nodiscard]] unsigned waiting() const { return waiting_; }
  /// Puts a packet into its source queue in cycle `now`, which must not have been handled.
  void inject(std::uint32_t slot, const Packet& packet, Cycle now);
  /// The first beat of the packet is there `delay` cycles after the one being handled.
  void header_coming(std::uint32_t slot, Cycle delay);
  /// Instead of that, where the host has a buffer of its own: it takes the last beat in cycle
  /// `now`, not handled yet.
  void taken(std::uint32_t slot, Cycle now) { at(now, Kind::kDelivered, slot); }

  // Events.
  void send();
  void deliver(std::uint32_t slot);
  void flow_control(unsigned lane, bool on);
  /// A flow of this host is held, or may go on (FLOW-D-5).
  void pause(std::uint32_t flow, bool on);

 private:
  void list_flow(std::uint32_t flow);
  void transmit(std::uint32_t slot);
  void at(Cycle when, Kind kind, std::uint64_t arg = 0) {
    shared_.agenda.at(when, kind, self_, arg);
  }
  [[nodiscard]] Cycle now() const { return shared_.agenda.now(); }

  Shared& shared_;
  HostIdx self_;
  PortNumber port_ = 0;
  unsigned waiting_ = 0;
  std::array<kernel::Queue<std::uint32_t>, kClasses> ready_;  ///< flows
  std::array<std::uint8_t, kClasses> xoff_{};
  std::uint8_t next_class_ = 0;
  Cycle wire_free_ = 0;
  Cycle send_at_ = kNever;
};

}  // namespace selvage::flow
