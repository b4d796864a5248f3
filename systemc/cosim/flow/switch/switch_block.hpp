// SPDX-License-Identifier: Apache-2.0
/// \file
/// A whole flow-channel switch in RTL, clocked edge by edge: `flow_switch`, alone or around its
/// control (docs/reference/flow-switch.md). No verilated header.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cosim/flow/ack_block.hpp"
#include "cosim/flow/ep_block.hpp"
#include "cosim/flow/parts/beats_block.hpp"
#include "cosim/flow/parts/parts_block.hpp"
#include "cosim/flow/redirect_block.hpp"
#include "cosim/flow/tables/block.hpp"
#include "golden/switch_control.hpp"

class VerilatedFstC;

namespace selvage::cosim {

/// What these builds have.
inline constexpr unsigned kFlowSwitchPorts = 8;     ///< N
inline constexpr unsigned kFlowSwitchPool = 283;    ///< units of a class that an input holds
inline constexpr unsigned kFlowSwitchFifo = 64;     ///< units of an output to a switch
inline constexpr unsigned kFlowSwitchEgress = 512;  ///< units of an output to a host
inline constexpr unsigned kFlowRateSteps = 1024;    ///< rates are multiples of 1/1024 of the link
inline constexpr unsigned kFlowMostWeight = 64;     ///< of a class
inline constexpr unsigned kFlowMostRoute = 64;      ///< cycles from a question to its answer
inline constexpr unsigned kFlowLeastStale = 600;    ///< cycles between two markers of a row
inline constexpr unsigned kFlowControlBugsAt = 8;   ///< bits of bug_i: from here on a control's
inline constexpr unsigned kFlowLeastLatency = 7;  ///< cycles of a link, with registers at its ends

/// All that is static.
struct FlowSwitchOptions {
  std::string name = "flow_switch";  ///< of the model
  std::uint32_t bugs = 0;            ///< strap bug_i
  unsigned wired = 0xff;             ///< ports with a link
  unsigned hosts = 0;                ///< those with a host, which a build has
  unsigned route_latency = 2;        ///< cycles from question to answer, of a control inside
  AckAggregatorOptions aggregator;
  IfctStatic table;  ///< but for rd_enable
  std::uint64_t stale_t = 0;
  bool redirect_inside = false, redirects = true;
  RedirectOptions redirect;  ///< but for the seed
  bool aware = true;
  EpAckTypeOptions ep;       ///< likewise
  FlowGrantsOptions grants;  ///< but for the hosts, which a build has
  unsigned pool_mark = 0, shift = 2, sample_step = 42;
  // By port.
  std::array<std::uint32_t, kFlowSwitchPorts> redirect_seed{}, ep_seed{};
  std::array<std::uint64_t, kFlowSwitchPorts> drain{};
};
/// At the pins in one cycle.
struct FlowSwitchIn {
  std::uint64_t now = 0;
  struct Port {
    FlowBeat beat;
    unsigned xon = 0xff;  ///< classes
    bool hold = false, dead = false, init = false, coming = false;
    bool message = false;
    std::uint32_t message_data = 0;
  };
  std::array<Port, kFlowSwitchPorts> port{};
  // Of a control outside.
  bool route = false;
  unsigned ways = 0;  ///< ports
  bool changed = false, learns = false;
  StepInput control;  ///< of a control inside
};
/// Of the cycle of the inputs, without their edge.
struct FlowSwitchOut {
  bool ask = false;
  unsigned ask_in = 0;
  std::uint32_t ask_dest = 0;
  bool route = false;  ///< the answer of a control inside
  unsigned ways = 0;   ///< ports
  struct Port {
    bool grant = false;  ///< of the input
    unsigned out = 0, id = 0;
    bool pause = false;
    std::uint32_t pause_key = 0;
    unsigned load = 0;  ///< of the output
  };
  std::array<Port, kFlowSwitchPorts> port{};
};
/// What the registers at the pins show.
struct FlowSwitchShown {
  struct Port {
    FlowBeat beat;
    unsigned xon = 0;
    bool message = false;
    std::uint32_t message_data = 0;
    bool rest = false;
  };
  std::array<Port, kFlowSwitchPorts> port{};
  std::vector<PortedMessage> sent;  ///< by a control inside, of this cycle; ports ascending
  PortMask stop = 0;                ///< what it has asked for by the end of the last one
};
class FlowSwitchBlock {
 public:
  virtual ~FlowSwitchBlock() = default;
  /// Whether its control is inside.
  [[nodiscard]] virtual bool decides() const { return false; }
  /// An edge of that alone, while links that are dead from the start become known.
  virtual void control_edge(const StepInput& /*in*/) {}
  [[nodiscard]] virtual bool control_idle() const { return true; }
  virtual void reset() = 0;
  [[nodiscard]] virtual FlowSwitchOut give(const FlowSwitchIn& in) = 0;
  virtual void edge() = 0;
  /// The two halves of an edge, and all that the model traces: for waves.
  virtual void rise() = 0;
  virtual void fall() = 0;
  virtual void declare(VerilatedFstC& file) = 0;
  [[nodiscard]] virtual FlowSwitchShown outputs() const = 0;
};
/// Eight ports, 64 rows a table, positions of 8 bits.
struct FlowSwitchBuild {
  unsigned hosts;  ///< ports with a host
  std::unique_ptr<FlowSwitchBlock> (*make)(const FlowSwitchOptions& options);
};
[[nodiscard]] const std::vector<FlowSwitchBuild>& flow_switch_builds();
/// With hosts at these ports; null: there is none.
[[nodiscard]] inline const FlowSwitchBuild* flow_switch_build(unsigned hosts) {
  for (const FlowSwitchBuild& build : flow_switch_builds())
    if (build.hosts == hosts) return &build;
  return nullptr;
}

}  // namespace selvage::cosim
