// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the blocks of a port are given.
#pragma once

#include <algorithm>
#include <array>

#include "ack_stimulus.hpp"
#include "choice.hpp"
#include "port_pair.hpp"

namespace selvage::test {

/// Random inputs of all blocks; a table that has to become empty is emptied.
class Traffic {
 public:
  explicit Traffic(std::uint64_t seed)
      : random_(seed),
        aggregator_(seed + 1),
        redirect_(seed + 2, golden::kSmallFlowSizes),
        ep_(seed + 3),
        ifct_(seed + 4, 1000),
        efct_(seed + 5, golden::kSmallFlowSizes),
        ofct_(seed + 6, 1000, golden::kSmallFlowSizes),
        unpacker_(seed + 7, 48),
        choice_(seed + 8, 8) {}

  PortStimulus next(const FlowPortPair& pair) {
    PortStimulus in;
    in.aggregator = aggregator_.next(pair.aggregator());
    in.redirect = redirect_.next(pair.redirect());
    in.ep = ep_.next(pair.ep());
    in.ifct = ifct_.next(pair.ifct());
    if (pair.edge()) in.efct = efct_.next(pair.efct());
    else in.ofct = ofct_.next(pair.ofct());
    in.rx = unpacker_.next(pair.unpacker());
    in.ask = choice_.next(pair.choice());
    // Blocks of a port have quiet times, each its own.
    for (unsigned b = 0; b < quiet_.size(); ++b)
      if (random_.percent(1)) quiet_[b] = !quiet_[b];
    if (quiet_[0]) in.efct = {};
    if (quiet_[1])
      in.ifct.deq_valid = in.ifct.enq_valid = in.ifct.ack_valid = in.ifct.chk_valid = false;
    if (quiet_[2]) in.aggregator.push = false;
    if (quiet_[3]) in.redirect.load = in.redirect.sample = in.ep.req = false;
    if (quiet_[4]) in.rx = {};
    if (quiet_[5]) in.ask.valid = false;
    if (pair.holds()) {
      empty(pair.ifct(), in.ifct);
      // a dead link's rows are the walker's
      if (!pair.edge() && pair.registers().out().enabled) empty(pair.ofct(), in.ofct);
    }
    return in;
  }

 private:
  void empty(const golden::Ifct& table, golden::IfctInput& in) {
    const golden::FlowSizes& sizes = table.config().sizes;
    const unsigned first = random_.below(sizes.rows());
    for (unsigned i = 0; i < sizes.rows(); ++i) {
      const auto id = static_cast<golden::FlowId>((first + i) % sizes.rows());
      if (table.row(id).state == golden::FlowState::kFree) continue;
      in.deq_valid = in.ack_valid = true;
      in.deq = {};
      in.deq.id = in.ack.id = id;
      in.deq.len = std::min(63U, table.queue_extent(id));
      if (in.deq.len == 0) in.deq.len = 1;
      in.deq.any = true;
      in.deq.mask = (PortMask{1} << sizes.ports) - 1;
      in.ack = {};
      in.ack.id = id;
      in.ack.delta = table.flow_extent(id);
      if (table.row(id).dm && random_.percent(20)) in.ack.type = golden::AckType::kCreditOff;
      return;
    }
  }
  static void empty(const golden::Ofct& table, golden::OfctInput& in) {
    in.map_valid = in.rev_valid = false;
    for (unsigned i = 0; i < golden::kSmallFlowSizes.rows(); ++i) {
      const auto id = static_cast<golden::FlowId>(i);
      if (!table.rows().valid(id)) continue;
      in.rev_valid = true;
      in.rev = {};
      in.rev.id = id;
      in.rev.pos = table.row(id).data;
      return;
    }
  }
  tb::Random random_;
  AggregatorStimulus aggregator_;
  RedirectStimulus redirect_;
  EpStimulus ep_;
  IfctStimulus ifct_;
  EfctStimulus efct_;
  OfctStimulus ofct_;
  UnpackerStimulus unpacker_;
  ChoiceStimulus choice_;
  std::array<bool, 6> quiet_{};
};

}  // namespace selvage::test
