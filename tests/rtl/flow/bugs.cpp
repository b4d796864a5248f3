// SPDX-License-Identifier: Apache-2.0
// Every deliberate fault of the tables shows at the outputs under random legal steps.
#include <tuple>
#include <type_traits>

#include "ifct_support.hpp"
#include "kernel/stream.hpp"

using namespace selvage::test;
using selvage::kernel::Stream;

namespace {
unsigned draw(Stream& random, unsigned bound) { return static_cast<unsigned>(random.below(bound)); }

auto key(const CamAllocOut& o) {
  return std::make_tuple(o.rsp, o.hit, o.alloc, o.stall, o.id, o.freed, o.kept, o.full, o.pause,
                         o.count, o.stalls);
}
auto key(const EfctOut& o) {
  return std::make_tuple(o.rsp, o.hit, o.alloc, o.stall, o.window, o.id, o.start, o.rel, o.rel_id,
                         o.kept, o.full, o.pause, o.count, o.stalls);
}
auto key(const FlowMessage& m) { return std::make_tuple(m.valid, m.id, m.type, m.pos); }
auto key(const IfctOut& o) {
  return std::make_tuple(o.deq.rsp, o.deq.go, o.deq.why, o.deq.port, o.deq.vc, key(o.deq.up),
                         o.enq.open, o.enq.hole, o.enq.gap, o.enq.over, key(o.enq.loss),
                         key(o.enq.up), key(o.ack.up), o.ack.rel, key(o.chk));
}
auto key(const OfctOut::Back& b) {
  return std::make_tuple(b.valid, b.port, b.iid, b.type, b.delta, b.rel, b.rel_id);
}
auto key(const OfctOut::Mark& m) { return std::make_tuple(m.valid, m.id, m.pos); }
auto key(const OfctOut& o) {
  return std::make_tuple(o.map.hit, o.map.alloc, o.map.stall, o.map.over, o.map.oid, o.map.start,
                         o.map.delta, key(o.rev), key(o.chk), key(o.mark), o.full, o.count,
                         o.stalls);
}
auto key(const WalkerOut& o) { return std::make_tuple(o.chk, o.chk_id, o.chk_kind, o.done); }

CamAllocIn stimulus(Stream& random, const CamAllocState& /*s*/, std::uint64_t t) {
  CamAllocIn in;
  in.req = draw(random, 8) != 0;
  in.key = draw(random, 80);
  in.free = draw(random, t % 512 < 256 ? 8 : 1) == 0;  // full for a while, empty for a while
  in.free_id = draw(random, 64);
  return in;
}
EfctIn stimulus(Stream& random, const EfctState& s, std::uint64_t t) {
  EfctIn in;
  in.req = draw(random, t % 512 < 256 ? 2 : 8) == 0;
  in.key = draw(random, 3) != 0 ? draw(random, 4) : draw(random, 80);
  in.len = 1 + draw(random, 63);
  in.ack = draw(random, 2) == 0;
  in.ack_id = draw(random, draw(random, 2) != 0 ? 4 : 64);
  const unsigned extent = (s.data[in.ack_id] - s.ack[in.ack_id]) & 0xFFU;
  in.ack_pos = s.ack[in.ack_id] + (draw(random, 2) != 0 ? extent : draw(random, extent + 1));
  in.ack_pos &= 0xFFU;
  return in;
}
IfctIn stimulus(Stream& random, const IfctState& s, std::uint64_t t) {
  IfctIn in;
  in.now = 10 * t;
  const auto pick = [&random] { return draw(random, 4); };
  in.enq = {t % 256 < 64 && draw(random, 2) == 0,
            pick(),
            0,
            1 + draw(random, 6),
            false,
            draw(random, 4) != 0};
  const IfctRow& e = s.row[in.enq.id];
  in.enq.start = (e.next + (draw(random, 16) == 0 ? 2U : 0U)) & 0xFFU;
  if (((e.next - e.ack) & 0xFFU) + 2 + in.enq.len > 255) in.enq.valid = false;
  in.deq = {draw(random, 2) == 0, draw(random, 4) == 0, pick(), 1 + draw(random, 3), 0, true,
            draw(random, 8),      draw(random, 2),      0xFF};
  in.ack = {draw(random, 2) == 0, pick(), draw(random, 8), 0, draw(random, 8), 0};
  if (in.ack.type < kRedirect && draw(random, 32) != 0) in.ack.type = kNormal;
  const IfctRow& a = s.row[in.ack.id];
  const unsigned flow = (a.data - a.ack) & 0xFFU;
  in.ack.delta = draw(random, 2) != 0 ? flow : draw(random, flow + 1);
  if (in.ack.type == kCredit) in.ack.delta = flow + draw(random, 20);
  in.chk = {true, pick()};
  return in;
}
OfctIn stimulus(Stream& random, const OfctState& s, std::uint64_t t) {
  OfctIn in;
  in.now = t;
  const unsigned span = t % 1024 < 512 ? 3 : 40;
  in.map = {
      draw(random, 2) == 0,           draw(random, 2),     draw(random, span), 1 + draw(random, 8),
      draw(random, 8) == 0 ? 3U : 0U, draw(random, 2) == 0};
  for (const OfctRow& row : s.row) {
    if (row.valid && ((row.data - row.ack) & 0xFFU) > 200) in.map.valid = false;
  }
  in.rev = {draw(random, 2) == 0, draw(random, draw(random, 2) != 0 ? 4 : 64), 0, 0};
  const OfctRow& r = s.row[in.rev.id];
  const unsigned extent = (r.data - r.ack) & 0xFFU;
  in.rev.pos = r.ack + (draw(random, 2) != 0 ? extent : draw(random, extent + 1));
  if (draw(random, 6) == 0) {
    in.rev.type = kCredit;
    in.rev.pos = r.data + draw(random, 20);
  }
  in.rev.pos &= 0xFFU;
  in.chk = {true, draw(random, 64), 0};
  return in;
}
WalkerIn stimulus(Stream& random, const WalkerState& /*s*/, std::uint64_t t) {
  WalkerIn in;
  in.now = t;
  in.down = draw(random, 200) == 0;
  in.up = draw(random, 20) == 0;
  in.drain_t = 5;
  return in;
}

template <class State>
bool same_stray(const State& a, const State& b) {
  if constexpr (std::is_same_v<State, OfctState>) return a.stray == b.stray;
  return true;
}

/// The step in which the faulty block answers other than the sound one; 0: in none of `steps`.
template <class Block>
std::uint64_t shows(Block& sound, Block& faulty, std::uint64_t steps) {
  Stream random(3, "bugs", 0);
  std::uint64_t found = 0;
  typename Block::State s, other;
  for (std::uint64_t t = 1; t <= steps && found == 0; ++t) {
    sound.state(s);
    faulty.state(other);
    if (!same_stray(s, other)) found = t;
    const typename Block::In in = stimulus(random, s, t);
    sound.edge(in);
    faulty.edge(in);
    if (std::is_same_v<Block, CamAllocBlock> || std::is_same_v<Block, EfctBlock>) {
      sound.edge(in);  // the same key once more
      faulty.edge(in);
    }
    if (key(sound.out()) != key(faulty.out())) found = t;
    sound.edge({});
    faulty.edge({});
    if (key(sound.out()) != key(faulty.out())) found = t;
  }
  static_cast<void>(take_rtl_failure());  // a faulty block may well notice
  return found;
}
}  // namespace

// FLOW-A-10..FLOW-A-14
TEST_CASE("every deliberate fault of the RTL flow_cam_alloc shows", "[COS-BUG]") {
  const unsigned bug = GENERATE(range(0U, 5U));
  CAPTURE(bug);
  CHECK(shows(*make_cam_alloc(FlowSize::kSmall), *make_cam_alloc(FlowSize::kSmall, 1U << bug),
              20'000) != 0);
}

// FLOW-A-8
TEST_CASE("every deliberate fault of the RTL efct shows", "[COS-BUG]") {
  const unsigned bug = GENERATE(range(0U, 6U));
  CAPTURE(bug);
  CHECK(shows(*make_efct(FlowSize::kSmall), *make_efct(FlowSize::kSmall, 1U << bug), 20'000) != 0);
}

// FLOW-A-16
TEST_CASE("every deliberate fault of the RTL ifct shows", "[COS-BUG]") {
  const unsigned bug = GENERATE(range(0U, 6U));
  const bool edge = GENERATE(false, true);
  CAPTURE(bug, edge);
  IfctStatic st = limits();
  st.rd_enable = true;
  CHECK(shows(*make_ifct(FlowSize::kSmall, edge, st),
              *make_ifct(FlowSize::kSmall, edge, st, 1U << bug), 50'000) != 0);
}

// FLOW-A-17
TEST_CASE("every deliberate fault of the RTL ofct shows", "[COS-BUG]") {
  const unsigned bug = GENERATE(range(0U, 6U));
  CAPTURE(bug);
  CHECK(shows(*make_ofct(FlowSize::kSmall, {}), *make_ofct(FlowSize::kSmall, {}, 1U << bug),
              20'000) != 0);
}

// FLOW-A-29
TEST_CASE("every deliberate fault of the RTL flow_walker shows", "[COS-BUG]") {
  const unsigned bug = GENERATE(range(0U, 4U));
  CAPTURE(bug);
  CHECK(shows(*make_walker(FlowSize::kSmall), *make_walker(FlowSize::kSmall, 1U << bug), 20'000) !=
        0);
}
