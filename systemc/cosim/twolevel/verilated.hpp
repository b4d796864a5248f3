// SPDX-License-Identifier: Apache-2.0
/// \file
/// A verilated `twolevel_route` of any parameter set behind the block interface. Included only by
/// the generated file of each build.
#pragma once

#include "cosim/lockstep/verilated_model.hpp"
#include "cosim/twolevel/block.hpp"

namespace selvage::cosim {

template <class Model, unsigned K>
class VerilatedTwoLevel final : public TwoLevelBlock, VerilatedModel<Model> {
  static_assert(K + 1 <= 64, "valid bits of the rows fit in a word");
  using Base = VerilatedModel<Model>;
  using Base::io_;

 public:
  explicit VerilatedTwoLevel(const TwoLevelOptions& options)
      : Base(options.scope.empty() ? "twolevel_route" : options.scope.c_str(), options.bugs) {
    reset();
  }

  void reset() override {
    set({});
    Base::run_reset();
  }
  void edge(const TwoLevelIn& in) override {
    set(in);
    Base::clock();
  }
  void set(const TwoLevelIn& in) override {
    put_load(io_, in);
    io_.valid_i = in.valid;
    io_.dst_i = in.dst;
  }
  void rise() override { Base::rise(); }
  void fall() override { Base::fall(); }
  void declare(VerilatedFstC& file) override { Base::declare(file); }
  [[nodiscard]] TwoLevelOut outputs() const override {
    TwoLevelOut out;
    out.valid = io_.valid_o;
    out.hit = io_.hit_o;
    out.drop = io_.drop_o;
    out.row = io_.row_o;
    out.port = io_.port_o;
    out.next = io_.next_o;
    return out;
  }
  [[nodiscard]] TwoLevelOut incoming() const override {
    std::uint64_t left = io_.twolevel_route__DOT__answer_d;
    const auto take = [&left](unsigned width) {
      const std::uint64_t field = left & ((std::uint64_t{1} << width) - 1);
      left >>= width;
      return static_cast<std::uint32_t>(field);
    };
    TwoLevelOut out;
    out.next = take(32);
    out.port = take(width_of(K));
    out.row = take(width_of(K + 1));
    out.drop = take(1) != 0;
    out.hit = take(1) != 0;
    out.valid = take(1) != 0;
    return out;
  }
  [[nodiscard]] TwoLevelState state() const override {
    TwoLevelState s;
    const std::uint64_t valid = io_.twolevel_route__DOT__row_valid_q;
    for (unsigned r = 0; r <= K; ++r) {
      s.rows.push_back({(valid >> r & 1U) != 0, io_.twolevel_route__DOT__key_q[r],
                        io_.twolevel_route__DOT__mask_q[r]});
    }
    return s;
  }

 private:
  /// Bits of a number below `count`.
  static constexpr unsigned width_of(unsigned count) {
    unsigned width = 1;
    while ((1U << width) < count) ++width;
    return width;
  }
};

}  // namespace selvage::cosim
