// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verilated parts of a flow-channel switch behind their interfaces. Included only by the
/// generated file of each build.
#pragma once

#include "cosim/flow/ack_verilated.hpp"
#include "cosim/flow/parts/parts_block.hpp"
#include "cosim/lockstep/bits.hpp"
#include "cosim/lockstep/verilated_model.hpp"

namespace selvage::cosim {

template <class Model>
class VerilatedFlowTx final : public FlowTxBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;
  using Base::set;

 public:
  explicit VerilatedFlowTx(const FlowTxOptions& options) : Base("flow_tx", options.bugs) {
    const AckAggregatorOptions& a = options.aggregator;
    io_.init_i = 0;  // no link begins anew
    set(io_.t1_i, a.t1);
    set(io_.t2_i, a.t2);
    set(io_.t3_i, a.t3);
    set(io_.good_i, a.good);
    set(io_.max_i, a.max == 0 ? 48 : a.max);
    reset();
  }
  void reset() override {
    give({});
    Base::run_reset();
  }
  void give(const FlowTxIn& in) override {
    set(io_.now_i, in.now);
    io_.put_valid_i = in.put;
    set(io_.put_tag_i, in.put_tag);
    set(io_.put_len_i, in.put_len);
    set(io_.put_beats_i, in.put_beats);
    io_.mark_valid_i = in.mark;
    set(io_.mark_tag_i, in.mark_tag);
    io_.xon_i = in.xon;
    io_.msg_valid_i = in.message;
    io_.ack_valid_i = in.ack;
    set(io_.ack_data_i, in.ack_data);
    Base::settle();
  }
  [[nodiscard]] bool ack_ready() const override { return io_.ack_ready_o != 0; }
  [[nodiscard]] unsigned depth() const override { return io_.depth_o; }
  void edge() override { Base::clock(); }
  [[nodiscard]] FlowTxOut outputs() const override {
    return {static_cast<FlowSymbol>(io_.tx_sym_o), io_.tx_head_o != 0, io_.tx_tail_o != 0,
            io_.tx_tag_o, io_.gone_len_o};
  }
  [[nodiscard]] AckWord word() const override { return word_of(io_); }
};

template <class Model>
class VerilatedFlowGrants final : public FlowGrantsBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;
  using Base::set;

 public:
  explicit VerilatedFlowGrants(const FlowGrantsOptions& options)
      : Base("flow_grants", options.bugs) {
    for (unsigned c = 0; c < kPartClasses; ++c) {
      set_bits(io_.min_i, c * 16, 16, options.min[c]);
      set_bits(io_.max_i, c * 16, 16, options.max[c]);
      set_bits(io_.weight_i, c * 3, 3, options.weight[c]);
    }
    set(io_.full_i, options.full);
    set(io_.host_i, options.hosts);
    for (unsigned p = 0; p < kPartPorts; ++p)
      set_bits(io_.limit_i, p * kUnitsW, kUnitsW, options.limit[p]);
    reset();
  }
  void reset() override {
    apply({});
    Base::run_reset();
  }
  [[nodiscard]] FlowGrantsOut give(const FlowGrantsIn& in) override {
    apply(in);
    Base::settle();
    FlowGrantsOut out;
    for (unsigned p = 0; p < kPartPorts; ++p) {
      out.grant[p] = {(io_.grant_valid_o >> p & 1) != 0,
                      static_cast<unsigned>(get_bits(io_.grant_out_o, p * 3, 3)),
                      static_cast<unsigned>(get_bits(io_.grant_tc_o, p * 3, 3)),
                      static_cast<unsigned>(get_bits(io_.grant_id_o, p * kIdW, kIdW))};
      out.ahead[p] = static_cast<unsigned>(get_bits(io_.ahead_o, p * kUnitsW, kUnitsW));
      out.load[p] = static_cast<unsigned>(get_bits(io_.load_o, p * kUnitsW, kUnitsW));
    }
    return out;
  }
  void edge() override { Base::clock(); }

 private:
  static constexpr unsigned kUnitsW = 14;
  static constexpr unsigned kIdW = 6;
  void apply(const FlowGrantsIn& in) {
    std::uint32_t valid = 0;
    for (unsigned p = 0; p < kPartPorts; ++p) {
      const FlowAsk& a = in.ask[p];
      valid |= (a.valid ? 1U : 0U) << p;
      set_bits(io_.ask_out_i, p * 3, 3, a.out);
      set_bits(io_.ask_tc_i, p * 3, 3, a.tc);
      set_bits(io_.ask_id_i, p * kIdW, kIdW, a.id);
      set_bits(io_.ask_len_i, p * 6, 6, a.len);
      set_bits(io_.ask_bytes_i, p * 14, 14, a.bytes);
      set_bits(io_.xoff_i, p * 8, 8, in.xoff[p]);
      set_bits(io_.gone_len_i, p * 6, 6, in.gone[p]);
    }
    set(io_.ask_valid_i, valid);
    set(io_.done_i, in.done);
    set(io_.abort_i, in.abort);
    set(io_.drops_i, in.drops);
    set(io_.soon_i, in.soon);
    set(io_.soon_host_i, in.soon_host);
    set(io_.clear_i, in.clear);
  }
};

template <class Model, unsigned WordW>
class VerilatedFlowQueues final : public FlowQueuesBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;
  using Base::set;

 public:
  explicit VerilatedFlowQueues(const FlowQueuesOptions& options)
      : Base("flow_queues", options.bugs) {
    set(io_.mark_i, options.mark);
    reset();
  }
  void reset() override {
    apply({});
    Base::run_reset();
  }
  [[nodiscard]] FlowQueuesOut give(const FlowQueuesIn& in) override {
    apply(in);
    Base::settle();
    FlowQueuesOut out{io_.head_slot_o, io_.put_first_o != 0, io_.first_slot_o,      io_.first_tc_o,
                      io_.first_len_o, io_.first_bytes_o,    io_.leave_more_o != 0, {}};
    for (unsigned c = 0; c < kPartClasses; ++c)
      out.units[c] = static_cast<unsigned>(get_bits(io_.units_o, c * kUnitsW, kUnitsW));
    return out;
  }
  void edge() override { Base::clock(); }
  [[nodiscard]] FlowQueuesRead outputs() const override {
    FlowQueuesRead out{io_.word_valid_o != 0,
                       io_.word_last_o != 0,
                       0,
                       true,
                       io_.read_ready_o != 0,
                       io_.xon_o,
                       io_.used_o};
    out.data = get_bits(io_.word_o, 0, kPart);
    for (unsigned at = kPart; at + kPart <= WordW; at += kPart)
      out.whole = out.whole && get_bits(io_.word_o, at, kPart) == out.data;
    return out;
  }

 private:
  static constexpr unsigned kUnitsW = 14;
  static constexpr unsigned kPart = WordW < 32 ? WordW : 32;
  void apply(const FlowQueuesIn& in) {
    io_.head_valid_i = in.head;
    set(io_.head_tc_i, in.tc);
    set(io_.head_len_i, in.len);
    set(io_.head_bytes_i, in.bytes);
    io_.word_valid_i = in.word;
    for (unsigned at = 0; at + kPart <= WordW; at += kPart)
      set_bits(io_.word_i, at, kPart, in.data & low_bits(kPart));
    io_.put_valid_i = in.put;
    set(io_.put_id_i, in.put_id);
    set(io_.put_slot_i, in.put_slot);
    io_.ask_valid_i = in.ask;
    set(io_.ask_id_i, in.ask_id);
    io_.leave_i = in.leave;
  }
};

template <class Model>
class VerilatedFlowLookup final : public FlowLookupBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;
  using Base::set;

 public:
  explicit VerilatedFlowLookup(const FlowLookupOptions& options)
      : Base("flow_lookup", options.bugs) {
    reset();
  }
  void reset() override {
    apply({});
    Base::run_reset();
  }
  [[nodiscard]] FlowLookupOut give(const FlowLookupIn& in) override {
    apply(in);
    Base::settle();
    return {io_.req_valid_o != 0, io_.req_key_o,  io_.req_len_o, io_.put_valid_o != 0,
            io_.put_slot_o,       io_.put_len_o,  io_.put_tc_o,  io_.put_ordered_o != 0,
            io_.put_id_o,         io_.put_start_o};
  }
  void edge() override { Base::clock(); }

 private:
  void apply(const FlowLookupIn& in) {
    io_.head_valid_i = in.head;
    set(io_.head_dest_i, in.dest);
    set(io_.head_tc_i, in.tc);
    io_.head_ordered_i = in.ordered;
    set(io_.head_len_i, in.len);
    set(io_.head_slot_i, in.slot);
    io_.ack_valid_i = in.ack;
    io_.ans_stall_i = in.stall;
    set(io_.ans_id_i, in.id);
    set(io_.ans_start_i, in.start);
  }
};

template <class Model>
class VerilatedFlowSteps final : public FlowStepsBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;
  using Base::set;

 public:
  explicit VerilatedFlowSteps(const FlowStepsOptions& options) : Base("flow_steps", options.bugs) {
    reset();
  }
  void reset() override {
    apply({});
    Base::run_reset();
  }
  [[nodiscard]] FlowStepsOut give(const FlowStepsIn& in) override {
    apply(in);
    Base::settle();
    return {io_.ack_pull_o != 0,  io_.chk_pull_o != 0, io_.deq_valid_o != 0, io_.deq_kind_o,
            io_.deq_id_o,         io_.deq_data_o,      io_.deq_drop_o != 0,  io_.drops_o != 0,
            io_.enq_valid_o != 0, io_.enq_id_o,        io_.enq_data_o};
  }
  [[nodiscard]] bool drops() const override { return io_.drops_o != 0; }
  void edge() override { Base::clock(); }

 private:
  void apply(const FlowStepsIn& in) {
    io_.put_valid_i = in.put;
    set(io_.put_id_i, in.put_id);
    set(io_.put_data_i, in.put_data);
    io_.grant_valid_i = in.grant;
    set(io_.grant_id_i, in.grant_id);
    io_.grant_host_i = in.grant_host;
    io_.take_i = in.take;
    io_.free_i = in.free;
    io_.pick_valid_i = in.pick;
    io_.pick_drop_i = in.pick_drop;
    set(io_.pick_id_i, in.pick_id);
    set(io_.pick_data_i, in.pick_data);
    io_.soon_i = in.soon;
    io_.ack_valid_i = in.ack;
    set(io_.ack_id_i, in.ack_id);
    io_.chk_valid_i = in.chk;
    set(io_.chk_id_i, in.chk_id);
  }
};

}  // namespace selvage::cosim
