// SPDX-License-Identifier: Apache-2.0
/// \file
/// Steps of the output tables, ACKs on their way back, the walk through a dead one (FLOW-A-9, 17,
/// 18, 29).
#include <algorithm>

#include "flow/router.hpp"

namespace selvage::flow {

void OutputUnit::serve_ofct() {
  Output& out = output();
  golden::OfctInput step;
  step.now = now();
  OfctStep rec;
  if (out.map) {
    out.map = false;
    rec.map = step.map_valid = true;
    rec.map_in = out.map_in;
    const Input& in = router().input(rec.map_in);
    const Row& r = in.rows[in.locked];
    const Cargo& c = shared_.cargo[r.head];
    step.map = {rec.map_in, in.locked, c.len, c.hole, shared_.as_ordered(r, c)};
  }
  if (!out.revs.empty()) {
    rec.rev = step.rev_valid = true;
    rec.rev_ack = out.revs.front();
    step.rev = rec.rev_ack.ack;
    out.revs.pop_front();
  }
  const WalkerRow row = walk();
  if (row.chk) out.chks.push_back(row.id);
  if (!out.chks.empty()) {
    rec.chk = step.chk_valid = true;
    rec.chk_id = step.chk_id = out.chks.front();
    step.chk_kind = row.kind;
    out.chks.pop_front();
  }
  if (step.map_valid || step.rev_valid || step.chk_valid) {
    blocks().ofct(step);
    out.steps.push_back(rec);
    at(now() + Blocks::kLatency, Kind::kOfctAnswer);
  }
  const Cycle next = out.revs.empty() ? out.walk_next : now() + 1;
  if (next != kNever) serve_at(next, Serve::kOfct);
}

/// A dead port's rows, one a cycle: LOSS, and after its drain time the closing ACK (FLOW-A-29).
WalkerRow OutputUnit::walk() {
  Output& out = output();
  if (!out.down && out.walk_next > now()) return {};
  // The first closing ACK comes `drain` cycles after the last LOSS.
  if (out.down) blocks().walker_down(now(), out.drain - std::min<Cycle>(out.drain, 1));
  out.down = false;
  const WalkerRow row = blocks().walker(now());
  out.walk_next = row.next;
  out.loss_sent = row.kind != golden::OfctCheck::kLinkDied || row.id + 1U == shared_.sizes().rows();
  return row;
}

void OutputUnit::ofct_answer() {
  Output& out = output();
  const golden::OfctOutput a = blocks().ofct_answer(now());
  const OfctStep rec = out.steps.front();
  out.steps.pop_front();
  if (rec.map) mapped(rec.map_in, a.map);
  if (rec.rev) {
    const bool moves = golden::moves(rec.rev_ack.ack.type);
    if (shared_.observer != nullptr)
      shared_.observer->came_back({sw_, port_}, rec.rev_ack.ack, a.rev);
    if (!a.rev.valid) {
      ++shared_.counts.stray;
      if (!shared_.lossy && shared_.counts.markers == 0)
        shared_.violate("FLOW-A-21", "an ACK reaches a released id", self_);
    } else if (!shared_.lossy && moves && a.rev.delta != rec.rev_ack.units) {
      shared_.violate("FLOW-A-9", "an ACK's difference is not what it acknowledges", self_);
    }
    came_back(a.rev);
  }
  if (rec.chk) checked(rec.chk_id, a);
  look_full();
}

void OutputUnit::checked(golden::FlowId id, const golden::OfctOutput& a) {
  came_back(a.chk.back);
  if (a.chk.marker.valid) {  // behind what has been mapped before: it takes as long into the FIFO
    const Stages& stages = shared_.params.stages;
    ++shared_.counts.markers;
    at(now() + Blocks::kLatency + stages.xbar + stages.tx, Kind::kMarkerIn,
       kMarkerBit | a.chk.marker.start << 16 | a.chk.marker.id);
  } else if (!a.chk.back.valid && !output().walks) {  // a credit may have expired
    const OfctView row = blocks().ofct_row(now(), id);
    if (row.valid) router().wake(row.port, row.id);
  }
  if (a.chk.back.valid) shared_.lossy = true;
}

void OutputUnit::look_full() {
  Output& out = output();
  const bool full = blocks().ofct_full(now());
  if (out.full && !full) router().wake_any();
  out.full = full;
}

void OutputUnit::mapped(std::uint8_t port, const golden::MapAnswer& a) {
  Input& in = router().input(port);
  const golden::FlowId id = in.locked;
  Row& r = in.rows[id];
  const Cargo& c = shared_.cargo[r.head];
  if (a.stall) {
    router().abort(port, id);
    if (a.over) r.excluded |= PortMask{1} << port_;
    return router().choose(port, id);
  }
  Output& out = output();
  if (a.alloc && ++out.live == 1) router().input_unit(port_).watch();
  const unsigned units = c.hole + c.len;
  out.transit[a.oid] += units;
  r.mapped += units;
  in.mapped = a;
  in.urgent = {DeqKind::kTake, id};
  const bool exempt = !shared_.as_ordered(r, c) || r.level > 0 || !shared_.params.redirects;
  out.load = {out.sent_depth, true, exempt, port, id, a.delta};
  at(now() + golden::RedirectGen::kLatency, Kind::kRedirectAnswer, port << 8U | r.vc);
  router().input_unit(port).serve(Serve::kIfct);
  serve(Serve::kTx);
}

/// The output may request the flow to move (FLOW-C-6).
void OutputUnit::redirect_answer(std::uint64_t header) {
  const RedirectOutput drawn = blocks().redirect_answer(now());
  if (!drawn.redirect || !shared_.params.redirects) return;
  ++shared_.counts.redirects;
  if (shared_.observer != nullptr) shared_.observer->redirected(place(), drawn);
  router()
      .input_unit(static_cast<PortIdx>(header >> 8))
      .give_ack({now() + shared_.params.stages.ack_xbar,
                 {drawn.id, golden::AckType::kRedirect, drawn.delta, port_,
                  static_cast<std::uint8_t>(header)}});
}

void OutputUnit::came_back(const golden::BackMessage& m) {
  if (!m.valid) return;
  if (m.rel) --output().live;
  router().input_unit(m.port).give_ack(
      {now() + shared_.params.stages.ack_xbar,
       {m.id, m.type, m.delta, port_, router().row(m.port, m.id).vc},
       m.delta,
       true});
}

}  // namespace selvage::flow
