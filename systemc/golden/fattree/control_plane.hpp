// SPDX-License-Identifier: Apache-2.0
/// \file
/// The control plane of one switch, cycle by cycle (FT-CYC-1..8; "Cycle by cycle" of
/// docs/reference/control-plane.md).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "golden/fattree/rules.hpp"

namespace selvage::golden {

/// Depths of the queues and the latency of the links, 1 <= latency, 2 latency + 4 <= input_depth
/// (FT-CYC-2).
struct ControlTiming {
  unsigned input_depth = 16;  ///< QI
  unsigned output_depth = 8;  ///< QO
  unsigned latency = 1;       ///< d
  /// An input FIFO signals stop upstream when it holds more than this.
  [[nodiscard]] unsigned xoff() const { return input_depth - 2 * latency - 2; }
};

/// Cycles from the pick of an operation on (FT-CYC-5).
struct OperationTiming {
  static constexpr unsigned kWrite = 1;      ///< its writes take effect at the end of this one
  static constexpr unsigned kStatement = 3;  ///< those of a statement of the own level
  static constexpr unsigned kBroadcast = 2;  ///< its broadcasts, from this one on
  static constexpr unsigned kAnswer = 3;     ///< the answers to a SYNCREQ
  static constexpr unsigned kEvaluated = 6;  ///< those of re-evaluation
  static constexpr unsigned kSettled = 5;    ///< with re-evaluation idle again not before this one
};

/// A queue of messages; holds memory only while it is not empty.
class MessageFifo {
 public:
  explicit MessageFifo(unsigned depth) : depth_(static_cast<std::uint16_t>(depth)) {}
  void push(const FaultMessage& message);
  FaultMessage pop();
  void clear();
  [[nodiscard]] const FaultMessage& head() const { return ring_[first_]; }
  [[nodiscard]] unsigned size() const { return count_; }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] bool full() const { return count_ == depth_; }
  [[nodiscard]] unsigned peak() const { return peak_; }  ///< the most it ever held

 private:
  void grow();

  std::vector<FaultMessage> ring_;
  std::uint16_t depth_;
  std::uint16_t first_ = 0;
  std::uint16_t count_ = 0;
  std::uint16_t peak_ = 0;
};

/// What a control plane sees in one cycle.
struct ControlInput {
  std::vector<PortMessage> arrivals;  ///< at most one a port
  PortMask stop = 0;                  ///< stop flags: seen at the end of the last cycle
  PortMask link_down = 0;             ///< LINK_DOWN events that arrive now
  PortMask link_up = 0;               ///< LINK_UP events that arrive now
  std::vector<LinkEvent> known;       ///< numbers of these events, where the caller has any
  [[nodiscard]] bool any() const { return !arrivals.empty() || (link_down | link_up) != 0; }
};

/// What it shows in that cycle.
struct ControlOutput {
  std::vector<PortMessage> sent;  ///< into the links, ports ascending
  PortMask stop = 0;              ///< at the end of the cycle: input FIFOs above the XOFF level
  bool changed = false;           ///< table writes of this cycle's end change fault state
  Cause cause;                    ///< of that change
};

/// Everything a control plane holds between two cycles. A value.
struct ControlState {
  /// The operation under way: picked, or executed and not over.
  enum class Unit : std::uint8_t { kIdle, kPicked, kBroadcasting };
  enum class Operation : std::uint8_t { kLinkDown, kLinkUp, kReceive, kAnnounce };
  struct Totals {
    std::uint64_t operations = 0;
    std::uint64_t arrived = 0;      ///< messages into input FIFOs
    std::uint64_t received = 0;     ///< of them picked
    std::uint64_t entered = 0;      ///< copies into output FIFOs
    std::uint64_t sent = 0;         ///< of them into the links
    std::uint64_t emptied_in = 0;   ///< messages in input FIFOs that a LINK_DOWN emptied
    std::uint64_t emptied_out = 0;  ///< the same of output FIFOs
  };

  explicit ControlState(SwitchState known) : faults(std::move(known)) {}
  SwitchState faults;  ///< what a route request of the next cycle sees (FT-CYC-6)
  std::vector<MessageFifo> in;
  std::vector<MessageFifo> out;
  PortMask in_waiting = 0;   ///< input FIFOs that are not empty
  PortMask in_high = 0;      ///< input FIFOs above the XOFF level
  PortMask out_waiting = 0;  ///< output FIFOs that are not empty
  PortMask out_full = 0;
  PortMask link_down = 0;  ///< link events that wait
  PortMask link_up = 0;
  PortIdx last_from_above = kMaxPorts - 1;  ///< up port served last
  PortIdx last_from_below = kMaxPorts - 1;  ///< down port served last
  Unit unit = Unit::kIdle;
  unsigned age = 0;  ///< cycles since the pick of the operation under way
  Operation operation = Operation::kReceive;
  PortIdx port = 0;      ///< of the operation
  Cause cause;           ///< of the operation; what it sends is a hop further
  FaultMessage message;  ///< of kReceive
  Effects effects;       ///< of the operation, once executed
  std::size_t next = 0;  ///< broadcasts[next] goes out next
  Totals totals;
  // What things that wait go back to, by port.
  std::vector<std::uint32_t> down_event;  ///< LINK_DOWN
  std::vector<std::uint32_t> up_event;    ///< LINK_UP
  std::vector<Cause> announce_cause;      ///< pending announcements: what made them pending

  /// Nothing to do until something arrives.
  [[nodiscard]] bool quiet() const {
    return (in_waiting | out_waiting | link_down | link_up | faults.pending) == 0 &&
           unit == Unit::kIdle;
  }
};

/// One switch's control plane: a pure step function over ControlState.
class ControlPlane {
 public:
  ControlPlane(const FatTree& tree, SwitchIdx self, Rule rule, MessageBugs bugs,
               ControlTiming timing);

  [[nodiscard]] ControlState power_on(unsigned lft_capacity) const;
  /// One cycle. `out` is overwritten. Does next to nothing in a quiet cycle without input.
  void step(ControlState& state, const ControlInput& in, ControlOutput& out) const;
  /// First cycle from `now` on in which step() does anything if nothing arrives; the stop flags
  /// shown do not change before it.
  [[nodiscard]] static Cycle next_activity(const ControlState& state, Cycle now) {
    return state.quiet() ? kNever : now;
  }

  [[nodiscard]] const SwitchRules& rules() const { return rules_; }
  [[nodiscard]] const ControlTiming& timing() const { return timing_; }
  /// Whether the operation that has been picked takes in a statement, direct or derived, of the
  /// switch's own level: one that changes its fault table.
  [[nodiscard]] bool is_statement(const ControlState& state) const;

 private:
  void send(ControlState& state, PortMask stop, ControlOutput& out) const;
  void pick(ControlState& state, PortMask full) const;
  bool pick_link_event(ControlState& state, PortMask full) const;
  void pick_head(ControlState& state, PortMask candidates, PortIdx& last) const;
  void execute(ControlState& state) const;
  void pass_cause_on(ControlState& state, PortMask pending_before) const;
  void broadcast(ControlState& state, PortMask full) const;
  [[nodiscard]] bool is_evaluated(const ControlState& state) const;
  [[nodiscard]] bool is_over(const ControlState& state) const;
  void accept(ControlState& state, const ControlInput& in) const;

  SwitchRules rules_;
  ControlTiming timing_;
};

}  // namespace selvage::golden
