// SPDX-License-Identifier: Apache-2.0
/// \file
/// Drives one block of the flow tables step by step.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "cosim/flow/tables/block.hpp"
#include "cosim/lockstep/runtime.hpp"

namespace selvage::test {

using namespace selvage::cosim;

/// One step, then an idle cycle: what it answers. Fails if an RTL assertion failed.
template <class Block>
typename Block::Out step(Block& block, const typename Block::In& in) {
  block.edge(in);
  block.edge({});
  const std::string failure = take_rtl_failure();
  CHECK(failure == "");
  return block.out();
}

template <class Block>
typename Block::State state_of(const Block& block) {
  typename Block::State s;
  block.state(s);
  return s;
}

enum FlowType : unsigned {
  kNormal,
  kEpNew,
  kEpCont,
  kEpSevere,
  kRedirect,
  kLoss,
  kCredit,
  kCreditOff
};

}  // namespace selvage::test
