// SPDX-License-Identifier: Apache-2.0
/// Corners of flow classification at one switch (F-FLOW-1 to F-FLOW-4).
#include <catch2/catch.hpp>

#include <algorithm>

#include "classifier.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::test;

TEST_CASE("F-FLOW-1: from the preferred port upward and around, with any number of ports",
          "[twolevel]") {
  for (const auto& [first, h] : {std::pair{2U, 2U}, {3U, 3U}, {4U, 3U}, {1U, 5U}}) {
    FlowClassifier table(options(), first, h);
    for (unsigned i = 0; i < 2 * h; ++i)
      CHECK(table.request(0, {0, i}, i, static_cast<PortIdx>(first + 1), {}).port ==
            first + (1 + i) % h);
  }
}

TEST_CASE("F-FLOW-1: a packet that requests again is one packet, those of older periods are none",
          "[twolevel]") {
  FlowOptions o = options();
  o.moves = 0;
  Switch s(o);
  const auto again = [&](FlowKey flow, PacketId packet) {
    return s.table.request(0, flow, packet, 4, {}).port;
  };
  for (unsigned i = 0; i < 3; ++i) CHECK(again({0, 1}, 7) == 4);
  CHECK(again({0, 1}, 6) == 4);
  s.next = 8;
  for (const PortIdx port : {PortIdx{5}, PortIdx{6}, PortIdx{7}})
    CHECK(s.request({0, port}, {}, port).port == port);
  CHECK(s.request({0, 2}, {}, 4).port == 4);  // a packet by every port
  s.send({0, 2}, 9);
  CHECK(s.request({0, 3}, {}, 4).port == 5);
  (void)s.table.pass(1000);
  CHECK(s.table.loads() == std::vector<std::uint64_t>{2 + 9, 2, 1, 1});
  CHECK(s.request({0, 8}, {}, 4).port == 6);  // the last whole period counts
  (void)s.table.pass(2000);
  CHECK(s.table.loads() == std::vector<std::uint64_t>{0, 0, 1, 0});
  CHECK(s.request({0, 9}, {}, 4).port == 4);  // and none before it
}

TEST_CASE("F-FLOW-2: among equals the lowest pair goes to the lowest port", "[twolevel]") {
  for (HostIdx shift = 0; shift < 5; ++shift) {
    FlowOptions o = options();
    o.moves = 1;
    Switch s(o);
    for (HostIdx i = 0; i < 5; ++i) {
      const FlowKey flow{1, (2 * i + shift) % 5};
      (void)s.request(flow);
      s.table.diverted(flow, 5);
      s.send(flow, 2);
    }
    (void)s.table.pass(1000);
    CAPTURE(shift);
    for (HostIdx f = 0; f < 5; ++f) CHECK(s.request({1, f}).port == (f == 0 ? 4 : 5));
  }
}

TEST_CASE("F-FLOW-3: a flow moved back before it went waits for nothing, each move for itself",
          "[twolevel]") {
  Switch s;
  const FlowKey flow{0, 1};
  s.send(flow, 2);  // by 4
  s.table.assign(1000, flow, 6);
  CHECK(s.request(flow, PacketId{0}, 4, 1001).hold);
  s.table.assign(1002, flow, 4);
  const auto back = s.request(flow, PacketId{0}, 4, 1003);
  CHECK_FALSE(back.hold);
  CHECK(back.port == 4);
  CHECK(s.table.counts().moved == 0);
  CHECK(s.table.counts().held == 1);
  s.table.assign(1004, flow, 5);
  CHECK(s.request(flow, PacketId{0}, 4, 1005).hold);
  CHECK(s.request(flow, PacketId{0}, 4, 1006).hold);
  CHECK(s.table.counts().held == 2);
  CHECK(s.request(flow, kAll, 4, 1007).port == 5);
  CHECK(s.table.counts().moved == 1);
}

TEST_CASE("F-FLOW-4: the flows that a pass forgets are reported in ascending order", "[twolevel]") {
  FlowOptions o = options();
  o.scheduler = true;
  Switch s(o);
  std::vector<FlowKey> flows;
  for (HostIdx f = 0; f < 40; ++f) {
    s.table.assign(0, {f * 7 % 40, f}, 5);
    flows.push_back({f * 7 % 40, f});
  }
  std::sort(flows.begin(), flows.end());
  FlowClassifier::Changes changes;
  for (unsigned i = 0; i < 8 && changes.ended.empty(); ++i) changes = s.table.pass(1000 * i);
  CHECK(changes.ended == flows);
}
