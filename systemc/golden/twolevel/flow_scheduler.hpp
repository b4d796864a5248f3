// SPDX-License-Identifier: Apache-2.0
/// \file
/// The central scheduler of large flows (F-FLOW-4).
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "golden/twolevel/al_fares.hpp"
#include "golden/twolevel/flow_classifier.hpp"

namespace selvage::golden {

/// Knows which links are reserved, each direction by itself; knows no faults.
class FlowScheduler {
 public:
  /// `net` outlives this.
  explicit FlowScheduler(const AlFares& net) : net_(&net) {}

  /// What the switches of the source's pod do for a placed flow.
  struct Place {
    SwitchPort edge;                        ///< and the up port it takes
    std::optional<SwitchPort> aggregation;  ///< empty: both hosts are in one pod
  };
  /// The first way, by ascending aggregation switch and core, all of whose links between switches
  /// are free; reserves them. Empty if there is none, if both hosts hang on one switch, or if the
  /// flow has a place already.
  [[nodiscard]] std::optional<Place> reserve(FlowKey flow);
  void release(FlowKey flow);
  [[nodiscard]] std::size_t reserved_links() const { return taken_.size(); }

 private:
  using Link = std::pair<SwitchIdx, PortIdx>;  ///< by its sending end
  /// The links by up port `up` of the edge switch and, between pods, `core` of the one above it.
  [[nodiscard]] std::vector<Link> way(FlowKey flow, PortIdx up, std::optional<PortIdx> core) const;

  const AlFares* net_;
  std::set<Link> taken_;
  std::map<FlowKey, std::vector<Link>> flows_;
};

}  // namespace selvage::golden
