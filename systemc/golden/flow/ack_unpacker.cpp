// SPDX-License-Identifier: Apache-2.0
#include "golden/flow/ack_unpacker.hpp"

#include <utility>

namespace selvage::golden {

UnpackerOutput AckUnpacker::step(const FrameWord& in) {
  const UnpackerOutput out = std::exchange(shown_, {});
  const unsigned used_before = used();
  if (used_before > 0) {
    shown_.ack_valid = true;
    shown_.ack = with_parity(held_.front()[next_]);
    if (++next_ == held_.front().size()) {
      held_.pop_front();
      next_ = 0;
    }
  }
  if (in.valid) accept(in, used_before);
  return out;
}

void AckUnpacker::accept(const FrameWord& in, unsigned used) {
  if (in.sof) {
    if (inside_) reject();
    blocks_.clear();
    inside_ = used < buffers_;
    if (!inside_) ++over_;
  }
  if (!inside_) return;
  if (blocks_.size() == ack_frame_blocks(max_)) {
    reject();
    return;
  }
  blocks_.push_back(in.word);
  if (!in.eof) return;
  if (auto frame = unpack_ack_frame(blocks_, max_)) {
    inside_ = false;
    held_.push_back(std::move(frame->acks));
    ++good_;
    shown_.frame_ok = true;
  } else {
    reject();
  }
}

void AckUnpacker::reject() {
  inside_ = false;
  ++bad_;
  shown_.frame_bad = true;
}

}  // namespace selvage::golden
