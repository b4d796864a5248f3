// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a wormhole network is given: parameters, who is wired to whom, packets, and whom it calls.
#pragma once

#include <cstdint>
#include <vector>

#include "golden/switch_control.hpp"
#include "golden/topology.hpp"
#include "golden/types.hpp"
#include "kernel/service.hpp"

namespace selvage::wormhole {

/// When an output channel may be given to the next header (WH-VC).
enum class Release : std::uint8_t {
  kTailLeftBuffer,  ///< the tail has left the buffer at the far end: all credits are home
  kTailSent,        ///< the tail has been sent
};

/// How the crossbar of a router is given away (WH-SA-1..3).
enum class Allocator : std::uint8_t {
  kSerial,     ///< output after output, each over the inputs that are left
  kSeparable,  ///< an arbiter for each input port, then one for each output port
};

/// Hosts that take flits slowly (WH-RECV-1).
struct SlowHosts {
  std::vector<HostIdx> hosts;    ///< which; the others take every flit as it comes
  std::uint64_t rate = 1000000;  ///< millionths of a flit a cycle, at least 1
  kernel::StallKind stalls = kernel::StallKind::kNone;  ///< not kXon
  Cycle every = 1000;                                   ///< random: mean cycles between two stalls
  Cycle longest = 64;  ///< random stalls last 1 to so many cycles, the others exactly so
  std::uint64_t seed = 1;
};

/// Deliberate defects: of the initialisation of a link that comes back (WH-REP-1, WH-REP-2), of
/// the return of credits (LINK-13), and of the release of a channel (WH-VC).
enum Bug : unsigned {
  kKeepsCredits = 1,   ///< the credits are those left when the link died
  kKeepsFront = 2,     ///< does not wait for the far end's buffer to be empty
  kKeepsWorm = 4,      ///< does not wait for the worm that goes into the dead output
  kDrainsCredits = 8,  ///< a flit of a dropped packet gives no credit back
  kFreesEarly = 16     ///< a channel is free with its tail sent, whatever `release` says
};

struct Params {
  unsigned vcs = 2;                 ///< data virtual channels of every link, 1 .. 4
  unsigned node_buffer = 216;       ///< flits of one router's network channels (WH-BUF-1)
  unsigned injection_channels = 1;  ///< packets a host may send at the same time, 1 .. vcs
  unsigned injection_flits = 16;    ///< queue of one injection channel
  unsigned link_latency = 1;        ///< d >= 1, for flits and credits
  unsigned route_latency = SwitchControl::kRouteLatency;  ///< R, from a request to its answer
  Release release = Release::kTailLeftBuffer;
  Allocator allocator = Allocator::kSerial;
  SlowHosts slow;
  bool report_hops = false;   ///< call Client::hop
  bool report_flits = false;  ///< call what Client has for each flit, credit and answer
  unsigned bugs = 0;          ///< of Bug, to see the audit bite

  /// Whether a channel to a router is free once the tail is sent.
  [[nodiscard]] bool frees_at_tail() const {
    return release == Release::kTailSent || (bugs & kFreesEarly) != 0;
  }
};

/// Who sits at the end of every port. A link or node that is dead from the start is left out:
/// kNone at both ends (WH-DEAD). Others may die later (Router::link_dies).
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
  bool cut = false;         ///< what its header leads ends with an abort flit
};

enum class DropCause : std::uint8_t {
  kNoRoute,     ///< the control found no candidate
  kBadChannel,  ///< the control chose, or waits for, what does not exist: its defect
};

inline constexpr PortIdx kNoPort = 0xff;

/// A flit that leaves a router by an output channel, or a host by an injection channel.
struct FlitMove {
  std::uint32_t slot = 0;
  SwitchIdx node = 0;    ///< that it leaves, or to which the host sends it
  unsigned channel = 0;  ///< output channel of a router; input channel, from a host
  bool head = false;
  bool tail = false;
  bool abort = false;  ///< with `tail`: the rest of the worm was lost
};

/// What a router makes of the answer that a header got.
enum class Answered : std::uint8_t { kTakes = 1, kWaits, kAgain, kDropped };

/// How a packet met a link that dies during the run (WH-CUT).
enum class Met : std::uint8_t {
  kCut,           ///< its header had crossed the link when it died
  kHeaderOnWire,  ///< its header was on the link
  kSentInto,      ///< its header was sent into the dead link
};

/// What the routers call. All calls come from inside Routers::cycle, Router::link_dies or dies.
class Client {
 public:
  virtual ~Client() = default;
  // The first flit of a packet leaves: the far end's header_coming has to be called in this cycle.
  virtual void header_leaves(std::uint32_t slot, SwitchIdx node, PortIdx out, unsigned vc) = 0;
  virtual void header_leaves_host(std::uint32_t slot, HostIdx host, unsigned vc) = 0;
  virtual SwitchControl& control(SwitchIdx node) = 0;
  /// The tail of a packet has left `host`: from the next cycle on it may hand over another one.
  virtual void injected(HostIdx /*host*/, Cycle /*now*/) {}
  /// The tail has arrived at `host`; the slot may be used again.
  virtual void delivered(std::uint32_t slot, HostIdx host, Cycle now) = 0;
  /// `node` has answered a header that asked in cycle `asked` that it has no way: it is drained.
  virtual void refused(std::uint32_t /*slot*/, SwitchIdx /*node*/, const RouteRequest& /*request*/,
                       Cycle /*asked*/) {}
  /// The last flit of an undeliverable packet is gone; the slot may be used again. `out`: the port
  /// that a bad choice named, or kNoPort.
  virtual void dropped(std::uint32_t slot, SwitchIdx node, DropCause cause, PortIdx out,
                       Cycle now) = 0;
  /// The packet has met the dead link that `node` sends into by `out`: it will not be delivered.
  virtual void met_dead_link(std::uint32_t /*slot*/, SwitchIdx /*node*/, PortIdx /*out*/,
                             Met /*how*/, Cycle /*now*/) {}
  /// `node` has died with flits of the packet in it: it will not be delivered (WH-NODE).
  virtual void met_dead_node(std::uint32_t /*slot*/, SwitchIdx /*node*/, Cycle /*now*/) {}
  /// The last piece of a packet that has met a dead link or node is gone; its slot may be used
  /// again.
  virtual void lost(std::uint32_t /*slot*/, Cycle /*now*/) {}
  /// Whether the routing state of `node` may have changed since a question of cycle `asked`.
  [[nodiscard]] virtual bool outdated(SwitchIdx /*node*/, Cycle /*asked*/) { return false; }
  // Only with Params::report_flits.
  virtual void flit_leaves(const FlitMove& /*flit*/) {}  ///< a router; not into a dead link
  virtual void flit_leaves_host(const FlitMove& /*flit*/) {}
  /// `node` gives a credit for its input channel.
  virtual void credit_leaves(SwitchIdx /*node*/, unsigned /*in*/) {}
  /// A slow host gives a credit for the output channel of its node.
  virtual void credit_leaves_host(SwitchIdx /*node*/, unsigned /*out*/) {}
  /// The header at `in` has its answer; `out` is the channel it takes, if it does.
  virtual void answered(SwitchIdx /*node*/, unsigned /*in*/, Answered /*what*/, unsigned /*out*/) {}
  /// The header leaves `node` by `out` (only with Params::report_hops).
  virtual void hop(std::uint32_t /*slot*/, SwitchIdx /*node*/, PortIdx /*out*/, Cycle /*now*/) {}
};

/// Flits that left, since the start.
struct Counts {
  std::uint64_t injected = 0;   ///< hosts, into the network
  std::uint64_t hops = 0;       ///< routers, to another router
  std::uint64_t ejected = 0;    ///< routers, to a host
  std::uint64_t drained = 0;    ///< consumed with a dropped packet
  std::uint64_t lost = 0;       ///< on a link when it died, or sent into a dead one
  std::uint64_t aborts = 0;     ///< abort flits: made by routers, not by hosts
  std::uint64_t requests = 0;   ///< route requests
  std::uint64_t waits = 0;      ///< answers that no candidate is free
  std::uint64_t overtaken = 0;  ///< answers whose channel was taken meanwhile
  std::uint64_t left = 0;       ///< flits, to nodes that others simulate
  std::uint64_t come = 0;       ///< flits, from such
  // Of slow hosts.
  std::uint64_t sink_stalled = 0;  ///< cycles in which one held a flit and stalled
  std::uint32_t sink_fullest = 0;  ///< most flits in the buffer of a virtual channel
};

}  // namespace selvage::wormhole
