// SPDX-License-Identifier: Apache-2.0
#include "ack_stimulus.hpp"

#include <algorithm>

namespace selvage::test {

using namespace golden;

AggregatorInput AggregatorStimulus::next(const AckAggregator& golden) {
  mood_.tick();
  AggregatorInput in;
  in.push = mood_.roll(0);
  in.ack = with_parity(static_cast<std::uint32_t>(random_.next()));
  if (random_.percent(2)) in.ack ^= 1U << random_.below(26);
  in.idle = mood_.roll(1);
  in.grant = mood_.roll(2) && (!golden.state().req || cycle_ >= wire_free_);
  if (in.grant && golden.state().req) {
    wire_free_ = cycle_ + ack_frame_words(golden.state().cur);
    if (!mood_.roll(3)) wire_free_ += random_.below(9);
  }
  ++cycle_;
  return in;
}

void AggregatorStimulus::note(const AggregatorInput& in, const AggregatorOutput& out) {
  seen.pushed += in.push && out.ready;
  seen.refused += in.push && !out.ready;
  seen.granted_idle += in.grant && !out.req;
  seen.frames += out.fire;
  ++seen.size[out.fire_len];
}

FrameWord UnpackerStimulus::next(const AckUnpacker&) {
  mood_.tick();
  while (words_.empty()) refill();
  if (!mood_.roll(0) && random_.percent(60)) {  // a pause, in which the other wires mean nothing
    return {false, random_.percent(50), random_.percent(50), some_data()};
  }
  const FrameWord word = words_.front();
  words_.pop_front();
  return word;
}

FrameData UnpackerStimulus::some_data() {
  FrameData data{};
  for (std::uint64_t& part : data) part = random_.next();
  return data;
}

// A frame whose type or number of ACKs is none, and which is right but for that, its FCS too.
void UnpackerStimulus::refuse(std::vector<FrameWord>& frame, unsigned n) {
  std::vector<std::uint8_t> bytes;
  for (const FrameWord& word : frame)
    for (unsigned b = 0; b < kAckWordBytes; ++b)
      bytes.push_back(static_cast<std::uint8_t>(word.word[b / 8] >> b % 8 * 8));
  const bool empty = random_.percent(30);
  if (empty) bytes[2] &= 0xC0;
  else bytes[1] ^= static_cast<std::uint8_t>(1U << random_.below(8));
  const unsigned end = ack_frame_bytes(empty ? 0 : n) - 5;  // of what the FCS covers
  const std::uint32_t fcs = crc32(&bytes[1], end - 1);
  for (unsigned b = 0; b < 4; ++b) bytes[end + b] = static_cast<std::uint8_t>(fcs >> 8 * b);
  bytes[end + 4] = 0xFD;
  for (std::size_t b = 0; b < bytes.size(); ++b) {
    std::uint64_t& part = frame[b / kAckWordBytes].word[b % kAckWordBytes / 8];
    part &= ~(std::uint64_t{0xFF} << b % 8 * 8);
    part |= std::uint64_t{bytes[b]} << b % 8 * 8;
  }
}

void UnpackerStimulus::refill() {
  unsigned n = mood_.roll(1) ? max_ : 1 + random_.below(max_);
  if (max_ < kAckMax && random_.percent(3)) n = max_ + 1;  // more than it takes
  std::vector<std::uint32_t> acks(n);
  for (std::uint32_t& ack : acks) ack = static_cast<std::uint32_t>(random_.next() & 0x1ffffff);
  const bool full_of_ends = random_.percent(10);
  for (unsigned k = 0; full_of_ends && k < n; ++k) {
    constexpr std::uint64_t kEnds = 0xFDFDFDFDFDFD;
    acks[k] = static_cast<std::uint32_t>(kEnds >> 25 * k % 8 & 0x1ffffff);
  }
  std::vector<FrameWord> frame;
  pack_ack_frame(acks.data(), n, random_.below(1024), frame);
  if (random_.percent(5)) refuse(frame, n);
  words_.insert(words_.end(), frame.begin(), frame.end());
  if (mood_.roll(2)) return;
  const auto flip = [&](FrameWord& word, unsigned bit) {
    word.word[bit / 64] ^= std::uint64_t{1} << bit % 64;
  };
  FrameWord& first = words_[words_.size() - frame.size()];
  FrameWord& some = words_[words_.size() - 1 - random_.below(frame.size())];
  const unsigned end = (ack_frame_bytes(n) - 1) % kAckWordBytes;  // 0xFD has to be there
  if (full_of_ends) {  // nothing is wrong but the end, and what other bytes are does not matter
    for (unsigned byte = end + 1; byte < kAckWordBytes; ++byte) {
      std::uint64_t& part = words_.back().word[byte / 8];
      part &= ~(std::uint64_t{0xFF} << byte % 8 * 8);
      part |= std::uint64_t{0xFD} << byte % 8 * 8;
    }
    flip(words_.back(), 8 * end + random_.below(8));
    return;
  }
  switch (random_.below(9)) {
    case 0: flip(some, random_.below(256)); break;
    case 1: flip(words_.back(), random_.below(256)); break;
    case 2: flip(first, random_.below(32)); break;
    case 3: some.sof = true; break;
    case 4: some.eof = true; break;
    case 5: words_.back().eof = false; break;
    case 6: words_.pop_back(); break;
    case 7: first.sof = false; break;
    default:  // too long, now and then far too long
      words_.back().eof = false;
      for (unsigned i = random_.below(2 * ack_frame_words(max_)); i > 0; --i)
        words_.push_back({true, false, i == 1 && random_.percent(70), some_data()});
  }
}

void UnpackerStimulus::note(const FrameWord&, const UnpackerOutput& out) {
  seen.ok += out.frame_ok;
  seen.bad += out.frame_bad;
  seen.acks += out.ack_valid;
}

cosim::RedirectIn RedirectStimulus::next(const RedirectGen& golden) {
  mood_.tick();
  const unsigned range = mood_.roll(0) ? 1U << 14 : 200;
  if (!mood_.roll(1)) depth_ = random_.below(range);
  if (random_.percent(30)) {  // where the draw decides
    for (unsigned i = 0; i < 8; ++i) {
      const unsigned congestion = golden.congestion(depth_, slot_);
      if (congestion != 0 && congestion < 1023) break;
      depth_ = golden.sample(slot_) + random_.below(1U << random_.below(14));
    }
  }
  depth_ = std::min(depth_ + random_.below(3), (1U << 14) - 1);
  cosim::RedirectIn in;
  in.sample = step_ == 0 ? random_.percent(20) : cycle_ % step_ == step_ - 1;
  in.slot = slot_;
  if (in.sample) slot_ = (slot_ + 1) % hist_;
  ++cycle_;
  in.depth = depth_;
  in.load = mood_.roll(2);
  in.exempt = random_.percent(25);
  in.port = random_.below(sizes_.ports);
  in.id = random_.below(sizes_.rows());
  in.delta = random_.below(sizes_.mask() + 1);
  seen.saturated += in.load && golden.congestion(in.depth, in.slot) == 1023;
  return in;
}

void RedirectStimulus::note(const cosim::RedirectIn& in, bool drawn) {
  seen.loads += in.load;
  seen.samples += in.sample;
  seen.drawn += drawn;
}

cosim::EpAckTypeIn EpStimulus::next(const golden::EpAckType&) {
  static constexpr unsigned kCorners[] = {0, 62, 63, 64, 65, 191, 192, 193, 16'383};
  cosim::EpAckTypeIn in;
  in.req = random_.percent(70);
  in.depth = random_.percent(20) ? kCorners[random_.below(9)] : random_.below(256);
  if (random_.percent(50)) {
    const unsigned first = config_.congested < 8 ? 0 : config_.congested - 8;
    in.depth = std::min(16'383U, first + random_.below(config_.severe() - config_.congested + 16));
  }
  in.level = random_.percent(40) ? 0 : random_.below(8);
  return in;
}

void EpStimulus::note(const cosim::EpAckTypeIn& in, golden::AckType type) {
  if (!in.req) return;
  ++seen.types[static_cast<unsigned>(type)];
  seen.spared += type == golden::AckType::kNormal && in.depth >= 64;
}

}  // namespace selvage::test
