// SPDX-License-Identifier: Apache-2.0
/// \file
/// A foreign ack_aggregator of a port. It is clock-exact, so it has a clock of its own, which goes
/// on as long as a cycle can change it.
#pragma once

#include <vector>

#include "cosim/foreign/agent.hpp"
#include "golden/flow/ack_aggregator.hpp"

namespace selvage::cosim {

class ForeignAggregator {
 public:
  /// `framed`: its words are read.
  ForeignAggregator(ForeignAgent agent, const golden::AggregatorConfig& config, bool framed);
  /// The cycles before `now`, without push and grant.
  void advance(Cycle now);
  void step(Cycle now, const golden::AggregatorInput& in);
  /// The words of the oldest frame not yet taken, in place of `words`, which are golden's.
  void frame(Cycle now, std::vector<golden::FrameWord>& words);
  void finish(Cycle now);

 private:
  void clock(Cycle now, const golden::AggregatorInput& in);

  ForeignAgent agent_;
  bool framed_;
  unsigned wait_clocks_;  ///< after them nothing changes while ACKs wait for a wire
  bool idle_ = true;
  Cycle cycle_ = 0;       ///< first cycle not yet clocked
  Cycle clock_ = 0;       ///< of the block, without those left out
  unsigned pending_ = 0;  ///< ACKs that it holds
  unsigned quiet_ = 0;    ///< clocks since it last had something to do
  std::vector<golden::FrameWord> words_;
  unsigned frames_ = 0;  ///< whole ones in words_
};

}  // namespace selvage::cosim
