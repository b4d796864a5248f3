// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verilated `flow_turns` and `flow_choice` behind their interfaces. Included only by the
/// generated file of each build.
#pragma once

#include "cosim/flow/parts/turns_block.hpp"
#include "cosim/lockstep/bits.hpp"
#include "cosim/lockstep/verilated_model.hpp"

namespace selvage::cosim {

template <class Model>
class VerilatedFlowTurns final : public FlowTurnsBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;

 public:
  explicit VerilatedFlowTurns(const FlowTurnsOptions& options) : Base("flow_turns", options.bugs) {
    reset();
  }
  void reset() override {
    apply({});
    Base::run_reset();
  }
  [[nodiscard]] FlowTurnsOut give(const FlowTurnsIn& in) override {
    apply(in);
    Base::settle();
    return {io_.valid_o != 0, io_.in_o, io_.id_o};
  }
  void edge() override { Base::clock(); }

 private:
  void apply(const FlowTurnsIn& in) {
    for (unsigned p = 0; p < kPartPorts; ++p)
      for (unsigned half = 0; half < 2; ++half)
        set_bits(io_.rows_i, p * kPartRows + 32 * half, 32, in.rows[p] >> 32 * half & 0xffffffffU);
  }
};

template <class Model>
class VerilatedFlowChoice final : public FlowChoiceBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;
  using Base::set;

 public:
  explicit VerilatedFlowChoice(const FlowChoiceOptions& options)
      : Base("flow_choice", options.bugs) {
    set(io_.floor_i, options.floor);
    set(io_.shift_i, options.shift);
    reset();
  }
  void reset() override {
    apply({});
    Base::run_reset();
  }
  [[nodiscard]] FlowChoiceOut give(const FlowChoiceIn& in) override {
    apply(in);
    Base::settle();
    return {io_.any_o != 0, io_.port_o};
  }
  void edge() override { Base::clock(); }

 private:
  static constexpr unsigned kLoadW = 14;
  void apply(const FlowChoiceIn& in) {
    set(io_.candidates_i, in.candidates);
    set(io_.open_i, in.open);
    set(io_.left_i, in.left);
    for (unsigned p = 0; p < kPartPorts; ++p) set_bits(io_.load_i, p * kLoadW, kLoadW, in.load[p]);
  }
};

}  // namespace selvage::cosim
