// SPDX-License-Identifier: Apache-2.0
/// \file
/// All switches of a k-ary fat tree that classify flows: passes, acknowledgements and the messages
/// to and from the scheduler, in the order of time.
#pragma once

#include <queue>
#include <unordered_map>

#include "golden/twolevel/flow_scheduler.hpp"

namespace selvage::golden {

class FlowPlane {
 public:
  /// `net` outlives this.
  FlowPlane(const AlFares& net, const FlowOptions& options);

  /// Whether the switch keeps flows: edge and aggregation switches do.
  [[nodiscard]] bool classifies(SwitchIdx sw) const { return sw < switches_.size(); }
  /// A packet that goes up requests its port at `sw` in cycle `now`, which never decreases but may
  /// start anew with 0. It sees what is due by then.
  [[nodiscard]] FlowClassifier::Way request(Cycle now, SwitchIdx sw, FlowKey flow, PacketId packet,
                                            PortIdx preferred);
  /// Faults have sent the flow by another port of `sw`.
  void diverted(SwitchIdx sw, FlowKey flow, PortIdx port) { switches_[sw].diverted(flow, port); }
  /// The packet begins to leave its last switch: this is acknowledged, `latency` cycles later.
  void leaving(Cycle now, FlowKey flow, PacketId packet);

  struct Totals {
    FlowCounts moves;
    std::uint64_t overtaken = 0;  ///< packets that left their last switch after a later one
    std::uint64_t placed = 0;     ///< flows the scheduler has placed
    std::uint64_t refused = 0;    ///< reports it had no place for
  };
  [[nodiscard]] Totals totals() const;

 private:
  /// A message on its way.
  struct Message {
    enum class Kind : std::uint8_t { kAcknowledge, kReport, kEnded, kAssign, kRefuse };
    Cycle due = 0;
    std::uint64_t order = 0;  ///< of messages due at the same time
    Kind kind = Kind::kAcknowledge;
    FlowKey flow;
    PacketId packet = 0;
    SwitchPort to;  ///< kAssign: switch and up port
    friend bool operator>(const Message& a, const Message& b) {
      return a.due != b.due ? a.due > b.due : a.order > b.order;
    }
  };
  /// The packets of a flow, watched at its last switch.
  struct Flow {
    std::optional<PacketId> acknowledged;
    std::optional<PacketId> left;  ///< latest
  };

  void advance(Cycle now);
  void pass(Cycle now);
  void receive(const Message& message);
  void send(Cycle now, Message message);

  const AlFares* net_;
  FlowOptions options_;
  std::vector<FlowClassifier> switches_;  ///< by number: edge and aggregation switches come first
  FlowScheduler scheduler_;
  std::unordered_map<std::uint64_t, Flow> flows_;
  std::priority_queue<Message, std::vector<Message>, std::greater<>> messages_;
  Cycle next_pass_;
  std::uint64_t sent_ = 0;
  Totals totals_;
};

}  // namespace selvage::golden
