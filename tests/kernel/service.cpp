// SPDX-License-Identifier: Apache-2.0
// The service of a host, cycle by cycle, beside what counts it in one step.
#include "kernel/service.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "kernel/stream.hpp"

using selvage::Cycle;
using selvage::kernel::ServiceCycles;
using selvage::kernel::Stream;

namespace {

constexpr Cycle kEnd = 3000;

/// Which cycles are stalled.
using Stalled = std::vector<bool>;

void stall(Stalled& stalled, Cycle begin, Cycle end) {
  for (Cycle c = begin; c < std::min<Cycle>(end, stalled.size()); ++c) stalled[c] = true;
}

/// The end of the stall that covers `from`, or is the next one; kEnd if none.
Cycle end_of_next(const Stalled& stalled, Cycle from) {
  Cycle c = from;
  while (c < kEnd && !stalled[c]) ++c;
  while (c < kEnd && stalled[c]) ++c;
  return c;
}

void check_from(const ServiceCycles& service, const Stalled& stalled, Cycle now) {
  CAPTURE(now);
  REQUIRE(service.counted() == now);
  const Cycle known = end_of_next(stalled, now);
  Cycle passed = 0;
  for (Cycle c = now; c < known; ++c) {
    REQUIRE(service.stalls(c) == stalled[c]);
    if (!stalled[c]) REQUIRE(service.behind(passed++) == c);
  }
  // What comes behind that stall is not known yet.
  for (Cycle c = known; c < known + 3; ++c) REQUIRE(service.behind(passed++) == c);
}

void check_passed(const ServiceCycles::Passed& passed, const Stalled& stalled, Cycle from,
                  Cycle to) {
  const auto at = [&](Cycle c) { return stalled.begin() + static_cast<std::ptrdiff_t>(c); };
  const auto lost = static_cast<Cycle>(std::count(at(from), at(to), true));
  REQUIRE(passed.stalled == lost);
  REQUIRE(passed.service == to - from - lost);
}

}  // namespace

TEST_CASE("FAB-RECV-3: a host stalls when its own draws say, however its cycles are counted") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Cycle every = 1 + seed * 4 % 37;
    const Cycle longest = 1 + seed % 9;
    Stalled stalled(kEnd + 200);
    Stream draws(seed, "stalls");
    for (Cycle end = 0; end < kEnd;) {
      const Cycle begin = end + draws.geometric(1.0 / static_cast<double>(every));
      end = begin + 1 + draws.below(longest);
      stall(stalled, begin, end);
    }
    ServiceCycles service(true, every, longest, Stream(seed, "stalls"));
    Stream steps(seed, "steps");
    check_from(service, stalled, 0);
    for (Cycle now = 0; now < kEnd - 200;) {
      const Cycle to = now + steps.below(60);
      check_passed(service.advance(to), stalled, now, to);
      check_passed(service.advance(now), stalled, to, to);
      now = to;
      check_from(service, stalled, now);
    }
  }
}

TEST_CASE("a host stalls for as long as it is told, from when it is told, anew in a stall") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Cycle longest = 1 + seed % 9;
    Stalled stalled(kEnd + 200);
    ServiceCycles service(false, 1, longest, Stream(seed, "stalls"));
    Stream steps(seed, "steps");
    check_from(service, stalled, 0);
    for (Cycle now = 0; now < kEnd - 200;) {
      const Cycle to = now + 1 + steps.below(20);
      check_passed(service.advance(to), stalled, now, to);
      now = to;
      if (steps.chance(0.7)) {
        // From the cycle of a header on, or from the next one, behind an XON: none is said in a
        // stall.
        const Cycle begin = stalled[now] ? now : now + steps.below(2);
        service.stall(begin);
        stall(stalled, begin, begin + longest);
      }
      check_from(service, stalled, now);
    }
  }
}
