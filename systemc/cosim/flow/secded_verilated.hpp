// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verilated `secded_dec` behind the block interface. Included only by the generated file of
/// its builds.
#pragma once

#include "cosim/flow/secded_block.hpp"
#include "cosim/lockstep/bits.hpp"
#include "cosim/lockstep/own_model.hpp"

namespace selvage::cosim {

template <class Model, unsigned kWidth>
class VerilatedSecdedDec final : public SecdedDecBlock {
 public:
  explicit VerilatedSecdedDec(const SecdedDecOptions&) : model_("secded_dec") {}
  SecdedDecOut decode(const std::vector<bool>& word, const std::vector<bool>& check) override {
    auto& io = model_.io();
    for (unsigned i = 0; i < kWidth; ++i) set_bits(io.data_i, i, 1, word[i]);
    for (unsigned c = 0; c < check.size(); ++c) set_bits(io.check_i, c, 1, check[c]);
    model_.eval();
    SecdedDecOut out{std::vector<bool>(kWidth), io.fixed_o != 0, io.lost_o != 0};
    for (unsigned i = 0; i < kWidth; ++i) out.word[i] = get_bits(io.data_o, i, 1) != 0;
    return out;
  }

 private:
  OwnModel<Model> model_;
};

}  // namespace selvage::cosim
