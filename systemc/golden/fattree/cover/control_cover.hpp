// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functional coverage of a fat tree's control planes: operations, what they find in the fault
/// table, what they advertise, how their queues stand (docs/reference/coverage.md).
#pragma once

#include <array>

#include "golden/fattree/control_plane.hpp"
#include "golden/fattree/cover/tiers.hpp"

namespace selvage::golden {

/// The operations of docs/reference/control-plane.md, by where a message came from.
enum class CoverOp : std::uint8_t {
  kLinkDownUp,
  kLinkDownDown,
  kLinkUpUp,
  kLinkUpDown,
  kAnnounceDead,
  kAnnounceAlive,
  kUlfmAbove,
  kUlfmBelow,
  kUlfmOwn,
  kUlrmAbove,
  kUlrmBelow,
  kUlrmOwn,
  kResyncAbove,
  kResyncBelow,
  kDerf,
  kDerr,
  kDlfm,
  kDlrm,
  kSyncReq,
  kCount
};
inline constexpr unsigned kCoverOps = static_cast<unsigned>(CoverOp::kCount);

/// What a statement finds in the fault table.
enum class TableCase : std::uint8_t {
  kNew,      ///< no line: takes one that was never used
  kTaken,    ///< no line: takes a free one of another switch
  kSet,      ///< its bit becomes 1
  kCleared,  ///< its bit becomes 0
  kSame,     ///< its bit was so
  kRepeat,   ///< the sequence number is known
  kOlder,    ///< an older sequence number
  kFull,     ///< no line, and none to take
  kMiss,     ///< DERR without a line
  kCount
};
inline constexpr unsigned kTableCases = static_cast<unsigned>(TableCase::kCount);
inline constexpr unsigned kStatements = 4;   ///< ULFM, ULRM, DERF, DERR
inline constexpr unsigned kPhaseKinds = 11;  ///< operations, where from aside

/// Situations without a tier, in the order of their rows.
enum class ControlCase : std::uint8_t {
  kLineFreed,
  kBothCauses,
  kOneCauseLeft,
  kSeqWraps,
  kDerfByBits,
  kDerfByState,
  kDerrSent,
  kDlfmFirst,
  kDlfmOther,
  kDlrmSent,
  kSyncNothing,
  kSyncLines,
  kSyncLevel,
  kSyncBoth,
  kResyncFirst,
  kResyncAgain,
  kDlfmHealthy,
  kDlfmReplaces,
  kDlfmSame,
  kDlfmIgnored,
  kDeadOverDlfm,
  kBackDropsDlfm,
  kBackDropsDerived,
  kStopAsked,
  kOutputStopped,
  kOutputFull,
  kBroadcastWaits,
  kEventFirst,
  kAboveFirst,
  kTurns,
  kAnnouncementWaits,
  kDownEmpties,
  kDownTakesUp,
  kCount
};
inline constexpr unsigned kControlCases = static_cast<unsigned>(ControlCase::kCount);

/// The cover model of a tree's control planes, and the numbers of its situations.
class ControlCover {
 public:
  ControlCover(unsigned levels, Rule rule);
  [[nodiscard]] const cover::ModelPtr& model() const { return model_; }
  [[nodiscard]] unsigned levels() const { return levels_; }

  std::array<std::size_t, kCoverOps> op{};  ///< the first of its tiers
  std::array<std::array<std::size_t, kTableCases>, kStatements> table{};
  /// [statement][what it finds][phase, but quiet], the first of its tiers
  std::array<std::array<std::array<std::size_t, cover::kPhases>, kTableCases>, kStatements>
      table_while{};
  std::array<std::array<std::size_t, cover::kPhases>, kPhaseKinds> phase{};
  std::array<std::size_t, kControlCases> single{};
  std::size_t dlfm_too_low = 0;
  std::size_t two_lines = 0;

 private:
  void add_table(cover::Model& model);
  void add_table_phases(cover::Model& model);
  void add_phases(cover::Model& model);

  unsigned levels_;
  cover::ModelPtr model_;
};

}  // namespace selvage::golden
