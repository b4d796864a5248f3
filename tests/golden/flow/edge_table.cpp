// SPDX-License-Identifier: Apache-2.0
/// The edge ingress table: positions, release, window (FLOW-A-5, 8, 9, 12, 14, 19).
#include <catch2/catch.hpp>

#include "golden/flow/tables/efct.hpp"

using namespace selvage::golden;

namespace {

EfctInput packet(std::uint64_t key, unsigned len) { return {true, {key, 0}, len, false, 0, 0}; }
EfctInput ack(FlowId id, Position pos) { return {false, {}, 0, true, id, pos}; }

}  // namespace

TEST_CASE("FLOW-A-8: data_flow of the edge table advances with the packet's arrival", "[flow]") {
  Efct t(kSmallFlowSizes);
  REQUIRE(t.step(packet(1, 6)).start == 0);
  REQUIRE(t.step(packet(1, 2)).start == 6);
  REQUIRE(t.data(0) == 8);
  REQUIRE_FALSE(t.step(ack(0, 6)).rel);
  REQUIRE(t.ack(0) == 6);
}

TEST_CASE("FLOW-A-19: the row goes when all is acknowledged, its position stays", "[flow]") {
  Efct t(kSmallFlowSizes);
  t.step(packet(1, 5));
  const EfctOutput out = t.step(ack(0, 5));
  REQUIRE(out.rel);
  REQUIRE(out.rel_id == 0);
  REQUIRE(t.rows().count() == 0);
  const EfctOutput other = t.step(packet(2, 1));  // FLOW-A-9
  REQUIRE(other.alloc);
  REQUIRE(other.id == 0);
  REQUIRE(other.start == 5);
}

TEST_CASE("FLOW-A-12: a packet in the step of the last ACK keeps the row", "[flow]") {
  Efct t(kSmallFlowSizes);
  t.step(packet(1, 5));
  const EfctOutput out = t.step({true, {1, 0}, 3, true, 0, 5});
  REQUIRE(out.hit);
  REQUIRE(out.kept);
  REQUIRE_FALSE(out.rel);
  REQUIRE(out.start == 5);
  REQUIRE(t.step(ack(0, 8)).rel);
}

TEST_CASE("FLOW-A-5: the window is 2^POS_W - 1 units, never more", "[flow]") {
  Efct t(kSmallFlowSizes);
  for (int i = 0; i < 5; ++i) REQUIRE_FALSE(t.step(packet(1, 50)).stall);
  REQUIRE(t.step(packet(1, 6)).window);
  REQUIRE(t.step(packet(1, 5)).hit);  // 255 exactly
  const EfctOutput full = t.step(packet(1, 1));
  REQUIRE(full.stall);
  REQUIRE(full.window);
  REQUIRE_FALSE(t.pause());
  REQUIRE(t.stalls() == 2);
  // the ACK that empties the row lets the packet of the same step in; one that does not, does not
  REQUIRE(t.step({true, {1, 0}, 1, true, 0, 250}).window);
  REQUIRE_FALSE(t.step(packet(1, 60)).window);
  Efct u(kSmallFlowSizes);
  for (int i = 0; i < 5; ++i) u.step(packet(1, 51));
  const EfctOutput emptied = u.step({true, {1, 0}, 63, true, 0, 255});
  REQUIRE(emptied.hit);
  REQUIRE(emptied.kept);
  REQUIRE(u.data(0) == (255 + 63) % 256);
}

TEST_CASE("FLOW-A-14: no row left: stall, pause, later the lowest free row", "[flow]") {
  Efct t(kSmallFlowSizes);
  for (unsigned k = 0; k < 64; ++k) REQUIRE(t.step(packet(k, 1)).alloc);
  REQUIRE(t.step(packet(100, 1)).stall);
  REQUIRE(t.pause());
  for (const FlowId row : {FlowId{40}, FlowId{7}}) {
    const EfctOutput gone = t.step(ack(row, 1));
    REQUIRE(gone.rel);
    REQUIRE(gone.rel_id == row);
  }
  REQUIRE_FALSE(t.pause());
  const EfctOutput out = t.step(packet(100, 1));
  REQUIRE(out.id == 7);
  REQUIRE(out.start == 1);
}

TEST_CASE("FLOW-A-14: a window stall of a full table is no reason to pause", "[flow]") {
  Efct t(kSmallFlowSizes);
  for (unsigned k = 0; k < 64; ++k) t.step(packet(k, 63));
  for (int i = 0; i < 3; ++i) REQUIRE(t.step(packet(9, 63)).hit);
  REQUIRE(t.step(packet(9, 63)).window);
  REQUIRE(t.rows().full());
  REQUIRE_FALSE(t.pause());
}
