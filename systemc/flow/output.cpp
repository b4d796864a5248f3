// SPDX-License-Identifier: Apache-2.0
/// \file
/// Output ports: header-ahead requests, the class arbiter, leaving (FLOW-D-2, FLOW-D-3, FLOW-A-23).
#include <algorithm>

#include "flow/net.hpp"

namespace selvage::flow {

using golden::FlowId;

namespace {
constexpr double kBurst = 2048;  ///< bytes a bucket holds
}  // namespace

void Net::request(G p, FlowId id, std::uint8_t port, std::uint8_t vc) {
  Row& r = in_[p].rows[id];
  const Cargo& c = cargo_[r.head];
  const G o = g(sw_of(p), port);
  Output& out = out_[o];
  if (!out.alive) return choose(p, id);  // declared dead since it was chosen (FLOW-C-11)
  const std::uint8_t in = port_of(p);
  r.phase = Phase::kRequesting;
  r.out = port;
  r.vc = vc;
  r.next_request = kNoRow;
  const unsigned l = lane_of(vc, c.packet.tc);
  Lane& lane = out.lanes[l];
  if (lane.first[in] == kNoRow) {
    lane.first[in] = id;
    lane.inputs |= PortMask{1} << in;
    out.waiting |= std::uint64_t{1} << l;
    switches_[sw_of(p)].asked |= PortMask{1} << port;
  } else {
    in_[p].rows[lane.last[in]].next_request = id;
  }
  lane.last[in] = id;
  out.ahead += c.len;
  out.behind += behind(r);
  serve(Serve::kArbiter, sw_of(p));
  if (!edge(o)) serve(Serve::kTx, o);
}

FlowId Net::unrequest(G o, unsigned l, std::uint8_t in) {
  Output& out = out_[o];
  Lane& lane = out.lanes[l];
  const FlowId id = lane.first[in];
  Row& r = in_[g(sw_of(o), in)].rows[id];
  lane.first[in] = r.next_request;
  if (lane.first[in] == kNoRow) {
    lane.inputs &= ~(PortMask{1} << in);
    if (lane.inputs == 0) out.waiting &= ~(std::uint64_t{1} << l);
    if (out.waiting == 0) switches_[sw_of(o)].asked &= ~(PortMask{1} << port_of(o));
  }
  out.ahead -= cargo_[r.head].len;
  return id;
}

void Net::serve_arbiter(SwitchIdx sw) {
  Switch& s = switches_[sw];
  bool more = false;
  const PortMask below = (PortMask{1} << s.first_out) - 1;
  for (const PortMask part : {s.asked & ~below, s.asked & below})
    for (PortMask m = part; m != 0; m &= m - 1)
      if (arbitrate(g(sw, static_cast<PortIdx>(__builtin_ctzll(m))))) more = true;
  s.first_out = static_cast<std::uint8_t>((s.first_out + 1) % ports_);
  if (more) serve_at(now_ + 1, Serve::kArbiter, sw);
}

void Net::allow(SwitchIdx sw, PortIdx port, std::uint32_t count, Cycle now) {
  out_[g(sw, port)].allowed = count;
  at(now, Kind::kServe, sw, static_cast<std::uint64_t>(Serve::kArbiter));
}

/// True if a grant was given and more stand there.
bool Net::arbitrate(G o) {
  Output& out = out_[o];
  if (out.allowed == 0) return false;
  const bool host = edge(o);
  const SwitchIdx sw = sw_of(o);
  const unsigned room = (host ? params_.egress_units : params_.fifo_units) - out.reserved;
  // From the grant to the begin of reading.
  const Cycle ahead = (host ? 1 : 3) * Blocks::kLatency;
  std::array<int, kClasses> lane_at;
  std::array<std::uint8_t, kClasses> input_at{};
  lane_at.fill(-1);
  std::uint32_t eligible = 0;
  for (std::uint64_t m = out.waiting; m != 0; m &= m - 1) {
    const auto l = static_cast<unsigned>(__builtin_ctzll(m));
    const Lane& lane = out.lanes[l];
    if (out.xoff[l] != 0 || lane_at[l % kClasses] >= 0) continue;
    for (unsigned i = 0; i < ports_; ++i) {
      const unsigned in = (lane.next_input + i) % ports_;
      if ((lane.inputs >> in & 1) == 0) continue;
      const Input& from = in_[g(sw, static_cast<PortIdx>(in))];
      if (from.locked != kNoRow) continue;
      if (from.read_free > now_ + ahead) {
        serve_at(from.read_free - ahead, Serve::kArbiter, sw);
        continue;
      }
      if (cargo_[from.rows[lane.first[in]].head].len > room) continue;
      lane_at[l % kClasses] = static_cast<int>(l);
      input_at[l % kClasses] = static_cast<std::uint8_t>(in);
      eligible |= 1U << l % kClasses;
      break;
    }
  }
  if (eligible == 0) return false;
  Cycle retry = kNever;
  const int tc = pick_class(out, eligible, retry);
  if (tc < 0) {
    serve_at(retry, Serve::kArbiter, sw);
    return false;
  }
  const auto l = static_cast<unsigned>(lane_at[static_cast<unsigned>(tc)]);
  const std::uint8_t in = input_at[static_cast<unsigned>(tc)];
  const FlowId id = unrequest(o, l, in);
  out.lanes[l].next_input = static_cast<std::uint8_t>((in + 1U) % ports_);
  Input& from = in_[g(sw, in)];
  Row& r = from.rows[id];
  const Cargo& c = cargo_[r.head];
  const double bytes = c.packet.bytes + params_.overhead_bytes;
  Bucket& b = out.buckets[static_cast<unsigned>(tc)];
  out.virtual_time = std::max(b.served, out.virtual_time);
  b.served = out.virtual_time + bytes / params_.rates[static_cast<unsigned>(tc)].weight;
  b.min -= bytes;
  b.max -= bytes;
  if (out.allowed != kNoSlot) --out.allowed;
  out.reserved += c.len;
  from.locked = id;
  from.urgent = {host ? DeqKind::kEgress : DeqKind::kLock, id};
  r.phase = Phase::kLeaving;
  serve(Serve::kIfct, g(sw, in));
  return out.waiting != 0;
}

/// Classes below their guaranteed rate first, then by weight; none above its largest rate.
int Net::pick_class(Output& out, std::uint32_t eligible, Cycle& retry) const {
  int best = -1;
  bool best_min = false;
  double best_time = 0;
  for (std::uint32_t m = eligible; m != 0; m &= m - 1) {
    const auto tc = static_cast<unsigned>(__builtin_ctz(m));
    const ClassRate& rate = params_.rates[tc];
    Bucket& b = out.buckets[tc];
    const double line = params_.bytes_per_cycle;
    const auto passed = static_cast<double>(now_ - b.at);
    b.min = std::min(kBurst, b.min + passed * line * rate.min);
    b.max = std::min(kBurst, b.max + passed * line * rate.max);
    b.at = now_;
    if (rate.max < 1 && b.max <= 0) {
      if (rate.max > 0)
        retry = std::min(retry, now_ + 1 + static_cast<Cycle>(-b.max / (line * rate.max)));
      continue;
    }
    const bool below = rate.min > 0 && b.min > 0;
    const double time = std::max(b.served, out.virtual_time);
    if (best >= 0 && (below != best_min ? best_min : time >= best_time)) continue;
    best = static_cast<int>(tc);
    best_min = below;
    best_time = time;
  }
  return best;
}

/// A grant that came to nothing.
void Net::abort(G p, FlowId id) {
  Input& in = in_[p];
  const Row& r = in.rows[id];
  const G o = g(sw_of(p), r.out);
  out_[o].reserved -= cargo_[r.head].len;
  out_[o].behind -= behind(r);
  in.locked = kNoRow;
  serve(Serve::kIfct, p);
  serve(Serve::kArbiter, sw_of(p));
  if (!edge(o)) serve(Serve::kTx, o);
}

/// The head leaves its queue; the input reads it, what it reads counts as free.
std::uint32_t Net::pop(G p, FlowId id) {
  Input& in = in_[p];
  Row& r = in.rows[id];
  const std::uint32_t slot = r.head;
  Cargo& c = cargo_[slot];
  r.head = c.next;
  r.units -= c.len;
  const unsigned lane = lane_of(c.vc, c.packet.tc);
  in.pool[lane] -= c.len;
  pool_changed(p, lane);
  in.locked = kNoRow;
  in.read_free = now_ + (c.packet.bytes + params_.xbar_bytes - 1) / params_.xbar_bytes;
  if (slot == in.last_slot) {  // what came before it is here
    in.read_free = std::max(in.read_free, in.last_tail);
    in.last_read = true;
  }
  if (edge(p)) {
    c.inside = true;
    in_fabric_ += c.len;
    const std::uint32_t cap = params_.ifct.mfe[r.level] + c.len - 1;  // judged before it goes
    cap_sum_ = cap_sum_ + cap - r.cap;
    r.cap = cap;
    if (in_fabric_ >= fabric_high_) {
      fabric_high_ = in_fabric_;
      cap_at_high_ = cap_sum_;
    }
  }
  FlowStat& f = flows_[c.flow];
  if (edge(p) && f.host.paused_until > now_ && r.units <= params_.ifct.mqe[r.level] / 2)
    at(now_ + params_.link_latency, Kind::kPause, 0, c.flow);
  if (r.head == kNoSlot) r.phase = Phase::kEmpty;
  else front(p, id);
  serve(Serve::kIfct, p);
  serve(Serve::kArbiter, sw_of(p));
  last_progress_ = now_;
  return slot;
}

void Net::depart(G p, FlowId id) {
  Input& in = in_[p];
  Row& r = in.rows[id];
  const std::uint8_t port = r.out;
  const std::uint8_t vc = r.vc;
  const G o = g(sw_of(p), port);
  Cargo& c = cargo_[r.head];
  r.mapped -= c.hole + c.len;
  if (r.loose && !blocks_[p]->ifct_row(now_, id).ordered) r.loose = false;
  out_[o].behind -= behind(r);
  const std::uint32_t slot = pop(p, id);
  ++counts_.hops;
  if (params_.report_hops) client_.hop(slot, sw_of(p), port, now_);
  FlowStat& f = flows_[c.flow];
  if (edge(p)) {
    if (f.ordered && f.last_port != 0xff && f.last_port != port) {
      ++counts_.divergences;
      note(FlowEvent::What::kDiverged, o, id, c.flow);
    }
    f.last_port = port;
  }
  c.carried = c.hole;
  c.id = in.mapped.oid;
  c.start = in.mapped.start;
  c.vc = vc;
  const RedirectOutput drawn = blocks_[o]->redirect_answer(now_);
  if (drawn.redirect && params_.redirects) {
    ++counts_.redirects;
    if (observer_ != nullptr) observer_->redirected({sw_of(o), port_of(o)}, drawn);
    give_ack(p, {now_ + params_.stages.ack_xbar,
                 {drawn.id, golden::AckType::kRedirect, drawn.delta, port, vc},
                 0});
  }
  at(now_ + params_.stages.xbar + params_.stages.tx, Kind::kFifoIn, o, slot);
}

void Net::egress(G p, FlowId id) {
  Row& r = in_[p].rows[id];
  const G o = g(sw_of(p), r.out);
  const std::uint8_t port = r.out;
  Cargo& c = cargo_[r.head];
  c.in = port_of(p);
  r.returning += c.hole + c.len;
  out_[o].behind -= behind(r);
  const std::uint32_t slot = pop(p, id);
  ++counts_.hops;
  if (params_.report_hops) client_.hop(slot, sw_of(p), port, now_);
  at(now_ + params_.stages.xbar + params_.stages.tx, Kind::kFifoIn, o, slot);
}

/// A packet without a way: taken out of its queue and acknowledged here.
void Net::drop_head(G p, FlowId id) {
  Cargo& c = cargo_[in_[p].rows[id].head];
  const unsigned units = c.hole + c.len;
  const golden::FlowId locked = in_[p].locked;  // another row may be leaving
  const Cycle read_free = in_[p].read_free;
  const PortMask wanted = in_[p].rows[id].candidates;
  const std::uint32_t slot = pop(p, id);
  in_[p].locked = locked;
  in_[p].read_free = read_free;
  in_[p].last_read = false;
  give_ack(p, {now_ + params_.stages.ack_xbar, {id, golden::AckType::kNormal, units, 0, 0}, units});
  if (wanted == 0) return drop(slot, {sw_of(p), port_of(p)}, DropCause::kNoRoute);
  drop(slot, {sw_of(p), static_cast<PortIdx>(__builtin_ctzll(wanted))}, DropCause::kDeadPort);
}

}  // namespace selvage::flow
