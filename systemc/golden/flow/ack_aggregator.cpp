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

unsigned asks_at(const AggregatorConfig& c, unsigned cur, bool idle) {
  if (cur == c.max) return 0;
  if (idle) return c.t1;
  return good(c, cur) ? c.t2 : c.t3;
}

AggregatorMove aggregate(const AggregatorConfig& config, const AggregatorState& s, bool push,
                         bool idle, bool grant) {
  AggregatorMove out;
  const bool want = s.cur != 0 && s.ca >= asks_at(config, s.cur, idle);
  out.fire = grant && s.req;
  out.len = out.fire ? s.cur : 0;
  const unsigned c1 = s.cnt - out.len;
  const unsigned cur1 = out.fire ? std::min(c1, config.max) : s.cur;
  const unsigned ca1 = out.fire ? s.na : s.ca;
  const bool join = c1 == cur1 && cur1 < config.max;
  out.next.req = !out.fire && (s.req || want);
  out.next.cnt = c1 + (push ? 1 : 0);
  out.next.cur = cur1 + (push && join ? 1 : 0);
  out.next.ca = cur1 == 0 ? 0 : std::min(config.t3, ca1 + 1);
  out.next.na = c1 == cur1 ? 0 : std::min(config.t3, s.na + 1);
  return out;
}

AckAggregator::AckAggregator(const AggregatorConfig& config) : config_(config) {
  assert(config.legal());
}

AggregatorOutput AckAggregator::step(const AggregatorInput& in) {
  AggregatorOutput out{ready(), state_.req, state_.cur, fired_, fired_len_, {}};
  if (!words_.empty() && words_.front().at == cycle_) {
    out.word = words_.front().word;
    words_.pop_front();
  }
  const bool taken = in.push && ready();
  const bool push = taken && parity_ok(in.ack);
  if (taken && !push) ++bad_;
  const AggregatorMove move = aggregate(config_, state_, push, in.idle, in.grant);
  if (move.fire) send(move.len);
  if (push) acks_.push_back(in.ack & 0x1ffffff);
  state_ = move.next;
  fired_ = move.fire;
  fired_len_ = move.len;
  ++cycle_;
  return out;
}

void AckAggregator::send(unsigned len) {
  const std::vector<std::uint32_t> batch(acks_.begin(), acks_.begin() + len);
  acks_.erase(acks_.begin(), acks_.begin() + len);
  const std::vector<std::uint64_t> blocks = pack_ack_frame(batch, sequence_);
  sequence_ = (sequence_ + 1) % 1024;
  assert(words_.empty() || words_.back().at < cycle_ + 2);
  for (std::size_t w = 0; w < blocks.size(); ++w)
    words_.push_back({cycle_ + 2 + w, {true, w == 0, w + 1 == blocks.size(), blocks[w]}});
}

Cycle AckAggregator::next_activity(Cycle now, bool idle) const {
  Cycle at = kNever;
  if (fired_) at = now;
  if (!words_.empty()) at = std::min(at, now + (words_.front().at - cycle_));
  if (!state_.req && state_.cur != 0) {
    const unsigned asks = asks_at(config_, state_.cur, idle);
    at = std::min(at, now + (asks > state_.ca ? asks - state_.ca : 0));
  }
  return at;
}

void AckAggregator::skip(Cycle cycles) {
  const auto age = [&](unsigned a) {
    return static_cast<unsigned>(std::min<Cycle>(config_.t3, a + cycles));
  };
  if (state_.cur != 0) state_.ca = age(state_.ca);
  if (state_.cnt != state_.cur) state_.na = age(state_.na);
  cycle_ += cycles;
}

}  // namespace selvage::golden
