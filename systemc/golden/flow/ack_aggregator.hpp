// SPDX-License-Identifier: Apache-2.0
/// \file
/// ack_aggregator: collects ACKs of a port and decides by three timers when they leave as one frame
/// (FLOW-B-4..8, FLOW-P-1..7).
#pragma once

#include <deque>
#include <vector>

#include "golden/flow/ack_frame.hpp"

namespace selvage::golden {

struct AggregatorConfig {
  unsigned max = kAckMax;
  unsigned depth = 512;
  unsigned t1 = 30;
  unsigned t2 = 60;
  unsigned t3 = 90;
  std::uint64_t good = kGoodMask;
  /// Timers have to be in order (corner case g of FLOW-B-5).
  [[nodiscard]] bool legal() const {
    return t1 < t2 && t2 < t3 && max >= 1 && max <= kAckMax && depth >= max;
  }
};

/// Age at which a batch of `cur` ACKs, at least one, asks for the wire (FLOW-B-5).
[[nodiscard]] unsigned asks_at(const AggregatorConfig& config, unsigned cur, bool idle);

/// The state machine alone.
struct AggregatorState {
  bool req = false;
  unsigned cnt = 0;  ///< ACKs that wait
  unsigned cur = 0;  ///< of them in the current batch
  unsigned ca = 0;   ///< age of the current batch, saturates at t3
  unsigned na = 0;   ///< age of what comes behind it
};
struct AggregatorMove {
  AggregatorState next;
  bool fire = false;  ///< `len` ACKs leave from the head
  unsigned len = 0;
};
/// One cycle; `push` only with room.
[[nodiscard]] AggregatorMove aggregate(const AggregatorConfig& config, const AggregatorState& s,
                                       bool push, bool idle, bool grant);

struct AggregatorInput {
  bool push = false;
  std::uint32_t ack = 0;  ///< 26 bits, with parity
  bool idle = false;
  bool grant = false;
};
/// What is visible in the cycle of the input (registers), `ready` included.
struct AggregatorOutput {
  bool ready = false;
  bool req = false;
  unsigned len = 0;
  bool fire = false;  ///< a frame was granted in the cycle before
  unsigned fire_len = 0;
  FrameWord word;
};

class AckAggregator {
 public:
  explicit AckAggregator(const AggregatorConfig& config);
  AggregatorOutput step(const AggregatorInput& in);

  /// The first cycle from `now` on in which anything but an age changes, with no push and no grant
  /// and `idle` as it is.
  [[nodiscard]] Cycle next_activity(Cycle now, bool idle) const;
  /// `cycles` cycles without push and grant, not beyond next_activity().
  void skip(Cycle cycles);

  [[nodiscard]] const AggregatorState& state() const { return state_; }
  [[nodiscard]] bool ready() const { return state_.cnt < config_.depth; }
  [[nodiscard]] std::uint32_t bad() const { return bad_; }
  [[nodiscard]] unsigned sequence() const { return sequence_; }

 private:
  struct Shown {
    Cycle at;
    FrameWord word;
  };
  void send(unsigned len);

  AggregatorConfig config_;
  AggregatorState state_;
  std::deque<std::uint32_t> acks_;
  std::deque<Shown> words_;
  Cycle cycle_ = 0;
  bool fired_ = false;
  unsigned fired_len_ = 0;
  unsigned sequence_ = 0;
  std::uint32_t bad_ = 0;
};

}  // namespace selvage::golden
