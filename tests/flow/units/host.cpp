// SPDX-License-Identifier: Apache-2.0
/// Hosts and the flows that they send; parameters that make no network.
#include <catch2/catch.hpp>

#include <set>
#include <stdexcept>

#include "../lab.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

using End = PortEnd::Kind;

/// One switch with nothing but hosts.
flow::Wiring hosts(unsigned count) {
  flow::Wiring w;
  w.switches = 1;
  w.hosts = w.ports = count;
  for (HostIdx h = 0; h < count; ++h) w.ends.push_back({End::kHost, h, 0});
  return w;
}

bool makes(const flow::Params& p, const flow::Wiring& w = hosts(2)) {
  try {
    const Lab lab(w, p);
  } catch (const std::invalid_argument&) {
    return false;
  }
  return true;
}

/// What leaves the hosts, in order.
struct Left {
  explicit Left(const flow::Params& p) : lab(hosts(3), p) {
    lab.held_back = [this](std::uint32_t slot) {
      slots.push_back(slot);
      cycles.push_back(lab.now);
      return false;
    };
  }
  Lab lab;
  std::vector<std::uint32_t> slots;
  std::vector<Cycle> cycles;
};

}  // namespace

TEST_CASE("FLOW-D-4: the least and the largest parameters of a network, and those beyond") {
  const flow::Params p = quiet();
  const auto with = [&](auto change) {
    flow::Params changed = p;
    change(changed);
    return makes(changed);
  };
  CHECK(makes(p, hosts(1)));
  CHECK(makes(p, hosts(64)));
  CHECK_FALSE(makes(p, hosts(65)));
  CHECK_FALSE(makes(p, flow::Wiring{}));
  CHECK(with([](auto& q) { q.link_latency = 1; }));
  CHECK_FALSE(with([](auto& q) { q.link_latency = 0; }));
  CHECK(with([](auto& q) { q.bytes_per_cycle = 1, q.pool_units = 9'999; }));
  CHECK_FALSE(with([](auto& q) { q.bytes_per_cycle = 0; }));
  CHECK(with([](auto& q) { q.vcs = 1; }));
  CHECK(with([](auto& q) { q.vcs = 8; }));
  CHECK_FALSE(with([](auto& q) { q.vcs = 9; }));
  CHECK_FALSE(with([](auto& q) { q.vcs = 0; }));
  const unsigned least = flow::pool_headroom(p) + flow::kMostUnits;
  CHECK(with([&](auto& q) { q.pool_units = least; }));
  CHECK_FALSE(with([&](auto& q) { q.pool_units = least - 1; }));
  CHECK(with([](auto& q) { q.fifo_units = flow::kMostUnits; }));
  CHECK_FALSE(with([](auto& q) { q.fifo_units = flow::kMostUnits - 1; }));
  CHECK(with([](auto& q) { q.egress_units = flow::kMostUnits; }));
  CHECK_FALSE(with([](auto& q) { q.egress_units = flow::kMostUnits - 1; }));
}

TEST_CASE("source, destination, class and order make a flow", "[FLOW-HOST]") {
  Lab lab(hosts(3), quiet());
  std::set<std::uint32_t> flows;
  for (HostIdx from = 0; from < 3; ++from)
    for (HostIdx to = 0; to < 3; ++to)
      for (std::uint8_t tc = 0; tc < flow::kClasses; ++tc)
        for (const bool ordered : {false, true}) {
          if (to == from) continue;
          const auto slot = lab.send(from, to, 16, tc, ordered);
          const std::uint32_t flow = lab.net.cargo(slot).flow;
          CHECK(flows.insert(flow).second);
          CHECK(lab.net.flow(flow).source == from);
          CHECK(lab.net.flow(flow).destination == to);
          CHECK(lab.net.flow(flow).tc == tc);
          CHECK(lab.net.flow(flow).ordered == ordered);
        }
  CHECK(lab.net.flow_count() == flows.size());
  for (const auto& [bytes, units] : {std::pair{1U, 1U}, {256U, 1U}, {257U, 2U}, {512U, 2U}})
    CHECK(lab.net.cargo(lab.send(0, 1, bytes)).len == units);
  REQUIRE(lab.run_dry());
  CHECK(lab.net.counts().delivered_bytes == flows.size() * 16 + 1'026);
}

TEST_CASE("hosts send a packet of each class in turn, and flows of a class in turn",
          "[FLOW-HOST]") {
  Left left(quiet());
  Lab& lab = left.lab;
  // Slots 0, 1, 2 of one flow, then of two classes more, then of another flow of the first one.
  for (const std::uint8_t tc : {std::uint8_t{0}, std::uint8_t{1}, std::uint8_t{5}})
    for (int n = 0; n < 3; ++n) lab.send(0, 1, 16, tc);
  for (int n = 0; n < 2; ++n) lab.send(0, 2, 16, 0);
  REQUIRE(lab.run_dry());
  CHECK(left.slots == std::vector<std::uint32_t>{0, 3, 6, 9, 4, 7, 1, 5, 8, 10, 2});
  for (std::size_t i = 1; i < left.cycles.size(); ++i)
    CHECK(left.cycles[i] == left.cycles[i - 1] + 1);  // 25 bytes each
  lab.send(0, 1, 17);                                 // a byte more, so a beat more
  lab.send(0, 1, 16);
  for (int n = 0; n < 20; ++n) lab.run_to(lab.now + 1);
  CHECK(left.cycles[12] == left.cycles[11] + 2);
}

TEST_CASE("FLOW-D-5: a flow that nobody lets go on goes on by itself, one packet a pause") {
  flow::Params p = quiet({8, 6, 12});
  p.ifct.mqe.fill(8);
  p.pause_t = 700;
  Left left(p);
  left.lab.net[0].allow(1, 0, 0);
  for (int n = 0; n < 12; ++n) left.lab.send(0, 1, 1'024);
  left.lab.run_to(2'600);
  const std::vector<Cycle>& c = left.cycles;
  std::vector<Cycle> pauses;
  for (std::size_t i = 1; i < c.size(); ++i)
    if (c[i] > c[i - 1] + 100) pauses.push_back(c[i] - c[i - 1]);
  REQUIRE(pauses.size() == 2);
  for (std::size_t i = 0; i < pauses.size(); ++i) {
    CHECK(pauses[i] > 700);
    CHECK(pauses[i] < 760);
  }
}

TEST_CASE("FLOW-A-23: an ordered packet that comes behind a later one is named, if order is kept") {
  for (const bool keeps : {true, false})
    for (const bool ordered : {true, false}) {
      CAPTURE(keeps, ordered);
      flow::Params p = quiet();
      p.block = keeps;
      Lab lab(hosts(2), p);
      lab.held_back = [](std::uint32_t slot) { return slot == 0; };
      for (int n = 0; n < 3; ++n) lab.send(0, 1, 16, 0, ordered);
      lab.run_to(100);
      CHECK(lab.net.counts().delivered == 2);
      lab.net[0].header_coming(0, 0, lab.now - lab.last);
      lab.run_to(200);
      CHECK(lab.net.counts().delivered == 3);
      CHECK(lab.net.counts().reorders == (ordered ? 1 : 0));
      CHECK(lab.net.counts().late_unordered == (ordered ? 0 : 1));
      CHECK((lab.net.violation().find("FLOW-A-23") != std::string::npos) == (keeps && ordered));
    }
}

TEST_CASE("FAB-CONS: what is lost in the fabric is in it no more, and is movement") {
  Lab lab(tree(), quiet());
  lab.controls[0]->dead = 0xe0;
  lab.net[0].lose_next(4, 1);
  lab.send(0, 31, 1'024);
  lab.run_to(1'000);
  REQUIRE(lab.drops.size() == 1);
  CHECK(lab.net.in_fabric() == 0);
  const Cycle left = 7 + 1 + 4;  // of its host, up to the edge table
  CHECK(lab.net.last_progress() > left);
  CHECK(lab.net.last_progress() == lab.hops.at(0).at + 5);  // to the wire
}
