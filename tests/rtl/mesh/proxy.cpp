// SPDX-License-Identifier: Apache-2.0
/// Headers with a proxy: single decisions of planar_route, and whole ways without faults.
#include <catch2/catch.hpp>

#include <array>

#include "cosim/lockstep/runtime.hpp"
#include "support.hpp"

using namespace selvage;
using namespace test;
using cosim::PlanarRouteIn;
using cosim::PlanarRouteOut;

TEST_CASE(
    "A header goes for its proxy, gives it up there and goes on to the destination (MESH-ORD-9)",
    "[mesh]") {
  const auto block = cosim::make_planar_route({});
  const auto with = [](PlanarRouteIn in, unsigned proxy) {
    in.proxy = proxy;
    return in;
  };
  SECTION("it heads for the proxy") {
    PlanarRouteIn in = header(at(5, 5, 5), at(8, 5, 5));
    CHECK(answer(*block, in).legal == (1U << 0 | 1U << 1));
    in.proxy = 3;  // (8,6,5)
    PlanarRouteOut out = answer(*block, in);
    CHECK(out.legal == (1U << 0 | 1U << 4));
    CHECK(channel(out) == 0);
    CHECK(out.sub == 0);
    CHECK(out.proxy == 3);
    in.free = ~1U & 0xFFF;
    out = answer(*block, in);
    CHECK(channel(out) == 4);
    CHECK(out.proxy == 3);
    in.proxy = 4;  // (8,4,5)
    CHECK(answer(*block, in).legal == (1U << 1 | 1U << 6));
    in.proxy = 6;  // (8,5,4): x before z
    CHECK(answer(*block, in).legal == (1U << 0 | 1U << 1));
    in = header(at(5, 5, 5), at(5, 5, 8), 5, 2);
    CHECK(answer(*block, in).legal == 1U << 8);
    out = answer(*block, with(in, 3));  // (5,6,8)
    CHECK(out.legal == (1U << 5 | 1U << 8));
    CHECK(channel(out) == 8);
    CHECK(out.sub == 2);
    CHECK(out.proxy == 3);
    in.dst = at(5, 7, 5);
    CHECK(answer(*block, in).legal == 1U << 5);
    CHECK(answer(*block, with(in, 5)).legal == (1U << 5 | 1U << 8));  // (5,7,6)
  }
  SECTION("it gives it up there") {
    const auto at_proxy = [&](unsigned here, unsigned dst, unsigned port, unsigned sub, unsigned p,
                              unsigned expected, unsigned expected_sub) {
      const PlanarRouteOut out = answer(*block, with(header(here, dst, port, sub), p));
      CHECK(out.legal == 1U << expected);
      CHECK(channel(out) == expected);
      CHECK(out.sub == expected_sub);
      CHECK(out.proxy == 0);
    };
    at_proxy(at(8, 6, 5), at(8, 5, 5), 1, 0, 3, 7, 3);  // down from XY+: plane yz
    at_proxy(at(8, 4, 5), at(8, 5, 5), 1, 0, 4, 4, 0);  // up in XY+
    at_proxy(at(8, 5, 5), at(7, 5, 5), 3, 0, 1, 2, 0);
    at_proxy(at(7, 5, 5), at(8, 5, 5), 2, 1, 2, 1, 1);
    at_proxy(at(5, 6, 8), at(5, 5, 8), 5, 2, 3, 7, 3);
    at_proxy(at(5, 5, 8), at(5, 5, 7), 3, 2, 5, 10, 2);
  }
  SECTION("at the destination it is ejected, whatever the proxy") {
    for (unsigned proxy = 0; proxy <= 6; ++proxy) {
      for (unsigned sub = 0; sub < 4; ++sub) {
        const PlanarRouteOut out =
            answer(*block, with(header(at(8, 5, 5), at(8, 5, 5), 1 + 2 * (sub / 2), sub), proxy));
        CHECK(out.eject);
        CHECK_FALSE(out.drop);
        CHECK(out.legal == 0);
        CHECK(out.proxy == 0);
      }
    }
  }
  SECTION("for a proxy in x it stays in plane xy, without a second plane") {
    PlanarRouteIn in = header(at(5, 7, 5), at(5, 5, 5), 1, 0);
    CHECK(answer(*block, in).legal == 1U << 7);  // that y alone is left
    in.dst = at(6, 5, 5);
    PlanarRouteOut out = answer(*block, with(in, 2));
    CHECK(out.legal == (1U << 1 | 1U << 3 | 1U << 6));  // all of XY-, the other sub-network
    CHECK(channel(out) == 1);
    CHECK(out.sub == 1);
    CHECK(out.proxy == 2);
    in.dst = at(4, 5, 5);
    CHECK(answer(*block, with(in, 1)).legal == (1U << 1 | 1U << 3 | 1U << 6));
    in = header(at(5, 5, 5), at(5, 7, 8), 1, 0);
    CHECK(answer(*block, in).legal == (1U << 5 | 1U << 8));
    in.dst = at(6, 7, 8);
    CHECK(answer(*block, with(in, 2)).legal == 1U << 4);

    in = header(at(5, 5, 5), at(5, 7, 5), 3, 0);
    in.nb_down = 1U << 0 | 1U << 1 | 1U << 2;  // neither up nor round in plane xy
    CHECK(answer(*block, in).legal == (1U << 8 | 1U << 10));
    in.dst = at(6, 7, 5);
    out = answer(*block, with(in, 2));
    CHECK(out.drop);
    CHECK(out.proxy == 0);
    in.in_port = kHost;
    CHECK(answer(*block, with(in, 2)).drop);
    in.dst = at(5, 6, 5);
    CHECK(answer(*block, with(in, 3)).legal == (1U << 8 | 1U << 10));  // a proxy in y
    in.nb_down = 0;
    in.dst = at(6, 7, 5);
    CHECK(answer(*block, with(in, 2)).legal == 1U << 4);
  }
  SECTION("it is the proxy that counts as safe, and as the plane to enter") {
    PlanarRouteIn in = header(at(5, 5, 5), at(6, 4, 5));
    in.fallback = false;
    in.nb_unsafe = 0xF;
    CHECK(answer(*block, with(in, 3)).legal == (1U << 0 | 1U << 1));  // (6,5,5) is next
    in.dst = at(6, 5, 5);
    CHECK(answer(*block, with(in, 3)).legal == 1U << 4);  // on the way to (6,6,5)
    in.nb_unsafe = 0;
    CHECK(answer(*block, with(in, 3)).legal == (1U << 0 | 1U << 4));
    in = header(at(1, 1, 2), at(4, 4, 3));
    in.nb_down = 1U << 0 | 1U << 2;  // x+ and y+ gone, and the source unsafe
    in.unsafe = 1U << 0;
    CHECK(answer(*block, in).legal == 1U << 2);
    CHECK(answer(*block, with(in, 6)).legal == (1U << 2 | 1U << 6));  // (4,4,2) lies in the plane
  }
  SECTION("without a grant there is none") {
    PlanarRouteIn in = with(header(at(5, 5, 5), at(8, 5, 5)), 3);
    in.free = 0xFEE;  // wait
    PlanarRouteOut out = answer(*block, in);
    CHECK(out.legal == (1U << 0 | 1U << 4));
    CHECK_FALSE(out.grant);
    CHECK(out.proxy == 0);
    in.nb_down = 0x3F;
    out = answer(*block, in);
    CHECK(out.drop);
    CHECK(out.proxy == 0);
    in.valid = false;
    CHECK(answer(*block, in).proxy == 0);
  }
  CHECK(cosim::take_rtl_failure() == "");
}

TEST_CASE("Every way without faults passes its proxy or ends before, and is minimal (MESH-ORD-9)",
          "[mesh]") {
  const auto block = cosim::make_planar_route({});
  const bool tie = GENERATE(false, true);
  using Node = std::array<unsigned, 3>;
  const unsigned k = 4;
  const unsigned low = 6;  // corner of the mesh: carries of all lengths
  const auto node = [&](unsigned n) { return Node{low + n % k, low + n / k % k, low + n / k / k}; };
  const auto distance = [](const Node& a, const Node& b) {
    unsigned sum = 0;
    for (unsigned i = 0; i < 3; ++i) sum += a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
    return sum;
  };
  unsigned passed = 0;
  for (unsigned way = 0; way < k * k * k * k * k * k * 6; ++way) {
    const Node from = node(way % (k * k * k));
    const Node to = node(way / 6 / (k * k * k) % (k * k * k));
    const unsigned d = way / (k * k * k) % 6;
    const bool yz = from[2] != to[2];
    if (d / 2 == (yz ? 0U : 2U)) continue;              // not in the plane
    if (yz && d == 3 && to[1] < from[1] + 2) continue;  // from YZ- no way leads up
    Node proxy = to;
    proxy[d / 2] += d % 2 == 0 ? 1U : ~0U;
    if (proxy[d / 2] < low || proxy[d / 2] >= low + k) continue;
    Node c = from;
    unsigned port = kHost;
    unsigned sub = 0;
    unsigned carried = d + 1;
    for (unsigned hop = 0;; ++hop) {
      PlanarRouteIn in = header(at(c[0], c[1], c[2]), at(to[0], to[1], to[2]), port, sub);
      in.proxy = carried;
      in.tie = tie;
      const PlanarRouteOut out = answer(*block, in);
      if (c == proxy) carried = 0;
      if (out.eject) {
        REQUIRE(c == to);
        REQUIRE(hop == (carried == 0 ? distance(from, proxy) + 1 : distance(from, to)));
        if (carried == 0) ++passed;
        break;
      }
      REQUIRE(out.grant);
      REQUIRE(hop < 3 * k);
      REQUIRE(out.sub >= sub);
      REQUIRE(out.proxy == carried);
      sub = out.sub;
      port = out.dir ^ 1U;
      c[out.dir / 2] += out.dir % 2 == 0 ? 1U : ~0U;
    }
  }
  CHECK(passed > 1000);
  CHECK(cosim::take_rtl_failure() == "");
}
