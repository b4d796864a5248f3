// SPDX-License-Identifier: Apache-2.0
#include "golden/fattree/ground_truth.hpp"

#include <algorithm>

namespace selvage::golden {

namespace {

/// Number of digits up to the highest one in which two strings differ; 0 if they are equal.
unsigned differing_digits(Digits a, Digits b) {
  unsigned count = 0;
  while (a.from(count) != b.from(count)) ++count;
  return count;
}

}  // namespace

// A path that goes up by u_0, u_1, .. passes link i of its way up at <i, s_n-2..s_i u_i-1..u_0> and
// link i of its way down at <i, p_n-1..p_i+1 u_i-1..u_0>, both by up port h+u_i. So the dead link
// LK<i,c>k lies on it exactly if u_i-1..u_0 = c_i-1..c_0, u_i = k-h, and the digits of c from i on
// are those of the source's or of the destination's leaf switch.
GroundTruth::Cut GroundTruth::cut_of(const SwitchName& lower, unsigned j) {
  const unsigned i = lower.level;
  return {i, lower.c.from(i), Digits{lower.c.below(i)}.with(i, j)};
}

GroundTruth::GroundTruth(const FatTree& tree, const std::vector<SwitchPort>& dead) : tree_(&tree) {
  dead_.reserve(dead.size());
  for (const SwitchPort& link : dead) {
    dead_.push_back(cut_of(tree.name_of(link.sw), link.port - tree.h()));
  }
}

bool GroundTruth::is_dead(const SwitchName& lower, unsigned k) const {
  const Cut wanted = cut_of(lower, k - tree_->h());
  return std::any_of(dead_.begin(), dead_.end(), [&](const Cut& cut) {
    return cut.level == wanted.level && cut.below == wanted.below && cut.up == wanted.up;
  });
}

bool GroundTruth::way_up(const std::vector<Cut>& cuts, unsigned i, unsigned turn, Digits up) const {
  bool cut_further_on = false;
  for (const Cut& cut : cuts) {
    if (cut.level < i || cut.up.below(i + 1) != up.packed) continue;
    if (cut.level == i) return false;
    cut_further_on = true;
  }
  if (i + 1 == turn || !cut_further_on) return true;
  for (unsigned j = 0; j < tree_->h(); ++j) {
    if (way_up(cuts, i + 1, turn, up.with(i + 1, j))) return true;
  }
  return false;
}

std::uint32_t GroundTruth::good_up_ports(const SwitchName& s, unsigned turn, Digits p) const {
  const unsigned l = s.level;
  if (l >= turn) return 0;
  const Digits low{s.c.below(l)};
  std::vector<Cut> cuts;  // those on some path through s
  for (const Cut& cut : dead_) {
    const bool of_s = cut.below == s.c.from(cut.level);
    const bool of_p = cut.below == p.from(cut.level + 1);
    if (!of_s && !of_p) continue;
    if (cut.level >= l && cut.level < turn && cut.up.below(l) == low.packed) cuts.push_back(cut);
  }
  const auto all = static_cast<std::uint32_t>((std::uint64_t{1} << tree_->h()) - 1U);
  if (cuts.empty()) return all;
  std::uint32_t good = 0;
  for (unsigned j = 0; j < tree_->h(); ++j) {
    if (way_up(cuts, l, turn, low.with(l, j))) good |= std::uint32_t{1} << j;
  }
  return good;
}

bool GroundTruth::way_down(const SwitchName& s, Digits p) const {
  return std::none_of(dead_.begin(), dead_.end(), [&](const Cut& cut) {
    return cut.level < s.level && cut.below == p.from(cut.level + 1) &&
           cut.up.packed == s.c.below(cut.level + 1);
  });
}

bool GroundTruth::connected(Digits source, Digits destination) const {
  const Digits s{source.from(1)};
  const unsigned turn = differing_digits(s, Digits{destination.from(1)});
  return turn == 0 || good_up_ports({0, s}, turn, destination) != 0;
}

// Leaf switches below the same dead links see the same cuts. So pairs of such classes decide, and
// of each two the two leaves whose paths turn highest: shorter paths are cut by fewer links.
bool GroundTruth::tolerable() const {
  struct LeafClass {
    std::vector<std::size_t> above;  ///< dead links above these leaves
    Digits lowest, highest;
  };
  std::vector<LeafClass> classes;
  const SwitchIdx leaves = tree_->host_count() / tree_->h();
  std::vector<std::size_t> above;
  for (SwitchIdx i = 0; i < leaves; ++i) {
    const Digits leaf = tree_->name_of(i).c;
    above.clear();
    for (std::size_t d = 0; d < dead_.size(); ++d) {
      if (dead_[d].below == leaf.from(dead_[d].level)) above.push_back(d);
    }
    const auto known = std::find_if(classes.begin(), classes.end(),
                                    [&](const LeafClass& c) { return c.above == above; });
    if (known == classes.end()) {
      classes.push_back({above, leaf, leaf});
    } else {
      known->highest = leaf;  // leaves come in ascending order
    }
  }
  std::vector<Cut> cuts;
  for (std::size_t x = 0; x < classes.size(); ++x) {
    for (std::size_t y = x; y < classes.size(); ++y) {
      const unsigned turn = differing_digits(std::min(classes[x].lowest, classes[y].lowest),
                                             std::max(classes[x].highest, classes[y].highest));
      if (turn == 0) continue;
      cuts.clear();
      for (const std::size_t d : classes[x].above) cuts.push_back(dead_[d]);
      for (const std::size_t d : classes[y].above) cuts.push_back(dead_[d]);
      bool open = cuts.empty();
      for (unsigned j = 0; j < tree_->h() && !open; ++j) open = way_up(cuts, 0, turn, Digits{j});
      if (!open) return false;
    }
  }
  return true;
}

}  // namespace selvage::golden
