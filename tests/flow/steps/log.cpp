// SPDX-License-Identifier: Apache-2.0
/// What happens to flows: their log, and what is counted of it.
#include "steps.hpp"

namespace selvage::test {

using What = flow::FlowEvent::What;

void Steps::note(const Port& p, golden::FlowId id, What what, unsigned value) {
  events_.push_back(
      {now_, p.lives[id].flow, p.number / lab_.wiring.ports, index(p), id, what, value});
}

void Steps::stepped(SwitchPort in, golden::FlowId id, const golden::IfctRow& row) {
  Port& p = at(in);
  p.told.push_back(id);
  const golden::IfctRow& own = router(p).blocks(in.port).ifct_row(lab_.now, id);
  need(p,
       row.next == own.next && row.data == own.data && row.ack == own.ack && row.state == own.state,
       "row that is told");
}
void Steps::acked(SwitchPort in, const golden::AckRequest& ack) { at(in).told_acks.push_back(ack); }
void Steps::lost(SwitchPort, const flow::Cargo& c) {
  ++counts.lost;
  counts.lost_units += c.carried + c.len;
}

/// An observer is told of each row of a step, in the order of the step.
void Steps::is_told(const Port& p, const InStep& step) {
  std::vector<golden::FlowId> rows;
  if (step.in.deq_valid) rows.push_back(step.in.deq.id);
  if (step.in.enq_valid) rows.push_back(step.in.enq.id);
  if (step.in.ack_valid) rows.push_back(step.in.ack.id);
  if (step.in.chk_valid) rows.push_back(step.in.chk);
  need(p, p.told == rows, "rows that are told");
  const bool ack = p.told_acks.size() == 1 && p.told_acks[0].id == step.in.ack.id &&
                   p.told_acks[0].type == step.in.ack.type;
  need(p, step.in.ack_valid ? ack : p.told_acks.empty(), "ACK that is told");
}

/// A hole is where the loss was, or has come along with its packet.
void Steps::found(const InStep& step, const golden::EnqAnswer& a, const Port& p) {
  const bool marker = step.enq == flow::kNoSlot;
  const golden::Position came = marker ? 0 : lab_.net.cargo(step.enq).carried;
  if (a.hole != 0) ++counts.holes;
  if (a.loss.valid) ++counts.reports;
  if (marker && a.loss.valid) {  // of the flow that the sender has mapped onto the id
    const auto [input, row] = far(p).owners[step.in.enq.id];
    note(p, step.in.enq.id, What::kLoss, a.hole);
    events_.back().flow = beside(far(p), input).lives[row].flow;
  }
  if (a.hole == came) return;
  ++counts.new_holes;
  counts.found_units += a.hole - came;
  if (!marker && !a.loss.valid) ++counts.joined;
}

void Steps::opens(Port& p, const InStep& step, bool open) {
  Life& life = p.lives[step.in.enq.id];
  life.flow = lab_.net.cargo(step.enq).flow;
  if (open) {
    life.packets = 0;
    life.opened = now_;
    ++counts.opened;
    ++p.rows;
    note(p, step.in.enq.id, What::kOpened);
  }
  ++life.packets;
}

void Steps::acts(Port& p, const golden::AckRequest& ack, const golden::AckAnswer& a) {
  Life& life = p.lives[ack.id];
  if (ack.type == golden::AckType::kLoss) ++counts.losses;
  if (ack.type == golden::AckType::kRedirect) note(p, ack.id, What::kRedirect);
  if (a.block) {
    ++counts.blocks;
    note(p, ack.id, What::kBlocked);
  }
  const unsigned level = router(p).blocks(index(p)).ifct_row(now_, ack.id).level;
  if (golden::moves(ack.type) && level != life.level) {
    if (host(p) && level > life.level) ++counts.level_ups[level];
    life.level = level;
    note(p, ack.id, What::kLevel, level);
  }
  if (!a.rel) return;
  ++counts.closed;
  --p.rows;
  note(p, ack.id, What::kReleased);
  life.level = 0;
  if (!host(p) || life.packets != 1) return;
  ++counts.single;
  counts.single_cycles += now_ - life.opened;
}

}  // namespace selvage::test
