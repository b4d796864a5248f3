// SPDX-License-Identifier: Apache-2.0
#include "golden/fattree/recognize.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace selvage::golden {
namespace {

using Nodes = std::vector<std::uint32_t>;

/// Sets of nodes that grow together; the first node of a set stands for it.
class Groups {
 public:
  explicit Groups(std::size_t nodes) : of_(nodes) { std::iota(of_.begin(), of_.end(), 0U); }
  std::uint32_t operator()(std::uint32_t node) {
    while (of_[node] != node) node = of_[node] = of_[of_[node]];
    return node;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = (*this)(a);
    b = (*this)(b);
    of_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> of_;
};

/// The tree that has so many hosts and switches; null: none has.
std::optional<FatTree> tree_of(std::uint64_t hosts, std::uint64_t switches) {
  for (unsigned m = 4; m <= 64; m += 2) {
    std::uint64_t below = m / 2;  // h^(n-1)
    for (unsigned n = 2; n <= 6; ++n, below *= m / 2) {
      if (below * m == hosts && below * (2 * n - 1) == switches) return FatTree(m, n);
    }
  }
  return std::nullopt;
}

class Recognizer {
 public:
  Recognizer(const Network& network, const FatTree& tree, Misfit& misfit)
      : network_(network),
        tree_(tree),
        misfit_(misfit),
        level_(network.nodes.size(), kUnknown),
        hosts_(network.nodes.size()),
        beside_(network.nodes.size()),
        label_(network.nodes.size(), kUnknown),
        place_(network.nodes.size(), kUnknown) {}

  std::optional<PlacedTree> run() {
    if (!sort_cables() || !hang_hosts()) return std::nullopt;
    const bool found =
        go_by_names() || (find_levels() && find_subtrees() && find_bundles() &&
                          label_first_chain() && label_downwards() && go_by_labels());
    if (!found) return std::nullopt;
    PlacedTree placed;
    placed.m = tree_.m();
    placed.n = tree_.n();
    std::set<std::pair<SwitchIdx, PortIdx>> there;
    for (const Network::Cable* cable : links_) {
      const SwitchPort end = *link_between(place_[cable->a], place_[cable->b]);
      there.emplace(end.sw, end.port);
    }
    for (std::uint32_t i = 0; i < tree_.fallible_link_count(); ++i) {
      const SwitchPort end = tree_.fallible_link(i);
      if (there.count({end.sw, end.port}) == 0) placed.missing.push_back(end);
    }
    place_hosts();
    placed.place = std::move(place_);
    return placed;
  }

 private:
  static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};

  bool fails(unsigned line, std::string what) {
    misfit_ = {std::move(what), line};
    return false;
  }
  [[nodiscard]] std::string name(std::uint32_t node) const { return network_.nodes[node].id; }
  [[nodiscard]] unsigned line(std::uint32_t node) const { return network_.nodes[node].line; }
  [[nodiscard]] std::uint32_t power(unsigned exponent) const {
    std::uint32_t p = 1;
    for (unsigned i = 0; i < exponent; ++i) p *= tree_.h();
    return p;
  }

  /// Those between switches, and who hangs where.
  bool sort_cables() {
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (const Network::Cable& cable : network_.cables) {
      const auto [low, high] = std::minmax(cable.a, cable.b);
      const bool a = network_.nodes[cable.a].host, b = network_.nodes[cable.b].host;
      if (low == high || (a && b) || !seen.emplace(low, high).second) {
        return fails(cable.line, "a second link between " + name(low) + " and " + name(high) +
                                     ", or one that no tree has");
      }
      if (a || b) {
        hosts_[a ? cable.b : cable.a].push_back(a ? cable.a : cable.b);
      } else {
        links_.push_back(&cable);
        beside_[cable.a].push_back(cable.b);
        beside_[cable.b].push_back(cable.a);
      }
    }
    return true;
  }

  bool hang_hosts() {
    std::size_t hung = 0, all = 0;
    for (std::uint32_t i = 0; i < hosts_.size(); ++i) {
      all += network_.nodes[i].host ? 1 : 0;
      hung += hosts_[i].size();
      if (hosts_[i].empty() || hosts_[i].size() == tree_.h()) continue;
      return fails(line(i), "switch " + name(i) + " has " + std::to_string(hosts_[i].size()) +
                                " hosts, not " + std::to_string(tree_.h()) + " or none");
    }
    return hung == all || fails(0, "a host has not exactly one link");
  }

  /// The canonical end of the link between two switches of the tree; empty: there is none.
  [[nodiscard]] std::optional<SwitchPort> link_between(SwitchIdx a, SwitchIdx b) const {
    if (tree_.level(a) > tree_.level(b)) std::swap(a, b);
    for (unsigned p = tree_.down_ports(tree_.level(a)); p < tree_.m(); ++p) {
      const auto port = static_cast<PortIdx>(p);
      if (tree_.peer(a, port).index == b) return SwitchPort{a, port};
    }
    return std::nullopt;
  }
  /// The first cable that is no link of the tree; null: all are.
  [[nodiscard]] const Network::Cable* stranger() const {
    for (const Network::Cable* cable : links_) {
      if (!link_between(place_[cable->a], place_[cable->b])) return cable;
    }
    return nullptr;
  }

  bool go_by_names() {
    std::set<SwitchIdx> taken;
    std::string why;
    for (std::uint32_t i = 0; i < place_.size(); ++i) {
      if (network_.nodes[i].host) continue;
      const auto sw = tree_.parse_switch(network_.nodes[i].text, why);
      if (!sw || !taken.insert(*sw).second || (tree_.level(*sw) == 0) == hosts_[i].empty()) {
        return false;
      }
      place_[i] = *sw;
    }
    return stranger() == nullptr;
  }

  /// A switch with hosts is of level 0; the others by the links that lead to one.
  bool find_levels() {
    Nodes front;
    for (std::uint32_t i = 0; i < level_.size(); ++i) {
      if (network_.nodes[i].host) continue;
      switches_.push_back(i);
      if (!hosts_[i].empty()) level_[i] = 0, front.push_back(i);
    }
    for (std::size_t at = 0; at < front.size(); ++at) {
      for (const std::uint32_t next : beside_[front[at]]) {
        if (level_[next] != kUnknown) continue;
        level_[next] = level_[front[at]] + 1;
        front.push_back(next);
      }
    }
    std::vector<std::uint32_t> count(tree_.n(), 0);
    for (const std::uint32_t i : switches_) {
      if (level_[i] >= tree_.n()) {
        return fails(line(i), "switch " + name(i) + " is of no level of " + tree_.label() +
                                  ": no links lead from it to a host in so many steps");
      }
      ++count[level_[i]];
    }
    for (unsigned l = 0; l < tree_.n(); ++l) {
      const std::uint32_t due = tree_.is_root(l) ? power(l) : 2 * power(tree_.n() - 1);
      if (count[l] != due) {
        return fails(0, std::to_string(count[l]) + " switches of level " + std::to_string(l) +
                            ", by their distance from the hosts; " + tree_.label() + " has " +
                            std::to_string(due));
      }
    }
    for (const Network::Cable* cable : links_) {
      const auto [low, high] = std::minmax(level_[cable->a], level_[cable->b]);
      if (high != low + 1) {
        return fails(cable->line, "a link between switches of levels " + std::to_string(low) +
                                      " and " + std::to_string(high));
      }
    }
    return true;
  }

  /// Subtree of each switch at each level from its own on: what hangs together by links below.
  bool find_subtrees() {
    Groups groups(level_.size());
    for (unsigned l = 0; l < tree_.n(); ++l) {
      for (const Network::Cable* cable : links_) {
        if (std::max(level_[cable->a], level_[cable->b]) == l) groups.join(cable->a, cable->b);
      }
      std::map<std::uint32_t, std::uint32_t> tops;
      std::vector<std::uint32_t>& of = subtree_.emplace_back(level_.size(), kUnknown);
      for (const std::uint32_t i : switches_) {
        if (level_[i] > l) continue;
        of[i] = groups(i);
        if (level_[i] == l) ++tops[of[i]];
      }
      for (const auto& [first, count] : tops) {
        if (count == power(l)) continue;
        return fails(line(first), "the links of switch " + name(first) +
                                      " and of those below join " + std::to_string(count) +
                                      " switches of level " + std::to_string(l) + ", not " +
                                      std::to_string(power(l)));
      }
    }
    return number_subtrees();
  }
  /// The digit of each subtree among those of one subtree a level up.
  bool number_subtrees() {
    for (unsigned l = 0; l + 1 < tree_.n(); ++l) {
      std::map<std::uint32_t, std::map<std::uint32_t, std::uint32_t>> parts;
      for (const std::uint32_t i : switches_) {
        if (level_[i] <= l) parts[subtree_[l + 1][i]].emplace(subtree_[l][i], 0);
      }
      std::map<std::uint32_t, std::uint32_t>& digit = digit_.emplace_back();
      for (const auto& [whole, own] : parts) {
        if (own.size() != tree_.down_ports(l + 1)) {
          return fails(line(whole), std::to_string(own.size()) + " subtrees hang together at " +
                                        name(whole) + ", not " +
                                        std::to_string(tree_.down_ports(l + 1)));
        }
        for (const auto& [part, unused] : own) {
          const auto next = static_cast<std::uint32_t>(std::distance(own.begin(), own.find(part)));
          digit[part] = next;
        }
      }
    }
    return true;
  }

  /// Switches of a level and those above them that all link to each other.
  struct Bundle {
    Nodes lower;
    Nodes upper;
  };
  bool find_bundles() {
    bundles_.resize(tree_.n());
    for (unsigned l = 1; l < tree_.n(); ++l) {
      Groups groups(level_.size());
      for (const Network::Cable* cable : links_) {
        if (std::max(level_[cable->a], level_[cable->b]) == l) groups.join(cable->a, cable->b);
      }
      std::map<std::uint32_t, Bundle> found;
      for (const std::uint32_t i : switches_) {
        if (level_[i] == l) found[groups(i)].upper.push_back(i);
        if (level_[i] + 1 == l) found[groups(i)].lower.push_back(i);
      }
      for (auto& [first, bundle] : found) {
        if (bundle.upper.size() != tree_.h() || bundle.lower.size() != tree_.down_ports(l)) {
          return fails(line(first), "the links of switch " + name(first) + " between levels " +
                                        std::to_string(l - 1) + " and " + std::to_string(l) +
                                        " join " + std::to_string(bundle.lower.size()) + " and " +
                                        std::to_string(bundle.upper.size()) + " switches, not " +
                                        std::to_string(tree_.down_ports(l)) + " and " +
                                        std::to_string(tree_.h()));
        }
        bundles_[l].push_back(std::move(bundle));
      }
    }
    return true;
  }

  /// Labels, the digits below a switch's level, of the tops of the subtrees of the first leaf.
  bool label_first_chain() {
    const auto first = *std::find_if(switches_.begin(), switches_.end(),
                                     [this](std::uint32_t i) { return level_[i] == 0; });
    for (const std::uint32_t i : switches_) {
      if (level_[i] == 0) label_[i] = 0;
    }
    for (unsigned l = 1; l < tree_.n(); ++l) {
      for (const Bundle& bundle : bundles_[l]) {
        const auto below = std::find_if(
            bundle.lower.begin(), bundle.lower.end(),
            [&](std::uint32_t i) { return subtree_[l - 1][i] == subtree_[l - 1][first]; });
        if (below == bundle.lower.end()) continue;
        for (std::size_t k = 0; k < bundle.upper.size(); ++k) {
          label_[bundle.upper[k]] = label_[*below] + static_cast<std::uint32_t>(k) * power(l - 1);
        }
      }
    }
    return true;
  }
  /// From the roots down: who is in a bundle has the lower digits of those above.
  bool label_downwards() {
    for (unsigned l = tree_.n() - 1; l > 0; --l) {
      for (const Bundle& bundle : bundles_[l]) {
        for (const std::uint32_t below : bundle.lower) {
          label_[below] = label_[bundle.upper.front()] % power(l - 1);
        }
      }
    }
    return true;
  }
  bool go_by_labels() {
    std::set<SwitchIdx> taken;
    for (const std::uint32_t i : switches_) {
      SwitchName s{level_[i], {}};
      std::uint32_t label = label_[i];
      for (unsigned d = 0; d < tree_.n() - 1; ++d) {
        s.c.set(d, d < s.level ? label % tree_.h() : digit_[d].at(subtree_[d][i]));
        label /= tree_.h();
      }
      place_[i] = tree_.index_of(s);
      if (!taken.insert(place_[i]).second) {
        return fails(line(i), "switch " + name(i) + " links to the same switches as another one, " +
                                  "and should not in " + tree_.label());
      }
    }
    const Network::Cable* const odd = stranger();
    return odd == nullptr ||
           fails(odd->line, "no link of " + tree_.label() + ", as the others have to be read: " +
                                name(odd->a) + " to " + name(odd->b));
  }

  void place_hosts() {
    for (std::uint32_t i = 0; i < hosts_.size(); ++i) {
      HostIdx host = place_[i] * tree_.h();
      for (const std::uint32_t h : hosts_[i]) place_[h] = host++;
    }
  }

  const Network& network_;
  const FatTree& tree_;
  Misfit& misfit_;
  std::vector<std::uint32_t> level_;
  std::vector<Nodes> hosts_;   ///< by switch
  std::vector<Nodes> beside_;  ///< by switch: those that it links to
  std::vector<const Network::Cable*> links_;
  Nodes switches_;
  std::vector<std::vector<std::uint32_t>> subtree_;  ///< by level, then by switch: its first node
  std::vector<std::map<std::uint32_t, std::uint32_t>> digit_;  ///< by level, then by subtree
  std::vector<std::vector<Bundle>> bundles_;                   ///< by level of the upper ones
  std::vector<std::uint32_t> label_;
  std::vector<std::uint32_t> place_;
};

}  // namespace

std::optional<PlacedTree> recognize_tree(const Network& network, Misfit& misfit) {
  std::uint64_t hosts = 0;
  for (const Network::Node& node : network.nodes) hosts += node.host ? 1 : 0;
  const std::uint64_t switches = network.nodes.size() - hosts;
  const std::optional<FatTree> tree = tree_of(hosts, switches);
  if (!tree) {
    misfit = {"no m-port n-tree has " + std::to_string(hosts) + " hosts and " +
                  std::to_string(switches) + " switches",
              0};
    return std::nullopt;
  }
  return Recognizer(network, *tree, misfit).run();
}

}  // namespace selvage::golden
