// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>

#include "kernel/stream.hpp"
#include "lab.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

/// Shares of the link to host 31 that classes 0.. get, each offered all it can take from four
/// hosts.
std::vector<double> shares(const std::vector<flow::ClassRate>& rates) {
  flow::Params p = lab_params();
  p.congestion_aware = false;
  p.redirects = false;
  p.source_packets = 4;
  for (std::size_t c = 0; c < rates.size(); ++c) p.rates[c] = rates[c];
  Lab lab(flow::wiring_of(golden::FatTree(8, 2)), p);
  std::vector<std::uint64_t> start(rates.size()), bytes(rates.size());
  const auto count = [&](std::vector<std::uint64_t>& sum) {
    std::fill(sum.begin(), sum.end(), 0);
    for (std::size_t i = 0; i < lab.at.size(); ++i)
      if (lab.at[i] != kNever) sum[lab.packets[i].tc] += lab.packets[i].bytes + 9;
  };
  while (lab.now < 80'000) {
    for (HostIdx h = 0; h < 4 * rates.size(); ++h)
      while (lab.net.terminal(h).can_inject())
        lab.send(h, 31, 1000, static_cast<std::uint8_t>(h / 4));
    lab.run_to(lab.now + 100);
    if (lab.now == 40'000) count(start);
  }
  count(bytes);
  std::vector<double> out;
  for (std::size_t c = 0; c < rates.size(); ++c)
    out.push_back(static_cast<double>(bytes[c] - start[c]) / (25.0 * 40'000));
  return out;
}

}  // namespace

TEST_CASE("FLOW-D-2: guaranteed and largest rates of classes, the rest by weight") {
  const auto weights = shares({{0, 1, 3}, {0, 1, 1}});
  CHECK(weights[0] == Approx(0.75).margin(0.02));
  CHECK(weights[1] == Approx(0.25).margin(0.02));
  const auto capped = shares({{0, 0.3, 1}, {0, 1, 1}});
  CHECK(capped[0] == Approx(0.3).margin(0.02));
  CHECK(capped[1] == Approx(0.7).margin(0.02));
  const auto promised = shares({{0.6, 1, 1}, {0, 1, 9}});
  CHECK(promised[0] >= 0.58);
  CHECK(promised[0] + promised[1] > 0.97);  // work conserving
}

TEST_CASE("FLOW-A-22: a flow that cannot leave does not hold up another of its input port") {
  Lab lab(flow::wiring_of(golden::FatTree(8, 2)), lab_params());
  const SwitchPort held{7, 3};
  REQUIRE(lab.wiring.ends[held.sw * lab.wiring.ports + held.port].index == 31);
  lab.net[held.sw].allow(held.port, 0, 0);
  for (int i = 0; i < 10; ++i) lab.send(0, 31);
  const auto free = lab.send(0, 30);
  lab.run_to(5'000);
  CHECK(lab.net.counts().delivered == 1);
  CHECK(lab.at[free] < 1'000);
  lab.net[held.sw].allow(held.port, flow::kNoSlot, lab.now);
  REQUIRE(lab.run_dry());
  CHECK(lab.net.audit_end(lab.last) == "");
}

TEST_CASE("FLOW-C-2, FLOW-D-3: a header that stands at an output counts as load, payload or not") {
  flow::Params p = lab_params();
  p.report_hops = true;
  p.load_q = 0;
  Lab lab(flow::wiring_of(golden::FatTree(8, 2)), p);
  for (PortIdx up = 4; up < 8; ++up) lab.net[0].allow(up, 0, 0);  // nothing but headers gets there
  // Two long packets and two short ones, then two long ones: these join the short ones.
  for (HostIdx h = 0; h < 4; ++h) lab.send(h, 16 + h, h < 2 ? 9000 : 64);
  lab.run_to(1'000);
  for (HostIdx h = 2; h < 4; ++h) lab.send(h, 20 + h, 9000);
  lab.run_to(2'000);
  for (PortIdx up = 4; up < 8; ++up) lab.net[0].allow(up, flow::kNoSlot, lab.now);
  REQUIRE(lab.run_dry());
  const std::vector<PortIdx>& by = lab.first_port;
  CHECK((PortMask{1} << by[0] | PortMask{1} << by[1] | PortMask{1} << by[2] |
         PortMask{1} << by[3]) == 0xf0);
  CHECK((PortMask{1} << by[4] | PortMask{1} << by[5]) ==
        (PortMask{1} << by[2] | PortMask{1} << by[3]));
}

TEST_CASE("FLOW-D-5: a flow above max_queue_extent is paused at its host, others of it go on") {
  Lab lab(flow::wiring_of(golden::FatTree(8, 2)), lab_params());
  for (PortIdx up = 4; up < 8; ++up) lab.net[0].allow(up, 0, 0);
  for (int i = 0; i < 60; ++i) lab.send(0, 31, 1024);
  lab.run_to(3'000);
  CHECK(lab.net.counts().pauses > 0);
  CHECK(lab.net.occupancy() < 160);
  const auto other = lab.send(0, 1, 1024);
  lab.run_to(3'500);
  CHECK(lab.at[other] != kNever);
  for (PortIdx up = 4; up < 8; ++up) lab.net[0].allow(up, flow::kNoSlot, lab.now);
  REQUIRE(lab.run_dry());
  CHECK(lab.net.counts().delivered == 61);
  CHECK(lab.net.audit_end(lab.last) == "");
}

TEST_CASE("the life of a flow is recorded: opened and released at each hop, downstream first",
          "[FLOW-A-19]") {
  flow::Params p = lab_params();
  p.log = true;
  Lab lab(flow::wiring_of(golden::FatTree(8, 2)), p);
  lab.send(0, 31);
  REQUIRE(lab.run_dry());
  const auto& log = lab.net.log();
  REQUIRE(log.size() == 6);
  for (unsigned i = 0; i < 3; ++i) {
    CHECK(to_string(log[i].what) == "opened");
    CHECK(to_string(log[3 + i].what) == "released");
    CHECK(log[i].sw == log[5 - i].sw);
  }
}

namespace {

/// Packets of `bytes` from every host to random others, in 8P2T.
void uniform(Lab& lab, double load, unsigned bytes, Cycle until) {
  kernel::Stream random(1, "uniform");
  const double each = load / ((bytes + 9 + 24) / 25);
  for (; lab.now < until; lab.run_to(lab.now + 1))
    for (HostIdx h = 0; h < 32; ++h)
      if (random.chance(each) && lab.net.terminal(h).can_inject())
        lab.send(h, static_cast<HostIdx>((h + 1 + random.below(31)) % 32), bytes);
}

}  // namespace

TEST_CASE("FLOW-P-5: in a network no ACK waits beyond T3 + R + 1") {
  for (const double load : {0.1, 0.4}) {
    Lab lab(flow::wiring_of(golden::FatTree(8, 2)), lab_params({8, 8, 10}));
    uniform(lab, load, 256, 10'000);
    CHECK(lab.net.counts().acks > 3'000);
    CHECK(lab.net.counts().ack_wait_most <= 90 + 11 + 1);
    CHECK(lab.net.violation() == "");
  }
}

TEST_CASE(
    "FLOW-P-5, FLOW-B-7: frames of few ACKs go back to back, and none waits beyond its bound") {
  const unsigned max = GENERATE(1U, 2U, 3U, 48U);
  flow::Params p = lab_params({8, 8, 10});
  p.aggregator.max = max;
  // Many short packets are acknowledged behind long ones that hold the wire.
  Lab lab(flow::wiring_of(golden::FatTree(8, 2)), p);
  kernel::Stream random(3, "mixed");
  for (; lab.now < 15'000; lab.run_to(lab.now + 1)) {
    for (HostIdx h = 0; h < 32; ++h) {
      const bool longer = h >= 16;
      if (random.chance(longer ? 0.002 : 0.08) && lab.net.terminal(h).can_inject())
        lab.send(h, static_cast<HostIdx>(h < 16 ? 16 + random.below(16) : random.below(16)),
                 longer ? 8192 : 64);
    }
  }
  const Cycle frame = (8192 + 9 + 24) / 25;
  CAPTURE(max, lab.net.counts().ack_wait_most);
  CHECK(lab.net.counts().acks > 5'000);
  CHECK(lab.net.counts().ack_wait_most <=
        (max > 1 ? 90 + frame + 1 : std::max(1'023U, 512 + static_cast<unsigned>(frame))));
  CHECK(lab.net.violation() == "");
  REQUIRE(lab.run_dry());
  CHECK(lab.net.audit_end(lab.last) == "");
}

TEST_CASE("FLOW-C-2: what goes down does not decide which way the next one goes up") {
  flow::Params p = lab_params({8, 8, 10});
  p.report_hops = true;
  Lab lab(flow::wiring_of(golden::FatTree(8, 2)), p);
  uniform(lab, 0.15, 64, 20'000);
  std::array<unsigned, 8> left{};
  for (const PortIdx port : lab.first_port)
    if (port < left.size()) ++left[port];
  const auto [least, most] = std::minmax_element(left.begin() + 4, left.end());
  INFO(left[4] << " " << left[5] << " " << left[6] << " " << left[7]);
  CHECK(*least > 500);
  CHECK(*most < *least * 5 / 4);
}
