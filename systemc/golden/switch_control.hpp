// SPDX-License-Identifier: Apache-2.0
/// \file
/// Seam 1b: the control plane of one switch as the fabric sees it, whatever the topology and
/// whichever engine (golden model, RTL, both in lockstep) is behind it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "golden/types.hpp"

namespace selvage {

/// A fault message as the fabric carries it: opaque, owned by the topology's control code.
struct ControlMessage {
  std::uint8_t kind = 0;
  std::uint8_t level = 0;
  std::uint8_t port = 0;
  std::uint8_t seq = 0;
  std::uint64_t body = 0;
  friend bool operator==(const ControlMessage& a, const ControlMessage& b) {
    return a.kind == b.kind && a.level == b.level && a.port == b.port && a.seq == b.seq &&
           a.body == b.body;
  }
};

/// What a message or a change of state goes back to. Travels beside the message for reports;
/// hardware never sees it.
struct Cause {
  static constexpr std::uint32_t kUnknown = ~0U;
  std::uint32_t event = kUnknown;  ///< number the fabric gave to a failure or a repair
  std::uint16_t hops = 0;          ///< message hops since an end of the link declared it
};

/// A message that comes or goes by one port.
struct PortedMessage {
  PortIdx port = 0;
  ControlMessage message;
  Cause cause;
};

/// This switch has declared the link at `port` dead, or alive again.
struct LinkEvent {
  PortIdx port = 0;
  bool up = false;
  std::uint32_t event = Cause::kUnknown;
};

/// What the control of a switch is given in one cycle.
struct StepInput {
  std::vector<PortedMessage> arrivals;  ///< at most one a port
  std::vector<LinkEvent> links;         ///< at most one a port
  PortMask stop = 0;  ///< ports by which it may send no message: the far ends asked for a stop
  [[nodiscard]] bool any() const { return !arrivals.empty() || !links.empty(); }
  void clear() { arrivals.clear(), links.clear(), stop = 0; }
};

/// What it drives in that cycle.
struct StepOutput {
  std::vector<PortedMessage> sent;  ///< onto the links now, ports ascending, at most one a port
  PortMask stop = 0;     ///< at the end of the cycle: ports whose far ends shall send no message
  bool changed = false;  ///< routing state changes at the end of this cycle
  Cause cause;           ///< of that change
  bool active = false;   ///< has to be stepped in the next cycle, whatever arrives
};

/// One packet header that requests a route.
struct RouteRequest {
  PacketId packet = 0;
  HostIdx source = 0;
  HostIdx destination = 0;
  PortIdx in_port = 0;
  std::uint8_t in_vc = 0;
  std::uint8_t header = 0;  ///< routing state that the packet's header carries
  /// Bit port * vcs + vc: this output channel may be taken now. Where channels are not taken one by
  /// one (virtual cut-through) all are.
  std::uint64_t free_channels = ~std::uint64_t{0};
};

/// The answer: take `port`/`vc`, drop because no candidate is left, or wait because none of the
/// candidates is free: the request is repeated when a channel of theirs becomes free.
struct RouteDecision {
  enum class Outcome : std::uint8_t { kForward, kDrop, kWait };
  Outcome outcome = Outcome::kDrop;
  PortIdx port = 0;
  std::uint8_t vc = 0;
  PortMask candidates = 0;  ///< every port the relation allows now; 0 on a drop
  std::uint8_t header = 0;  ///< routing state from here on, if the packet goes
  friend bool operator==(const RouteDecision& a, const RouteDecision& b) {
    return a.outcome == b.outcome && a.port == b.port && a.vc == b.vc &&
           a.candidates == b.candidates && a.header == b.header;
  }
};

/// The routing state of one switch at one moment, frozen: what would it have answered?
class RouteView {
 public:
  virtual ~RouteView() = default;
  [[nodiscard]] virtual RouteDecision preview(const RouteRequest& request) const = 0;
};

/// Fault state and route decisions of one switch.
///
/// Time contract (every engine keeps it, so that results do not depend on the engine):
/// * `now` never decreases from call to call.
/// * In one cycle at most one `request` and at most one `step`; the fabric calls `request` first.
/// * A request sees every update of an earlier cycle and none of its own cycle.
/// * `step` is called in every cycle in which something arrives and in every cycle after one whose
///   output was `active`; in others it may be left out. While it is, the stop flags driven last
///   hold.
/// * A message sent in cycle t by a healthy link of latency d arrives in cycle t + d. A stop flag
///   driven at the end of cycle t acts on the far end's sending from cycle t + d + 1 on.
/// * Messages are sent by declared-dead ports too; a dead link loses them and carries no stop flag.
/// * `collect` may be called from cycle `request + kRouteLatency` on, once per request, in the
///   order of the requests.
class SwitchControl {
 public:
  /// Cycles from a request to the first cycle in which its answer may be collected: inputs are
  /// sampled in one clock, the result is registered in the next.
  static constexpr Cycle kRouteLatency = 2;

  virtual ~SwitchControl() = default;
  SwitchControl() = default;
  SwitchControl(const SwitchControl&) = delete;
  SwitchControl& operator=(const SwitchControl&) = delete;

  /// One cycle of the fault plane. `out` is overwritten. The default is that of a control without
  /// one.
  virtual void step(Cycle /*now*/, const StepInput& /*in*/, StepOutput& out) { out = {}; }
  virtual void request(Cycle now, const RouteRequest& request) = 0;
  [[nodiscard]] virtual RouteDecision collect(Cycle now) = 0;
  /// Begins to bring what `request` and `collect` touch into the cache, in three steps, each when
  /// what the one before has brought is there; changes nothing but time.
  virtual void prefetch(unsigned /*step*/) const {}
  /// The port that `collect` will answer next, if it is at hand: good for such purposes only.
  [[nodiscard]] virtual std::optional<PortIdx> expected() const { return std::nullopt; }
  /// Lets every pipeline run dry and compares what is left. `now` only dates what is found; time
  /// may start anew afterwards.
  virtual void finish(Cycle now) = 0;

  /// What the routing state would answer to `request` at this moment, without taking part in the
  /// time contract, the pipeline or the comparison: for audits and explanations.
  [[nodiscard]] virtual RouteDecision preview(const RouteRequest& request) const = 0;
  /// The present routing state, to be asked by `preview` later on; null where that is not offered.
  [[nodiscard]] virtual std::unique_ptr<RouteView> snapshot() const { return nullptr; }
  /// Fault records lost because a table was full (a subset of faults is then unknown here).
  [[nodiscard]] virtual std::uint64_t overflows() const = 0;
};

}  // namespace selvage
