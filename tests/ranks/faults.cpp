// SPDX-License-Identifier: Apache-2.0
/// Links that die and come back under a fabric over several ranks (FAB-RANK-1, FAB-RANK-2).
#include <fmt/format.h>

#include "support.hpp"

using namespace selvage::test;

namespace {

/// Links die and come back in every part of the tree, while it is under load.
std::string random_scenario(unsigned seed) {
  OneOf one_of(seed);
  const bool repaired = one_of.number() % 4 != 0;
  return fmt::format(
      "topology: {{kind: fattree, m: {}, n: 3}}\nseed: {}\nengine: golden\n"
      "link: {{latency: {}, messages: {}}}\nswitch: {{buffer_packets: 16, route_latency: {}}}\n"
      "traffic: {{load: 0.{}, packet_beats: {}}}\n"
      "phases: {{warmup: 300, measure: 6000}}\nprobe: {{period: 300, timeout: 100, retries: 1}}\n"
      "faults:\n  random: {{count: {}, from: 500, until: 4000, tolerable: false{}}}\n",
      one_of(Numbers{4, 6, 8}), seed, one_of(Numbers{1, 2, 4, 7}),
      one_of(Texts{"beat", "sideband"}), one_of(Numbers{2, 3}), one_of(Numbers{1, 3, 6, 9}),
      one_of(Numbers{4, 16, 64}), one_of(Numbers{1, 3, 8}),
      repaired ? ", repair_after: {from: 1, until: 2000}" : "");
}

void switches_die(unsigned first, unsigned last) {
  for (unsigned seed = first; seed <= last; ++seed) {
    check_same(random_scenario(seed), fmt::format("--set faults.random.nodes={}", 1 + seed % 3));
  }
}

}  // namespace

TEST_CASE("FAB-RANK-2: links die and come back over 1, 2 and 3 ranks", "[ranks]") {
  for (unsigned seed = 1; seed <= 6; ++seed) check_same(random_scenario(seed));
}

TEST_CASE("FAB-RANK-2: packets of several lengths, links die and come back", "[ranks]") {
  const std::string scenario =
      "topology: {kind: fattree, m: 4, n: 4}\nengine: golden\n"
      "traffic: {load: 0.5, packet_beats: [{beats: 1, share: 0.5}, {beats: 9, share: 0.3}, "
      "{beats: 40, share: 0.2}]}\nphases: {warmup: 300, measure: 5000}\n"
      "faults: {random: {count: 24, flaps: 8, from: 400, until: 4500, "
      "repair_after: {from: 1200, until: 2500}}}\n";
  check_same(scenario, "--seed 1");
  check_same(scenario, "--seed 6 --set link.latency=2");
}

TEST_CASE("FAB-RANK-2: switches die and come back over 1, 2 and 3 ranks", "[ranks]") {
  switches_die(31, 32);
}
TEST_CASE("FAB-RANK-2: more switches die and come back over 1, 2 and 3 ranks", "[ranks][nightly]") {
  switches_die(33, 36);
}

TEST_CASE("FAB-RANK-2: one cycle cuts a packet at three places, of which two are of one rank",
          "[ranks]") {
  // Up at one rank, at the other, and at the first again: the first of the three counts.
  check_same(
      "topology: {kind: fattree, m: 4, n: 3}\nseed: 22\nengine: golden\n"
      "link: {latency: 1, messages: sideband}\nswitch: {buffer_packets: 16, route_latency: 2}\n"
      "traffic: {load: 0.1, packet_beats: 64}\nphases: {warmup: 300, measure: 5000}\n"
      "probe: {period: 300, timeout: 100, retries: 1}\n"
      "faults:\n  random: {nodes: 4, count: 2, from: 500, until: 600, tolerable: false, "
      "repair_after: {from: 1, until: 2000}}\n");
}

TEST_CASE("FAB-RANK-2: lockstep with links that die and come back", "[ranks]") {
  check_same(random_scenario(101), "--engine lockstep --set topology.m=4");
}

TEST_CASE("FAB-RANK-1: a repair waits for what both ranks have sent", "[ranks]") {
  // Asked for at once: it takes effect when both ends have declared the death and are clear.
  check_same(
      "topology: {kind: fattree, m: 4, n: 3}\nengine: golden\n"
      "link: {latency: 4}\ntraffic: {load: 0.9, packet_beats: 64}\n"
      "phases: {warmup: 300, measure: 5000}\nprobe: {period: 40, timeout: 12, retries: 0}\n"
      "faults:\n  links:\n    - {link: 1/00/2, at: 1000, repaired: 1001}\n"
      "    - {link: 1/30/3, at: 1500, repaired: 1501}\n    - {link: 1/31/3, at: 1503, repaired: 1510}\n"
      "    - {link: 0/10/2, at: 2000, repaired: 2040}\n");
}

TEST_CASE("FAB-RANK-2: outages that no prober detects, and links dead from the start", "[ranks]") {
  check_same(
      "topology: {kind: fattree, m: 4, n: 3}\nengine: golden\n"
      "traffic: {load: 0.7, packet_beats: 16}\nphases: {warmup: 300, measure: 5000}\n"
      "faults:\n  preset: [{link: 1/01/2}]\n"
      "  flaps:\n    - {link: 1/00/2, at: 1000, cycles: 5}\n    - {link: 1/30/3, at: 1500, cycles: 9}\n");
}
