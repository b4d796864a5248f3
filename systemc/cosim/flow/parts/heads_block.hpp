// SPDX-License-Identifier: Apache-2.0
/// \file
/// What becomes of the heads of flow queues and of ACKs in a flow-channel switch in RTL, clocked
/// edge by edge: `flow_fronts`, `flow_leads` and `flow_acks` (docs/reference/flow-switch.md). No
/// verilated header.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "cosim/flow/parts/parts_block.hpp"

namespace selvage::cosim {

/// Rows of an input table of these builds.
inline constexpr unsigned kPartRows = 64;

// ---- flow_leads: from a grant to the cycle in which a packet leaves
struct FlowLeadsOptions {
  unsigned hosts = 0;      ///< ports with a host
  std::uint32_t bugs = 0;  ///< strap bug_i
};
struct FlowLeadsIn {
  std::array<FlowGrantsOut::Grant, kPartPorts> grant{};  ///< by input
  struct Answer {
    bool go = false;
    unsigned port = 0;
  };
  std::array<Answer, kPartPorts> answer{};       ///< by input
  std::array<std::uint32_t, kPartPorts> data{};  ///< by input: goes with its MAP
  struct Mapped {
    bool stall = false, over = false;
    unsigned oid = 0, start = 0;
  };
  std::array<Mapped, kPartPorts> mapped{};  ///< by output
};
/// Of the cycle of the inputs.
struct FlowLeadsOut {
  struct Map {
    bool valid = false;
    unsigned in = 0, id = 0;
    std::uint32_t data = 0;
  };
  std::array<Map, kPartPorts> map{};  ///< by output
  struct Lead {
    unsigned id = 0, out = 0;
    bool take = false, ask = false;
    unsigned ask_id = 0;
    bool leave = false, abort = false, again = false, exclude = false;
    unsigned oid = 0, start = 0;
  };
  std::array<Lead, kPartPorts> lead{};  ///< by input
};
class FlowLeadsBlock {
 public:
  virtual ~FlowLeadsBlock() = default;
  virtual void reset() = 0;
  [[nodiscard]] virtual FlowLeadsOut give(const FlowLeadsIn& in) = 0;
  virtual void edge() = 0;
};
[[nodiscard]] std::unique_ptr<FlowLeadsBlock> make_flow_leads(const FlowLeadsOptions& options);

// ---- flow_acks: ACKs on their way back to an input
struct FlowAcksOptions {
  unsigned hosts = 0;  ///< ports with a host
  std::uint32_t bugs = 0;
};
struct FlowBack {
  bool valid = false;
  unsigned id = 0, type = 0, delta = 0;
};
struct FlowAcksIn {
  std::array<FlowBack, kPartPorts> rev{}, chk{}, turn{};  ///< by output
  FlowBack drop;
  unsigned free = 0, comes = 0;  ///< outputs
};
struct FlowAcksOut {
  FlowBack ack;
  unsigned out = 0;
};
class FlowAcksBlock {
 public:
  virtual ~FlowAcksBlock() = default;
  virtual void reset() = 0;
  /// What may be taken in the present cycle, of registers alone.
  [[nodiscard]] virtual FlowAcksOut outputs() const = 0;
  virtual void edge(const FlowAcksIn& in, bool pull) = 0;
};
[[nodiscard]] std::unique_ptr<FlowAcksBlock> make_flow_acks(const FlowAcksOptions& options);

// ---- flow_fronts: the heads of an input's flow queues
struct FlowFrontsOptions {
  std::uint32_t bugs = 0;
};
struct FlowFrontsIn {
  // By output, as bits.
  unsigned alive = 0, init = 0, coming = 0, full = 0, clear = 0;
  std::array<unsigned, kPartPorts> xoff{};  ///< classes as bits
  bool woken = false, changed = false;
  bool again = false, exclude = false;
  unsigned again_id = 0;
  struct Row {
    bool valid = false;
    unsigned id = 0;
  };
  std::array<Row, kPartPorts> check{};
  unsigned why = 0, port = 0;  ///< of an answer, if one comes
  bool more = false, knew = true;
  Row put;
  unsigned put_tc = 0;
  Row acked, chk;
  Row route;
  unsigned ways = 0;
  std::uint64_t time = 0;  ///< rows
  Row grant;
  Row pick;
  Row deq;
  unsigned deq_kind = 0;
  Row ask;
};
/// Of the cycle of the inputs.
struct FlowFrontsOut {
  bool head = false;
  unsigned head_out = 0, head_tc = 0, head_id = 0;
  std::uint64_t deqs = 0, asks = 0;       ///< rows
  bool drop = false;                      ///< of the one that is picked; so are these
  unsigned ways = 0, mask = 0, open = 0;  ///< ports
  unsigned granted_mask = 0;              ///< of the one that is granted
  std::uint64_t routing = 0, choosing = 0, standing = 0, led = 0, waiting = 0;
};
class FlowFrontsBlock {
 public:
  virtual ~FlowFrontsBlock() = default;
  virtual void reset() = 0;
  [[nodiscard]] virtual FlowFrontsOut give(const FlowFrontsIn& in) = 0;
  virtual void edge() = 0;
};
/// Behind a switch, behind a host.
[[nodiscard]] std::unique_ptr<FlowFrontsBlock> make_flow_fronts(const FlowFrontsOptions& options);
[[nodiscard]] std::unique_ptr<FlowFrontsBlock> make_flow_fronts_edge(
    const FlowFrontsOptions& options);

}  // namespace selvage::cosim
