// SPDX-License-Identifier: Apache-2.0
/// \file
/// A host that takes flits slowly (WH-RECV-1..3): a receive buffer for each virtual channel, and
/// credits for what it takes.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "kernel/service.hpp"
#include "wormhole/state.hpp"

namespace selvage::wormhole {

/// Takes at most one flit a cycle, of its virtual channels in turn. A flit that comes may be taken
/// in its cycle; its credit leaves in the cycle in which it is taken.
class Sink {
 public:
  /// `depth`: places of the buffer of a virtual channel; 0: it is not slow, nothing comes here.
  Sink(Shared& shared, HostIdx self, unsigned depth);
  void make_slow(unsigned depth) { depth_ = depth; }
  [[nodiscard]] bool slow() const { return depth_ != 0; }
  [[nodiscard]] unsigned depth() const { return depth_; }
  /// It hangs on `node`, at the output channels from `base` on.
  void wire(SwitchIdx node, Channel base);

  /// The flit that comes in this cycle is the tail of the packet; before `step`.
  void tail_coming(std::uint32_t slot) {
    tail_slot_ = slot;
    tail_comes_ = true;
  }
  /// One cycle: a flit comes, a flit is taken.
  void step();
  /// The node has died: worms that it was sending here have no tail. What is under way comes.
  void node_died() { cut_until_ = shared_.now + shared_.params.link_latency; }
  /// Flits of the buffer of a virtual channel.
  [[nodiscard]] unsigned held(unsigned vc) const { return lanes_[vc].held; }

 private:
  struct Tail {
    std::uint32_t slot;
    std::uint64_t flit;  ///< its number on its channel, from 1 on
  };
  /// A virtual channel.
  struct Lane {
    std::deque<Tail> tails;  ///< in the buffer
    std::uint64_t come = 0;  ///< flits so far
    std::uint32_t held = 0;
    bool open = false;  ///< a packet's header has come, its tail has not
  };
  void accept(unsigned vc);
  void take();
  [[nodiscard]] std::uint32_t entity() const { return shared_.nodes + self_; }

  Shared& shared_;
  HostIdx self_;
  unsigned depth_;
  SwitchIdx node_ = 0;
  Channel base_ = 0;
  std::vector<Lane> lanes_;
  std::uint32_t tail_slot_ = 0;  ///< of the tail that comes in this cycle
  bool tail_comes_ = false;
  kernel::ServiceCycles service_;
  std::int64_t budget_ = 0;  ///< millionths of a flit that it may take, at most 0 between cycles
  std::uint32_t held_ = 0;   ///< flits of all channels
  unsigned last_ = 0;        ///< virtual channel served last
  Cycle cut_until_ = 0;      ///< worms that have come by then may have no tail
};

}  // namespace selvage::wormhole
