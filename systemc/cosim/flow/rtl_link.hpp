// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verilated ack_frame_unpacker and flow_walker of a port, clocked only while they have work.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "cosim/flow/ack_block.hpp"
#include "cosim/flow/report.hpp"
#include "cosim/flow/tables/block.hpp"
#include "golden/flow/ack_unpacker.hpp"
#include "golden/flow/flow_walker.hpp"

namespace selvage::cosim {

class RtlUnpacker {
 public:
  RtlUnpacker(const AckUnpackerBuild& build, std::shared_ptr<AckUnpackerBlock> rtl, bool compared,
              FlowReport report);
  /// A frame, a word a clock, and clocks until its last ACK has been given; see Blocks::unpack.
  bool take(Cycle now, const std::vector<golden::FrameWord>& words,
            std::vector<std::uint32_t>& acks);

 private:
  void clock(Cycle now, const golden::FrameWord& word, std::vector<std::uint32_t>& acks);

  std::shared_ptr<AckUnpackerBlock> rtl_;
  std::optional<golden::AckUnpacker> golden_;
  SteppedReport<golden::FrameWord> report_;
  AckUnpackerOut out_;  ///< as the RTL shows it now
  AckUnpackerState state_;
  bool ok_ = false;  ///< the frame being taken is good
};

/// For flow::WalkClock.
class RtlWalker {
 public:
  RtlWalker(std::shared_ptr<WalkerBlock> rtl, unsigned rows, bool compared, FlowReport report);
  golden::FlowWalker::Output clock(Cycle now, bool down, bool up, Cycle drain);
  [[nodiscard]] golden::FlowWalker::State state() const {
    return static_cast<golden::FlowWalker::State>(state_.state);
  }
  [[nodiscard]] Cycle wait() const { return state_.wait; }

 private:
  std::shared_ptr<WalkerBlock> rtl_;
  std::optional<golden::FlowWalker> golden_;
  SteppedReport<WalkerStep, 4, 2> report_;  ///< checks push out no news of the link
  WalkerState state_;
};

}  // namespace selvage::cosim
