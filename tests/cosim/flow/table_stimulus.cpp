// SPDX-License-Identifier: Apache-2.0
#include "table_stimulus.hpp"

#include <algorithm>

namespace selvage::test {

using namespace golden;

namespace {

/// Mostly the next cycle, sometimes later, or much later.
void advance(Cycle& now, tb::Random& random) {
  const unsigned r = random.below(2000);
  now += r == 0 ? random.below(100'000) : r < 4 ? 1 + random.below(400) : 1;
}

AckType some_type(tb::Random& random, bool calm) {
  const unsigned r = random.below(calm ? 50 : 100);
  constexpr std::array<unsigned, 7> kUpTo{50, 57, 65, 68, 76, 80, 96};
  unsigned type = 0;
  while (type < kUpTo.size() && r >= kUpTo[type]) ++type;
  return static_cast<AckType>(type);
}

/// A part of `extent`: often all of it, seldom more.
Position part(tb::Random& random, Position extent, Position mask) {
  const unsigned r = random.below(100);
  if (r < 35) return extent;
  if (r < 85) return random.below(extent + 1);
  if (r < 93) return 0;
  return random.below(mask + 1);
}

}  // namespace

// -------------------------------------------------------------------------------- flow_cam_alloc

CamInput CamStimulus::next(const FlowCam& golden) {
  mood_.tick();
  CamInput in;
  in.req = mood_.roll(0);
  in.key = key_number(mood_.pick(rows_ + rows_ / 4 + 2));
  in.free = mood_.roll(1);
  in.free_id = static_cast<FlowId>(mood_.pick(rows_));
  if (random_.percent(20)) {
    if (const auto row = golden.rows().find(in.key)) in.free_id = *row;  // FLOW-A-12
  }
  return in;
}

void CamStimulus::note(const CamInput&, const CamOutput& out) {
  seen.hits += out.hit;
  seen.allocs += out.alloc;
  seen.stalls += out.stall;
  seen.freed += out.freed;
  seen.kept += out.kept;
}

// ------------------------------------------------------------------------------------------ efct

EfctInput EfctStimulus::next(const Efct& golden) {
  mood_.tick();
  EfctInput in;
  in.req = mood_.roll(0);
  in.key = key_number(mood_.pick(sizes_.rows() + sizes_.rows() / 4));
  in.len = 1 + random_.below(mood_.roll(1) ? 63 : 8);
  in.ack = mood_.roll(2);
  in.ack_id = static_cast<FlowId>(mood_.pick(sizes_.rows()));
  if (random_.percent(40)) {
    if (const auto row = golden.rows().find(in.key)) in.ack_id = *row;
  }
  const Position extent = sizes_.wrap(golden.data(in.ack_id) - golden.ack(in.ack_id));
  const Position delta = random_.percent(50) ? extent : random_.below(extent + 1);
  in.ack_pos = sizes_.wrap(golden.ack(in.ack_id) + delta);
  if (!golden.rows().valid(in.ack_id)) in.ack_pos = random_.below(sizes_.mask() + 1);
  return in;
}

void EfctStimulus::note(const EfctInput& in, const EfctOutput& out) {
  seen.stalls += out.stall && !out.window;
  seen.windows += out.window;
  seen.released += out.rel;
  seen.kept += out.kept;
  seen.wrapped += (out.hit || out.alloc) && out.start + in.len > sizes_.mask();
}

// ------------------------------------------------------------------------------------------ ifct

DeqRequest IfctStimulus::dequeue(const Ifct& golden, FlowId id) {
  DeqRequest d;
  d.id = id;
  const Position queue = golden.queue_extent(id);
  const Position most = std::clamp<Position>(queue, 1, 63);
  d.len = random_.percent(50) ? most : 1 + random_.below(random_.percent(90) ? most : 63);
  if (random_.percent(15) && queue > d.len) d.hole = random_.below(queue - d.len + 2);
  d.any = random_.percent(88);
  d.port = static_cast<std::uint8_t>(random_.below(golden.config().sizes.ports));
  d.vc = static_cast<std::uint8_t>(random_.below(4));
  d.mask = random_.percent(80) ? ~PortMask{0} : random_.next();
  if (golden.config().sizes.ports < 64) d.mask &= (PortMask{1} << golden.config().sizes.ports) - 1;
  if (d.any) d.mask |= PortMask{1} << d.port;
  d.peek = random_.percent(20);
  return d;
}

EnqRequest IfctStimulus::enqueue(const Ifct& golden, FlowId id, bool& valid) {
  EnqRequest e;
  e.id = id;
  const Position mask = golden.config().sizes.mask();
  const Position room = mask - golden.total_extent(id);
  valid = valid && room > 0 && (room > mask / 2 || random_.percent(30));
  if (!valid) return e;
  e.len = 1 + random_.below(std::min<Position>(room, random_.percent(30) ? 63 : 20));
  Position hole = 0;
  if (!golden.config().edge && random_.percent(15)) hole = random_.below(room - e.len + 1);
  if (!golden.config().edge && random_.percent(10)) {  // a marker
    e.len = 0;
    hole = random_.percent(50) ? 0 : random_.below(room + 1);
  }
  e.start = golden.config().sizes.wrap(golden.row(id).next + hole);
  e.gap = random_.percent(hole != 0 ? 30 : 10) && e.len != 0;
  e.ordered = random_.percent(85);
  return e;
}

AckRequest IfctStimulus::acknowledge(const Ifct& golden, FlowId id) {
  AckRequest a;
  a.id = id;
  // a level is up at once and down after 16 ACKs, and holds the edge for long
  a.type = some_type(random_, golden.config().edge ? random_.percent(95) : mood_.roll(4));
  const Position mask = golden.config().sizes.mask();
  a.delta = part(random_, golden.flow_extent(id), mask);
  if (a.type == AckType::kCredit && random_.percent(70))
    a.delta = (golden.flow_extent(id) + random_.below(80)) & mask;
  a.port = static_cast<std::uint8_t>(random_.below(golden.config().sizes.ports));
  a.vc = static_cast<std::uint8_t>(random_.below(4));
  return a;
}

IfctInput IfctStimulus::next(const Ifct& golden) {
  mood_.tick();
  advance(now_, random_);
  const unsigned rows = golden.config().sizes.rows();
  const auto focus = static_cast<FlowId>(mood_.pick(rows));
  const auto row = [&] {
    return random_.percent(60) ? focus : static_cast<FlowId>(mood_.pick(rows));
  };
  IfctInput in;
  in.now = now_;
  in.deq_valid = mood_.roll(0);
  in.deq = dequeue(golden, row());
  in.enq_valid = mood_.roll(1);
  in.enq = enqueue(golden, row(), in.enq_valid);
  in.ack_valid = mood_.roll(2);
  in.ack = acknowledge(golden, row());
  in.chk_valid = mood_.roll(3);
  in.chk = row();
  return in;
}

void IfctStimulus::note(const IfctInput& in, const IfctOutput& out) {
  if (in.deq_valid) ++seen.why[static_cast<unsigned>(out.deq.why)];
  for (const UpMessage* up : {&out.deq.up, &out.enq.loss, &out.enq.up, &out.ack.up, &out.chk}) {
    if (up->valid) ++seen.up[static_cast<unsigned>(up->type)];
  }
  seen.opened += out.enq.open;
  seen.holes += out.enq.hole != 0;
  seen.over += out.enq.over;
  seen.released += out.ack.rel;
  seen.answered += in.enq_valid && in.enq.len == 0 && out.enq.up.valid;
  seen.together += in.deq_valid && in.enq_valid && in.ack_valid && in.chk_valid &&
                   in.deq.id == in.enq.id && in.enq.id == in.ack.id && in.ack.id == in.chk;
}

// ------------------------------------------------------------------------------------------ ofct

OfctInput OfctStimulus::next(const Ofct& golden) {
  mood_.tick();
  advance(now_, random_);
  OfctInput in;
  in.now = now_;
  in.map_valid = mood_.roll(0);
  const unsigned flow = mood_.pick(sizes_.rows() + sizes_.rows() / 4);
  in.map.port = static_cast<std::uint8_t>(flow % sizes_.ports);
  in.map.id = static_cast<FlowId>(flow / sizes_.ports * 7 % sizes_.rows());
  in.map.ordered = random_.percent(50);
  const auto hit = golden.find(in.map.port, in.map.id);
  const Position room = sizes_.mask() - (hit ? golden.extent(*hit) : 0);
  in.map_valid = in.map_valid && room > 0;
  in.map.len = 1 + random_.below(std::clamp<Position>(room, 1, mood_.roll(4) ? 63 : 10));
  if (random_.percent(15) && room > in.map.len) in.map.hole = random_.below(room - in.map.len + 1);

  in.rev_valid = mood_.roll(1);
  const auto row = [&] {
    return hit && random_.percent(50) ? *hit : static_cast<FlowId>(mood_.pick(sizes_.rows()));
  };
  in.rev.id = row();
  in.rev.type = some_type(random_, mood_.roll(5));
  const Position ack = golden.row(in.rev.id).ack;
  const Position ahead = in.rev.type == AckType::kCredit && random_.percent(70)
                             ? golden.extent(in.rev.id) + random_.below(80)
                             : part(random_, golden.extent(in.rev.id), sizes_.mask());
  in.rev.pos = sizes_.wrap(ack + ahead);

  in.chk_valid = mood_.roll(2);
  in.chk_id = row();
  in.chk_kind = mood_.roll(3)         ? OfctCheck::kTimers
                : random_.percent(80) ? OfctCheck::kLinkDied
                                      : OfctCheck::kClose;
  return in;
}

void OfctStimulus::note(const OfctInput& in, const OfctOutput& out) {
  seen.hits += out.map.hit;
  seen.allocs += out.map.alloc;
  seen.stalls += out.map.stall && !out.map.over;
  seen.overs += out.map.over;
  seen.released += out.rev.rel;
  seen.closed += out.chk.back.rel;
  seen.died += out.chk.back.valid && out.chk.back.type == AckType::kLoss;
  seen.marked += out.chk.marker.valid;
  seen.kept += out.map.hit && in.rev_valid && in.rev.id == out.map.oid && moves(in.rev.type) &&
               out.rev.valid && in.map.hole == 0 && in.rev.pos == out.map.start;
  if (out.rev.valid) ++seen.back[static_cast<unsigned>(out.rev.type)];
}

}  // namespace selvage::test
