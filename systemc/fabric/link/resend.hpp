// SPDX-License-Identifier: Apache-2.0
/// \file
/// Fault messages over links that damage or lose some: go back n (LINK-12, FAB-ERR-2).
#pragma once

#include <cstdint>
#include <deque>

#include "golden/switch_control.hpp"
#include "golden/types.hpp"

namespace selvage::fabric {

/// One end of one link: it numbers what it sends and keeps a copy until nothing can have happened
/// to it; it takes what comes in the order of the numbers, and requests the rest again when one is
/// damaged. In plain C++; the switch around it owns time and sockets.
class MessagePort {
 public:
  /// A message that has been sent.
  struct Copy {
    ControlMessage content;
    Cause cause;
    std::uint32_t number = 0;
    Cycle sent = 0;
  };
  enum class Arrival : std::uint8_t {
    kTaken,      ///< the next in turn
    kDiscarded,  ///< not in turn: requested already, or taken before
    kRequest     ///< damaged, or one before it is missing: say RESEND of `expected`
  };

  // What it sends.
  /// A new message leaves in cycle `now`; the answer is its number. `sure` is whether nothing has
  /// happened to what left `round_trip` cycles ago or more.
  std::uint32_t send(const ControlMessage& content, Cause cause, Cycle now, Cycle round_trip,
                     bool sure);
  /// RESEND of `number` has come: everything from it on has to leave once more.
  void resend(std::uint32_t number);
  /// Whether messages have to leave once more before new ones.
  [[nodiscard]] bool behind() const { return next_ < copies_.size(); }
  /// The next of them, which leaves in cycle `now`.
  const Copy& again(Cycle now);
  /// The link is back after an outage: nothing leaves before the far end has said RESEND.
  void hold() { held_ = true; }
  [[nodiscard]] bool held() const { return held_; }

  // What it receives.
  [[nodiscard]] Arrival arrives(std::uint32_t number, bool bad);
  [[nodiscard]] std::uint32_t expected() const { return expected_; }

  /// Whether something is still to come, or to leave, once more.
  [[nodiscard]] bool pending() const { return waits_ || held_ || behind(); }
  /// The link has been declared dead: what was lost is lost.
  void give_up();
  /// The link is back after that: both ends count anew.
  void begin_anew() { *this = MessagePort{}; }

 private:
  std::deque<Copy> copies_;   ///< ascending by number, without gaps
  std::size_t next_ = 0;      ///< the first of them that has to leave once more
  std::uint32_t number_ = 0;  ///< of the next new message
  bool held_ = false;
  std::uint32_t expected_ = 0;
  bool requested_ = false;  ///< RESEND has been said and `expected_` has not come
  bool waits_ = false;      ///< and it has been sent: nobody answers for one that has not
};

}  // namespace selvage::fabric
