// SPDX-License-Identifier: Apache-2.0
/// \file
/// The RTL of a port's registers, alone (`flow_port_regs`) and with the blocks that they drive
/// (`flow_port`), clocked edge by edge (docs/reference/registers.md). No verilated header.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "cosim/flow/ack_block.hpp"
#include "cosim/flow/choice/block.hpp"
#include "cosim/flow/ep_block.hpp"
#include "cosim/flow/redirect_block.hpp"
#include "cosim/flow/tables/block.hpp"

namespace selvage::cosim {

/// An access on the bus.
struct RegisterAccess {
  bool valid = false;
  bool write = false;
  std::uint32_t addr = 0;
  std::uint32_t data = 0;
  unsigned strobes = 0;
};
/// What a cycle shows of it.
struct RegisterAnswer {
  bool ready = false;
  bool valid = false;
  std::uint32_t data = 0;
  bool error = false;
};

// ---- flow_port_regs
struct PortRegsOptions {
  std::uint32_t bugs = 0;  ///< strap bug_i
};
struct PortRegsIn {
  RegisterAccess access;
  bool link_idle = false, aggregator_idle = false, table_idle = false;
  std::array<std::uint32_t, 12> counters{};
  bool row_taken = false, row_there = false;
  std::array<std::uint32_t, 5> row{};
};
struct PortRegsOut {
  RegisterAnswer answer;
  unsigned pending = 0;
  bool enabled = false, link_up = false, link_down = false;
  bool row_asked = false;
  unsigned row = 0;
  AckAggregatorOptions aggregator;
  IfctStatic ifct;
  RedirectOptions redirect;
  EpAckTypeOptions ep;
  std::uint64_t drain = 0;
};
class PortRegsBlock {
 public:
  virtual ~PortRegsBlock() = default;
  virtual void reset() = 0;
  virtual void edge(const PortRegsIn& in) = 0;
  [[nodiscard]] virtual PortRegsOut outputs() const = 0;
};
/// Positions of 8 bits, 64 flow ids, 48 ACKs a frame, rows of 127 bits.
[[nodiscard]] std::unique_ptr<PortRegsBlock> make_flow_port_regs(const PortRegsOptions& options);

// ---- flow_port
struct FlowPortOptions {
  std::uint32_t bugs = 0;  ///< strap bug_i
  std::uint32_t redirect_seed = 1;
  std::uint32_t ep_seed = 1;
  bool gate = true;        ///< strap gate_i: clocks stand where a block has nothing to do
  unsigned stale_t = 90;   ///< strap ofct_stale_t_i, ticks
  unsigned ask_shift = 2;  ///< strap ask_shift_i
};
struct FlowPortIn {
  RegisterAccess access;
  AckAggregatorIn aggregator;  ///< its time is that of all
  RedirectIn redirect;
  EpAckTypeIn ep;
  IfctIn ifct;
  EfctIn efct;  ///< of a port with a host
  OfctIn ofct;  ///< of a port with a switch; CHK is the walker's
  AckWord rx;
  LeastLoadedIn ask;
};
struct FlowPortOut {
  RegisterAnswer answer;
  bool enabled = false, link_up = false, link_down = false;
  unsigned pending = 0;
  AckAggregatorOut aggregator;  ///< but for busy
  RedirectOut redirect;         ///< but for the counters and busy
  EpAckTypeOut ep;
  WalkerOut walker;  ///< but for done
  IfctOut ifct;
  bool chk_ready = false;
  EfctOut efct;
  OfctOut ofct;
  AckUnpackerOut rx;
  LeastLoadedOut ask;  ///< but for busy and pointer
  /// Bits of ifct and of the other table, an operation each (FLOW-ECC-2, FLOW-ECC-3).
  unsigned ecc_fixed = 0, ecc_lost = 0;
};
/// Blocks of a port with clocks of their own: ifct, efct or ofct, redirect_gen, ep_ack_type,
/// flow_walker, ack_aggregator, ack_frame_unpacker, least_loaded.
inline constexpr unsigned kPortClocks = 8;
class FlowPortBlock {
 public:
  virtual ~FlowPortBlock() = default;
  virtual void reset() = 0;
  /// A clock; what the outputs showed in its cycle.
  virtual FlowPortOut edge(const FlowPortIn& in) = 0;
  /// Clocks that each block has had since the last reset.
  [[nodiscard]] virtual const std::array<std::uint64_t, kPortClocks>& clocks() const = 0;
  /// Flips a stored bit of the ifct, or of the ofct; only with ECC, in arrays.
  virtual void flip(bool ofct, unsigned row, unsigned bit) = 0;
};
struct FlowPortBuild {
  unsigned edge = 0;   ///< 1: ingress edge
  unsigned ecc = 0;    ///< check bits of the tables
  unsigned macro = 0;  ///< 1: their rows are in memories
  std::unique_ptr<FlowPortBlock> (*make)(const FlowPortOptions&) = nullptr;
};
/// Small tables, MAX 48, DEPTH 512.
[[nodiscard]] const std::vector<FlowPortBuild>& flow_port_builds();

}  // namespace selvage::cosim
