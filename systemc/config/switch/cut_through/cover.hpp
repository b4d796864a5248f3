// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functional coverage of the data path of cut-through switches (docs/reference/coverage.md).
#pragma once

#include "golden/cover/coverage.hpp"

namespace selvage {

/// Situations of the model, in its order.
enum class DataCase : std::uint8_t {
  kEmptyBuffer,
  kBehindOthers,
  kBufferFull,
  kArrivesAfterXoff,
  kCaughtOnLink,
  kSentIntoDead,
  kAtDeadSwitch,
  kXoff,
  kXonBehindTail,
  kXonWhileLeaving,
  kSeveralAsk,
  kNoWay,
  kAskedAgain,
  kDeadPort,
  kControlWaits,
  kAnswerLost,
  kOutputBusy,
  kMessageHasBeat,
  kFrontHasXoff,
  kSeveralForOutput,
  kTurnWraps,
  kNextAsksMeanwhile,
  kDrains,
  kMessageTakesBeat,
  kBeatLate,
  kStallAbsorbed,
  kCutPacketWaits,
  kCutPacketLeaving,
  kWaitingRerouted,
  kWiped,
  kFlowControlAgain,
  kXonLost,
  kCount
};

/// The model; always the same one.
[[nodiscard]] const cover::ModelPtr& cut_through_cover();

}  // namespace selvage
