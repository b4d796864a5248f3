// SPDX-License-Identifier: Apache-2.0
/// Wormhole switches over several ranks: flits, credits, heads and tails cross between them
/// (FAB-RANK-1, FAB-RANK-2).
#include <fmt/format.h>

#include "support.hpp"

using namespace selvage::test;

namespace {

constexpr const char* kTree = "{kind: fattree, m: 4, n: 3}";
constexpr const char* kMesh = "{kind: mesh, k: 4}";

std::string random_scenario(unsigned seed, const std::string& topology) {
  OneOf one_of(seed);
  return fmt::format(
      "topology: {}\nseed: {}\nengine: golden\n"
      "switch: {{kind: wormhole, route_latency: {}, release: {}, allocator: {}}}\n"
      "link: {{latency: {}, messages: {}}}\n"
      "traffic: {{load: 0.{}, packet_beats: {}{}}}\nphases: {{warmup: 200, measure: 2500}}\n",
      topology, seed, one_of(Numbers{2, 3, 6}), one_of(Texts{"tail_sent", "tail_left_buffer"}),
      one_of(Texts{"serial", "separable"}), one_of(Numbers{1, 2, 4, 7}),
      one_of(Texts{"beat", "sideband"}), one_of(Numbers{1, 3, 6}), one_of(Numbers{1, 3, 8, 32}),
      one_of(Texts{"", ", receivers: {rate: 0.5, stalls: random}"}));
}

}  // namespace

TEST_CASE("FAB-RANK-2: worms in trees and meshes over 1, 2 and 3 ranks", "[ranks]") {
  for (unsigned seed = 1; seed <= 4; ++seed) check_same(random_scenario(seed, kTree));
  for (unsigned seed = 5; seed <= 8; ++seed) check_same(random_scenario(seed, kMesh));
}

TEST_CASE("FAB-RANK-2: wormhole switches in lockstep over ranks", "[ranks]") {
  check_same(random_scenario(11, kTree), "--engine lockstep");
  check_same(random_scenario(12, kMesh), "--engine lockstep");
}

TEST_CASE("FAB-RANK-2: worms around nodes that are faulty, links dead at first that come back",
          "[ranks]") {
  check_same(random_scenario(21, kMesh) + "faults: {random_nodes: 4}\n");
  const std::string repaired =
      "faults: {random_preset: true, random: {count: 6, repair_after: {from: 300, until: 1500}}}\n";
  check_same(random_scenario(22, kTree) + repaired);
  check_same(random_scenario(23, kMesh) + repaired);
}

TEST_CASE("FAB-RANK-2: ends of packets in one cycle are in the order of one rank", "[ranks]") {
  // Hosts of the first ranks take flits slowly: behind those of the last, who take them at once.
  check_same(
      "topology: {kind: mesh, k: 4}\nengine: golden\nswitch: {kind: wormhole}\n"
      "traffic: {load: 0.5, packet_beats: 2, "
      "receivers: {rate: 0.9, hosts: ['0.0.0', '1.0.0', '2.0.0', '3.0.0', '0.1.0', '1.1.0']}}\n"
      "phases: {warmup: 200, measure: 2500}\n");
}

TEST_CASE("FAB-RANK-3: credits are audited at every rank", "[ranks]") {
  const std::string drained =
      random_scenario(23, kMesh) + "bug: {drain_keeps_credits: true}\nfaults: {random_nodes: 8}\n";
  check_told_by_one(drained, 3, "packets that seem to be stuck");
}
