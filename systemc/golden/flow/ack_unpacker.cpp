// SPDX-License-Identifier: Apache-2.0
#include "golden/flow/ack_unpacker.hpp"

#include <utility>

namespace selvage::golden {

UnpackerOutput AckUnpacker::step(const FrameWord& in) {
  const UnpackerOutput out = std::exchange(out_, {});
  const unsigned used_before = used();
  if (used_before > 0) {
    out_.ack_valid = true;
    out_.ack = with_parity(acks_[next_]);
    if (++next_ == ends_.front()) {
      acks_.erase(acks_.begin(), acks_.begin() + static_cast<std::ptrdiff_t>(next_));
      ends_.erase(ends_.begin());
      for (std::size_t& end : ends_) end -= next_;
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
  if (const auto frame = unpack_ack_frame(blocks_, max_)) {
    inside_ = false;
    acks_.insert(acks_.end(), frame->acks.begin(), frame->acks.end());
    ends_.push_back(acks_.size());
    ++good_;
    out_.frame_ok = true;
  } else {
    reject();
  }
}

void AckUnpacker::reject() {
  inside_ = false;
  ++bad_;
  out_.frame_bad = true;
}

}  // namespace selvage::golden
