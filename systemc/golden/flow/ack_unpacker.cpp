// SPDX-License-Identifier: Apache-2.0
#include "golden/flow/ack_unpacker.hpp"

#include <utility>

namespace selvage::golden {

UnpackerOutput AckUnpacker::step(const FrameWord& in) {
  const UnpackerOutput out = std::exchange(out_, {});
  const unsigned held = used() + (whole_ ? 1 : 0);  // the frame judged now counts, good or not
  judge();
  drain();
  fed_ = in.valid;
  if (in.valid) accept(in, held);
  return out;
}

/// What the word of the cycle before has come to.
void AckUnpacker::judge() {
  if (std::exchange(whole_, false)) {
    if (const auto frame = unpack_ack_frame(words_, max_)) {
      acks_.insert(acks_.end(), frame->acks.begin(), frame->acks.end());
      ends_.push_back(acks_.size());
      ++good_;
      out_.frame_ok = true;
    } else {
      ++rejects_;
    }
  }
  bad_ += rejects_;
  out_.frame_bad = std::exchange(rejects_, 0) != 0;
}

void AckUnpacker::drain() {
  if (ends_.empty()) return;
  out_.ack_valid = true;
  out_.ack = with_parity(acks_[next_]);
  if (++next_ != ends_.front()) return;
  acks_.erase(acks_.begin(), acks_.begin() + static_cast<std::ptrdiff_t>(next_));
  ends_.erase(ends_.begin());
  for (std::size_t& end : ends_) end -= next_;
  next_ = 0;
}

void AckUnpacker::accept(const FrameWord& in, unsigned held) {
  if (in.sof) {
    if (inside_) reject();
    words_.clear();
    inside_ = held < buffers_;
    if (!inside_) ++over_;
  }
  if (!inside_) return;
  if (words_.size() == ack_frame_words(max_)) {
    reject();
    return;
  }
  words_.push_back(in.word);
  if (!in.eof) return;
  inside_ = false;
  whole_ = true;
}

void AckUnpacker::reject() {
  inside_ = false;
  ++rejects_;
}

}  // namespace selvage::golden
