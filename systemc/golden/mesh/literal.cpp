// SPDX-License-Identifier: Apache-2.0
#include "golden/mesh/literal.hpp"

#include <cstdlib>

namespace selvage::golden {

/// One message at one node.
class LiteralRelation::Step {
 public:
  Step(const LiteralRelation& rule, SwitchIdx node, const MeshHeader& header, SwitchIdx dest,
       std::vector<MeshHop>& hops)
      : rule_(rule),
        mesh_(rule.mesh()),
        scheme_(rule.scheme_),
        options_(rule.options_),
        node_(node),
        dest_(dest),
        target_(dest),
        header_(header),
        proxy_(header.proxy),
        hops_(hops) {}

  void run() {
    last_ = header_.in_port == kMeshHostPort
                ? kNoSubNetwork
                : scheme_.sub_of(opposite(header_.in_port), header_.vc);
    if (proxy_ != kNoProxy && mesh_.neighbour(dest_, proxy_) == node_) proxy_ = kNoProxy;
    choose_plane();
    if (options_.repair && repair()) return;
    if (proxy_ != kNoProxy) target_ = mesh_.neighbour(dest_, proxy_);
    e_ = mesh_.point_of(target_) - mesh_.point_of(node_);
    for (unsigned t = 2 * plane_; t < 2 * plane_ + 2; ++t) {
      if (in_sub_network(t)) figure_8_or_9(t);
    }
  }

 private:
  [[nodiscard]] bool is_yz(unsigned t) const { return t == 2 || t == 3; }

  void choose_plane() {  // Figure 7; x and z without y: plane xy
    const MeshPoint e = mesh_.point_of(dest_) - mesh_.point_of(node_);
    plane_ = e[0] != 0 || e[2] == 0 ? 0 : 1;
    if (options_.latched && is_yz(last_)) plane_ = 1;
  }

  /// The sign of the one-way offset decides; without offset what was chosen for the plane stays, or
  /// either will do where nothing is remembered.
  [[nodiscard]] bool in_sub_network(unsigned t) const {
    const int e = e_[scheme_.subs[t].one_way];
    if (e != 0) return sign_of(e) == scheme_.subs[t].sign;
    return !options_.latched || last_ / 2 != plane_ || t == last_;
  }

  [[nodiscard]] bool healthy(unsigned d) const { return ((rule_.down_[node_] >> d) & 1U) == 0; }
  [[nodiscard]] bool reversal(unsigned d) const {
    return !options_.reversals && d == header_.in_port;
  }
  [[nodiscard]] bool safe(unsigned t, unsigned d) const {
    if (!healthy(d)) return false;
    const SwitchIdx n = mesh_.neighbour(node_, d);
    return n == target_ || n == dest_ || !is_unsafe(scheme_.subs[t], e_, rule_.statuses(n));
  }

  void go(unsigned t, unsigned d) {
    hops_.push_back({static_cast<std::uint8_t>(d),
                     {static_cast<std::uint8_t>(opposite(d)),
                      static_cast<std::uint8_t>(scheme_.vc_of(t, d)), proxy_}});
  }

  void figure_8_or_9(unsigned t) {
    const SubNetwork& sub = scheme_.subs[t];
    const int two_way = e_[sub.two_way];
    const int one_way = e_[sub.one_way];
    const unsigned b = direction_of(sub.two_way, two_way);
    const unsigned f = scheme_.forward(t);
    const bool b_safe = two_way != 0 && safe(t, b) && !reversal(b);
    const bool f_safe = one_way != 0 && safe(t, f) && !reversal(f);
    if (two_way != 0 && one_way != 0) {
      if (b_safe) go(t, b);
      if (f_safe) go(t, f);
      if (b_safe || f_safe) return;
      // Figure 8 never looks at the y neighbour; Figure 9 has no case for two unsafe neighbours.
      if (plane_ == 0 && healthy(f) && !reversal(f)) return go(t, f);
      const unsigned on = opposite(header_.in_port);  // a detour that cannot end yet goes on
      if (header_.in_port == b && safe(t, on)) go(t, on);
      const bool beside = options_.one_way_detours && header_.in_port == f;
      if (beside && last_ / 2 == plane_ && safe(last_, on)) go(last_, on);
    } else if (two_way != 0) {
      if (b_safe) return go(t, b);
      if (!options_.one_way_detours) return;
      for (const unsigned side :
           {t, t ^ 1U}) {  // its own direction; where there is none, the other
        const unsigned d = scheme_.forward(side);
        if (safe(side, d) && !reversal(d)) return go(side, d);
      }
    } else {
      if (f_safe) return go(t, f);
      for (const unsigned d : {2U * sub.two_way, 2U * sub.two_way + 1U}) {
        if (safe(t, d) && !reversal(d)) go(t, d);
      }
    }
  }

  [[nodiscard]] bool unsafe_itself(SwitchIdx n, const MeshPoint& offset) const {
    return is_unsafe(scheme_.subs[2 * plane_], offset, rule_.statuses(n));
  }

  /// A neighbour of n within the plane by direction d that is healthy and safe.
  [[nodiscard]] bool safe_neighbour(SwitchIdx n, unsigned d, const MeshPoint& offset) const {
    return dimension_of(d) != (plane_ == 0 ? 2U : 0U) && ((rule_.down_[n] >> d) & 1U) == 0 &&
           !unsafe_itself(mesh_.neighbour(n, d), offset);
  }

  /// True if the message makes a repair hop here.
  bool repair() {
    const bool entering = !options_.latched || last_ == kNoSubNetwork || last_ / 2 != plane_;
    const MeshPoint e = mesh_.point_of(dest_) - mesh_.point_of(node_);
    if (!entering || e[plane_ == 0 ? 2 : 0] != 0) return false;
    if (unsafe_itself(dest_, e)) {
      proxy_ = kNoProxy;
      int nearest = 0;
      for (unsigned d = 0; d < kDirections; ++d) {
        if (!safe_neighbour(dest_, d, e)) continue;
        const SwitchIdx v = mesh_.neighbour(dest_, d);
        const MeshPoint way = mesh_.point_of(v) - mesh_.point_of(node_);
        const int distance = std::abs(way[0]) + std::abs(way[1]) + std::abs(way[2]);
        if (proxy_ != kNoProxy && distance >= nearest) continue;
        proxy_ = static_cast<std::uint8_t>(d);
        nearest = distance;
      }
      if (nearest == 0) proxy_ = kNoProxy;  // there is none, or it is here
    }
    if (!unsafe_itself(node_, e)) return false;
    for (unsigned t = 2 * plane_; t < 2 * plane_ + 2; ++t) {
      const int one_way = e[scheme_.subs[t].one_way];
      for (unsigned d = 0; d < kDirections; ++d) {
        const bool along = dimension_of(d) == scheme_.subs[t].one_way;
        const bool fits = along ? d == scheme_.forward(t)
                                : one_way == 0 || sign_of(one_way) == scheme_.subs[t].sign;
        if (fits && !reversal(d) && safe_neighbour(node_, d, e)) go(t, d);
      }
    }
    return !hops_.empty();
  }

  const LiteralRelation& rule_;
  const Mesh& mesh_;
  const PlanarScheme& scheme_;
  const Options& options_;
  SwitchIdx node_;
  SwitchIdx dest_;
  SwitchIdx target_;
  const MeshHeader& header_;
  std::uint8_t proxy_;
  std::vector<MeshHop>& hops_;
  unsigned last_ = kNoSubNetwork;
  unsigned plane_ = 0;
  MeshPoint e_;
};

LiteralRelation::LiteralRelation(const PlanarScheme& scheme, MeshFaults faults,
                                 std::vector<std::uint8_t> statuses, Options options)
    : FaultyMeshRelation(std::move(faults), std::move(statuses), scheme.vcs),
      scheme_(scheme),
      options_(options) {
  for (SwitchIdx n = 0; n < mesh().switch_count(); ++n) down_.push_back(this->faults().down(n));
}

MeshOutcome LiteralRelation::route(SwitchIdx node, const MeshHeader& header, SwitchIdx dest,
                                   std::vector<MeshHop>& hops) const {
  hops.clear();
  if (node == dest) return MeshOutcome::kArrived;
  Step(*this, node, header, dest, hops).run();
  return hops.empty() ? MeshOutcome::kLost : MeshOutcome::kRoutes;
}

}  // namespace selvage::golden
