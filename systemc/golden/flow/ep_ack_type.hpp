// SPDX-License-Identifier: Apache-2.0
/// \file
/// ep_ack_type: how the egress edge reports its own congestion (FLOW-A-3).
#pragma once

#include "golden/flow/flow_types.hpp"

namespace selvage::golden {

struct EpAckConfig {
  unsigned congested = 64;  ///< EP_TH, units
  unsigned draw_w = 7;      ///< EP_SEV = EP_TH + 2^draw_w
  bool draw = true;         ///< false: every packet from EP_TH on is notified
  std::uint32_t seed = 1;   ///< 1..4095
  [[nodiscard]] unsigned severe() const { return congested + (1U << draw_w); }
};

class EpAckType {
 public:
  explicit EpAckType(const EpAckConfig& config);
  /// A packet leaves the egress FIFO, which holds `depth` units with it; `level` is that of its
  /// row.
  AckType packet(unsigned depth, unsigned level);
  /// Other depths from the next packet on; the random number goes on.
  void configure(const EpAckConfig& config) { config_ = config; }
  [[nodiscard]] std::uint32_t random() const { return lfsr_; }

 private:
  EpAckConfig config_;
  std::uint32_t lfsr_;
};

}  // namespace selvage::golden
