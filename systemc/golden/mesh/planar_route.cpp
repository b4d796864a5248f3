// SPDX-License-Identifier: Apache-2.0
#include "golden/mesh/planar_route.hpp"

namespace selvage::golden {

namespace {

/// A set of directions.
using Directions = unsigned;
constexpr Directions bit(unsigned d) { return 1U << d; }

/// YZ-, after which there is no sub-network to come back in.
constexpr unsigned kLast = kSubNetworks - 1;

/// One request, looked at in the terms of docs/reference/mesh-blocks.md.
class Rule {
 public:
  Rule(const PlanarScheme& scheme, const PlanarRequest& q)
      : scheme_(scheme),
        q_(q),
        proxy_(proxy_beyond(q)),
        e_((proxy_ == kNoProxy ? q.dst : q.dst.beside(proxy_)) - q.here),
        from_host_(q.in_port == kMeshHostPort) {
    choose_plane();
    choose_own();
  }

  [[nodiscard]] const PlanarReason& reason() const { return reason_; }
  [[nodiscard]] std::uint32_t legal() {  // MESH-ORD-4
    const std::uint32_t channels = legal_in_plane();
    if (channels != 0 || plane_ == 1 || x_is_left()) return channels;
    plane_ = 1;  // the second plane
    other_ = 0;
    reason_.second_plane = true;
    choose_own();
    return legal_in_plane();
  }

 private:
  [[nodiscard]] std::uint32_t legal_in_plane() {
    reason_.plane = static_cast<std::uint8_t>(plane_);
    for (const bool safe : {true, false}) {
      if (!safe && !q_.fallback) break;
      for (unsigned tier = 1; tier <= 3; ++tier) {
        const std::uint32_t channels = tier_channels(tier, safe);
        if (channels == 0) continue;
        reason_.tier = static_cast<std::uint8_t>(tier);
        reason_.safe = safe;
        return channels;
      }
    }
    return 0;
  }

  [[nodiscard]] int e_one_way(unsigned t) const { return e_[scheme_.subs[t].one_way]; }
  [[nodiscard]] int e_two_way(unsigned t) const { return e_[scheme_.subs[t].two_way]; }

  /// To the target, or from the proxy on.
  [[nodiscard]] bool x_is_left() const {
    return e_[0] != 0 || (proxy_ != kNoProxy && dimension_of(proxy_) == 0);
  }

  void choose_plane() {  // MESH-ORD-1
    const bool y_only_fits =
        e_[2] == 0 && (from_host_ || (q_.sub == 0 && e_[1] > 0) || (q_.sub == 1 && e_[1] < 0));
    plane_ = q_.sub < 2 && (x_is_left() || y_only_fits) ? 0 : 1;
  }

  void choose_own() {  // MESH-ORD-2
    const unsigned plus = 2 * plane_;
    const unsigned minus = plus + 1;
    const int e = e_one_way(plus);
    const bool entering = from_host_ || q_.sub / 2 != plane_;
    if (entering) {
      own_ = (e >= 0 ? bit(plus) : 0) | (e <= 0 ? bit(minus) : 0);
    } else if (plane_ == 1 && q_.sub == plus && e < 0) {
      own_ = bit(plus) | bit(minus);
    } else {
      own_ = bit(q_.sub);
    }
    for (unsigned t = plus; t <= minus; ++t) {
      const bool hopeless = t == kLast && e > 0;
      if (t >= q_.sub && (own_ & bit(t)) == 0 && !hopeless) other_ |= bit(t);
    }
  }

  [[nodiscard]] Directions toward_one_way(unsigned t) const {
    return sign_of(e_one_way(t)) == scheme_.subs[t].sign ? bit(scheme_.forward(t)) : 0;
  }
  [[nodiscard]] Directions toward_two_way(unsigned t) const {
    const int e = e_two_way(t);
    return e != 0 ? bit(direction_of(scheme_.subs[t].two_way, sign_of(e))) : 0;
  }
  [[nodiscard]] Directions regular(unsigned t) const {
    return toward_one_way(t) | toward_two_way(t);
  }
  [[nodiscard]] Directions detours(unsigned t) const {
    if (toward_one_way(t) == 0) {
      return e_two_way(t) != 0 && t != kLast ? bit(scheme_.forward(t)) : 0;
    }
    const unsigned plus = direction_of(scheme_.subs[t].two_way, 1);
    return (bit(plus) | bit(opposite(plus))) & ~toward_two_way(t);
  }

  /// Figure 7: whether the header enters the plane here, the destination is in it, and this node is
  /// unsafe in t (MESH-ORD-8).
  [[nodiscard]] bool unsafe_entry(unsigned t) const {
    const bool enters = from_host_ || q_.sub / 2 != plane_;
    return enters && (plane_ == 1 || e_[2] == 0) && is_unsafe(scheme_.subs[t], e_, q_.unsafe);
  }
  [[nodiscard]] Directions search(unsigned t) const {
    if (!unsafe_entry(t)) return 0;
    if ((own_ & bit(t)) == 0) return bit(scheme_.forward(t));
    const unsigned plus = direction_of(scheme_.subs[t].two_way, 1);
    return e_one_way(t) == 0 && t != kLast ? bit(plus) | bit(opposite(plus)) : 0;
  }

  [[nodiscard]] bool usable(unsigned t, unsigned d, bool safe) const {
    if (((q_.nb_down >> d) & 1U) != 0) return false;
    if (!safe) return true;
    const MeshPoint step{{d == 0   ? 1
                          : d == 1 ? -1
                                   : 0,
                          d == 2   ? 1
                          : d == 3 ? -1
                                   : 0,
                          d == 4   ? 1
                          : d == 5 ? -1
                                   : 0}};
    return e_ == step || !is_unsafe(scheme_.subs[t], e_, q_.nb_unsafe[d]);
  }

  [[nodiscard]] Directions wanted_in(unsigned tier, unsigned t) const {
    const bool own = (own_ & bit(t)) != 0;
    const bool other = (other_ & bit(t)) != 0;
    switch (tier) {
      case 1: return own ? regular(t) : 0;
      case 2: return (own ? detours(t) : 0) | (own || other ? search(t) : 0);
      default: return other ? regular(t) | detours(t) : 0;
    }
  }

  [[nodiscard]] std::uint32_t tier_channels(unsigned tier, bool safe) {  // MESH-ORD-4
    std::uint32_t channels = 0;
    for (unsigned t = 0; t < kSubNetworks; ++t) {
      const Directions wanted = wanted_in(tier, t);
      for (unsigned d = 0; d < kDirections; ++d) {
        const bool turns_back = tier != 3 && d == q_.in_port;
        if ((wanted & bit(d)) != 0 && !turns_back && usable(t, d, safe)) {
          channels |= bit(scheme_.channel(t, d));
          if (tier == 2 && (search(t) & bit(d)) != 0) reason_.search = true;
        }
      }
    }
    return tier == 1 && q_.reserve ? keep_reserve(channels) : channels;
  }

  /// Keeps a way round while the one straight line that a channel leaves in the plane is not clear:
  /// a
  /// "+" sub-network, the last hop of the two-way dimension, and the last one of a "-" sub-network.
  [[nodiscard]] std::uint32_t keep_reserve(std::uint32_t channels) {  // MESH-ORD-5
    const SubNetwork& sub = scheme_.subs[2 * plane_];
    const int two_way = e_[sub.two_way];
    const int one_way = e_[sub.one_way];
    const unsigned across_d = direction_of(sub.two_way, two_way);
    const unsigned along_d = direction_of(sub.one_way, one_way);
    const auto or_all = [this, channels](std::uint32_t kept) {
      reason_.reserve_kept = kept != 0 && kept != channels;
      reason_.reserve_taken = kept == 0 && channels != 0;
      return kept != 0 ? kept : channels;
    };
    if (two_way == 0) return channels;
    if (one_way == 0) {
      return has(q_.line, across_d) ? or_all(channels & channels_of(2 * plane_)) : channels;
    }
    const bool ends_here = plane_ == 1 || e_[2] == 0;
    if (ends_here && (two_way == 1 || two_way == -1)) {
      return has(q_.nb_line[across_d], along_d) ? or_all(channels & one_way_channels()) : channels;
    }
    if (one_way != -1 || !has(q_.nb_line[along_d], across_d)) return channels;
    return or_all(channels & ~one_way_channels());
  }

  [[nodiscard]] static bool has(std::uint8_t lines, unsigned d) { return ((lines >> d) & 1U) != 0; }

  [[nodiscard]] std::uint32_t one_way_channels() const {
    return bit(scheme_.channel(2 * plane_, scheme_.forward(2 * plane_))) |
           bit(scheme_.channel(2 * plane_ + 1, scheme_.forward(2 * plane_ + 1)));
  }

  [[nodiscard]] std::uint32_t channels_of(unsigned t) const {
    const unsigned b = direction_of(scheme_.subs[t].two_way, 1);
    return bit(scheme_.channel(t, b)) | bit(scheme_.channel(t, opposite(b))) |
           bit(scheme_.channel(t, scheme_.forward(t)));
  }

  const PlanarScheme& scheme_;
  const PlanarRequest& q_;
  std::uint8_t proxy_;
  MeshPoint e_;  ///< to the target: the proxy, or the destination
  bool from_host_;
  unsigned plane_ = 0;
  unsigned own_ = 0;    ///< sub-networks
  unsigned other_ = 0;  ///< sub-networks
  PlanarReason reason_;
};

}  // namespace

bool is_unsafe(const SubNetwork& t, const MeshPoint& offset, std::uint8_t statuses) {
  const unsigned same = (statuses >> (2U * t.plane)) & 1U;
  const unsigned mixed = (statuses >> (2U * t.plane + 1U)) & 1U;
  const int two_way = sign_of(offset[t.two_way]);
  if (two_way == 0) return (same & mixed) != 0;
  const int one_way = offset[t.one_way] != 0 ? sign_of(offset[t.one_way]) : t.sign;
  return (two_way == one_way ? same : mixed) != 0;
}

namespace {

/// Shows the outputs in order of preference until `visit` returns false (MESH-ORD-6).
template <class Visit>
void visit_in_order(const PlanarScheme& scheme, std::uint32_t legal, bool tie, const Visit& visit) {
  for (unsigned t = 0; t < kSubNetworks && legal != 0; ++t) {
    const SubNetwork& sub = scheme.subs[t];
    const unsigned plus = direction_of(sub.two_way, 1);
    const unsigned forward = scheme.forward(t);
    const bool one_way_first = sub.plane == 1 && tie;
    const std::array<unsigned, 3> order =
        one_way_first ? std::array<unsigned, 3>{forward, plus, opposite(plus)}
                      : std::array<unsigned, 3>{plus, opposite(plus), forward};
    for (const unsigned d : order) {
      if ((legal & bit(scheme.channel(t, d))) == 0) continue;
      if (!visit(PlanarOutput{static_cast<std::uint8_t>(d), static_cast<std::uint8_t>(t)})) return;
    }
  }
}

}  // namespace

std::vector<PlanarOutput> in_order(const PlanarScheme& scheme, std::uint32_t legal, bool tie) {
  std::vector<PlanarOutput> outputs;
  visit_in_order(scheme, legal, tie, [&outputs](const PlanarOutput& out) {
    outputs.push_back(out);
    return true;
  });
  return outputs;
}

std::uint8_t proxy_beyond(const PlanarRequest& q) {
  if (q.proxy == kNoProxy || q.here == q.dst || q.here == q.dst.beside(q.proxy)) return kNoProxy;
  return q.proxy;
}

PlanarAnswer planar_route(const PlanarScheme& scheme, const PlanarRequest& request,
                          PlanarReason* reason) {
  PlanarAnswer answer;
  answer.eject = request.here == request.dst;
  if (answer.eject) return answer;
  Rule rule(scheme, request);
  answer.legal = rule.legal();
  if (reason != nullptr) *reason = rule.reason();
  answer.drop = answer.legal == 0;
  visit_in_order(scheme, answer.legal & request.free, request.tie, [&](const PlanarOutput& out) {
    answer.grant = true;
    answer.dir = out.dir;
    answer.sub = out.sub;
    answer.proxy = proxy_beyond(request);
    answer.vc = static_cast<std::uint8_t>(scheme.vc_of(out.sub, out.dir));
    return false;
  });
  return answer;
}

}  // namespace selvage::golden
