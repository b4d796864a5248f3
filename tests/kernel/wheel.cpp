// SPDX-License-Identifier: Apache-2.0
#include "kernel/wheel.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <numeric>
#include <vector>

#include "kernel/stream.hpp"

using selvage::Cycle;
using selvage::kNever;
using selvage::kernel::Event;
using selvage::kernel::Stream;
using selvage::kernel::Wheel;

TEST_CASE("an empty wheel has no next cycle") {
  Wheel w;
  CHECK(w.empty());
  CHECK(w.next() == kNever);
  CHECK(w.now() == 0);
}

TEST_CASE("nothing is scheduled into the past, nor into the cycle being handled") {
  Wheel w;
  w.schedule(0, {});
  w.schedule(5, {});
  CHECK(w.next() == 0);
  const auto take = [&](Cycle at) {
    w.take(at, [&](const Event&) {
      CHECK_THROWS(w.schedule(at, {}));
      if (at > 0) CHECK_THROWS(w.schedule(at - 1, {}));
    });
    CHECK(w.now() == at);
  };
  take(0);
  CHECK(w.next() == 5);
  take(5);
  CHECK(w.empty());
}

TEST_CASE("the next cycle of few events, from every part of the wheel, whatever the distance") {
  static constexpr Cycle kPlaces[] = {1,    63,   64,   65,   2000, 4031, 4032,
                                      4033, 4095, 4096, 4097, 8192, 9000};
  for (const Cycle start : kPlaces) {
    for (const Cycle first : kPlaces) {
      for (const Cycle second : kPlaces) {
        Wheel w;
        const auto takes = [&](Cycle at) {
          CAPTURE(start, first, second);
          REQUIRE(w.next() == at);
          w.take(at, [](const Event&) {});
        };
        w.schedule(start, {});
        takes(start);
        w.schedule(start + first, {});
        w.schedule(start + second, {});
        takes(start + std::min(first, second));
        if (first != second) takes(start + std::max(first, second));
        REQUIRE(w.next() == kNever);
      }
    }
  }
}

TEST_CASE("events of one cycle come in ascending order of key, whatever the order of scheduling") {
  Wheel w;
  for (const std::uint64_t key : {5U, 1U, 9U, 3U}) w.schedule(7, {key, 0});
  REQUIRE(w.next() == 7);
  std::vector<std::uint64_t> keys;
  w.take(7, [&](const Event& e) { keys.push_back(e.key); });
  CHECK(keys == std::vector<std::uint64_t>{1, 3, 5, 9});
  CHECK(w.empty());
}

TEST_CASE("the wheel agrees with a sorted map over random histories, near and far") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Stream random(seed, "wheel");
    Wheel w;
    std::multimap<std::pair<Cycle, std::uint64_t>, std::uint64_t> model;
    std::uint64_t serial = 0;
    const auto add = [&](Cycle from) {
      // Distances on both sides of the wheel's length, its exact length included.
      static constexpr Cycle kSpans[] = {1, 2, 63, 64, 65, 4095, 4096, 4097, 100000};
      const Cycle at = from + 1 + random.below(kSpans[random.below(9)]);
      const Event e{random.below(1000) << 20 | serial, serial};
      ++serial;
      w.schedule(at, e);
      model.emplace(std::make_pair(at, e.key), e.arg);
    };
    for (int i = 0; i < 50; ++i) add(0);
    std::uint64_t taken = 0;
    while (!model.empty()) {
      const Cycle expected = model.begin()->first.first;
      REQUIRE(w.next() == expected);
      unsigned more = 0;
      w.take(expected, [&](const Event& e) {
        REQUIRE(!model.empty());
        REQUIRE(model.begin()->first == std::make_pair(expected, e.key));
        REQUIRE(model.begin()->second == e.arg);
        model.erase(model.begin());
        if (++taken < 5000) ++more;
      });
      for (unsigned i = 0; i < more; ++i) add(expected);
      REQUIRE(w.size() == model.size());
    }
    CHECK(taken >= 5000);
  }
}

TEST_CASE("events of one key come by their number: few, some and many of a cycle") {
  for (const std::uint64_t count : {5U, 100U, 2'000U}) {
    Wheel w;
    for (std::uint64_t i = 0; i < count; ++i) w.schedule(3, {7, (i * 1'777 + 5) % 4'096});
    std::vector<std::uint64_t> taken;
    w.take(3, [&](const Event& e) { taken.push_back(e.arg); });
    CAPTURE(count);
    CHECK(taken.size() == count);
    CHECK(std::is_sorted(taken.begin(), taken.end()));
  }
}

TEST_CASE("events that are alike all come") {
  for (const std::size_t count : {2U, 24U, 25U, 200U, 2'000U}) {
    Wheel w;
    for (std::size_t i = 0; i < count; ++i) w.schedule(3, {i % 2, 8});
    std::vector<std::uint64_t> keys;
    w.take(3, [&](const Event& e) {
      keys.push_back(e.key);
      CHECK(e.arg == 8);
    });
    CHECK(std::accumulate(keys.begin(), keys.end(), std::uint64_t{0}) == count / 2);
    CHECK(keys.size() == count);
    CHECK(std::is_sorted(keys.begin(), keys.end()));
  }
}

TEST_CASE("many events of one cycle come in ascending order, sort by sort") {
  Wheel w;
  Stream random(3, "many");
  std::multimap<std::uint64_t, std::uint64_t> model;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    // The highest byte is the sort; every third sort is scheduled in order, the others are not.
    const std::uint64_t sort = random.below(256);
    const Event e{sort << 56 | (sort % 3 == 1 ? i : random.below(1U << 20)), i};
    w.schedule(9, e);
    model.emplace(e.key, e.arg);
  }
  std::vector<std::pair<std::uint64_t, std::uint64_t>> taken;
  w.take(9, [&](const Event& e) { taken.emplace_back(e.key, e.arg); });
  CHECK(taken == std::vector<std::pair<std::uint64_t, std::uint64_t>>(model.begin(), model.end()));
  CHECK(w.empty());
}

TEST_CASE(
    "a long list of a large fabric is looked ahead in, step by step, before each use, no other is") {
  const auto seen = [](unsigned count, bool large = true) {
    std::vector<unsigned> list(count);
    std::iota(list.begin(), list.end(), 0U);
    std::vector<unsigned> next(count);  // step that is due
    unsigned used = 0;
    unsigned ahead = 0;
    selvage::kernel::with_look_ahead(
        large, list,
        [&](unsigned x, unsigned step) {
          CHECK(x > used);
          CHECK(step >= next[x]);  // the first of the list are too near for the first steps
          next[x] = step + 1;
          ++ahead;
        },
        [&](unsigned x) { CHECK(x == used++); });
    CHECK(used == count);
    return ahead;
  };
  CHECK(seen(20) == 0);
  CHECK(seen(1000, false) == 0);
  CHECK(seen(1000) > 3 * 900);
}
