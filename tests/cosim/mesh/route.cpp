// SPDX-License-Identifier: Apache-2.0
/// `planar_route` against the golden rule, a header a clock (MESH-ORD-1 to MESH-ORD-6).
#include <catch2/catch.hpp>

#include <algorithm>
#include <optional>

#include "cosim/lockstep/runtime.hpp"
#include "cosim/mesh/rtl.hpp"
#include "golden/mesh/mesh.hpp"
#include "kernel/stream.hpp"

using namespace selvage;
using golden::kMeshHostPort;
using golden::PlanarAnswer;
using golden::PlanarRequest;

namespace {

/// The neighbour of q.dst in direction `d`, if it is in a mesh of k nodes a side and a header of
/// this sub-network may carry it.
std::uint8_t random_proxy(const PlanarRequest& q, unsigned k, unsigned d) {
  const int at = q.dst.beside(d)[golden::dimension_of(d)];
  const bool exists = at >= 0 && at < static_cast<int>(k);
  const bool x_in_yz = q.sub >= 2 && golden::dimension_of(d) == 0;
  return exists && !x_in_yz ? static_cast<std::uint8_t>(d) : golden::kNoProxy;
}

/// Anything a node may be asked: near and far, few and many faults, few and many channels free.
PlanarRequest random_request(kernel::Stream& random) {
  PlanarRequest q;
  const auto below = [&random](unsigned n) { return static_cast<unsigned>(random.below(n)); };
  const unsigned k = 2 + below(15);
  for (unsigned i = 0; i < 3; ++i) {
    q.here.at[i] = static_cast<int>(below(k));
    const bool near = random.chance(0.5);
    const int step = static_cast<int>(below(3)) - 1;
    q.dst.at[i] = near ? std::min(std::max(q.here[i] + step, 0), static_cast<int>(k) - 1)
                       : static_cast<int>(below(k));
  }
  q.in_port = static_cast<std::uint8_t>(below(7));
  q.sub = q.in_port == kMeshHostPort ? std::uint8_t{0} : static_cast<std::uint8_t>(below(4));
  if (q.sub >= 2) q.dst.at[0] = q.here[0];  // in plane yz x is done
  if (random.chance(0.3)) q.proxy = random_proxy(q, k, below(6));
  q.reserve = random.chance(0.8);
  q.fallback = random.chance(0.8);
  q.tie = random.chance(0.5);
  const auto sparse = [&](unsigned bits) {
    unsigned word = ~0U;
    for (unsigned i = below(4); i > 0; --i) word &= static_cast<unsigned>(random.next());
    return (random.chance(0.2) ? 0U : word) & ((1U << bits) - 1);
  };
  q.nb_down = static_cast<std::uint8_t>(sparse(6));
  for (std::uint8_t& statuses : q.nb_unsafe) statuses = static_cast<std::uint8_t>(sparse(4));
  q.unsafe = static_cast<std::uint8_t>(sparse(4));
  q.line = static_cast<std::uint8_t>(sparse(6));
  for (std::uint8_t& lines : q.nb_line) lines = static_cast<std::uint8_t>(sparse(6));
  q.free = sparse(12);
  return q;
}

struct Outcome {
  std::uint64_t compared = 0;
  std::string requirement;  ///< of the first difference
  std::string text;
};

Outcome compare_decisions(cosim::PlanarRouteBlock& block, std::uint64_t count,
                          kernel::Stream& random) {
  Outcome result;
  std::optional<PlanarAnswer> expected;
  for (std::uint64_t i = 0; i <= count; ++i) {
    const bool idle = i == count || random.chance(0.05);
    const PlanarRequest q = random_request(random);
    block.edge(idle ? cosim::PlanarRouteIn{} : cosim::to_block(q));
    const cosim::PlanarRouteOut out = block.outputs();
    if (out.valid != expected.has_value()) {
      result.requirement = "MESH-CTL-2";
      return result;
    }
    if (expected) {
      ++result.compared;
      const PlanarAnswer actual = cosim::from_block(out);
      if (!(actual == *expected)) {
        const auto d = cosim::explain(*expected, actual);
        result.requirement = d.requirement;
        result.text = d.what + ": " + d.expected + ", not " + d.actual;
        return result;
      }
    }
    expected.reset();
    if (!idle) expected = golden::planar_route(golden::kIpar, q);
  }
  return result;
}

}  // namespace

TEST_CASE("a million decisions (MESH-ORD-1 to 6, MESH-ORD-8, MESH-ORD-9, MESH-CTL-2)", "[mesh]") {
  const auto block = cosim::make_planar_route({});
  kernel::Stream random(1, "decisions");
  const Outcome outcome = compare_decisions(*block, 1'100'000, random);
  INFO(outcome.text);
  CHECK(outcome.requirement == "");
  CHECK(outcome.compared >= 1'000'000);
  CHECK_FALSE(cosim::rtl_failure_pending());
}

TEST_CASE("COS-RESET: planar_route, reset with headers in it", "[mesh]") {
  kernel::Stream random(3, "decisions");
  for (unsigned i = 0; i < 3000; ++i) {
    const auto block = cosim::make_planar_route({});
    const Outcome outcome = compare_decisions(*block, random.below(20), random);
    INFO("run " << i << ": " << outcome.text);
    REQUIRE(outcome.requirement == "");
    for (auto left = random.below(3); left > 0; --left)
      block->edge(cosim::to_block(random_request(random)));
  }
  CHECK_FALSE(cosim::rtl_failure_pending());
}

TEST_CASE("Every deliberate defect of planar_route is caught",
          "[mesh][bug][MESH-ORD-4][MESH-ORD-6][MESH-ORD-9]") {
  const unsigned bug = GENERATE(range(0U, 10U));
  const auto block = cosim::make_planar_route({1U << bug});
  kernel::Stream random(2, "decisions");
  const Outcome outcome = compare_decisions(*block, 100'000, random);
  INFO("bug " << bug << ": " << outcome.text);
  CHECK(outcome.requirement == (bug == 3 ? "MESH-ORD-6" : bug == 8 ? "MESH-ORD-9" : "MESH-ORD-4"));
  static_cast<void>(cosim::take_rtl_failure());
}
