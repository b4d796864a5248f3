// SPDX-License-Identifier: Apache-2.0
#include "cosim/flow/foreign/aggregator.hpp"

#include <algorithm>
#include <utility>

#include "cosim/flow/convert.hpp"
#include "cosim/foreign/pins.hpp"

namespace selvage::cosim {

using namespace pins::ack_aggregator;

namespace {
// Clocks behind the last one with something to do, without ACKs and while they wait for a wire.
constexpr unsigned kQuietClocks = 8;
constexpr unsigned kWaitClocks = 1024;
constexpr unsigned kMostWords = 32;  ///< more than a frame has
}  // namespace

ForeignAggregator::ForeignAggregator(ForeignAgent agent, const golden::AggregatorConfig& config,
                                     bool framed)
    : agent_(std::move(agent)),
      framed_(framed),
      wait_clocks_(config.t3 + kWaitClocks),
      quiet_(kQuietClocks) {
  const AckAggregatorOptions o = to_rtl(config);
  agent_.put({{kT1, o.t1}, {kT2, o.t2}, {kT3, o.t3}, {kGood, o.good}, {kMax, o.max}});
}

void ForeignAggregator::advance(Cycle now) {
  golden::AggregatorInput in;
  in.idle = idle_;
  const unsigned most = pending_ != 0 ? wait_clocks_ : kQuietClocks;
  while (cycle_ < now && quiet_ < most && !agent_.failed_before()) clock(cycle_, in);
  cycle_ = std::max(cycle_, now);
}

void ForeignAggregator::step(Cycle now, const golden::AggregatorInput& in) {
  advance(now);
  idle_ = in.idle;
  clock(now, in);
}

/// The clocks that are missing show this cycle and a busy link, as those of our own do.
void ForeignAggregator::frame(Cycle now, std::vector<golden::FrameWord>& words) {
  advance(now);
  for (unsigned left = kMostWords; frames_ == 0 && left != 0 && !agent_.failed_before(); --left) {
    clock(now, {});
    cycle_ = now;
  }
  if (frames_ == 0 || agent_.failed_before()) return;
  --frames_;
  const auto end = 1 + std::find_if(words_.begin(), words_.end(),
                                    [](const golden::FrameWord& w) { return w.eof; });
  words.assign(words_.begin(), end);
  words_.erase(words_.begin(), end);
}

void ForeignAggregator::finish(Cycle now) {
  advance(now);
  agent_.finish(now);
}

void ForeignAggregator::clock(Cycle now, const golden::AggregatorInput& in) {
  if (agent_.failed_before()) return;
  agent_.put({{kNow, now}, {kPush, in.push}, {kAck, in.ack}, {kIdle, in.idle}, {kGrant, in.grant}});
  agent_.block().ask(clock_, now, {});
  if (!agent_.judge(clock_++, now)) return;
  cycle_ = now + 1;
  if (in.push && agent_.get(kReady) != 0) ++pending_;
  if (agent_.get(kFire) != 0) pending_ -= static_cast<unsigned>(agent_.get(kFireLen));
  const bool sends = agent_.get(kWordValid) != 0;
  if (sends && framed_) {
    words_.push_back({true, agent_.get(kWordSof) != 0, agent_.get(kWordEof) != 0, {}});
    for (unsigned q = 0; q < words_.back().word.size(); ++q)
      words_.back().word[q] = agent_.block().get(kWord, 64 * q, 64);
    frames_ += words_.back().eof ? 1 : 0;
  }
  quiet_ = sends || in.push || in.grant ? 0 : quiet_ + 1;
  if (quiet_ == kQuietClocks && pending_ == 0) agent_.block().settled();
}

}  // namespace selvage::cosim
