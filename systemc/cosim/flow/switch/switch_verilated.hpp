// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verilated `flow_switch` behind its interface. Included only by `*verilated.hpp` and the
/// generated file of each build.
#pragma once

#include "cosim/flow/parts/beats_verilated.hpp"
#include "cosim/flow/switch/switch_block.hpp"
#include "cosim/lockstep/bits.hpp"
#include "cosim/lockstep/verilated_model.hpp"

namespace selvage::cosim {

/// All but the pins of a control, and the reset of a new one.
template <class Model>
class VerilatedFlowPins : public FlowSwitchBlock, protected VerilatedModel<Model> {
 protected:
  using Base = VerilatedModel<Model>;
  using Base::io_;
  using Base::set;

 public:
  explicit VerilatedFlowPins(const FlowSwitchOptions& options)
      : Base(options.name.c_str(), options.bugs) {
    settings(options);
    straps(options);
  }
  void reset() override {
    apply({});
    Base::run_reset();
  }
  [[nodiscard]] FlowSwitchOut give(const FlowSwitchIn& in) override {
    apply(in);
    Base::settle();
    FlowSwitchOut out;
    answer(out);
    out.ask = io_.ask_valid_o != 0;
    out.ask_in = io_.ask_in_o;
    out.ask_dest = io_.ask_dest_o;
    for (unsigned p = 0; p < kFlowSwitchPorts; ++p) {
      auto& port = out.port[p];
      port.grant = bit(io_.grant_valid_o, p);
      port.out = field(io_.grant_out_o, p, kPortW);
      port.id = field(io_.grant_id_o, p, kIdW);
      port.pause = bit(io_.pause_o, p);
      port.pause_key = field(io_.pause_key_o, p, kKeyW);
      port.load = field(io_.load_o, p, kUnitsW);
    }
    return out;
  }
  void edge() override { Base::clock(); }
  void rise() override { Base::rise(); }
  void fall() override { Base::fall(); }
  void declare(VerilatedFstC& file) override { Base::declare(file); }
  [[nodiscard]] FlowSwitchShown outputs() const override {
    FlowSwitchShown shown;
    for (unsigned p = 0; p < kFlowSwitchPorts; ++p) {
      auto& port = shown.port[p];
      port.beat.symbol = static_cast<FlowSymbol>(field(io_.wire_sym_o, p, 3));
      port.beat.head = bit(io_.wire_head_o, p);
      port.beat.tail = bit(io_.wire_tail_o, p);
      port.beat.data = bits_of(io_.wire_data_o, kBeatW, p * kBeatW);
      port.xon = field(io_.xon_o, p, kPartClasses);
      port.rest = bit(io_.rest_o, p);
    }
    show_control(shown);
    return shown;
  }

 protected:
  /// What goes to the control and the ports that it declares; its answer, what it shows.
  virtual void put_control(const FlowSwitchIn& in) = 0;
  virtual void answer(FlowSwitchOut& /*out*/) const {}
  virtual void show_control(FlowSwitchShown& shown) const = 0;

  static constexpr unsigned kPortW = 3, kIdW = 6, kPosW = 8, kUnitsW = 14, kKeyW = 24,
                            kBeatW = 8 * kFlowBeatBytes, kMessageW = kFlowMessageBits, kSeedW = 12,
                            kDrainW = 40, kRateW = 16;
  template <class Bits>
  static bool bit(const Bits& bits, unsigned at) {
    return get_bits(bits, at, 1) != 0;
  }
  /// That of a port.
  template <class Bits>
  static unsigned field(const Bits& bits, unsigned port, unsigned width) {
    return static_cast<unsigned>(get_bits(bits, port * width, width));
  }

 private:
  /// rtl/switch/flow_settings.svh.
  void settings(const FlowSwitchOptions& o) {
    const AckAggregatorOptions& a = o.aggregator;
    set(io_.agg_t1_i, a.t1);
    set(io_.agg_t2_i, a.t2);
    set(io_.agg_t3_i, a.t3);
    set(io_.agg_good_i, a.good & low_bits(48));
    set(io_.agg_max_i, a.max == 0 ? 48 : a.max);
    const IfctStatic& t = o.table;
    set(io_.credit_on_i, t.fc_hi);
    set(io_.credit_off_i, t.fc_lo);
    set(io_.credit_headroom_i, t.headroom);
    set(io_.tick_i, t.tick);
    set(io_.cooldown_i, t.cool_t);
    set(io_.hold_up_i, t.hold_t);
    set(io_.refresh_i, t.refresh_t);
    set(io_.expire_i, t.expire_t);
    set(io_.stale_i, o.stale_t);
    set(io_.recovery_acks_i, t.ep_rec);
    io_.recovery_weighted_i = t.ep_weigh;
    set(io_.unit_cycles_i, t.unit_cyc);
    set(io_.injection_limit_i, t.inj_limit);
    for (unsigned level = 0; level < 8; ++level) {
      set_bits(io_.flow_limit_i, level * kPosW, kPosW, t.mfe[level]);
      set_bits(io_.queue_limit_i, level * kPosW, kPosW, t.mqe[level]);
    }
    io_.redirect_inside_i = o.redirect_inside;
    io_.redirects_i = o.redirects;
    set(io_.redirect_floor_i, o.redirect.d0);
    set(io_.depth_gain_i, o.redirect.kd);
    set(io_.growth_gain_i, o.redirect.kg);
    io_.aware_i = o.aware;
    set(io_.ep_congested_i, o.ep.th);
    set(io_.ep_mask_i, o.ep.mask);
    io_.ep_draws_i = o.ep.draw;
    set(io_.pool_mark_i, o.pool_mark);
  }
  /// Those of the switch alone.
  void straps(const FlowSwitchOptions& o) {
    set(io_.wired_i, o.wired);
    for (unsigned p = 0; p < kFlowSwitchPorts; ++p) {
      set_bits(io_.limit_i, p * kUnitsW, kUnitsW, o.grants.limit[p]);
      set_bits(io_.redirect_seed_i, p * kSeedW, kSeedW, o.redirect_seed[p]);
      set_bits(io_.ep_seed_i, p * kSeedW, kSeedW, o.ep_seed[p]);
      set_bits(io_.drain_i, p * kDrainW, kDrainW, o.drain[p] & low_bits(kDrainW));
    }
    for (unsigned c = 0; c < kPartClasses; ++c) {
      set_bits(io_.min_i, c * kRateW, kRateW, o.grants.min[c]);
      set_bits(io_.max_i, c * kRateW, kRateW, o.grants.max[c]);
      set_bits(io_.weight_i, c * 3, 3, o.grants.weight[c]);
    }
    set(io_.full_i, o.grants.full);
    set(io_.shift_i, o.shift);
    set(io_.sample_step_i, o.sample_step);
  }
  void apply(const FlowSwitchIn& in) {
    set(io_.now_i, in.now & low_bits(40));
    for (unsigned p = 0; p < kFlowSwitchPorts; ++p) {
      const FlowSwitchIn::Port& port = in.port[p];
      set_bits(io_.wire_sym_i, p * 3, 3, static_cast<unsigned>(port.beat.symbol));
      set_bits(io_.wire_head_i, p, 1, port.beat.head ? 1 : 0);
      set_bits(io_.wire_tail_i, p, 1, port.beat.tail ? 1 : 0);
      put_bits(io_.wire_data_i, kBeatW, port.beat.data, p * kBeatW);
      set_bits(io_.xon_i, p * kPartClasses, kPartClasses, port.xon);
      set_bits(io_.hold_i, p, 1, port.hold ? 1 : 0);
    }
    put_control(in);
  }
};

/// Its control is outside.
template <class Model>
class VerilatedFlowSwitch final : public VerilatedFlowPins<Model> {
  using Pins = VerilatedFlowPins<Model>;
  using Pins::io_;
  using Pins::kMessageW;
  using Pins::set;

 public:
  explicit VerilatedFlowSwitch(const FlowSwitchOptions& options) : Pins(options) { Pins::reset(); }

 private:
  void put_control(const FlowSwitchIn& in) override {
    for (unsigned p = 0; p < kFlowSwitchPorts; ++p) {
      const FlowSwitchIn::Port& port = in.port[p];
      set_bits(io_.dead_i, p, 1, port.dead ? 1 : 0);
      set_bits(io_.init_i, p, 1, port.init ? 1 : 0);
      set_bits(io_.coming_i, p, 1, port.coming ? 1 : 0);
      set_bits(io_.msg_valid_i, p, 1, port.message ? 1 : 0);
      set_bits(io_.msg_i, p * kMessageW, kMessageW, port.message_data & low_bits(kMessageW));
    }
    io_.route_valid_i = in.route;
    set(io_.route_ways_i, in.ways);
    io_.changed_i = in.changed;
    io_.learns_i = in.learns;
  }
  void show_control(FlowSwitchShown& shown) const override {
    for (unsigned p = 0; p < kFlowSwitchPorts; ++p) {
      shown.port[p].message = Pins::bit(io_.msg_valid_o, p);
      shown.port[p].message_data = Pins::field(io_.msg_o, p, kMessageW);
    }
  }
};

}  // namespace selvage::cosim
