// SPDX-License-Identifier: Apache-2.0
#include "cosim/flow/convert.hpp"

namespace selvage::cosim {

namespace {

template <class To, class From>
To as(From value) {
  return static_cast<To>(value);
}

unsigned code(golden::AckType type) { return static_cast<unsigned>(type); }

FlowMessage message(const golden::UpMessage& up) {
  if (!up.valid) return {};
  return {true, up.id, code(up.type), up.pos};
}
golden::UpMessage message(const FlowMessage& up) {
  return {up.valid, as<golden::AckType>(up.type), as<golden::FlowId>(up.id), up.pos};
}

std::uint32_t stamp(golden::Tick tick) {
  return as<std::uint32_t>(golden::low_bits(tick, golden::kStampBits));
}
golden::Tick stamp(std::uint32_t stored, golden::Tick now) {
  return golden::whole_stamp(stored, now);
}

OfctOut::Back back(const golden::BackMessage& b) {
  if (!b.valid) return {};
  return {true, b.port, b.id, code(b.type), b.delta, b.rel, b.rel_id};
}
golden::BackMessage back(const OfctOut::Back& b) {
  return {b.valid,
          as<std::uint8_t>(b.port),
          as<golden::FlowId>(b.iid),
          as<golden::AckType>(b.type),
          b.delta,
          b.rel,
          as<golden::FlowId>(b.rel_id)};
}

}  // namespace

// ------------------------------------------------------------------------------------- inputs

CamAllocIn to_rtl(const golden::CamInput& in) { return {in.req, in.key.low, in.free, in.free_id}; }

EfctIn to_rtl(const golden::EfctInput& in) {
  return {in.req, in.key.low, in.len, in.ack, in.ack_id, in.ack_pos};
}

IfctIn to_rtl(const golden::IfctInput& in) {
  IfctIn out;
  out.now = in.now;
  const golden::DeqRequest& d = in.deq;
  out.deq = {in.deq_valid, d.peek, d.id, d.len, d.hole, d.any, d.port, d.vc, d.mask};
  out.enq = {in.enq_valid, in.enq.id, in.enq.start, in.enq.len, in.enq.gap, in.enq.ordered};
  out.ack = {in.ack_valid, in.ack.id, code(in.ack.type), in.ack.delta, in.ack.port, in.ack.vc};
  out.chk = {in.chk_valid, in.chk};
  return out;
}

OfctIn to_rtl(const golden::OfctInput& in) {
  OfctIn out;
  out.now = in.now;
  out.map = {in.map_valid, in.map.port, in.map.id, in.map.len, in.map.hole, in.map.ordered};
  out.rev = {in.rev_valid, in.rev.id, code(in.rev.type), in.rev.pos};
  out.chk = {in.chk_valid, in.chk_id, as<unsigned>(in.chk_kind)};
  return out;
}

AckAggregatorIn to_rtl(const golden::AggregatorInput& in) {
  return {in.push, in.ack, in.idle, in.grant, in.now};
}

AckWord to_rtl(const golden::FrameWord& in) { return {in.word, in.valid, in.sof, in.eof}; }

IfctStatic to_rtl(const golden::IfctConfig& c) {
  IfctStatic s;
  for (unsigned l = 0; l < 8; ++l) {
    s.mfe[l] = as<std::uint16_t>(c.mfe[l]);
    s.mqe[l] = as<std::uint16_t>(c.mqe[l]);
  }
  s.rd_enable = c.rd_enable;
  s.tick = c.tick;
  s.cool_t = golden::ticks_of(c.cool_t, c.tick);
  s.hold_t = golden::ticks_of(c.hold_t, c.tick);
  s.refresh_t = golden::ticks_of(c.refresh_t, c.tick);
  s.expire_t = golden::ticks_of(c.expire_t, c.tick);
  s.fc_hi = c.fc_hi;
  s.fc_lo = c.fc_lo;
  s.headroom = c.headroom;
  s.ep_rec = c.ep_rec;
  s.ep_weigh = c.ep_weigh;
  s.unit_cyc = c.unit_cyc;
  s.inj_limit = c.inj_limit;
  return s;
}

OfctStatic to_rtl(const golden::OfctConfig& c) {
  return {golden::ticks_of(c.stale_t, c.tick), golden::ticks_of(c.expire_t, c.tick), c.tick};
}

AckAggregatorOptions to_rtl(const golden::AggregatorConfig& c) {
  return {c.t1, c.t2, c.t3, c.good, c.max, 0};
}

RedirectOptions to_rtl(const golden::RedirectConfig& c) { return {c.d0, c.kd, c.kg, c.seed, 0}; }

EpAckTypeOptions to_rtl(const golden::EpAckConfig& c) {
  return {c.congested, (1U << c.draw_w) - 1, c.seed, c.draw, 0};
}

// ------------------------------------------------------------------------------------ outputs

CamAllocOut visible(const golden::CamInput& in, const golden::CamOutput& out,
                    const golden::FlowCam& golden) {
  return {in.req,         out.hit,
          out.alloc,      out.stall,
          out.id,         out.freed,
          out.kept,       golden.rows().full(),
          golden.pause(), golden.rows().count(),
          golden.stalls()};
}

EfctOut visible(const golden::EfctInput& in, const golden::EfctOutput& out,
                const golden::Efct& golden) {
  return {in.req,
          out.hit,
          out.alloc,
          out.stall,
          out.window,
          out.id,
          out.start,
          out.rel,
          out.rel_id,
          out.kept,
          golden.rows().full(),
          golden.pause(),
          golden.rows().count(),
          golden.stalls()};
}

IfctOut visible(const golden::IfctInput& in, const golden::IfctOutput& out) {
  IfctOut s;
  if (in.deq_valid)
    s.deq = {true,         out.deq.go(), as<unsigned>(out.deq.why),
             out.deq.port, out.deq.vc,   message(out.deq.up)};
  s.enq = {in.enq_valid, out.enq.open,          out.enq.hole,       out.enq.gap,
           out.enq.over, message(out.enq.loss), message(out.enq.up)};
  s.ack = {message(out.ack.up), out.ack.rel, out.ack.block};
  s.chk = message(out.chk);
  return s;
}

OfctOut visible(const golden::OfctInput& in, const golden::OfctOutput& out,
                const golden::Ofct& golden) {
  const golden::MapAnswer& m = out.map;
  return {{in.map_valid, m.hit, m.alloc, m.stall, m.over, m.oid, m.start, m.delta},
          back(out.rev),
          back(out.chk.back),
          {out.chk.marker.valid, out.chk.marker.id, out.chk.marker.start},
          golden.rows().full(),
          golden.rows().count(),
          golden.stalls()};
}

WalkerOut visible(const golden::FlowWalker::Output& out) {
  return {out.chk, out.id, as<unsigned>(out.kind), out.done};
}

AckAggregatorOut visible(const golden::AggregatorOutput& out) {
  return {out.ready, out.req, out.len, out.fire, out.fire_len, to_rtl(out.word), out.busy};
}

AckUnpackerOut visible(const golden::UnpackerOutput& out) {
  return {out.ack_valid, out.ack, out.frame_ok, out.frame_bad};
}

// ---------------------------------------------------------------------------------- registers

CamAllocRow row_of(const golden::FlowCam& golden, unsigned id) {
  const auto row = as<golden::FlowId>(id);
  return {golden.rows().valid(row), golden.rows().key(row).low};
}

EfctRow row_of(const golden::Efct& golden, unsigned id) {
  const auto row = as<golden::FlowId>(id);
  return {{golden.rows().valid(row), golden.rows().key(row).low},
          as<std::uint16_t>(golden.data(row)),
          as<std::uint16_t>(golden.ack(row))};
}

IfctRow row_of(const golden::Ifct& golden, unsigned id) {
  const golden::IfctRow& g = golden.row(as<golden::FlowId>(id));
  IfctRow r;
  r.state = as<std::uint8_t>(g.state);
  r.level = g.level;
  r.rec = g.rec;
  r.fport = g.fport;
  r.fvc = g.fvc;
  r.ordered = g.ordered;
  r.forced = g.forced;
  r.um = g.um;
  r.dm = g.dm;
  r.next = as<std::uint16_t>(g.next);
  r.data = as<std::uint16_t>(g.data);
  r.ack = as<std::uint16_t>(g.ack);
  r.umlim = as<std::uint16_t>(g.umlim);
  r.dmlim = as<std::uint16_t>(g.dmlim);
  r.mark = stamp(g.mark);
  r.hold = stamp(g.hold);
  r.dmt = stamp(g.dmt);
  r.edge = golden.config().edge;
  r.pace = r.edge ? as<std::uint32_t>(golden::low_bits(g.ready, golden::kPaceBits)) : stamp(g.umt);
  return r;
}

OfctRow row_of(const golden::Ofct& golden, unsigned id) {
  const auto row = as<golden::FlowId>(id);
  const golden::OfctRow& g = golden.row(row);
  OfctRow r;
  r.valid = golden.rows().valid(row);
  r.dm = g.dm;
  r.port = golden.in_port(row);
  r.id = golden.in_id(row);
  r.data = as<std::uint16_t>(g.data);
  r.ack = as<std::uint16_t>(g.ack);
  r.dmlim = as<std::uint16_t>(g.dmlim);
  r.dmt = stamp(g.dmt);
  r.last = stamp(g.last);
  return r;
}

IfctCounters counters_of(const golden::Ifct& golden) {
  const golden::Ifct::Totals& t = golden.totals();
  return {golden.injected(), t.holes, t.losses, t.stray, t.moves};
}

WalkerState state_of(const golden::FlowWalker& golden) {
  return {as<unsigned>(golden.state()), golden.id(), golden.wait()};
}

AckAggregatorState state_of(const golden::AckAggregator& golden) {
  const golden::AggregatorState& s = golden.state();
  return {s.req, s.cnt, s.cur, s.cs, s.ns, golden.bad(), golden.sequence()};
}

AckUnpackerState state_of(const golden::AckUnpacker& golden) {
  return {golden.used(), golden.good(), golden.bad(), golden.over()};
}

RedirectState state_of(const golden::RedirectGen& golden, unsigned samples) {
  RedirectState s;
  for (unsigned slot = 0; slot < samples; ++slot) s.hist[slot] = golden.sample(slot);
  s.lfsr = golden.random();
  return s;
}

RedirectOut RedirectShows::edge(const RedirectIn& in, bool drawn, std::uint32_t loads) {
  RedirectOut out = under_way_.back();
  redirects_ += out.redirect ? 1 : 0;
  out.loads = loads;
  out.redirects = redirects_;
  std::copy_backward(under_way_.begin(), under_way_.end() - 1, under_way_.end());
  under_way_[0] = {};
  if (drawn) under_way_[0] = {true, in.port, in.id, in.delta, 0, 0, false};
  under_way_[0].busy = in.load;
  out.busy = out.redirect || std::any_of(under_way_.begin(), under_way_.end(),
                                         [](const RedirectOut& u) { return u.busy; });
  return out;
}

// ------------------------------------------------------------------------------------ answers

golden::EfctOutput to_golden(const EfctOut& o) {
  return {o.hit,
          o.alloc,
          o.stall,
          o.window,
          as<golden::FlowId>(o.id),
          o.start,
          o.rel,
          as<golden::FlowId>(o.rel_id),
          o.kept};
}

golden::IfctOutput to_golden(const IfctOut& o) {
  golden::IfctOutput out;
  if (o.deq.rsp)
    out.deq = {as<golden::DeqWhy>(o.deq.why), as<std::uint8_t>(o.deq.port),
               as<std::uint8_t>(o.deq.vc), message(o.deq.up)};
  out.enq = {o.enq.open, o.enq.hole, o.enq.gap, o.enq.over, message(o.enq.loss), message(o.enq.up)};
  out.ack = {message(o.ack.up), o.ack.rel, o.ack.block};
  out.chk = message(o.chk);
  return out;
}

golden::OfctOutput to_golden(const OfctOut& o) {
  return {{o.map.hit, o.map.alloc, o.map.stall, o.map.over, as<golden::FlowId>(o.map.oid),
           o.map.start, o.map.delta},
          back(o.rev),
          {back(o.chk), {o.mark.valid, as<golden::FlowId>(o.mark.id), o.mark.pos}}};
}

golden::IfctRow to_golden(const IfctRow& r, const golden::IfctConfig& c, Cycle now) {
  golden::IfctRow g;
  g.next = r.next;
  g.data = r.data;
  g.ack = r.ack;
  g.umlim = r.umlim;
  g.dmlim = r.dmlim;
  g.state = as<golden::FlowState>(r.state);
  g.fport = r.fport;
  g.fvc = r.fvc;
  g.level = r.level;
  g.rec = r.rec;
  g.ordered = r.ordered;
  g.forced = r.forced;
  g.um = r.um;
  g.dm = r.dm;
  g.mark = stamp(r.mark, now >> c.tick);
  g.hold = stamp(r.hold, now >> c.tick);
  g.dmt = stamp(r.dmt, now >> c.tick);
  if (c.edge) g.ready = golden::whole_pace(r.pace, now / 2);
  else g.umt = stamp(r.pace, now >> c.tick);
  return g;
}

golden::OfctRow to_golden(const OfctRow& r, const golden::OfctConfig& c, Cycle now) {
  return {r.data, r.ack, r.dmlim, r.dm, stamp(r.dmt, now >> c.tick), stamp(r.last, now >> c.tick)};
}

}  // namespace selvage::cosim
