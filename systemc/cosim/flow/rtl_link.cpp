// SPDX-License-Identifier: Apache-2.0
#include "cosim/flow/rtl_link.hpp"

#include <utility>

#include "cosim/flow/convert.hpp"

namespace selvage::cosim {

namespace {
constexpr unsigned kMostClocks = 80;  ///< more than the ACKs of a frame, which come one a clock
}

RtlUnpacker::RtlUnpacker(const AckUnpackerBuild& build, std::shared_ptr<AckUnpackerBlock> rtl,
                         bool compared, FlowReport report)
    : rtl_(std::move(rtl)), report_(std::move(report)) {
  if (compared) golden_.emplace(build.bufs, build.max);
}

bool RtlUnpacker::take(Cycle now, const std::vector<golden::FrameWord>& words,
                       std::vector<std::uint32_t>& acks) {
  const std::size_t before = acks.size();
  ok_ = false;
  for (const golden::FrameWord& word : words) clock(now, word, acks);
  clock(now, {}, acks);  // of the verdict
  const auto quiet = [this] {
    return state_.used == 0 && !out_.ack_valid && !out_.frame_ok && !out_.frame_bad &&
           (!golden_ || golden_->quiet());
  };
  for (unsigned left = kMostClocks; !quiet() && left != 0; --left) clock(now, {}, acks);
  if (!golden_ || !report_.failed()) return ok_;
  // Nobody acts on a wrong answer in what is left of the cycle.
  std::vector<golden::FrameData> data;
  for (const golden::FrameWord& word : words) data.push_back(word.word);
  const auto frame = golden::unpack_ack_frame(data);
  acks.resize(before);
  if (!frame) return false;
  for (const std::uint32_t ack : frame->acks) acks.push_back(golden::with_parity(ack));
  return true;
}

void RtlUnpacker::clock(Cycle now, const golden::FrameWord& word,
                        std::vector<std::uint32_t>& acks) {
  ok_ = ok_ || out_.frame_ok;
  if (out_.ack_valid) acks.push_back(out_.ack);
  if (word.valid) report_.step(now) = word;
  if (golden_) {
    report_.compared();
    report_.check(now, visible(golden_->step(word)), out_);
  }
  rtl_->edge(to_rtl(word));
  report_.check_assertions(now);
  out_ = rtl_->outputs();
  state_ = rtl_->state();
  if (golden_) report_.check(now, state_of(*golden_), state_);
}

RtlWalker::RtlWalker(std::shared_ptr<WalkerBlock> rtl, unsigned rows, bool compared,
                     FlowReport report)
    : rtl_(std::move(rtl)), report_(std::move(report)) {
  if (compared) golden_.emplace(rows);
  rtl_->state(state_);
}

golden::FlowWalker::Output RtlWalker::clock(Cycle now, bool down, bool up, Cycle drain) {
  rtl_->show(now);
  const WalkerOut& shows = rtl_->out();
  golden::FlowWalker::Output row{shows.chk, static_cast<golden::FlowId>(shows.chk_id),
                                 static_cast<golden::OfctCheck>(shows.chk_kind), shows.done};
  if (row.chk) report_.step(now) = {WalkerStep::Kind::kCheck, row.id, row.kind};
  if (down || up) {
    report_.step(now, 1) = {down ? WalkerStep::Kind::kDown : WalkerStep::Kind::kUp, 0, row.kind};
  }
  if (golden_) {
    const golden::FlowWalker::Output expected = golden_->step(now, down, up, drain);
    report_.compared();
    report_.check(now, visible(expected), shows);
    if (report_.failed()) row = expected;
  }
  rtl_->edge({now, down, up, drain});
  report_.check_assertions(now);
  rtl_->state(state_);
  if (golden_) report_.check(now + 1, state_of(*golden_), state_);
  return row;
}

}  // namespace selvage::cosim
