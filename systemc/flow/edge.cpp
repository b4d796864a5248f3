// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ingress edge: packets of a host get their flow id (FLOW-A-8, FLOW-A-10..14).
#include "flow/net.hpp"

namespace selvage::flow {

void Net::from_host(G p, std::uint32_t slot) {
  Input& in = in_[p];
  Cargo& c = cargo_[slot];
  c.tail = in.last_tail = now_ + beats(c) - 1;
  in.last_slot = slot;
  if (observer_ != nullptr) observer_->arrives({sw_of(p), port_of(p)}, c);
  in.pool[c.packet.tc] += c.len;
  pool_changed(p, c.packet.tc);
  in.lookup[c.packet.tc].push_back(slot);
  serve(Serve::kEfct, p);
}

void Net::serve_efct(G p) {
  Input& in = in_[p];
  golden::EfctInput step;
  std::uint8_t asks = kClasses;
  bool more = false;
  for (unsigned i = 0; i < kClasses; ++i) {
    const unsigned tc = (in.next_class + i) % kClasses;
    if (in.lookup[tc].empty() || in.lookup_state[tc] != 0) continue;
    if (asks != kClasses) {
      more = true;
      break;
    }
    asks = static_cast<std::uint8_t>(tc);
    in.lookup_state[tc] = 1;
    const Cargo& c = cargo_[in.lookup[tc].front()];
    step.req = true;
    step.key = {match_pattern(c.packet.destination, c.packet.tc, c.packet.ordered), 0};
    step.len = c.len;
  }
  if (asks != kClasses) in.next_class = static_cast<std::uint8_t>((asks + 1) % kClasses);
  if (!in.efct_acks.empty()) {
    step.ack = true;
    step.ack_id = in.efct_acks.front().first;
    step.ack_pos = in.efct_acks.front().second;
    in.efct_acks.pop_front();
  }
  if (!step.req && !step.ack) return;
  blocks_[p]->efct(now_, step);
  in.efct_steps.emplace_back(asks, step.ack);
  at(now_ + Blocks::kLatency, Kind::kEfctAnswer, p);
  if (more || !in.efct_acks.empty()) serve_at(now_ + 1, Serve::kEfct, p);
}

void Net::efct_answer(G p) {
  Input& in = in_[p];
  const golden::EfctOutput a = blocks_[p]->efct_answer(now_);
  const auto [tc, acked] = in.efct_steps.front();
  in.efct_steps.pop_front();
  if (tc != kClasses) {
    in.lookup_state[tc] = 0;
    ++counts_.lookups;
    if (a.stall) {
      in.lookup_state[tc] = 2;
      ++(a.window ? counts_.efct_window : counts_.efct_full);
    } else {
      const std::uint32_t slot = in.lookup[tc].front();
      in.lookup[tc].pop_front();
      Cargo& c = cargo_[slot];
      c.id = a.id;
      c.start = a.start;
      c.gap = false;
      c.carried = 0;
      in.enq.push_back(slot);
      serve(Serve::kIfct, p);
    }
  }
  if (acked)  // rows or windows may be free now
    for (auto& state : in.lookup_state)
      if (state == 2) state = 0;
  serve(Serve::kEfct, p);
}

}  // namespace selvage::flow
