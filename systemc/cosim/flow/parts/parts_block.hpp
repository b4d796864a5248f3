// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parts of a flow-channel switch in RTL, clocked edge by edge: `flow_tx`, `flow_grants` and
/// `flow_queues` (docs/reference/flow-switch.md). No verilated header.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "cosim/flow/ack_block.hpp"

namespace selvage::cosim {

inline constexpr unsigned kPartPorts = 8;
inline constexpr unsigned kPartClasses = 8;

// ---- flow_tx: the output FIFO of a port and its wire
struct FlowTxOptions {
  AckAggregatorOptions aggregator;
  std::uint32_t bugs = 0;  ///< strap bug_i
};
struct FlowTxIn {
  std::uint64_t now = 0;
  bool put = false;
  std::uint32_t put_tag = 0;
  unsigned put_len = 0, put_beats = 0;
  bool mark = false;
  std::uint32_t mark_tag = 0;
  bool xon = true;
  bool message = false;
  bool ack = false;
  std::uint32_t ack_data = 0;  ///< 26 bits, with parity
};
enum class FlowSymbol : std::uint8_t { kIdle, kPacket, kMarker, kFrame, kMessage };
/// What is in the registers of the wire.
struct FlowTxOut {
  FlowSymbol symbol = FlowSymbol::kIdle;
  bool head = false, tail = false;
  std::uint32_t tag = 0;
  unsigned gone = 0;
};
class FlowTxBlock {
 public:
  virtual ~FlowTxBlock() = default;
  virtual void reset() = 0;
  /// The inputs of a cycle: an ACK at the pins is taken in it; units in the FIFO.
  virtual void give(const FlowTxIn& in) = 0;
  [[nodiscard]] virtual bool ack_ready() const = 0;
  [[nodiscard]] virtual unsigned depth() const = 0;
  virtual void edge() = 0;
  [[nodiscard]] virtual FlowTxOut outputs() const = 0;
  /// Out of the packer, in the present cycle.
  [[nodiscard]] virtual AckWord word() const = 0;
};
[[nodiscard]] std::unique_ptr<FlowTxBlock> make_flow_tx(const FlowTxOptions& options);

// ---- flow_grants: who is given the outputs of a switch
struct FlowGrantsOptions {
  std::array<unsigned, kPartClasses> min{};     ///< of a guaranteed rate, 1/1024 bytes a cycle
  std::array<unsigned, kPartClasses> max{};     ///< of a largest rate
  unsigned full = 0xff;                         ///< classes whose largest rate is the link's
  std::array<unsigned, kPartClasses> weight{};  ///< as a power of two
  unsigned hosts = 0;                           ///< ports with a host
  std::array<unsigned, kPartPorts> limit{};     ///< units of a FIFO
  std::uint32_t bugs = 0;
};
struct FlowAsk {
  bool valid = false;
  unsigned out = 0, tc = 0, id = 0, len = 0, bytes = 0;
};
struct FlowGrantsIn {
  std::array<FlowAsk, kPartPorts> ask{};
  unsigned done = 0, abort = 0, drops = 0, soon = 0, soon_host = 0, clear = 0;
  std::array<unsigned, kPartPorts> xoff{};  ///< classes as bits
  std::array<unsigned, kPartPorts> gone{};
};
/// Of the cycle of the inputs.
struct FlowGrantsOut {
  struct Grant {
    bool valid = false;
    unsigned out = 0, tc = 0, id = 0;
  };
  std::array<Grant, kPartPorts> grant{};  ///< by input
  std::array<unsigned, kPartPorts> ahead{}, load{};
};
class FlowGrantsBlock {
 public:
  virtual ~FlowGrantsBlock() = default;
  virtual void reset() = 0;
  [[nodiscard]] virtual FlowGrantsOut give(const FlowGrantsIn& in) = 0;
  virtual void edge() = 0;
};
[[nodiscard]] std::unique_ptr<FlowGrantsBlock> make_flow_grants(const FlowGrantsOptions& options);

// ---- flow_queues: the buffer of an input
struct FlowQueuesOptions {
  unsigned mark = 0;  ///< units with which a sender may go on
  std::uint32_t bugs = 0;
};
/// A word of the large build has 256 bits, of the small one 16.
struct FlowQueuesIn {
  bool head = false;
  unsigned tc = 0, len = 0, bytes = 0;
  bool word = false;
  std::uint64_t data = 0;  ///< the low bits of the word; above them it is repeated
  bool put = false;
  unsigned put_id = 0, put_slot = 0;
  bool ask = false;
  unsigned ask_id = 0;
  bool leave = false;
};
/// Of the cycle of the inputs, without their edge.
struct FlowQueuesOut {
  unsigned slot = 0;  ///< page of a header of this cycle
  bool put_first = false;
  unsigned first_slot = 0, first_tc = 0, first_len = 0, first_bytes = 0;
  bool more = false;
  std::array<unsigned, kPartClasses> units{};  ///< with the inputs
};
/// What the registers show.
struct FlowQueuesRead {
  bool word = false, last = false;
  std::uint64_t data = 0;
  bool whole = true;  ///< the bits above are as they were given
  bool ready = false;
  unsigned xon = 0;
  unsigned used = 0;
};
class FlowQueuesBlock {
 public:
  virtual ~FlowQueuesBlock() = default;
  virtual void reset() = 0;
  [[nodiscard]] virtual FlowQueuesOut give(const FlowQueuesIn& in) = 0;
  virtual void edge() = 0;
  [[nodiscard]] virtual FlowQueuesRead outputs() const = 0;
};
/// Pages, words of 256 bits and 64 rows as a fabric has them; 72 pages, 16 bits and 8 rows.
[[nodiscard]] std::unique_ptr<FlowQueuesBlock> make_flow_queues(const FlowQueuesOptions& options);
[[nodiscard]] std::unique_ptr<FlowQueuesBlock> make_flow_queues_small(
    const FlowQueuesOptions& options);

// ---- flow_lookup: packets of a host before the edge table
struct FlowLookupOptions {
  std::uint32_t bugs = 0;
};
struct FlowLookupIn {
  bool head = false;
  std::uint32_t dest = 0;
  unsigned tc = 0, len = 0, slot = 0;
  bool ordered = false;
  bool ack = false;
  bool stall = false;  ///< of the answer, if one comes; so are id and start
  unsigned id = 0, start = 0;
};
/// Of the cycle of the inputs.
struct FlowLookupOut {
  bool req = false;
  std::uint32_t key = 0;
  unsigned len = 0;
  bool put = false;
  unsigned put_slot = 0, put_len = 0, put_tc = 0;
  bool put_ordered = false;
  unsigned put_id = 0, put_start = 0;
};
class FlowLookupBlock {
 public:
  virtual ~FlowLookupBlock() = default;
  virtual void reset() = 0;
  [[nodiscard]] virtual FlowLookupOut give(const FlowLookupIn& in) = 0;
  virtual void edge() = 0;
};
[[nodiscard]] std::unique_ptr<FlowLookupBlock> make_flow_lookup(const FlowLookupOptions& options);

// ---- flow_steps: what goes into the next step of an input table
struct FlowStepsOptions {
  std::uint32_t bugs = 0;
};
struct FlowStepsIn {
  bool put = false;
  unsigned put_id = 0;
  std::uint32_t put_data = 0;
  bool grant = false;
  unsigned grant_id = 0;
  bool grant_host = false, take = false, free = false;
  bool pick = false, pick_drop = false;
  unsigned pick_id = 0, pick_data = 0;
  bool soon = true;
  bool ack = false;
  unsigned ack_id = 0;
  bool chk = false;
  unsigned chk_id = 0;
};
/// Of the cycle of the inputs.
struct FlowStepsOut {
  bool ack_pull = false, chk_pull = false;
  bool deq = false;
  unsigned deq_kind = 0, deq_id = 0, deq_data = 0;
  bool deq_drop = false, drops = false;
  bool enq = false;
  unsigned enq_id = 0;
  std::uint32_t enq_data = 0;
};
class FlowStepsBlock {
 public:
  virtual ~FlowStepsBlock() = default;
  virtual void reset() = 0;
  [[nodiscard]] virtual FlowStepsOut give(const FlowStepsIn& in) = 0;
  /// In the present cycle nothing may be granted, of registers alone.
  [[nodiscard]] virtual bool drops() const = 0;
  virtual void edge() = 0;
};
[[nodiscard]] std::unique_ptr<FlowStepsBlock> make_flow_steps(const FlowStepsOptions& options);

}  // namespace selvage::cosim
