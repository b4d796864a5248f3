// SPDX-License-Identifier: Apache-2.0
#include "golden/flow/ep_ack_type.hpp"

#include <cassert>

#include "golden/flow/lfsr.hpp"

namespace selvage::golden {

namespace {
constexpr unsigned kSteps = 11;  ///< of the random number, a packet
}

EpAckType::EpAckType(const EpAckConfig& config) : config_(config), lfsr_(config.seed) {
  assert(config.seed != 0 && config.seed < 4096 && config.draw_w >= 1 && config.draw_w <= 11);
}

AckType EpAckType::packet(unsigned depth, unsigned level) {
  const unsigned drawn = config_.draw ? lfsr_ % (1U << config_.draw_w) : 0;
  for (unsigned i = 0; i < kSteps; ++i) lfsr_ = next_random(lfsr_, 12);
  if (depth >= config_.severe()) return AckType::kEpSevere;
  if (depth < config_.congested + drawn) return AckType::kNormal;
  return level == 0 ? AckType::kEpNew : AckType::kEpCont;
}

}  // namespace selvage::golden
