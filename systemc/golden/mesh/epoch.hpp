// SPDX-License-Identifier: Apache-2.0
/// \file
/// When the labels of a node begin anew, and what its neighbours have sent since: `label_epoch` of
/// docs/reference/mesh-blocks.md (MESH-EPO-1..3).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "golden/mesh/mesh.hpp"

namespace selvage::golden {

struct EpochState {
  std::uint32_t epoch = 0;
  std::array<std::uint8_t, kDirections> nb_bad{};  ///< received from the neighbours in this epoch
  std::array<std::uint8_t, kDirections> nb_line{};
  bool fresh = false;  ///< entered at the last clock edge
};

struct EpochInput {
  bool up = false;            ///< a link of this node has been declared up
  std::uint8_t received = 0;  ///< bit d: a neighbour's statuses have come from there
  std::array<std::uint32_t, kDirections> epoch{};
  std::array<std::uint8_t, kDirections> bad{};
  std::array<std::uint8_t, kDirections> line{};
};

/// One clock edge. In a clock that leads to `fresh` the labels restart.
[[nodiscard]] inline EpochState epoch_step(const EpochState& state, const EpochInput& input) {
  EpochState next = state;
  if (input.up) ++next.epoch;  // MESH-EPO-1: what has only risen must be able to fall
  for (unsigned d = 0; d < kDirections; ++d) {
    if (((input.received >> d) & 1U) != 0) next.epoch = std::max(next.epoch, input.epoch[d]);
  }
  next.fresh = next.epoch != state.epoch;
  if (next.fresh) next.nb_bad = next.nb_line = {};  // MESH-EPO-2
  for (unsigned d = 0; d < kDirections; ++d) {
    const bool received = ((input.received >> d) & 1U) != 0;
    if (!received || input.epoch[d] != next.epoch) continue;  // MESH-EPO-3
    next.nb_bad[d] = input.bad[d];
    next.nb_line[d] = input.line[d];
  }
  return next;
}

}  // namespace selvage::golden
