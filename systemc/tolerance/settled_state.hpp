// SPDX-License-Identifier: Apache-2.0
/// \file
/// The settled fault state of every switch below the roots as sets of destination leaves.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tolerance/engine.hpp"
#include "tolerance/geometry.hpp"
#include "tolerance/leaf_set.hpp"

namespace selvage::tolerance {

/// Works the state of the corrected rule out, without limit of table lines, top down.
template <unsigned W>
class SettledState {
 public:
  using Set = LeafSet<W>;
  struct Level {
    std::vector<std::uint32_t> dead;  ///< [v], bit j: the link at up port h+j is dead
    std::vector<Set> dead_to;         ///< [low * h + j]: below switches with a dead link h+j
    std::vector<Set> paths;           ///< [v]: leaves with a healthy way up and down again
    std::vector<Set> advertised;      ///< [v]: below switches that children must not come here for
    std::vector<std::int8_t> reach;   ///< [v]: level of the DLFM sent down, -1 for none
    std::vector<std::uint8_t> plain;  ///< [v]: no fault has any influence here
    std::vector<Set> same;            ///< [a]: leaves that share the digits from this level on
    bool faulty = false;              ///< some link of this level is dead
    bool all_plain = true;
  };
  /// The content of one switch's tables, filled on demand.
  struct Row {
    std::array<Set, 32> lfe;           ///< [j]: below the switches whose entry has bit j
    std::array<std::int8_t, 32> ps{};  ///< PS.l of up port h+j, -1: not failed
  };

  explicit SettledState(const Geometry& g) : g_(g), levels_(g.n - 1) {
    all_.add_range(0, g.leaves);
    for (unsigned l = 0; l + 1 < g.n; ++l) {
      Level& level = levels_[l];
      level.dead.resize(g.leaves);
      level.dead_to.resize(g.pow[l + 1]);
      level.paths.resize(g.leaves);
      level.advertised.resize(g.leaves);
      level.reach.assign(g.leaves, -1);
      level.plain.assign(g.leaves, 1);
      level.same.resize(g.leaves / g.pow[l]);
      for (std::uint32_t a = 0; a < level.same.size(); ++a) {
        level.same[a].add_range(a * g.leaves_below(l), g.leaves_below(l));
      }
      for (Set& s : level.paths) s = all_;
    }
  }

  void load(const FaultSet& faults) {
    unload();
    for (const std::uint32_t link : faults) {
      const std::uint32_t sw = link / g_.h;
      const unsigned j = link % g_.h;
      const unsigned l = sw / g_.leaves;
      if (l + 1 >= g_.n) throw std::invalid_argument("no such link: " + std::to_string(link));
      const std::uint32_t v = sw % g_.leaves;
      Level& level = levels_[l];
      if (((level.dead[v] >> j) & 1U) != 0) {
        throw std::invalid_argument("link " + std::to_string(link) + " stands twice");
      }
      level.dead[v] |= std::uint32_t{1} << j;
      level.dead_to[g_.low(l, v) * g_.h + j] |= same(l, l, v);
      level.faulty = true;
      loaded_.push_back(link);
    }
  }

  /// Fills paths, advertised and reach of every level. Most lines any table needs. Sets `deviates`
  /// where the printed case 3 can hold back a statement. `fail(l, v)` is called where the
  /// candidates are not the paths.
  template <class Fail>
  std::uint64_t solve(bool& deviates, Fail fail) {
    deviates = false;
    std::uint64_t most = 0;
    for (unsigned l = g_.n - 1; l-- > 0;) {
      const bool above_plain = l + 2 == g_.n || levels_[l + 1].all_plain;
      Level& level = levels_[l];
      if (!level.faulty && above_plain) {
        if (!level.all_plain) reset(level);
        continue;
      }
      level.all_plain = false;
      for (std::uint32_t v = 0; v < g_.leaves; ++v) {
        most = std::max(most, solve(l, v, deviates, fail) / g_.pow[l]);
      }
    }
    return most;
  }

  /// After solve(): replaces what is advertised to children by what the printed rule advertises in
  /// the worst order of messages. `fail(l, v)` is called where that is more than by the corrected
  /// rule.
  template <class Fail>
  void advertise_as_printed(Fail fail) {
    for (unsigned l = g_.n - 1; l-- > 1;) {
      Level& level = levels_[l];
      for (std::uint32_t v = 0; v < g_.leaves && !level.all_plain; ++v) {
        if (level.plain[v] != 0) continue;
        const Set advertised = printed(l, v);
        if (!(advertised - level.advertised[v]).empty()) fail(l, v);
        level.advertised[v] = advertised;
      }
    }
  }

  [[nodiscard]] const Level& level(unsigned l) const { return levels_[l]; }
  [[nodiscard]] const Set& all() const { return all_; }
  /// Leaves that share the digits from `from` on with switch v of level l, l <= from < n-1.
  [[nodiscard]] const Set& same(unsigned from, unsigned, std::uint32_t v) const {
    return levels_[from].same[v / g_.pow[from]];
  }
  /// Destinations that up port h+j with PS.l = ps excludes at switch v: turns above ps.
  [[nodiscard]] Set beyond(unsigned l, std::uint32_t v, int ps) const {
    return all_ - same(static_cast<unsigned>(ps), l, v);
  }
  void row(unsigned l, std::uint32_t v, Row& row) const {
    for (unsigned j = 0; j < g_.h; ++j) {
      if (((levels_[l].dead[v] >> j) & 1U) != 0) {
        row.lfe[j].clear();
        row.ps[j] = static_cast<std::int8_t>(l);
        continue;
      }
      const Set& to = levels_[l].dead_to[g_.low(l, v) * g_.h + j];
      if (l + 2 == g_.n) {
        row.lfe[j] = to - same(l, l, v);
        row.ps[j] = -1;
        continue;
      }
      const Level& above = levels_[l + 1];
      const std::uint32_t p = g_.parent(l, v, j);
      row.lfe[j] = ((to & above.paths[p]) | above.advertised[p]) - same(l, l, v);
      row.ps[j] = above.reach[p];
    }
  }
  [[nodiscard]] std::uint64_t bytes() const {
    std::uint64_t sum = 0;
    for (const Level& l : levels_) {
      sum +=
          (l.dead_to.size() + l.paths.size() + l.advertised.size() + l.same.size()) * sizeof(Set) +
          l.dead.size() * 6;
    }
    return sum;
  }

 private:
  void unload() {
    for (const std::uint32_t link : loaded_) {
      const std::uint32_t v = link / g_.h % g_.leaves;
      const unsigned l = link / g_.h / g_.leaves;
      levels_[l].dead[v] = 0;
      levels_[l].dead_to[g_.low(l, v) * g_.h + link % g_.h].clear();
      levels_[l].faulty = false;
    }
    loaded_.clear();
  }

  void reset(Level& level) {
    for (std::uint32_t v = 0; v < g_.leaves; ++v) make_plain(level, v);
    level.all_plain = true;
  }
  void make_plain(Level& level, std::uint32_t v) {
    level.paths[v] = all_;
    level.advertised[v].clear();
    level.reach[v] = -1;
    level.plain[v] = 1;
  }

  /// One switch; returns the leaves below the switches it has an entry for.
  template <class Fail>
  std::uint64_t solve(unsigned l, std::uint32_t v, bool& deviates, Fail& fail) {
    Level& level = levels_[l];
    const bool top = l + 2 == g_.n;
    const Set& self = same(l, l, v);
    Set paths = self;  // leaves that some candidate leads to
    Set none = all_;   // no port is left for them
    Set entries;       // some bit is set
    int reach = l;     // highest PS.l while all are failed
    bool exact = true;
    int highest = -1;
    bool plain = level.dead[v] == 0;
    for (unsigned j = 0; j < g_.h; ++j) {
      if (((level.dead[v] >> j) & 1U) != 0) {
        none -= self;
        highest = std::max(highest, static_cast<int>(l));
        continue;
      }
      const Set& to = level.dead_to[g_.low(l, v) * g_.h + j];
      const std::uint32_t p = top ? 0 : g_.parent(l, v, j);
      if (top || levels_[l + 1].plain[p] != 0) {
        const Set lfe = to - self;
        plain = plain && lfe.empty();
        entries |= lfe;
        none &= lfe;
        paths |= all_ - to;
        reach = -1;
        continue;
      }
      plain = false;
      const Level& above = levels_[l + 1];
      const Set good = above.paths[p] - to;
      const Set lfe = ((to & above.paths[p]) | above.advertised[p]) - self;
      Set excluded = lfe;
      if (above.reach[p] >= 0) {
        excluded |= beyond(l, v, above.reach[p]);
        highest = std::max<int>(highest, above.reach[p]);
        if (reach >= 0) reach = std::max<int>(reach, above.reach[p]);
      } else {
        reach = -1;
      }
      entries |= lfe;
      none &= excluded;
      paths |= good;
      exact = exact && ((good | self) == ((all_ - excluded) | self));
    }
    if (plain) {
      make_plain(level, v);
      return 0;
    }
    level.plain[v] = 0;
    level.paths[v] = paths;
    level.reach[v] = static_cast<std::int8_t>(reach);
    if (!exact || paths != ((all_ - none) | self)) fail(l, v);
    Set advertised = none & entries;
    if (l > 0 && !advertised.empty() && highest >= 0)
      deviates = deviates || printed(l, v) != advertised;
    level.advertised[v] = advertised;
    return entries.count();
  }

  /// Below the switches that cases 2 and 3 as printed hold for, once all port states have settled:
  /// the least that any order of messages advertises to the children (E1).
  Set printed(unsigned l, std::uint32_t v) const {
    Row r;
    row(l, v, r);
    Set every = all_;    // case 2: each bit is set
    Set covered = all_;  // case 3: each port is failed or its bit is set
    Set entries;
    int highest = -1;
    for (unsigned j = 0; j < g_.h; ++j) {
      every &= r.lfe[j];
      if (r.ps[j] < 0) covered &= r.lfe[j];
      entries |= r.lfe[j];
      highest = std::max<int>(highest, r.ps[j]);
    }
    if (highest < 0) return every;
    return every | ((covered & entries) - same(static_cast<unsigned>(highest), l, v));
  }

  Geometry g_;
  Set all_;
  std::vector<Level> levels_;
  FaultSet loaded_;
};

}  // namespace selvage::tolerance
