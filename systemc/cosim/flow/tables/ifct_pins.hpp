// SPDX-License-Identifier: Apache-2.0
/// \file
/// The pins of an ifct's operations in a verilated model. Included only where a model is.
#pragma once

#include <type_traits>

#include "cosim/flow/tables/block.hpp"

namespace selvage::cosim {

/// The pins of the operations of an ifct, in any module that has them.
template <class Root>
void drive_ifct(Root& io, const IfctIn& in) {
  const auto set = [](auto& port, auto value) {
    port = static_cast<std::decay_t<decltype(port)>>(value);
  };
  set(io.now_i, in.now);
  io.deq_valid_i = in.deq.valid;
  io.deq_peek_i = in.deq.peek;
  set(io.deq_id_i, in.deq.id);
  set(io.deq_len_i, in.deq.len);
  set(io.deq_hole_i, in.deq.hole);
  io.deq_any_i = in.deq.any;
  set(io.deq_port_i, in.deq.port);
  set(io.deq_vc_i, in.deq.vc);
  set(io.deq_mask_i, in.deq.mask);
  io.enq_valid_i = in.enq.valid;
  set(io.enq_id_i, in.enq.id);
  set(io.enq_start_i, in.enq.start);
  set(io.enq_len_i, in.enq.len);
  io.enq_gap_i = in.enq.gap;
  io.enq_ordered_i = in.enq.ordered;
  io.ack_valid_i = in.ack.valid;
  set(io.ack_id_i, in.ack.id);
  set(io.ack_type_i, in.ack.type);
  set(io.ack_delta_i, in.ack.delta);
  set(io.ack_port_i, in.ack.port);
  set(io.ack_vc_i, in.ack.vc);
  io.chk_valid_i = in.chk.valid;
  set(io.chk_id_i, in.chk.id);
}
template <class Root>
void read_ifct(const Root& io, IfctOut& out) {
  constexpr unsigned kLoss = 5;
  constexpr unsigned kCredit = 6;
  out.deq = {io.deq_valid_o != 0,
             io.deq_go_o != 0,
             io.deq_why_o,
             io.deq_port_o,
             io.deq_vc_o,
             {io.deq_up_valid_o != 0, io.deq_up_id_o, io.deq_up_type_o, io.deq_up_pos_o}};
  out.enq = {io.enq_valid_o != 0,
             io.enq_open_o != 0,
             io.enq_hole_o,
             io.enq_gap_o != 0,
             io.enq_over_o != 0,
             {io.enq_loss_valid_o != 0, io.enq_loss_id_o, io.enq_loss_valid_o != 0 ? kLoss : 0U,
              io.enq_loss_pos_o},
             {io.enq_up_valid_o != 0, io.enq_up_id_o, io.enq_up_type_o, io.enq_up_pos_o}};
  out.ack = {{io.ack_up_valid_o != 0, io.ack_up_id_o, io.ack_up_type_o, io.ack_up_pos_o},
             io.ack_rel_o != 0,
             io.ack_block_o != 0};
  out.chk = {io.chk_up_valid_o != 0, io.chk_up_id_o, io.chk_up_valid_o != 0 ? kCredit : 0U,
             io.chk_up_pos_o};
}

}  // namespace selvage::cosim
