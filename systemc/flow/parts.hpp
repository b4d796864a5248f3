// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a fabric of flow-channel switches is given: parameters, who is wired to whom, packets, and
/// whom it calls.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flow/blocks/blocks.hpp"
#include "flow/blocks/choice.hpp"
#include "golden/flow/least_loaded.hpp"
#include "golden/switch_control.hpp"
#include "golden/topology.hpp"
#include "golden/types.hpp"
#include "kernel/service.hpp"

namespace selvage::flow {

inline constexpr unsigned kClasses = 8;

/// How a packet without a way to follow chooses among its candidates.
enum class Routing : std::uint8_t {
  kFlow,               ///< flow channels: the least loaded, then follow (FLOW-C-1)
  kStaticHash,         ///< by a hash of source, destination and class
  kPerPacketAdaptive,  ///< the least loaded for every packet; order is not kept
};

/// Rates of a traffic class at an output, as shares of the link (FLOW-D-2).
struct ClassRate {
  double min = 0;
  double max = 1;
  unsigned weight = 1;
};

/// Cycles of the pipeline's fixed stages; those of the tables are Blocks::kLatency each.
struct Stages {
  unsigned rx_edge = 7;    ///< deframe, parse, translate
  unsigned rx_fabric = 3;  ///< deframe, parse
  unsigned xbar = 3;
  unsigned tx = 2;
  unsigned ack_rx = 2;  ///< deframe, FCS
  unsigned ack_xbar = 2;
};

/// Hosts that take less than their link carries (FLOW-RECV-1).
struct SlowHosts {
  double rate = 1;  ///< share of the beats that they can take
  kernel::StallKind stalls = kernel::StallKind::kNone;
  Cycle every = 1000;        ///< random: mean cycles between two stalls
  Cycle longest = 64;        ///< of a stall
  unsigned least_units = 1;  ///< of a packet
  unsigned least_beats = 1;  ///< likewise
  std::uint64_t buffer = 0;  ///< beats that the host holds
  [[nodiscard]] bool any() const { return rate < 1 || stalls != kernel::StallKind::kNone; }
};

struct Params {
  // Links and packets.
  unsigned link_latency = 4;  ///< d >= 1
  unsigned bytes_per_cycle = 25;
  unsigned xbar_bytes = 32;     ///< a cycle that an input can read
  unsigned overhead_bytes = 9;  ///< of a packet on a link
  unsigned unit_bytes = 256;
  unsigned vcs = 1;
  Stages stages;
  unsigned route_latency = SwitchControl::kRouteLatency;

  // Buffers, in units.
  unsigned pool_units = 512;     ///< of an input port, for each lane (VC, class) (FLOW-A-22)
  unsigned fifo_units = 64;      ///< output FIFO, fabric
  unsigned egress_units = 512;   ///< output FIFO to a host
  unsigned source_packets = 64;  ///< waiting at a host before it refuses

  // Blocks. Sizes, edge and rd_enable of `ifct` are set for each port.
  golden::FlowSizes sizes = golden::kLargeFlowSizes;
  golden::IfctConfig ifct;
  Cycle stale_t = 204'800;  ///< without news of a branch for so long: a marker (FLOW-A-31)
  golden::RedirectConfig redirect;
  golden::AggregatorConfig aggregator;
  bool wire_frames = true;        ///< ACKs travel as the words of their frames (FLOW-B-1)
  bool rd_enable_fabric = false;  ///< fabric inputs obey REDIRECT too (FLOW-C-6)
  /// For each link of the way left (FLOW-A-29); empty: what follows from the fabric (FLOW-A-30).
  std::optional<Cycle> drain_t;
  golden::EpAckConfig ep;     ///< seeds are set for each port
  bool ack_at_write = false;  ///< an egress edge acknowledges what enters its FIFO (experiments)
  unsigned load_q = 2;        ///< loads are compared after this shift (FLOW-C-2)
  Cycle pause_t = 4'096;      ///< a paused flow goes on after this time without news (FLOW-D-5)
  std::array<ClassRate, kClasses> rates{};
  // What the traffic makes of it (FLOW-A-30).
  double least_share = 1;   ///< of a link, that a class in use is sure of
  unsigned pair_flows = 1;  ///< between two hosts: by class and order
  SlowHosts slow;

  // What the experiments take away.
  Routing routing = Routing::kFlow;
  bool congestion_aware = true;  ///< false: egress edges report NORMAL, whatever their depth
  bool redirects = true;
  bool count_queues = true;  ///< depth for redirects holds what is queued behind heads (FLOW-C-6)
  bool shun_left = true;     ///< the port that a REDIRECT made a flow leave counts more (FLOW-C-2)
  bool block = true;         ///< false: a redirected flow moves at once (FLOW-C-6 is violated)

  // Loss, for experiments.
  double loss = 0;        ///< of a packet on a link between switches
  double ack_errors = 0;  ///< that one bit of an ACK frame, not of its padding, is flipped on its
                          ///< link; with wire_frames
  std::uint64_t seed = 1;

  bool report_hops = false;  ///< call Client::hop
  bool log = false;          ///< record the life of every flow (Routers::log)
};
/// Parameters with the standard limits of the levels for `sizes`.
[[nodiscard]] Params standard_params(const golden::FlowSizes& sizes);
/// n of the tables' ticks of 2^n cycles, a register of the port: as given, or more where a timer
/// needs it (FLOW-A-32).
[[nodiscard]] unsigned table_tick(const Params& params);
/// What the blocks of port number `port`, of all switches, are built with.
[[nodiscard]] BlocksConfig blocks_config(const Params& params, bool edge, std::uint32_t port);
/// Units of a pool that may still come after an XOFF; it needs these and one packet more.
[[nodiscard]] unsigned pool_headroom(const Params& params);
inline constexpr unsigned kMostUnits = 63;      ///< of a packet
inline constexpr unsigned kMostDepth = 16'383;  ///< that a redirect generator can be given

/// Who sits at the end of every port.
struct Wiring {
  std::uint32_t switches = 0;
  std::uint32_t hosts = 0;
  unsigned ports = 0;                ///< of every switch, at most 64
  std::vector<PortEnd> ends;         ///< [switch * ports + port]
  std::vector<std::uint32_t> ahead;  ///< likewise: links that may still come behind this one
};
/// Where switches have levels, ways lead up and then down.
[[nodiscard]] Wiring wiring_of(const Topology& topology);

inline constexpr unsigned kMatchBits = 24;
/// What the edge table matches: destination address (20 bits), class, ordered.
[[nodiscard]] constexpr std::uint64_t match_pattern(HostIdx destination, unsigned tc,
                                                    bool ordered) {
  return (destination & 0xfffffU) | std::uint64_t{tc} << 20 |
         std::uint64_t{ordered ? 1U : 0U} << 23;
}

struct Packet {
  PacketId id = 0;
  HostIdx source = 0;
  HostIdx destination = 0;
  unsigned bytes = 256;
  std::uint8_t tc = 0;
  bool ordered = true;
};

enum class DropCause : std::uint8_t {
  kNoRoute,       ///< the control found no candidate
  kDeadPort,      ///< every candidate is known to be dead
  kLost,          ///< injected loss
  kCaughtOnLink,  ///< its header was on a link that was cut
  kSentIntoDead,  ///< sent into a link that had been cut
};

/// Cycles from the last step of a switch's control to the one in which its heads hear of news
/// (FL-WAKE): a cycle later hardware knows that it is at work, a cycle later that it is not.
inline constexpr Cycle kNewsHeard = 3;
/// Cycles behind a step in which what is asked for may know less than all of it (FL-WAYS).
inline constexpr Cycle kNewsMissed = 1;

/// What the network calls, from inside Routers::cycle.
class Client {
 public:
  virtual ~Client() = default;
  // The first beat of a packet leaves: header_coming, or header_to_host, of the far end has to be
  // called in this cycle.
  virtual void header_leaves(std::uint32_t slot, SwitchIdx sw, PortIdx out, unsigned vc) = 0;
  virtual void header_leaves_host(std::uint32_t slot, HostIdx host) = 0;
  /// A fault message takes the next beat of the packet that leaves by `out`: what the next switch
  /// does of it is worked out already (FLOW-MSG).
  virtual void stalled(std::uint32_t /*slot*/, SwitchIdx /*sw*/, PortIdx /*out*/) {}
  virtual SwitchControl& control(SwitchIdx sw) = 0;
  /// Blocks of a port, asked for once at construction.
  virtual std::unique_ptr<Blocks> blocks(SwitchIdx /*sw*/, PortIdx /*port*/,
                                         const BlocksConfig& config) {
    return golden_blocks(config);
  }
  /// What stands beside the choices of a switch; null: nothing.
  virtual std::unique_ptr<ChoiceBeside> choice(SwitchIdx /*sw*/,
                                               const golden::LeastLoadedConfig& /*config*/) {
    return nullptr;
  }
  /// The tail has arrived at `host`; the slot may be used again.
  virtual void delivered(std::uint32_t slot, HostIdx host, Cycle now) = 0;
  /// The packet is gone; the slot may be used again. `at`: where it was sent from, or would have
  /// been.
  virtual void dropped(std::uint32_t slot, SwitchPort at, DropCause cause, Cycle now) = 0;
  /// The link died under the packet, whose header is past it: its front travels on. `from` sent it.
  virtual void torn(std::uint32_t /*slot*/, SwitchPort /*from*/, Cycle /*now*/) {}
  /// A port for people.
  [[nodiscard]] virtual std::string port_name(SwitchIdx sw, PortIdx port) const {
    return "switch " + std::to_string(sw) + " port " + std::to_string(port);
  }
  /// Whether an answer to a request of cycle `asked` used all that the switch knows of dead ports.
  [[nodiscard]] virtual bool knew_all(SwitchIdx /*sw*/, Cycle /*asked*/) { return true; }
  /// The packet leaves its queue for `out` of `sw` (only with Params::report_hops).
  virtual void hop(std::uint32_t /*slot*/, SwitchIdx /*sw*/, PortIdx /*out*/, Cycle /*now*/) {}
  /// Its header is accepted at `in`, behind a link between switches (only with
  /// Params::report_hops).
  virtual void arrived(std::uint32_t /*slot*/, SwitchPort /*in*/, Cycle /*now*/) {}
};

/// Events since the start.
struct Counts {
  std::uint64_t injected = 0;
  std::uint64_t delivered = 0;
  std::uint64_t delivered_bytes = 0;
  std::uint64_t dropped = 0;    ///< all causes
  std::uint64_t lost = 0;       ///< of them on links
  std::uint64_t hops = 0;       ///< packets that left a switch
  std::uint64_t requests = 0;   ///< route requests
  std::uint64_t redirects = 0;  ///< REDIRECT messages made
  std::uint64_t divergences =
      0;                     ///< ordered packets that left the edge by another port than the last
  std::uint64_t blocks = 0;  ///< flows that blocked in order to move
  std::uint64_t holes = 0;
  std::uint64_t reports = 0;    ///< LOSS messages made at holes
  std::uint64_t new_holes = 0;  ///< holes where the loss was
  std::uint64_t joined = 0;  ///< of them found by a packet behind another hole: reported with that
  std::uint64_t lost_units = 0;   ///< on links
  std::uint64_t found_units = 0;  ///< of them in holes; nothing comes behind the others
  std::uint64_t markers = 0;      ///< sent: a branch had no news for stale_t (FLOW-A-31)
  std::uint64_t losses = 0;       ///< LOSS made or seen by input tables
  std::uint64_t stray = 0;        ///< ACKs for rows that are free
  std::uint64_t efct_full = 0;
  std::uint64_t efct_window = 0;
  std::uint64_t reorders = 0;  ///< ordered packets delivered behind a later one
  std::uint64_t late_unordered = 0;
  std::uint64_t acks = 0;  ///< sent in frames
  std::uint64_t ack_frames = 0;
  std::uint64_t ack_bytes = 0;   ///< of whole frames, in blocks of 8
  std::uint64_t ack_thrown = 0;  ///< frames that their unpackers threw away
  std::uint64_t ack_wait = 0;    ///< cycles that they waited in their aggregators, all together
  Cycle ack_wait_most = 0;       ///< of one of them
  std::array<std::uint64_t, golden::kAckMax + 1> ack_sizes{};  ///< frames by their number of ACKs
  std::uint64_t lookups = 0;                                   ///< in edge tables
  std::uint64_t single = 0;         ///< edge channels that carried one packet and were released
  std::uint64_t single_cycles = 0;  ///< how long they lived, all together
  std::uint64_t xoffs = 0;
  std::uint64_t pauses = 0;   ///< flows paused at their host
  std::uint64_t credits = 0;  ///< CREDIT messages
  std::uint64_t joins = 0;    ///< links initialised after a repair
  std::uint64_t opened = 0;   ///< channels, in all input tables
  std::uint64_t closed = 0;
  std::uint64_t live_cycles = 0;  ///< integral of the edge tables' live channels over time
  std::array<std::uint64_t, 8> level_ups{};  ///< edge rows that came to a level
  unsigned pool_high = 0;                    ///< fullest lane of a pool so far, units
};

/// One line of a flow's life.
struct FlowEvent {
  enum class What : std::uint8_t {
    kOpened,
    kReleased,
    kRedirect,
    kBlocked,
    kLevel,
    kLoss,
    kPaused,
    kDiverged
  };
  Cycle at = 0;
  std::uint32_t flow = 0;  ///< as Routers::flow numbers them
  SwitchIdx sw = 0;
  PortIdx port = 0;  ///< input port of the table; of a divergence the new output
  golden::FlowId id = 0;
  What what = What::kOpened;
  unsigned value = 0;  ///< the level; of a hole its size
};
[[nodiscard]] std::string_view to_string(FlowEvent::What what);

/// Ways that flows have data under way over, at their first switch (FLOW-C-4).
struct Branches {
  std::uint64_t rows = 0;
  std::uint64_t branches = 0;  ///< of all of them
  std::uint64_t most = 0;      ///< of one
};

/// An output of a cycle of waiting: it waits for the next one.
struct WaitPort {
  SwitchPort at;
  unsigned vc = 0;
};

/// A flow's channel at one switch.
struct HopView {
  SwitchIdx sw = 0;
  PortIdx in = 0;
  golden::FlowId id = 0;
  golden::Position flow_extent = 0;
  golden::Position queue = 0;
  std::uint32_t in_flight = 0;  ///< units on the way to the next switch
};

}  // namespace selvage::flow
