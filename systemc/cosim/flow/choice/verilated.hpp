// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verilated `least_loaded` of any parameter set behind the block interface. Included only by
/// the generated file of each build.
#pragma once

#include "cosim/flow/choice/block.hpp"
#include "cosim/lockstep/bits.hpp"
#include "cosim/lockstep/verilated_model.hpp"

namespace selvage::cosim {

template <class Model, unsigned Ports, unsigned LoadW>
class VerilatedLeastLoaded final : public LeastLoadedBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;
  using Base::set;

 public:
  explicit VerilatedLeastLoaded(const LeastLoadedOptions& options)
      : Base("least_loaded", options.bugs) {
    set(io_.floor_i, options.floor);
    set(io_.shift_i, options.shift);
    reset();
  }

  void reset() override {
    apply({});
    Base::run_reset();
  }
  void edge(const LeastLoadedIn& in) override {
    apply(in);
    Base::clock();
  }
  [[nodiscard]] LeastLoadedOut outputs() const override {
    // N, where the register can hold it, is the first port again
    return {io_.valid_o != 0, io_.any_o != 0, io_.port_o, io_.busy_o != 0,
            io_.least_loaded__DOT__pointer_q % Ports};
  }

 private:
  void apply(const LeastLoadedIn& in) {
    io_.valid_i = in.valid;
    set(io_.candidates_i, in.candidates);
    set(io_.open_i, in.open);
    set(io_.left_i, in.left);
    for (unsigned p = 0; p < Ports; ++p) set_bits(io_.load_i, p * LoadW, LoadW, in.load[p]);
  }
};

}  // namespace selvage::cosim
