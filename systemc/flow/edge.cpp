// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ingress edge: packets of a host get their flow id (FLOW-A-8, FLOW-A-10..14).
#include "flow/input_unit.hpp"

namespace selvage::flow {

void InputUnit::from_host(std::uint32_t slot) {
  Input& in = input();
  Cargo& c = shared_.cargo[slot];
  c.tail = in.last_tail = now() + shared_.beats(c) - 1;
  in.last_slot = slot;
  if (shared_.observer != nullptr) shared_.observer->arrives({sw_, port_}, c);
  in.pool[c.packet.tc] += c.len;
  pool_changed(c.packet.tc);
  in.lookup[c.packet.tc].push_back(slot);
  serve(Serve::kEfct);
}

void InputUnit::serve_efct() {
  Input& in = input();
  golden::EfctInput step;
  std::uint8_t requester = kClasses;
  bool more = false;
  for (unsigned i = 0; i < kClasses; ++i) {
    const unsigned tc = (in.next_class + i) % kClasses;
    if (in.lookup[tc].empty() || in.lookup_state[tc] != 0) continue;
    if (requester != kClasses) {
      more = true;
      break;
    }
    requester = static_cast<std::uint8_t>(tc);
    in.lookup_state[tc] = 1;
    const Cargo& c = shared_.cargo[in.lookup[tc].front()];
    step.req = true;
    step.key = {match_pattern(c.packet.destination, c.packet.tc, c.packet.ordered), 0};
    step.len = c.len;
  }
  if (requester != kClasses) in.next_class = static_cast<std::uint8_t>((requester + 1) % kClasses);
  if (!in.efct_acks.empty()) {
    step.ack = true;
    step.ack_id = in.efct_acks.front().first;
    step.ack_pos = in.efct_acks.front().second;
    in.efct_acks.pop_front();
  }
  if (!step.req && !step.ack) return;
  blocks().efct(now(), step);
  in.efct_steps.emplace_back(requester, step.ack);
  at(now() + Blocks::kLatency, Kind::kEfctAnswer);
  if (more || !in.efct_acks.empty()) serve_at(now() + 1, Serve::kEfct);
}

void InputUnit::efct_answer() {
  Input& in = input();
  const golden::EfctOutput a = blocks().efct_answer(now());
  const auto [tc, acked] = in.efct_steps.front();
  in.efct_steps.pop_front();
  if (tc != kClasses) {
    in.lookup_state[tc] = 0;
    ++shared_.counts.lookups;
    if (a.stall) {
      in.lookup_state[tc] = 2;
      ++(a.window ? shared_.counts.efct_window : shared_.counts.efct_full);
    } else {
      const std::uint32_t slot = in.lookup[tc].front();
      in.lookup[tc].pop_front();
      Cargo& c = shared_.cargo[slot];
      c.id = a.id;
      c.start = a.start;
      in.enq.push_back(slot);
      serve(Serve::kIfct);
    }
  }
  if (acked)  // rows or windows may be free now
    for (auto& state : in.lookup_state)
      if (state == 2) state = 0;
  serve(Serve::kEfct);
}

}  // namespace selvage::flow
