// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functional coverage of the blocks of a port, at their interface, whatever engine is behind it,
/// and of the data path around them (docs/reference/coverage.md).
#pragma once

#include <array>
#include <memory>

#include "flow/blocks/blocks.hpp"
#include "golden/cover/coverage.hpp"

namespace selvage::flow {

/// Situations of their own, in the order of their rows.
enum class FlowCase : std::uint8_t {
  kEfctHit,
  kEfctAlloc,
  kEfctFull,
  kEfctWindow,
  kEfctReleased,
  kEfctKept,
  kEfctBoth,
  kEnqOpen,
  kEnqHole,
  kEnqGap,
  kEnqOver,
  kEnqMarker,
  kEnqLoss,
  kEnqCredit,
  kAckReleased,
  kAckBlock,
  kChkCredit,
  kChkNothing,
  kMapHit,
  kMapAlloc,
  kMapFull,
  kMapCredit,
  kRevBack,
  kRevStray,
  kRevReleased,
  kTimerMarker,
  kTimerBack,
  kTimerNothing,
  kDiedLoss,
  kDiedClose,
  kRedirect,
  kNoRedirect,
  kExempt,
  kAckPushed,
  kAckRefused,
  kFrameGranted,
  kFrameFull,
  kFrameIdle,
  kFrameGood,
  kFrameBad,
  kWalkerDown,
  kWalkerUp,
  // Of the data path around the blocks, which samples them itself.
  kXoff,
  kPaused,
  kJoined,
  kMoved,
  kLateUnordered,
  kSentAway,
  kMessageInPacket,
  kMessageAlone,
  kClassChanges,
  kHeaderAhead,
  kDropNoRoute,
  kDropDeadPort,
  kDropLost,
  kDropCaught,
  kDropIntoDead,
  kCount
};
inline constexpr unsigned kFlowCases = static_cast<unsigned>(FlowCase::kCount);
inline constexpr unsigned kDeqWhys = 8;
inline constexpr unsigned kAckTypes = 8;
inline constexpr unsigned kStates = 3;

/// What of a fabric its situations hang on; as it stands nothing is left out that may happen.
struct FlowShape {
  bool congestion = true;  ///< outputs to hosts tell of congestion
  bool severe = true;      ///< and may be as deep as EP_SEVERE needs
  bool frames = true;      ///< ACKs travel as words of frames
  bool full_edge = true;   ///< more patterns at an ingress edge than its table has rows
  bool classes = true;     ///< packets of several classes
  bool unordered = true;   ///< flows that may be overtaken
  bool messages = true;    ///< fault messages take beats
  bool loss = true;        ///< links lose packets by themselves
};

/// The cover model of the blocks, and the numbers of its situations.
class FlowCover {
 public:
  explicit FlowCover(const FlowShape& shape = {});
  [[nodiscard]] const cover::ModelPtr& model() const { return model_; }
  [[nodiscard]] std::size_t of(FlowCase which) const {
    return single[static_cast<unsigned>(which)];
  }

  std::array<std::array<std::size_t, kDeqWhys>, 2> deq{};        ///< [edge]
  std::array<std::array<std::size_t, kAckTypes>, 2> ack{};       ///< [edge], to the input table
  std::array<std::array<std::size_t, kAckTypes>, kStates> on{};  ///< by state of the row
  std::array<std::size_t, kAckTypes> rev{};                      ///< to the output table
  std::array<std::size_t, 4> chosen{};                           ///< by ep_ack_type
  std::array<std::size_t, 16> ifct_clock{};  ///< by the operations of a clock: DEQ ENQ ACK CHK
  /// Also of one operation alone; all of one row, by its state
  std::array<std::array<std::size_t, 16>, kStates> ifct_row{};
  std::array<std::size_t, 8> ofct_clock{};  ///< MAP REV CHK
  std::array<std::size_t, kFlowCases> single{};

 private:
  void add_input_table(cover::Model& model);
  void add_clocks(cover::Model& model);
  void leave_out(cover::Model& model, const FlowShape& shape) const;
  /// An ACK type that no output to a host gives.
  void leave_out(cover::Model& model, golden::AckType type, const char* why) const;

  cover::ModelPtr model_;
};

/// The model that leaves out nothing that may happen, and the numbers of all.
[[nodiscard]] const FlowCover& flow_cover();
/// `own`, sampled.
[[nodiscard]] std::unique_ptr<Blocks> covered_blocks(std::unique_ptr<Blocks> own, bool edge,
                                                     cover::Counts& counts, SwitchIdx sw);

}  // namespace selvage::flow
