// SPDX-License-Identifier: Apache-2.0
/// \file
/// What happened around one link failure and its repair, as plain data for reports. No SystemC.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "golden/switch_control.hpp"
#include "golden/topology.hpp"
#include "golden/types.hpp"

namespace selvage::fabric {

enum class DropReason : std::uint8_t;

/// An end of the link declares it dead, or up again.
struct Declaration {
  Cycle at = 0;
  SwitchPort where;
  bool up = false;
};

/// One fault message on one link.
struct MessageHop {
  SwitchPort from;
  SwitchPort to;
  ControlMessage content;
  unsigned hops = 0;    ///< links crossed since a declaration, this one included
  bool repair = false;  ///< goes back to the repair
  Cycle departs = 0;
  Cycle arrived = kNever;  ///< kNever: lost on a dead link, or run over
  bool changed = false;    ///< it changed routing state there
};

/// A change of one switch's routing state.
struct StateChange {
  Cycle at = 0;
  SwitchIdx sw = 0;
  unsigned hops = 0;  ///< 0: by its own declaration
  bool repair = false;
  /// The routing state from then on, one "name\tvalue" a line; empty: the control shows none, or
  /// too many were recorded.
  std::string state = {};
};

/// `reason` kNoRoute is charged to the failure that last changed the switch's state; it is no part
/// of FaultEvent::packets_lost.
struct PacketLoss {
  Cycle at = 0;
  SwitchPort where;  ///< the switch that sent it towards its end, and by which port
  DropReason reason{};
  PacketId packet = 0;
  std::uint64_t moment = 0;  ///< where in the cycle, for the order among ranks
  HostIdx source = 0;
  HostIdx destination = 0;
};

/// The first packet that one switch routed differently because of one change of its state: asked
/// for after the change, sent by another port than the state just before the change would have
/// chosen, while the states just before and just after the change answer it differently.
struct Reroute {
  Cycle at = 0;  ///< of the decision
  SwitchIdx sw = 0;
  PacketId packet = 0;
  HostIdx source = 0;
  HostIdx destination = 0;
  PortIdx port = 0;
  std::optional<PortIdx> instead_of;  ///< empty: it would have been dropped
  bool repair = false;
};

/// Everything in order of time, lists cut at a limit; what was cut is counted.
struct FaultStory {
  std::vector<Declaration> declarations;
  std::vector<MessageHop> messages;
  std::vector<StateChange> changes;
  std::vector<PacketLoss> losses;
  std::vector<Reroute> reroutes;  ///< at most one per switch for the failure, one for the repair
  std::uint64_t messages_cut = 0;
  std::uint64_t losses_cut = 0;
  std::uint64_t changes_cut = 0;
};

/// Losses of one cause, cut at a limit.
struct LossList {
  std::vector<PacketLoss> losses;
  std::uint64_t cut = 0;
};

/// Losses that no failure of a link is charged with.
struct OtherLosses {
  std::vector<LossList> of_nodes;  ///< by the death of a switch; those behind the last have none
  std::vector<LossList> of_flaps;  ///< by outage, likewise
  LossList
      of_nothing;  ///< damaged or lost at random on a link, or without a way that a failure took
};

}  // namespace selvage::fabric
