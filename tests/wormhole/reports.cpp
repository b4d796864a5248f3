// SPDX-License-Identifier: Apache-2.0
/// Which flit, credit and answer leaves when, and the limits of what can be built.
#include <catch2/catch.hpp>
#include <stdexcept>
#include <vector>

#include "lab.hpp"

using namespace selvage;
using selvage::test::Lab;
using wormhole::Answered;
using wormhole::Params;

namespace {

/// One node with its hosts alone: everything goes to the port of its destination.
class Hub final : public tb::OnePortControl {
 public:
  using OnePortControl::OnePortControl;

 protected:
  PortIdx port_to(const RouteRequest& r) const override {
    return static_cast<PortIdx>(r.destination);
  }
};

wormhole::Wiring hub(unsigned hosts) {
  wormhole::Wiring w;
  w.nodes = 1;
  w.hosts = w.ports = hosts;
  for (unsigned h = 0; h < hosts; ++h) w.ends.push_back({PortEnd::Kind::kHost, h, 0});
  return w;
}

}  // namespace

TEST_CASE("WH-SA-1 wormhole: each flit is reported where it leaves, and its credit with it") {
  const bool reports = GENERATE(false, true);
  const std::uint32_t flits = GENERATE(1U, 2U, 8U);
  const unsigned d = GENERATE(1U, 2U);
  Params p;
  p.link_latency = d;
  p.report_flits = reports;
  Lab lab({{2}}, p);
  lab.now = 10;
  lab.send(0, 1, flits);
  REQUIRE(lab.run_dry());
  REQUIRE(lab.injections.size() == 1);
  CHECK(lab.injections[0].first == 0);
  CHECK(lab.injections[0].second == 10 + flits - 1);
  if (!reports) {
    CHECK(lab.host_flits.size() + lab.router_flits.size() + lab.credits.size() == 0);
    CHECK(lab.answers.empty());
    return;
  }
  REQUIRE(lab.host_flits.size() == flits);
  REQUIRE(lab.router_flits.size() == 2 * flits);
  REQUIRE(lab.credits.size() == 2 * flits);
  const auto same = [&](const Lab::Flit& f, std::uint32_t i, SwitchIdx node, unsigned channel,
                        Cycle at) {
    CHECK(f.what.slot == 0);
    CHECK(f.what.node == node);
    CHECK(f.what.channel == channel);
    CHECK(f.what.head == (i == 0));
    CHECK(f.what.tail == (i == flits - 1));
    CHECK(f.at == at);
  };
  std::uint32_t left[2] = {0, 0};
  const Cycle hop = d + p.route_latency;
  for (std::uint32_t i = 0; i < flits; ++i) same(lab.host_flits[i], i, 0, 4, 10 + i);
  for (std::size_t k = 0; k < lab.router_flits.size(); ++k) {
    const Lab::Flit& f = lab.router_flits[k];
    const SwitchIdx n = f.what.node;
    same(f, left[n], n, n == 0 ? 0 : 4, 10 + (n + 1) * hop + left[n]);
    ++left[n];
    CHECK(lab.credits[k].node == n);
    CHECK(lab.credits[k].channel == (n == 0 ? 4 : 2));
    CHECK(lab.credits[k].at == f.at);
  }
  CHECK(left[0] == flits);
  CHECK(lab.host_credits.empty());
  REQUIRE(lab.answers.size() == 2);
  for (SwitchIdx n = 0; n < 2; ++n) {
    CHECK(lab.answers[n].node == n);
    CHECK(lab.answers[n].in == (n == 0 ? 4 : 2));
    CHECK(lab.answers[n].what == Answered::kTakes);
    CHECK(lab.answers[n].out == (n == 0 ? 0 : 4));
    CHECK(lab.answers[n].at == 10 + (n + 1) * hop);
  }
}

TEST_CASE("WH-SA-2 wormhole: a host sends from its injection channels in turn") {
  const unsigned channels = GENERATE(2U, 3U, 4U);
  Params p;
  p.vcs = p.injection_channels = channels;
  p.injection_flits = 20;
  p.node_buffer = 1000;
  p.report_flits = true;
  Lab lab({{2}}, p);
  for (unsigned v = 0; v < channels; ++v) lab.send(0, 1, 10);
  REQUIRE(lab.run_dry());
  REQUIRE(lab.host_flits.size() == 10 * channels);
  for (std::size_t i = 0; i < lab.host_flits.size(); ++i) {
    CHECK(lab.host_flits[i].at == i);
    if (i < channels) continue;
    CHECK(lab.host_flits[i].what.channel == lab.host_flits[i - channels].what.channel);
    CHECK(lab.host_flits[i].what.channel != lab.host_flits[i - 1].what.channel);
  }
}

TEST_CASE("WH-BUF-1 wormhole: what is just allowed is built and carries packets") {
  const auto carries = [](const wormhole::Wiring& w, const Params& p) {
    Lab lab(w, p, [&](std::uint32_t) { return std::make_unique<Hub>(p.vcs); });
    const std::uint32_t slot = lab.send(0, w.hosts - 1, 3);
    REQUIRE(lab.run_dry());
    CHECK(lab.arrived.at(slot) == 2 + 2 * p.link_latency + p.route_latency);
    CHECK(lab.net.audit().empty());
  };
  Params p;
  p.vcs = 4;
  carries(hub(16), p);  // 64 channels
  CHECK_THROWS_AS(carries(hub(17), p), std::invalid_argument);
  p.vcs = 1;
  carries(hub(64), p);
  CHECK_THROWS_AS(carries(hub(65), p), std::invalid_argument);
  p = {};
  carries(hub(1), p);  // one port
  p.link_latency = 1024;
  carries(hub(2), p);
  p = {};
  p.route_latency = 1024;
  carries(hub(2), p);
  p = {};
  p.injection_flits = p.node_buffer = 0xffff;
  carries(hub(2), p);
  const auto refused = [&](const Params& wrong) {
    CHECK_THROWS_AS(carries(hub(2), wrong), std::invalid_argument);
  };
  p = {};
  p.link_latency = 1025;
  refused(p);
  p = {};
  p.route_latency = 1025;
  refused(p);
  p = {};
  p.injection_flits = 0x10000;
  refused(p);
  p = {};
  p.node_buffer = 0x10000;
  refused(p);
  p = {};
  p.injection_flits = 0;
  refused(p);
  p = {};
  p.injection_channels = 0;
  refused(p);
  p = {};
  p.vcs = 0;
  refused(p);
}

TEST_CASE("WH-DET wormhole: every node of a network of any size is looked at") {
  // Nodes and hosts together 2 n: on either side of a multiple of 64, and at it.
  for (const unsigned n : {31U, 32U, 33U, 64U, 65U}) {
    Lab lab({{n}}, Params{});
    for (HostIdx h = 0; h < n; ++h) lab.send(h, h, 1);
    REQUIRE(lab.run_dry());
    REQUIRE(lab.arrived.size() == n);
    for (const auto& [slot, at] : lab.arrived) CHECK(at == 2 + 2);
  }
}

TEST_CASE("wormhole: nothing that waits has no channels, a host at the far end has no number",
          "[WH-KNOT]") {
  Lab lab({{2}}, Params{});
  for (wormhole::Channel c = 0; c < 6; ++c) {
    const wormhole::Waiting waits = lab.net[0].waits_for(c);
    CHECK(waits.what == wormhole::Waiting::For::kNothing);
    CHECK(waits.channels == 0);
  }
  const wormhole::FarEnd host = lab.net[0].far_end(4);
  CHECK_FALSE(host.router);
  CHECK(host.node == 0);
  CHECK(host.in == 0);
}

TEST_CASE("wormhole: the first to ask of several is the lowest channel", "[WH-RC-1][WH-DET]") {
  Params p;
  p.report_flits = true;
  Lab lab({{3}}, p);
  lab.send(0, 1, 1);
  lab.send(2, 1, 1);
  REQUIRE(lab.run_dry());
  std::vector<unsigned> at_1;
  for (const Lab::Answer& answer : lab.answers) {
    if (answer.node == 1) at_1.push_back(answer.in);
  }
  CHECK(at_1 == std::vector<unsigned>{0, 2});  // from node 2, from node 0
}
