// SPDX-License-Identifier: Apache-2.0
/// \file
/// Is a wormhole network in a deadlock, and who waits for whom (WH-KNOT)?
#pragma once

#include <cstddef>
#include <vector>

#include "wormhole/routers.hpp"

namespace selvage::wormhole {

/// The packet at the head of input channel `in` of `node` waits for output channel `out` there: for
/// a credit if it holds the channel, else for the channel itself.
struct WaitLink {
  SwitchIdx node = 0;
  Channel in = 0;
  Channel out = 0;
  Waiting::For what = Waiting::For::kNothing;
};

struct Deadlock {
  std::size_t stuck = 0;        ///< input channels that can never move again
  std::vector<WaitLink> cycle;  ///< each waits for the next, the last for the first
  [[nodiscard]] bool found() const { return stuck != 0; }
};

/// The greatest set of input channels each of which waits only for members of the set: with all
/// alternatives blocked, none of them ever moves. What is on its way counts as moving, so the set
/// is never too large; once nothing moves any more it is complete. The cycle inside is the one
/// reached from the lowest member by always following the first thing that it waits for.
[[nodiscard]] Deadlock find_deadlock(const Routers& routers);

}  // namespace selvage::wormhole
