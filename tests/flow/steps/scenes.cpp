// SPDX-License-Identifier: Apache-2.0
/// Tables, aggregators and wires against a second reading of their page (steps.hpp), in every
/// cycle.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <tuple>

#include "kernel/stream.hpp"
#include "steps.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

/// Random traffic on a network whose every step is held against the page.
struct Watch {
  Watch(const flow::Wiring& w, const flow::Params& p, unsigned seed)
      : lab(w, p), steps(lab), random(seed, "steps") {}

  /// `load` of all hosts for so many cycles, then nothing more until all is at rest.
  void run(Cycle busy, double load, unsigned bytes, unsigned classes, double messages = 0) {
    const Cycle end = lab.now + busy;
    while (lab.now < end) {
      for (HostIdx h = 0; h < lab.wiring.hosts; ++h) offer(h, load, bytes, classes);
      cycle(messages);
    }
  }
  void rest() {
    const Cycle most = lab.now + 1'000'000;
    for (Cycle next; (next = lab.net.next_activity(lab.now)) != kNever;) {
      REQUIRE(next < most);
      lab.now = next;  // nothing happens meanwhile
      cycle(0);
    }
    REQUIRE(lab.net.audit_end(lab.now - 1) == "");
    agree();
  }
  /// A packet of some link.
  void lose() {
    const auto p = static_cast<std::uint32_t>(random.below(lab.wiring.ends.size()));
    lab.net[p / lab.wiring.ports].lose_next(static_cast<PortIdx>(p % lab.wiring.ports), 1);
  }
  /// A port, which grants so many packets more; all go on after that.
  void hold(std::uint32_t grants) {
    if (grants == 0) held_ = static_cast<std::uint32_t>(random.below(lab.wiring.ends.size()));
    lab.net[held_ / lab.wiring.ports].allow(static_cast<PortIdx>(held_ % lab.wiring.ports), grants,
                                            lab.now);
  }
  void cycle(double messages) {
    steps.cycle();
    REQUIRE(steps.wrong() == "");
    REQUIRE(lab.net.violation() == "");
    if (lab.now % 16 == 0) REQUIRE(lab.net.audit(lab.now - 1) == "");
    if (messages <= 0) return;
    for (std::uint32_t p = 0; p < lab.wiring.ends.size(); ++p) {
      if (lab.wiring.ends[p].kind != PortEnd::Kind::kSwitch || !random.chance(messages)) continue;
      lab.net[p / lab.wiring.ports].message_leaves(static_cast<PortIdx>(p % lab.wiring.ports),
                                                   lab.now - 1);
      steps.message(p);
    }
  }

  Lab lab;
  Steps steps;
  kernel::Stream random;

 private:
  std::uint32_t held_ = 0;

  void offer(HostIdx from, double load, unsigned bytes, unsigned classes) {
    if (!random.chance(load) || !lab.net.terminal(from).can_inject()) return;
    const auto to = static_cast<HostIdx>(random.below(lab.wiring.hosts));
    if (to == from) return;
    const auto tc = static_cast<std::uint8_t>(random.below(classes) * 7 / classes);
    lab.send(from, to, 1 + static_cast<unsigned>(random.below(bytes)), tc, random.below(4) != 0);
  }
  /// The network has counted what the page says.
  void agree() const {
    const flow::Counts& a = lab.net.counts();
    const flow::Counts& b = steps.counts;
    CHECK(a.acks == b.acks);
    CHECK(a.ack_frames == b.ack_frames);
    CHECK(a.ack_bytes == b.ack_bytes);
    CHECK(a.ack_sizes == b.ack_sizes);
    CHECK(a.ack_wait == b.ack_wait);
    CHECK(a.ack_wait_most == b.ack_wait_most);
    CHECK(a.ack_thrown == b.ack_thrown);
    CHECK(a.lookups == b.lookups);
    CHECK(a.efct_full == b.efct_full);
    CHECK(a.efct_window == b.efct_window);
    CHECK(a.redirects == b.redirects);
    CHECK(a.credits == b.credits);
    CHECK(a.stray == b.stray);
    CHECK(a.markers == b.markers);
    CHECK(a.holes == b.holes);
    CHECK(a.reports == b.reports);
    CHECK(a.losses == b.losses);
    CHECK(a.opened == b.opened);
    CHECK(a.closed == b.closed);
    CHECK(a.blocks == b.blocks);
    CHECK(lab.net.live_cycles(lab.now) == steps.live_cycles);
    CHECK(a.level_ups == b.level_ups);
    CHECK(a.single == b.single);
    CHECK(a.single_cycles == b.single_cycles);
    CHECK(a.lost == b.lost);
    CHECK(a.lost_units == b.lost_units);
    CHECK(a.new_holes == b.new_holes);
    CHECK(a.found_units == b.found_units);
    CHECK(a.joined == b.joined);
    CHECK(differs(lab.net.log(), steps.events()) == "");
  }
  /// Inside a cycle the order is that of ports, which is left open.
  static std::string differs(const std::vector<flow::FlowEvent>& log,
                             std::vector<flow::FlowEvent> told) {
    std::vector<flow::FlowEvent> own;
    for (const flow::FlowEvent& e : log)
      if (e.what != flow::FlowEvent::What::kPaused && e.what != flow::FlowEvent::What::kDiverged)
        own.push_back(e);
    const auto key = [](const flow::FlowEvent& e) {
      return std::tuple(e.at, e.sw, e.port, e.id, e.what, e.value, e.flow);
    };
    const auto before = [&](const auto& x, const auto& y) { return key(x) < key(y); };
    std::sort(own.begin(), own.end(), before);
    std::sort(told.begin(), told.end(), before);
    const auto [x, y] =
        std::mismatch(own.begin(), own.end(), told.begin(), told.end(),
                      [&](const auto& a, const auto& b) { return key(a) == key(b); });
    if (x == own.end() && y == told.end()) return {};
    const auto text = [](auto e, auto end) {
      return e == end
                 ? "nothing"
                 : fmt::format("cycle {}, switch {} port {} id {}: {} {} of flow {}", e->at, e->sw,
                               e->port, e->id, flow::to_string(e->what), e->value, e->flow);
    };
    return "log: " + text(x, own.end()) + "; by the page: " + text(y, told.end());
  }
};

flow::Params scene(golden::FlowSizes sizes) {
  flow::Params p = lab_params(sizes);
  p.source_packets = 200;
  p.log = true;
  p.ifct.fc_hi = 12;
  p.ifct.fc_lo = 4;
  p.ifct.headroom = 12;
  p.ifct.cool_t = 300;
  p.redirect.d0 = 4;
  p.redirect.kd = 32;
  return p;
}

const flow::Wiring& small() {
  static const flow::Wiring w = flow::wiring_of(golden::FatTree(4, 2));
  return w;
}

}  // namespace

TEST_CASE("FLOW-A-16, FLOW-B-7: every step of a table, every frame of ACKs, as the page says",
          "[steps]") {
  std::uint64_t redirects = 0;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    CAPTURE(seed);
    flow::Params p = scene({8, seed % 2 == 0 ? 3U : 6U, 9});
    p.rd_enable_fabric = seed > 2;
    p.aggregator.max = seed == 3 ? 2 : 48;
    p.link_latency = seed == 4 ? 1 : 4;
    Watch w(small(), p, seed);
    w.run(2'500, 0.05, seed % 2 == 0 ? 500 : 3'000, 7, 0.03);
    w.rest();
    CHECK(w.steps.counts.acks > 500);
    redirects += w.steps.counts.redirects;
    if (seed % 2 == 0) CHECK(w.steps.counts.efct_full > 10);
  }
  CHECK(redirects > 10);
}

TEST_CASE("FLOW-B-7, FLOW-P-5: on lines of other widths every step is as the page says",
          "[steps]") {
  for (const unsigned bytes : {4U, 7U, 15U, 80U}) {
    CAPTURE(bytes);
    flow::Params p = scene({8, 6, 10});
    p.bytes_per_cycle = bytes;
    p.pool_units = 700;
    p.stale_t = 100;
    p.aggregator.depth = p.aggregator.max;
    Watch w(small(), p, bytes);
    w.run(1'500, bytes == 80 ? 0.08 : 0.01, 600, 3, 0.03);
    w.rest();
    CHECK(w.steps.counts.markers > 1);
    CHECK(w.steps.counts.acks > 100);
  }
}

TEST_CASE("FLOW-A-31, FLOW-B-1: with losses every step of a table is as the page says", "[steps]") {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    flow::Params p = scene({8, 6, 10});
    p.stale_t = 1'500;
    p.ifct.fc_hi = 3;  // credits, that are said again and expire
    p.ifct.fc_lo = 1;
    p.ifct.refresh_t = 60;
    p.ifct.expire_t = 400;
    p.ack_errors = 0.05;
    p.seed = seed;
    Watch w(small(), p, seed);
    for (int i = 0; i < 40; ++i) {
      w.lose();
      w.hold(0);
      w.run(100, 0.03, 2'000, 3, 0.02);
      w.hold(flow::kNoSlot);
    }
    w.rest();
    CHECK(w.steps.counts.markers > 10);
    CHECK(w.steps.counts.holes > 10);
    CHECK(w.steps.counts.ack_thrown > 10);
    CHECK(w.steps.timers > 5);  // a walk has a row each 64 cycles
  }
}

TEST_CASE(
    "FLOW-A-9, FLOW-A-29: with a link that dies and comes back every step is as the page says",
    "[steps]") {
  for (unsigned seed = 1; seed <= 2; ++seed) {
    CAPTURE(seed);
    flow::Params p = scene({8, 5, 10});
    p.stale_t = 3'000;
    p.drain_t = 500;
    Watch w(small(), p, seed);
    const PortEnd& end = small().ends[2];
    const std::array<SwitchPort, 2> ends{SwitchPort{0, 2},
                                         SwitchPort{end.index, static_cast<PortIdx>(end.port)}};
    const auto busy = [&] { w.run(300 + w.random.below(100), 0.06, 2'000, 3, 0.02); };
    const auto know = [&](bool up) {
      for (const SwitchPort& e : ends) {
        if (up) w.lab.net[e.sw].port_up(e.port, w.lab.now);
        else w.lab.net[e.sw].port_dead(e.port, w.lab.now);
        if (!up) w.steps.dies(e.sw * small().ports + e.port);
        w.lab.controls[e.sw]->dead = up ? 0 : PortMask{1} << e.port;
        w.lab.net[e.sw].routes_changed(w.lab.now);
        if (!up) w.run(1 + w.random.below(20), 0.06, 2'000, 3);
      }
    };
    busy();
    w.lab.cut({0, 2});
    busy();
    know(false);
    for (int i = 0; i < 10; ++i) busy();
    know(false);  // once more, before it is initialised: it has been walked through
    busy();
    w.lab.heal({0, 2});
    know(true);
    for (int i = 0; i < 3; ++i) busy();
    CHECK(w.lab.net.counts().joins == 1);
    w.rest();
    CHECK(w.steps.walked > 40);
    CHECK(w.steps.counts.losses > 3);
  }
}

TEST_CASE("FLOW-A-9, FLOW-C-6: what an initialised port is told of its depth is as the page says",
          "[steps]") {
  flow::Params p = scene({8, 3, 10});
  p.drain_t = 1;
  Watch w(small(), p, 1);
  Lab& lab = w.lab;
  const auto ends = lab.ends({0, 2});
  const auto run = [&](Cycle cycles) {
    for (const Cycle end = lab.now + cycles; lab.now < end;) w.cycle(0);
  };
  const auto stands = [&] {  // a packet at port 2 of switch 0, which grants nothing
    lab.controls[0]->dead = 8;
    lab.send(0, 7, 1'024);
    run(100);
    CHECK(lab.net[0].look(2).depth == 4);
  };
  lab.net[0].allow(2, 0, 0);
  stands();
  lab.cut({0, 2});
  for (const SwitchPort& e : ends) {
    lab.net[e.sw].port_dead(e.port, lab.now);
    w.steps.dies(e.sw * small().ports + e.port);
  }
  lab.controls[0]->dead = 4;
  run(500);
  lab.heal({0, 2});
  for (const SwitchPort& e : ends) lab.net[e.sw].port_up(e.port, lab.now);
  run(100);
  REQUIRE(lab.net.counts().joins == 1);
  stands();
  lab.net[0].allow(2, flow::kNoSlot, lab.now);
  w.rest();
}
