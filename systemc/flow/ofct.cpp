// SPDX-License-Identifier: Apache-2.0
/// \file
/// Steps of the output tables, ACKs on their way back, the walk through a dead one (FLOW-A-9, 17,
/// 18, 29).
#include <algorithm>

#include "flow/net.hpp"

namespace selvage::flow {

void Net::serve_ofct(G o) {
  Output& out = out_[o];
  golden::OfctInput step;
  step.now = now_;
  OfctStep rec;
  if (out.map) {
    out.map = false;
    rec.map = step.map_valid = true;
    rec.map_in = out.map_in;
    const Input& in = in_[g(sw_of(o), rec.map_in)];
    const Row& r = in.rows[in.locked];
    const Cargo& c = cargo_[r.head];
    step.map = {rec.map_in, in.locked, c.len, c.hole, as_ordered(r, c)};
  }
  if (!out.revs.empty() && out.revs.front().first <= now_) {
    rec.rev = step.rev_valid = true;
    rec.rev_ack = out.revs.front().second;
    step.rev = rec.rev_ack.ack;
    out.revs.pop_front();
  }
  const WalkerRow row = walk(o);
  if (row.chk) {
    out.chks.clear();
    out.chks.push_back(row.id);
  }
  if (!out.chks.empty()) {
    rec.chk = step.chk_valid = true;
    rec.chk_id = step.chk_id = out.chks.front();
    step.chk_kind = row.kind;
    out.chks.pop_front();
  }
  if (step.map_valid || step.rev_valid || step.chk_valid) {
    blocks_[o]->ofct(step);
    out.steps.push_back(rec);
    at(now_ + Blocks::kLatency, Kind::kOfctAnswer, o);
  }
  Cycle next = kNever;
  if (!out.chks.empty()) next = now_ + 1;
  next = std::min(next, out.walk_next);
  if (!out.revs.empty()) next = std::min(next, std::max(now_ + 1, out.revs.front().first));
  if (next != kNever) serve_at(next, Serve::kOfct, o);
}

/// A dead port's rows, one a cycle: LOSS, and after its drain time the closing ACK (FLOW-A-29).
WalkerRow Net::walk(G o) {
  Output& out = out_[o];
  if (!out.down && out.walk_next > now_) return {};
  // The first closing ACK comes `drain` cycles after the last LOSS.
  if (out.down) blocks_[o]->walker_down(now_, out.drain - std::min<Cycle>(out.drain, 1));
  out.down = false;
  const WalkerRow row = blocks_[o]->walker(now_);
  out.walk_next = row.next;
  out.loss_sent = row.kind != golden::OfctCheck::kLinkDied || row.next != now_ + 1;
  return row;
}

void Net::ofct_answer(G o) {
  Output& out = out_[o];
  const golden::OfctOutput a = blocks_[o]->ofct_answer(now_);
  const OfctStep rec = out.steps.front();
  out.steps.pop_front();
  if (rec.map) mapped(o, rec.map_in, a.map);
  if (rec.rev) {
    const bool moves = golden::moves(rec.rev_ack.ack.type);
    if (observer_ != nullptr) observer_->came_back({sw_of(o), port_of(o)}, rec.rev_ack.ack, a.rev);
    if (!a.rev.valid) {
      ++counts_.stray;
      if (!lossy_ && counts_.markers == 0) violate("FLOW-A-21", "an ACK reaches a released id", o);
    } else if (!lossy_ && moves && a.rev.delta != rec.rev_ack.units) {
      violate("FLOW-A-9", "an ACK's difference is not what it acknowledges", o);
    }
    came_back(o, a.rev);
  }
  if (rec.chk) {
    came_back(o, a.chk.back);
    if (a.chk.marker.valid) {  // behind what has been mapped before: it takes as long into the FIFO
      ++counts_.markers;
      at(now_ + Blocks::kLatency + params_.stages.xbar + params_.stages.tx, Kind::kFifoIn, o,
         kMarkerBit | a.chk.marker.start << 16 | a.chk.marker.id);
    } else if (!a.chk.back.valid && !out.walks) {  // a credit may have expired
      const OfctView row = blocks_[o]->ofct_row(now_, rec.chk_id);
      if (row.valid) wake(g(sw_of(o), row.port), row.id);
    }
    if (a.chk.back.valid) lossy_ = true;
  }
  look_full(o);
}

void Net::look_full(G o) {
  Output& out = out_[o];
  const bool full = blocks_[o]->ofct_full(now_);
  if (out.full && !full) wake_any(sw_of(o));
  out.full = full;
}

void Net::mapped(G o, std::uint8_t port, const golden::MapAnswer& a) {
  const G p = g(sw_of(o), port);
  Input& in = in_[p];
  const golden::FlowId id = in.locked;
  Row& r = in.rows[id];
  const Cargo& c = cargo_[r.head];
  if (a.stall) {
    abort(p, id);
    if (a.over) r.excluded |= PortMask{1} << port_of(o);
    look_full(o);
    return choose(p, id);
  }
  Output& out = out_[o];
  if (a.alloc && ++out.live == 1) watch(o);
  const unsigned units = c.hole + c.len;
  out.transit[a.oid] += units;
  r.mapped += units;
  in.mapped = a;
  in.urgent = {DeqKind::kTake, id};
  const bool exempt = !as_ordered(r, c) || r.level > 0 || !params_.redirects;
  out.load = {0, true, exempt, port, id, a.delta};
  serve(Serve::kIfct, p);
  serve(Serve::kTx, o);
}

void Net::came_back(G o, const golden::BackMessage& m) {
  if (!m.valid) return;
  const G p = g(sw_of(o), m.port);
  if (m.rel) --out_[o].live;
  give_ack(p, {now_ + params_.stages.ack_xbar,
               {m.id, m.type, m.delta, port_of(o), in_[p].rows[m.id].vc},
               golden::moves(m.type) ? m.delta : 0,
               true});
}

}  // namespace selvage::flow
