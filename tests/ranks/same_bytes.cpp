// SPDX-License-Identifier: Apache-2.0
/// A fabric over several ranks leaves the bytes of one rank (FAB-RANK-1, FAB-RANK-2).
#include "support.hpp"

using namespace selvage::test;

namespace {

std::string tree(const std::string& more) {
  return "topology: {kind: fattree, m: 8, n: 3}\nengine: golden\n"
         "phases: {warmup: 500, measure: 4000}\n" +
         more;
}

}  // namespace

TEST_CASE("FAB-RANK-2: healthy trees leave the same bytes over 1, 2 and 3 ranks", "[ranks]") {
  const Left light = check_same(tree("traffic: {load: 0.2}\n"));
  CHECK(light.code == 0);
  check_same(tree("link: {latency: 1}\ntraffic: {load: 0.6, packet_beats: 8}\n"));
  const Left full = check_same(tree("link: {latency: 9}\ntraffic: {load: 1.0, packet_beats: 16}\n"
                                    "switch: {buffer_packets: 4}\n"),
                               "--set phases.measure=2000 --set phases.drain=800");
  CHECK_THAT(full.result, Catch::Contains("\"refused\""));
}

TEST_CASE("FAB-RANK-2: every pattern of traffic is numbered as by one rank", "[ranks]") {
  check_same(tree("traffic: {load: 0.3, pattern: hot-spot, hot_hosts: ['000']}\n"));
  check_same(tree("traffic: {load: 0.3, pattern: incast, incast: {to: '000', senders: 20}}\n"));
  check_same(tree("traffic: {load: 0.2, receivers: {rate: 0.5, stalls: random}}\n"));
}

TEST_CASE("FAB-RANK-2: idle times are skipped and end in the same cycle", "[ranks]") {
  check_same(tree("traffic: {load: 0.0005}\nlimits: {watchdog: 200}\n"));
  const Left none = check_same(tree("traffic: {load: 0}\n"));
  CHECK(none.code == 5);
}

TEST_CASE("FAB-RANK-2: a k-ary fat tree over ranks", "[ranks]") {
  check_same(
      "topology: {kind: twolevel, k: 4}\nengine: golden\ntraffic: {load: 0.4}\n"
      "phases: {warmup: 500, measure: 3000}\n");
}

TEST_CASE("FAB-RANK-2: lockstep over ranks compares as much as one", "[ranks]") {
  check_same(
      "topology: {kind: fattree, m: 4, n: 3}\nengine: lockstep\ntraffic: {load: 0.4}\n"
      "phases: {warmup: 300, measure: 2000}\n");
}
