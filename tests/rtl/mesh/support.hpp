// SPDX-License-Identifier: Apache-2.0
/// \file
/// Headers for planar_route by itself, and its answers.
#pragma once

#include "cosim/mesh/block.hpp"

namespace selvage::test {

inline constexpr unsigned kHost = 6;

inline unsigned at(unsigned x, unsigned y, unsigned z) { return x | y << 4 | z << 8; }

/// A header from the host, everything healthy, safe and free.
inline cosim::PlanarRouteIn header(unsigned here, unsigned dst, unsigned in_port = kHost,
                                   unsigned sub = 0) {
  cosim::PlanarRouteIn in;
  in.valid = true;
  in.here = here;
  in.dst = dst;
  in.in_port = in_port;
  in.sub = sub;
  in.free = 0xFFF;
  return in;
}

inline cosim::PlanarRouteOut answer(cosim::PlanarRouteBlock& block,
                                    const cosim::PlanarRouteIn& in) {
  block.edge(in);
  block.edge({});
  return block.outputs();
}

inline unsigned channel(const cosim::PlanarRouteOut& out) { return 2 * out.dir + out.vc; }

}  // namespace selvage::test
