// SPDX-License-Identifier: Apache-2.0
#include "golden/mesh/relation.hpp"

#include <cstdlib>

namespace selvage::golden {

namespace {

MeshHop hop(unsigned dir, unsigned vc, std::uint8_t proxy = kNoProxy) {
  return {static_cast<std::uint8_t>(dir),
          {static_cast<std::uint8_t>(opposite(dir)), static_cast<std::uint8_t>(vc), proxy}};
}

/// Sub-network of the channel a message came by; kNoSubNetwork from the host.
unsigned came_by(const PlanarScheme& scheme, const MeshHeader& header) {
  return header.in_port == kMeshHostPort ? kNoSubNetwork
                                         : scheme.sub_of(opposite(header.in_port), header.vc);
}

}  // namespace

OrderedRelation::OrderedRelation(const PlanarScheme& scheme, MeshFaults faults,
                                 std::vector<std::uint8_t> statuses, Options options)
    : FaultyMeshRelation(std::move(faults), std::move(statuses), scheme.vcs),
      scheme_(scheme),
      options_(options) {
  for (SwitchIdx n = 0; n < mesh().switch_count(); ++n) down_.push_back(this->faults().down(n));
  lines_ = reference_lines(this->faults());
}

std::uint8_t OrderedRelation::proxy(SwitchIdx source, SwitchIdx dest) const {
  if (!options_.proxy || source == dest) return kNoProxy;
  const MeshPoint e = mesh().point_of(dest) - mesh().point_of(source);
  const unsigned plane = e[2] == 0 ? 0 : 1;
  const SubNetwork& sub = scheme_.subs[2 * plane];
  if (!is_unsafe(sub, e, statuses(dest))) return kNoProxy;
  std::uint8_t found = kNoProxy;
  int nearest = 0;
  for (std::uint8_t d = 0; d < kDirections; ++d) {
    const bool in_plane = dimension_of(d) == sub.one_way || dimension_of(d) == sub.two_way;
    if (!in_plane || !faults().healthy(dest, d)) continue;
    const SwitchIdx v = mesh().neighbour(dest, d);
    if (v == source) return kNoProxy;  // the last hop is at hand
    const bool no_way_up = plane == 1 && d == direction_of(sub.one_way, -1) && e[sub.one_way] < 2;
    if (no_way_up || is_unsafe(sub, e, statuses(v))) continue;
    const MeshPoint way = e.beside(d);
    const int distance = std::abs(way[0]) + std::abs(way[1]) + std::abs(way[2]);
    if (found != kNoProxy && distance >= nearest) continue;
    found = d;
    nearest = distance;
  }
  return found;
}

PlanarRequest OrderedRelation::request(SwitchIdx node, const MeshHeader& header,
                                       SwitchIdx dest) const {
  PlanarRequest q;
  q.here = mesh().point_of(node);
  q.dst = mesh().point_of(dest);
  q.in_port = header.in_port;
  q.proxy = header.in_port == kMeshHostPort ? proxy(node, dest) : header.proxy;
  const unsigned sub = came_by(scheme_, header);
  q.sub = sub == kNoSubNetwork ? std::uint8_t{0} : static_cast<std::uint8_t>(sub);
  q.reserve = options_.reserve;
  q.fallback = options_.fallback;
  q.nb_down = down_[node];
  for (unsigned d = 0; d < kDirections; ++d) {
    if (!mesh().has(node, d)) continue;
    q.nb_unsafe[d] = statuses(mesh().neighbour(node, d));
    q.nb_line[d] = lines_[mesh().neighbour(node, d)];
  }
  q.line = lines_[node];
  q.unsafe = statuses(node);
  q.free = ~std::uint32_t{0};
  return q;
}

MeshOutcome OrderedRelation::route(SwitchIdx node, const MeshHeader& header, SwitchIdx dest,
                                   std::vector<MeshHop>& hops) const {
  hops.clear();
  const PlanarRequest asked = request(node, header, dest);
  const PlanarAnswer answer = planar_route(scheme_, asked);
  if (answer.eject) return MeshOutcome::kArrived;
  for (const PlanarOutput& out : in_order(scheme_, answer.legal, false)) {
    hops.push_back(hop(out.dir, scheme_.vc_of(out.sub, out.dir), proxy_beyond(asked)));
  }
  return answer.drop ? MeshOutcome::kLost : MeshOutcome::kRoutes;
}

TextRelation::TextRelation(const PlanarScheme& scheme, const Mesh& mesh, Options options)
    : FaultyMeshRelation(MeshFaults(mesh), std::vector<std::uint8_t>(mesh.switch_count(), 0),
                         scheme.vcs),
      scheme_(scheme),
      options_(options) {}

MeshOutcome TextRelation::route(SwitchIdx node, const MeshHeader& header, SwitchIdx dest,
                                std::vector<MeshHop>& hops) const {
  hops.clear();
  if (node == dest) return MeshOutcome::kArrived;
  const MeshPoint e = mesh().point_of(dest) - mesh().point_of(node);
  const unsigned last = came_by(scheme_, header);
  const bool was_yz = last == 2 || last == 3;
  unsigned plane = 1;
  if (e[0] != 0) plane = 0;  // MESH-TXT-1
  if (options_.planes != Planes::kText && e[2] == 0) plane = 0;
  if (options_.planes == Planes::kLatched && was_yz) plane = 1;
  for (unsigned t = 2 * plane; t < 2 * plane + 2; ++t) {
    const SubNetwork& sub = scheme_.subs[t];
    const int one_way = e[sub.one_way];
    const bool kept = last / 2 == plane;  // MESH-TXT-2
    const bool chosen =
        one_way != 0 ? sign_of(one_way) == sub.sign : !options_.zero_is_plus || sub.sign > 0;
    if (kept ? t != last : !chosen) continue;
    if (e[sub.two_way] != 0) {
      const unsigned d = direction_of(sub.two_way, e[sub.two_way]);
      hops.push_back(hop(d, sub.two_way_vc));
    }
    if (sign_of(one_way) == sub.sign) hops.push_back(hop(scheme_.forward(t), sub.one_way_vc));
  }
  return hops.empty() ? MeshOutcome::kLost : MeshOutcome::kRoutes;
}

DimensionOrderRelation::DimensionOrderRelation(const MeshFaults& faults)
    : FaultyMeshRelation(faults, {}, 1) {}

MeshOutcome DimensionOrderRelation::route(SwitchIdx node, const MeshHeader&, SwitchIdx dest,
                                          std::vector<MeshHop>& hops) const {
  hops.clear();
  const MeshPoint e = mesh().point_of(dest) - mesh().point_of(node);
  for (unsigned dim = 0; dim < 3; ++dim) {
    if (e[dim] == 0) continue;
    const unsigned d = direction_of(dim, e[dim]);
    if (!faults().healthy(node, d)) return MeshOutcome::kLost;
    hops.push_back(hop(d, 0));
    return MeshOutcome::kRoutes;
  }
  return MeshOutcome::kArrived;
}

int walk(const MeshRelation& relation, SwitchIdx source, SwitchIdx dest, unsigned limit) {
  std::vector<MeshHop> hops;
  MeshHeader header;
  SwitchIdx node = source;
  for (unsigned count = 0; count <= limit; ++count) {
    switch (relation.route(node, header, dest, hops)) {
      case MeshOutcome::kArrived: return static_cast<int>(count);
      case MeshOutcome::kLost: return -1;
      case MeshOutcome::kRoutes: break;
    }
    node = relation.mesh().neighbour(node, hops.front().dir);
    header = hops.front().next;
  }
  return -2;
}

}  // namespace selvage::golden
