// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verilated `ep_ack_type` behind the block interface. Included only by the generated file of
/// its build.
#pragma once

#include "cosim/flow/ep_block.hpp"
#include "cosim/lockstep/verilated_model.hpp"

namespace selvage::cosim {

template <class Model>
class VerilatedEpAckType final : public EpAckTypeBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;
  using Base::set;

 public:
  explicit VerilatedEpAckType(const EpAckTypeOptions& options)
      : Base(options.scope.empty() ? "ep_ack_type" : options.scope.c_str(), options.bugs) {
    set(io_.th_i, options.th);
    set(io_.mask_i, options.mask);
    set(io_.seed_i, options.seed);
    io_.draw_i = options.draw;
    reset();
  }

  void reset() override {
    apply({});
    Base::run_reset();
  }
  void edge(const EpAckTypeIn& in) override {
    apply(in);
    Base::clock();
  }
  [[nodiscard]] EpAckTypeOut outputs() const override { return {io_.valid_o != 0, io_.type_o}; }
  [[nodiscard]] std::uint32_t lfsr() const override { return io_.ep_ack_type__DOT__lfsr_q; }
  void declare(VerilatedFstC& file) override { Base::declare_shown(file); }
  void fall_idle() override {
    apply({});
    Base::fall();
  }

 private:
  void apply(const EpAckTypeIn& in) {
    io_.valid_i = in.req;
    set(io_.depth_i, in.depth);
    set(io_.level_i, in.level);
  }
};

}  // namespace selvage::cosim
