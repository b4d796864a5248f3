// SPDX-License-Identifier: Apache-2.0
/// \file
/// The RTL of one whole wormhole router, clocked edge by edge, with flits and credits at its pins
/// (docs/reference/mesh-router.md), whatever the topology. A channel is port * VCs + VC. No
/// verilated header.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cosim/message_numbers.hpp"
#include "golden/switch_control.hpp"

class VerilatedFstC;

namespace selvage::cosim {

/// What a router is set to beside its place.
struct RouterBlockOptions {
  SwitchIdx self = 0;
  std::string name;             ///< of the model
  std::vector<unsigned> depth;  ///< by input channel: places of its buffer
  std::vector<unsigned> full;   ///< by output channel: credits; 0: the far end takes all
  bool separable = false;       ///< allocation (WH-SA-3)
  bool free_at_tail = false;    ///< a channel is free when its tail has been sent (WH-VC)
  bool numbered = false;        ///< links number fault messages, since they damage some (FS-AGAIN)
  bool messages_take = true;    ///< a fault message takes a flit of the link (WH-MSG)
  unsigned route_latency = 2;   ///< cycles from a question to its answer
};

/// A flit on a link.
struct Flit {
  unsigned vc = 0;
  bool head = false;
  bool tail = false;
  bool abort = false;  ///< with `tail`: the rest of the worm was lost
  std::uint64_t data = 0;
};

/// What a head flit says.
struct HeadFlit {
  std::uint32_t tag = 0;
  HostIdx source = 0;
  HostIdx destination = 0;
  std::uint8_t header = 0;  ///< routing state, as RouteRequest has it
  bool tie = false;         ///< lowest bit of the packet's number
};

/// What the last edge shows.
struct RouterShown {
  PortMask flits = 0;
  PortMask messages = 0;
  PortMask resend = 0;         ///< fault messages are asked for once more
  PortMask clear = 0;          ///< nothing holds the port, nothing of it is in its buffers
  PortMask malformed = 0;      ///< the mark of a flit that came is wrong
  std::uint64_t credits = 0;   ///< input channels
  std::uint64_t answered = 0;  ///< the input channel whose header got its answer, a bit
  unsigned answer = 0;         ///< 1 takes, 2 waits, 3 asks again, 4 is dropped
  std::uint64_t taken = 0;     ///< the output channel that it takes, a bit
};

/// Edges come by the cycle that they execute, ascending; an idle router may miss some.
class RouterBlock : public NumberedMessages {
 public:
  // Pins that hold for the next edge alone.
  virtual void flit(PortIdx port, const Flit& flit) = 0;
  virtual void credit(unsigned channel) = 0;
  virtual void message(PortIdx port, const ControlMessage& message) = 0;
  virtual void link_event(PortIdx port, bool up) = 0;  ///< this end has declared it
  virtual void link_begins(PortIdx port) = 0;          ///< the link is alive again
  virtual void wipe() = 0;                             ///< the node dies
  /// A level.
  virtual void link_alive(PortIdx port, bool alive) = 0;

  virtual void edge(Cycle cycle) = 0;
  /// A level: the next edge executes this cycle.
  virtual void turn(Cycle cycle) = 0;
  /// The two halves of an edge; behind the second one the pins that hold for an edge are idle.
  virtual void rise() = 0;
  virtual void fall() = 0;
  /// For waves: all that the model traces.
  virtual void declare(VerilatedFstC& file) = 0;
  /// Need not be clocked while no pin changes.
  [[nodiscard]] virtual bool idle() const = 0;
  [[nodiscard]] virtual RouterShown shown() const = 0;
  /// Of a port whose bit is in shown().flits, or messages.
  [[nodiscard]] virtual Flit sent(PortIdx port) const = 0;
  [[nodiscard]] virtual ControlMessage sent_message(PortIdx port) const = 0;
  /// Flits in the buffer of an input channel.
  [[nodiscard]] virtual unsigned held(unsigned channel) const = 0;

  [[nodiscard]] virtual std::uint64_t head(const HeadFlit& head) const = 0;
};

}  // namespace selvage::cosim
