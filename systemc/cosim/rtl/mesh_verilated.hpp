// SPDX-License-Identifier: Apache-2.0
/// \file
/// Verilated `mcc_label` and `planar_route` behind the block interfaces. Included only by the
/// generated file of each build.
#pragma once

#include "cosim/mesh_block.hpp"
#include "cosim/rtl/verilated_model.hpp"

namespace selvage::cosim {

template <class Model>
class VerilatedMccLabel final : public MccLabelBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;
  using Base::set;

 public:
  explicit VerilatedMccLabel(const MeshBlockOptions& options) : Base("mcc_label", options.bugs) {
    reset();
  }

  void reset() override {
    apply({});
    Base::run_reset();
  }
  void edge(const MccLabelIn& in) override {
    apply(in);
    Base::clock();
  }
  [[nodiscard]] MccLabelOut outputs() const override {
    return {io_.bad_o, io_.unsafe_o, io_.changed_o != 0};
  }
  [[nodiscard]] MccLabelState state() const override {
    return {io_.mcc_label__DOT__faulty_q != 0, io_.mcc_label__DOT__unsafe_q,
            io_.mcc_label__DOT__changed_q != 0};
  }

 private:
  void apply(const MccLabelIn& in) {
    io_.restart_i = in.restart;
    io_.faulty_i = in.faulty;
    set(io_.present_i, in.present);
    set(io_.link_dead_i, in.link_dead);
    set(io_.nb_bad_i, in.nb_bad);
  }
};

template <class Model>
class VerilatedPlanarRoute final : public PlanarRouteBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;
  using Base::set;

 public:
  explicit VerilatedPlanarRoute(const MeshBlockOptions& options)
      : Base("planar_route", options.bugs) {
    reset();
  }

  void reset() override {
    apply({});
    Base::run_reset();
  }
  void edge(const PlanarRouteIn& in) override {
    apply(in);
    Base::clock();
  }
  [[nodiscard]] PlanarRouteOut outputs() const override {
    PlanarRouteOut out;
    out.valid = io_.valid_o;
    out.eject = io_.eject_o;
    out.drop = io_.drop_o;
    out.grant = io_.grant_o;
    out.dir = io_.dir_o;
    out.vc = io_.vc_o;
    out.sub = io_.sub_o;
    out.legal = io_.legal_o;
    return out;
  }

 private:
  void apply(const PlanarRouteIn& in) {
    io_.valid_i = in.valid;
    set(io_.here_i, in.here);
    set(io_.dst_i, in.dst);
    set(io_.in_port_i, in.in_port);
    set(io_.sub_i, in.sub);
    io_.reserve_i = in.reserve;
    io_.fallback_i = in.fallback;
    io_.tie_i = in.tie;
    set(io_.nb_down_i, in.nb_down);
    set(io_.nb_unsafe_i, in.nb_unsafe);
    set(io_.free_i, in.free);
  }
};

}  // namespace selvage::cosim
