// SPDX-License-Identifier: Apache-2.0
/// \file
/// Events on the wheel. The order of the kinds is the order inside a cycle; inside a kind,
/// ascending entity, port, virtual channel.
#pragma once

#include <cstdint>

#include "golden/types.hpp"
#include "kernel/wheel.hpp"

namespace selvage::fabric {

enum class EventKind : std::uint8_t {
  kLinkDies,         ///< entity: fault
  kNodeDies,         ///< entity: death of a switch; its links have died
  kLinkHeals,        ///< entity: fault whose repair is due
  kFlapBegins,       ///< entity: flap
  kFlapEnds,         ///< entity: flap
  kTailGone,         ///< entity: switch, port: output whose packet has left it completely
  kHostReady,        ///< entity: host that may have become able to send
  kFlowControl,      ///< entity: switch, port: output, arg: 1 XON, 0 XOFF
  kHostFlowControl,  ///< entity: host, arg as above
  kHeaderArrives,    ///< entity: switch, port: input, arg: packet slot
  kStall,            ///< entity: switch, port: input; the packet coming in has no beat
  kHostHeader,       ///< entity: host that takes packets slowly, arg: packet slot
  kStopFlag,         ///< entity: switch, port: output, arg: StopFlag
  kResend,           ///< entity: switch, port: output, arg: number of the first message wanted
  kMessageArrives,   ///< entity: switch, port: input, arg: message slot
  kProbeAnswer,      ///< entity: prober, arg: cycle in which the probe left
  kProbeDue,         ///< entity: prober
  kMessageGone,      ///< entity: switch, port: output that a fault message kept from a packet
  kXonDue,           ///< entity: switch, port: input whose buffer has drained to the XON mark
  kReceiverDue,      ///< entity: host that takes a last beat, or has room for an XON
  kPortKnown,        ///< entity: switch, port: declared dead or up in the cycle before
  kRouteDone,        ///< entity: switch, port: input
  kRouteDue,         ///< entity: switch with headers that have still to ask for their routes
  kSwitchTick,       ///< entity: switch whose control has work to do
  kPathDue,          ///< the data path has something to do in this cycle
  kGenerate,         ///< entity: host
  kDelivered,        ///< entity: host, arg: packet slot; the tail has arrived
};

/// Whether an output may send fault messages, as its far end says.
enum class StopFlag : std::uint8_t {
  kGo,         ///< a change that the far end shows
  kStop,       ///< likewise
  kStopAgain,  ///< shown when the link came back
  kNone        ///< the link has died: it shows nothing
};

[[nodiscard]] constexpr kernel::Event make_event(EventKind kind, std::uint32_t entity,
                                                 unsigned port = 0, unsigned vc = 0,
                                                 std::uint64_t arg = 0) {
  return {(std::uint64_t{static_cast<std::uint8_t>(kind)} << 56) | (std::uint64_t{entity} << 16) |
              (std::uint64_t{port} << 8) | vc,
          arg};
}
[[nodiscard]] constexpr EventKind kind_of(const kernel::Event& e) {
  return static_cast<EventKind>(e.key >> 56);
}
[[nodiscard]] constexpr std::uint32_t entity_of(const kernel::Event& e) {
  return static_cast<std::uint32_t>(e.key >> 16);
}
[[nodiscard]] constexpr PortIdx port_of(const kernel::Event& e) {
  return static_cast<PortIdx>(e.key >> 8);
}
[[nodiscard]] constexpr unsigned vc_of(const kernel::Event& e) {
  return static_cast<unsigned>(e.key & 0xffU);
}

}  // namespace selvage::fabric
