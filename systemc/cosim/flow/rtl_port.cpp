// SPDX-License-Identifier: Apache-2.0
#include "cosim/flow/rtl_port.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace selvage::cosim {

// ----------------------------------------------------------------------------------- redirect

RtlRedirect::RtlRedirect(std::shared_ptr<RedirectBlock> rtl, const golden::RedirectConfig& config,
                         bool compared, FlowReport report)
    : tick_(config), rtl_(std::move(rtl)), report_(std::move(report)) {
  if (compared) golden_.emplace(config);
  state_.lfsr = config.seed;
}

void RtlRedirect::give(Cycle now, const flow::RedirectInput& in) {
  pass(now);
  depth_ = in.depth;
  if (!in.load) return;
  settle(now);
  RedirectIn step{false, tick_.slot(), in.depth, true, in.exempt, in.port, in.id, in.delta};
  if (tick_.due(now)) {
    step.sample = true;
    tick_.pass(now + 1, [](unsigned, Cycle) {});
  }
  clock(now, step);
}

flow::RedirectOutput RtlRedirect::take(Cycle now) {
  finish(now);
  assert(!answers_.empty());
  return answers_.pop();
}

/// The samples before `now`: a clock where the depth is another than what is in its place.
void RtlRedirect::pass(Cycle now) {
  tick_.pass(now, [this](unsigned slot, Cycle at) {
    RedirectIn in;
    in.sample = true;
    in.slot = slot;
    in.depth = depth_;
    settle(at);
    if (busy_ || rtl_->sample(slot) != depth_) {
      clock(at, in);
    } else if (golden_) {
      static_cast<void>(golden_->step({true, slot, depth_, false, false}));
    }
  });
}

/// The cycles before `now` that need a clock because a load is under way.
void RtlRedirect::settle(Cycle now) {
  while (busy_ && cycle_ < now) {
    RedirectIn in;
    in.slot = tick_.slot();
    in.depth = depth_;
    clock(cycle_, in);
  }
}

void RtlRedirect::clock(Cycle now, const RedirectIn& in) {
  const bool answered = loaded_.back();
  if (in.load || in.sample) report_.step(now, in.load ? 0 : 1) = in;
  rtl_->edge(in);
  report_.check_assertions(now);
  cycle_ = now + 1;
  std::copy_backward(loaded_.begin(), loaded_.end() - 1, loaded_.end());
  loaded_[0] = in.load;
  if (golden_) compare(now, in);
  const RedirectOut shows = rtl_->outputs();
  busy_ = shows.busy;
  if (answered)
    answers_.push({shows.redirect, static_cast<std::uint8_t>(shows.port),
                   static_cast<golden::FlowId>(shows.id), shows.delta});
}

/// After the edge of a cycle its sample shows, and what the loads before it have come to.
void RtlRedirect::compare(Cycle now, const RedirectIn& in) {
  state_.lfsr = golden_->random();
  const std::uint32_t loads = golden_->loads();
  const bool drawn = golden_->step({in.sample, in.slot, in.depth, in.load, in.exempt});
  const RedirectOut expected = shows_.edge(in, drawn, loads);
  if (in.sample) state_.hist[in.slot] = golden_->sample(in.slot);
  report_.compared();
  if (rtl_->shows(expected, state_)) return;
  report_.check(now + 1, expected, rtl_->outputs());
  report_.check(now + 1, state_, rtl_->state());
}

// ------------------------------------------------------------------------------- ep_ack_type

RtlEpAckType::RtlEpAckType(std::shared_ptr<EpAckTypeBlock> rtl, const golden::EpAckConfig& config,
                           bool compared, FlowReport report)
    : rtl_(std::move(rtl)), report_(std::move(report)) {
  if (compared) golden_.emplace(config);
}

golden::AckType RtlEpAckType::packet(Cycle now, unsigned depth, unsigned level) {
  rtl_->edge({true, depth, level});
  const EpAckTypeOut shows = rtl_->outputs();
  report_.step(now) = {depth, level, shows.type};
  report_.check_assertions(now);
  if (golden_) {
    report_.compared();
    const golden::AckType type = golden_->packet(depth, level);
    report_.check(now, EpAckTypeOut{true, static_cast<unsigned>(type)}, shows);
    report_.check(now, {"lfsr_q", "FLOW-A-3", golden_->random(), rtl_->lfsr(), hex_words});
  }
  return static_cast<golden::AckType>(shows.type);
}

// --------------------------------------------------------------------------------- aggregator

RtlAggregator::RtlAggregator(std::shared_ptr<AckAggregatorBlock> rtl,
                             const golden::AggregatorConfig& config, bool compared, bool framed,
                             FlowReport report)
    : config_(config), rtl_(std::move(rtl)), report_(std::move(report)), framed_(framed) {
  if (compared) golden_.emplace(config);
  state_ = rtl_->state();
  out_ = rtl_->outputs();
}

flow::AggregatorView RtlAggregator::view(Cycle now) {
  advance(now);
  return {out_.ready, out_.req && now >= req_from_, out_.len};
}

/// The clocks that are missing show this cycle, and a busy link: what makes a request then makes
/// one in this cycle in any case.
void RtlAggregator::frame(Cycle now, std::vector<golden::FrameWord>& words) {
  advance(now);
  const bool req = state_.req;
  constexpr unsigned kMostWords = 32;
  for (unsigned left = kMostWords; frames_ == 0 && out_.busy && left != 0; --left) {
    golden::AggregatorInput in;
    in.now = now;
    clock(in);
    cycle_ = now;
  }
  if (state_.req && !req) req_from_ = now + 1;
  if (frames_ > 0) --frames_;
  std::size_t count = 0;
  while (count < words_.size() && !words_[count++].eof) {
  }
  const auto end = words_.begin() + static_cast<std::ptrdiff_t>(count);
  words.assign(words_.begin(), end);
  words_.erase(words_.begin(), end);
}

void RtlAggregator::step(Cycle now, const golden::AggregatorInput& in) {
  advance(now);
  if (in.idle != idle_) {
    if (!state_.req && state_.cur != 0 && cycle_ < now) clock_idle(now - 1);  // see advance
    idle_ = in.idle;
    idle_since_ = now;
  }
  stepped_ = now + 1;
  if (!in.push && !(in.grant && state_.req) && !out_.busy && requests_from() > now) return;
  golden::AggregatorInput at = in;
  at.now = now;
  clock(at);
}

Cycle RtlAggregator::next(Cycle now) const {
  if (state_.req && req_from_ > now) return req_from_;
  if (state_.req)
    return stepped_ > now ? stepped_ : kNever;  // the step of `now` may have raised it
  const Cycle from = requests_from();
  return from == kNever ? kNever : std::max({now, stepped_, from}) + 1;
}

/// The first cycle not yet clocked in which a request begins if nothing comes; kNever: in none.
Cycle RtlAggregator::requests_from() const {
  if (state_.req || state_.cur == 0) return kNever;
  const golden::AggregatorState s{false, state_.cnt, state_.cur, state_.cs, state_.ns};
  return std::max({cycle_, idle_since_, golden::request_from(config_, s, idle_)});
}

/// The cycles before `now` that need a clock, without push and grant. Where a time left out ends
/// with a request or with another idle, its last cycle is clocked too: nothing may change in it, so
/// a block that requests too early shows.
void RtlAggregator::advance(Cycle now) {
  while (cycle_ < now) {
    if (out_.busy) {
      clock_idle(cycle_);
      continue;
    }
    const Cycle from = requests_from();
    if (from >= now) return;
    if (from > cycle_) clock_idle(from - 1);
    clock_idle(from);
  }
}

void RtlAggregator::clock_idle(Cycle now) {
  golden::AggregatorInput in;
  in.idle = idle_;
  in.now = now;
  clock(in);
}

void RtlAggregator::clock(const golden::AggregatorInput& in) {
  if (in.push || in.grant) report_.step(in.now) = in;
  if (golden_) {
    report_.compared();
    report_.check(in.now, visible(golden_->step(in)), out_);
  }
  rtl_->edge(to_rtl(in));
  report_.check_assertions(in.now);
  cycle_ = in.now + 1;
  state_ = rtl_->state();
  out_ = rtl_->outputs();
  const AckWord& w = out_.word;
  if (framed_ && w.valid) {
    words_.push_back({true, w.sof, w.eof, w.word});
    frames_ += w.eof ? 1 : 0;
  }
  if (golden_) report_.check(cycle_, state_of(*golden_), state_);
}

}  // namespace selvage::cosim
