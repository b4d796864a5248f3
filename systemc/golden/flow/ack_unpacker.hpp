// SPDX-License-Identifier: Apache-2.0
/// \file
/// ack_frame_unpacker: words in, after a good FCS one ACK a clock out.
#pragma once

#include <cstddef>
#include <vector>

#include "golden/flow/ack_frame.hpp"

namespace selvage::golden {

/// Visible in the cycle of the input (registers).
struct UnpackerOutput {
  bool ack_valid = false;
  std::uint32_t ack = 0;  ///< 26 bits, with parity
  bool frame_ok = false;
  bool frame_bad = false;
};

class AckUnpacker {
 public:
  explicit AckUnpacker(unsigned buffers = 2, unsigned max = kAckMax)
      : buffers_(buffers), max_(max) {}
  UnpackerOutput step(const FrameWord& in);
  /// Nothing to do until a word comes?
  [[nodiscard]] bool quiet() const {
    return !fed_ && ends_.empty() && !out_.ack_valid && !out_.frame_ok && !out_.frame_bad;
  }
  [[nodiscard]] unsigned used() const { return static_cast<unsigned>(ends_.size()); }
  [[nodiscard]] std::uint32_t good() const { return good_; }
  [[nodiscard]] std::uint32_t bad() const { return bad_; }
  [[nodiscard]] std::uint32_t over() const { return over_; }

 private:
  void judge();
  void drain();
  void accept(const FrameWord& in, unsigned held);
  void reject();

  unsigned buffers_;
  unsigned max_;  ///< ACKs a frame
  bool inside_ = false;
  std::vector<FrameData> words_;     ///< of the incoming frame, or of the one judged next
  bool fed_ = false;                 ///< a word came in the cycle before,
  bool whole_ = false;               ///< the last one of a frame, which is judged next
  unsigned rejects_ = 0;             ///< it made so many frames bad
  std::vector<std::uint32_t> acks_;  ///< of frames held whole
  std::vector<std::size_t> ends_;    ///< of these frames, in acks_
  std::size_t next_ = 0;             ///< ACK to be driven
  UnpackerOutput out_;
  std::uint32_t good_ = 0;
  std::uint32_t bad_ = 0;
  std::uint32_t over_ = 0;
};

}  // namespace selvage::golden
