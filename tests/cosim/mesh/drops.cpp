// SPDX-License-Identifier: Apache-2.0
/// Headers answered that they have no way, judged against ways looked for again here.
#include "cosim/mesh/drops.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>
#include <tuple>

using namespace selvage;
using namespace selvage::cosim;
using golden::kDirections;
using golden::kMeshHostPort;
using golden::MeshHeader;
using golden::MeshHop;
using golden::MeshOutcome;

namespace {

using Links = std::vector<SwitchPort>;
using At = std::tuple<SwitchIdx, unsigned, unsigned, unsigned>;

struct Net {
  golden::Mesh mesh;
  MeshConfig config;
  std::mt19937 random;

  Net(unsigned k, unsigned depth, const MeshRule& rule, unsigned seed)
      : mesh(k, depth, rule.algorithm == MeshAlgorithm::kPar ? 3 : 2), random(seed) {
    config.mesh = &mesh;
    config.rule = rule;
  }
  unsigned below(unsigned n) { return static_cast<unsigned>(random() % n); }

  Links some_links(unsigned count) {
    Links links;
    while (links.size() < count) {
      const SwitchIdx node = below(mesh.switch_count());
      const unsigned d = below(kDirections);
      if (mesh.has(node, d)) links.push_back({node, static_cast<PortIdx>(d)});
    }
    return links;
  }
  [[nodiscard]] golden::MeshFaults faults(const Links& dead) const {
    golden::MeshFaults f(mesh);
    for (const SwitchPort& link : dead) f.fail_link(link);
    return f;
  }
  [[nodiscard]] std::unique_ptr<golden::MeshRelation> relation(const Links& dead) const {
    return make_mesh_relation(config.rule, faults(dead));
  }
};

/// Whether any way from here ends at `dest`: every state in reach is asked, without a memory.
bool reaches(const Net& net, const golden::MeshRelation& relation, SwitchIdx node,
             const MeshHeader& header, SwitchIdx dest) {
  std::set<At> seen;
  std::vector<std::pair<SwitchIdx, MeshHeader>> todo{{node, header}};
  bool arrived = false;
  while (!todo.empty()) {
    const auto [n, h] = todo.back();
    todo.pop_back();
    if (!seen.insert({n, h.in_port, h.vc, h.proxy}).second) continue;
    std::vector<MeshHop> hops;
    arrived |= relation.route(n, h, dest, hops) == MeshOutcome::kArrived;
    for (const MeshHop& hop : hops) todo.emplace_back(net.mesh.peer(n, hop.dir).index, hop.next);
  }
  return arrived;
}

RouteRequest request_of(const Net& net, HostIdx source, HostIdx dest, const MeshHeader& h) {
  RouteRequest r;
  r.source = source;
  r.destination = dest;
  r.in_port = h.in_port;
  r.in_vc = h.vc;
  const bool literal = net.config.rule.algorithm == MeshAlgorithm::kIparLiteral;
  r.header = literal ? to_header(h.proxy) : to_header(1, h.proxy);
  return r;
}

/// A header some hops on its way from `source`.
std::pair<SwitchIdx, MeshHeader> under_way(Net& net, const golden::MeshRelation& relation,
                                           SwitchIdx source, SwitchIdx dest) {
  SwitchIdx node = source;
  MeshHeader header;
  std::vector<MeshHop> hops;
  for (unsigned step = net.below(6); step > 0; --step) {
    if (relation.route(node, header, dest, hops) != MeshOutcome::kRoutes) break;
    const MeshHop hop = hops[net.below(static_cast<unsigned>(hops.size()))];
    node = net.mesh.peer(node, hop.dir).index;
    header = hop.next;
  }
  return {node, header};
}

std::string ways_by_hand(const Net& net, const golden::MeshRelation& known, SwitchIdx node,
                         const MeshHeader& header, SwitchIdx dest) {
  if (!reaches(net, known, node, header, dest)) return {};
  std::vector<MeshHop> hops;
  if (known.route(node, header, dest, hops) == MeshOutcome::kArrived) {
    return net.mesh.port_name(node, kMeshHostPort);
  }
  std::vector<std::string> names;
  for (const MeshHop& hop : hops) {
    const std::string name = net.mesh.port_name(node, hop.dir);
    if (std::count(names.begin(), names.end(), name) == 0) names.push_back(name);
  }
  std::string text = names.at(0);
  for (std::size_t i = 1; i < names.size(); ++i) text += " or " + names[i];
  return text;
}

/// Hops to the farthest node in reach, by distances that shrink until none does.
unsigned farthest(const Net& net, const golden::MeshFaults& faults, SwitchIdx from) {
  constexpr unsigned kFar = 1000;
  std::vector<unsigned> hops(net.mesh.switch_count(), kFar);
  hops[from] = 0;
  for (bool shrinks = true; shrinks;) {
    shrinks = false;
    for (SwitchIdx n = 0; n < hops.size(); ++n) {
      for (unsigned d = 0; d < kDirections; ++d) {
        if (((faults.down(n) >> d) & 1U) != 0) continue;
        const SwitchIdx next = net.mesh.peer(n, static_cast<PortIdx>(d)).index;
        if (hops[n] == kFar || hops[next] <= hops[n] + 1) continue;
        hops[next] = hops[n] + 1;
        shrinks = true;
      }
    }
  }
  unsigned most = 0;
  for (const unsigned h : hops) most = h == kFar ? most : std::max(most, h);
  return most;
}

}  // namespace

TEST_CASE("MESH-DROP-1, MESH-DROP-2: a drop has a way, had one, or never, by all states in reach",
          "[mesh]") {
  const MeshRule rule =
      GENERATE(MeshRule{MeshAlgorithm::kIpar}, MeshRule{MeshAlgorithm::kPar},
               MeshRule{MeshAlgorithm::kIpar, true, true}, MeshRule{MeshAlgorithm::kIparLiteral},
               MeshRule{MeshAlgorithm::kDor});
  const unsigned depth = GENERATE(1U, 4U);
  Net net(4, depth, rule, 17 + depth);
  MeshDropJudge judge(net.config);
  std::map<DropClass, unsigned> seen;
  unsigned named = 0;
  for (unsigned round = 0; round < 25; ++round) {
    const Links before = net.some_links(net.below(4 * depth));
    Links dead = before;
    for (const SwitchPort& link : net.some_links(net.below(5 * depth))) dead.push_back(link);
    Links known = before;
    for (std::size_t i = before.size(); i < dead.size(); i += 2) known.push_back(dead[i]);
    judge.links(dead, known);
    const auto was = net.relation(before);
    const auto is = net.relation(dead);
    const auto told = net.relation(known);
    for (unsigned packet = 0; packet < 30; ++packet) {
      const SwitchIdx source = net.below(net.mesh.switch_count());
      const SwitchIdx dest = net.below(net.mesh.switch_count());
      const auto [node, header] = under_way(net, *was, source, dest);
      const RouteRequest request = request_of(net, source, dest, header);
      INFO(net.mesh.label() << " " << to_string(rule.algorithm) << " from " << source << " to "
                            << dest << " at " << node);
      const DropClass expected = reaches(net, *is, node, header, dest) ? DropClass::kTransient
                                 : reaches(net, *is, source, {}, dest) ? DropClass::kStranded
                                                                       : DropClass::kUndeliverable;
      REQUIRE(judge.judge(node, request) == expected);
      const std::string ways = ways_by_hand(net, *told, node, header, dest);
      REQUIRE(judge.ways(node, request) == ways);
      ++seen[expected];
      named += ways.find(" or ") != std::string::npos ? 1 : 0;
    }
  }
  CHECK(seen[DropClass::kTransient] > 0);
  CHECK(seen[DropClass::kUndeliverable] > 0);
  if (rule.algorithm != MeshAlgorithm::kDor) CHECK(named > 0);
  CHECK(judge.requirement() == "MESH-DROP-2");
}

TEST_CASE("MESH-DROP-2: the bound is of the farthest node in reach by the links declared dead",
          "[mesh]") {
  const unsigned depth = GENERATE(1U, 4U);
  Net net(4, depth, {}, 5);
  MeshDropJudge judge(net.config);
  for (unsigned round = 0; round < 20; ++round) {
    const Links known = net.some_links(round);
    judge.links({}, known);
    const SwitchIdx node = net.below(net.mesh.switch_count());
    const unsigned latency = 1 + net.below(4);
    const unsigned e = farthest(net, net.faults(known), node);
    REQUIRE(judge.settle_bound(node, latency) == Cycle{2 * e + 2 * (4 - 1) + 2} * (latency + 1));
  }
}
