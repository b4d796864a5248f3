// SPDX-License-Identifier: Apache-2.0
/// \file
/// The RTL of `ep_ack_type`, clocked edge by edge. Ports and registers are those of
/// docs/reference/flow-blocks.md. No verilated header.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "cosim/lockstep/shown_block.hpp"

namespace selvage::cosim {

struct EpAckTypeOptions {
  unsigned th = 64;        ///< strap th_i
  unsigned mask = 127;     ///< strap mask_i
  std::uint32_t seed = 1;  ///< strap seed_i
  bool draw = true;        ///< strap draw_i
  std::uint32_t bugs = 0;  ///< strap bug_i
  std::string scope = {};  ///< its place in waves, levels separated by blanks
};

struct EpAckTypeIn {
  bool req = false;
  unsigned depth = 0;
  unsigned level = 0;
};

/// Outputs in the present cycle: those of the one before.
struct EpAckTypeOut {
  bool rsp = false;
  unsigned type = 0;
};

class EpAckTypeBlock : public ShownBlock {
 public:
  /// Back to cycle 0, also after any history.
  virtual void reset() = 0;
  /// The clock edge that ends the present cycle.
  virtual void edge(const EpAckTypeIn& in) = 0;
  [[nodiscard]] virtual EpAckTypeOut outputs() const = 0;
  [[nodiscard]] virtual std::uint32_t lfsr() const = 0;
};

[[nodiscard]] std::unique_ptr<EpAckTypeBlock> make_ep_ack_type(const EpAckTypeOptions& options);

}  // namespace selvage::cosim
