// SPDX-License-Identifier: Apache-2.0
/// \file
/// least_loaded of a switch as the network sees it, for engines that have it in RTL (FLOW-C-2).
#pragma once

#include <array>
#include <cstdint>

#include "golden/types.hpp"

namespace selvage::flow {

struct ChoiceQuestion {
  std::uint64_t candidates = 0;
  std::uint64_t open = 0;
  std::uint64_t left = 0;
  std::array<std::uint32_t, 64> load{};  ///< [port] units
};

/// Beside the golden rule of one switch.
class ChoiceBeside {
 public:
  virtual ~ChoiceBeside() = default;
  /// A question of cycle `now` and golden's answer, golden::LeastLoaded::kNone or a port; the
  /// answer that counts. Any number in a cycle.
  virtual int asked(Cycle now, const ChoiceQuestion& question, int golden) = 0;
  /// Lets the pipeline run dry.
  virtual void finish(Cycle now) = 0;
};

}  // namespace selvage::flow
