// SPDX-License-Identifier: Apache-2.0
/// \file
/// When each host offers a packet, and for whom.
#pragma once

#include <vector>

#include "config/scenario.hpp"
#include "golden/topology.hpp"
#include "kernel/stream.hpp"

namespace selvage::fabric {

/// Injection by a Bernoulli trial per host and cycle with probability load / packet_beats, or by a
/// trace. Deterministic in (seed, host): hosts do not influence each other's draws.
///
/// Patterns, over host numbers 0..N-1: uniform (any other host); transpose (hosts laid out as the
/// squarest matrix r x N/r, row and column exchanged); bit-complement (N-1-i); hot-spot (a share
/// goes to the hot hosts, the rest is uniform). A host that a permutation maps to itself is silent.
///
/// Hosts of `faulty` switches send nothing, and nothing is for them: who would draw one draws again,
/// whose partner it is by a permutation is silent, and its lines of a trace are left out (FAB-NODE).
class Traffic {
 public:
  Traffic(const Scenario& scenario, const Topology& topology,
          const std::vector<SwitchIdx>& faulty = {});

  /// First cycle at or after `from` in which `host` offers a packet; kNever if it never does.
  [[nodiscard]] Cycle first(HostIdx host, Cycle from);
  /// The next such cycle after `now`, to be called after `destination`.
  [[nodiscard]] Cycle next(HostIdx host, Cycle now);
  /// Destination of the packet offered now.
  [[nodiscard]] HostIdx destination(HostIdx host);

 private:
  [[nodiscard]] HostIdx other_than(HostIdx host, kernel::Stream& stream) const;

  const TrafficConfig& config_;
  std::uint32_t hosts_;
  std::vector<bool> dead_;             ///< hosts of faulty switches
  std::uint32_t alive_;
  double rate_;                        ///< packets per host and cycle
  std::vector<kernel::Stream> when_;   ///< per host
  std::vector<kernel::Stream> where_;  ///< per host
  std::vector<HostIdx> fixed_;         ///< permutations: destination per host
  std::vector<HostIdx> hot_;
  std::vector<std::vector<TraceRecord>> trace_;  ///< per host, the last record is the next
};

}  // namespace selvage::fabric
