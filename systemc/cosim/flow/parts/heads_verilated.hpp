// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verilated `flow_fronts`, `flow_leads` and `flow_acks` behind their interfaces. Included only
/// by the generated file of each build.
#pragma once

#include "cosim/flow/parts/heads_block.hpp"
#include "cosim/lockstep/bits.hpp"
#include "cosim/lockstep/verilated_model.hpp"

namespace selvage::cosim {

template <class Model>
class VerilatedFlowLeads final : public FlowLeadsBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;
  using Base::set;

 public:
  explicit VerilatedFlowLeads(const FlowLeadsOptions& options) : Base("flow_leads", options.bugs) {
    set(io_.host_i, options.hosts);
    reset();
  }
  void reset() override {
    apply({});
    Base::run_reset();
  }
  [[nodiscard]] FlowLeadsOut give(const FlowLeadsIn& in) override {
    apply(in);
    Base::settle();
    FlowLeadsOut out;
    const auto bits = [](const auto& port, unsigned p, unsigned width) {
      return static_cast<unsigned>(get_bits(port, p * width, width));
    };
    for (unsigned p = 0; p < kPartPorts; ++p) {
      const auto bit = [p](const auto& port) { return (port >> p & 1) != 0; };
      out.map[p] = {bit(io_.map_valid_o), bits(io_.map_in_o, p, kPortW),
                    bits(io_.map_id_o, p, kIdW), bits(io_.map_data_o, p, kDataW)};
      out.lead[p] = {bits(io_.id_o, p, kIdW),
                     bits(io_.out_o, p, kPortW),
                     bit(io_.take_o),
                     bit(io_.ask_o),
                     bits(io_.ask_id_o, p, kIdW),
                     bit(io_.leave_o),
                     bit(io_.abort_o),
                     bit(io_.again_o),
                     bit(io_.exclude_o),
                     bits(io_.oid_o, p, kIdW),
                     bits(io_.start_o, p, kPosW)};
    }
    return out;
  }
  void edge() override { Base::clock(); }

 private:
  static constexpr unsigned kPortW = 3, kIdW = 6, kPosW = 10, kDataW = 32;
  void apply(const FlowLeadsIn& in) {
    std::uint32_t valid = 0, go = 0, stall = 0, over = 0;
    for (unsigned p = 0; p < kPartPorts; ++p) {
      valid |= (in.grant[p].valid ? 1U : 0U) << p;
      go |= (in.answer[p].go ? 1U : 0U) << p;
      stall |= (in.mapped[p].stall ? 1U : 0U) << p;
      over |= (in.mapped[p].over ? 1U : 0U) << p;
      set_bits(io_.grant_out_i, p * kPortW, kPortW, in.grant[p].out);
      set_bits(io_.grant_id_i, p * kIdW, kIdW, in.grant[p].id);
      set_bits(io_.ans_port_i, p * kPortW, kPortW, in.answer[p].port);
      set_bits(io_.data_i, p * kDataW, kDataW, in.data[p]);
      set_bits(io_.map_oid_i, p * kIdW, kIdW, in.mapped[p].oid);
      set_bits(io_.map_start_i, p * kPosW, kPosW, in.mapped[p].start);
    }
    set(io_.grant_valid_i, valid);
    set(io_.ans_go_i, go);
    set(io_.map_stall_i, stall);
    set(io_.map_over_i, over);
  }
};

template <class Model>
class VerilatedFlowAcks final : public FlowAcksBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;
  using Base::set;

 public:
  explicit VerilatedFlowAcks(const FlowAcksOptions& options) : Base("flow_acks", options.bugs) {
    set(io_.host_i, options.hosts);
    reset();
  }
  void reset() override {
    apply({}, false);
    Base::run_reset();
  }
  [[nodiscard]] FlowAcksOut outputs() const override {
    const auto ack = static_cast<unsigned>(io_.ack_o);
    return {{io_.ack_valid_o != 0, ack & 0x3fU, ack >> kIdW & 7U, ack >> (kIdW + 3)},
            io_.ack_out_o};
  }
  void edge(const FlowAcksIn& in, bool pull) override {
    apply(in, pull);
    Base::clock();
  }

 private:
  static constexpr unsigned kIdW = 6, kAckW = kIdW + 3 + 10;
  static std::uint32_t word(const FlowBack& b) {
    return b.id | b.type << kIdW | b.delta << (kIdW + 3);
  }
  void apply(const FlowAcksIn& in, bool pull) {
    std::uint32_t rev = 0, chk = 0, turn = 0;
    for (unsigned p = 0; p < kPartPorts; ++p) {
      rev |= (in.rev[p].valid ? 1U : 0U) << p;
      chk |= (in.chk[p].valid ? 1U : 0U) << p;
      turn |= (in.turn[p].valid ? 1U : 0U) << p;
      set_bits(io_.rev_i, p * kAckW, kAckW, word(in.rev[p]));
      set_bits(io_.chk_i, p * kAckW, kAckW, word(in.chk[p]));
      set_bits(io_.turn_i, p * kAckW, kAckW, word(in.turn[p]));
    }
    set(io_.rev_valid_i, rev);
    set(io_.chk_valid_i, chk);
    set(io_.turn_valid_i, turn);
    io_.drop_valid_i = in.drop.valid;
    set(io_.drop_i, word(in.drop));
    set(io_.free_i, in.free);
    set(io_.comes_i, in.comes);
    io_.ack_pull_i = pull;
  }
};

template <class Model>
class VerilatedFlowFronts final : public FlowFrontsBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;
  using Base::set;

 public:
  explicit VerilatedFlowFronts(const FlowFrontsOptions& options)
      : Base("flow_fronts", options.bugs) {
    reset();
  }
  void reset() override {
    apply({});
    Base::run_reset();
  }
  [[nodiscard]] FlowFrontsOut give(const FlowFrontsIn& in) override {
    apply(in);
    Base::settle();
    return {io_.head_valid_o != 0, io_.head_out_o,  io_.head_tc_o,
            io_.head_id_o,         io_.deqs_o,      io_.asks_o,
            io_.pick_drop_o != 0,  io_.pick_ways_o, io_.pick_mask_o,
            io_.pick_open_o,       io_.deq_mask_o,  io_.routing_o,
            io_.choosing_o,        io_.standing_o,  io_.led_o,
            io_.waiting_o};
  }
  void edge() override { Base::clock(); }

 private:
  void apply(const FlowFrontsIn& in) {
    set(io_.alive_i, in.alive);
    set(io_.init_i, in.init);
    set(io_.coming_i, in.coming);
    set(io_.full_i, in.full);
    set(io_.clear_i, in.clear);
    std::uint32_t checks = 0;
    for (unsigned p = 0; p < kPartPorts; ++p) {
      set_bits(io_.xoff_i, p * 8, 8, in.xoff[p]);
      set_bits(io_.check_id_i, p * 6, 6, in.check[p].id);
      checks |= (in.check[p].valid ? 1U : 0U) << p;
    }
    set(io_.check_valid_i, checks);
    io_.woken_i = in.woken;
    io_.changed_i = in.changed;
    io_.again_i = in.again;
    io_.exclude_i = in.exclude;
    set(io_.again_id_i, in.again_id);
    set(io_.ans_why_i, in.why);
    set(io_.ans_port_i, in.port);
    io_.more_i = in.more;
    io_.knew_i = in.knew;
    row(in.put, io_.put_valid_i, io_.put_id_i);
    set(io_.put_tc_i, in.put_tc);
    row(in.acked, io_.acked_valid_i, io_.acked_id_i);
    row(in.chk, io_.chk_valid_i, io_.chk_id_i);
    row(in.route, io_.route_valid_i, io_.route_id_i);
    set(io_.route_ways_i, in.ways);
    io_.time_i = in.time;
    row(in.grant, io_.grant_valid_i, io_.grant_id_i);
    row(in.pick, io_.pick_valid_i, io_.pick_id_i);
    row(in.deq, io_.deq_valid_i, io_.deq_id_i);
    set(io_.deq_kind_i, in.deq_kind);
    row(in.ask, io_.ask_valid_i, io_.ask_id_i);
  }
  template <class Valid, class Id>
  static void row(const FlowFrontsIn::Row& r, Valid& valid, Id& id) {
    valid = r.valid;
    set(id, r.id);
  }
};

}  // namespace selvage::cosim
