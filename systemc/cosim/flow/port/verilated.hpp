// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verilated registers of a port, alone and with the blocks that they drive, behind the block
/// interfaces. Included only by the generated file of each build.
#pragma once

#include "cosim/flow/ack_verilated.hpp"
#include "cosim/flow/port/block.hpp"
#include "cosim/flow/tables/verilated.hpp"

namespace selvage::cosim {

template <class Root>
void drive_access(Root& io, const RegisterAccess& in) {
  io.req_valid_i = in.valid;
  io.req_write_i = in.write;
  io.req_addr_i = static_cast<std::uint16_t>(in.addr);
  io.req_wdata_i = in.data;
  io.req_strb_i = static_cast<std::uint8_t>(in.strobes);
}
template <class Root>
RegisterAnswer read_answer(const Root& io) {
  return {io.req_ready_o != 0, io.rsp_valid_o != 0, io.rsp_rdata_o, io.rsp_error_o != 0};
}

template <class Model>
class VerilatedPortRegs final : public PortRegsBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;

 public:
  explicit VerilatedPortRegs(const PortRegsOptions& options)
      : Base("flow_port_regs", options.bugs) {
    reset();
  }
  void reset() override {
    apply({});
    Base::run_reset();
  }
  void edge(const PortRegsIn& in) override {
    apply(in);
    Base::clock();
  }
  [[nodiscard]] PortRegsOut outputs() const override {
    PortRegsOut out;
    out.answer = read_answer(io_);
    out.pending = io_.pending_o;
    out.enabled = io_.enabled_o != 0;
    out.link_up = io_.link_up_o != 0;
    out.link_down = io_.link_down_o != 0;
    out.row_asked = io_.row_valid_o != 0;
    out.row = io_.row_id_o;
    out.aggregator = {io_.agg_t1_o,  io_.agg_t2_o,
                      io_.agg_t3_o,  io_.agg_good0_o | std::uint64_t{io_.agg_good1_o} << 32,
                      io_.agg_max_o, 0};
    IfctStatic& t = out.ifct;
    for (unsigned l = 0; l < 8; ++l) {
      t.mfe[l] = static_cast<std::uint16_t>(get_bits(io_.flow_limit_o, 8 * l, 8));
      t.mqe[l] = static_cast<std::uint16_t>(get_bits(io_.queue_limit_o, 8 * l, 8));
    }
    t.rd_enable = io_.redirect_here_o != 0;
    t.tick = io_.tick_o;
    t.cool_t = io_.cooldown_o;
    t.hold_t = io_.hold_up_o;
    t.refresh_t = io_.refresh_o;
    t.expire_t = io_.expire_o;
    t.fc_hi = io_.credit_on_o;
    t.fc_lo = io_.credit_off_o;
    t.headroom = io_.credit_headroom_o;
    t.ep_rec = io_.recovery_acks_o;
    t.ep_weigh = io_.recovery_weighted_o != 0;
    t.unit_cyc = io_.unit_cycles_o;
    t.inj_limit = io_.injection_limit_o;
    out.redirect = {io_.redirect_floor_o, io_.depth_gain_o, io_.growth_gain_o, 1, 0};
    out.ep = {io_.ep_congested_o, io_.ep_mask_o, 1, io_.ep_draws_o != 0, 0};
    out.drain = io_.drain0_o | std::uint64_t{io_.drain1_o} << 32;
    return out;
  }

 private:
  void apply(const PortRegsIn& in) {
    drive_access(io_, in.access);
    io_.link_idle_i = in.link_idle;
    io_.agg_idle_i = in.aggregator_idle;
    io_.table_idle_i = in.table_idle;
    io_.acks_taken_i = in.counters[0];
    io_.acks_bad_i = in.counters[1];
    io_.frames_i = in.counters[2];
    io_.loads_i = in.counters[3];
    io_.redirects_i = in.counters[4];
    io_.injected_i = in.counters[5];
    io_.holes_i = in.counters[6];
    io_.losses_i = in.counters[7];
    io_.stray_i = in.counters[8];
    io_.moves_i = in.counters[9];
    io_.rows_fixed_i = in.counters[10];
    io_.rows_lost_i = in.counters[11];
    io_.row_ready_i = in.row_taken;
    io_.row_valid_i = in.row_there;
    for (unsigned w = 0; w < 4; ++w) io_.row_i[w] = in.row[w] & (w == 3 ? 0x7fffffffU : ~0U);
  }
};

template <class Model, unsigned kEdge, unsigned kEcc, unsigned kMacro>
class VerilatedFlowPort final : public FlowPortBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;
  using Base::set;

 public:
  explicit VerilatedFlowPort(const FlowPortOptions& options) : Base("flow_port", options.bugs) {
    set(io_.redirect_seed_i, options.redirect_seed);
    set(io_.ep_seed_i, options.ep_seed);
    io_.gate_i = options.gate;
    set(io_.ofct_stale_t_i, options.stale_t);
    set(io_.ask_shift_i, options.ask_shift);
    reset();
  }
  void reset() override {
    apply({});
    io_.rst_ni = 0;
    for (unsigned i = 0; i < 2; ++i) {
      Base::fall();
      Base::rise();
    }
    io_.rst_ni = 1;
    Base::settle();
    clocks_ = {};
  }
  /// Enables of clocks are looked at while the clock is low, and so are outputs.
  FlowPortOut edge(const FlowPortIn& in) override {
    apply(in);
    Base::fall();
    const unsigned on = io_.flow_port__DOT__i_blocks__DOT__i_tables__DOT__on |
                        unsigned{io_.flow_port__DOT__i_blocks__DOT__on} << 2;
    for (unsigned b = 0; b < kPortClocks; ++b) clocks_[b] += on >> b & 1;
    const FlowPortOut shown = outputs();
    Base::rise();
    return shown;
  }
  [[nodiscard]] const std::array<std::uint64_t, kPortClocks>& clocks() const override {
    return clocks_;
  }
  [[nodiscard]] FlowPortOut outputs() const {
    FlowPortOut out;
    out.answer = read_answer(io_);
    out.enabled = io_.enabled_o != 0;
    out.link_up = io_.link_up_o != 0;
    out.link_down = io_.link_down_o != 0;
    out.pending = io_.pending_o;
    AckAggregatorOut& a = out.aggregator;
    a.ready = io_.push_ready_o != 0;
    a.req = io_.frame_valid_o != 0;
    a.len = io_.frame_len_o;
    a.fire = io_.fire_valid_o != 0;
    a.fire_len = io_.fire_len_o;
    a.word = word_of(io_);
    out.redirect = {io_.redirect_valid_o != 0,
                    io_.redirect_port_o,
                    io_.redirect_id_o,
                    io_.redirect_delta_o,
                    0,
                    0,
                    false};
    out.ep = {io_.ep_valid_o != 0, io_.ep_type_o};
    out.walker = {io_.walk_valid_o != 0, io_.walk_id_o, io_.walk_kind_o, false};
    read_ifct(io_, out.ifct);
    out.chk_ready = io_.chk_ready_o != 0;
    read_tables(out);
    out.rx = {io_.rx_ack_valid_o != 0, io_.rx_ack_data_o, io_.rx_frame_ok_o != 0,
              io_.rx_frame_bad_o != 0};
    out.ecc_fixed = io_.ifct_ecc_fixed_o | unsigned{io_.other_ecc_fixed_o} << 4;
    out.ecc_lost = io_.ifct_ecc_lost_o | unsigned{io_.other_ecc_lost_o} << 4;
    out.ask = {io_.ask_valid_o != 0, io_.ask_any_o != 0, io_.ask_port_o, false, 0};
    return out;
  }
#define SELVAGE_TABLES flow_port__DOT__i_blocks__DOT__i_tables__DOT__
#define SELVAGE_WORDS(path)        \
  SELVAGE_WORDS_OF(SELVAGE_TABLES, \
                   path##__DOT__i_store__DOT__i_memory__DOT__gen_registers__DOT__mem_q)
#define SELVAGE_WORDS_OF(tables, path) SELVAGE_WORDS_JOIN(tables, path)
#define SELVAGE_WORDS_JOIN(tables, path) io_.tables##path
  void flip(bool ofct, unsigned row, unsigned bit) override {
    if constexpr (kEcc == 2 && kEdge == 0 && kMacro == 0) {
      const auto flip_in = [bit](auto& word) {
        set_bits(word, bit, 1, 1 - get_bits(word, bit, 1));
      };
      if (ofct) {
        flip_in(SELVAGE_WORDS(gen_link__DOT__i_ofct__DOT__i_rows__DOT__gen_words)[row]);
      } else {
        flip_in(SELVAGE_WORDS(i_ifct__DOT__gen_words__DOT__i_rows)[row]);
      }
    }
  }
#undef SELVAGE_WORDS_JOIN
#undef SELVAGE_WORDS_OF
#undef SELVAGE_WORDS
#undef SELVAGE_TABLES

 private:
  void apply(const FlowPortIn& in) {
    drive_access(io_, in.access);
    io_.push_valid_i = in.aggregator.push;
    io_.push_data_i = in.aggregator.ack;
    io_.wire_idle_i = in.aggregator.idle;
    io_.frame_ready_i = in.aggregator.grant;
    io_.sample_valid_i = in.redirect.sample;
    set(io_.slot_i, in.redirect.slot);
    set(io_.depth_i, in.redirect.depth);
    io_.load_valid_i = in.redirect.load;
    io_.load_exempt_i = in.redirect.exempt;
    set(io_.load_port_i, in.redirect.port);
    set(io_.load_id_i, in.redirect.id);
    set(io_.load_delta_i, in.redirect.delta);
    io_.ep_valid_i = in.ep.req;
    set(io_.ep_depth_i, in.ep.depth);
    set(io_.ep_level_i, in.ep.level);
    drive_ifct(io_, in.ifct);
    set(io_.now_i, in.ifct.now);
    apply_tables(in);
    drive_word(io_.rx_word_data_i, in.rx);
    io_.rx_word_valid_i = in.rx.valid;
    io_.rx_word_sof_i = in.rx.sof;
    io_.rx_word_eof_i = in.rx.eof;
    io_.ask_valid_i = in.ask.valid;
    set(io_.ask_candidates_i, in.ask.candidates);
    set(io_.ask_open_i, in.ask.open);
    set(io_.ask_left_i, in.ask.left);
    for (unsigned p = 0; p < 8; ++p) set_bits(io_.ask_load_i, 14 * p, 14, in.ask.load[p]);
  }
  void apply_tables(const FlowPortIn& in) {
    const EfctIn& e = in.efct;
    io_.efct_valid_i = e.req;
    set(io_.efct_key_i, e.key);
    set(io_.efct_len_i, e.len);
    io_.efct_ack_valid_i = e.ack;
    set(io_.efct_ack_id_i, e.ack_id);
    set(io_.efct_ack_pos_i, e.ack_pos);
    const OfctIn& o = in.ofct;
    io_.map_valid_i = o.map.valid;
    set(io_.map_port_i, o.map.port);
    set(io_.map_id_i, o.map.id);
    set(io_.map_len_i, o.map.len);
    set(io_.map_hole_i, o.map.hole);
    io_.map_ordered_i = o.map.ordered;
    io_.rev_valid_i = o.rev.valid;
    set(io_.rev_id_i, o.rev.id);
    set(io_.rev_type_i, o.rev.type);
    set(io_.rev_pos_i, o.rev.pos);
  }
  void read_tables(FlowPortOut& out) const {
    const Root& i = io_;
    out.efct = {i.efct_valid_o != 0, i.efct_hit_o != 0,       i.efct_alloc_o != 0,
                i.efct_stall_o != 0, i.efct_window_o != 0,    i.efct_id_o,
                i.efct_start_o,      i.efct_rel_valid_o != 0, i.efct_rel_id_o,
                i.efct_kept_o != 0,  i.efct_full_o != 0,      i.efct_pause_o != 0,
                i.efct_count_o,      i.efct_stalls_o};
    out.ofct = {{i.map_valid_o != 0, i.map_hit_o != 0, i.map_alloc_o != 0, i.map_stall_o != 0,
                 i.map_over_o != 0, i.map_oid_o, i.map_start_o, i.map_delta_o},
                {i.rev_valid_o != 0, i.rev_port_o, i.rev_iid_o, i.rev_type_o, i.rev_delta_o,
                 i.rev_rel_valid_o != 0, i.rev_rel_id_o},
                {i.ofct_chk_valid_o != 0, i.ofct_chk_port_o, i.ofct_chk_iid_o, i.ofct_chk_type_o,
                 i.ofct_chk_delta_o, i.ofct_chk_rel_valid_o != 0, i.ofct_chk_rel_id_o},
                {i.ofct_mark_valid_o != 0, i.ofct_mark_id_o, i.ofct_mark_pos_o},
                i.ofct_full_o != 0,
                i.ofct_count_o,
                i.ofct_stalls_o};
  }
  using Root = typename Base::Root;
  std::array<std::uint64_t, kPortClocks> clocks_{};
};

}  // namespace selvage::cosim
