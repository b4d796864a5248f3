// SPDX-License-Identifier: Apache-2.0
/// Who waits for whom when nothing moves any more (FAB-PROG): rings that are full or out of credit,
/// what leads into them, and queues that wait for a host alone.
#include <catch2/catch.hpp>

#include <algorithm>
#include <deque>

#include "../lab.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

using End = PortEnd::Kind;
constexpr PortIdx kBefore = 0, kNext = 1, kHost = 2, kSpur = 3;

/// A ring of `size` switches with a host each, behind three, or none, that lead into it: 0 and 1
/// by way of 2.
flow::Wiring ring(unsigned size, unsigned spurs) {
  flow::Wiring w;
  w.switches = w.hosts = size + spurs;
  w.ports = 4;
  w.ends.resize(std::size_t{w.switches} * w.ports);
  const auto join = [&](SwitchIdx a, SwitchIdx b, PortIdx q) {
    w.ends[a * w.ports + kNext] = {End::kSwitch, b, q};
    w.ends[b * w.ports + q] = {End::kSwitch, a, kNext};
  };
  for (SwitchIdx s = 0; s < w.switches; ++s) w.ends[s * w.ports + kHost] = {End::kHost, s, 0};
  for (unsigned i = 0; i < size; ++i) join(spurs + i, spurs + (i + 1) % size, kBefore);
  if (spurs == 0) return w;
  join(0, 2, kBefore);
  join(1, 2, kSpur);
  join(2, 3, kSpur);
  return w;
}

/// Ways around the ring in one sense, on whatever channel `vc`.
struct Around final : SwitchControl {
  Around(SwitchIdx self, std::uint8_t vc) : self_(self), vc_(vc) {}
  void request(Cycle, const RouteRequest& r) override { answers_.push_back(preview(r)); }
  RouteDecision collect(Cycle) override {
    const RouteDecision d = answers_.front();
    answers_.erase(answers_.begin());
    return d;
  }
  void finish(Cycle) override {}
  RouteDecision preview(const RouteRequest& r) const override {
    const PortIdx out = r.destination == self_ ? kHost : kNext;
    return {RouteDecision::Outcome::kForward, out, vc_, PortMask{1} << out};
  }
  std::uint64_t overflows() const override { return 0; }

 private:
  SwitchIdx self_;
  std::uint8_t vc_;
  std::vector<RouteDecision> answers_;
};

struct Ring final : flow::Client {
  Ring(unsigned size, unsigned spurs, const flow::Params& p, std::uint8_t vc = 0)
      : wiring(ring(size, spurs)), first(spurs), net(p, wiring, *this) {
    for (SwitchIdx s = 0; s < wiring.switches; ++s) controls.emplace_back(s, vc);
  }
  void header_leaves(std::uint32_t slot, SwitchIdx sw, PortIdx out, unsigned) override {
    net.carry(slot, sw, out);
  }
  void header_leaves_host(std::uint32_t slot, HostIdx host) override { net.carry_from(slot, host); }
  SwitchControl& control(SwitchIdx s) override { return controls[s]; }
  void delivered(std::uint32_t, HostIdx, Cycle) override {}
  void dropped(std::uint32_t, SwitchPort, flow::DropCause, Cycle) override {}

  /// `count` packets of four units from each host of the ring to that `far` further on.
  void fill(unsigned far, unsigned count) {
    const unsigned size = wiring.switches - first;
    for (unsigned i = 0; i < size; ++i) send(first + i, first + (i + far) % size, count);
  }
  void send(HostIdx from, HostIdx to, unsigned count = 1) {
    for (; count > 1; --count) send(from, to);
    const auto slot = sent++;
    net.terminal(from).inject(slot, {slot, from, to, 1'024, 0, true}, now);
  }
  void run(Cycle cycles) {
    const Cycle end = now + cycles;
    for (Cycle next; (next = net.next_activity(now)) < end; now = next + 1) net.cycle(next);
    now = end;
  }
  /// The outputs of a circle, the lowest first.
  [[nodiscard]] std::vector<SwitchPort> circle() const {
    std::vector<SwitchPort> found;
    for (const flow::WaitPort& w : net.wait_cycle()) found.push_back(w.at);
    const auto less = [](const SwitchPort& a, const SwitchPort& b) { return a.sw < b.sw; };
    std::rotate(found.begin(), std::min_element(found.begin(), found.end(), less), found.end());
    return found;
  }
  /// Each output of the ring once, one behind the other.
  void is_whole() const {
    const std::vector<SwitchPort> found = circle();
    REQUIRE(found.size() == wiring.switches - first);
    for (std::size_t i = 0; i < found.size(); ++i) {
      CHECK(found[i].sw == first + i);
      CHECK(found[i].port == kNext);
    }
  }

  flow::Wiring wiring;
  SwitchIdx first;
  std::deque<Around> controls;
  flow::Routers net;
  Cycle now = 0;
  std::uint32_t sent = 0;
};

flow::Params tight() {
  flow::Params p = quiet({8, 6, 12});
  p.report_hops = false;
  p.vcs = 2;
  p.pool_units = flow::pool_headroom(p) + flow::kMostUnits;
  p.source_packets = 200;
  p.ifct.fc_hi = 3'000;  // pools alone hold
  p.ifct.mfe.fill(2'000);
  p.ifct.inj_limit = 2'000;
  return p;
}

}  // namespace

TEST_CASE("FAB-PROG: the outputs of a full ring wait for each other, on their channel") {
  for (const std::uint8_t vc : {std::uint8_t{0}, std::uint8_t{1}}) {
    CAPTURE(unsigned{vc});
    Ring r(5, 0, tight(), vc);
    CHECK(r.net.wait_cycle().empty());
    r.fill(4, 60);
    r.run(20'000);
    const Cycle last = r.net.last_progress();
    REQUIRE(last < 15'000);
    REQUIRE(r.net.packets_in_flight() > 50);
    r.is_whole();
    for (const flow::WaitPort& w : r.net.wait_cycle()) CHECK(w.vc == vc);
  }
}

TEST_CASE("FAB-PROG: what waits for a circle is not of it") {
  Ring r(4, 3, tight());
  r.fill(3, 60);
  for (const HostIdx from : {0U, 1U, 2U}) r.send(from, r.first + 1, 60);
  r.run(40'000);
  REQUIRE(r.net.last_progress() < 35'000);
  for (SwitchIdx s = 0; s < 3; ++s) CHECK(r.net[s].look(kNext).xoff_seen != 0);
  r.is_whole();
}

TEST_CASE("FAB-PROG: queues that wait for a host are no circle, and hide none") {
  for (const bool circle : {false, true}) {
    CAPTURE(circle);
    Ring r(4, 3, tight());
    r.net[3].allow(kHost, 0, 0);
    if (circle) r.fill(3, 60);
    for (const HostIdx from : {0U, 1U, 2U}) r.send(from, 3, 60);
    r.run(40'000);
    REQUIRE(r.net.last_progress() < 35'000);
    for (SwitchIdx s = 0; s < 3; ++s) CHECK(r.net[s].look(kNext).xoff_seen != 0);
    if (circle) r.is_whole();
    else CHECK(r.net.wait_cycle().empty());
  }
}

TEST_CASE("FAB-PROG: outputs that may send and do not yet are no circle") {
  Ring r(5, 0, tight());
  for (SwitchIdx s = 0; s < 5; ++s) r.net[s].allow(kNext, 1, 0);
  r.fill(3, 2);
  r.run(300);
  for (SwitchIdx s = 0; s < 5; ++s) {
    PortMask waits = 0;
    for (golden::FlowId id = 0; id < tight().sizes.rows(); ++id)
      waits |= r.net[s].waits_for(kBefore, id);
    CHECK(waits == PortMask{1} << kNext);
  }
  CHECK(r.net.wait_cycle().empty());
}

TEST_CASE("FAB-PROG: a head waits for the ports that it may take, or for the one that it follows") {
  Ring r(5, 0, tight());
  for (const HostIdx from : {1U, 2U, 3U, 4U}) r.send(from, (from + 4) % 5, 60);
  r.run(20'000);
  r.send(0, 2);  // a flow that has sent nothing yet, and finds no port open
  r.run(1'000);
  PortMask waits = 0;
  for (golden::FlowId id = 0; id < tight().sizes.rows(); ++id)
    if (r.net.cargo(r.sent - 1).flow == r.net[0].row(kHost, id).flow)
      waits |= r.net[0].waits_for(kHost, id);
  CHECK(waits == PortMask{1} << kNext);

  Lab lab(tree(), quiet());
  lab.net[7].allow(3, 0, 0);
  lab.controls[0]->dead = 0xe0;
  lab.send(0, 31);
  lab.run_to(300);
  lab.controls[0]->dead = 0x10;
  lab.send(0, 31);  // blocked until all that went by port 4 has been acknowledged
  lab.run_to(600);
  CHECK(lab.net[0].waits_for(0, 0) == PortMask{1} << 4);
  lab.net[7].allow(0, 0, lab.now);
  lab.send(1, 28);
  lab.run_to(900);
  waits = 0;
  for (PortIdx in = 4; in < 8; ++in) waits |= lab.net[7].waits_for(in, 0);
  CHECK(waits == 9);  // hosts' ports 0 and 3
  CHECK(lab.net.wait_cycle().empty());
}

TEST_CASE("FAB-PROG, FLOW-D-4: a ring that is out of credit waits for itself, too") {
  flow::Params p = quiet({8, 6, 12});
  p.report_hops = false;
  p.source_packets = 200;
  p.ifct.fc_hi = 8;
  p.ifct.fc_lo = 2;
  p.ifct.headroom = 12;
  Ring r(5, 0, p);
  for (SwitchIdx s = 0; s < 5; ++s) r.net[s].allow(kHost, 0, 0);
  r.fill(2, 40);
  r.run(5'000);
  for (SwitchIdx s = 0; s < 5; ++s) {
    CHECK(r.net[s].look(kNext).xoff_seen == 0);
    CHECK(r.net[s].waits_for(kBefore, 0) != 0);
  }
  r.is_whole();
  for (const flow::WaitPort& w : r.net.wait_cycle()) CHECK(w.vc == 0);
}
