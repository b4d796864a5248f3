// SPDX-License-Identifier: Apache-2.0
/// \file
/// The hosts that take packets slowly (FAB-RECV-1..4), and their events.
#pragma once

#include <functional>
#include <vector>

#include "fabric/data_path.hpp"
#include "fabric/receivers/receiver.hpp"

namespace selvage::fabric {

/// A receiver for each of the hosts of `traffic.receivers`, which says XOFF and XON through the
/// socket of its host. Its events are kHostHeader and kReceiverDue.
class Receivers {
 public:
  /// A receive buffer has `capacity` beats and says XOFF below `xoff_free` free ones; `taken` is
  /// called when the last beat of a packet is.
  Receivers(Context& context, const Hosts& hosts, std::uint64_t capacity, std::uint64_t xoff_free,
            std::function<void(HostIdx, Packet&)> taken);

  /// Whether `host` takes packets slowly; the others take them as they come.
  [[nodiscard]] bool has(HostIdx host) const { return place_[host] != kNone; }
  /// Whether any of them holds a packet, which it will take.
  [[nodiscard]] bool busy() const { return busy_ > 0; }

  // Events.
  void header(HostIdx host, Packet& packet);
  void due(HostIdx host);

 private:
  struct Entry {
    Receiver receiver;
    Cycle scheduled = kNever;   ///< of its next event
    std::uint64_t stalled = 0;  ///< cycles that have been counted
  };
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  void step(HostIdx host, Receiver::Output& out);
  void signal(HostIdx host, bool xon);

  Context& context_;
  const Hosts& hosts_;
  std::function<void(HostIdx, Packet&)> taken_;
  std::vector<std::uint32_t> place_;  ///< by host: its place in `entries_`
  std::vector<Entry> entries_;
  std::uint64_t busy_ = 0;  ///< receivers that hold a packet
};

}  // namespace selvage::fabric
