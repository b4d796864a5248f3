// SPDX-License-Identifier: Apache-2.0
/// The output flow channel table (FLOW-A-9, 16..19, 21, 26, 29, FLOW-D-4).
#include <catch2/catch.hpp>

#include "golden/flow/tables/ofct.hpp"

using namespace selvage::golden;

namespace {

OfctConfig small() { return {kSmallFlowSizes, 1000, 300}; }
MapRequest packet(std::uint8_t port, FlowId id, unsigned len, Position hole = 0,
                  bool ordered = true) {
  return {port, id, len, hole, ordered};
}
Ack normal(FlowId id, Position pos) { return {id, AckType::kNormal, pos}; }

}  // namespace

TEST_CASE("FLOW-A-17: forward by {port, id}, back by the outgoing id", "[flow]") {
  Ofct t(small());
  REQUIRE(t.map(packet(3, 9, 4), 0).alloc);
  const MapAnswer second = t.map(packet(5, 9, 7), 0);
  REQUIRE(second.oid == 1);
  const BackMessage back = t.reverse(normal(1, 7), 1);
  REQUIRE(back.valid);
  REQUIRE(back.port == 5);
  REQUIRE(back.id == 9);
  REQUIRE(back.delta == 7);
  REQUIRE(back.rel);
  REQUIRE(t.find(3, 9) == FlowId{0});
  REQUIRE_FALSE(t.find(5, 9));
}

TEST_CASE("FLOW-A-9: positions belong to the link's id and survive its flows", "[flow]") {
  Ofct t(small());
  REQUIRE(t.map(packet(1, 1, 60), 0).start == 0);
  REQUIRE(t.reverse(normal(0, 60), 1).rel);
  const MapAnswer other = t.map(packet(2, 2, 60), 2);
  REQUIRE(other.oid == 0);
  REQUIRE(other.start == 60);
  REQUIRE(t.reverse(normal(0, 120), 3).delta == 60);
  for (Position pos = 120; pos < 2000; pos += 50) {  // round the circle of 256 several times
    REQUIRE(t.map(packet(2, 2, 50), 4).start == pos % 256);
    REQUIRE(t.reverse(normal(0, (pos + 50) % 256), 5).delta == 50);
  }
}

TEST_CASE("FLOW-A-26: a hole is counted into the outgoing position", "[flow]") {
  Ofct t(small());
  t.map(packet(1, 1, 2), 0);
  const MapAnswer out = t.map(packet(1, 1, 3, 10), 0);
  REQUIRE(out.start == 12);
  REQUIRE(out.delta == 12);
  REQUIRE(t.row(0).data == 15);
  REQUIRE(t.reverse(normal(0, 15), 1).delta == 15);
}

TEST_CASE("FLOW-A-18: full: only flows that have a row pass", "[flow]") {
  Ofct t(small());
  for (FlowId id = 0; id < 64; ++id) REQUIRE(t.map(packet(0, id, 1), 0).alloc);
  REQUIRE(t.rows().full());
  REQUIRE(t.map(packet(1, 0, 1), 0).stall);
  REQUIRE(t.map(packet(0, 63, 1), 0).hit);
  REQUIRE(t.stalls() == 1);
}

TEST_CASE("FLOW-A-16: MAP, ACK and CHK of one row in one step", "[flow]") {
  Ofct t(small());
  t.map(packet(2, 2, 9), 0);
  OfctInput in;
  in.now = 5;
  in.map_valid = in.rev_valid = in.chk_valid = true;
  in.map = packet(2, 2, 4);
  in.rev = normal(0, 9);  // would release the row
  const OfctOutput out = t.step(in);
  REQUIRE(out.map.hit);
  REQUIRE(out.map.start == 9);
  REQUIRE(out.rev.delta == 9);
  REQUIRE_FALSE(out.rev.rel);  // FLOW-A-12
  REQUIRE_FALSE(out.chk.back.valid);
  REQUIRE(t.extent(0) == 4);
}

TEST_CASE("FLOW-A-16: an ACK for a row allocated in its own step is stray", "[flow]") {
  Ofct t(small());
  OfctInput in;
  in.map_valid = in.rev_valid = true;
  in.map = packet(2, 2, 4);
  in.rev = normal(0, 4);
  const OfctOutput out = t.step(in);
  REQUIRE(out.map.alloc);
  REQUIRE_FALSE(out.rev.valid);
  REQUIRE(t.stray() == 1);
  REQUIRE(t.extent(0) == 4);
}

TEST_CASE("FLOW-A-21: an ACK beyond what is outstanding, or for no row, changes nothing",
          "[flow]") {
  Ofct t(small());
  t.map(packet(2, 2, 4), 0);
  REQUIRE_FALSE(t.reverse(normal(0, 5), 1).valid);
  REQUIRE_FALSE(t.reverse(normal(9, 1), 1).valid);
  REQUIRE(t.stray() == 2);
  REQUIRE(t.extent(0) == 4);
}

TEST_CASE("FLOW-D-4: an unordered branch stops at its own credit", "[flow]") {
  Ofct t(small());
  t.map(packet(2, 2, 10, 0, false), 0);
  t.reverse({0, AckType::kCredit, 20}, 1);
  REQUIRE(t.map(packet(2, 2, 10, 0, false), 2).hit);
  const MapAnswer over = t.map(packet(2, 2, 1, 0, false), 3);
  REQUIRE(over.stall);
  REQUIRE(over.over);
  REQUIRE(t.map(packet(2, 2, 1, 0, true), 4).hit);  // ordered ones are stopped by their ifct
  SECTION("a new credit") {
    t.reverse({0, AckType::kCredit, 28}, 5);
    REQUIRE(t.map(packet(2, 2, 7, 0, false), 6).hit);
    REQUIRE(t.map(packet(2, 2, 1, 0, false), 6).over);
  }
  SECTION("credit off") {
    t.reverse({0, AckType::kCreditOff, 0}, 5);
    REQUIRE(t.map(packet(2, 2, 40, 0, false), 6).hit);
  }
  SECTION("an ACK past the limit: it is behind") {
    REQUIRE(t.reverse(normal(0, 21), 5).rel);
    REQUIRE(t.map(packet(2, 2, 40, 0, false), 6).alloc);
  }
  SECTION("an ACK past an old limit, more still in flight") {
    t.reverse({0, AckType::kCredit, 15}, 5);
    t.reverse(normal(0, 15), 6);
    REQUIRE(t.row(0).dm);
    t.reverse(normal(0, 18), 6);
    REQUIRE_FALSE(t.row(0).dm);
  }
  SECTION("no refresh for expire_t") {
    REQUIRE(next_deadline(small(), t.row(0)) == 301);
    t.check(0, OfctCheck::kTimers, 301);
    REQUIRE(t.map(packet(2, 2, 40, 0, false), 302).hit);
  }
  SECTION("the ACK of the same step that empties the row") {
    OfctInput in;
    in.now = 7;
    in.map_valid = in.rev_valid = true;
    in.map = packet(2, 2, 40, 0, false);
    in.rev = normal(0, 21);
    REQUIRE(t.step(in).map.hit);
    REQUIRE(t.extent(0) == 40);
  }
}

TEST_CASE("FLOW-A-29: a dead link reports each live row, later closes it", "[flow]") {
  Ofct t(small());
  t.map(packet(2, 5, 10), 0);
  t.map(packet(3, 6, 4, 3), 0);
  const BackMessage loss = t.check(1, OfctCheck::kLinkDied, 10).back;
  REQUIRE(loss.type == AckType::kLoss);
  REQUIRE(loss.delta == 0);
  REQUIRE(loss.port == 3);
  const BackMessage close = t.check(1, OfctCheck::kClose, 20).back;
  REQUIRE(close.type == AckType::kNormal);
  REQUIRE(close.delta == 7);
  REQUIRE(close.rel);
  REQUIRE_FALSE(t.check(1, OfctCheck::kClose, 21).back.valid);
  REQUIRE(t.rows().count() == 1);
}

TEST_CASE("FLOW-A-31: a row without news sends a marker, again and again, and stays", "[flow]") {
  Ofct t(small());
  t.map(packet(2, 5, 10), 50);
  t.map(packet(2, 5, 1), 70);
  REQUIRE(next_deadline(small(), t.row(0)) == 1070);
  REQUIRE(t.next_walk(70) == std::make_pair(selvage::Cycle{1088}, FlowId{0}));
  REQUIRE_FALSE(t.check(0, OfctCheck::kTimers, 1069).marker.valid);
  const OfctChecked out = t.check(0, OfctCheck::kTimers, 1070);
  REQUIRE(out.marker.valid);
  REQUIRE(out.marker.id == 0);
  REQUIRE(out.marker.start == 11);
  REQUIRE_FALSE(out.back.valid);
  REQUIRE(t.extent(0) == 11);
  REQUIRE(next_deadline(small(), t.row(0)) == 2070);
  REQUIRE(t.check(0, OfctCheck::kTimers, 2070).marker.start == 11);
  REQUIRE(t.reverse(normal(0, 11), 2080).rel);  // its answer
  REQUIRE(t.next_walk(0).first == selvage::kNever);
}

TEST_CASE(
    "FLOW-A-17, FLOW-A-19: what is said of the outgoing id is 0 without a release, and that id with one",
    "[flow]") {
  Ofct t(small());
  for (FlowId id = 0; id < 4; ++id) t.map(packet(1, id, 10), 0);
  const BackMessage part = t.reverse(normal(3, 4), 1);
  CHECK_FALSE(part.rel);
  CHECK(part.rel_id == 0);
  const BackMessage whole = t.reverse(normal(3, 10), 2);
  CHECK(whole.rel);
  CHECK(whole.rel_id == 3);
  const BackMessage loss = t.check(2, OfctCheck::kLinkDied, 3).back;
  CHECK_FALSE(loss.rel);
  CHECK(loss.rel_id == 0);
  CHECK(t.check(2, OfctCheck::kClose, 4).back.rel_id == 2);
}

TEST_CASE("FLOW-A-9, FLOW-C-6: a REDIRECT's delta is counted from what has been acknowledged",
          "[flow]") {
  Ofct t(small());
  t.map(packet(2, 2, 10), 0);
  t.reverse(normal(0, 4), 1);
  const MapAnswer out = t.map(packet(2, 2, 3), 2);
  CHECK(out.start == 10);
  CHECK(out.delta == 6);
}

TEST_CASE("FLOW-D-4: a branch that has been acknowledged stops at its own credit", "[flow]") {
  Ofct t(small());
  t.map(packet(1, 1, 1), 0);  // so that the branch has another id than 0
  t.map(packet(2, 2, 30, 0, false), 0);
  t.reverse(normal(1, 20), 1);
  t.reverse({1, AckType::kCredit, 35}, 2);
  CHECK(t.map(packet(2, 2, 5, 0, false), 3).hit);
  const MapAnswer over = t.map(packet(2, 2, 1, 0, false), 4);
  CHECK(over.over);
  CHECK(over.stall);
  CHECK(over.oid == 0);  // nothing is said with a stall
  CHECK(over.start == 0);
  CHECK(over.delta == 0);
  const BackMessage off = t.reverse({1, AckType::kCreditOff, 77}, 5);
  CHECK(off.type == AckType::kCreditOff);
  CHECK(off.delta == 0);
}

TEST_CASE(
    "FLOW-A-29, FLOW-D-4: a branch closed is acknowledged, the next of its id begins without credit",
    "[flow]") {
  Ofct t(small());
  t.map(packet(2, 2, 10, 0, false), 0);
  t.reverse({0, AckType::kCredit, 12}, 1);
  REQUIRE(t.check(0, OfctCheck::kClose, 2).back.delta == 10);
  CHECK(t.extent(0) == 0);
  const MapAnswer next = t.map(packet(5, 5, 40, 0, false), 3);
  REQUIRE(next.alloc);
  CHECK(next.start == 10);
  CHECK(next.delta == 0);
  CHECK_FALSE(t.row(0).dm);
  CHECK(t.map(packet(5, 5, 40, 0, false), 4).hit);
}

TEST_CASE("FLOW-A-16: a step looks at a row if it is asked to, behind MAP and ACK", "[flow]") {
  Ofct t(small());
  t.map(packet(1, 1, 1), 0);
  OfctInput in;
  in.now = 5;
  in.map_valid = true;
  in.map = packet(2, 2, 4);
  in.chk_id = 1;
  in.chk_kind = OfctCheck::kLinkDied;
  CHECK_FALSE(t.step(in).chk.back.valid);
  in.chk_valid = true;
  in.chk_id = 2;
  in.map = packet(3, 3, 4);
  const BackMessage loss = t.step(in).chk.back;  // of the row that MAP gave in this step
  CHECK(loss.valid);
  CHECK(loss.port == 3);
  CHECK(loss.type == AckType::kLoss);
}

TEST_CASE("FLOW-A-31: an ACK that moves is news, and so is a packet, but no CREDIT", "[flow]") {
  OfctConfig c = small();
  c.tick = 3;
  Ofct t(c);
  t.map(packet(2, 5, 10), 80);
  REQUIRE(next_deadline(c, t.row(0)) == 1080);  // 125 ticks of 8
  t.reverse(normal(0, 4), 160);
  CHECK(next_deadline(c, t.row(0)) == 1160);
  t.reverse({0, AckType::kLoss, 4}, 240);
  CHECK(next_deadline(c, t.row(0)) == 1160);
  t.reverse({0, AckType::kCredit, 90}, 320);  // runs out first: 38 ticks of 8 hold 300
  CHECK(t.wake() <= 624);
  CHECK(next_deadline(c, t.row(0)) == 624);
  CHECK_FALSE(t.check(0, OfctCheck::kTimers, 624).marker.valid);
  CHECK_FALSE(t.row(0).dm);
  CHECK(next_deadline(c, t.row(0)) == 1160);
}

TEST_CASE("FLOW-A-31, FLOW-A-32: other times hold from the next step on, for rows in use too",
          "[flow]") {
  OfctConfig c = small();
  Ofct t(c);
  for (FlowId id = 0; id < 64; ++id) t.map(packet(0, id, 1), 10 + id);
  for (FlowId id = 1; id < 63; ++id) t.reverse(normal(id, 1), 90);
  REQUIRE(t.next_walk(90) == std::make_pair(selvage::Cycle{1024}, FlowId{0}));
  c.stale_t = 400;
  t.configure(c);
  CHECK(t.wake() <= 410);
  CHECK(t.next_walk(90) == std::make_pair(selvage::Cycle{448}, FlowId{0}));
  CHECK(t.check(0, OfctCheck::kTimers, 448).marker.valid);
  CHECK(t.next_walk(449) == std::make_pair(selvage::Cycle{511}, FlowId{63}));
}
