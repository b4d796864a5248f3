// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a cycle of the model has shown of the heads of a port's flow queues, of its tables' answers
/// and of ACKs on their way back.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>

#include "cosim/flow/parts/heads_block.hpp"
#include "flow/blocks/blocks.hpp"
#include "flow/state.hpp"

namespace selvage::test {

/// Rows by what their heads do.
struct HeadRows {
  std::uint64_t routing = 0, choosing = 0, standing = 0, led = 0, waiting = 0;
};
struct HeadMoment {
  HeadRows rows;  ///< at the end of the cycle
  // The output: before the cycle's events, and behind them.
  bool was_alive = false, coming = false, alive = false, full = false;
  bool map = false;  ///< given
  golden::MapRequest map_for;
  bool mapped = false;  ///< answered
  golden::MapAnswer map_answer;
  golden::BackMessage rev, chk;
  flow::RedirectOutput turn;
  bool begins = false;  ///< a packet for a host
  unsigned begins_in = 0;
  cosim::FlowBack made;  ///< its ACK
  bool check = false;
  unsigned check_in = 0, check_id = 0;
  // The input.
  bool answered = false;  ///< a DEQ
  golden::DeqAnswer deq;
  cosim::FlowBack drop;
  unsigned oid = 0, start = 0;  ///< of the header of what leaves
  cosim::FlowFrontsIn::Row ask, route, pick;
  unsigned ways = 0;
  unsigned open = 0, left = 0;  ///< to the row that chooses
  flow::DeqOp op;               ///< of the row that is picked
  bool knew = true;
  Cycle wake_at = 0;  ///< a row has to wait for its bandwidth until then; 0: none
  unsigned wake_id = 0;
};

/// What the bench keeps of the heads of an input.
struct HeadTwin {
  std::unique_ptr<cosim::FlowFrontsBlock> fronts;
  std::unique_ptr<cosim::FlowAcksBlock> acks;
  cosim::FlowFrontsIn in;    ///< of this cycle
  cosim::FlowStepsIn turn;   ///< its pick
  cosim::FlowStepsOut step;  ///< of this cycle
  struct Acted {
    cosim::FlowFrontsIn::Row ack, chk;
  };
  std::array<Acted, 2> acted{};                      ///< steps two cycles ago and one
  std::array<unsigned, cosim::kPartRows> packets{};  ///< in the queues
  std::map<Cycle, std::uint64_t> times;              ///< rows whose bandwidth allows a packet again
};

}  // namespace selvage::test
