// SPDX-License-Identifier: Apache-2.0
/// \file
/// One switch of the k-ary tree that classifies flows, without a fabric.
#pragma once

#include <catch2/catch.hpp>
#include <optional>

#include "golden/twolevel/flow_classifier.hpp"

namespace selvage::test {

inline constexpr PacketId kAll = ~PacketId{0};

inline golden::FlowOptions options() {
  golden::FlowOptions o;
  o.period = 1000;
  o.latency = 50;
  o.hold = 5000;
  return o;
}

/// Ports 4..7 of a switch, and packets in the order of their numbers.
struct Switch {
  explicit Switch(const golden::FlowOptions& o = options()) : table(o, 4, 4) {}
  golden::FlowClassifier::Way request(golden::FlowKey flow,
                                      std::optional<PacketId> acknowledged = kAll,
                                      PortIdx preferred = 4, Cycle now = 0) {
    return table.request(now, flow, next++, preferred, acknowledged);
  }
  void send(golden::FlowKey flow, unsigned packets) {
    for (unsigned i = 0; i < packets; ++i) REQUIRE_FALSE(request(flow).hold);
  }
  golden::FlowClassifier table;
  PacketId next = 0;
};

}  // namespace selvage::test
