// SPDX-License-Identifier: Apache-2.0
/// \file
/// The allocation of outputs: header-ahead requests, the class arbiter, leaving (FLOW-D-2,
/// FLOW-D-3, FLOW-A-23).
#include <algorithm>

#include "flow/router.hpp"

namespace selvage::flow {

using golden::FlowId;

namespace {
constexpr double kBurst = 2048;  ///< bytes a bucket holds
}  // namespace

void Router::request(PortIdx p, FlowId id, PortIdx port, std::uint8_t vc) {
  Row& r = input(p).rows[id];
  const Cargo& c = shared_.cargo[r.head];
  Output& out = output(port);
  if (!out.alive) return choose(p, id);  // declared dead since it was chosen (FLOW-C-11)
  r.phase = Phase::kRequesting;
  r.out = port;
  r.vc = vc;
  r.next_request = kNoRow;
  const unsigned l = lane_of(vc, c.packet.tc);
  Lane& lane = out.lanes[l];
  if (lane.first[p] == kNoRow) {
    lane.first[p] = id;
    lane.inputs |= PortMask{1} << p;
    out.waiting |= std::uint64_t{1} << l;
    asked_ |= PortMask{1} << port;
  } else {
    input(p).rows[lane.last[p]].next_request = id;
  }
  lane.last[p] = id;
  if (shared_.observer != nullptr) shared_.observer->asks({self_, p}, id, port, c);
  out.ahead += c.len;
  out.behind += shared_.behind(r);
  serve(Serve::kArbiter);
  load_changed(port);
}

void Router::queued_behind(PortIdx port, unsigned units) {
  output(port).behind += units;
  load_changed(port);
}

FlowId Router::unrequest(PortIdx o, unsigned l, PortIdx in) {
  Output& out = output(o);
  Lane& lane = out.lanes[l];
  const FlowId id = lane.first[in];
  const Row& r = input(in).rows[id];
  lane.first[in] = r.next_request;
  if (lane.first[in] == kNoRow) {
    lane.inputs &= ~(PortMask{1} << in);
    if (lane.inputs == 0) out.waiting &= ~(std::uint64_t{1} << l);
    if (out.waiting == 0) asked_ &= ~(PortMask{1} << o);
  }
  out.ahead -= shared_.cargo[r.head].len;
  return id;
}

void Router::serve_arbiter() {
  bool more = false;
  int first = -1;  // that is granted
  const PortMask below = (PortMask{1} << first_out_) - 1;
  for (const PortMask part : {asked_ & ~below, asked_ & below})
    for (PortMask m = part; m != 0; m &= m - 1) {
      const auto o = static_cast<PortIdx>(__builtin_ctzll(m));
      if (!arbitrate(o)) continue;
      if (first < 0) first = o;
      more = more || output(o).waiting != 0;
    }
  if (first >= 0) first_out_ = static_cast<std::uint8_t>((first + 1U) % shared_.ports);
  if (more) serve_at(now() + 1, Serve::kArbiter);
}

void Router::allow(PortIdx port, std::uint32_t count, Cycle now) {
  output(port).allowed = count;
  shared_.agenda.at(now, Kind::kServe, self_, static_cast<std::uint64_t>(Serve::kArbiter));
}

/// The first head of each class, of the first lane that may send, whose input may be read.
Router::Eligible Router::eligible(PortIdx o) {
  Eligible found;
  const Output& out = output(o);
  const bool host = edge(o);
  const Params& params = shared_.params;
  const unsigned room = (host ? params.egress_units : params.fifo_units) - out.reserved;
  // From the grant to the begin of reading.
  const Cycle ahead = (host ? 1 : 3) * Blocks::kLatency;
  for (std::uint64_t m = out.waiting; m != 0; m &= m - 1) {
    const auto l = static_cast<unsigned>(__builtin_ctzll(m));
    const Lane& lane = out.lanes[l];
    const unsigned tc = l % kClasses;
    if (out.xoff[l] != 0 || (found.classes >> tc & 1) != 0) continue;
    for (unsigned i = 0; i < shared_.ports; ++i) {
      const auto in = static_cast<PortIdx>((lane.next_input + i) % shared_.ports);
      if ((lane.inputs >> in & 1) == 0) continue;
      const Input& from = input(in);
      if (from.locked != kNoRow || from.drops()) continue;
      if (from.read_free > now() + ahead) {
        serve_at(from.read_free - ahead, Serve::kArbiter);
        continue;
      }
      if (shared_.cargo[from.rows[lane.first[in]].head].len > room) continue;
      found.lane[tc] = static_cast<std::uint8_t>(l);
      found.input[tc] = in;
      found.classes |= 1U << tc;
      break;
    }
  }
  return found;
}

/// True if a grant was given.
bool Router::arbitrate(PortIdx o) {
  Output& out = output(o);
  if (out.allowed == 0) return false;
  const Eligible heads = eligible(o);
  if (heads.classes == 0) return false;
  Cycle retry = kNever;
  const int tc = pick_class(out, heads.classes, retry);
  if (tc < 0) {
    serve_at(retry, Serve::kArbiter);
    return false;
  }
  grant(o, heads.lane[static_cast<unsigned>(tc)], heads.input[static_cast<unsigned>(tc)]);
  return true;
}

void Router::grant(PortIdx o, unsigned l, PortIdx in) {
  Output& out = output(o);
  const unsigned tc = l % kClasses;
  const FlowId id = unrequest(o, l, in);
  if (shared_.observer != nullptr) shared_.observer->granted({self_, in}, id, o);
  out.lanes[l].next_input = static_cast<std::uint8_t>((in + 1U) % shared_.ports);
  Input& from = input(in);
  Row& r = from.rows[id];
  const Cargo& c = shared_.cargo[r.head];
  const double bytes = c.packet.bytes + shared_.params.overhead_bytes;
  Bucket& b = out.buckets[tc];
  out.virtual_time = std::max(b.served, out.virtual_time);
  b.served = out.virtual_time + bytes / shared_.params.rates[tc].weight;
  b.min -= bytes;
  b.max -= bytes;
  if (out.allowed != kNoSlot) --out.allowed;
  out.reserved += c.len;
  from.locked = id;
  from.urgent = {edge(o) ? DeqKind::kEgress : DeqKind::kLock, id};
  r.phase = Phase::kLeaving;
  input_unit(in).serve(Serve::kIfct);
}

/// Classes below their guaranteed rate first, then by weight; none above its largest rate.
int Router::pick_class(Output& out, std::uint32_t eligible, Cycle& retry) const {
  int best = -1;
  bool best_min = false;
  double best_time = 0;
  for (std::uint32_t m = eligible; m != 0; m &= m - 1) {
    const auto tc = static_cast<unsigned>(__builtin_ctz(m));
    const ClassRate& rate = shared_.params.rates[tc];
    Bucket& b = out.buckets[tc];
    const double line = shared_.params.bytes_per_cycle;
    const auto passed = static_cast<double>(now() - b.at);
    b.min = std::min(kBurst, b.min + passed * line * rate.min);
    b.max = std::min(kBurst, b.max + passed * line * rate.max);
    b.at = now();
    if (rate.max < 1 && b.max <= 0) {
      if (rate.max > 0)
        retry = std::min(retry, now() + 1 + static_cast<Cycle>(-b.max / (line * rate.max)));
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

void Router::abort(PortIdx p, FlowId id) {
  if (shared_.observer != nullptr) shared_.observer->aborted({self_, p});
  const Row& r = input(p).rows[id];
  output(r.out).reserved -= shared_.cargo[r.head].len;
  output(r.out).behind -= shared_.behind(r);
  unlock(p);
  load_changed(r.out);
}

void Router::unlock(PortIdx p) {
  input(p).locked = kNoRow;
  input_unit(p).serve(Serve::kIfct);
  serve(Serve::kArbiter);
}

void Router::depart(PortIdx p, FlowId id) {
  Input& in = input(p);
  Row& r = in.rows[id];
  const PortIdx port = r.out;
  const std::uint8_t vc = r.vc;
  Cargo& c = shared_.cargo[r.head];
  r.mapped -= c.hole + c.len;
  if (r.loose && !blocks(p).ifct_row(now(), id).ordered) r.loose = false;
  output(port).behind -= shared_.behind(r);
  const std::uint32_t slot = input_unit(p).pop(id);
  left(p, id, slot, port);
  FlowStat& f = shared_.flows[c.flow];
  if (edge(p)) {
    if (f.ordered && f.last_port != 0xff && f.last_port != port) {
      ++shared_.counts.divergences;
      shared_.note(FlowEvent::What::kDiverged, first_ + port, id, c.flow);
    }
    f.last_port = port;
  }
  c.carried = c.hole;
  c.id = in.mapped.oid;
  c.start = in.mapped.start;
  c.vc = vc;
  into_fifo(slot, port);
}

void Router::egress(PortIdx p, FlowId id) {
  Row& r = input(p).rows[id];
  const PortIdx port = r.out;
  Cargo& c = shared_.cargo[r.head];
  c.in = p;
  r.returning += c.hole + c.len;
  output(port).behind -= shared_.behind(r);
  const std::uint32_t slot = input_unit(p).pop(id);
  left(p, id, slot, port);
  into_fifo(slot, port);
}

void Router::left(PortIdx in, FlowId id, std::uint32_t slot, PortIdx port) {
  if (shared_.observer != nullptr) shared_.observer->leaves({self_, in}, id, slot);
  ++shared_.counts.hops;
  if (shared_.params.report_hops) shared_.client.hop(slot, self_, port, now());
}

void Router::into_fifo(std::uint32_t slot, PortIdx port) {
  const Stages& stages = shared_.params.stages;
  shared_.agenda.at(now() + stages.xbar + stages.tx, Kind::kFifoIn, first_ + port, slot);
}

/// A packet without a way: taken out of its queue, acknowledged here and read into nothing.
void Router::drop_head(PortIdx p, FlowId id) {
  const Input& in = input(p);
  const Cargo& c = shared_.cargo[in.rows[id].head];
  const unsigned units = c.hole + c.len;
  const PortMask wanted = in.rows[id].candidates;
  const std::uint32_t slot = input_unit(p).pop(id);
  input_unit(p).give_ack(
      {now() + shared_.params.stages.ack_xbar, {id, golden::AckType::kNormal, units, 0, 0}, units});
  if (wanted == 0) return shared_.drop(slot, {self_, p}, DropCause::kNoRoute);
  shared_.drop(slot, {self_, static_cast<PortIdx>(__builtin_ctzll(wanted))}, DropCause::kDeadPort);
}

}  // namespace selvage::flow
