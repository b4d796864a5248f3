// SPDX-License-Identifier: Apache-2.0
/// \file
/// Verilated `ack_aggregator` and `ack_frame_unpacker` of any parameter set behind the block
/// interfaces. Included only by the generated file of each build.
#pragma once

#include "cosim/flow/ack_block.hpp"
#include "cosim/lockstep/verilated_model.hpp"
#include "golden/number.hpp"

namespace selvage::cosim {

template <class Root>
AckWord word_of(const Root& io) {
  AckWord out;
  for (unsigned q = 0; q < out.word.size(); ++q)
    out.word[q] = io.word_data_o[2 * q] | std::uint64_t{io.word_data_o[2 * q + 1]} << 32;
  out.valid = io.word_valid_o != 0;
  out.sof = io.word_sof_o != 0;
  out.eof = io.word_eof_o != 0;
  return out;
}

template <class Port>
void drive_word(Port& port, const AckWord& in) {
  for (unsigned q = 0; q < in.word.size(); ++q) {
    port[2 * q] = static_cast<std::uint32_t>(in.word[q]);
    port[2 * q + 1] = static_cast<std::uint32_t>(in.word[q] >> 32);
  }
}

template <class Model, unsigned Max, unsigned Depth>
class VerilatedAckAggregator final : public AckAggregatorBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;
  using Base::set;

 public:
  explicit VerilatedAckAggregator(const AckAggregatorOptions& options)
      : Base(options.scope.empty() ? "ack_aggregator" : options.scope.c_str(), options.bugs) {
    set(io_.t1_i, options.t1);
    set(io_.t2_i, options.t2);
    set(io_.t3_i, options.t3);
    set(io_.good_i, options.good & low_bits(Max));
    set(io_.max_i, options.max == 0 ? Max : options.max);
    reset();
  }

  void reset() override {
    apply({});
    Base::run_reset();
  }
  void edge(const AckAggregatorIn& in) override {
    apply(in);
    Base::clock();
  }
  [[nodiscard]] AckAggregatorOut outputs() const override {
    AckAggregatorOut out;
    out.ready = io_.ack_ready_o;
    out.req = io_.frame_valid_o;
    out.len = io_.frame_len_o;
    out.fire = io_.fire_valid_o;
    out.fire_len = io_.fire_len_o;
    out.word = word_of(io_);
    out.busy = io_.busy_o;
    return out;
  }
  [[nodiscard]] AckAggregatorState state() const override {
    AckAggregatorState s;
    s.req = io_.ack_aggregator__DOT__req_q;
    s.cnt = io_.ack_aggregator__DOT__cnt_q;
    s.cur = io_.ack_aggregator__DOT__cur_q;
    s.cs = io_.ack_aggregator__DOT__cs_q;
    s.ns = io_.ack_aggregator__DOT__ns_q;
    s.bad = io_.ack_aggregator__DOT__bad_q;
    s.seq = io_.ack_aggregator__DOT__seq_q;
    return s;
  }
  void declare(VerilatedFstC& file) override { Base::declare_shown(file); }
  void fall_idle() override {
    io_.ack_valid_i = io_.frame_ready_i = 0;
    Base::fall();
  }

 private:
  void apply(const AckAggregatorIn& in) {
    io_.now_i = in.now;
    io_.ack_valid_i = in.push;
    io_.ack_data_i = in.ack;
    io_.wire_idle_i = in.idle;
    io_.frame_ready_i = in.grant;
  }
};

template <class Model, unsigned Max, unsigned Bufs>
class VerilatedAckUnpacker final : public AckUnpackerBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;

 public:
  explicit VerilatedAckUnpacker(const AckUnpackerOptions& options)
      : Base(options.scope.empty() ? "ack_frame_unpacker" : options.scope.c_str(), options.bugs) {
    reset();
  }

  void reset() override {
    apply({});
    Base::run_reset();
  }
  void edge(const AckWord& in) override {
    apply(in);
    Base::clock();
  }
  [[nodiscard]] AckUnpackerOut outputs() const override {
    AckUnpackerOut out;
    out.ack_valid = io_.ack_valid_o;
    out.ack = io_.ack_data_o;
    out.frame_ok = io_.frame_ok_o;
    out.frame_bad = io_.frame_bad_o;
    return out;
  }
  [[nodiscard]] AckUnpackerState state() const override {
    AckUnpackerState s;
    s.used = io_.ack_frame_unpacker__DOT__used_q;
    s.good = io_.ack_frame_unpacker__DOT__good_q;
    s.bad = io_.ack_frame_unpacker__DOT__bad_q;
    s.over = io_.ack_frame_unpacker__DOT__over_q;
    return s;
  }
  void declare(VerilatedFstC& file) override { Base::declare_shown(file); }
  void fall_idle() override {
    apply({});
    Base::fall();
  }

 private:
  void apply(const AckWord& in) {
    drive_word(io_.word_data_i, in);
    io_.word_valid_i = in.valid;
    io_.word_sof_i = in.sof;
    io_.word_eof_i = in.eof;
  }
};

}  // namespace selvage::cosim
