// SPDX-License-Identifier: Apache-2.0
/// \file
/// The clock of a network of flow-channel switches: what happens when, and who is looked at in a
/// cycle.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "golden/types.hpp"
#include "kernel/wheel.hpp"

namespace selvage::flow {

/// What happens at a port or at a host, in its order inside a cycle.
enum class Kind : std::uint8_t {
  kTail,
  kSignal,
  kFrame,
  kPacket,
  kFromHost,
  kDelivered,
  kMarkerIn,  ///< into a FIFO, before a packet of the same cycle
  kFifoIn,
  kEfctAnswer,
  kOfctAnswer,
  kRedirectAnswer,
  kIfctAnswer,
  kRouteAnswer,
  kWake,
  kPoll,
  kPause,
  kServe,
  kHostSend
};
/// Places to be looked at in a cycle, in this order after all events.
enum class Serve : std::uint8_t {
  kArbiter,
  kEfct,
  kOfct,
  kChoice,
  kIfct,
  kRoute,
  kPool,
  kTx,
  kCount
};

/// `where` is a port of all switches, a switch or a host, as the kind has it.
class Agenda {
 public:
  explicit Agenda(std::size_t ports) {
    for (std::size_t s = 0; s < kLists; ++s) {
      scheduled_[s].assign(ports, kNever);
      due_[s].assign(ports, kNever);
    }
  }
  /// The cycle being handled, or handled last.
  [[nodiscard]] Cycle now() const { return now_; }
  void at(Cycle when, Kind kind, std::uint32_t where, std::uint64_t arg = 0) {
    wheel_.schedule(when, {static_cast<std::uint64_t>(kind) << 32 | where, arg});
  }
  /// In this cycle, or in the next if its turn is over.
  void serve(Serve what, std::uint32_t where) {
    const auto s = static_cast<std::size_t>(what);
    if (static_cast<int>(s) < phase_) return serve_at(now_ + 1, what, where);
    if (scheduled_[s][where] == now_) return;
    scheduled_[s][where] = now_;
    lists_[s].push_back(where);
  }
  void serve_at(Cycle when, Serve what, std::uint32_t where) {
    Cycle& due = due_[static_cast<std::size_t>(what)][where];
    if (due != kNever && due > now_ && due <= when) return;
    due = when;
    at(when, Kind::kServe, where, static_cast<std::uint64_t>(what));
  }
  [[nodiscard]] Cycle next_activity(Cycle from) const {
    const Cycle next = wheel_.next();
    return next == kNever ? kNever : std::max(next, from);
  }
  /// Hands the events of cycle `now` to `handle`, then what is to be looked at to `look`.
  template <class Handle, class Look>
  void cycle(Cycle now, Handle handle, Look look) {
    now_ = now;
    if (wheel_.next() != now) return;
    wheel_.take(now, [&](const kernel::Event& e) {
      const auto where = static_cast<std::uint32_t>(e.key);
      const auto kind = static_cast<Kind>(e.key >> 32);
      if (kind == Kind::kServe) serve(static_cast<Serve>(e.arg), where);
      else handle(kind, where, e.arg);
    });
    for (std::size_t s = 0; s < kLists; ++s) {
      phase_ = static_cast<int>(s);
      for (std::size_t i = 0; i < lists_[s].size(); ++i) look(static_cast<Serve>(s), lists_[s][i]);
      lists_[s].clear();
    }
    phase_ = -1;
  }

 private:
  static constexpr auto kLists = static_cast<std::size_t>(Serve::kCount);
  kernel::Wheel wheel_;
  std::array<std::vector<std::uint32_t>, kLists> lists_;
  std::array<std::vector<Cycle>, kLists> scheduled_;  ///< [list][where]: last cycle on it
  std::array<std::vector<Cycle>, kLists> due_;        ///< [list][where]: of its next kServe
  int phase_ = -1;                                    ///< list being served
  Cycle now_ = 0;
};

}  // namespace selvage::flow
