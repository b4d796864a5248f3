// SPDX-License-Identifier: Apache-2.0
/// \file
/// Follows the packets of all pairs at once through a settled fault state (FT-RS-1..5).
#pragma once

#include <vector>

#include "tolerance/settled_state.hpp"

namespace selvage::tolerance {

template <unsigned W>
class Follower {
 public:
  using Set = LeafSet<W>;
  using State = SettledState<W>;

  explicit Follower(const Geometry& g) : g_(g), arrives_(g.n) {
    for (unsigned l = 0; l < g.n; ++l) arrives_[l].resize(g.width(l));
    // Destinations by the digit p'_l that a switch of level l prefers: digit l-1 of the leaf.
    prefers_.resize(g.n, std::vector<Set>(g.h));
    for (unsigned l = 1; l + 1 < g.n; ++l) {
      for (std::uint32_t x = 0; x < g.leaves; ++x) {
        prefers_[l][g.digit(x, l - 1)].add_range(x, 1);
      }
    }
  }

  /// Ordered pairs of different hosts whose packet does not arrive. `row_of(l, v, row)` gives the
  /// tables of a switch. `fail(v)` is called for a source leaf whose packets arrive without a path.
  template <class RowOf, class Fail>
  std::uint64_t undelivered(const State& state, RowOf row_of, Fail fail) {
    go_down(state);
    typename State::Row row;
    for (unsigned l = g_.n - 1; l-- > 1;) {
      for (std::uint32_t v = 0; v < g_.leaves; ++v) {
        row_of(l, v, row);
        Set& arrives = arrives_[l][v];  // so far: going down
        Set up;
        for (unsigned q = 0; q < g_.h; ++q) {
          up |= by_preference(state, row, l, v, q, prefers_[l][q] - state.same(l, l, v));
        }
        arrives |= up;
      }
    }
    std::uint64_t lost = 0;
    for (std::uint32_t v = 0; v < g_.leaves; ++v) {
      row_of(0, v, row);
      const Set others = state.all() - state.same(0, 0, v);
      for (unsigned q = 0; q < g_.h; ++q) {  // p'_0 is the host at its leaf, not part of the leaf
        const Set arrived = by_preference(state, row, 0, v, q, others);
        if (!(arrived - state.level(0).paths[v]).empty()) fail(v);
        lost += (others - arrived).count();
      }
    }
    return lost * g_.h;  // every host of the source leaf
  }
  [[nodiscard]] std::uint64_t bytes() const {
    std::uint64_t sum = 0;
    for (const auto& level : arrives_) sum += level.size() * sizeof(Set);
    return sum;
  }

 private:
  /// Leaves that a packet reaches which goes down from each switch.
  void go_down(const State& state) {
    for (std::uint32_t v = 0; v < g_.leaves; ++v) {
      arrives_[0][v].clear();
      arrives_[0][v].add_range(v, 1);
    }
    for (unsigned l = 1; l < g_.n; ++l) {
      const unsigned ports = l + 1 == g_.n ? 2 * g_.h : g_.h;
      for (std::uint32_t v = 0; v < g_.width(l); ++v) {
        Set& arrives = arrives_[l][v];
        arrives.clear();
        const unsigned j = g_.digit(v, l - 1);  // of each child: its up port h+j leads here
        for (unsigned k = 0; k < ports; ++k) {
          const std::uint32_t c = g_.child(l, v, k);
          if (((state.level(l - 1).dead[c] >> j) & 1U) != 0) continue;
          // A child of level l-1 > 0 holds only its way down yet: levels rise.
          arrives |= arrives_[l - 1][c];
        }
      }
    }
  }

  /// Of `wanted`, which all prefer up port h+q at switch v of level l, those that arrive.
  Set by_preference(const State& state, const typename State::Row& row, unsigned l, std::uint32_t v,
                    unsigned q, Set wanted) const {
    Set arrived;
    for (unsigned i = 0; i < g_.h && !wanted.empty(); ++i) {
      const unsigned j = (q + i) % g_.h;
      Set excluded = row.lfe[j];
      if (row.ps[j] >= 0) excluded |= state.beyond(l, v, row.ps[j]);
      const Set taken = wanted - excluded;
      wanted &= excluded;
      if (((state.level(l).dead[v] >> j) & 1U) != 0) continue;  // lost on the dead link
      arrived |= taken & arrives_[l + 1][g_.parent(l, v, j)];
    }
    return arrived;
  }

  Geometry g_;
  std::vector<std::vector<Set>> arrives_;  ///< [l][v]: leaves that a packet at this switch reaches
  std::vector<std::vector<Set>> prefers_;
};

}  // namespace selvage::tolerance
