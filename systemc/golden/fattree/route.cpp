// SPDX-License-Identifier: Apache-2.0
#include "golden/fattree/route.hpp"

namespace selvage::golden {

namespace {

constexpr unsigned highest_bit(std::uint64_t x) {
  return 63U - static_cast<unsigned>(__builtin_clzll(x));
}

constexpr unsigned lowest_bit(std::uint32_t x) { return static_cast<unsigned>(__builtin_ctz(x)); }

}  // namespace

unsigned ancestor_level(Digits p, Digits q) {
  const std::uint64_t differing = p.packed ^ q.packed;
  return differing == 0 ? 0 : highest_bit(differing) / Digits::kBits;
}

FatTreeGrant route_select(unsigned level, const SwitchState& state, const FatTreeRequest& request) {
  const bool up = !request.from_up && level < ancestor_level(request.source, request.destination);
  const std::uint32_t excluded = up ? state.lft.lookup(level, request.destination) : 0;
  return route_select(level, state.up, excluded, request);
}

FatTreeGrant route_select(unsigned level, const std::vector<UpPortState>& up,
                          std::uint32_t excluded, const FatTreeRequest& request) {
  // Step 1, FT-RS-1: down by port p'_l, or up?
  const unsigned l_anc = ancestor_level(request.source, request.destination);
  const unsigned preferred = request.destination[level];
  if (request.from_up || level >= l_anc) {
    return {false, false, static_cast<std::uint8_t>(preferred), 0};
  }
  // Steps 2 and 3, FT-RS-2 and FT-RS-3: through up port h+j nothing as high as l_anc is reached, or
  // not the destination.
  const auto h = static_cast<unsigned>(up.size());
  for (unsigned j = 0; j < h; ++j) {
    const UpPortState& ps = up[j];
    excluded |= std::uint32_t{ps.failed && ps.level < l_anc} << j;
  }
  const auto all = static_cast<std::uint32_t>((std::uint64_t{1} << h) - 1U);
  const std::uint32_t v = all & ~excluded;
  // Step 4, FT-RS-5 and FT-RS-4: h+p'_l if it is in V, else the next one, wrapping around.
  if (v == 0) return {true, true, 0, 0};
  const std::uint32_t from_preferred = v & (~std::uint32_t{0} << preferred);
  const unsigned j = lowest_bit(from_preferred != 0 ? from_preferred : v);
  return {true, false, static_cast<std::uint8_t>(h + j), v};
}

}  // namespace selvage::golden
