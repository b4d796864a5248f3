// SPDX-License-Identifier: Apache-2.0
/// \file
/// A network of flow-channel switches as seen from outside, by one who changes nothing: what waits
/// at a port is read, what lasts one cycle comes as a call.
#pragma once

#include "flow/state.hpp"

namespace selvage::flow {

/// What the tables of a port do (FLOW-A-9, FLOW-A-29).
enum class TableState : std::uint8_t {
  kNone,  ///< nobody at the other end
  kOpen,
  kTelling,   ///< the port is dead, its channels are sent LOSS one by one
  kDraining,  ///< what is left comes home
  kClosed,
  kJoining,  ///< known to be up, to be initialised
};

/// One port at the end of a cycle. Units, lanes (VC, class) as bits, slots; kNoSlot: no packet.
struct PortLook {
  unsigned held = 0;                ///< in the pools of the input
  std::uint64_t xoff_said = 0;      ///< lanes the sender was asked to hold
  unsigned channels = 0;            ///< rows of the input table that are not free
  std::uint32_t leaving = kNoSlot;  ///< granted, not yet read from its queue
  std::uint32_t waiting = kNoSlot;  ///< first of the packets whose headers wait at the output
  unsigned waiting_units = 0;
  unsigned load = 0;   ///< as outputs are compared by (FLOW-C-2), before the shift
  unsigned depth = 0;  ///< as the redirect generator is given it (FLOW-C-6)
  std::uint32_t fifo_front = kNoSlot;
  unsigned fifo = 0;            ///< in the output FIFO, with what is on the wire
  std::uint64_t xoff_seen = 0;  ///< lanes that the far end has stopped
  TableState table = TableState::kNone;
};

/// Called from inside Routers::cycle. Must not call anything of the network that is not const.
class Observer {
 public:
  virtual ~Observer() = default;
  /// Its header is taken in; the last beat comes in cycle packet.tail.
  virtual void arrives(SwitchPort in, const Cargo& packet) = 0;
  virtual void decided(SwitchIdx sw, std::uint32_t slot, const RouteDecision& decision) = 0;
  /// A row of the input table as a step has left it.
  virtual void stepped(SwitchPort in, golden::FlowId id, const golden::IfctRow& row) = 0;
  /// An ACK has acted on a row of the input table.
  virtual void acked(SwitchPort in, const golden::AckRequest& ack) = 0;
  /// An ACK that came by the link has passed the output table; not valid: it was stray.
  virtual void came_back(SwitchPort out, const golden::Ack& ack,
                         const golden::BackMessage& back) = 0;
  /// A REDIRECT was drawn at the output.
  virtual void redirected(SwitchPort out, const RedirectOutput& redirect) = 0;
  /// A packet, a marker or a frame of ACKs is on the wire before cycle `until`.
  virtual void sent(SwitchPort out, const Cargo& packet, Cycle until) = 0;
  virtual void sent_marker(SwitchPort out, golden::FlowId id, Cycle until) = 0;
  virtual void sent_acks(SwitchPort out, unsigned count, Cycle until) = 0;
  /// A fault message has taken a beat of what is on the wire: that ends before cycle `until`.
  virtual void stretched(SwitchPort out, Cycle until) = 0;
  /// The packet that this output sent is lost on the link.
  virtual void lost(SwitchPort out, const Cargo& packet) = 0;

  // Between the blocks of a switch; who does not ask for it leaves it out.
  /// A marker has come.
  virtual void marked(SwitchPort /*in*/, golden::FlowId /*id*/) {}
  /// A packet is in the queue of a row.
  virtual void queued(SwitchPort /*in*/, golden::FlowId /*id*/, std::uint32_t /*slot*/) {}
  /// The head of a row asks for its ways.
  virtual void requested(SwitchPort /*in*/, std::uint32_t /*slot*/) {}
  /// The head of a row stands at an output; it is granted; that came to nothing; it leaves.
  virtual void asks(SwitchPort /*in*/, golden::FlowId /*id*/, PortIdx /*out*/,
                    const Cargo& /*packet*/) {}
  virtual void granted(SwitchPort /*in*/, golden::FlowId /*id*/, PortIdx /*out*/) {}
  virtual void aborted(SwitchPort /*in*/) {}
  virtual void leaves(SwitchPort /*in*/, golden::FlowId /*id*/, std::uint32_t /*slot*/) {}
  /// A packet or a marker comes into an output FIFO; an ACK comes before its aggregator.
  virtual void into_fifo(SwitchPort /*out*/, std::uint32_t /*slot*/) {}
  virtual void pushed(SwitchPort /*out*/, const golden::Ack& /*ack*/) {}
  /// Heads that stood at a dead output are sent away.
  virtual void sent_away(SwitchPort /*out*/) {}
};

}  // namespace selvage::flow
