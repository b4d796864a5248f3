// SPDX-License-Identifier: Apache-2.0
/// \file
/// What switches of the model do in a cycle, as the pins of such switches in RTL have it
/// (docs/reference/flow-switch.md).
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "cosim/flow/switch/switch_block.hpp"
#include "fabric/flow/twin/wire.hpp"
#include "flow/observer.hpp"
#include "flow/routers.hpp"

namespace selvage::fabric {

inline constexpr unsigned kSwitchPorts = cosim::kFlowSwitchPorts;

/// What a cycle of the model has shown of a port.
struct PortCycle {
  // input
  bool grant = false;
  unsigned out = 0, id = 0;
  unsigned off_said = 0;              ///< classes
  bool over = false, queued = false;  ///< a packet of a host
  std::uint64_t key = 0;              ///< its flow, as the edge table has it
  // output
  unsigned load = 0, off_seen = 0;
  bool hold = false, dead = false, init = false, coming = false, cut = false, was_alive = false;
};
/// Of the control: what came to it, and what it sent.
struct ControlCycle {
  StepInput in;
  std::vector<PortedMessage> sent;
  PortMask stop = 0;  ///< asked for by the end of the cycle before
};
struct SwitchCycle {
  Cycle at = 0;
  bool changed = false, learns = false;
  bool ask = false;
  unsigned ask_in = 0;
  std::uint32_t ask_dest = 0;
  bool route = false;
  unsigned ways = 0;
  unsigned redirects = 0;
  ControlCycle control;
  std::array<PortCycle, kSwitchPorts> ports;
};

/// Follows some switches of a network that it changes nothing of, and the wires at their ports.
class Watch final : flow::Observer {
 public:
  /// Observes `model` and stands at the blocks of these switches; both ends when this does.
  Watch(flow::Routers& model, const flow::Params& params, const flow::Wiring& wiring,
        const std::vector<SwitchIdx>& switches);
  ~Watch() override;
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  // Before and behind a cycle of the model; all cycles come, one after the other.
  void begin(Cycle now);
  void end();

  // What no observer is told. Of the cycle that has begun:
  void leaves_host(HostIdx host, const flow::Packet& packet);
  /// The control has taken a step.
  void control_stepped(SwitchIdx sw, const StepInput& in, const StepOutput& out);
  /// A fault message takes the beat of the next cycle.
  void message(SwitchPort out);
  // Of the cycle that begins next, where no control takes steps:
  /// The state of routing is another one.
  void routes_changed(SwitchIdx sw);
  /// What is known of dead ports is more than what was asked for before was answered by.
  void learns(SwitchIdx sw);
  /// For blocks that come into a port.
  [[nodiscard]] std::unique_ptr<flow::Blocks> around(SwitchPort at,
                                                     std::unique_ptr<flow::Blocks> own);

  /// Of a switch that is followed.
  [[nodiscard]] const SwitchCycle& now(SwitchIdx sw) const { return of_[sw]->now; }
  /// Null: nobody is there. That of an output, and that which ends at an input.
  [[nodiscard]] const Wire* from(SwitchPort out) const { return wires_[number(out)].get(); }
  [[nodiscard]] const Wire* to(SwitchPort in) const;
  [[nodiscard]] const PortEnd& end_of(SwitchPort p) const { return wiring_.ends[number(p)]; }
  [[nodiscard]] const flow::Params& params() const { return params_; }

 private:
  struct Followed {
    SwitchCycle now;
    bool routes = false, learns = false;  ///< in the next cycle
    PortMask stop = 0;                    ///< by the end of this one
    Cycle stepped = kNever;               ///< last step of the control
  };
  [[nodiscard]] std::size_t number(SwitchPort p) const { return p.sw * wiring_.ports + p.port; }
  [[nodiscard]] Followed* of(SwitchIdx sw) { return of_[sw].get(); }
  [[nodiscard]] PortCycle* at(SwitchPort p);
  /// Of an output; null: nobody looks at it.
  [[nodiscard]] Wire* wire(SwitchPort out) { return wires_[number(out)].get(); }
  [[nodiscard]] std::unique_ptr<Wire>& wire_to(SwitchPort in);
  void follow(SwitchIdx sw);
  void came(SwitchPort in, cosim::FlowSymbol symbol);
  void end(SwitchIdx sw, SwitchCycle& now) const;

  void arrives(SwitchPort in, const flow::Cargo& packet) override;
  void requested(SwitchPort in, std::uint32_t slot) override;
  void decided(SwitchIdx sw, std::uint32_t slot, const RouteDecision& decision) override;
  void stepped(SwitchPort, golden::FlowId, const golden::IfctRow&) override {}
  void acked(SwitchPort, const golden::AckRequest&) override {}
  void came_back(SwitchPort, const golden::Ack&, const golden::BackMessage&) override {}
  void redirected(SwitchPort out, const flow::RedirectOutput&) override;
  void sent(SwitchPort out, const flow::Cargo& packet, Cycle until) override;
  void sent_marker(SwitchPort out, golden::FlowId id, Cycle until) override;
  void sent_acks(SwitchPort out, unsigned count, Cycle until) override;
  void stretched(SwitchPort out, Cycle until) override;
  void lost(SwitchPort, const flow::Cargo&) override {}
  void marked(SwitchPort in, golden::FlowId id) override;
  void queued(SwitchPort in, golden::FlowId id, std::uint32_t slot) override;
  void granted(SwitchPort in, golden::FlowId id, PortIdx out) override;
  void into_fifo(SwitchPort out, std::uint32_t slot) override;
  void pushed(SwitchPort out, const golden::Ack& ack) override;
  void sent_away(SwitchPort out) override;

  flow::Routers& model_;
  const flow::Params params_;
  const flow::Wiring wiring_;
  const std::vector<SwitchIdx> switches_;
  Cycle now_ = 0;
  std::vector<std::unique_ptr<Wire>> wires_;   ///< of the outputs of all switches, then of hosts
  std::vector<std::unique_ptr<Followed>> of_;  ///< by switch; null: not followed
};

}  // namespace selvage::fabric
