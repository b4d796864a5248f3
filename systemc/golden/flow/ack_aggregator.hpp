// SPDX-License-Identifier: Apache-2.0
/// \file
/// ack_aggregator: collects ACKs of a port and decides by three timers when they leave as one frame
/// (FLOW-B-4..8, FLOW-P-1..7).
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "golden/flow/ack_frame.hpp"
#include "golden/flow/setting_rules.hpp"

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
    return aggregator_timers_ascend(t1, t2, t3) && max >= 1 && max <= kAckMax && depth >= max;
  }
};

/// A batch of `cur` ACKs, at least one, requests the wire once its first push lies more
/// cycles back than this (FLOW-B-5).
[[nodiscard]] unsigned request_delay(const AggregatorConfig& config, unsigned cur, bool idle);

/// The state machine alone.
struct AggregatorState {
  bool req = false;
  unsigned cnt = 0;  ///< ACKs that wait
  unsigned cur = 0;  ///< of them in the current batch
  Cycle cs = 0;      ///< cycle of its first push; means nothing while cur is 0
  Cycle ns = 0;      ///< of the first push behind it; means nothing while there is none
};
/// The first cycle in which the current batch requests the wire while `idle` stays; kNever without
/// one.
[[nodiscard]] Cycle request_from(const AggregatorConfig& config, const AggregatorState& s,
                                 bool idle);

struct AggregatorMove {
  AggregatorState next;
  bool fire = false;  ///< `len` ACKs leave from the head
  unsigned len = 0;
};
/// Cycle `now`; `push` only with room.
[[nodiscard]] AggregatorMove aggregate(const AggregatorConfig& config, const AggregatorState& s,
                                       Cycle now, bool push, bool idle, bool grant);

/// The longest that an ACK waits for its frame to begin (FLOW-P-5), in cycles: `data` is the
/// longest data frame, `frame` what a frame of `max` ACKs takes, on the wire or in the packer;
/// 2 at least, as a request shows two cycles after the one before.
/// Holds if an ACK frame that is requested goes before data and the next one directly behind it
/// (FLOW-B-7).
[[nodiscard]] Cycle longest_ack_wait(const AggregatorConfig& config, Cycle data, Cycle frame);

struct AggregatorInput {
  bool push = false;
  std::uint32_t ack = 0;  ///< 26 bits, with parity
  bool idle = false;
  bool grant = false;
  Cycle now = 0;
};
/// What is visible in the cycle of the input (registers), `ready` included.
struct AggregatorOutput {
  bool ready = false;
  bool req = false;
  unsigned len = 0;
  bool fire = false;  ///< a frame was granted in the cycle before
  unsigned fire_len = 0;
  FrameWord word;
  bool busy = false;  ///< one was granted in the cycle before, or is under way
};

class AckAggregator {
 public:
  explicit AckAggregator(const AggregatorConfig& config);
  /// A clock in cycle `in.now`. Those for which needs_clock() is false may be left out.
  AggregatorOutput step(const AggregatorInput& in);
  /// Other settings from the next step on; another `max` only while no ACK waits.
  void configure(const AggregatorConfig& config);

  /// Whether a cycle with these inputs changes anything; by the contract, what needs a clock.
  [[nodiscard]] bool needs_clock(const AggregatorInput& in) const;
  [[nodiscard]] bool busy() const {
    return fired_ || next_ != words_.size() || late_[0].valid || late_[1].valid || late_[2].valid;
  }

  [[nodiscard]] const AggregatorState& state() const { return state_; }
  [[nodiscard]] bool ready() const { return state_.cnt < config_.depth; }
  [[nodiscard]] std::uint32_t bad() const { return bad_; }
  [[nodiscard]] unsigned sequence() const { return sequence_; }

 private:
  void send(unsigned len);

  AggregatorConfig config_;
  AggregatorState state_;
  std::vector<std::uint32_t> acks_;
  std::vector<FrameWord> words_;   ///< of the frame under way
  std::size_t next_ = 0;           ///< of them; those before it have been put together
  std::array<FrameWord, 3> late_;  ///< these on their way out, the one that is driven last
  std::vector<FrameWord> packed_;  ///< of the frame granted in the clock before
  bool fired_ = false;
  unsigned fired_len_ = 0;
  unsigned sequence_ = 0;
  std::uint32_t bad_ = 0;
};

}  // namespace selvage::golden
