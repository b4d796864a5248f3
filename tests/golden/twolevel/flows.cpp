// SPDX-License-Identifier: Apache-2.0
/// Flow classification and the central scheduler, without a fabric.
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <set>

#include "classifier.hpp"
#include "golden/twolevel/flow_plane.hpp"
#include "kernel/stream.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::test;

TEST_CASE("F-FLOW-1: a new flow goes by the least loaded up port and stays there", "[twolevel]") {
  Switch s;
  CHECK(s.request({0, 1}, {}, 6).port == 6);  // none has load: the preferred one
  CHECK(s.request({0, 2}, {}, 6).port == 7);  // next above it
  CHECK(s.request({0, 3}, {}, 6).port == 4);  // wrapping around
  CHECK(s.request({0, 4}, {}, 6).port == 5);
  s.send({0, 1}, 3);
  s.send({0, 2}, 1);
  s.send({0, 4}, 2);
  CHECK(s.request({0, 5}, {}, 6).port == 4);  // 6: 4 packets, 7: 2, 4: 1, 5: 3
  for (unsigned i = 0; i < 20; ++i) CHECK(s.request({0, 1}, {}, 5).port == 6);
  CHECK(s.table.size() == 5);
}

TEST_CASE("F-FLOW-1: a flow without packets for four periods is forgotten", "[twolevel]") {
  Switch s;
  s.send({0, 1}, 1);
  (void)s.table.pass(1000);
  for (unsigned i = 1; i < FlowClassifier::kIdlePeriods; ++i) {
    (void)s.table.pass(1000 * (i + 1));
    CHECK(s.table.size() == 1);
  }
  (void)s.table.pass(9000);
  CHECK(s.table.size() == 0);
}

TEST_CASE("F-FLOW-1: so is one that the scheduler has placed and that never had any",
          "[twolevel]") {
  Switch s;
  s.table.assign(500, {0, 1}, 6);
  for (unsigned i = 1; i < FlowClassifier::kIdlePeriods; ++i) (void)s.table.pass(1000 * i);
  CHECK(s.table.size() == 1);
  (void)s.table.pass(4000);
  CHECK(s.table.size() == 0);
}

TEST_CASE("F-FLOW-2: a pass moves the largest flow that is smaller than the difference",
          "[twolevel]") {
  kernel::Stream random(7, "flows", 0);
  unsigned moved = 0, without = 0;
  for (unsigned round = 0; round < 500; ++round) {
    FlowOptions o = options();
    o.moves = 1 + static_cast<unsigned>(random.below(4));
    Switch s(o);
    std::map<FlowKey, PortIdx> port;
    std::map<FlowKey, std::uint64_t> size;
    const std::uint64_t flow_count = 2 + random.below(12);
    for (HostIdx f = 0; f < flow_count; ++f) {
      const FlowKey flow{1, f};
      port[flow] = s.request(flow, kAll, static_cast<PortIdx>(4 + random.below(4))).port;
      const auto packets = static_cast<unsigned>(random.below(30));
      s.send(flow, packets);
      size[flow] = packets + 1;
    }
    // The rule once more, over plain maps.
    std::set<FlowKey> gone;
    for (unsigned m = 0; m < o.moves; ++m) {
      std::map<PortIdx, std::uint64_t> load{{4, 0}, {5, 0}, {6, 0}, {7, 0}};
      for (const auto& [flow, p] : port) load[p] += size[flow];
      PortIdx most = 4, least = 4;
      for (const auto& [p, l] : load) {
        if (l > load[most]) most = p;
        if (l < load[least]) least = p;
      }
      std::vector<std::pair<std::uint64_t, FlowKey>> fit;
      for (const auto& [flow, p] : port) {
        if (p == most && size[flow] < load[most] - load[least] && gone.count(flow) == 0) {
          fit.emplace_back(size[flow], flow);
        }
      }
      if (fit.empty()) {
        ++without;
        break;
      }
      std::stable_sort(fit.begin(), fit.end(),
                       [](const auto& a, const auto& b) { return a.first > b.first; });
      gone.insert(fit.front().second);
      port[fit.front().second] = least;
      ++moved;
    }
    (void)s.table.pass(1000);
    CAPTURE(round);
    for (const auto& [flow, p] : port) REQUIRE(s.request(flow).port == p);
  }
  CHECK(moved > 200);
  CHECK(without > 50);
}

TEST_CASE("F-FLOW-3: a moved flow waits for its last packet on the old way", "[twolevel]") {
  FlowOptions o = options();
  o.ordered = GENERATE(true, false);
  Switch s(o);
  const FlowKey small{0, 1}, other{0, 2};
  CHECK(s.request(small, {}, 4).port == 4);
  s.send(small, 3);                          // 0..3
  CHECK(s.request(other, {}, 5).port == 5);  // 4
  s.table.assign(1000, small, 6);
  if (!o.ordered) {
    const auto way = s.request(small, {}, 4, 1001);
    CHECK(way.port == 6);
    CHECK_FALSE(way.hold);
    CHECK(s.table.counts().held == 0);
    return;
  }
  const PacketId waiting = s.next;
  const auto request = [&](Cycle now, std::optional<PacketId> acknowledged) {
    return s.table.request(now, small, waiting, 4, acknowledged);
  };
  CHECK(request(1001, {}).hold);
  CHECK(request(1002, PacketId{2}).hold);
  CHECK_FALSE(s.table.request(1003, small, 3, 4, PacketId{2}).hold);  // asks again, has gone before
  CHECK(request(1003, PacketId{2}).hold);
  const auto way = request(1004, PacketId{3});
  CHECK_FALSE(way.hold);
  CHECK(way.port == 6);
  CHECK(s.table.counts().held == 1);
  CHECK(s.table.counts().moved == 1);
  CHECK(s.table.counts().overdue == 0);
}

TEST_CASE("F-FLOW-3: a lost packet holds its flow for so long and no longer", "[twolevel]") {
  Switch s;
  s.send({0, 1}, 2);
  s.table.assign(1000, {0, 1}, 7);
  CHECK(s.request({0, 1}, PacketId{0}, 4, 1000 + 4999).hold);
  CHECK(s.request({0, 1}, PacketId{0}, 4, 1000 + 5000).port == 7);
  CHECK(s.table.counts().overdue == 1);
}

TEST_CASE("F-FLOW-4: reserved ways share no link, and only what has no free way is refused",
          "[twolevel]") {
  const unsigned k = GENERATE(4U, 8U);
  const AlFares net(k);
  const FatTree& tree = net.tree();
  const unsigned h = k / 2;
  kernel::Stream random(k, "schedule", 0);
  FlowScheduler scheduler(net);
  std::map<FlowKey, std::set<std::pair<SwitchIdx, PortIdx>>> ways;
  std::set<std::pair<SwitchIdx, PortIdx>> taken;
  const auto links = [&](FlowKey flow, PortIdx up, std::optional<PortIdx> core) {
    std::set<std::pair<SwitchIdx, PortIdx>> used;
    SwitchIdx at = tree.attachment(flow.source).sw;
    const SwitchIdx end = tree.attachment(flow.destination).sw;
    PortIdx out = up;
    for (unsigned hop = 0; at != end; ++hop) {
      REQUIRE(hop < 4);
      used.emplace(at, out);
      at = tree.peer(at, out).index;
      if (hop == 0 && core) {
        out = *core;
        continue;
      }
      // There is one way down.
      for (PortIdx p = 0; tree.level(at) > 0 && p < tree.down_ports(tree.level(at)); ++p) {
        const SwitchName name = tree.name_of(tree.peer(at, p).index);
        if (tree.is_ancestor(name, tree.address_of(flow.destination))) out = p;
      }
    }
    return used;
  };
  unsigned placed = 0, refused = 0;
  for (unsigned i = 0; i < 2000; ++i) {
    if (!ways.empty() && random.chance(0.3)) {
      auto at = ways.begin();
      std::advance(at, static_cast<long>(random.below(ways.size())));
      for (const auto& link : at->second) taken.erase(link);
      scheduler.release(at->first);
      ways.erase(at);
    }
    const FlowKey flow{static_cast<HostIdx>(random.below(tree.host_count())),
                       static_cast<HostIdx>(random.below(tree.host_count()))};
    const auto place = scheduler.reserve(flow);
    const SwitchIdx edge = tree.attachment(flow.source).sw;
    if (ways.count(flow) != 0 || edge == tree.attachment(flow.destination).sw) {
      REQUIRE_FALSE(place);
      continue;
    }
    const bool one_pod = flow.source / (h * h) == flow.destination / (h * h);
    if (!place) {
      ++refused;
      for (unsigned up = h; up < k; ++up) {
        for (unsigned core = h; core < k; ++core) {
          const auto used =
              links(flow, static_cast<PortIdx>(up),
                    one_pod ? std::nullopt : std::optional(static_cast<PortIdx>(core)));
          REQUIRE(std::any_of(used.begin(), used.end(),
                              [&](const auto& l) { return taken.count(l) != 0; }));
        }
      }
      continue;
    }
    ++placed;
    REQUIRE(place->edge.sw == edge);
    REQUIRE(place->aggregation.has_value() == !one_pod);
    const SwitchIdx above = tree.peer(edge, place->edge.port).index;
    if (place->aggregation) REQUIRE(place->aggregation->sw == above);
    const auto used =
        links(flow, place->edge.port,
              place->aggregation ? std::optional(place->aggregation->port) : std::nullopt);
    for (const auto& link : used) REQUIRE(taken.insert(link).second);
    ways[flow] = used;
    REQUIRE(scheduler.reserved_links() == taken.size());
  }
  CHECK(placed > 100);
  CHECK(refused > 100);
}

TEST_CASE("F-FLOW-4: a large flow is reported at the pass and placed two words later",
          "[twolevel]") {
  const AlFares net(4);
  FlowOptions o = options();
  o.scheduler = true;
  o.large = 8;
  FlowPlane plane(net, o);
  const FlowKey flow{2, 12};  // 10.0.1.2 to 10.3.0.2
  const SwitchIdx edge = net.tree().attachment(flow.source).sw;
  PacketId packet = 0;
  const auto request = [&](Cycle now, PortIdx preferred) {
    const auto way = plane.request(now, edge, flow, packet, preferred);
    if (!way.hold) plane.leaving(now, flow, packet++);
    return way;
  };
  for (Cycle now = 0; now < 1000; now += 125) CHECK(request(now, 3).port == 3);  // 8 packets
  CHECK(plane.totals().placed == 0);
  CHECK(request(1000, 3).port == 3);  // reported
  CHECK(request(1049, 3).port == 3);
  CHECK(request(1099, 3).port == 3);  // placed at 1050; the switch is notified at 1100
  CHECK(plane.totals().placed == 1);
  CHECK(request(1100, 3).hold);
  CHECK(request(1148, 3).hold);  // the packet of 1099 is acknowledged at 1149
  const auto way = request(1149, 3);
  CHECK_FALSE(way.hold);
  CHECK(way.port == 2);  // the first aggregation switch
  CHECK(plane.totals().overtaken == 0);
}

TEST_CASE("F-FLOW-4: a reported flow is not moved, a refused one is moved or reported again",
          "[twolevel]") {
  FlowOptions o = options();
  o.scheduler = true;
  o.large = 8;
  Switch s(o);
  const FlowKey large{0, 1}, alone{0, 2};
  const auto period = [&] {
    s.send(large, 10);
    s.send(alone, 12);
  };
  CHECK(s.request(large, kAll, 4).port == 4);
  CHECK(s.request(alone, kAll, 4).port == 5);
  s.table.assign(0, alone, 4);  // both by port 4 now
  period();
  FlowClassifier::Changes changes = s.table.pass(1000);
  CHECK(changes.large == std::vector<FlowKey>{large});
  period();
  CHECK(s.table.pass(2000).large.empty());
  CHECK(s.request(large).port == 4);  // though ports 5 to 7 are empty
  s.table.refuse(large);
  period();
  changes = s.table.pass(3000);
  CHECK(changes.large.empty());
  CHECK(s.request(large).port == 5);
  period();
  changes = s.table.pass(4000);  // nothing to move any more
  CHECK(changes.large == std::vector<FlowKey>{large});
}

TEST_CASE("F-FLOW-4: a way that nobody uses any more is free again", "[twolevel]") {
  const AlFares net(4);
  FlowOptions o = options();
  o.scheduler = true;
  o.large = 1;
  FlowPlane plane(net, o);
  const SwitchIdx edge = net.tree().attachment(0).sw;
  // Four hosts elsewhere, four ways out of the pod, of which two begin at this edge switch.
  PacketId packet = 0;
  for (const HostIdx to : {4U, 8U, 12U}) {
    const FlowKey flow{0, to};
    (void)plane.request(0, edge, flow, packet, 2);
    plane.leaving(0, flow, packet++);
  }
  (void)plane.request(1500, edge, {0, 4}, packet++, 2);
  CHECK(plane.totals().placed == 2);
  CHECK(plane.totals().refused == 1);
  // The placed flows end; the third goes on, is reported again and again, and is placed at last.
  for (Cycle now = 1600; now < 9000; now += 100) {
    (void)plane.request(now, edge, {0, 12}, packet, 2);
    plane.leaving(now, {0, 12}, packet++);
  }
  CHECK(plane.totals().placed == 3);
}
