// SPDX-License-Identifier: Apache-2.0
/// FLOW-A-10..14: match -> row, allocation on a miss, the choice of the row.
#include <catch2/catch.hpp>

#include <map>
#include <set>

#include "golden/flow/tables/flow_cam.hpp"
#include "kernel/stream.hpp"

using namespace selvage;
using namespace selvage::golden;

namespace {

CamInput ask(std::uint64_t key) { return {true, {key, 0}, false, 0}; }
CamInput give_back(FlowId row) { return {false, {}, true, row}; }

}  // namespace

TEST_CASE("FLOW-A-10: the same new pattern in two steps running takes one row", "[golden][flow]") {
  FlowCam cam(64);
  const CamOutput first = cam.step(ask(77));
  const CamOutput second = cam.step(ask(77));
  REQUIRE(first.alloc);
  REQUIRE_FALSE(first.hit);
  REQUIRE(second.hit);
  REQUIRE(second.id == first.id);
  REQUIRE(cam.rows().count() == 1);
}

TEST_CASE("FLOW-A-10: patterns of 128 bits that differ anywhere are different", "[golden][flow]") {
  FlowCam cam(256);
  for (unsigned bit = 0; bit < 128; ++bit) {
    const std::uint64_t one = std::uint64_t{1} << bit % 64;
    const MatchKey key{bit < 64 ? one : 0, bit < 64 ? 0 : one};
    REQUIRE(cam.step({true, key, false, 0}).alloc);
  }
  REQUIRE(cam.step(ask(0)).id == 128);
}

TEST_CASE("FLOW-A-11: a miss and the free of another row in one step", "[golden][flow]") {
  FlowCam cam(2);
  cam.step(ask(1));
  cam.step(ask(2));
  const CamOutput out = cam.step({true, {3, 0}, true, 0});
  REQUIRE(out.stall);  // the row is free for the next step, not for this one
  REQUIRE(out.freed);
  const CamOutput next = cam.step({true, {3, 0}, true, 1});
  REQUIRE(next.alloc);
  REQUIRE(next.id == 0);
  REQUIRE(next.freed);
  REQUIRE(cam.rows().count() == 1);
}

TEST_CASE("FLOW-A-12: a hit cancels the free of its row in the same step", "[golden][flow]") {
  FlowCam cam(8);
  cam.step(ask(5));
  const CamOutput both = cam.step({true, {5, 0}, true, 0});
  REQUIRE(both.hit);
  REQUIRE(both.kept);
  REQUIRE_FALSE(both.freed);
  REQUIRE(cam.step(ask(5)).hit);
  REQUIRE(cam.step(give_back(0)).freed);
  REQUIRE_FALSE(cam.step(give_back(0)).freed);  // nothing there any more
  REQUIRE(cam.step(ask(5)).alloc);
}

TEST_CASE("FLOW-A-14: full: the miss stalls and pause rises until a row is free",
          "[golden][flow]") {
  FlowCam cam(4);
  for (std::uint64_t k = 0; k < 4; ++k) REQUIRE(cam.step(ask(k)).alloc);
  REQUIRE(cam.rows().full());
  REQUIRE_FALSE(cam.pause());  // full alone is no reason
  REQUIRE(cam.step(ask(9)).stall);
  REQUIRE(cam.pause());
  REQUIRE(cam.step(ask(2)).hit);  // hits go on
  REQUIRE(cam.pause());
  REQUIRE(cam.stalls() == 1);
  cam.step(give_back(2));
  REQUIRE_FALSE(cam.pause());
  REQUIRE(cam.step(ask(9)).id == 2);
}

TEST_CASE("FLOW-A-10..13: random steps against a plain table, lowest free row", "[golden][flow]") {
  const unsigned rows = GENERATE(1U, 2U, 5U, 64U, 65U, 2048U);
  kernel::Stream random(11, "cam", rows);
  FlowCam cam(rows);
  std::map<std::uint64_t, FlowId> where;
  std::map<FlowId, std::uint64_t> what;
  std::set<unsigned> free;
  for (unsigned r = 0; r < rows; ++r) free.insert(r);
  unsigned stalls = 0;
  unsigned kept = 0;
  for (int i = 0; i < 60000; ++i) {
    const bool filling = (i / 8000) % 2 == 0;
    CamInput in;
    in.req = random.chance(filling ? 0.9 : 0.5);
    in.key.low = random.below(2 * rows + 1);
    in.free = random.chance(filling ? 0.2 : 0.8);
    in.free_id = static_cast<FlowId>(random.below(rows));
    const CamOutput out = cam.step(in);
    const auto hit = where.find(in.key.low);
    const bool live = what.count(in.free_id) != 0;
    bool keep = false;
    if (in.req && hit != where.end()) {
      REQUIRE((out.hit && out.id == hit->second));
      keep = in.free && in.free_id == hit->second;
    } else if (in.req && !free.empty()) {
      REQUIRE((out.alloc && out.id == *free.begin()));
      free.erase(out.id);
      where[in.key.low] = out.id;
      what[out.id] = in.key.low;
    } else {
      REQUIRE(out.stall == in.req);
    }
    REQUIRE(out.kept == keep);
    REQUIRE(out.freed == (in.free && live && !keep));
    if (out.freed) {
      where.erase(what[in.free_id]);
      what.erase(in.free_id);
      free.insert(in.free_id);
    }
    stalls += out.stall;
    kept += out.kept;
    REQUIRE(cam.rows().count() == where.size());
  }
  REQUIRE(stalls > 0);
  REQUIRE(kept > 0);
}
