// SPDX-License-Identifier: Apache-2.0
/// \file
/// What happens in a fabric, as one stream, and those who record it.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

#include "fabric/cargo.hpp"
#include "fabric/run.hpp"
#include "golden/switch_control.hpp"

namespace selvage::fabric {

/// A packet has entered its host's source queue.
struct PacketStarted {
  const Packet& packet;
};
/// A header has come to a switch, or will come in cycle `at`.
struct HeaderArrived {
  const Packet& packet;
  SwitchPort where;
  Cycle at;
};
/// The last arrival that was announced does not happen: the link has died.
struct HeaderCutOff {
  const Packet& packet;
};
/// A packet begins to leave a switch.
struct PacketLeft {
  const Packet& packet;
  SwitchPort from;
  Cycle at;
};
/// The last beat of a packet has left the buffer of `in`, of a cut-through switch, in the cycle
/// before `at`.
struct TailGone {
  PacketId packet;
  SwitchPort in;
  std::optional<PortIdx> out;  ///< empty: it goes nowhere
  Cycle at;
};
/// The link that ends at `where`, of a cut-through switch, has cut the packet that comes in: its
/// rest is made up.
struct PacketCut {
  PacketId packet;
  SwitchPort where;
};
/// A packet will not arrive: it was charged to failure `fault`, kNoFault (~0) if to none.
struct PacketLost {
  std::uint32_t fault;
  SwitchPort where;
  DropReason reason;
  PacketId packet;
  Cycle at;
  std::uint64_t moment = 0;  ///< Context::moment
  HostIdx source = 0;
  HostIdx destination = 0;
};
/// `end`: "delivered" or a drop reason; `met`: the link or switch that ended it, or empty.
struct PacketEnded {
  const Packet& packet;
  std::string_view end;
  std::string_view met;
  Cycle at;
};
/// A route decision, asked for in cycle `requested`.
struct Decided {
  SwitchIdx sw;
  const Packet& packet;
  RouteRequest request;
  const RouteDecision& decision;
  Cycle requested;
  Cycle at;
};
/// A fault message has left `from` for switch `to`; `slot` names it until it arrives or is lost.
struct MessageSent {
  Cause cause;
  std::uint32_t slot;
  SwitchPort from;
  SwitchIdx to;
  const ControlMessage& content;
  Cycle at;
  bool bad;              ///< the link damages it
  std::uint32_t number;  ///< on its link (FAB-ERR-2); 0 where links lose none
};
struct MessageArrived {
  std::uint32_t slot;
  SwitchPort where;
  const ControlMessage& content;
  Cycle at;
};
/// `where` asks its far end for all fault messages from a number on (FAB-ERR-2).
struct ResendAsked {
  SwitchPort where;
  std::uint32_t number;
  Cycle at;
};
struct MessageLost {
  std::uint32_t slot;
  SwitchPort where;
};
/// A switch has declared the link at a port dead, or up again.
struct LinkDeclared {
  std::uint32_t event;  ///< Cause::event of the failure or the repair
  SwitchPort where;
  bool up;
  Cycle at;
};
/// The routing state of a switch has changed; views where a sink wants them, else null.
struct StateChanged {
  Cause cause;
  SwitchIdx sw;
  std::shared_ptr<const RouteView> before;
  std::shared_ptr<const RouteView> after;
  Cycle at;
  const SwitchControl* control = nullptr;  ///< that changed; null: what it knows is not recorded
};

/// Events of packets on their way: reported only to sinks that follow packets.
template <class Event>
inline constexpr bool kOfEveryPacket =
    std::is_same_v<Event, PacketStarted> || std::is_same_v<Event, HeaderArrived> ||
    std::is_same_v<Event, HeaderCutOff> || std::is_same_v<Event, PacketLeft> ||
    std::is_same_v<Event, TailGone> || std::is_same_v<Event, PacketCut> ||
    std::is_same_v<Event, PacketEnded>;

/// Somebody who records, and overrides what is of interest.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void on(const PacketStarted& /*event*/) {}
  virtual void on(const HeaderArrived& /*event*/) {}
  virtual void on(const HeaderCutOff& /*event*/) {}
  virtual void on(const PacketLeft& /*event*/) {}
  virtual void on(const TailGone& /*event*/) {}
  virtual void on(const PacketCut& /*event*/) {}
  virtual void on(const PacketLost& /*event*/) {}
  virtual void on(const PacketEnded& /*event*/) {}
  virtual void on(const Decided& /*event*/) {}
  virtual void on(const MessageSent& /*event*/) {}
  virtual void on(const MessageArrived& /*event*/) {}
  virtual void on(const ResendAsked& /*event*/) {}
  virtual void on(const MessageLost& /*event*/) {}
  virtual void on(const LinkDeclared& /*event*/) {}
  virtual void on(const StateChanged& /*event*/) {}
  /// Whether events of every packet are of interest.
  [[nodiscard]] virtual bool follows_packets() const { return false; }
  /// Whether StateChanged has to carry views, which cost a copy of a switch's state.
  [[nodiscard]] virtual bool needs_views() const { return false; }
};

/// Everybody who records a run; costs a look at an empty list where nobody is interested.
class Records {
 public:
  /// `sink` outlives what is recorded.
  void add(Sink& sink) {
    sinks_.push_back(&sink);
    if (sink.follows_packets()) followers_.push_back(&sink);
    views_ = views_ || sink.needs_views();
  }
  void clear() {
    sinks_.clear();
    followers_.clear();
  }
  [[nodiscard]] bool empty() const { return sinks_.empty(); }
  [[nodiscard]] bool follows_packets() const { return !followers_.empty(); }
  [[nodiscard]] bool needs_views() const { return views_; }
  template <class Event>
  void operator()(const Event& event) const {
    for (Sink* sink : kOfEveryPacket<Event> ? followers_ : sinks_) sink->on(event);
  }

 private:
  std::vector<Sink*> sinks_;
  std::vector<Sink*> followers_;  ///< of them, those of every packet
  bool views_ = false;
};

}  // namespace selvage::fabric
