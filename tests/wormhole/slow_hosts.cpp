// SPDX-License-Identifier: Apache-2.0
/// Hosts that take flits slowly, cycle by cycle (WH-RECV-1..3, WH-NODE).
#include <algorithm>
#include <catch2/catch.hpp>
#include <stdexcept>

#include "kernel/service.hpp"
#include "lab.hpp"

using namespace selvage;
using selvage::test::Lab;
using wormhole::Params;

namespace {

constexpr unsigned kHostPort = 2;  // of a line

Params slow_params(std::vector<HostIdx> hosts, std::uint64_t rate) {
  Params p;
  p.node_buffer = 2000;
  p.injection_flits = 64;
  p.report_flits = true;
  p.slow.hosts = std::move(hosts);
  p.slow.rate = rate;
  p.slow.every = 3;
  return p;
}

/// What one slow host has to hold and to take, from the flits that its switch sends.
class Receiver {
 public:
  Receiver(const Lab& lab, SwitchIdx node, const Params& p)
      : lab_(lab),
        p_(p),
        node_(node),
        held_(p.vcs),
        sent_(p.vcs),
        depth_(p.injection_flits + 2 * p.link_latency) {}

  /// The cycle handled last.
  void check() {
    const Cycle now = lab_.now - 1;
    for (; come_ < lab_.router_flits.size(); ++come_) {
      const Lab::Flit& f = lab_.router_flits[come_];
      if (f.at + p_.link_latency > now) break;
      if (f.what.node != node_ || f.what.channel / p_.vcs != kHostPort) continue;
      const unsigned vc = f.what.channel % p_.vcs;
      ++held_[vc];
      sent_[vc].push_back(f);
      fullest_ = std::max(fullest_, held_[vc]);
      REQUIRE(held_[vc] <= depth_);
    }
    if (taken_ < lab_.host_credits.size()) take(now);
    REQUIRE(taken_ == lab_.host_credits.size());  // at most one a cycle
    unsigned sum = 0;
    for (const unsigned held : held_) sum += held;
    REQUIRE(lab_.net.flits_in_sinks() == sum);
    REQUIRE(lab_.net.counts().sink_fullest == fullest_);
  }
  [[nodiscard]] std::size_t taken() const { return taken_; }
  [[nodiscard]] unsigned fullest() const { return fullest_; }
  [[nodiscard]] bool holds() const {
    return std::any_of(held_.begin(), held_.end(), [](unsigned h) { return h != 0; });
  }

 private:
  void take(Cycle now) {
    const Lab::Credit& c = lab_.host_credits[taken_++];
    REQUIRE(c.at == now);
    REQUIRE(c.node == node_);
    REQUIRE(c.channel / p_.vcs == kHostPort);
    const unsigned vc = c.channel % p_.vcs;
    REQUIRE(held_[vc] > 0);
    for (unsigned v = (last_ + 1) % p_.vcs; taken_ > 1 && v != vc; v = (v + 1) % p_.vcs) {
      REQUIRE(held_[v] == 0);
    }
    last_ = vc;
    const Lab::Flit& flit = sent_[vc][sent_[vc].size() - held_[vc]];
    --held_[vc];
    CHECK(lab_.net.last_progress() == now);
    const auto arrived = lab_.arrived.find(flit.what.slot);
    REQUIRE((arrived != lab_.arrived.end()) == flit.what.tail);
    if (flit.what.tail) REQUIRE(arrived->second == now);
  }

  const Lab& lab_;
  Params p_;
  SwitchIdx node_;
  std::vector<unsigned> held_;
  std::vector<std::vector<Lab::Flit>> sent_;  ///< [VC], in order
  unsigned depth_;
  unsigned fullest_ = 0;
  unsigned last_ = 0;
  std::size_t come_ = 0;
  std::size_t taken_ = 0;
};

}  // namespace

TEST_CASE("WH-RECV-1 wormhole: a slow host takes flit i floor(i / r) cycles behind the first") {
  const std::uint64_t rate = GENERATE(1000000U, 500000U, 333333U, 700000U, 9901U, 250000U);
  const std::uint32_t flits = GENERATE(1U, 2U, 3U, 21U);
  const unsigned d = GENERATE(1U, 3U);
  Params p = slow_params({1, 2}, rate);
  p.link_latency = d;
  const tb::Grid grid{{3}};
  Lab lab(grid, p);
  CHECK(lab.net.is_slow(2));
  CHECK(!lab.net.is_slow(0));
  std::uint64_t free = 0;  // the host has served its last flit, in cycles times the rate
  for (const HostIdx from : {0U, 2U, 1U}) {
    const unsigned s = grid.distance(from, 2) + 1;
    for (const Cycle idle : {0U, 1U, 120U}) {
      lab.now += idle;
      const Cycle comes = lab.now + (s + 1) * d + s * p.route_latency;
      const std::uint64_t last =
          std::max(comes * rate, free) + (flits - 1) * std::uint64_t{1000000};
      free = last + 1000000;
      const std::uint32_t slot = lab.send(from, 2, flits);
      REQUIRE(lab.run_dry());
      REQUIRE(lab.arrived.at(slot) == last / rate);
      REQUIRE(lab.at_host.at(slot) == 2);
      REQUIRE(lab.net.audit().empty());
    }
  }
  CHECK(lab.net.counts().sink_stalled == 0);
  CHECK(lab.arrived.size() == 9);
}

TEST_CASE("WH-RECV-2 wormhole: a slow host takes a flit a cycle at most, its channels in turn") {
  const unsigned vcs = GENERATE(2U, 3U);
  const std::uint64_t rate = GENERATE(400000U, 1000000U);
  const std::uint32_t flits = GENERATE(1U, 5U, 60U);
  Params p = slow_params({1}, rate);
  p.vcs = vcs;
  p.injection_flits = 8;
  p.link_latency = 2;
  Lab lab({{3}}, p);
  Receiver receiver(lab, 1, p);
  unsigned sent = 0;
  while (sent < 900 / (flits + 5) || lab.net.packets_in_flight() != 0) {
    for (HostIdx from = 0; from < 3 && sent < 900 / (flits + 5); ++from) {
      if (!lab.net.sender(from).can_inject()) continue;
      lab.send(from, 1, flits);
      ++sent;
    }
    lab.cycle();
    receiver.check();
    REQUIRE(lab.net.audit().empty());
    REQUIRE(lab.now < 5000);
  }
  CHECK(lab.arrived.size() == sent);
  CHECK(receiver.taken() == std::size_t{sent} * flits);
  if (rate < 1000000 && flits == 60) CHECK(receiver.fullest() == 8 + 2 * 2);
}

TEST_CASE("WH-RECV-3 wormhole: a slow host that takes every flit at once changes nothing") {
  Params fast;
  fast.link_latency = GENERATE(1U, 4U);
  fast.injection_flits = 1;
  Params slow = fast;
  slow.slow.hosts = {0, 1, 2};
  slow.slow.every = 2;
  Lab a({{3}}, fast);
  Lab b({{3}}, slow);
  for (Lab* lab : {&a, &b}) {
    for (const HostIdx from : {0U, 1U, 2U}) lab->send(from, 2, 40);
    REQUIRE(lab->run_dry());
  }
  CHECK(a.arrived.size() == 3);
  CHECK(a.arrived == b.arrived);
}

TEST_CASE("WH-RECV-1 wormhole: a slow host stalls from the arrival of each header on") {
  const std::uint32_t flits = GENERATE(1U, 2U, 9U);
  const Cycle stall = GENERATE(1U, 6U);
  Params p = slow_params({1}, 1000000);
  p.slow.stalls = kernel::StallKind::kHeader;
  p.slow.longest = stall;
  Lab lab({{2}}, p);
  for (unsigned i = 1; i <= 3; ++i) {
    lab.now += 5;
    const Cycle start = lab.now;
    const std::uint32_t slot = lab.send(1, 1, flits);
    REQUIRE(lab.run_dry());
    CHECK(lab.arrived.at(slot) == start + flits - 1 + 2 + p.route_latency + stall);
    CHECK(lab.net.counts().sink_stalled == i * stall);
  }
}

TEST_CASE("WH-RECV-1 wormhole: a slow host stalls at random as its stream says") {
  Params p = slow_params({1}, 1000000);
  p.slow.stalls = kernel::StallKind::kRandom;
  p.slow.every = 20;
  p.slow.longest = 9;
  p.slow.seed = GENERATE(1U, 5U);
  Lab lab({{2}}, p);
  Receiver receiver(lab, 1, p);
  kernel::ServiceCycles service(true, 20, 9, kernel::Stream(p.slow.seed, "stalls", 1));
  lab.send(0, 1, 400);
  Cycle stalled = 0;
  while (lab.net.packets_in_flight() != 0) {
    const std::size_t before = receiver.taken();
    lab.cycle();
    receiver.check();
    const auto passed = service.advance(lab.now);
    const bool took = receiver.taken() != before;
    if (took || receiver.holds()) {
      REQUIRE(took == (passed.service == 1));
      stalled += passed.stalled;
    }
    REQUIRE(lab.net.counts().sink_stalled == stalled);
  }
  CHECK(stalled > 20);
}

TEST_CASE("WH-NODE wormhole: a slow host goes on taking what a switch sent before it died") {
  const Cycle dies = GENERATE(6U, 9U, 12U, 40U);
  const std::uint64_t rate = GENERATE(1000000U, 200000U);
  Params p = slow_params({1}, rate);
  p.slow.stalls = kernel::StallKind::kHeader;
  p.slow.longest = 4;
  p.link_latency = 2;
  Lab lab({{2}}, p);
  Receiver receiver(lab, 1, p);
  const auto run = [&](Cycle until) {
    while (lab.now < until) {
      lab.cycle();
      receiver.check();
    }
  };
  lab.send(1, 1, 20);
  run(dies);
  lab.net[1].link_dies(1, dies);
  lab.net[0].link_dies(0, dies);
  lab.net[1].dies(dies);
  run(300);
  CHECK(!receiver.holds());
  CHECK(lab.net.packets_in_flight() == 0);
  CHECK(lab.losses.size() + lab.arrived.size() == 1);
  CHECK(receiver.taken() == lab.net.counts().ejected);
  REQUIRE(lab.net.audit().empty());
  // What begins then begins with a header, as ever.
  for (unsigned i = 0; i < 2; ++i) {
    const Cycle start = lab.now;
    const std::uint32_t next = lab.send(1, 1, 7);
    run(start + 200);
    CHECK(lab.arrived.at(next) == start + 6 * 1000000 / rate + 2 * 2 + p.route_latency + 4);
  }
}

TEST_CASE("WH-RECV-1 wormhole: the slowest hosts and the shortest stalls there are") {
  Params p = slow_params({0}, 1);
  p.slow.every = p.slow.longest = 1;
  const tb::Grid grid{{2}};
  Lab(grid, p);
  const auto refused = [&](const Params& wrong) {
    CHECK_THROWS_AS(Lab(grid, wrong), std::invalid_argument);
  };
  Params wrong = p;
  wrong.slow.rate = 0;
  refused(wrong);
  wrong = p;
  wrong.slow.every = 0;
  refused(wrong);
  wrong = p;
  wrong.slow.longest = 0;
  refused(wrong);
  wrong = p;
  wrong.slow.hosts = {2};
  refused(wrong);
}
