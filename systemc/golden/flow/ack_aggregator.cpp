// SPDX-License-Identifier: Apache-2.0
#include "golden/flow/ack_aggregator.hpp"

#include <algorithm>
#include <cassert>

namespace selvage::golden {
namespace {

bool good(const AggregatorConfig& c, unsigned acks) {
  return acks != 0 && (c.good >> (acks - 1) & 1) != 0;
}

}  // namespace

unsigned request_delay(const AggregatorConfig& c, unsigned cur, bool idle) {
  if (cur == c.max) return 0;
  if (idle) return c.t1;
  return good(c, cur) ? c.t2 : c.t3;
}

Cycle request_from(const AggregatorConfig& c, const AggregatorState& s, bool idle) {
  return s.cur == 0 ? kNever : s.cs + request_delay(c, s.cur, idle) + 1;
}

Cycle longest_ack_wait(const AggregatorConfig& c, Cycle data, Cycle frame) {
  frame = std::max<Cycle>(frame, 2);  // from one request to the next
  const Cycle wait = std::max(c.t3 + data + 1, frame);
  if (frame <= c.max) return wait;  // frames take away what comes, one ACK a cycle
  const Cycle frames = (c.depth + c.max - 1) / c.max;  // of a full memory
  return std::max({wait, frames * frame - 1, data + c.max + (frames - 1) * (frame - c.max)});
}

AggregatorMove aggregate(const AggregatorConfig& config, const AggregatorState& s, Cycle now,
                         bool push, bool idle, bool grant) {
  AggregatorMove out;
  const bool want = now >= request_from(config, s, idle);
  out.fire = grant && s.req;
  out.len = out.fire ? s.cur : 0;
  const unsigned c1 = s.cnt - out.len;
  const unsigned cur1 = out.fire ? std::min(c1, config.max) : s.cur;
  const bool join = c1 == cur1 && cur1 < config.max;
  out.next.req = !out.fire && (s.req || want);
  out.next.cnt = c1 + (push ? 1 : 0);
  out.next.cur = cur1 + (push && join ? 1 : 0);
  out.next.cs = out.fire ? s.ns : s.cs;
  out.next.ns = s.ns;
  if (push && cur1 == 0) out.next.cs = now;
  if (push && c1 == cur1 && !join) out.next.ns = now;
  return out;
}

AckAggregator::AckAggregator(const AggregatorConfig& config) : config_(config) {
  assert(config.legal());
}

void AckAggregator::configure(const AggregatorConfig& config) {
  assert(config.legal() && (config.max == config_.max || state_.cnt == 0));
  config_ = config;
}

bool AckAggregator::needs_clock(const AggregatorInput& in) const {
  if (in.push || busy()) return true;
  return state_.req ? in.grant : in.now >= request_from(config_, state_, in.idle);
}

AggregatorOutput AckAggregator::step(const AggregatorInput& in) {
  AggregatorOutput out{ready(), state_.req, state_.cur, fired_, fired_len_, late_[2], busy()};
  late_[2] = late_[1];
  late_[1] = late_[0];
  late_[0] = next_ != words_.size() ? words_[next_++] : FrameWord{};
  if (fired_) {  // the words are put together from the next clock on
    words_.swap(packed_);
    next_ = 0;
  }
  const bool taken = in.push && ready();
  const bool push = taken && parity_ok(in.ack);
  if (taken && !push) ++bad_;
  const AggregatorMove move = aggregate(config_, state_, in.now, push, in.idle, in.grant);
  if (move.fire) send(move.len);
  if (push) acks_.push_back(in.ack & 0x1ffffff);
  state_ = move.next;
  fired_ = move.fire;
  fired_len_ = move.len;
  return out;
}

void AckAggregator::send(unsigned len) {
  assert(words_.size() - next_ <= 1);
  pack_ack_frame(acks_.data(), len, sequence_, packed_);
  acks_.erase(acks_.begin(), acks_.begin() + len);
  sequence_ = (sequence_ + 1) % 1024;
}

}  // namespace selvage::golden
