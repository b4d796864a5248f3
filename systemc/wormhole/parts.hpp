// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a wormhole network is told: parameters, who is wired to whom, packets, and whom it calls.
#pragma once

#include <cstdint>
#include <vector>

#include "golden/switch_control.hpp"
#include "golden/topology.hpp"
#include "golden/types.hpp"

namespace selvage::wormhole {

/// When an output channel may be given to the next header (WH-VC).
enum class Release : std::uint8_t {
  kTailLeftBuffer,  ///< the tail has left the buffer at the far end: all credits are home
  kTailSent,        ///< the tail has been sent
};

struct Params {
  unsigned vcs = 2;                 ///< data virtual channels of every link, 1 .. 4
  unsigned node_buffer = 216;       ///< flits of one router's network channels (WH-BUF-1)
  unsigned injection_channels = 1;  ///< packets a host may send at the same time, 1 .. vcs
  unsigned injection_flits = 16;    ///< queue of one injection channel
  unsigned link_latency = 1;        ///< d >= 1, for flits and credits
  unsigned route_latency = SwitchControl::kRouteLatency;  ///< R, from a request to its answer
  Release release = Release::kTailLeftBuffer;
  bool report_hops = false;         ///< call Client::hop
};

/// Who sits at the end of every port. A link or node that is dead from the start is left out:
/// kNone at both ends (WH-DEAD).
struct Wiring {
  std::uint32_t nodes = 0;
  std::uint32_t hosts = 0;
  unsigned ports = 0;         ///< of every node; ports * vcs <= 64
  std::vector<PortEnd> ends;  ///< [node * ports + port]
};

/// A packet of `flits` flits: header, body, tail; one flit is all three.
struct Packet {
  PacketId id = 0;
  HostIdx source = 0;
  HostIdx destination = 0;
  std::uint32_t flits = 1;
  std::uint8_t header = 0;  ///< routing state, changed by every decision that is taken
};

enum class DropCause : std::uint8_t {
  kNoRoute,     ///< the control found no candidate
  kBadChannel,  ///< the control chose, or waits for, what does not exist: its defect
};

/// What the network calls. All calls come from inside Net::cycle.
class Client {
 public:
  virtual ~Client() = default;
  virtual SwitchControl& control(SwitchIdx node) = 0;
  /// The tail of a packet has left `host`: from the next cycle on it may hand over another one.
  virtual void injected(HostIdx /*host*/, Cycle /*now*/) {}
  /// The tail has arrived at `host`; the slot may be used again.
  virtual void delivered(std::uint32_t slot, HostIdx host, Cycle now) = 0;
  /// The last flit of an undeliverable packet is gone; the slot may be used again.
  virtual void dropped(std::uint32_t slot, SwitchIdx node, DropCause cause, Cycle now) = 0;
  /// The header leaves `node` by `out` (only with Params::report_hops).
  virtual void hop(std::uint32_t /*slot*/, SwitchIdx /*node*/, PortIdx /*out*/, Cycle /*now*/) {}
};

/// Flits that left, since the start.
struct Counts {
  std::uint64_t injected = 0;   ///< hosts, into the network
  std::uint64_t hops = 0;       ///< routers, to another router
  std::uint64_t ejected = 0;    ///< routers, to a host
  std::uint64_t drained = 0;    ///< consumed with a dropped packet
  std::uint64_t requests = 0;   ///< route requests
  std::uint64_t waits = 0;      ///< answers that no candidate is free
  std::uint64_t overtaken = 0;  ///< answers whose channel was taken meanwhile
};

}  // namespace selvage::wormhole
