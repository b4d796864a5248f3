// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verilated flow_walker behind its interface, for the generated file of a build.
#pragma once

#include "cosim/flow/tables/verilated.hpp"

namespace selvage::cosim {

template <class Model>
class VerilatedWalker final : public VerilatedFlow<Model, WalkerBlock> {
 public:
  VerilatedWalker(unsigned rows, unsigned bugs, const char* name = "flow")
      : VerilatedFlow<Model, WalkerBlock>(rows, bugs, name) {
    this->reset();
  }
  void state(WalkerState& s) const override {
    const auto& io = this->io_;
    s = {io.flow_walker__DOT__state_q, io.flow_walker__DOT__id_q, io.flow_walker__DOT__wait_q};
  }
  void show(std::uint64_t now) override {
    this->set(this->io_.now_i, now % this->rows_);
    this->eval();
    this->forget();
  }

 protected:
  void drive(const WalkerIn& in) override {
    auto& io = this->io_;
    this->set(io.now_i, in.now % this->rows_);
    io.down_i = in.down;
    io.up_i = in.up;
    io.drain_t_i = in.drain_t;
  }
  void read(WalkerOut& out) const override {
    const auto& io = this->io_;
    out = {io.chk_valid_o != 0, io.chk_id_o, io.chk_kind_o, io.done_o != 0};
  }
};

}  // namespace selvage::cosim
