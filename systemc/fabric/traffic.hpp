// SPDX-License-Identifier: Apache-2.0
/// \file
/// When each host offers a packet, and for whom.
#pragma once

#include <vector>

#include "config/scenario.hpp"
#include "golden/topology.hpp"
#include "kernel/stream.hpp"

namespace selvage::fabric {

inline constexpr std::uint32_t kNoFlow = ~std::uint32_t{0};

/// A packet that a host offers.
struct Offer {
  HostIdx destination = 0;
  std::uint8_t tc = 0;  ///< traffic class
  bool ordered = true;
  std::uint8_t length = 0;       ///< its place in TrafficConfig::mix
  std::uint32_t flow = kNoFlow;  ///< its place in Traffic::flows
};

/// Injection by a Bernoulli trial per host and cycle with probability load / mean length, or by a
/// trace. Deterministic in (seed, host): hosts do not influence each other's draws. Lengths are
/// drawn from a stream of their own for each host, or flow of pattern flows (FAB-LEN-1).
///
/// Patterns, over host numbers 0..N-1: uniform (any other host); transpose (hosts laid out as the
/// squarest matrix r x N/r, row and column exchanged); bit-complement (N-1-i); permutation (drawn
/// by the seed, nobody to himself); hot-spot (a share goes to the hot hosts, the rest is uniform);
/// incast (drawn hosts, all to one); flows (persistent flows, each with draws and a load of its
/// own). A host that a permutation maps to itself is silent.
///
/// Hosts of `faulty` switches send nothing, and nothing is for them: who would draw one draws
/// again, whose partner it is by a permutation is silent, and its lines of a trace are left out
/// (FAB-NODE).
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
  /// The whole packet offered now.
  [[nodiscard]] Offer offer(HostIdx host);
  /// The flows that have numbers: those of the patterns incast and flows.
  [[nodiscard]] const std::vector<NamedFlow>& flows() const { return flows_; }

 private:
  /// A flow of pattern flows.
  struct Source {
    double rate = 0;  ///< packets a cycle
    kernel::Stream stream;
    Cycle due = kNever;  ///< its next packet
  };
  void draw_incast(const Scenario& scenario);
  void list_flows(const Scenario& scenario);
  [[nodiscard]] std::uint32_t first_due(HostIdx host) const;
  [[nodiscard]] std::uint8_t length(HostIdx host);
  [[nodiscard]] HostIdx other_than(HostIdx host, kernel::Stream& stream) const;

  const TrafficConfig& config_;
  std::uint32_t hosts_;
  std::vector<bool> dead_;  ///< hosts of faulty switches
  std::uint32_t alive_;
  double rate_;  ///< packets per host and cycle
  double class_sum_;
  std::vector<kernel::Stream> when_;   ///< per host
  std::vector<kernel::Stream> where_;  ///< per host
  std::vector<HostIdx> fixed_;         ///< permutations: destination per host
  std::vector<HostIdx> hot_;
  std::vector<NamedFlow> flows_;
  std::vector<std::uint32_t> flow_of_;           ///< incast: by host, kNoFlow: silent
  std::vector<Source> sources_;                  ///< by flow
  std::vector<std::vector<std::uint32_t>> own_;  ///< flows of each host
  std::vector<kernel::Stream> traits_;           ///< per host: classes and order
  std::vector<kernel::Stream> lengths_;          ///< per host or flow; empty: there is one length
  std::vector<std::vector<TraceRecord>> trace_;  ///< per host, the last record is the next
};

}  // namespace selvage::fabric
