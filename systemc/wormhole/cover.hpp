// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functional coverage of wormhole routers (docs/reference/coverage.md): buffers, credits, answers,
/// the crossbar, links and nodes that die and come back.
#pragma once

#include <array>

#include "golden/cover/coverage.hpp"
#include "wormhole/parts.hpp"

namespace selvage::wormhole {

/// Situations of their own, in the order of their rows.
enum class FlitCase : std::uint8_t {
  kBufferFull,
  kBehindOthers,
  kLastCredit,
  kLastCreditOfHost,
  kCreditAwaited,
  kFreedByCredit,
  kFreedByTail,
  kWoken,
  kSeveralAsk,
  kAskWraps,
  kHostChannel,
  kOvertaken,
  kChoiceTaken,
  kStale,
  kOutdated,
  kFreedMeanwhile,
  kNamesNothing,
  kAnswerLost,
  kSeveralInputs,
  kTurnWraps,
  kInputRead,
  kMessageHasFlit,
  kSeveralChannels,
  kChoiceLost,
  kDrains,
  kDrainWaits,
  kDrainBehindReader,
  kCutOnWire,
  kCutWaiting,
  kCutMoving,
  kCutBehindOthers,
  kCutAgain,
  kFlitsLost,
  kSentIntoDead,
  kFreedByDeath,
  kAbortComes,
  kAbortWaits,
  kAbortAtOnce,
  kShortensBeyond,
  kDeadWakes,
  kHeldByWorm,
  kHeldByFront,
  kComesBack,
  kCreditsRestored,
  kUsedBeforeKnown,
  kUpWakes,
  kDiesHolding,
  kDiesEmpty,
  // Forbidden.
  kOverfull,
  kCreditTooMany,
  kTwoPackets,
  kBackOverWorm,
  kBackOverFront,
  kBackWithoutCredits,
  kCount
};
inline constexpr unsigned kFlitCases = static_cast<unsigned>(FlitCase::kCount);
inline constexpr unsigned kAnswers = 4;  ///< of Answered
static_assert(static_cast<unsigned>(Answered::kDropped) == kAnswers);

/// What of a network its situations hang on; as it stands nothing is left out.
struct FlitShape {
  bool serial = true;         ///< the crossbar is given away output after output
  bool separable = true;      ///< or by arbiters of inputs and of outputs
  bool slow_hosts = true;     ///< some hosts give credits
  bool several_hosts = true;  ///< some switch has more than one
  bool several_vcs = true;    ///< a link has more than one data virtual channel
};

/// The cover model of routers, and the numbers of its situations; those of their own come first, so
/// that their number is that of the case.
class FlitCover {
 public:
  explicit FlitCover(const FlitShape& shape = {});
  [[nodiscard]] const cover::ModelPtr& model() const { return model_; }

  /// [what the answer makes of the header][it came by a link]
  std::array<std::array<std::size_t, 2>, kAnswers> answer{};
  /// [what the answer makes of the header][phase]
  std::array<std::array<std::size_t, cover::kPhases>, kAnswers> during{};
  /// [it came by a link][it goes by a link][by another virtual channel]
  std::array<std::array<std::array<std::size_t, 2>, 2>, 2> way{};

 private:
  void add_answers(cover::Model& model);
  void add_ways(cover::Model& model);
  void leave_out(cover::Model& model, const FlitShape& shape) const;

  cover::ModelPtr model_;
};

/// The model that leaves nothing out, and the numbers of all; always the same one.
[[nodiscard]] const FlitCover& flit_cover();

/// Samples the routers of one network; without counts nothing.
class FlitSampler {
 public:
  void into(cover::Counts& counts) {
    cover_ = &flit_cover();
    counts_ = &counts;
  }
  void meet(FlitCase which, SwitchIdx node) const {
    if (counts_ != nullptr) counts_->meet(static_cast<std::size_t>(which), node);
  }
  /// A header has its answer.
  void answered(Answered what, bool by_link, SwitchIdx node) const {
    if (counts_ == nullptr) return;
    const unsigned made = static_cast<unsigned>(what) - 1U;
    counts_->meet(cover_->answer[made][by_link ? 1 : 0], node);
    counts_->meet(cover_->during[made][static_cast<unsigned>(counts_->phase())], node);
  }
  /// It takes an output channel.
  void takes(bool from_link, bool to_link, bool other_vc, SwitchIdx node) const {
    if (counts_ == nullptr) return;
    counts_->meet(cover_->way[from_link ? 1 : 0][to_link ? 1 : 0][other_vc ? 1 : 0], node);
  }

 private:
  const FlitCover* cover_ = nullptr;
  cover::Counts* counts_ = nullptr;
};

}  // namespace selvage::wormhole
