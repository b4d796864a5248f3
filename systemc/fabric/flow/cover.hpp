// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functional coverage of the data path of flow-channel switches (docs/reference/coverage.md).
#pragma once

#include <vector>

#include "flow/blocks/cover.hpp"
#include "flow/observer.hpp"

namespace selvage::fabric {

/// What one switch meets.
class FlowPathCover {
 public:
  /// `counts`: of a model of FlowCover.
  FlowPathCover(cover::Counts& counts, SwitchIdx self, unsigned ports)
      : counts_(&counts), self_(self), classes_(ports, kNoClass) {}
  /// A packet of class `tc` leaves its queue for `out`; `ahead`: its last beat has not come.
  void leaves(PortIdx out, std::uint8_t tc, bool ahead);
  /// A fault message takes a beat of a port that looks like this.
  void message(const flow::PortLook& look);
  /// A port that looks like this is declared dead.
  void port_down(const flow::PortLook& look);
  void dropped(flow::DropCause cause);

 private:
  static constexpr std::uint8_t kNoClass = 0xff;
  void meet(flow::FlowCase which) { counts_->meet(flow::flow_cover().of(which), self_); }

  cover::Counts* counts_;
  SwitchIdx self_;
  std::vector<std::uint8_t> classes_;  ///< [port] of the last packet that left for it
};

/// What a network has counted over a run, which its switches do not tell one by one.
void sample(const flow::Counts& network, cover::Counts& counts);

}  // namespace selvage::fabric
