// SPDX-License-Identifier: Apache-2.0
#include "golden/flow/tables/ifct.hpp"

#include <algorithm>
#include <cassert>

namespace selvage::golden {
namespace {

LevelLimits cut(LevelLimits limits, unsigned pos_w) {
  for (Position& limit : limits) limit = std::min(limit, (Position{1} << pos_w) - 1);
  return limits;
}

}  // namespace

LevelLimits standard_flow_limits(unsigned pos_w) {
  return cut({256, 128, 64, 36, 36, 36, 36, 36}, pos_w);
}
LevelLimits standard_queue_limits(unsigned pos_w) {
  return cut({128, 64, 36, 36, 36, 36, 36, 36}, pos_w);
}

Ifct::Ifct(const IfctConfig& config)
    : config_(config), rows_(config.sizes.rows()), timers_(config.sizes.rows()) {
  assert(config.unit_cyc <= kMostUnitCycles);
  for ([[maybe_unused]] const Cycle time :
       {config.cool_t, config.hold_t, config.refresh_t, config.expire_t})
    assert(ticks_of(time, config.tick) <= kMostTicks);
}

void Ifct::configure(const IfctConfig& config) {
  assert(config.tick == config_.tick || live_ == 0);
  config_ = config;
  for (unsigned id = 0; id < config.sizes.rows(); ++id) note(static_cast<FlowId>(id));
}

IfctOutput Ifct::step(const IfctInput& in) {
  IfctOutput out;
  if (in.deq_valid) out.deq = dequeue(in.deq, in.now);
  if (in.enq_valid) out.enq = enqueue(in.enq, in.now);
  if (in.ack_valid) out.ack = acknowledge(in.ack, in.now);
  if (in.chk_valid) out.chk = check(in.chk, in.now);
  return out;
}

DeqAnswer Ifct::judge(const IfctRow& r, const DeqRequest& in, Cycle now) const {
  DeqAnswer out;
  const Position units = in.hole + in.len;
  const Position in_flight = flow(r);
  if (r.state != FlowState::kRunning || units > queue(r)) return out;
  out.why = DeqWhy::kGo;
  if (config_.edge) {  // FLOW-C-5; one packet is always admitted
    if (in_flight > 0 && in_flight >= config_.mfe[r.level]) out.why = DeqWhy::kExtent;
    else if (injected_ > 0 && injected_ >= config_.inj_limit) out.why = DeqWhy::kInjection;
    else if (r.level >= 2 && !is_over(now / 2, r.ready, 0, kPaceBits)) out.why = DeqWhy::kBandwidth;
  }
  if (out.go() && r.ordered && r.dm && in_flight + units > wrap(r.dmlim - r.ack))
    out.why = DeqWhy::kCredit;  // FLOW-D-4
  if (!out.go()) return out;
  const bool follow = (r.ordered || r.forced) && in_flight > 0;             // FLOW-C-1
  if (follow && (in.mask >> r.fport & 1) == 0) out.why = DeqWhy::kReroute;  // FLOW-C-3
  else if (!follow && !in.any) out.why = DeqWhy::kNoPort;
  if (!out.go()) return out;
  out.port = follow ? r.fport : in.port;
  out.vc = follow ? r.fvc : in.vc;
  return out;
}

DeqAnswer Ifct::dequeue(const DeqRequest& in, Cycle now) {
  IfctRow& r = rows_[in.id];
  DeqAnswer out = judge(r, in, now);
  if (in.peek) return out;
  if (out.why == DeqWhy::kReroute) block(r);
  if (out.go()) {
    r.data = wrap(r.data + in.hole + in.len);
    r.fport = out.port;
    r.fvc = out.vc;
    if (config_.edge) {
      injected_ += in.hole + in.len;
      if (r.level >= 2) {
        const Tick from = is_over(now / 2, r.ready, 0, kPaceBits) ? now / 2 : r.ready;
        r.ready = from + (Tick{in.len} * config_.unit_cyc << (r.level - 2));
      }
    } else if (r.um) {
      if (queue(r) <= config_.fc_lo) {
        r.um = false;
        out.up = {true, AckType::kCreditOff, in.id, 0};
      } else if (wrap(r.data + config_.fc_hi + config_.headroom - r.umlim) >= 8) {
        out.up = credit(r, in.id, now);
      }
    }
  }
  note(in.id);
  return out;
}

EnqAnswer Ifct::enqueue(const EnqRequest& in, Cycle now) {
  IfctRow& r = rows_[in.id];
  if (in.len == 0) return marker(r, in);
  EnqAnswer out;
  out.open = r.state == FlowState::kFree;
  if (out.open) {  // FLOW-A-20: no matter whether upstream thinks it is new
    r.state = FlowState::kRunning;
    r.mark = tick(now) - kMostTicks;  // no cool-down
    r.hold = tick(now);
    r.ready = now / 2;
    ++live_;
  }
  r.ordered = in.ordered;  // after a loss the id may already serve another flow
  out.hole = wrap(in.start - r.next);
  assert(total(r) + out.hole + in.len <= config_.sizes.mask());  // FLOW-A-5
  assert(!config_.edge || out.hole == 0);                        // FLOW-A-8
  out.gap = in.gap || out.hole != 0;
  if (out.hole != 0) {  // FLOW-A-26
    ++totals_.holes;
    if (!in.gap && !config_.edge) out.loss = {true, AckType::kLoss, in.id, r.next};
  }
  r.next = wrap(in.start + in.len);
  out.over = config_.edge && queue(r) > config_.mqe[r.level];
  if (!config_.edge && !r.um && queue(r) >= config_.fc_hi) {
    r.um = true;
    out.up = credit(r, in.id, now);
  }
  note(in.id);
  return out;
}

/// All that came before it has gone its way and been acknowledged here, or is lost: so the flow is
/// acknowledged up to it. A row with data has its own ACKs to come (FLOW-A-31).
EnqAnswer Ifct::marker(IfctRow& r, const EnqRequest& in) {
  EnqAnswer out;
  assert(!config_.edge);
  if (r.state != FlowState::kFree) return out;
  out.hole = wrap(in.start - r.next);
  out.gap = in.gap || out.hole != 0;
  if (out.hole != 0) {
    ++totals_.holes;
    if (!in.gap) out.loss = {true, AckType::kLoss, in.id, r.next};
  }
  r.next = r.data = r.ack = in.start;
  out.up = {true, AckType::kNormal, in.id, in.start};
  return out;
}

UpMessage Ifct::check(FlowId id, Cycle now) {
  IfctRow& r = rows_[id];
  UpMessage out;
  if (r.state == FlowState::kFree) return out;
  if (!config_.edge && r.um && over(r.umt, config_.refresh_t, now)) out = credit(r, id, now);
  if (r.dm && over(r.dmt, config_.expire_t, now)) r.dm = false;
  age(r, now);
  note(id);
  return out;
}

/// What is over stays over, although the bits that are stored come round (FLOW-A-32).
void Ifct::age(IfctRow& r, Cycle now) const {
  for (Tick* stamp : {&r.mark, &r.hold})
    if (low_bits(tick(now) - *stamp, kStampBits) >= kAgedTicks) *stamp = tick(now) - kMostTicks;
  const Tick idle = low_bits(now / 2 - r.ready, kPaceBits);
  if (idle >= kAgedPace && idle < 2 * kAgedPace) r.ready = now / 2;
}

std::pair<Cycle, FlowId> Ifct::next_activity() {
  return timers_.first([this](FlowId id) { return next_deadline(config_, rows_[id]); });
}

std::pair<Cycle, FlowId> Ifct::next_walk(Cycle from) {
  return timers_.walked(from, [this](FlowId id) { return next_deadline(config_, rows_[id]); });
}

Cycle next_deadline(const IfctConfig& c, const IfctRow& r) {
  if (r.state == FlowState::kFree) return kNever;
  Tick at = std::min(r.mark + kAgedTicks, r.hold + kAgedTicks);
  if (r.um) at = std::min(at, r.umt + ticks_of(c.refresh_t, c.tick));
  if (r.dm) at = std::min(at, r.dmt + ticks_of(c.expire_t, c.tick));
  const Cycle cycle = at << c.tick;
  return c.edge ? std::min(cycle, 2 * (r.ready + kAgedPace)) : cycle;
}

UpMessage Ifct::credit(IfctRow& r, FlowId id, Cycle now) {
  r.umlim = wrap(r.data + config_.fc_hi + config_.headroom);
  r.umt = tick(now);
  return {true, AckType::kCredit, id, r.umlim};
}

bool Ifct::release_if_empty(IfctRow& r) {
  if (total(r) != 0) return false;  // FLOW-A-19
  r.state = FlowState::kFree;
  r.forced = r.um = r.dm = false;
  r.level = r.rec = 0;
  --live_;
  return true;
}

void Ifct::block(IfctRow& r) {
  r.state = FlowState::kBlock;
  ++totals_.moves;
}

}  // namespace selvage::golden
