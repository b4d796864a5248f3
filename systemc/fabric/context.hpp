// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the modules of one fabric share: time, pools, links, counts.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "config/scenario.hpp"
#include "cosim/lockstep/scoreboard.hpp"
#include "fabric/cargo.hpp"
#include "fabric/faults/link_state.hpp"
#include "fabric/record/events.hpp"
#include "fabric/record/record.hpp"
#include "fabric/run.hpp"
#include "golden/topology.hpp"
#include "kernel/index_set.hpp"
#include "kernel/tally.hpp"
#include "kernel/wheel.hpp"

namespace selvage::fabric {

class BitErrors;
class DropReview;

/// Fixed numbers of a run, computed once.
struct Timing {
  Cycle link = 4;   ///< link latency
  Cycle route = 2;  ///< request to decision
  /// Input buffer per port and VC, in beats; set by a data path that has such.
  std::uint64_t capacity = 0;
  /// Free beats below which XOFF goes out (and from which on XON does): what may start on the link
  /// before the XOFF gets there.
  std::uint64_t xoff_free = 0;
  Cycle measure_from = 0;
  Cycle measure_until = 0;  ///< injection stops here
  [[nodiscard]] Cycle measure_middle() const {
    return measure_from + (measure_until - measure_from) / 2;
  }
};

/// Beats of the packets that each port of a switch began to send in the measurement phase
/// (FAB-LOAD).
class LinkUse {
 public:
  explicit LinkUse(const Topology& topology);
  void count(SwitchPort from, std::uint32_t beats) { sent_[first_[from.sw] + from.port] += beats; }
  void prefetch(SwitchPort from) const { kernel::prefetch(sent_[first_[from.sw] + from.port]); }
  [[nodiscard]] std::uint64_t of(SwitchPort from) const {
    return sent_[first_[from.sw] + from.port];
  }
  [[nodiscard]] std::size_t ports() const { return sent_.size(); }
  /// By switch and port.
  [[nodiscard]] std::vector<std::uint64_t>& all() { return sent_; }

 private:
  std::vector<std::size_t> first_;  ///< by switch: its port 0 in `sent_`
  std::vector<std::uint64_t> sent_;
};

/// What has happened to links, and when switches were notified of it.
struct LinkChanges {
  std::uint64_t count = 0;       ///< deaths, repairs, declarations
  Cycle last_declared = kNever;  ///< by any end of any link; kNever: none yet
  Cycle last_resent = 0;         ///< a fault message left once more, or was requested again
  /// Since all ends knew the state of their links no end has declared anything while another one
  /// did not know the state of its own.
  bool declared_in_order = true;
};

/// What became of one flow of a pattern with numbered flows, in the measurement phase.
struct FlowTally {
  std::uint64_t offered = 0;  ///< beats
  std::uint64_t delivered = 0;
  kernel::Tally latency;
};

/// What is counted and measured.
struct Tally {
  explicit Tally(const Topology& topology) : link_use(topology) {}

  PacketCounts counts;
  kernel::Tally latency;
  std::vector<FlowTally> flows;  ///< as Traffic::flows
  std::uint64_t measured_offered_beats = 0;
  std::uint64_t measured_delivered_beats = 0;
  std::uint64_t early_delivered_beats = 0;  ///< of them those in the first half of the phase
  std::uint64_t packet_hops = 0;
  LinkUse link_use;
  std::uint64_t decisions = 0;
  std::uint64_t messages_sent = 0;
  ReceiverCounts receivers;
  ErrorCounts errors;
  std::array<std::uint64_t, kDropClasses> drop_classes{};  ///< of those with reason no_route
};

/// The links, what has happened to them and to switches, and what of it is still under way.
struct LinkBook {
  std::vector<LinkState> links;
  LinkMonitor monitor;           ///< of `links`, by place
  bool cross_dead_link = false;  ///< bug.cross_dead_link
  bool no_resend = false;        ///< bug.no_resend
  LinkChanges link_changes;
  std::vector<FaultEvent> faults;
  std::vector<NodeEvent> deaths;           ///< of switches
  std::vector<FlapEvent> flaps;            ///< of links
  std::vector<std::uint32_t> death_now;    ///< by switch: its death, kNoFault; empty: none dies
  std::uint64_t messages_pending = 0;      ///< on links
  std::uint64_t resends_pending = 0;       ///< ends of links that wait for messages once more
  std::uint64_t controls_active = 0;       ///< switches whose control is at work
  std::uint64_t declarations_pending = 0;  ///< ends that do not yet know the state of their link
  std::uint64_t changes_pending = 0;       ///< failures and repairs of the plan still to come
  std::uint64_t outages = 0;               ///< deaths of links, begins and ends of flaps so far
  std::set<Cycle> outages_due;  ///< cycles in which links or switches die, those past included
  /// Repairs by the cycle in which they may take effect: the failures that they end.
  std::map<Cycle, std::vector<std::uint32_t>> repairs_due;

  /// News of a link is under way: a message, a control at work, an end that does not know.
  [[nodiscard]] bool spreading() const {
    return messages_pending + resends_pending + controls_active + declarations_pending != 0;
  }
  /// Nothing about the links remains to be sent, noticed or done.
  [[nodiscard]] bool settled() const { return !spreading() && changes_pending == 0; }
  [[nodiscard]] std::vector<SwitchPort> dead_links() const;
  /// Links that an end has declared dead.
  [[nodiscard]] std::vector<SwitchPort> known_dead_links() const;
  /// The death that keeps a switch dead now, kNoFault if it lives.
  [[nodiscard]] std::uint32_t death_of(SwitchIdx sw) const {
    return death_now.empty() ? kNoFault : death_now[sw];
  }
  [[nodiscard]] Spread& spread_of(std::uint32_t event) {
    FaultEvent& fault = faults[fault_of(event)];
    return is_repair(event) ? static_cast<Spread&>(*fault.repair) : fault;
  }
};

/// Which part of the fabric this process simulates, where several ranks do (FAB-RANK-1).
struct Share {
  std::vector<std::uint32_t> rank_of;  ///< by switch, whose hosts go with it; empty: all is here
  std::uint32_t rank = 0;              ///< of this process
  std::uint64_t in_flight = 0;         ///< packets at other ranks when the run ended
  [[nodiscard]] bool elsewhere(SwitchIdx sw) const {
    return !rank_of.empty() && rank_of[sw] != rank;
  }
};

/// When and by what a packet was lost.
struct Loss {
  PacketId packet = 0;
  Cycle at = 0;
  std::uint64_t moment = 0;  ///< Context::moment
  std::uint32_t fault = kNoFault;
  DropReason reason{};
  bool logged = false;  ///< by this rank
};

/// Who has work in the present cycle's later phases, each at most once.
struct Agenda {
  explicit Agenda(const Topology& topology)
      : route(topology.switch_count()),
        control(topology.switch_count()),
        arbitrate(topology.switch_count()),
        send(topology.host_count()) {}
  kernel::IndexSet route;
  kernel::IndexSet control;
  kernel::IndexSet arbitrate;
  kernel::IndexSet send;  ///< hosts
};

struct Context {
  Context(const Scenario& s, const Topology& t, Scoreboard& b);
  ~Context();

  const Scenario& scenario;
  const Topology& topology;
  Scoreboard& scoreboard;
  Timing timing;
  kernel::Wheel wheel;
  Pool<Packet> packets{LinkPayload::Kind::kPacket};
  Pool<Message> messages{LinkPayload::Kind::kMessage};
  PacketId next_packet = 0;  ///< number of the next packet that any host of any rank offers
  std::uint64_t moment = 0;  ///< key of the event at work: what happens in a cycle is in this order
  Tally tally;
  LinkBook book;
  Share share;
  std::deque<Loss>* losses = nullptr;  ///< of late, in order; null: nobody wants to know
  Scoreboard doubles;                  ///< comparisons at switches of other ranks, which count them
  Agenda agenda;

  std::uint64_t most_hops;  ///< of a packet: no way uses a channel twice (FAB-DEST)
  bool large;               ///< the state of all ports is larger than the caches
  Cycle last_progress = 0;
  Cycle last_delivery = 0;
  std::string broken_check;  ///< first violated check of the fabric itself, with id

  Records record;                                 ///< what happens goes to its sinks
  PacketWatch* watch = nullptr;                   ///< the system's, if it has one
  const cosim::ForeignDesign* foreign = nullptr;  ///< see RunOptions
  std::unique_ptr<BitErrors> errors;              ///< null: links damage nothing
  std::unique_ptr<DropReview> drops;              ///< null: the system judges none
  std::string flow_log;   ///< file for the lives of all flows; empty: not asked for
  std::string unwritten;  ///< why that was asked for and is not there

  [[nodiscard]] Cycle now() const { return wheel.now(); }
  /// Where what is compared at `sw` counts.
  [[nodiscard]] Scoreboard& board(SwitchIdx sw) {
    return share.elsewhere(sw) ? doubles : scoreboard;
  }
  /// A link or switch dies in cycle `at`.
  void schedule_outage(Cycle at, const kernel::Event& event) {
    book.outages_due.insert(at);
    wheel.schedule(at, event);
  }
  /// FAB-LINK for something that left in cycle `sent` and is taken in now.
  void check_link(const LinkState& link, Cycle sent, SwitchPort at);
  /// The same for a packet's header; keeps which was the first after a repair. `disturbed`: the
  /// link was ever dead.
  void packet_over(const LinkState& link, Cycle sent, SwitchPort at, bool disturbed) {
    check_link(link, sent, at);
    if (disturbed && link.unused) first_over(link);
  }
  void first_over(const LinkState& link);
  void violate(const std::string& text) {
    if (broken_check.empty()) broken_check = text;
  }
  /// A link dies or comes back, and the news of it begins to spread (COV-2).
  void begin_news(cover::Phase phase);
  /// Behind each cycle: whether all news has spread, and whether nothing was met that must not be.
  void look_at_coverage() {
    if (scoreboard.coverage().phase() != cover::Phase::kQuiet && !book.spreading()) {
      enter(cover::Phase::kQuiet);
    }
    if (scoreboard.coverage().forbidden()) violate_coverage(*scoreboard.coverage().forbidden());
  }
  /// A packet begins to leave a switch: counts, journey, FAB-DEST.
  void left(Packet& packet, SwitchPort from);
  /// Keeps in mind when a packet was lost.
  void note_loss(const Packet& packet) {
    if (losses == nullptr) return;
    losses->push_back({packet.id, now(), moment, packet.fault, packet.reason, true});
  }
  /// Marks a packet that is to be dropped once all of it has gone where it is going.
  void lose(Packet& packet, DropReason reason, std::uint32_t fault, SwitchPort where);
  /// A packet has been damaged on a link; its host's check will discard it (FAB-ERR-1).
  void damage(Packet& packet, SwitchPort from);
  /// Records where and when a packet was lost that will go on to where it ends.
  void record_loss(const Packet& packet, SwitchPort where, Cycle at);
  /// Ends a packet's life undelivered and counts why. `where`: the last switch it was sent from,
  /// and by which port.
  void drop(Packet& packet, DropReason reason, std::uint32_t fault, SwitchPort where);

 private:
  void enter(cover::Phase phase);
  void violate_coverage(const cover::Forbidden& met);
};

}  // namespace selvage::fabric
