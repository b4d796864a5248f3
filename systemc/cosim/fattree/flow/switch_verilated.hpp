// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verilated `fattree_flow_switch` behind the interface of a flow-channel switch. Included only
/// by the generated file of each build.
#pragma once

#include "cosim/fattree/flow/switch_block.hpp"
#include "cosim/fattree/message_bits.hpp"
#include "cosim/flow/switch/switch_verilated.hpp"

namespace selvage::cosim {

template <class Model, unsigned Hosts, unsigned N, unsigned W, unsigned Qi, unsigned MostR>
class VerilatedFatTreeFlowSwitch final : public VerilatedFlowPins<Model> {
  using Pins = VerilatedFlowPins<Model>;
  using Pins::io_;
  using Pins::set;
  using Bits = ControlBits<kFlowSwitchPorts, N>;
  static_assert(MostR == kFlowMostRoute, "what a scenario may ask for");

 public:
  explicit VerilatedFatTreeFlowSwitch(const FatTreeFlowSwitchOptions& options)
      : Pins(options), tree_(*options.tree) {
    const golden::SwitchName self = tree_.name_of(options.self);
    set(io_.level_i, self.level);
    set(io_.levels_i, tree_.n());
    set(io_.coord_i, Bits::pack(self.c, N - 1));
    set(io_.line_en_i, low_bits(options.lft_entries));
    set(io_.rule_paper_i, options.rule_paper);
    set(io_.xoff_i, options.message_xoff);
    set(io_.route_wait_i, options.route_latency - 2);
    Pins::reset();
  }

  [[nodiscard]] bool decides() const override { return true; }
  void control_edge(const StepInput& in) override {
    put(in);
    Pins::clock_control();
    put({});
  }
  [[nodiscard]] bool control_idle() const override { return io_.ctl_idle_o; }

 private:
  void put(const StepInput& in) {
    PortMask valid = 0, down = 0, up = 0;
    for (const PortedMessage& m : in.arrivals) {
      valid |= PortMask{1} << m.port;
      set_bits(io_.msg_data_i, m.port * Bits::MSGW, Bits::MSGW,
               Bits::encode(golden::decode(m.message), tree_.h()));
    }
    set(io_.msg_valid_i, valid);
    for (const LinkEvent& link : in.links) (link.up ? up : down) |= PortMask{1} << link.port;
    set(io_.link_down_i, down);
    set(io_.link_up_i, up);
    set(io_.msg_stop_i, in.stop);
    Pins::control_runs_ = !io_.ctl_idle_o || in.any();
  }
  void put_control(const FlowSwitchIn& in) override {
    PortMask begins = 0;
    for (unsigned p = 0; p < kFlowSwitchPorts; ++p)
      begins |= PortMask{in.port[p].init ? 1U : 0U} << p;
    set(io_.link_init_i, begins);
    put(in.control);
  }
  void answer(FlowSwitchOut& out) const override {
    out.route = io_.route_valid_o != 0;
    out.ways = io_.route_ways_o;
  }
  void show_control(FlowSwitchShown& shown) const override {
    for (PortMask left = io_.msg_valid_o; left != 0; left &= left - 1) {
      const auto port = static_cast<PortIdx>(__builtin_ctzll(left));
      const std::uint64_t bits = get_bits(io_.msg_data_o, port * Bits::MSGW, Bits::MSGW);
      shown.sent.push_back({port, golden::encode(Bits::decode(bits, tree_.h())), {}});
    }
    shown.stop = io_.msg_stop_o;
  }

  const golden::FatTree& tree_;
};

}  // namespace selvage::cosim
