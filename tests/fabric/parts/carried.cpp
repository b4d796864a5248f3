// SPDX-License-Identifier: Apache-2.0
// What switches in RTL of two ranks send each other, one by one.
#include "fabric/beats/carried.hpp"

#include <catch2/catch.hpp>

using namespace selvage;
using namespace selvage::fabric;

namespace {

/// Of a rank that sends to one other.
class OneWay final : public Carrier {
 public:
  [[nodiscard]] mpi::Bytes& carry(SwitchIdx, Cycle) override { return bytes; }
  [[nodiscard]] mpi::Bytes& carry_beats(SwitchIdx to) override {
    CHECK(to == 7);
    return bytes;
  }
  mpi::Bytes bytes;
};

}  // namespace

TEST_CASE("FAB-RANK-1: beats and levels come to the wires of another rank, at their edge") {
  OneWay way;
  WireBeat beat;
  beat.to = {7, 2};
  beat.beat.data = {5, 6};
  beat.packet_beats = 16;
  carry(way, 103, beat);
  WireItem xon;
  xon.to = {7, 1};
  xon.level = true;
  carry(way, 101, xon);
  Wires<WireBeat> beats(4);
  Wires<WireItem> items(4);
  ByteReader reader(way.bytes);
  CHECK(play_carried(reader, 100, beats, items));
  CHECK(play_carried(reader, 100, beats, items));
  CHECK(reader.done());
  CHECK(beats.take(101).empty());
  const std::vector<WireItem> levels = items.take(101);
  REQUIRE(levels.size() == 1);
  CHECK(levels[0].level);
  CHECK(levels[0].to.port == 1);
  const std::vector<WireBeat> came = beats.take(103);
  REQUIRE(came.size() == 1);
  CHECK(came[0].beat.data == beat.beat.data);
  CHECK(came[0].packet_beats == 16);
  CHECK(beats.empty());
  CHECK(items.empty());
}

TEST_CASE("FAB-RANK-1: what comes behind its edge, or is no beat, is a defect that is told") {
  OneWay way;
  WireItem stop;
  stop.to = {7, 1};
  carry(way, 99, stop);
  Wires<WireBeat> beats(4);
  Wires<WireItem> items(4);
  ByteReader late(way.bytes);
  CHECK_FALSE(play_carried(late, 100, beats, items));
  ByteReader unknown(way.bytes);
  CHECK_THROWS_AS(static_cast<void>(play_carried(unknown, 99, beats)), std::logic_error);
  ByteReader in_time(way.bytes);
  CHECK(play_carried(in_time, 99, beats, items));
}
