// SPDX-License-Identifier: Apache-2.0
/// \file
/// A host's way into a wormhole network: one flit a cycle, of one packet an injection channel.
#pragma once

#include "wormhole/state.hpp"

namespace selvage::wormhole {

class Sender {
 public:
  /// An injection channel.
  struct Lane {
    std::uint32_t slot = 0;
    std::uint32_t left = 0;
    std::uint32_t credits = 0;
    bool header = false;
  };
  /// `lanes`: Params::injection_channels of them.
  Sender(Shared& shared, HostIdx self, Lane* lanes) : shared_(shared), self_(self), lanes_(lanes) {
    begin_anew();
  }
  /// It hangs on `node`, at the input channels from `base` on.
  void wire(SwitchIdx node, Channel base);
  [[nodiscard]] bool wired() const { return wired_; }
  [[nodiscard]] SwitchIdx node() const { return node_; }
  [[nodiscard]] Channel base() const { return base_; }

  /// Whether a packet may be handed over now: one of the injection channels is free.
  [[nodiscard]] bool can_inject() const;
  /// The header of the packet may leave in cycle `now`, which must not have been handled.
  void inject(std::uint32_t slot, const Packet& packet, Cycle now);
  /// One cycle: credits come, a flit leaves.
  void step();
  /// The node has died before this cycle: packets whose header has not left are given to `lose`,
  /// and all begins anew (WH-NODE).
  template <class Lose>
  void node_died(Lose lose) {
    for (unsigned v = 0; v < shared_.params.injection_channels; ++v) {
      if (lanes_[v].left > 0 && lanes_[v].header) lose(lanes_[v].slot);
    }
    begin_anew();
  }
  /// Credits here and there, and flits under way, are all that there were. Empty if so.
  [[nodiscard]] std::string audit() const;

 private:
  void begin_anew();
  [[nodiscard]] std::uint32_t entity() const { return shared_.nodes + self_; }

  Shared& shared_;
  HostIdx self_;
  Lane* lanes_;
  SwitchIdx node_ = 0;
  Channel base_ = 0;
  bool wired_ = false;
  std::uint8_t last_ = 0;
};

}  // namespace selvage::wormhole
