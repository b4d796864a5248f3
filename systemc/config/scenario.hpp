// SPDX-License-Identifier: Apache-2.0
/// \file
/// A scenario after merging and validation: plain data, every default filled in.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "config/application/application.hpp"
#include "config/switch/values.hpp"
#include "cosim/engine.hpp"
#include "golden/topology.hpp"
#include "golden/types.hpp"
#include "kernel/service.hpp"

namespace selvage {

enum class TrafficPattern : std::uint8_t {
  kUniform,
  kTranspose,
  kBitComplement,
  kHotSpot,
  kTrace,
  kPermutation,
  kIncast,
  kFlows,
  kApplication
};

/// A persistent flow.
struct NamedFlow {
  HostIdx source = 0;
  HostIdx destination = 0;
  double load = 0;      ///< of the link bandwidth
  std::uint8_t tc = 0;  ///< traffic class, where the switches have classes
  bool ordered = true;  ///< likewise
};

/// One line of a trace: at `cycle`, `source` offers a packet for `destination`.
struct TraceRecord {
  Cycle cycle = 0;
  HostIdx source = 0;
  HostIdx destination = 0;
  std::optional<std::uint8_t> length = std::nullopt;  ///< place in the mix; empty: drawn
};

using kernel::StallKind;

/// `hosts`, or all of so many if it is empty; ascending.
[[nodiscard]] inline std::vector<HostIdx> named_hosts(std::vector<HostIdx> hosts,
                                                      std::uint32_t all) {
  if (hosts.empty()) {
    hosts.resize(all);
    std::iota(hosts.begin(), hosts.end(), HostIdx{0});
  }
  return hosts;
}

/// How quickly hosts take what comes.
struct ReceiverConfig {
  double rate = 1.0;  ///< share of the beats that a host can take
  StallKind stalls = StallKind::kNone;
  Cycle every = 1000;          ///< random: mean cycles between two stalls
  Cycle longest = 64;          ///< random stalls last 1 to so many cycles, the others exactly so
  std::vector<HostIdx> hosts;  ///< who is slow, ascending; empty: all

  [[nodiscard]] bool in_use() const { return rate < 1.0 || stalls != StallKind::kNone; }
  /// Who is slow among so many hosts, ascending; it has to be in use.
  [[nodiscard]] std::vector<HostIdx> slow_hosts(std::uint32_t all) const {
    return named_hosts(hosts, all);
  }
};

/// Hosts that send something malformed behind some of their packets (SW-BAD).
struct MalformedConfig {
  double share = 0;            ///< of their packets
  std::vector<HostIdx> hosts;  ///< ascending; empty: all

  [[nodiscard]] bool in_use() const { return share > 0; }
};

/// A length that packets have, and its share of them.
struct PacketLength {
  unsigned beats = 0;
  unsigned bytes = 0;  ///< as given, else what fills the beats
  double share = 1;
};

struct TrafficConfig {
  TrafficPattern pattern = TrafficPattern::kUniform;
  double load = 0.2;                   ///< offered load per host, fraction of link bandwidth, 0..1
  unsigned packet_beats = 64;          ///< packet length L; of several the longest
  unsigned source_queue_packets = 64;  ///< a packet offered to a full source queue is refused
  std::vector<std::string> hot_hosts;  ///< hot-spot: destinations by name
  double hot_fraction = 0.1;           ///< hot-spot: share of packets that go to a hot host
  std::string trace_file;              ///< trace: path as given, relative to the scenario file
  std::vector<TraceRecord> trace;      ///< trace: the file's content, ascending by cycle
  std::optional<unsigned> packet_bytes;  ///< length in bytes, if that was given
  std::vector<PacketLength> mix;         ///< two or more lengths; empty: all have the one above
  std::optional<HostIdx> incast_to;      ///< incast: the receiver
  unsigned incast_senders = 0;           ///< incast: how many send; 0: all others
  std::vector<NamedFlow> flows;          ///< flows: all of them
  std::vector<double> classes{1.0};      ///< share of the packets of each traffic class
  double ordered = 1.0;                  ///< share of the packets that have to stay in order
  ReceiverConfig receivers;
  MalformedConfig malformed;
  Application application;  ///< application: its messages

  [[nodiscard]] std::size_t lengths() const { return mix.empty() ? 1 : mix.size(); }
  /// Beats of a packet of length number `length`, its place in `mix`.
  [[nodiscard]] unsigned beats(std::size_t length) const {
    return mix.empty() ? packet_beats : mix[length].beats;
  }
  [[nodiscard]] unsigned shortest_beats() const;
  [[nodiscard]] double mean_beats() const;
};

/// Dally and Towles: warm-up, measurement, drain. Injection stops when the drain begins.
struct PhaseConfig {
  Cycle warmup = 2000;
  Cycle measure = 20000;
  Cycle drain = 100000;  ///< at most; the run ends as soon as the fabric is empty and settled
};

/// Where fault messages travel.
enum class LinkMessages : std::uint8_t {
  kBeat,      ///< on the link of the packets: each takes one beat
  kSideband,  ///< on wires of their own
};

struct LinkConfig {
  unsigned latency = 4;           ///< cycles from the departure of a beat to its arrival, >= 1
  unsigned bytes_per_cycle = 25;  ///< bytes of a beat, where bytes count
  unsigned overhead_bytes = 9;    ///< of a packet on the link, likewise
  LinkMessages messages = LinkMessages::kBeat;
  bool checker = false;  ///< a protocol checker sits on every link

  /// Beats of a packet of `bytes`.
  [[nodiscard]] unsigned beats(unsigned bytes) const {
    return (bytes + overhead_bytes + bytes_per_cycle - 1) / bytes_per_cycle;
  }
  /// The longest packet of so many beats; 0 if they hold no byte of it.
  [[nodiscard]] unsigned bytes(unsigned beats) const {
    const unsigned all = beats * bytes_per_cycle;
    return all > overhead_bytes ? all - overhead_bytes : 0;
  }
};

/// Failure detection (FT-DET-1).
struct ProbeConfig {
  Cycle period = 512;    ///< cycles between probes of one port
  Cycle timeout = 32;    ///< cycles to wait for the answer, more than 2 x link latency + 1
  unsigned retries = 3;  ///< repetitions before the port is declared dead
};

struct LinkFault {
  std::string link;  ///< as written, e.g. "0/21/3"
  SwitchPort end;    ///< canonical end
  Cycle at = 0;      ///< cycle in which the link dies (not used in `preset`)
  std::optional<Cycle> repaired = std::nullopt;  ///< cycle in which it comes back, after `at`
};

/// A switch that dies with all its links and its hosts.
struct NodeFault {
  SwitchIdx node = 0;
  Cycle at = 0;
  std::optional<Cycle> repaired = std::nullopt;  ///< cycle in which it comes back, after `at`
};

/// So many cycles of [from, until) after its death a link comes back.
struct RepairSpan {
  Cycle from = 0;
  Cycle until = 1;
};

/// `count` random distinct links, and `nodes` switches, die at random cycles of [from, until).
struct RandomFaults {
  unsigned count = 0;
  Cycle from = 0;
  Cycle until = 1;
  bool tolerable = false;  ///< draw again until every host pair keeps a path
  std::optional<RepairSpan> repair_after = std::nullopt;  ///< empty: they stay dead
  unsigned nodes = 0;
  unsigned flaps = 0;            ///< outages of random links in the same cycles, at random
  RepairSpan flap_cycles{1, 9};  ///< each so many cycles of [from, until)
};

/// An outage of a link, too short for its probers to declare it.
struct LinkFlap {
  SwitchPort end;  ///< canonical end
  Cycle at = 0;    ///< first cycle without the link
  Cycle cycles = 1;
};

[[nodiscard]] inline bool same_link(const SwitchPort& a, const SwitchPort& b) {
  return a.sw == b.sw && a.port == b.port;
}

struct FaultConfig {
  std::vector<SwitchIdx> nodes;          ///< switches all of whose links are dead from the start
  unsigned random_nodes = 0;             ///< so many more
  std::vector<NodeFault> failing_nodes;  ///< a switch may fail again once it is repaired
  std::vector<LinkFault> links;          ///< a link may fail again once it is repaired
  RandomFaults random;
  /// Links of `preset` (and random ones, when `random_preset`) are dead and known to every switch
  /// before cycle 0: the settled state, no detection.
  std::vector<LinkFault> preset;
  bool random_preset = false;
  std::vector<LinkFlap> flaps;  ///< of links that have no other failure
  double bit_errors = 0;        ///< probability that a beat is damaged on a link

  /// Whether links may damage or lose messages that no prober hears of.
  [[nodiscard]] bool lossy() const { return bit_errors > 0 || random.flaps > 0 || !flaps.empty(); }
  /// Whether a link or switch dies during the run.
  [[nodiscard]] bool outages() const {
    return !links.empty() || !failing_nodes.empty() || !flaps.empty() ||
           (random.count > 0 && !random_preset) || random.nodes > 0 || random.flaps > 0;
  }
};

struct LimitConfig {
  Cycle watchdog = 20000;     ///< no packet moved for so long while some are in the fabric
  double wall_seconds = 0.0;  ///< 0: none; otherwise stop with exit code 3
};

/// Packets of `beats` beats that may start on a link while an XOFF is on its way up: what a buffer
/// must still have room for when it says so. At least one.
[[nodiscard]] constexpr unsigned packets_in_round_trip(unsigned link_latency, unsigned beats) {
  return (2 * link_latency + beats - 1) / beats;
}

/// Beats of the packets that may start in the 2d cycles of an XOFF's round trip, d being the link's
/// latency: the longest in the last cycle, before it what fits of all lengths (FAB-LEN-2). With
/// one length L this is packets_in_round_trip x L.
[[nodiscard]] std::uint64_t beats_in_round_trip(unsigned link_latency,
                                                const TrafficConfig& traffic);

/// Packets of the longest length that a buffer holds at least, so that XON and XOFF work.
[[nodiscard]] unsigned least_buffer_packets(unsigned link_latency, const TrafficConfig& traffic);

/// Bytes of a packet of length number `length`: as given, else what fills its beats.
[[nodiscard]] inline unsigned packet_bytes(const TrafficConfig& traffic, const LinkConfig& link,
                                           std::size_t length = 0) {
  if (!traffic.mix.empty()) return traffic.mix[length].bytes;
  return traffic.packet_bytes.value_or(link.bytes(traffic.packet_beats));
}

/// Place in the mix of the longest of the packets' lengths.
[[nodiscard]] std::uint8_t longest_length(const TrafficConfig& traffic);

struct Scenario {
  std::string name;
  std::string file;         ///< path it was read from
  nlohmann::json topology;  ///< validated `topology` object, with `kind`
  Engines engine;
  std::uint64_t seed = 1;
  double clock_ns = 1.0;
  TrafficConfig traffic;
  PhaseConfig phases;
  SwitchConfig sw;
  LinkConfig link;
  ProbeConfig probe;
  FaultConfig faults;
  LimitConfig limits;
  bool audit = true;              ///< FT-AUD-1 at the end of the run
  std::vector<std::string> bugs;  ///< names switched on under `bug`
  nlohmann::json merged;          ///< the whole configuration after merging, for result.json
};

/// The cycle by which a run is over at the latest.
[[nodiscard]] inline Cycle last_cycle(const Scenario& s) {
  return s.phases.warmup + s.phases.measure + s.phases.drain;
}

/// Cycles from the first probe of a round to the last moment in which its last answer is under way.
[[nodiscard]] inline Cycle probe_round(const Scenario& s) {
  return Cycle{s.probe.retries} * s.probe.timeout + 2 * Cycle{s.link.latency};
}

/// The longest outage of a link in which no end can lose all probes of a round; 0: there is none.
[[nodiscard]] inline Cycle longest_flap(const Scenario& s) {
  const Cycle lead = Cycle{s.probe.retries} * s.probe.timeout;
  const Cycle flight = 2 * Cycle{s.link.latency};
  return lead > flight ? lead - flight : 0;
}

}  // namespace selvage
