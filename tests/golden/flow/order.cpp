// SPDX-License-Identifier: Apache-2.0
/// The same network with losses, and without what keeps the order (FLOW-A-20, 21, 23, 26..28).
#include <catch2/catch.hpp>

#include <functional>

#include "network.hpp"

using namespace selvage::test;

namespace {

/// Random networks in which everything has to come through in order; sums of what happened.
NetworkResult all_in_order(unsigned runs,
                           const std::function<void(NetworkConfig&, unsigned)>& draw) {
  NetworkResult sum;
  for (unsigned i = 1; i <= runs; ++i) {
    NetworkConfig c;
    c.endpoint = i % 5 == 0 ? 0.1 : 0;
    draw(c, i);
    INFO("seed " << c.seed);
    const NetworkResult r = FlowNetwork(c).run();
    REQUIRE(r.drained);
    REQUIRE(r.late_ordered == 0);
    REQUIRE(r.in_window);
    REQUIRE(r.delivered + r.dropped == c.packets);
    REQUIRE(r.reports <= r.dropped);  // adjacent ones merge, lost ACKs make no hole
    sum.dropped += r.dropped;
    sum.reports += r.reports;
    sum.moves += r.moves;
    sum.rerouted += r.rerouted;
    sum.acks_lost += r.acks_lost;
    sum.markers += r.markers;
  }
  return sum;
}

}  // namespace

TEST_CASE("FLOW-A-26, FLOW-A-27, FLOW-A-28: 150 random runs with 1 % loss: in order, all released",
          "[flow][network]") {
  const NetworkResult sum = all_in_order(150, [](NetworkConfig& c, unsigned i) {
    c.seed = 1000 + i;
    c.loss = 0.01;
    c.redirect = 0.02;
  });
  REQUIRE(sum.dropped > 1000);
  REQUIRE(sum.reports > sum.dropped / 2);
  REQUIRE(sum.moves > 100);
}

TEST_CASE(
    "FLOW-A-23, FLOW-A-31: 200 random runs with lost ACKs and packets: in order, all released",
    "[flow][network]") {
  const NetworkResult sum = all_in_order(200, [](NetworkConfig& c, unsigned i) {
    c.seed = 3000 + i;
    c.packets = 400;
    c.ack_loss = i % 4 == 0 ? 0.3 : 0.03;
    c.loss = i % 2 == 0 ? 0.01 : 0;
    c.redirect = 0.05;
    c.cut = i % 3 == 0;
  });
  REQUIRE(sum.acks_lost > 5000);
  REQUIRE(sum.moves > 100);
  REQUIRE(sum.markers > 1000);
}

TEST_CASE("FLOW-A-29, FLOW-C-3: 100 random runs in which a link dies: in order, all released",
          "[flow][network]") {
  const NetworkResult sum = all_in_order(100, [](NetworkConfig& c, unsigned i) {
    c.seed = 2000 + i;
    c.endpoint = 0;
    c.cut = true;
  });
  REQUIRE(sum.dropped > 20);
  REQUIRE(sum.rerouted > 50);
}

TEST_CASE("FLOW-A-29: closed at once, a dead link's flows overtake their own packets",
          "[flow][network]") {
  unsigned late = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    NetworkConfig c;
    c.seed = 2000 + seed;
    c.cut = true;
    c.drain = 0;
    late += FlowNetwork(c).run().late_ordered;
  }
  REQUIRE(late > 0);
}

TEST_CASE("FLOW-A-23: without following, ordered flows come out of order", "[flow][network]") {
  NetworkConfig c;
  c.follow = false;
  const NetworkResult r = FlowNetwork(c).run();
  REQUIRE(r.late_ordered > 100);
  REQUIRE(r.exact);  // a tree of branches is counted exactly all the same (FLOW-C-4)
  REQUIRE(r.drained);
}
