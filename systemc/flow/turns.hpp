// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which of the rows of a switch that have something to give is next (FL-TURN,
/// docs/reference/flow-switch.md).
#pragma once

#include <vector>

#include "flow/state.hpp"

namespace selvage::flow {

/// Inputs of a switch in turn, rows of an input in turn: the first at or behind the one after the
/// last, round and round.
class Turns {
 public:
  struct Head {
    PortIdx in = 0;
    golden::FlowId id = 0;
  };
  Turns(unsigned inputs, unsigned rows)
      : inputs_(inputs),
        words_((rows + kBits - 1) / kBits),
        rows_(inputs * words_),
        next_(inputs) {}

  void add(PortIdx in, golden::FlowId id) {
    rows_[in * words_ + id / kBits] |= std::uint64_t{1} << id % kBits;
    some_ |= PortMask{1} << in;
  }
  [[nodiscard]] bool empty() const { return some_ == 0; }
  [[nodiscard]] bool empty(PortIdx in) const { return (some_ >> in & 1) == 0; }
  /// Takes the next one out; there must be one.
  Head take() {
    const PortMask behind = some_ & ~((PortMask{1} << next_input_) - 1);
    const auto in = static_cast<PortIdx>(__builtin_ctzll(behind != 0 ? behind : some_));
    next_input_ = (in + 1U) % inputs_;
    return {in, take(in)};
  }

 private:
  static constexpr unsigned kBits = 64;

  golden::FlowId take(PortIdx in) {
    std::uint64_t* const rows = &rows_[in * words_];
    const unsigned from = next_[in] / kBits;
    std::uint64_t part = rows[from] & ~std::uint64_t{0} << next_[in] % kBits;
    unsigned word = from;
    while (part == 0) part = rows[word = (word + 1) % words_];
    const auto id = static_cast<golden::FlowId>(word * kBits + __builtin_ctzll(part));
    rows[word] &= ~(std::uint64_t{1} << id % kBits);
    next_[in] = (id + 1U) % (words_ * kBits);
    for (unsigned w = 0; w < words_; ++w)
      if (rows[w] != 0) return id;
    some_ &= ~(PortMask{1} << in);
    return id;
  }

  unsigned inputs_;
  unsigned words_;                   ///< of an input's rows
  std::vector<std::uint64_t> rows_;  ///< [input][word]
  std::vector<unsigned> next_;       ///< [input] row
  PortMask some_ = 0;                ///< inputs that have one
  unsigned next_input_ = 0;
};

}  // namespace selvage::flow
