// SPDX-License-Identifier: Apache-2.0
/// Single decisions of planar_route, and whole ways without faults.
#include <catch2/catch.hpp>

#include <array>
#include <tuple>

#include "control/random.hpp"
#include "cosim/lockstep/runtime.hpp"
#include "support.hpp"

using namespace selvage;
using namespace test;
using cosim::PlanarRouteIn;
using cosim::PlanarRouteOut;

TEST_CASE("The answer comes two edges later, and is 0 without a header", "[mesh][MESH-CTL-2]") {
  const auto block = cosim::make_planar_route({});
  block->edge(header(at(1, 1, 1), at(2, 1, 1)));
  CHECK_FALSE(block->outputs().valid);
  block->edge(header(at(1, 1, 1), at(1, 1, 1)));
  CHECK(block->outputs().grant);
  CHECK(block->outputs().legal == 0b11);
  block->edge({});
  CHECK(block->outputs().eject);
  CHECK(block->outputs().legal == 0);
  CHECK_FALSE(block->outputs().drop);
  block->edge({});
  CHECK_FALSE(block->outputs().valid);
  CHECK_FALSE(block->outputs().eject);
}

TEST_CASE("Every way without faults is minimal, in order and ends",
          "[mesh][MESH-ORD-4][MESH-ORD-7]") {
  const auto block = cosim::make_planar_route({});
  const unsigned k = 4;
  const bool tie = GENERATE(false, true);
  for (unsigned from = 0; from < k * k * k; ++from) {
    for (unsigned to = 0; to < k * k * k; ++to) {
      std::array<unsigned, 3> c{from % k, from / k % k, from / k / k};
      const std::array<unsigned, 3> t{to % k, to / k % k, to / k / k};
      unsigned distance = 0;
      for (unsigned i = 0; i < 3; ++i) distance += c[i] > t[i] ? c[i] - t[i] : t[i] - c[i];
      unsigned port = kHost;
      unsigned sub = 0;
      for (unsigned hop = 0;; ++hop) {
        PlanarRouteIn in = header(at(c[0], c[1], c[2]), at(t[0], t[1], t[2]), port, sub);
        in.tie = tie;
        const PlanarRouteOut out = answer(*block, in);
        REQUIRE(out.valid);
        if (out.eject) {
          REQUIRE(hop == distance);
          break;
        }
        REQUIRE(out.grant);
        REQUIRE(hop < distance);
        REQUIRE(out.sub >= sub);
        sub = out.sub;
        port = out.dir ^ 1U;
        c[out.dir / 2] += out.dir % 2 == 0 ? 1U : ~0U;
      }
    }
  }
  CHECK_FALSE(cosim::rtl_failure_pending());
}

TEST_CASE("Choice: ascending sub-network, x or z before y, y first with tie in plane yz",
          "[mesh][MESH-ORD-2][MESH-ORD-5][MESH-ORD-6]") {
  const auto block = cosim::make_planar_route({});
  PlanarRouteIn in = header(at(5, 5, 5), at(7, 7, 7));
  PlanarRouteOut out = answer(*block, in);
  CHECK(out.legal == (1U << 0 | 1U << 4));
  CHECK(channel(out) == 0);
  CHECK(out.sub == 0);
  in.free = ~1U & 0xFFF;
  CHECK(channel(answer(*block, in)) == 4);
  in.free = 0xFEE;  // neither: wait
  out = answer(*block, in);
  CHECK_FALSE(out.grant);
  CHECK_FALSE(out.drop);
  CHECK(out.dir == 0);
  CHECK(out.legal == (1U << 0 | 1U << 4));
  in = header(at(5, 5, 5), at(5, 7, 7), 1, 0);
  CHECK(answer(*block, in).legal == (1U << 5 | 1U << 8));
  CHECK(channel(answer(*block, in)) == 8);
  in.tie = true;
  CHECK(channel(answer(*block, in)) == 5);
  in = header(at(5, 5, 5), at(7, 5, 5));  // e_y = 0: both sub-networks
  CHECK(answer(*block, in).legal == (1U << 0 | 1U << 1));
  in.line = 1U << 0;  // a fault somewhere in x+: the odd one in reserve
  CHECK(answer(*block, in).legal == 1U << 0);
  in.reserve = false;
  CHECK(answer(*block, in).legal == (1U << 0 | 1U << 1));
}

TEST_CASE("Ways round are kept in reserve", "[mesh][MESH-ORD-5]") {
  const auto block = cosim::make_planar_route({});
  const auto line_at = [](unsigned neighbour, unsigned d) {
    return std::uint64_t{1} << (6 * neighbour + d);
  };
  PlanarRouteIn in = header(at(5, 5, 5), at(5, 4, 7), kHost, 0);
  in.nb_line = ~line_at(3, 4) & ((std::uint64_t{1} << 36) - 1);
  CHECK(answer(*block, in).legal == (1U << 7 | 1U << 9));
  in.nb_line = line_at(3, 4);  // a fault in z+ from the neighbour in y-
  CHECK(answer(*block, in).legal == 1U << 9);
  in.reserve = false;
  CHECK(answer(*block, in).legal == (1U << 7 | 1U << 9));
  in.reserve = true;
  in.nb_down = 1U << 4;  // no z hop: nothing to keep it for
  CHECK(answer(*block, in).legal == 1U << 7);
  in.nb_down = 0;
  in.dst = at(5, 3, 7);
  CHECK(answer(*block, in).legal == (1U << 7 | 1U << 9));
  in.dst = at(5, 3, 6);
  in.nb_line = ~line_at(4, 3) & ((std::uint64_t{1} << 36) - 1);
  CHECK(answer(*block, in).legal == (1U << 7 | 1U << 9));
  in.nb_line = line_at(4, 3);  // the last z hop waits for y
  CHECK(answer(*block, in).legal == 1U << 7);
  in = header(at(5, 5, 5), at(6, 7, 6));
  in.nb_line = line_at(0, 2);  // the last x hop does not, as z is left
  CHECK(answer(*block, in).legal == (1U << 0 | 1U << 4));
  in.dst = at(6, 7, 5);
  CHECK(answer(*block, in).legal == 1U << 4);
}

TEST_CASE("With only y left and no channel in plane xy, plane yz is tried, not from YZ- up",
          "[mesh][MESH-ORD-1][MESH-ORD-4]") {
  const auto block = cosim::make_planar_route({});
  PlanarRouteIn in = header(at(5, 5, 5), at(5, 7, 5), 3, 0);
  CHECK(answer(*block, in).legal == 1U << 4);
  in.nb_down = 1U << 0 | 1U << 1 | 1U << 2;  // neither up nor round in plane xy
  CHECK(answer(*block, in).legal == (1U << 8 | 1U << 10));
  in = header(at(5, 5, 5), at(5, 5, 7), 5, 3);
  in.nb_down = 1U << 4;  // only z left in YZ-: no way round
  CHECK(answer(*block, in).drop);
  in.sub = 2;
  CHECK(answer(*block, in).legal == 1U << 5);
}

TEST_CASE("Tiers: safe before detour before the other sub-network before healthy",
          "[mesh][MESH-ORD-3][MESH-ORD-4]") {
  const auto block = cosim::make_planar_route({});
  PlanarRouteIn in = header(at(5, 5, 5), at(7, 7, 5), 1, 0);
  CHECK(answer(*block, in).legal == (1U << 0 | 1U << 4));
  in.nb_unsafe = 1U << 0;  // neighbour x+ unsafe in xy same
  CHECK(answer(*block, in).legal == 1U << 4);
  in.nb_unsafe = 1U << 1;  // in xy mixed: another quadrant
  CHECK(answer(*block, in).legal == (1U << 0 | 1U << 4));
  in.nb_down = 1U << 0 | 1U << 2;  // x+ and y+ gone: only back, which is not allowed; then XY-
  in.nb_unsafe = 0;
  CHECK(answer(*block, in).legal == 1U << 6);  // y- of XY-, a detour there
  in.in_port = 2;
  CHECK(answer(*block, in).legal == 1U << 2);  // came by y+: x- is a detour in XY+
  in.nb_down = 0x3F;
  CHECK(answer(*block, in).drop);
  in = header(at(5, 5, 5), at(7, 5, 5), 1, 0);
  in.nb_unsafe = 0x333333 & 0xFFFFFF;
  CHECK(answer(*block, in).legal == 1U << 0);  // healthy will do
  in.fallback = false;
  CHECK(answer(*block, in).drop);
  in.dst = at(6, 5, 5);
  CHECK(answer(*block, in).legal == 1U << 0);  // the destination is safe
}

TEST_CASE(
    "From an unsafe source also against y, where it enters the plane of the destination (MESH-ORD-8)",
    "[mesh]") {
  const auto block = cosim::make_planar_route({});
  PlanarRouteIn in = header(at(1, 1, 2), at(4, 4, 2));
  in.nb_down = 1U << 0 | 1U << 2;                  // x+ and y+ gone
  CHECK(answer(*block, in).legal == 1U << 1 * 2);  // x- c1, a detour
  in.unsafe = 1U << 0;
  CHECK(answer(*block, in).legal == (1U << 2 | 1U << 6));
  in.unsafe = 1U << 1;  // in the other quadrant
  CHECK(answer(*block, in).legal == 1U << 2);
  in.unsafe = 1U << 0;
  in.nb_unsafe = 1U << 12;  // the neighbour in y- is unsafe too
  CHECK(answer(*block, in).legal == 1U << 2);
  in.nb_unsafe = 0;
  in.in_port = 1;                              // not the source
  CHECK(answer(*block, in).legal == 1U << 6);  // x- turns back; XY- is another sub-network
  in.in_port = kHost;
  in.dst = at(4, 4, 3);  // not in the plane
  CHECK(answer(*block, in).legal == 1U << 2);
}

TEST_CASE("Every deliberate fault of the mesh routing shows", "[mesh][bug][COS-BUG]") {
  const unsigned bug = GENERATE(range(0U, 10U));
  const auto good = cosim::make_planar_route({});
  const auto faulty = cosim::make_planar_route({1U << bug});
  tb::Random random(bug);
  bool differ = false;
  const auto seen = [](const cosim::PlanarRouteBlock& block) {
    const PlanarRouteOut o = block.outputs();
    return std::make_tuple(o.eject, o.drop, o.grant, o.dir, o.vc, o.sub, o.proxy, o.legal);
  };
  for (unsigned i = 0; i < 20000 && !differ; ++i) {
    const std::array<unsigned, 3> here{random.below(3), random.below(3), random.below(3)};
    std::array<unsigned, 3> dst{random.below(3), random.below(3), random.below(3)};
    const unsigned in_port = random.below(7);
    const unsigned sub = in_port == kHost ? 0 : random.below(4);
    if (sub >= 2) dst[0] = here[0];  // x is done
    PlanarRouteIn in =
        header(at(here[0], here[1], here[2]), at(dst[0], dst[1], dst[2]), in_port, sub);
    const unsigned d = random.below(6);
    if (dst[d / 2] != (d % 2 == 0 ? 2U : 0U) && (sub < 2 || d >= 2)) in.proxy = d + 1;
    in.reserve = random.percent(80);
    in.fallback = random.percent(80);
    in.tie = random.percent(50);
    in.nb_down = random.below(64) & random.below(64);
    in.nb_unsafe = random.below(1U << 24) & random.below(1U << 24);
    in.unsafe = random.below(16);
    in.line = random.below(64) & random.below(64);
    in.nb_line = random.next() & random.next() & ((std::uint64_t{1} << 36) - 1);
    in.free = random.below(1U << 12) | random.below(1U << 12);
    good->edge(in);
    REQUIRE(cosim::take_rtl_failure() == "");  // so the input is legal
    faulty->edge(in);
    static_cast<void>(cosim::take_rtl_failure());
    differ = seen(*good) != seen(*faulty);
  }
  CHECK(differ);
}
