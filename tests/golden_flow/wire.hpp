// SPDX-License-Identifier: Apache-2.0
/// \file
/// The line behind an ACK aggregator: data frames and ACK frames share it, an ACK frame that asks
/// goes first at the end of a frame (FLOW-B-7).
#pragma once

namespace selvage::test {

struct Wire {
  unsigned busy = 0;      ///< cycles the present frame still holds the line, this one included
  bool data = false;      ///< the present frame is a data frame
  bool after_ack = false; ///< the last one was an ACK frame

  struct Turn {
    bool idle = false;   ///< what the aggregator is told
    bool grant = false;  ///< in this cycle
  };
  /// One cycle: is the ACK frame granted? A data frame that starts holds the line `data_cycles`.
  /// Without `back_to_back` waiting data goes first after an ACK frame.
  Turn decide(bool req, bool data_waits, unsigned data_cycles, bool back_to_back = true) {
    Turn turn;
    if (busy == 0) {
      turn.grant = req && (back_to_back || !after_ack || !data_waits);
      if (turn.grant) {
        data = false;
      } else if (data_waits) {
        data = true;
        busy = data_cycles;
        after_ack = false;
      }
    }
    turn.idle = !(busy > 0 && data) && !data_waits;
    return turn;
  }
  /// End of the cycle; `ack_cycles`: of the frame just granted, 0 if none was.
  void tick(unsigned ack_cycles) {
    if (ack_cycles > 0) {
      busy = ack_cycles;
      after_ack = true;
    }
    if (busy > 0) --busy;
  }
};

}  // namespace selvage::test
