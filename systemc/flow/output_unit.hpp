// SPDX-License-Identifier: Apache-2.0
/// \file
/// The output side of a port: the output table, the FIFO, the wire with its ACK frames, and a link
/// that dies and comes back.
#pragma once

#include "flow/port_unit.hpp"

namespace selvage::flow {

class OutputUnit : public PortUnit {
 public:
  using PortUnit::PortUnit;

  // Events.
  void tail_gone();
  void fifo_in(std::uint32_t slot);
  void frame(std::uint64_t index);
  void ofct_answer();
  /// To the header loaded RedirectGen::kLatency cycles ago: its input and channel, 8 bits each.
  void redirect_answer(std::uint64_t header);
  /// XON or XOFF of a lane has come.
  void flow_control(unsigned lane, bool on);
  /// XON or XOFF of the host at this output comes in cycle `now`, not handled yet (FLOW-RECV-1).
  void host_says(bool on, Cycle now);
  /// A wake of the upper half: kLeave or kJoin.
  void wake(std::uint64_t what);
  // What is looked at after them.
  void serve_ofct();
  void serve_tx();

  /// A packet that this output sent is lost on the link.
  void lose(std::uint32_t slot, DropCause cause);
  /// A fault message of cycle `now` takes the next beat (FLOW-MSG).
  void message_leaves(Cycle now);

  // Links that die and come back, each end by itself (FLOW-A-9, FLOW-A-29).
  void cut(Cycle now);
  void port_dead(Cycle now);
  void start_dead();
  [[nodiscard]] bool at_rest(Cycle now) const;
  void port_up(Cycle now);

 private:
  /// What a kWake of an output means, in the upper half of its argument.
  static constexpr std::uint64_t kLeave = 1;  ///< heads leave a dead output
  static constexpr std::uint64_t kJoin = 2;   ///< the link is initialised, if it can be

  // output_table.cpp
  [[nodiscard]] WalkerRow walk();
  void checked(golden::FlowId id, const golden::OfctOutput& a);
  void look_full();
  void mapped(std::uint8_t port, const golden::MapAnswer& a);
  void came_back(const golden::BackMessage& m);
  // wire.cpp
  void acknowledge(const Cargo& c);
  [[nodiscard]] bool tell_aggregator();
  void push_ack(golden::AggregatorInput& in);
  [[nodiscard]] Cycle ack_frame_cycles(unsigned acks) const {
    return (8 * golden::ack_frame_blocks(acks) + shared_.params.bytes_per_cycle - 1) /
           shared_.params.bytes_per_cycle;
  }
  void send_acks(unsigned count);
  void count_waits(unsigned count);
  [[nodiscard]] std::uint32_t take_frame();
  void unpack(std::vector<UpAck>& acks);
  void onto_wire(Output::Load what, std::uint32_t which, Cycle cycles);
  void stretch(Cycle now);
  void send_data();
  void send_marker(std::uint32_t slot);
  // link.cpp
  void leave();
  void join();
  void initialise();
  [[nodiscard]] OutputUnit& far() const { return shared_.outputs[output().peer]; }
};

}  // namespace selvage::flow
