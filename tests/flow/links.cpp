// SPDX-License-Identifier: Apache-2.0
/// Links that come back (FLOW-A-9): initialised when both ends know and nothing of before is left.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "lab.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

constexpr Cycle kCut = 5'000;
constexpr Cycle kKnown = 5'200;

/// 8P2T under load; the link at port 4 of switch 0 dies in kCut.
struct Repair {
  explicit Repair(flow::Params p = few_waiting())
      : wiring(flow::wiring_of(golden::FatTree(8, 2))), lab(wiring, p), far(wiring.ends[4]) {}
  static flow::Params few_waiting() {
    flow::Params p = lab_params();
    p.source_packets = 8;
    p.report_hops = true;
    return p;
  }
  void die() { lab.cut({0, 4}); }
  void declare(bool up) {
    for (const SwitchPort& e : ends()) {
      if (up) {
        lab.net[e.sw].port_up(e.port, lab.now);
        lab.controls[e.sw]->dead &= ~(PortMask{1} << e.port);
      } else {
        lab.net[e.sw].port_dead(e.port, lab.now);
        lab.controls[e.sw]->dead |= PortMask{1} << e.port;
      }
      lab.net[e.sw].routes_changed(lab.now);
    }
  }
  std::array<SwitchPort, 2> ends() const {
    return {SwitchPort{0, 4}, SwitchPort{far.index, far.port}};
  }
  /// Eight hosts of two leaves send all they can up to cycle `end`, and as many back to them.
  void run_to(Cycle end) {
    while (lab.now < end) {
      for (HostIdx h = 0; h < 8; ++h) {
        while (lab.net.terminal(h).can_inject()) lab.send(h, 16 + h);
        while (lab.net.terminal(16 + h).can_inject()) lab.send(16 + h, h);
      }
      lab.run_to(std::min(end, lab.now + 50));
      REQUIRE(lab.net.violation() == "");
    }
    REQUIRE(lab.net.audit(lab.now - 1) == "");
  }
  void at_end() {
    REQUIRE(lab.run_dry());
    CHECK(lab.net.audit_end(lab.last) == "");
    CHECK(lab.net.counts().reorders == 0);
    CHECK(lab.net.counts().delivered + lab.net.counts().dropped == lab.net.counts().injected);
  }
  /// Packets that have left switch 0 by port 4.
  unsigned by_port_4() const {
    return static_cast<unsigned>(std::count(lab.first_port.begin(), lab.first_port.end(), 4));
  }

  flow::Wiring wiring;
  Lab lab;
  PortEnd far;
};

}  // namespace

TEST_CASE(
    "FLOW-A-9: a repaired link is initialised, carries flows again, in order, and all is released") {
  Repair r;
  r.run_to(kCut);
  r.die();
  r.run_to(kKnown);
  r.declare(false);
  r.run_to(20'000);  // its tables have been walked: drain_t is 5,000
  const unsigned before = r.by_port_4();
  r.lab.heal({0, 4});
  r.run_to(20'200);
  CHECK(r.lab.net.counts().joins == 0);  // nobody knows
  r.declare(true);
  r.run_to(20'300);
  CHECK(r.lab.net.counts().joins == 1);
  r.run_to(60'000);
  CHECK(r.by_port_4() > before + 300);
  r.at_end();
}

TEST_CASE("FLOW-A-9, FLOW-A-29: a link known as up waits for the walk through its old channels") {
  Repair r;
  r.run_to(kCut);
  r.die();
  r.run_to(kKnown);
  r.declare(false);
  r.run_to(6'000);
  r.lab.heal({0, 4});
  r.declare(true);
  r.run_to(kKnown + r.lab.net.longest_drain());
  CHECK(r.lab.net.counts().joins == 0);
  r.run_to(kKnown + r.lab.net.longest_drain() + 4'000);
  CHECK(r.lab.net.counts().joins == 1);
  r.at_end();
}

TEST_CASE("FLOW-A-9: a link that dies again before it is initialised stays closed") {
  Repair r;
  r.run_to(kCut);
  r.die();
  r.run_to(kKnown);
  r.declare(false);
  r.run_to(6'000);
  r.lab.heal({0, 4});
  r.declare(true);
  r.run_to(7'000);
  r.die();  // under its ends, which think it is up
  r.run_to(40'000);
  CHECK(r.lab.net.counts().joins == 0);
  r.declare(false);
  r.run_to(60'000);
  r.lab.heal({0, 4});
  r.run_to(60'100);
  r.declare(true);
  r.run_to(80'000);
  CHECK(r.lab.net.counts().joins == 1);
  r.at_end();
}

TEST_CASE(
    "FLOW-A-9: one end that knows is not enough, what has no other way waits and is not dropped") {
  Repair r;
  r.run_to(kCut);
  r.die();
  r.run_to(kKnown);
  r.declare(false);
  r.run_to(20'000);
  r.lab.heal({0, 4});
  for (const SwitchPort& e : r.ends()) {
    r.lab.controls[e.sw]->dead = 0;
    r.lab.net[e.sw].routes_changed(r.lab.now);
  }
  r.lab.net[r.far.index].port_up(static_cast<PortIdx>(r.far.port), r.lab.now);
  r.run_to(20'100);
  const std::uint64_t dropped = r.lab.net.counts().dropped;
  CHECK(dropped > r.lab.net.counts().lost);  // a root with one way down that was dead
  r.run_to(40'000);
  CHECK(r.lab.net.counts().joins == 0);
  r.lab.net[0].port_up(4, r.lab.now);
  r.run_to(41'000);
  CHECK(r.lab.net.counts().joins == 1);
  CHECK(r.lab.net.counts().dropped == dropped);
  r.at_end();
}

TEST_CASE("FLOW-C-11: a port is declared dead in every cycle of a packet's way, no packet stays") {
  // The control hears of nothing, as with static tables: only the data path knows the port.
  for (Cycle declared = 1; declared < 200; ++declared) {
    for (PortIdx port = 4; port < 8; ++port) {
      CAPTURE(declared, port);
      Lab lab(flow::wiring_of(golden::FatTree(8, 2)), lab_params());
      for (const Cycle offered : {0, 100}) {
        lab.send(0, 16);
        if (declared >= offered && declared < offered + 100) {
          lab.run_to(declared);
          lab.cut({0, port});
          lab.net[0].port_dead(port, lab.now);
        }
        lab.run_to(offered + 100);
      }
      REQUIRE(lab.run_dry());
      CHECK(lab.net.packets_in_flight() == 0);
      CHECK(lab.net.audit_end(lab.last) == "");
    }
  }
}

TEST_CASE(
    "FAB-LINK: a dying link tears the packet that has beats on it, not one that is further on") {
  const flow::Wiring w = flow::wiring_of(golden::FatTree(4, 3));
  const auto send = [&](Cycle cut) {
    auto lab = std::make_unique<Lab>(w, lab_params());
    lab->controls[0]->dead = PortMask{1} << 3;  // one way up
    Cycle began = kNever;
    lab->header = [&](std::uint32_t, SwitchPort out) {
      if (out.sw == 0) began = lab->now;
    };
    lab->send(8, 9, 64);  // that with number 0 is another one
    lab->send(0, 15, 1024);
    while (lab->now < cut) lab->run_to(lab->now + 1);
    lab->cut({0, 2});
    lab->run_to(1'000);  // nobody knows of it: never at rest
    return std::pair{began, lab->torn_slots.size()};
  };
  const Cycle began = send(400).first;  // long gone
  REQUIRE(began < 100);
  const flow::Params p = lab_params();
  const Cycle header = began + p.link_latency + p.stages.rx_fabric;  // accepted
  const Cycle tail = began + p.link_latency + 41;                    // 1,033 bytes are 42 beats
  for (Cycle cut = began; cut < began + 150; ++cut) {
    INFO("cut in cycle " << cut << ", the header left in " << began);
    CHECK(send(cut).second == (cut > header && cut <= tail ? 1 : 0));
  }
}
