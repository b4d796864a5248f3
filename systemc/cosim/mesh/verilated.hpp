// SPDX-License-Identifier: Apache-2.0
/// \file
/// Verilated `mcc_label`, `label_epoch` and `planar_route` behind the block interfaces.
/// Included only by the generated file of each build.
#pragma once

#include "cosim/lockstep/bits.hpp"
#include "cosim/lockstep/verilated_model.hpp"
#include "cosim/mesh/block.hpp"

namespace selvage::cosim {

template <class Model>
class VerilatedMccLabel final : public MccLabelBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;

 public:
  explicit VerilatedMccLabel(const MeshBlockOptions& options)
      : Base(options.scope.empty() ? "mcc_label" : options.scope.c_str(), options.bugs) {
    reset();
  }

  void reset() override {
    set({});
    Base::run_reset();
  }
  void edge(const MccLabelIn& in) override {
    set(in);
    Base::clock();
  }
  [[nodiscard]] MccLabelOut outputs() const override {
    return {io_.bad_o, io_.unsafe_o, io_.line_o, io_.changed_o != 0};
  }
  [[nodiscard]] MccLabelState state() const override {
    return {io_.mcc_label__DOT__faulty_q != 0, io_.mcc_label__DOT__unsafe_q,
            io_.mcc_label__DOT__line_q, io_.mcc_label__DOT__changed_q != 0};
  }
  void set(const MccLabelIn& in) override {
    io_.restart_i = in.restart;
    io_.faulty_i = in.faulty;
    Base::set(io_.present_i, in.present);
    Base::set(io_.link_dead_i, in.link_dead);
    Base::set(io_.nb_bad_i, in.nb_bad);
    Base::set(io_.nb_line_i, in.nb_line);
  }
  void rise() override { Base::rise(); }
  void fall() override { Base::fall(); }
  void declare(VerilatedFstC& file) override { Base::declare(file); }
};

template <class Model>
class VerilatedLabelEpoch final : public LabelEpochBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;

 public:
  explicit VerilatedLabelEpoch(const MeshBlockOptions& options)
      : Base(options.scope.empty() ? "label_epoch" : options.scope.c_str(), options.bugs) {
    reset();
  }

  void reset() override {
    set({});
    Base::run_reset();
  }
  LabelEpochNow edge(const golden::EpochInput& in) override {
    set(in);
    Base::settle();
    const LabelEpochNow now{io_.restart_o != 0, io_.nb_bad_o, io_.nb_line_o};
    Base::clock();
    return now;
  }
  [[nodiscard]] LabelEpochOut outputs() const override {
    return {static_cast<std::uint32_t>(io_.epoch_o), io_.nb_held_o, io_.nb_line_held_o,
            io_.fresh_o != 0};
  }

  void set(const golden::EpochInput& in) override {
    io_.up_i = in.up;
    Base::set(io_.received_valid_i, in.received);
    std::uint64_t bad = 0;
    std::uint64_t line = 0;
    for (unsigned d = 0; d < golden::kDirections; ++d) {
      set_bits(io_.received_epoch_i, 32 * d, 32, in.epoch[d]);
      bad |= std::uint64_t{in.bad[d]} << (6 * d);
      line |= std::uint64_t{in.line[d]} << (6 * d);
    }
    Base::set(io_.received_bad_i, bad);
    Base::set(io_.received_line_i, line);
  }
  void rise() override { Base::rise(); }
  void fall() override { Base::fall(); }
  void declare(VerilatedFstC& file) override { Base::declare(file); }
};

template <class Model>
class VerilatedPlanarRoute final : public PlanarRouteBlock, VerilatedModel<Model> {
  using Base = VerilatedModel<Model>;
  using Base::io_;

 public:
  explicit VerilatedPlanarRoute(const MeshBlockOptions& options)
      : Base(options.scope.empty() ? "planar_route" : options.scope.c_str(), options.bugs) {
    reset();
  }

  void reset() override {
    set({});
    Base::run_reset();
  }
  void edge(const PlanarRouteIn& in) override {
    set(in);
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
    out.proxy = io_.proxy_o;
    out.legal = io_.legal_o;
    return out;
  }
  void set(const PlanarRouteIn& in) override {
    io_.valid_i = in.valid;
    Base::set(io_.here_i, in.here);
    Base::set(io_.dst_i, in.dst);
    Base::set(io_.proxy_i, in.proxy);
    Base::set(io_.in_port_i, in.in_port);
    Base::set(io_.sub_i, in.sub);
    io_.reserve_i = in.reserve;
    io_.fallback_i = in.fallback;
    io_.tie_i = in.tie;
    Base::set(io_.nb_down_i, in.nb_down);
    Base::set(io_.nb_unsafe_i, in.nb_unsafe);
    Base::set(io_.unsafe_i, in.unsafe);
    Base::set(io_.line_i, in.line);
    Base::set(io_.nb_line_i, in.nb_line);
    Base::set(io_.free_i, in.free);
  }
  void rise() override { Base::rise(); }
  void fall() override { Base::fall(); }
  void declare(VerilatedFstC& file) override { Base::declare(file); }
};

}  // namespace selvage::cosim
