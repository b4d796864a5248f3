// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "kernel/stream.hpp"
#include "report/svg.hpp"
#include "report/time_axis.hpp"

using namespace selvage;
using namespace selvage::report;

TEST_CASE("the time axis is monotone, covers its moments and fills its width", "[RUN-DRAW]") {
  kernel::Stream random(7, "axis");
  for (int round = 0; round < 300; ++round) {
    std::vector<Cycle> moments;
    const auto count = 1 + random.below(30);
    const Cycle span = 1 + random.below(round % 2 == 0 ? 200 : 2000000);
    for (std::uint64_t i = 0; i < count; ++i) moments.push_back(5 + random.below(span));
    const TimeAxis axis(moments, 100, 1100);
    CHECK(axis.stretches().front().left == 100);
    CHECK(axis.stretches().back().right == 1100);
    for (const Cycle c : moments) REQUIRE(axis.covers(c));
    double last = -1;
    for (const Stretch& s : axis.stretches()) {
      for (const Cycle c : {s.from, (s.from + s.until) / 2, s.until}) {
        const double x = axis.x(c);
        REQUIRE(x >= last);
        REQUIRE(x >= 99.9);
        REQUIRE(x <= 1100.1);
        last = x;
      }
    }
    last = 0;
    for (const Cycle t : axis.ticks(moments.front() - 1, 50)) {
      const double x = axis.x(t);
      REQUIRE(x - 25 >= last - 1e-6);
      REQUIRE(x + 25 <= 1100 + 1e-6);
      last = x + 25;
    }
  }
}

TEST_CASE("a long wait does not take the room from what happens", "[RUN-DRAW]") {
  const TimeAxis axis({1000, 1010, 900000, 900010, 900020}, 0, 1000);
  REQUIRE(axis.stretches().size() == 3);
  CHECK(axis.stretches()[1].compressed);
  CHECK(axis.x(900020) - axis.x(900000) > 400);
}

TEST_CASE("flags never overlap", "[RUN-DRAW]") {
  kernel::Stream random(8, "flags");
  for (int round = 0; round < 200; ++round) {
    std::vector<Flag> flags;
    const auto count = 1 + random.below(8);
    for (std::uint64_t i = 0; i < count; ++i) {
      flags.push_back({20 + static_cast<double>(random.below(1080)),
                       std::string(5 + random.below(25), 'x'), "flag"});
    }
    const auto placed = place_flags(flags, 11, 1100);
    REQUIRE(placed.size() == flags.size());
    for (std::size_t i = 0; i < placed.size(); ++i) {
      CHECK(placed[i].left >= 0);
      CHECK(placed[i].left + placed[i].width <= 1100.01);
      for (std::size_t j = i + 1; j < placed.size(); ++j) {
        const PlacedFlag& a = placed[i];
        const PlacedFlag& b = placed[j];
        const bool beside = a.left + a.width <= b.left || b.left + b.width <= a.left;
        REQUIRE((a.lane != b.lane || beside));
      }
    }
  }
}

TEST_CASE("numbers and texts are written for XML and for people") {
  CHECK(number(3) == "3");
  CHECK(number(3.04) == "3");
  CHECK(number(-0.01) == "0");
  CHECK(number(3.25) == "3.2");
  CHECK(duration(512) == "512 ns");
  CHECK(duration(1250) == "1.25 us");
  CHECK(duration(3e6) == "3 ms");
}
