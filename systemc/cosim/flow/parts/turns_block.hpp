// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whose turn it is in a flow-channel switch in RTL, and which way it goes, clocked edge by edge:
/// `flow_turns` and `flow_choice` (docs/reference/flow-switch.md). No verilated header.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "cosim/flow/parts/heads_block.hpp"

namespace selvage::cosim {

// ---- flow_turns: which of the rows that have something to give is next
struct FlowTurnsOptions {
  std::uint32_t bugs = 0;  ///< strap bug_i
};
struct FlowTurnsIn {
  std::array<std::uint64_t, kPartPorts> rows{};  ///< by input
};
/// Of the cycle of the inputs.
struct FlowTurnsOut {
  bool valid = false;
  unsigned in = 0, id = 0;
};
class FlowTurnsBlock {
 public:
  virtual ~FlowTurnsBlock() = default;
  virtual void reset() = 0;
  [[nodiscard]] virtual FlowTurnsOut give(const FlowTurnsIn& in) = 0;
  virtual void edge() = 0;
};
[[nodiscard]] std::unique_ptr<FlowTurnsBlock> make_flow_turns(const FlowTurnsOptions& options);

// ---- flow_choice: which way
struct FlowChoiceOptions {
  unsigned floor = 0;  ///< units that a port counts more which was left
  unsigned shift = 0;  ///< loads are compared in 2^shift units
  std::uint32_t bugs = 0;
};
struct FlowChoiceIn {
  unsigned candidates = 0, open = 0, left = 0;  ///< ports as bits
  std::array<unsigned, kPartPorts> load{};
};
/// Of the cycle of the inputs.
struct FlowChoiceOut {
  bool any = false;
  unsigned port = 0;
};
class FlowChoiceBlock {
 public:
  virtual ~FlowChoiceBlock() = default;
  virtual void reset() = 0;
  [[nodiscard]] virtual FlowChoiceOut give(const FlowChoiceIn& in) = 0;
  virtual void edge() = 0;
};
[[nodiscard]] std::unique_ptr<FlowChoiceBlock> make_flow_choice(const FlowChoiceOptions& options);

}  // namespace selvage::cosim
