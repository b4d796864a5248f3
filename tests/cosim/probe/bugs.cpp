// SPDX-License-Identifier: Apache-2.0
/// Every deliberate fault of link_probe is found in lockstep, with place, cycle and requirement; a
/// timing that the RTL does not support is an assertion.
#include <catch2/catch.hpp>

#include "support.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

constexpr golden::ProbeTiming kTiming{100, 20, 2, 8};

/// First mismatch of a prober whose link is dead until cycle 300; later the answer to the probe of
/// cycle 407 comes in the cycle of its deadline.
std::string first_mismatch(std::uint32_t bug) {
  ProbedPort port(kTiming, 7, bug);
  port.run(2000, [](Cycle sent) {
    if (sent < 300) return kNever;
    return sent == 407 ? sent + 20 : sent + 8;
  });
  return port.mismatch();
}

}  // namespace

TEST_CASE("Without a bug there is no mismatch", "[probe][bug][FT-DET-1][FT-DET-3]") {
  CHECK(first_mismatch(0) == "");
}
TEST_CASE("RTL prober bug 0, one repetition too few, is caught", "[probe][bug][FT-DET-1]") {
  CHECK(first_mismatch(cosim::kProbeOneRetryLess) ==
        "cycle 47, <1,00> port 2, FT-DET-1, event: golden probe sent, RTL declared dead");
}
TEST_CASE("RTL prober bug 1, declared up without an answer, is caught", "[probe][bug][FT-DET-3]") {
  CHECK(first_mismatch(cosim::kProbeUpWithoutAnswer) ==
        "cycle 107, <1,00> port 2, FT-DET-3, event: golden probe sent, RTL probe sent and "
        "declared up");
}
TEST_CASE("RTL prober bug 2, timeout off by one, is caught", "[probe][bug][FT-DET-1]") {
  CHECK(first_mismatch(cosim::kProbeTimeoutPlusOne) ==
        "cycle 7, <1,00> port 2, FT-DET-1, cycle of the next event: golden 27, RTL 28");
}
TEST_CASE("RTL prober bug 3, an answer in the cycle of the deadline counts, is caught",
          "[probe][bug][FT-DET-1]") {
  CHECK(first_mismatch(cosim::kProbeAnswerAtDeadline) ==
        "cycle 427, <1,00> port 2, FT-DET-1, event: golden probe sent, RTL nothing");
}
TEST_CASE("RTL prober bug 4, the period runs from the declaration, is caught",
          "[probe][bug][FT-DET-3]") {
  CHECK(first_mismatch(cosim::kProbePeriodFromDeath) ==
        "cycle 67, <1,00> port 2, FT-DET-3, cycle of the next event: golden 107, RTL 167");
}

TEST_CASE("COS-ASSERT: a period too short for the repetitions is an assertion", "[probe][bug]") {
  for (const Cycle period : {Cycle{61}, Cycle{60}}) {
    ProbedPort port({period, 20, 2, 8}, 7, 0, Engine::kRtl);
    port.run(40, [](Cycle) { return kNever; });
    if (period > 60) {
      CHECK(port.mismatch() == "");
    } else {
      CHECK_THAT(port.mismatch(), Catch::Matchers::Contains("probe_period_long_enough"));
    }
  }
}
