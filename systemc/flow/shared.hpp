// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the switches and terminals of one network share, pooled in flat arrays: packets, flows,
/// frames, the state of every port, counts and time.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "flow/agenda.hpp"
#include "flow/observer.hpp"
#include "flow/state.hpp"
#include "kernel/stream.hpp"

namespace selvage::flow {

class InputUnit;
class OutputUnit;

/// A port of all switches as a number: switch * ports + port.
using PortNumber = std::uint32_t;

// A marker (FLOW-A-31) goes where slots do: bit 31, its start from bit 16 on, its id.
inline constexpr std::uint32_t kMarkerBit = 0x8000'0000U;
[[nodiscard]] constexpr bool is_marker(std::uint32_t slot) {
  return slot != kNoSlot && (slot & kMarkerBit) != 0;
}
[[nodiscard]] constexpr unsigned lane_of(unsigned vc, unsigned tc) { return vc * kClasses + tc; }

struct Shared {
  /// Throws std::invalid_argument on parameters or wiring that make no network.
  Shared(const Params& params, const Wiring& wiring, Client& client);

  [[nodiscard]] const golden::FlowSizes& sizes() const { return params.sizes; }
  [[nodiscard]] golden::FlowId id_of(std::uint32_t slot) const {
    return is_marker(slot) ? static_cast<golden::FlowId>(slot & 0xffffU) : cargo[slot].id;
  }
  [[nodiscard]] unsigned len_of(std::uint32_t slot) const {
    return is_marker(slot) ? 0 : cargo[slot].len;
  }
  [[nodiscard]] unsigned beats(const Cargo& c) const {
    return (c.packet.bytes + params.overhead_bytes + params.bytes_per_cycle - 1) /
           params.bytes_per_cycle;
  }
  /// Its redirects may make it move one packet at a time only (FLOW-C-6).
  [[nodiscard]] bool as_ordered(const Row& r, const Cargo& c) const {
    return c.packet.ordered && params.routing != Routing::kPerPacketAdaptive && !r.loose;
  }
  /// Units of a row behind its head.
  [[nodiscard]] unsigned behind(const Row& r) const { return r.units - cargo[r.head].len; }
  /// What the redirect generator of an output is given.
  [[nodiscard]] unsigned redirect_depth(const Output& o) const {
    return std::min(o.ahead + o.reserved + (params.count_queues ? o.behind : 0), kMostDepth);
  }
  /// Ordered packets have to be delivered in order, as far as the parameters go.
  [[nodiscard]] bool keeps_order() const {
    return params.block && params.routing != Routing::kPerPacketAdaptive;
  }
  [[nodiscard]] SwitchPort place(PortNumber p) const {
    return {p / ports, static_cast<PortIdx>(p % ports)};
  }
  [[nodiscard]] bool edge(PortNumber p) const { return out[p].kind == PortEnd::Kind::kHost; }
  /// The flow of a packet; it gets a number if it is new.
  std::uint32_t flow_of(const Packet& packet);
  void drop(std::uint32_t slot, SwitchPort at, DropCause cause);
  void leave_fabric(Cargo& c);
  /// A channel of an edge table has come or gone.
  void count_live(int change);
  void violate(const std::string& requirement, const std::string& what, PortNumber where);
  void note(FlowEvent::What what, PortNumber p, golden::FlowId id, std::uint32_t flow,
            unsigned value = 0);

  const Params params;
  Client& client;
  Observer* observer = nullptr;
  unsigned ports;
  unsigned lanes;
  unsigned headroom;
  Cycle poll_period;
  Agenda agenda;
  std::vector<Input> in;  ///< [port of all switches]; so are out, blocks
  std::vector<Output> out;
  std::vector<std::unique_ptr<Blocks>> blocks;
  std::vector<Cargo> cargo;  ///< [slot]
  std::vector<FlowStat> flows;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers;  ///< of flows
  std::vector<Frame> frames;
  std::vector<std::uint32_t> free_frames;
  std::vector<golden::FrameWord> words;  ///< of the frame that is unpacked
  std::vector<std::uint32_t> unpacked;
  kernel::Stream loss;
  kernel::Stream flips;
  InputUnit* inputs = nullptr;  ///< [port of all switches]; so are outputs
  OutputUnit* outputs = nullptr;
  std::vector<FlowEvent> log;
  Counts counts;
  std::string violation;
  bool lossy = false;  ///< something was lost: exact laws of the ACKs do not hold any more
  std::uint64_t in_fabric = 0;
  std::uint64_t fabric_high = 0;
  std::uint64_t cap_sum = 0;  ///< of all edge rows
  std::uint64_t cap_at_high = 0;
  unsigned live = 0;
  Cycle live_since = 0;
  Cycle last_progress = 0;
};

}  // namespace selvage::flow
