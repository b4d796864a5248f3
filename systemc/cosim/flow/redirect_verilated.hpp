// SPDX-License-Identifier: Apache-2.0
/// \file
/// A verilated `redirect_gen` of any parameter set behind the block interface. Included only by the
/// generated file of each build.
#pragma once

#include "cosim/flow/redirect_block.hpp"
#include "cosim/lockstep/verilated_model.hpp"

namespace selvage::cosim {

template <class Model>
class VerilatedRedirect final : public RedirectBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;
  using Base::set;

 public:
  explicit VerilatedRedirect(const RedirectOptions& options)
      : Base(options.scope.empty() ? "redirect_gen" : options.scope.c_str(), options.bugs) {
    set(io_.d0_i, options.d0);
    set(io_.kd_i, options.kd);
    set(io_.kg_i, options.kg);
    set(io_.seed_i, options.seed);
    reset();
  }

  void reset() override {
    apply({});
    Base::run_reset();
  }
  void edge(const RedirectIn& in) override {
    apply(in);
    Base::clock();
  }
  [[nodiscard]] RedirectOut outputs() const override {
    RedirectOut out;
    out.redirect = io_.redirect_valid_o;
    out.port = io_.redirect_port_o;
    out.id = io_.redirect_id_o;
    out.delta = io_.redirect_delta_o;
    out.loads = io_.loads_o;
    out.redirects = io_.redirects_o;
    out.busy = io_.busy_o;
    return out;
  }
  [[nodiscard]] RedirectState state() const override {
    RedirectState s;
    for (unsigned i = 0; i < kRedirectPlaces; ++i) s.hist[i] = io_.redirect_gen__DOT__hist_q[i];
    s.lfsr = io_.redirect_gen__DOT__lfsr_q;
    return s;
  }
  [[nodiscard]] unsigned sample(unsigned slot) const override {
    return io_.redirect_gen__DOT__hist_q[slot];
  }
  [[nodiscard]] bool shows(const RedirectOut& out, const RedirectState& s) const override {
    bool same = io_.redirect_valid_o == out.redirect && io_.redirect_port_o == out.port &&
                io_.redirect_id_o == out.id && io_.redirect_delta_o == out.delta &&
                io_.loads_o == out.loads && io_.redirects_o == out.redirects &&
                (io_.busy_o != 0) == out.busy && io_.redirect_gen__DOT__lfsr_q == s.lfsr;
    for (unsigned i = 0; i < kRedirectPlaces; ++i) {
      same &= io_.redirect_gen__DOT__hist_q[i] == s.hist[i];
    }
    return same;
  }
  void declare(VerilatedFstC& file) override { Base::declare_shown(file); }
  void fall_idle() override {
    io_.sample_valid_i = io_.load_valid_i = 0;
    Base::fall();
  }

 private:
  void apply(const RedirectIn& in) {
    io_.sample_valid_i = in.sample;
    set(io_.slot_i, in.slot);
    set(io_.depth_i, in.depth);
    io_.load_valid_i = in.load;
    io_.load_exempt_i = in.exempt;
    set(io_.load_port_i, in.port);
    set(io_.load_id_i, in.id);
    set(io_.load_delta_i, in.delta);
  }
};

}  // namespace selvage::cosim
