// SPDX-License-Identifier: Apache-2.0
/// \file
/// Flow classification: a switch remembers by which up port each flow goes, and evens its up ports
/// out by moving flows (F-FLOW-1, F-FLOW-2).
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "golden/types.hpp"

namespace selvage::golden {

/// The packets from one host to another.
struct FlowKey {
  HostIdx source = 0;
  HostIdx destination = 0;
  [[nodiscard]] std::uint64_t number() const { return std::uint64_t{source} << 32U | destination; }
  friend bool operator==(FlowKey a, FlowKey b) { return a.number() == b.number(); }
  friend bool operator<(FlowKey a, FlowKey b) { return a.number() < b.number(); }
};

struct FlowOptions {
  Cycle period = 2000;     ///< cycles between two passes
  unsigned moves = 3;      ///< flows a switch moves in a pass, at most
  unsigned large = 8;      ///< packets in a period that make a flow large
  Cycle latency = 100;     ///< of an acknowledgement, and of a message to or from the scheduler
  Cycle hold = 8000;       ///< most cycles a flow waits for its packets on the old way
  bool ordered = true;     ///< moved flows wait; without, they overtake their own packets
  bool scheduler = false;  ///< large flows are placed centrally
};

/// How the flows of one switch have fared.
struct FlowCounts {
  std::uint64_t moved = 0;    ///< flows that have changed their up port
  std::uint64_t held = 0;     ///< of them, those that had to wait
  std::uint64_t overdue = 0;  ///< of these, those that gave up waiting
};

/// One switch. Sizes are packets of the last whole period.
class FlowClassifier {
 public:
  static constexpr unsigned kIdlePeriods = 4;  ///< without a packet a flow is forgotten

  /// Up ports `first_port` .. `first_port` + `ports` - 1.
  FlowClassifier(const FlowOptions& options, unsigned first_port, unsigned ports);

  struct Way {
    PortIdx port = 0;
    bool hold = false;  ///< not now: packets of the flow are still on the old way
  };
  /// A packet of the flow requests its port. A new flow gets the up port with the least load,
  /// `preferred` or the next above it, wrapping around, where several have. `acknowledged`: the
  /// latest of the flow's packets known to have left its last switch. Packets of a flow do so in
  /// ascending order.
  [[nodiscard]] Way request(Cycle now, FlowKey flow, PacketId packet, PortIdx preferred,
                            std::optional<PacketId> acknowledged);
  /// Faults have sent the flow by `port` instead.
  void diverted(FlowKey flow, PortIdx port);
  /// The scheduler has placed the flow; it is not moved here any more.
  void assign(Cycle now, FlowKey flow, PortIdx port);
  /// The scheduler has no place for the flow: the next pass moves it, or reports it again.
  void refuse(FlowKey flow);

  /// What a pass reports to the scheduler, flows ascending.
  struct Changes {
    std::vector<FlowKey> large;  ///< new ones, from now on not moved here
    std::vector<FlowKey> ended;  ///< forgotten ones that had been assigned
  };
  /// Ends a period.
  Changes pass(Cycle now);

  [[nodiscard]] const FlowCounts& counts() const { return counts_; }
  [[nodiscard]] std::size_t size() const { return flows_.size(); }
  /// Packets of the last whole period by up port, moves of that pass taken into account.
  [[nodiscard]] const std::vector<std::uint64_t>& loads() const { return loads_; }

 private:
  struct Flow {
    PortIdx port = 0;
    std::optional<PortIdx> next;   ///< being moved there
    Cycle since = 0;               ///< of that move
    bool waited = false;           ///< a packet has been held
    std::optional<PacketId> last;  ///< packet that went by `port`
    unsigned size = 0;             ///< packets in the last whole period
    unsigned counting = 0;         ///< in this one
    unsigned idle = 0;             ///< periods without a packet
    bool reported = false;
    bool refused = false;
    bool assigned = false;
  };

  void move(Cycle now, Flow& flow, PortIdx port);
  [[nodiscard]] PortIdx least_loaded(PortIdx preferred) const;
  /// Large flows that are not reported, of those that have been refused or of the others.
  void report(bool refused, Changes& changes);
  void forget_idle(Changes& changes);
  void even_out(Cycle now);

  FlowOptions options_;
  unsigned first_;
  std::vector<std::uint64_t> loads_;     ///< of the last whole period
  std::vector<std::uint64_t> counting_;  ///< of this one
  std::unordered_map<std::uint64_t, Flow> flows_;
  FlowCounts counts_;
};

}  // namespace selvage::golden
