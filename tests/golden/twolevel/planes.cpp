// SPDX-License-Identifier: Apache-2.0
// Flows of a whole k-ary fat tree: who keeps them, what is counted, what the scheduler tells whom.
#include <catch2/catch.hpp>

#include "golden/twolevel/flow_plane.hpp"

using namespace selvage;
using namespace selvage::golden;

namespace {

FlowOptions options(bool scheduler) {
  FlowOptions o;
  o.period = 1000;
  o.latency = 50;
  o.hold = 5000;
  o.large = 4;
  o.scheduler = scheduler;
  return o;
}

}  // namespace

TEST_CASE("F-FLOW-1: edge and aggregation switches keep flows, cores do not", "[twolevel]") {
  const AlFares net(GENERATE(4U, 6U));
  const FlowPlane plane(net, options(false));
  for (SwitchIdx sw = 0; sw < net.tree().switch_count(); ++sw) {
    CHECK(plane.classifies(sw) == (net.tree().level(sw) < 2));
  }
}

TEST_CASE("F-FLOW-3: packets that leave behind a later one of their flow are counted",
          "[twolevel]") {
  const AlFares net(4);
  FlowPlane plane(net, options(false));
  const FlowKey flow{0, 12};
  for (const PacketId packet : {1U, 2U, 5U, 3U, 4U, 6U}) plane.leaving(packet, flow, packet);
  CHECK(plane.totals().overtaken == 2);
  plane.leaving(20, {1, 12}, 0);  // of another flow
  plane.leaving(21, flow, 6);     // the latest itself
  CHECK(plane.totals().overtaken == 2);
}

TEST_CASE("F-FLOW-1: a flow that faults divert goes on by its new port", "[twolevel]") {
  const AlFares net(4);
  FlowPlane plane(net, options(false));
  const FlowKey flow{0, 12};
  const SwitchIdx edge = net.tree().attachment(0).sw;
  CHECK(plane.request(0, edge, flow, 0, 2).port == 2);
  plane.diverted(edge, flow, 3);
  CHECK(plane.request(1, edge, flow, 1, 2).port == 3);
  plane.diverted(edge, {5, 6}, 3);  // one that is not known stays unknown
  CHECK(plane.request(2, edge, {5, 6}, 2, 2).port == 2);
}

TEST_CASE("F-FLOW-2, F-FLOW-3: moves, holds and holds overdue are added up over all switches",
          "[twolevel]") {
  const AlFares net(4);
  FlowOptions soon = options(false);
  soon.hold = 900;
  FlowPlane plane(net, soon);
  // Both edge switches of pod 0 have all flows on one port: each moves one.
  PacketId packet = 0;
  for (const HostIdx source : {0U, 2U}) {
    const SwitchIdx edge = net.tree().attachment(source).sw;
    for (const HostIdx to : {8U, 12U}) {
      (void)plane.request(1, edge, {source, to}, packet++, 2);
      plane.diverted(edge, {source, to}, 2);
      for (unsigned i = 0; i < (to == 8 ? 3U : 2U); ++i) {
        (void)plane.request(2, edge, {source, to}, packet++, 2);
      }
    }
  }
  for (const HostIdx source : {0U, 2U}) {
    const SwitchIdx edge = net.tree().attachment(source).sw;
    for (const HostIdx to : {8U, 12U}) (void)plane.request(1100, edge, {source, to}, packet++, 2);
  }
  CHECK(plane.totals().moves.held == 2);  // nothing has been acknowledged
  CHECK(plane.totals().moves.moved == 0);
  for (const HostIdx source : {0U, 2U}) {
    const SwitchIdx edge = net.tree().attachment(source).sw;
    for (const HostIdx to : {8U, 12U}) (void)plane.request(1950, edge, {source, to}, packet++, 2);
  }
  CHECK(plane.totals().moves.overdue == 2);
  CHECK(plane.totals().moves.moved == 2);
}

TEST_CASE("F-FLOW-4: edge and aggregation switch of the source are told, a word later",
          "[twolevel]") {
  const AlFares net(4);
  FlowPlane plane(net, options(true));
  const FlowKey first{0, 8};
  const FlowKey second{2, 12};  // at the other edge switch: by the same aggregation, another core
  const FlowKey third{4, 9};
  const auto edge = [&](const FlowKey& f) { return net.tree().attachment(f.source).sw; };
  PacketId packet = 0;
  for (const FlowKey& flow : {first, second, third}) {
    for (unsigned i = 0; i < 4; ++i) (void)plane.request(1 + i, edge(flow), flow, packet++, 2);
  }
  (void)plane.request(1200, edge(first), first, packet++, 2);
  CHECK(plane.totals().placed == 3);
  const SwitchIdx above = net.tree().peer(edge(first), 2).index;
  // The aggregation switch has both flows assigned: by different cores, whatever the tables prefer.
  const PortIdx one = plane.request(1201, above, first, packet++, 3).port;
  const PortIdx two = plane.request(1202, above, second, packet++, 2).port;
  CHECK(one == 2);
  CHECK(two == 3);
}

TEST_CASE("F-FLOW-2, F-FLOW-3, F-FLOW-4: what is not given is as the table of keys says",
          "[twolevel]") {
  const FlowOptions o;
  CHECK(o.period == 2000);
  CHECK(o.moves == 3);
  CHECK(o.large == 8);
  CHECK(o.latency == 100);
  CHECK(o.hold == 8000);
  CHECK(o.ordered);
  CHECK_FALSE(o.scheduler);
}

namespace {

/// Flows of the first edge switch, packets of theirs that go by port 2 in one cycle.
struct Edge {
  explicit Edge(Cycle latency) : plane(net, with(latency)) {}
  static FlowOptions with(Cycle latency) {
    FlowOptions o = options(true);
    o.latency = latency;
    return o;
  }
  FlowClassifier::Way request(Cycle now, FlowKey flow) {
    return plane.request(now, edge, flow, packet++, 2);
  }
  void send(Cycle now, FlowKey flow, unsigned packets) {
    for (unsigned i = 0; i < packets; ++i) {
      (void)request(now, flow);
      plane.diverted(edge, flow, 2);
    }
  }
  AlFares net{4};
  FlowPlane plane;
  SwitchIdx edge = net.tree().attachment(0).sw;
  PacketId packet = 0;
};

}  // namespace

TEST_CASE("F-FLOW-4: words arrive a latency later, whatever was sent in between", "[twolevel]") {
  Edge e(50);
  e.send(1, {0, 8}, 4);
  e.plane.leaving(1010, {0, 8}, 3);  // the pass of cycle 1000 is still to come
  (void)e.request(1049, {0, 8});
  CHECK(e.plane.totals().placed == 0);
  (void)e.request(1050, {0, 8});
  CHECK(e.plane.totals().placed == 1);
}

TEST_CASE("F-FLOW-4: reports of one cycle are taken in the order of the flows", "[twolevel]") {
  Edge e(50);
  const std::vector<FlowKey> flows{{0, 8}, {0, 12}, {1, 9}, {1, 13}};
  for (const FlowKey& flow : flows) e.send(1, flow, 4);
  for (const FlowKey& flow : flows) e.plane.leaving(10, flow, e.packet);
  std::vector<PortIdx> ports;
  for (const FlowKey& flow : flows) ports.push_back(e.request(1100, flow).port);
  CHECK(e.plane.totals().placed == 2);
  CHECK(e.plane.totals().refused == 2);
  CHECK(ports == std::vector<PortIdx>{2, 3, 2, 2});  // the first two have a way each
}

TEST_CASE("F-FLOW-4: a refusal that comes in the cycle of a pass is for the next one",
          "[twolevel]") {
  Edge e(500);
  const FlowKey first{0, 8}, second{0, 12}, refused{1, 9};
  for (const FlowKey& flow : {first, second, refused}) e.send(1, flow, 4);
  for (const Cycle period : {1000U, 2000U}) {
    e.send(period + 1, first, 9);
    e.send(period + 1, refused, 3);
    const auto way = e.request(period + 1001, refused);
    CHECK(e.plane.totals().refused == 1);
    CHECK(way.hold == (period == 2000));  // it is moved, and waits for its packets
  }
}
