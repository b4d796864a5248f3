// SPDX-License-Identifier: Apache-2.0
/// \file
/// The input side of a port: packets into their flow queues, the input table and, at the edge, the
/// edge table.
#pragma once

#include "flow/port_unit.hpp"

namespace selvage::flow {

class InputUnit : public PortUnit {
 public:
  using PortUnit::PortUnit;

  /// The first beat of the packet is there `delay` cycles after the one being handled.
  void header_coming(std::uint32_t slot, Cycle delay);
  // Events.
  void arrive(std::uint32_t slot);
  void from_host(std::uint32_t slot);
  void efct_answer();
  void ifct_answer();
  void poll();
  // What is looked at after them.
  void serve_efct();
  void serve_ifct();
  void serve_pool();

  // For the router and the outputs.
  /// A step of the input table to come.
  void step(DeqOp op) {
    input().deqs.push_back(op);
    serve(Serve::kIfct);
  }
  /// Asks for the timers of the port's tables from now on.
  void watch();
  void give_ack(const AckOp& op);
  /// The head of the row leaves its queue.
  std::uint32_t pop(golden::FlowId id);

 private:
  void enqueued(std::uint32_t slot, const golden::EnqAnswer& a);
  void found(const Cargo& c, const golden::EnqAnswer& a);
  void opened(Row& r, const Cargo& c);
  void marked(std::uint32_t slot, const golden::EnqAnswer& a);
  void acknowledged(const AckOp& op, const golden::AckAnswer& a);
  void upstream(const golden::UpMessage& m, std::uint32_t units);
  void level_changed(golden::FlowId id);
  void closed(golden::FlowId id);
  void pool_changed(unsigned lane);
  /// What is free could not take all that may still come.
  [[nodiscard]] bool holds(unsigned lane) const;
  void count_inside(Row& r, Cargo& c);
  void tell_step(const IfctStep& step);
  [[nodiscard]] DeqOp next_deq();
  [[nodiscard]] golden::DeqRequest deq_request(const DeqOp& op);
};

}  // namespace selvage::flow
