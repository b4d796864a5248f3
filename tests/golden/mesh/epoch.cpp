// SPDX-License-Identifier: Apache-2.0
/// Epochs of labels, from "label_epoch" of docs/reference/mesh-blocks.md (MESH-EPO-1 to 3).
#include "golden/mesh/epoch.hpp"

#include <catch2/catch.hpp>

#include "kernel/stream.hpp"

using namespace selvage;
using namespace selvage::golden;

TEST_CASE("MESH-EPO-1: a link that comes up begins an epoch, a higher one is entered", "[mesh]") {
  EpochState s;
  CHECK(s.epoch == 0);
  CHECK_FALSE(s.fresh);
  EpochInput in;
  s = epoch_step(s, in);
  CHECK(s.epoch == 0);
  CHECK_FALSE(s.fresh);
  in.up = true;
  s = epoch_step(s, in);
  CHECK(s.epoch == 1);
  CHECK(s.fresh);
  in.up = false;
  s = epoch_step(s, in);
  CHECK(s.epoch == 1);
  CHECK_FALSE(s.fresh);
  for (unsigned d = 0; d < kDirections; ++d) {
    in.epoch[d] = 10 + d;
    s = epoch_step(s, in);  // nothing has come from there
    CHECK_FALSE(s.fresh);
    in.received = static_cast<std::uint8_t>(1U << d);
    s = epoch_step(s, in);
    CHECK(s.epoch == 10 + d);
    CHECK(s.fresh);
    in.received = 0;
  }
  in.received = 0x3f;
  in.up = true;  // one more than its own, and as high as the highest received
  s = epoch_step(s, in);
  CHECK(s.epoch == 16);
  s = epoch_step(EpochState{}, in);
  CHECK(s.epoch == 15);
}

TEST_CASE("MESH-EPO-2, MESH-EPO-3: what neighbours have sent counts in its own epoch alone",
          "[mesh]") {
  kernel::Stream random(5, "epochs");
  EpochState s;
  unsigned kept = 0, cleared = 0, ignored = 0;
  for (unsigned i = 0; i < 4'000; ++i) {
    EpochInput in;
    in.up = random.chance(0.05);
    in.received = static_cast<std::uint8_t>(random.below(64) & random.below(64));
    std::uint32_t highest = s.epoch + (in.up ? 1 : 0);
    for (unsigned d = 0; d < kDirections; ++d) {
      in.epoch[d] = s.epoch - (s.epoch == 0 ? 0 : static_cast<std::uint32_t>(random.below(2))) +
                    (random.chance(0.05) ? 1 : 0);
      in.bad[d] = static_cast<std::uint8_t>(random.below(64));
      in.line[d] = static_cast<std::uint8_t>(random.below(64));
      if ((in.received >> d & 1U) != 0) highest = std::max(highest, in.epoch[d]);
    }
    const EpochState next = epoch_step(s, in);
    REQUIRE(next.epoch == highest);
    REQUIRE(next.fresh == (highest != s.epoch));
    for (unsigned d = 0; d < kDirections; ++d) {
      const bool received = (in.received >> d & 1U) != 0;
      const bool taken = received && in.epoch[d] == highest;
      REQUIRE(next.nb_bad[d] == (taken ? in.bad[d] : next.fresh ? 0 : s.nb_bad[d]));
      REQUIRE(next.nb_line[d] == (taken ? in.line[d] : next.fresh ? 0 : s.nb_line[d]));
      kept += !received && !next.fresh && s.nb_bad[d] != 0;
      cleared += !taken && next.fresh && s.nb_bad[d] != 0;
      ignored += received && !taken;
    }
    s = next;
  }
  CHECK(kept > 100);
  CHECK(cleared > 100);
  CHECK(ignored > 100);
}
