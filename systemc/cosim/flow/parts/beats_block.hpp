// SPDX-License-Identifier: Apache-2.0
/// \file
/// Beats on the wire of a flow-channel switch in RTL, clocked edge by edge: `flow_gear` and
/// `flow_rx` (docs/reference/flow-switch.md). No verilated header.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "cosim/flow/parts/parts_block.hpp"

namespace selvage::cosim {

inline constexpr unsigned kFlowBeatBytes = 25, kFlowHeaderBytes = 9, kFlowMessageBits = 22;
/// 256 bits; bit b is bit b % 64 of part b / 64. A beat has 200, a header 72.
using FlowBits = std::array<std::uint64_t, 4>;

struct FlowBeat {
  FlowSymbol symbol = FlowSymbol::kIdle;
  bool head = false, tail = false;
  FlowBits data{};
};

struct FlowGearOptions {
  std::uint32_t bugs = 0;  ///< strap bug_i
};
struct FlowGearIn {
  FlowTxOut tx;  ///< as flow_tx shows it
  std::uint32_t message = 0;
  AckWord frame;
  FlowBits header{};
  bool word = false, last = false;
  FlowBits data{};
};
struct FlowGearOut {
  bool header_pull = false, word_pull = false;
};
class FlowGearBlock {
 public:
  virtual ~FlowGearBlock() = default;
  virtual void reset() = 0;
  [[nodiscard]] virtual FlowGearOut give(const FlowGearIn& in) = 0;
  virtual void edge() = 0;
  [[nodiscard]] virtual FlowBeat outputs() const = 0;
};
[[nodiscard]] std::unique_ptr<FlowGearBlock> make_flow_gear(const FlowGearOptions& options);

struct FlowRxOptions {
  std::uint32_t bugs = 0;
};
struct FlowRxOut {
  bool head = false, mark = false;
  FlowBits header{};
  bool word = false, last = false;
  FlowBits data{};
  AckWord frame;
  bool message = false;
  std::uint32_t message_data = 0;
};
class FlowRxBlock {
 public:
  virtual ~FlowRxBlock() = default;
  virtual void reset() = 0;
  virtual void edge(const FlowBeat& beat) = 0;
  [[nodiscard]] virtual FlowRxOut outputs() const = 0;
};
/// Behind a switch, behind a host.
[[nodiscard]] std::unique_ptr<FlowRxBlock> make_flow_rx(const FlowRxOptions& options);
[[nodiscard]] std::unique_ptr<FlowRxBlock> make_flow_rx_edge(const FlowRxOptions& options);

// ---- flow_cross: words of an output's FIFO
struct FlowCrossOptions {
  std::uint32_t bugs = 0;
};
struct FlowWord {
  bool valid = false, last = false;
  FlowBits data{};
};
struct FlowCrossIn {
  std::array<FlowWord, kPartPorts> word{};  ///< by input
  bool put = false;
  unsigned put_in = 0;
};
class FlowCrossBlock {
 public:
  virtual ~FlowCrossBlock() = default;
  virtual void reset() = 0;
  /// The next word, of registers alone.
  [[nodiscard]] virtual FlowWord next() const = 0;
  virtual void edge(const FlowCrossIn& in, bool pull) = 0;
};
[[nodiscard]] std::unique_ptr<FlowCrossBlock> make_flow_cross(const FlowCrossOptions& options);

}  // namespace selvage::cosim
