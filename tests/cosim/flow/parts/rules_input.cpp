// SPDX-License-Identifier: Apache-2.0
/// \file
/// Look-ups, steps and words by input, as docs/reference/flow-switch.md has them.
#include "rules.hpp"

namespace selvage::test {

// ------------------------------------------------------------------------------ look-ups

cosim::FlowLookupOut LookupRule::step(const cosim::FlowLookupIn& in) {
  cosim::FlowLookupOut out;
  if (in.head) classes_[in.tc].packets.push_back(in);
  if (asked_[1] >= 0) {
    Class& c = classes_[static_cast<unsigned>(asked_[1])];
    c.in_table = false;
    c.waits = in.stall;
    if (!in.stall) {
      const cosim::FlowLookupIn& p = c.packets.front();
      out.put = true;
      out.put_slot = p.slot;
      out.put_len = p.len;
      out.put_tc = p.tc;
      out.put_ordered = p.ordered;
      out.put_id = in.id;
      out.put_start = in.start;
      c.packets.pop_front();
    }
  }
  if (acked_[1])
    for (Class& c : classes_) c.waits = false;
  asked_ = {-1, asked_[0]};
  acked_ = {in.ack, acked_[0]};
  for (unsigned k = 0; k < cosim::kPartClasses; ++k) {
    const unsigned tc = (turn_ + k) % cosim::kPartClasses;
    Class& c = classes_[tc];
    if (c.packets.empty() || c.in_table || c.waits) continue;
    const cosim::FlowLookupIn& p = c.packets.front();
    out.req = true;
    out.key = (p.ordered ? 1U << 23 : 0U) | tc << 20 | p.dest;
    out.len = p.len;
    c.in_table = true;
    asked_[0] = static_cast<int>(tc);
    turn_ = tc + 1;
    break;
  }
  return out;
}

// ------------------------------------------------------------------------------ steps

cosim::FlowStepsOut StepsRule::step(const cosim::FlowStepsIn& in) {
  cosim::FlowStepsOut out;
  out.drops = drops();
  if (in.free) row_.reset();
  if (in.grant) row_ = in.grant_id;
  if (in.pick) turns_.push_back({in.pick_drop, in.pick_id, in.pick_data});
  std::optional<unsigned> dropped;
  if (in.grant || in.take) {
    out.deq = true;
    out.deq_kind = in.take ? 3 : in.grant_host ? 1 : 2;
    out.deq_id = *row_;
  } else if (!turns_.empty() && !(turns_.front().drop && (row_ || dropped_ || !in.soon))) {
    const Turn turn = turns_.front();
    turns_.pop_front();
    out.deq = true;
    out.deq_id = turn.id;
    out.deq_data = turn.data;
    out.deq_drop = turn.drop;
    if (turn.drop) dropped = turn.id;
  }
  const auto open = [&](unsigned id) { return row_ != id && dropped_ != id && dropped != id; };
  if (in.put) packets_.emplace_back(in.put_id, in.put_data);
  if (!packets_.empty() && open(packets_.front().first)) {
    out.enq = true;
    out.enq_id = packets_.front().first;
    out.enq_data = packets_.front().second;
    packets_.pop_front();
  }
  out.ack_pull = in.ack && open(in.ack_id);
  out.chk_pull = in.chk && open(in.chk_id);
  dropped_ = dropped;
  return out;
}

// ------------------------------------------------------------------------------ words

cosim::FlowWord CrossRule::next() const {
  if (order_.empty() || words_[order_.front()].empty()) return {};
  return words_[order_.front()].front();
}

void CrossRule::step(const cosim::FlowCrossIn& in, bool pull) {
  if (pull) {
    auto& words = words_[order_.front()];
    const bool last = words.front().last;
    words.pop_front();
    if (last) order_.pop_front();
  }
  for (unsigned i = 0; i < cosim::kPartPorts; ++i)
    if (in.word[i].valid) words_[i].push_back(in.word[i]);
  if (in.put) order_.push_back(in.put_in);
}

}  // namespace selvage::test
