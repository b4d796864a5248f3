// SPDX-License-Identifier: Apache-2.0
#include "golden/flow/tables/ofct.hpp"

#include <algorithm>
#include <cassert>

namespace selvage::golden {

Ofct::Ofct(const OfctConfig& config)
    : config_(config),
      map_(config.sizes.rows()),
      rows_(config.sizes.rows()),
      timers_(config.sizes.rows()) {
  assert(ticks_of(std::max(config.stale_t, config.expire_t), config.tick) <= kMostTicks);
}

void Ofct::configure(const OfctConfig& config) {
  assert(config.tick == config_.tick || map_.count() == 0);
  config_ = config;
  for (unsigned id = 0; id < config.sizes.rows(); ++id)
    if (map_.valid(static_cast<FlowId>(id)))
      timers_.note(static_cast<FlowId>(id), deadline(static_cast<FlowId>(id)));
}

OfctOutput Ofct::step(const OfctInput& in) {
  OfctOutput out;
  const bool known = in.rev_valid && map_.valid(in.rev.id);  // as it was before the step
  if (in.map_valid) out.map = map(in.map, in.now, known ? &in.rev : nullptr);
  if (known) out.rev = reverse(in.rev, in.now);
  if (in.rev_valid && !known) ++stray_;
  if (in.chk_valid) out.chk = check(in.chk_id, in.chk_kind, in.now);
  return out;
}

MapAnswer Ofct::map(const MapRequest& in, Cycle now, const Ack* same_step) {
  MapAnswer out;
  const Position units = in.hole + in.len;
  if (const auto hit = map_.find(key(in.port, in.id))) {
    out.oid = *hit;
    const OfctRow& r = rows_[*hit];
    const bool emptied = same_step != nullptr && same_step->id == *hit && moves(same_step->type) &&
                         same_step->pos == r.data;
    out.over = !in.ordered && r.dm && extent(*hit) + units > wrap(r.dmlim - r.ack) && !emptied;
    out.hit = !out.over;
  } else if (const auto fresh = map_.allocate(key(in.port, in.id))) {
    out.alloc = true;
    out.oid = *fresh;
    rows_[*fresh].dm = false;
  }
  if (!out.hit && !out.alloc) {
    ++stalls_;
    out.stall = true;
    out.oid = 0;
    return out;
  }
  OfctRow& r = rows_[out.oid];
  assert(extent(out.oid) + units <= config_.sizes.mask());  // FLOW-A-5
  out.start = wrap(r.data + in.hole);                       // FLOW-A-26
  out.delta = wrap(out.start - r.ack);
  r.data = wrap(r.data + units);
  r.last = tick(now);
  timers_.note(out.oid, deadline(out.oid));
  return out;
}

BackMessage Ofct::reverse(const Ack& in, Cycle now) {
  OfctRow& r = rows_[in.id];
  const Position delta = wrap(in.pos - r.ack);
  if (!map_.valid(in.id) || (moves(in.type) && delta > extent(in.id))) {
    ++stray_;
    return {};
  }
  BackMessage out = back(in.id, in.type, delta);
  if (moves(in.type)) {
    if (r.dm && delta > wrap(r.dmlim - r.ack)) r.dm = false;
    r.ack = in.pos;
    r.last = tick(now);
    if (r.data == r.ack) release(in.id, out);  // FLOW-A-19
  } else if (in.type == AckType::kCredit) {
    r.dm = true;
    r.dmlim = in.pos;
    r.dmt = tick(now);
  } else if (in.type == AckType::kCreditOff) {
    r.dm = false;
    out.delta = 0;
  }
  timers_.note(in.id, deadline(in.id));
  return out;
}

OfctChecked Ofct::check(FlowId id, OfctCheck kind, Cycle now) {
  OfctChecked out;
  if (!map_.valid(id)) return out;
  OfctRow& r = rows_[id];
  if (kind == OfctCheck::kLinkDied) {
    out.back = back(id, AckType::kLoss, 0);
    return out;
  }
  if (kind == OfctCheck::kClose) {  // FLOW-A-29
    out.back = back(id, AckType::kNormal, extent(id));
    r.ack = r.data;
    release(id, out.back);
  } else if (kind == OfctCheck::kTimers) {
    if (r.dm && over(r.dmt, config_.expire_t, now)) r.dm = false;
    if (over(r.last, config_.stale_t, now)) {  // FLOW-A-31
      r.last = tick(now);
      out.marker = {true, id, r.data};
    }
  }
  timers_.note(id, deadline(id));
  return out;
}

Cycle next_deadline(const OfctConfig& c, const OfctRow& r) {
  const Tick stale = r.last + ticks_of(c.stale_t, c.tick);
  return (r.dm ? std::min(stale, r.dmt + ticks_of(c.expire_t, c.tick)) : stale) << c.tick;
}

Cycle Ofct::deadline(FlowId id) const {
  return map_.valid(id) ? next_deadline(config_, rows_[id]) : kNever;
}

BackMessage Ofct::back(FlowId id, AckType type, Position delta) const {
  return {true, in_port(id), in_id(id), type, delta, false, 0};
}

void Ofct::release(FlowId id, BackMessage& out) {
  out.rel = true;
  out.rel_id = id;
  map_.release(id);
}

}  // namespace selvage::golden
