// SPDX-License-Identifier: Apache-2.0
/// \file
/// A host that takes packets slowly: its receive buffer, its pace and its stalls (FAB-RECV-1..4).
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "config/scenario.hpp"
#include "golden/types.hpp"
#include "kernel/service.hpp"

namespace selvage::fabric {

/// What all receivers of a run have in common.
struct ReceiverRules {
  std::uint64_t capacity = 256;  ///< beats of the buffer
  std::uint64_t xoff_free = 64;  ///< free beats below which XOFF goes out
  std::uint64_t rate = 1000000;  ///< millionths of a beat a cycle
  StallKind stalls = StallKind::kNone;
  Cycle every = 1000;
  Cycle longest = 64;
};

/// One receive buffer, first in, first out, in plain C++. Beat i of a packet is taken in the
/// service cycle floor(i / rate) behind that of its first; a cycle in a stall is no service cycle.
/// A beat frees its place in the cycle in which it is taken.
class Receiver {
 public:
  /// What happens in a cycle.
  struct Output {
    std::optional<std::uint32_t> taken;  ///< packet whose last beat is taken
    bool xoff = false;
    bool xon = false;
    bool overflow = false;  ///< there was no room for the packet; it has not been accepted
  };

  Receiver(const ReceiverRules& rules, kernel::Stream draws);

  /// The header of packet `slot`, of so many beats, comes, before `step` of this cycle.
  void accept(Cycle now, std::uint32_t slot, std::uint32_t beats, Output& out);
  /// To be called in each cycle of `accept` and of `due`, once; never back in time.
  void step(Cycle now, Output& out);
  /// The next cycle, after that of the last step, in which `step` is to be called; kNever: none.
  [[nodiscard]] Cycle due() const;

  [[nodiscard]] bool empty() const { return packets_.empty(); }
  /// Beats held in the cycle of the last step.
  [[nodiscard]] std::uint64_t held() const { return beats_ - taken(); }
  /// Cycles in which it held a packet and stalled.
  [[nodiscard]] std::uint64_t stalled() const { return stalled_cycles_; }

 private:
  struct Packet {
    std::uint32_t slot;
    std::uint32_t beats;
  };
  /// Counts the service cycles before `now`.
  void advance(Cycle now);
  /// Beats of the first packet taken up to and in the first cycle not counted yet.
  [[nodiscard]] std::uint64_t taken() const;
  /// Service cycle, counted from 0, in which beat `beat` is taken.
  [[nodiscard]] std::int64_t tick_of(std::uint64_t beat) const;

  ReceiverRules rules_;
  kernel::ServiceCycles service_;
  std::deque<Packet> packets_;
  std::uint64_t beats_ = 0;  ///< of all of them, whole ones
  std::int64_t ticks_ = 0;   ///< service cycles of the first; negative: its turn is still to come
  bool xoff_ = false;
  std::uint64_t stalled_cycles_ = 0;
};

}  // namespace selvage::fabric
