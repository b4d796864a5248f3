// SPDX-License-Identifier: Apache-2.0
/// \file
/// The routers and terminals of one network, their state side by side in memory, and their clock.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "flow/observers.hpp"
#include "flow/router.hpp"
#include "flow/terminal.hpp"

namespace selvage::flow {

/// Hands each what happens at it, in the order of time. What leaves a module arrives d >= 1 cycles
/// later, so inside a cycle none sees another one, and their order only orders the calls.
class Routers {
 public:
  /// Throws std::invalid_argument on parameters or wiring that make no network.
  Routers(const Params& params, const Wiring& wiring, Client& client);
  Routers(const Routers&) = delete;
  Routers& operator=(const Routers&) = delete;

  [[nodiscard]] Router& operator[](SwitchIdx sw) { return routers_[sw]; }
  [[nodiscard]] const Router& operator[](SwitchIdx sw) const { return routers_[sw]; }
  [[nodiscard]] Terminal& terminal(HostIdx host) { return terminals_[host]; }
  [[nodiscard]] const Terminal& terminal(HostIdx host) const { return terminals_[host]; }

  /// Handles cycle `now`. Cycles may be left out while next_activity() lies later.
  void cycle(Cycle now);
  /// The first cycle from `from` on in which something happens; kNever if nothing will.
  [[nodiscard]] Cycle next_activity(Cycle from) const { return shared_.agenda.next_activity(from); }
  // Plain wires for headers, where no modules carry them: for Client::header_leaves.
  void carry(std::uint32_t slot, SwitchIdx sw, PortIdx out);
  void carry_from(std::uint32_t slot, HostIdx host);

  [[nodiscard]] const Counts& counts() const { return shared_.counts; }
  [[nodiscard]] std::uint64_t packets_in_flight() const {
    return shared_.counts.injected - shared_.counts.delivered - shared_.counts.dropped;
  }
  [[nodiscard]] Cycle last_progress() const { return shared_.last_progress; }
  /// Live channels of the edge tables, summed over all cycles up to `now`.
  [[nodiscard]] std::uint64_t live_cycles(Cycle now) const {
    return shared_.counts.live_cycles + shared_.live * (now - shared_.live_since);
  }
  /// Their mean over these cycles.
  [[nodiscard]] double mean_live(Cycle now) const;
  [[nodiscard]] unsigned live() const { return shared_.live; }
  /// Units that have left the queues of their ingress edge and are not delivered.
  [[nodiscard]] std::uint64_t in_fabric() const { return shared_.in_fabric; }
  /// The most since the start, or since the last call.
  [[nodiscard]] std::uint64_t fabric_high() const { return shared_.fabric_high; }
  /// Sum of MFE over the flows, each at the level of its last packet, when that was reached last.
  [[nodiscard]] std::uint64_t limit_at_high() const { return shared_.cap_at_high; }
  std::uint64_t take_fabric_high() { return std::exchange(shared_.fabric_high, shared_.in_fabric); }
  /// Rows of all input tables that are not free.
  [[nodiscard]] std::uint64_t channels() const {
    return shared_.counts.opened - shared_.counts.closed;
  }
  [[nodiscard]] bool keeps_order() const { return shared_.keeps_order(); }
  /// Something was lost: the state carried by ACKs is no longer exact.
  [[nodiscard]] bool lossy() const { return shared_.lossy; }
  /// From the news of a dead link to the end of its channels, at most.
  [[nodiscard]] Cycle longest_drain() const { return longest_drain_; }
  /// From a loss to news of it, if nothing more is lost, at most (FLOW-A-31).
  [[nodiscard]] Cycle longest_news() const { return longest_news_; }
  /// What that has to be for order to be sure, and whether a link has less (FLOW-A-30).
  [[nodiscard]] Cycle longest_bound() const { return longest_bound_; }
  [[nodiscard]] bool short_drain() const { return short_drain_; }
  /// Units queued in the pools of all input ports, and in output FIFOs.
  [[nodiscard]] std::uint64_t occupancy() const;
  /// Branches of the edge rows that have any.
  [[nodiscard]] Branches branches(Cycle now);
  /// When nothing moves any more: outputs, each waits for what is queued behind it and that for the
  /// next one. Empty if there is no cycle.
  [[nodiscard]] std::vector<WaitPort> wait_cycle() const;

  /// Checks every law that holds between cycles (FLOW-A-5, 7, 8, 9); `now` is the last one handled.
  /// The first thing found, or empty.
  [[nodiscard]] std::string audit(Cycle now);
  /// After everything drained: no packet, no channel, no id left. Empty if so.
  [[nodiscard]] std::string audit_end(Cycle now);
  /// A violation seen while running; empty if none.
  [[nodiscard]] const std::string& violation() const { return shared_.violation; }
  /// The channels of a flow from its ingress on, as far as it is live and follows one path.
  [[nodiscard]] std::vector<HopView> path(HostIdx source, HostIdx destination, std::uint8_t tc,
                                          bool ordered, Cycle now);
  [[nodiscard]] const FlowStat& flow(std::uint32_t index) const { return shared_.flows[index]; }
  [[nodiscard]] std::uint32_t flow_count() const {
    return static_cast<std::uint32_t>(shared_.flows.size());
  }
  [[nodiscard]] const std::vector<FlowEvent>& log() const { return shared_.log; }
  [[nodiscard]] const Cargo& cargo(std::uint32_t slot) const { return shared_.cargo[slot]; }
  /// Puts something around the blocks of a port.
  template <class Around>
  void wrap(SwitchPort at, const Around& around) {
    const PortNumber p = at.sw * shared_.ports + at.port;
    std::unique_ptr<Blocks>& blocks = shared_.blocks[p];
    if (blocks == nullptr) return;  // a link that is not there
    blocks = around(blocks_config(shared_.params, shared_.edge(p), p), std::move(blocks));
  }
  /// Tells `observer` too from now on, until it is forgotten.
  void observe(Observer& observer) {
    observers_.add(observer);
    shared_.observer = observers_.told();
  }
  void forget(Observer& observer) {
    observers_.remove(observer);
    shared_.observer = observers_.told();
  }
  /// Lets the pipelines of all blocks run dry and compares what is left.
  void finish(Cycle now);

 private:
  /// Units outstanding beyond each row of an input table, summed over its branches.
  using Sums = std::vector<std::vector<std::uint32_t>>;

  void wire(PortNumber p, const Wiring& wiring);
  void handle(Kind kind, std::uint32_t where, std::uint64_t arg);
  void signal(std::uint32_t where, std::uint64_t arg);
  // audit.cpp
  [[nodiscard]] std::string at_row(PortNumber p, unsigned id) const;
  [[nodiscard]] std::string audit_links(Cycle now, Sums& sums);
  [[nodiscard]] std::string audit_port(PortNumber p, Cycle now, const Sums& sums);
  /// What is wrong with a row of an input table, null if nothing is.
  [[nodiscard]] const char* audit_row(PortNumber p, unsigned id, Cycle now, const Sums& sums);
  [[nodiscard]] std::string audit_edge(PortNumber p, Cycle now);
  [[nodiscard]] std::string audit_rest(PortNumber p, Cycle now);
  // stuck.cpp
  struct Waits;
  [[nodiscard]] Waits waits() const;
  [[nodiscard]] WaitPort wait_port(PortNumber p) const;

  Observers observers_;
  Shared shared_;
  std::vector<InputUnit> inputs_;  ///< [port of all switches]
  std::vector<OutputUnit> outputs_;
  std::vector<Router> routers_;
  std::vector<Terminal> terminals_;
  Cycle longest_drain_ = 0;
  Cycle longest_news_ = 0;
  Cycle longest_bound_ = 0;
  bool short_drain_ = false;
};

}  // namespace selvage::flow
