// SPDX-License-Identifier: Apache-2.0
#include "cosim/flow_rtl_port.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "cosim/flow_convert.hpp"

namespace selvage::cosim {

// ----------------------------------------------------------------------------------- redirect

RtlRedirect::RtlRedirect(std::unique_ptr<RedirectBlock> rtl, const golden::RedirectConfig& config,
                         bool compared, FlowReport report)
    : config_(config), rtl_(std::move(rtl)), report_(std::move(report)) {
  draw_up_to(config.seed);
  if (compared) {
    golden_.emplace(config);
    state_ = state_of(*golden_, config_.hist);
  }
  expected_.loads = drawn_;
}

/// The build starts from its own seed: loads that are exempt, then idle steps up to the start of a
/// sample.
void RtlRedirect::draw_up_to(std::uint32_t seed) {
  golden::RedirectConfig config = config_;
  config.seed = golden::RedirectConfig{}.seed;
  golden::RedirectGen random(config);
  RedirectIn in;
  in.exempt = true;
  unsigned steps = 0;
  for (in.load = true; random.random() != seed; ++steps) {
    random.step(0, true, true);
    rtl_->edge(in);
  }
  drawn_ = random.loads();
  for (in.load = false; steps % config_.step != 0; ++steps) rtl_->edge(in);
}

void RtlRedirect::give(Cycle now, const flow::RedirectInput& in) {
  // With the depth unchanged the history is full of it after hist samples; then only the phase counts.
  const Cycle full = Cycle{config_.step} * (config_.hist + 1);
  Cycle idle = now - cycle_;
  if (idle > full) idle = full + (idle - full) % config_.step;
  RedirectIn wait;
  wait.depth = depth_;
  for (; idle > 0; --idle) step(wait);
  depth_ = in.depth;
  step({in.depth, in.load, in.exempt, in.port, in.id, in.delta});
  cycle_ = now + 1;
}

flow::RedirectOutput RtlRedirect::take() {
  if (answers_.empty()) {
    assert(loaded_);
    RedirectIn wait;
    wait.depth = depth_;
    step(wait);
    ++cycle_;
  }
  const flow::RedirectOutput answer = answers_.front();
  answers_.pop_front();
  return answer;
}

void RtlRedirect::step(const RedirectIn& in) {
  rtl_->edge(in);
  report_.check_assertions(cycle_);
  if (golden_) {
    report_.compared();
    if (!rtl_->shows(expected_, state_)) {
      report_.check(cycle_, difference(expected_, rtl_->outputs()));
      report_.check(cycle_, difference(state_, rtl_->state()));
    }
    const bool drawn = golden_->step(in.depth, in.load, in.exempt);
    expected_ = {};
    if (drawn) expected_ = {true, in.port, in.id, in.delta, 0, 0};
    expected_.loads = golden_->loads() + drawn_;
    expected_.redirects = golden_->redirects();
    if (in.load || golden_->phase() == 0) state_ = state_of(*golden_, config_.hist);
  }
  const RedirectOut shows = loaded_ ? rtl_->outputs() : RedirectOut{};
  if (loaded_)
    answers_.push_back({shows.redirect, static_cast<std::uint8_t>(shows.port),
                        static_cast<golden::FlowId>(shows.id), shows.delta});
  loaded_ = in.load;
}

// ------------------------------------------------------------------------------- ep_ack_type

RtlEpAckType::RtlEpAckType(std::unique_ptr<EpAckTypeBlock> rtl, const golden::EpAckConfig& config,
                           bool compared, FlowReport report)
    : rtl_(std::move(rtl)), report_(std::move(report)) {
  if (compared) golden_.emplace(config);
}

golden::AckType RtlEpAckType::packet(Cycle now, unsigned depth, unsigned level) {
  rtl_->edge({true, depth, level});
  report_.check_assertions(now);
  const EpAckTypeOut shows = rtl_->outputs();
  if (golden_) {
    report_.compared();
    const golden::AckType type = golden_->packet(depth, level);
    report_.check(now, difference(EpAckTypeOut{true, static_cast<unsigned>(type)}, shows));
    if (golden_->random() != rtl_->lfsr())
      report_.check(now, {"lfsr_q", "FLOW-A-3", golden_->random(), rtl_->lfsr()});
  }
  return static_cast<golden::AckType>(shows.type);
}

// --------------------------------------------------------------------------------- aggregator

RtlAggregator::RtlAggregator(std::unique_ptr<AckAggregatorBlock> rtl,
                             const golden::AggregatorConfig& config, bool compared,
                             FlowReport report)
    : config_(config), rtl_(std::move(rtl)), report_(std::move(report)) {
  if (compared) golden_.emplace(config);
  state_ = rtl_->state();
  out_ = rtl_->outputs();
}

flow::AggregatorView RtlAggregator::view(Cycle now) {
  advance(now);
  return {out_.ready, out_.req, out_.len};
}

void RtlAggregator::step(Cycle now, const golden::AggregatorInput& in) {
  advance(now);
  idle_ = in.idle;
  clock(in);
  still_ = false;
}

Cycle RtlAggregator::next(Cycle now) const {
  const AckAggregatorState& s = state_;
  if (s.req) return cycle_ > now ? cycle_ : kNever;  // the step of `now` may have raised it
  if (s.cur == 0) return kNever;
  const unsigned asks = golden::asks_at(config_, s.cur, idle_);
  return std::max(now + 1, cycle_ + (asks > s.ca ? asks - s.ca : 0) + 1);
}

/// The cycles before `now`, without push and grant: until ages are full and the frame is out.
void RtlAggregator::advance(Cycle now) {
  golden::AggregatorInput in;
  in.idle = idle_;
  while (cycle_ < now && !still_) clock(in);
  if (cycle_ >= now) return;
  if (golden_) golden_->skip(now - cycle_);
  cycle_ = now;
}

void RtlAggregator::clock(const golden::AggregatorInput& in) {
  const AckAggregatorState before = state_;
  if (golden_) {
    report_.compared();
    report_.check(cycle_, difference(state_of(*golden_), state_));
    report_.check(cycle_, difference(shown(golden_->step(in)), out_));
  }
  rtl_->edge(to_rtl(in));
  report_.check_assertions(cycle_);
  ++cycle_;
  state_ = rtl_->state();
  out_ = rtl_->outputs();
  still_ = !out_.fire && !out_.word.valid && !difference(before, state_);
}

}  // namespace selvage::cosim
