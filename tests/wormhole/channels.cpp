// SPDX-License-Identifier: Apache-2.0
/// Virtual channels, buffers, allocation: who gets what when several want it.
#include <algorithm>
#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>

#include "lab.hpp"

using namespace selvage;
using selvage::test::Lab;
using wormhole::Params;

namespace {

/// Cycles between two deliveries.
Cycle apart(const Lab& lab, std::uint32_t a, std::uint32_t b) {
  const Cycle x = lab.arrived.at(a);
  const Cycle y = lab.arrived.at(b);
  return x > y ? x - y : y - x;
}

}  // namespace

TEST_CASE("wormhole: the node buffer is split evenly, the rest to the lowest", "[WH-BUF-1]") {
  Params p;
  p.node_buffer = 126;
  p.injection_flits = 9;
  Lab lab({{2, 2, 2}}, p);
  unsigned sum = 0;
  for (wormhole::Channel c = 0; c < 12; ++c) {
    CHECK(lab.net[5].depth(c) == (c < 6 ? 11 : 10));
    sum += lab.net[5].depth(c);
  }
  CHECK(sum == 126);
  CHECK(lab.net[5].depth(12) == 9);
  CHECK(lab.net[5].depth(13) == 0);  // one injection channel
}

TEST_CASE("wormhole: the packets of a link share it flit by flit", "[WH-SA-2]") {
  const unsigned vcs = GENERATE(2U, 3U, 4U);
  Params p;
  p.vcs = vcs;
  Lab lab({{5}}, p);
  const std::uint32_t flits = 600;
  std::vector<std::uint32_t> slots;
  // From the left one by one into nodes in a row: all want the last link.
  for (std::uint32_t h = 0; h < std::min(vcs, 4U); ++h) slots.push_back(lab.send(3 - h, 4, flits));
  REQUIRE(lab.run_dry());
  Cycle last = 0;
  for (const std::uint32_t x : slots) last = std::max(last, lab.arrived.at(x));
  CHECK(last >= flits * vcs);  // one flit a cycle, and never a gap
  CHECK(last <= flits * vcs + 5 * vcs);
}

TEST_CASE("wormhole: an output serves its input channels in turn", "[WH-SA-2]") {
  // From the host and from the left, over one link, to different nodes beyond it.
  const unsigned near = GENERATE(0U, 1U);
  Lab lab({{4}}, Params{});
  const std::uint32_t flits = 600;
  const std::uint32_t a = lab.send(1, 2 + near, flits);
  const std::uint32_t b = lab.send(0, 3 - near, flits);
  REQUIRE(lab.run_dry());
  CHECK(apart(lab, a, b) <= 12);
  CHECK(std::max(lab.arrived.at(a), lab.arrived.at(b)) >= 2 * flits);
}

TEST_CASE("wormhole: two channels of one input share it whatever they want", "[WH-SA-2]") {
  Params p;
  p.injection_channels = 2;
  Lab lab({{3}}, p);
  const std::uint32_t flits = 500;
  const std::uint32_t a = lab.send(1, 0, flits);
  CHECK(lab.net.sender(1).can_inject());
  const std::uint32_t b = lab.send(1, 2, flits);
  CHECK(!lab.net.sender(1).can_inject());
  REQUIRE(lab.run_dry());
  CHECK(apart(lab, a, b) <= 4);
  CHECK(lab.arrived.at(a) >= 2 * flits - 4);
  CHECK(lab.arrived.at(a) <= 2 * flits + 20);
}

TEST_CASE("wormhole: a full channel does not starve its neighbour at the same input", "[WH-SA-2]") {
  Params p;
  p.injection_channels = 2;
  p.node_buffer = 64;
  Lab lab({{2, 3}}, p);
  lab.send(3, 5, 60);  // both channels from node 3 to node 5 are taken for a while
  lab.send(3, 5, 60);
  lab.run(4);
  const std::uint32_t full = lab.send(2, 5, 400);  // waits for them in node 3 with a full buffer
  const std::uint32_t passing = lab.send(2, 1, 400);
  REQUIRE(lab.run_dry());
  // When the first one gets its output the other is ahead; from then on they share the input.
  CHECK(lab.arrived.at(passing) < lab.arrived.at(full));
}

TEST_CASE("wormhole: a header that waits does not ask again and again", "[WH-RC-3]") {
  Params p;
  p.vcs = 1;
  Lab lab({{3}}, p);
  const std::uint32_t a = lab.send(0, 2, 300);
  lab.run(3);  // both headers now ask node 1 in cycles next to each other
  const std::uint32_t b = lab.send(1, 2, 300);
  REQUIRE(lab.run_dry());
  CHECK(apart(lab, a, b) > 300);
  // a: nodes 0, 1, 2. b: node 1 three or four times (overtaken, wait, freed), node 2.
  CHECK(lab.net.counts().requests <= 8);
  CHECK(lab.net.counts().waits >= 1);
}

TEST_CASE("wormhole: a channel taken between question and answer is asked for again", "[WH-RC-2]") {
  Params p;
  p.vcs = 1;
  p.route_latency = 4;
  bool seen = false;
  for (Cycle shift = 0; shift < 12; ++shift) {
    Lab lab({{3}}, p);
    const std::uint32_t a = lab.send(0, 2, 10);
    lab.run(shift);
    const std::uint32_t b = lab.send(1, 2, 10);
    REQUIRE(lab.run_dry());
    CHECK(lab.arrived.size() == 2);
    CHECK(apart(lab, a, b) >= 10);
    seen = seen || lab.net.counts().overtaken > 0;
  }
  CHECK(seen);
}

TEST_CASE("wormhole: one route request a cycle and node", "[WH-RC-1]") {
  // Four headers reach the middle of a cross in the same cycle, each for a way of its own.
  Params p;
  p.report_hops = true;
  Lab lab({{3, 3}}, p);
  lab.send(3, 5, 1);
  lab.send(5, 3, 1);
  lab.send(4, 7, 1);
  lab.run(1);
  REQUIRE(lab.run_dry());
  std::vector<Cycle> asked;
  for (const auto& h : lab.hops) {
    if (h.node == 4) asked.push_back(h.at - p.route_latency);
  }
  std::sort(asked.begin(), asked.end());
  REQUIRE(asked.size() == 3);
  CHECK(std::adjacent_find(asked.begin(), asked.end()) == asked.end());
}

TEST_CASE("wormhole: headers get their turn to ask", "[WH-RC-1]") {
  // More single-flit packets than the middle of a cross can ask for; the host's channel is last.
  Params p;
  p.report_hops = true;
  p.injection_flits = 4;
  Lab lab({{3, 3}}, p);
  const std::pair<HostIdx, HostIdx> flows[] = {{1, 7}, {3, 5}, {4, 0}, {5, 3}, {7, 1}};
  while (lab.now < 3000) {
    for (const auto& [from, to] : flows) {
      if (lab.net.sender(from).can_inject()) lab.send(from, to, 1);
    }
    lab.cycle();
  }
  std::map<HostIdx, unsigned> passed;
  unsigned all = 0;
  for (const auto& h : lab.hops) {
    if (h.node != 4) continue;
    ++passed[lab.packets[h.slot].source];
    ++all;
  }
  CHECK(all > 1500);
  for (const auto& flow : flows) CHECK(passed[flow.first] > all / 15);
}

TEST_CASE("WH-VC: a channel that is free too early lets two packets meet in a buffer", "[COV-3]") {
  const bool early = GENERATE(false, true);
  Params p;
  p.bugs = early ? wormhole::kFreesEarly : 0U;
  Lab lab({{4}}, p);
  for (const HostIdx from : {2U, 1U, 0U}) lab.send(from, 3, 20);
  cover::Coverage coverage;
  lab.net.sample(coverage);
  unsigned behind = 3;  // packets that follow each other from node 0
  std::string wrong;
  while (lab.net.packets_in_flight() > 0 && lab.now < 1000) {
    if (behind > 0 && lab.net.sender(0).can_inject()) lab.send(0, 3, 20), --behind;
    lab.cycle();
    if (wrong.empty()) wrong = lab.net.audit();
  }
  INFO(wrong);
  CHECK(behind == 0);
  CHECK(wrong.empty() != early);
  REQUIRE(coverage.forbidden().has_value() == early);
  if (early) CHECK(coverage.forbidden()->situation->name == "flit.channel.two_packets");
}

TEST_CASE("wormhole: impossible parameters and wiring are refused", "[WH-BUF-1]") {
  const auto refused = [](const tb::Grid& grid, const Params& p) {
    CHECK_THROWS_AS(Lab(grid, p), std::invalid_argument);
  };
  Params p;
  p.vcs = 5;
  refused({{2}}, p);
  p = {};
  p.node_buffer = 11;
  refused({{2, 2, 2}}, p);
  p = {};
  p.link_latency = 0;
  refused({{2}}, p);
  p = {};
  p.route_latency = 1;
  refused({{2}}, p);
  p = {};
  p.injection_channels = 3;
  refused({{2}}, p);
  p = {};
  const tb::Grid grid{{2}};
  wormhole::Wiring w = grid.wiring();
  w.ends[0].port = 0;  // the far end says otherwise
  const Lab::MakeControl make = [&](std::uint32_t n) {
    return std::make_unique<tb::GridControl>(grid, n, 2);
  };
  CHECK_THROWS_AS(Lab(w, p, make), std::invalid_argument);
  // Ends of a node, a port and a host that are none; node 1 is the last one.
  const auto end_is = [&](unsigned port, PortEnd end, const char* why) {
    w = grid.wiring();
    w.ends[port] = end;
    CHECK_THROWS_WITH(Lab(w, p, make), std::string("wormhole: ") + why);
  };
  end_is(0, {PortEnd::Kind::kSwitch, 2, 1}, "a link leads nowhere");
  end_is(0, {PortEnd::Kind::kSwitch, 1, 3}, "a link leads nowhere");
  end_is(2, {PortEnd::Kind::kHost, 2, 0}, "a host hangs twice");
  end_is(2, {PortEnd::Kind::kHost, 1, 0}, "a host hangs twice");
}
