// SPDX-License-Identifier: Apache-2.0
/// \file
/// One simulation from a scenario to a result. No SystemC header is needed to call it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "config/scenario.hpp"
#include "cosim/lockstep/scoreboard.hpp"
#include "cosim/system.hpp"
#include "fabric/application/report.hpp"
#include "fabric/early_end.hpp"
#include "fabric/path_report.hpp"
#include "fabric/record/fault_story.hpp"
#include "mpi/join.hpp"

namespace selvage::fabric {

/// Why a packet was dropped.
enum class DropReason : std::uint8_t {
  kNoRoute,       ///< the decision found no candidate (FT-RS-5)
  kCaughtOnLink,  ///< on the wire, or half sent, when its link died
  kSentIntoDead,  ///< sent by a switch that had not yet detected that the link is dead
  kDeadPort,      ///< its only way leads through a port known to be dead
  kLostOnLink,    ///< by the loss that the scenario asks for
  kLostInSwitch,  ///< in a switch when it died, or on its way there from a host
  kHostGone,      ///< its source or its destination hangs on a dead switch
  kBitError,      ///< a beat of it was damaged on a link; its host's check discards it
  kCount
};
inline constexpr std::size_t kDropReasons = static_cast<std::size_t>(DropReason::kCount);
/// Field name in result.json, e.g. "no_route".
[[nodiscard]] std::string_view to_string(DropReason r);

/// What happened, for the verdict.
enum class Outcome : std::uint8_t {
  kDeliveredAll,    ///< every accepted packet arrived
  kDroppedSome,     ///< some were dropped, for the reasons counted
  kSaturated,       ///< hosts refused packets: more is offered than the fabric accepts
  kNotDrained,      ///< the drain phase ended with packets on their way
  kDeadlocked,      ///< nothing moved for `limits.watchdog` cycles
  kMismatch,        ///< RTL and golden disagree; the run stopped there
  kCheckFailed,     ///< audit, conservation or buffer check failed
  kInterrupted,     ///< by a signal
  kBudgetSpent,     ///< limits.wall_seconds reached
  kNothingCompared  ///< lockstep asked for, no comparison made
};
[[nodiscard]] std::string_view to_string(Outcome o);

/// Conservation: offered = accepted + refused; accepted = delivered + sum(dropped) + in_flight.
struct PacketCounts {
  std::uint64_t offered = 0;
  std::uint64_t accepted = 0;
  std::uint64_t refused = 0;
  std::uint64_t delivered = 0;
  std::array<std::uint64_t, kDropReasons> dropped{};
  std::uint64_t in_flight = 0;
  [[nodiscard]] std::uint64_t dropped_total() const;
};

/// Generation to arrival of the tail, in cycles, over packets generated in the measurement phase.
struct LatencyStats {
  std::uint64_t count = 0;
  double mean = 0;
  std::uint64_t p50 = 0;
  std::uint64_t p99 = 0;
  std::uint64_t max = 0;
};

/// Links between switches, each direction by itself, in the measurement phase; loads as fractions
/// of the bandwidth (FAB-LOAD).
struct LinkLoads {
  std::uint64_t links = 0;
  std::uint64_t used = 0;  ///< on which a packet was sent
  double mean = 0;         ///< over all links
  double worst = 0;
  std::string worst_name;  ///< the sending port; empty: none was used
};

/// Hosts that take packets slowly (traffic.receivers).
struct ReceiverCounts {
  std::uint64_t xoff = 0;     ///< said to their switches
  std::uint64_t xon = 0;      ///< likewise
  std::uint64_t stalled = 0;  ///< cycles in which a host held a packet and stalled
  std::uint64_t fullest = 0;  ///< most beats in one receive buffer
};

/// Beats that links damaged (faults.bit_errors), and what was sent again.
struct ErrorCounts {
  std::uint64_t packets = 0;   ///< crossings of a link in which a packet was damaged
  std::uint64_t messages = 0;  ///< fault messages damaged
  std::uint64_t resent = 0;    ///< fault messages sent once more, after damage or an outage
};

/// An outage of a link that no prober detects (faults.flaps).
struct FlapEvent {
  SwitchPort link;  ///< canonical end
  std::string name;
  Cycle at = 0;
  Cycle cycles = 1;
  bool happened = false;
  std::uint64_t packets_lost = 0;   ///< dropped because of it
  std::uint64_t messages_lost = 0;  ///< on the wire, sent again behind it
};

/// What the news of a failure or a repair has done.
struct Spread {
  Cycle last_change = kNever;    ///< last change of routing state it caused anywhere
  unsigned hops = 0;             ///< most message hops from a declaration to a change
  std::uint64_t messages = 0;    ///< link-fault messages sent because of it
  std::uint64_t changes = 0;     ///< of a switch's routing state because of it, counted
  std::set<SwitchIdx> switches;  ///< whose state changed
};

/// The end of a link failure.
struct RepairEvent : Spread {
  Cycle at = 0;             ///< asked for
  Cycle repaired = kNever;  ///< took effect: not before both ends know of the death
  std::array<Cycle, 2> detected{kNever, kNever};  ///< declared up by lower (canonical), other end
  Cycle first_packet = kNever;  ///< in which the first header came over it, either way
};

/// One link failure and what came of it.
struct FaultEvent : Spread {
  SwitchPort link;      ///< canonical end
  std::string name;     ///< "LK<0,21>3"
  Cycle failed = 0;     ///< planned; once it has happened, the cycle in which it did
  bool preset = false;  ///< dead and known from the start
  bool happened = false;
  std::array<Cycle, 2> detected{kNever, kNever};  ///< lower (canonical) end, other end
  std::uint64_t packets_lost = 0;                 ///< dropped because of this link
  std::optional<RepairEvent> repair;              ///< if one is planned
  std::string node;                               ///< switch whose death it is part of, empty: none
};

/// The death of one switch. Its links have entries of their own.
struct NodeEvent {
  SwitchIdx sw = 0;
  std::string name;
  Cycle failed = 0;  ///< planned; once it has happened, the cycle in which it did
  bool happened = false;
  std::optional<Cycle> repair;     ///< asked for
  Cycle back = kNever;             ///< the first of its links is back
  std::uint64_t packets_lost = 0;  ///< in it, or from or for its hosts
};

/// One numbered flow in the measurement phase.
struct FlowShare {
  std::string from;
  std::string to;
  double offered = 0;  ///< of the link bandwidth
  double accepted = 0;
  LatencyStats latency;
};

/// Waves to record: one FST file.
struct WaveRequest {
  std::string file;
  Cycle from = 0;
  Cycle until = kNever;             ///< first cycle not recorded
  std::vector<SwitchIdx> switches;  ///< whose RTL is shown, most interesting first
  std::optional<Cycle> stuck = {};  ///< as an earlier run has found: nothing moves from here on
};
/// Waves that were recorded. Empty if the run never got to the window.
struct WaveRecord {
  bool made = false;
  Cycle from = 0;
  Cycle until = 0;
  Cycle rtl_later = 0;  ///< cycles by which whole switches in RTL stand later than the model's rows
};

struct RunResult {
  Outcome outcome = Outcome::kNothingCompared;
  std::string detail;                   ///< one line more on the outcome, may be empty
  std::vector<std::string> wait_cycle;  ///< deadlock: channels by name, each waits for the next
  std::optional<Cycle> idle_since;      ///< deadlock: the last cycle in which something moved
  Cycle cycles = 0;                     ///< simulated
  PacketCounts packets;
  double offered_load = 0;   ///< measured, fraction of link bandwidth per host, measure phase
  double accepted_load = 0;  ///< delivered beats per host and cycle, measure phase
  std::array<double, 2> accepted_halves{};  ///< the same in each half of the phase
  /// Packets dropped with reason no_route, by DropClass, where the system judges them.
  std::optional<std::array<std::uint64_t, kDropClasses>> drop_classes;
  LatencyStats latency;
  LinkLoads links;
  std::vector<double> link_loads;  ///< of each port of each switch, if `stories` were asked for
  std::uint64_t packet_hops = 0;   ///< decisions that led to a forwarding
  std::uint64_t decisions = 0;
  std::vector<FlapEvent> flaps;             ///< in order of time
  std::optional<ErrorCounts> errors;        ///< empty: links damage nothing and lose no message
  std::optional<ReceiverCounts> receivers;  ///< empty: every host takes packets as they come
  PathReport path;                          ///< of the kind of switch
  std::vector<FlowShare> flows;             ///< of the traffic patterns incast and flows
  std::uint64_t messages = 0;               ///< link-fault messages sent
  std::uint64_t lft_overflows = 0;
  std::vector<NamedCount> counters;       ///< what the system has counted
  std::vector<std::string> faulty_nodes;  ///< switches that have no link from the start, by name
  std::vector<SwitchPort> always_dead;    ///< links dead from the start that do not come back
  std::vector<FaultEvent> faults;         ///< all others that were to die
  std::vector<NodeEvent> failed_nodes;    ///< switches that died during the run
  std::vector<FaultStory> stories;        ///< one for each of `faults`, if asked for
  OtherLosses other_losses;               ///< likewise
  std::optional<HopBound> hop_bound;      ///< what the hops of `faults` have been held against
  std::optional<ApplicationReport> application;  ///< of traffic pattern application
  bool audited = false;
  AuditReport audit;
  bool settled = false;  ///< at the end nothing was under way, unnoticed or still to come
  WaveRecord waves;
  /// Of several ranks: the run has to be simulated by one, because of this; or empty.
  std::string alone;
  bool rank_lost = false;              ///< a rank does not answer, and nothing is known of the run
  std::vector<std::string> unwritten;  ///< why a log that was asked for is not complete
  double wall_seconds = 0;             ///< building and checking included
  double sim_seconds = 0;              ///< of it, simulating
};

struct RunOptions {
  std::string journey_file;                ///< journeys.ndjson to write; empty: none
  std::string flow_log;                    ///< flows.ndjson to write; empty: none
  std::optional<WaveRequest> waves;        ///< empty: none are recorded
  bool stories = false;                    ///< record the story of each link failure
  std::atomic<bool>* interrupt = nullptr;  ///< set by a signal handler: stop at the next chance
  /// What stands in ports of the switches in place of our own (`run --dut`); null: nothing.
  const cosim::ForeignDesign* foreign = nullptr;
  mpi::Ranks* ranks = nullptr;  ///< others that simulate parts of the fabric; null: none
  /// When the command began: limits.wall_seconds counts from here.
  EarlyEnd::Clock::time_point begun = EarlyEnd::Clock::now();
  /// Called about ten times a second of wall time with (cycle, last planned cycle, packets done).
  std::function<void(Cycle, Cycle, std::uint64_t)> progress;
};

/// Builds the fabric and simulates it. SystemC holds one simulation per process: the second call in
/// one process throws std::logic_error. Of several ranks the one with number 0 gets the result;
/// `alone` and `rank_lost` all of them.
[[nodiscard]] RunResult run(const Scenario& scenario, System& system, Scoreboard& scoreboard,
                            const RunOptions& options);

}  // namespace selvage::fabric
