// SPDX-License-Identifier: Apache-2.0
/// \file
/// The line behind an ACK aggregator: data frames and ACK frames share it, an ACK frame that asks
/// goes first at the end of a frame (FLOW-B-7).
#pragma once

#include <algorithm>

#include "golden/flow/ack_aggregator.hpp"

namespace selvage::test {

struct Wire {
  unsigned busy = 0;       ///< cycles the present frame still holds the line, this one included
  bool data = false;       ///< the present frame is a data frame
  bool after_ack = false;  ///< the last one was an ACK frame
  unsigned packing = 0;    ///< cycles until the packer takes the next frame
  bool left = false;       ///< a frame was granted in the cycle before and left ACKs behind

  struct Turn {
    bool idle = false;   ///< what the aggregator is given
    bool grant = false;  ///< in this cycle
  };
  /// One cycle: is the ACK frame granted? A data frame that starts holds the line `data_cycles`.
  /// Without `back_to_back` waiting data goes first after an ACK frame. Without `held` data goes
  /// while the packer is busy with the frame before the one that asks, or will ask in the next
  /// cycle.
  Turn decide(bool req, bool data_waits, unsigned data_cycles, bool back_to_back = true,
              bool held = true) {
    Turn turn;
    if (busy == 0) {
      turn.grant = req && packing == 0 && (back_to_back || !after_ack || !data_waits);
      if (turn.grant) {
        data = false;
      } else if (data_waits && !(held && back_to_back && (req || left))) {
        data = true;
        busy = data_cycles;
        after_ack = false;
      }
    }
    turn.idle = !(busy > 0 && data) && !data_waits;
    return turn;
  }
  /// End of the cycle; `ack_cycles`: of the frame just granted in the packer, 0 if none was, and
  /// `on_wire`: on the line; `stay`: ACKs are left.
  void tick(unsigned ack_cycles, unsigned on_wire, bool stay) {
    if (ack_cycles > 0) {
      busy = on_wire;
      packing = std::max(ack_cycles, on_wire);
      after_ack = true;
    }
    left = ack_cycles > 0 && stay;
    if (busy > 0) --busy;
    if (packing > 0) --packing;
  }
};

/// The aggregator's state in cycle `now` as if that were kAgedNow, its stamps only as far back as
/// any timer looks: states that behave alike are equal, and there are finitely many.
inline constexpr selvage::Cycle kAgedNow = 62;
[[nodiscard]] inline golden::AggregatorState aged(const golden::AggregatorConfig& c,
                                                  golden::AggregatorState s, selvage::Cycle now) {
  const auto stamp = [&](selvage::Cycle at) {
    return kAgedNow - std::min<selvage::Cycle>(now - at, c.t3 + 1);
  };
  s.cs = s.cur != 0 ? stamp(s.cs) : 0;
  s.ns = s.cnt != s.cur ? stamp(s.ns) : 0;
  return s;
}
/// An aged state as a number.
[[nodiscard]] inline std::uint64_t packed(const golden::AggregatorState& s) {
  return (((s.req * 64ULL + s.cnt) * 64 + s.cur) * 64 + s.cs) * 64 + s.ns;
}
/// FLOW-B-5, written down once more: may the machine ask in cycle `now`?
[[nodiscard]] inline bool may_ask(const golden::AggregatorConfig& c,
                                  const golden::AggregatorState& s, selvage::Cycle now, bool idle) {
  if (s.cur == 0) return false;
  const selvage::Cycle age = now - s.cs - 1;  // counted from 0 in the cycle after the push
  const bool good = (c.good >> (s.cur - 1) & 1) != 0;
  return s.cur == c.max || age >= c.t3 || (idle && age >= c.t1) || (!idle && age >= c.t2 && good);
}

}  // namespace selvage::test
