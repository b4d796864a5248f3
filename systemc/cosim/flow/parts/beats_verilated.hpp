// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verilated `flow_gear` and `flow_rx` behind their interfaces. Included only by the generated
/// file of each build.
#pragma once

#include <algorithm>

#include "cosim/flow/parts/beats_block.hpp"
#include "cosim/lockstep/bits.hpp"
#include "cosim/lockstep/verilated_model.hpp"

namespace selvage::cosim {

/// From bit `first` of the port on.
template <class Port>
FlowBits bits_of(const Port& port, unsigned width, unsigned first = 0) {
  FlowBits bits{};
  for (unsigned at = 0; at < width; at += 32)
    bits[at / 64] |= get_bits(port, first + at, std::min(32U, width - at)) << at % 64;
  return bits;
}
template <class Port>
void put_bits(Port& port, unsigned width, const FlowBits& bits, unsigned first = 0) {
  for (unsigned at = 0; at < width; at += 32) {
    const unsigned some = std::min(32U, width - at);
    set_bits(port, first + at, some, bits[at / 64] >> at % 64 & low_bits(some));
  }
}

template <class Model>
class VerilatedFlowGear final : public FlowGearBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;
  using Base::set;

 public:
  explicit VerilatedFlowGear(const FlowGearOptions& options) : Base("flow_gear", options.bugs) {
    reset();
  }
  void reset() override {
    apply({});
    Base::run_reset();
  }
  [[nodiscard]] FlowGearOut give(const FlowGearIn& in) override {
    apply(in);
    Base::settle();
    return {io_.header_pull_o != 0, io_.word_pull_o != 0};
  }
  void edge() override { Base::clock(); }
  [[nodiscard]] FlowBeat outputs() const override {
    return {static_cast<FlowSymbol>(io_.wire_sym_o), io_.wire_head_o != 0, io_.wire_tail_o != 0,
            bits_of(io_.wire_data_o, 200)};
  }

 private:
  void apply(const FlowGearIn& in) {
    set(io_.tx_sym_i, static_cast<unsigned>(in.tx.symbol));
    io_.tx_head_i = in.tx.head;
    io_.tx_tail_i = in.tx.tail;
    set(io_.msg_i, in.message);
    io_.frame_valid_i = in.frame.valid;
    io_.frame_eof_i = in.frame.eof;
    put_bits(io_.frame_word_i, 256, in.frame.word);
    put_bits(io_.header_i, 72, in.header);
    io_.word_valid_i = in.word;
    io_.word_last_i = in.last;
    put_bits(io_.word_i, 256, in.data);
  }
};

template <class Model>
class VerilatedFlowRx final : public FlowRxBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;
  using Base::set;

 public:
  explicit VerilatedFlowRx(const FlowRxOptions& options) : Base("flow_rx", options.bugs) {
    reset();
  }
  void reset() override {
    apply({});
    Base::run_reset();
  }
  void edge(const FlowBeat& beat) override {
    apply(beat);
    Base::clock();
  }
  [[nodiscard]] FlowRxOut outputs() const override {
    FlowRxOut out;
    out.head = io_.head_valid_o != 0;
    out.mark = io_.mark_valid_o != 0;
    out.header = bits_of(io_.header_o, 72);
    out.word = io_.word_valid_o != 0;
    out.last = io_.word_last_o != 0;
    out.data = bits_of(io_.word_o, 256);
    out.frame = {bits_of(io_.frame_word_o, 256), io_.frame_valid_o != 0, io_.frame_sof_o != 0,
                 io_.frame_eof_o != 0};
    out.message = io_.msg_valid_o != 0;
    out.message_data = io_.msg_o;
    return out;
  }

 private:
  void apply(const FlowBeat& beat) {
    set(io_.wire_sym_i, static_cast<unsigned>(beat.symbol));
    io_.wire_head_i = beat.head;
    io_.wire_tail_i = beat.tail;
    put_bits(io_.wire_data_i, 200, beat.data);
  }
};

template <class Model>
class VerilatedFlowCross final : public FlowCrossBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;
  using Base::set;

 public:
  explicit VerilatedFlowCross(const FlowCrossOptions& options) : Base("flow_cross", options.bugs) {
    reset();
  }
  void reset() override {
    apply({}, false);
    Base::run_reset();
  }
  [[nodiscard]] FlowWord next() const override {
    return {io_.word_valid_o != 0, io_.word_last_o != 0, bits_of(io_.word_o, 256)};
  }
  void edge(const FlowCrossIn& in, bool pull) override {
    apply(in, pull);
    Base::clock();
  }

 private:
  void apply(const FlowCrossIn& in, bool pull) {
    std::uint32_t valid = 0, last = 0;
    for (unsigned p = 0; p < kPartPorts; ++p) {
      if (!in.word[p].valid) continue;
      valid |= 1U << p;
      last |= (in.word[p].last ? 1U : 0U) << p;
      put_bits(io_.word_i, 256, in.word[p].data, p * 256);
    }
    set(io_.word_valid_i, valid);
    set(io_.word_last_i, last);
    io_.put_valid_i = in.put;
    set(io_.put_in_i, in.put_in);
    io_.word_pull_i = pull;
  }
};

}  // namespace selvage::cosim
