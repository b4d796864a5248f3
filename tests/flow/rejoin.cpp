// SPDX-License-Identifier: Apache-2.0
/// Links that die and come back, one thing at a time and to the cycle (FLOW-A-9, FLOW-A-29,
/// FLOW-C-11).
#include <catch2/catch.hpp>

#include <algorithm>

#include "flow/blocks/forwarding.hpp"
#include "lab.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

constexpr PortIdx kUp = 4;  ///< at switch 0
const SwitchPort kHere{0, kUp};

/// The link at kUp, the only way up of switch 0 while `only`.
struct Link {
  explicit Link(const flow::Params& p, Lab::Maker maker = {})
      : lab(tree(), p, std::move(maker)), there(lab.ends(kHere)[1]) {
    only();
  }
  void only() { lab.controls[0]->dead = 0xe0; }
  void dead() {
    for (const SwitchPort& e : lab.ends(kHere)) lab.net[e.sw].port_dead(e.port, lab.now);
  }
  void up() {
    for (const SwitchPort& e : lab.ends(kHere)) lab.net[e.sw].port_up(e.port, lab.now);
  }
  void run_to(Cycle end) {
    while (lab.now < end) {
      lab.run_to(lab.now + 1);
      if (joined == kNever && lab.net.counts().joins != 0) joined = lab.now - 1;
    }
  }
  [[nodiscard]] bool clear(const SwitchPort& p) const {
    return lab.net[p.sw].link_clear(p.port, lab.now);
  }
  void ends_well() {
    REQUIRE(lab.run_dry());
    CHECK(lab.net.packets_in_flight() == 0);
    CHECK(lab.net.audit_end(lab.last) == "");
  }

  Lab lab;
  SwitchPort there;
  Cycle joined = kNever;
};

/// A walker that takes some clocks more than it has rows.
struct Slow final : flow::ForwardingBlocks {
  Slow(std::unique_ptr<Blocks> own, unsigned n) : ForwardingBlocks(std::move(own)), more(n) {}
  flow::WalkerRow walker(Cycle now) override {
    flow::WalkerRow row = ForwardingBlocks::walker(now);
    if (row.next == kNever && more-- > 0) row.next = now + 1;
    return row;
  }
  unsigned more;
};

flow::Params few_rows() {
  flow::Params p = quiet({8, 3, 10});
  p.drain_t = 1;
  return p;
}

}  // namespace

TEST_CASE("FLOW-A-29: a link that is dead before the first cycle is closed, no way, and may come") {
  Link l(quiet());
  for (const SwitchPort& e : l.lab.ends(kHere)) l.lab.net[e.sw].start_dead(e.port);
  CHECK(l.lab.net.violation() == "");
  for (const SwitchPort& e : l.lab.ends(kHere))
    CHECK(l.lab.net[e.sw].look(e.port).table == flow::TableState::kClosed);
  l.lab.controls[0]->dead = 0;
  for (int i = 0; i < 6; ++i)
    for (HostIdx h = 0; h < 4; ++h) l.lab.send(h, 16 + h, 4'096);
  l.run_to(2'000);
  for (const PortIdx port : l.lab.first_port) CHECK(port > kUp);
  CHECK(l.lab.net.counts().delivered == 24);
  l.up();
  l.run_to(2'200);
  CHECK(l.joined == kNever);  // there is no link
  l.lab.heal(kHere);
  l.run_to(2'300);
  CHECK(l.joined < 2'300);
  CHECK(l.lab.net[0].look(kUp).table == flow::TableState::kOpen);
  l.only();
  const auto slot = l.lab.send(0, 31);
  l.ends_well();
  CHECK(l.lab.first_port[slot] == kUp);
  CHECK(l.lab.at[slot] != kNever);
}

TEST_CASE("FLOW-A-29: a walk before the first cycle that does not end with its rows is named") {
  for (const unsigned more : {0U, 1U}) {
    Link l(quiet(), [&](SwitchIdx, PortIdx, const flow::BlocksConfig& config) {
      return std::unique_ptr<flow::Blocks>(
          std::make_unique<Slow>(flow::golden_blocks(config), more));
    });
    l.lab.net[0].start_dead(kUp);
    CHECK(l.lab.net.violation() ==
          (more == 0 ? ""
                     : "FLOW-A-29: cycle 0: at switch 0 port 4: the walk through a link that was "
                       "dead before does not end"));
  }
}

TEST_CASE(
    "FLOW-A-9: a dead link is at rest when the last beat, and what it begins, would be there") {
  for (const unsigned latency : {4U, 9U}) {
    CAPTURE(latency);
    flow::Params p = few_rows();
    p.link_latency = latency;
    // When both ends are at rest, and when they join if both know the link as up from `known` on.
    const auto run = [&](Cycle known, Cycle& first, Cycle& rest) {
      Link l(p);
      Cycle began = kNever;
      l.lab.header = [&](std::uint32_t, SwitchPort out) {
        if (out.sw == 0 && out.port == kUp) began = l.lab.now;
      };
      l.lab.send(0, 31, 9'000);  // 361 beats
      while (began == kNever) l.run_to(l.lab.now + 1);
      l.run_to(began + 30);
      l.lab.cut(kHere);
      l.dead();
      l.lab.heal(kHere);
      first = rest = kNever;
      while (l.lab.now < 1'500) {
        if (l.lab.now == known) l.up();
        if (first == kNever && l.clear(kHere)) first = l.lab.now;
        if (rest == kNever && l.clear(kHere) && l.clear(l.there)) rest = l.lab.now;
        l.run_to(l.lab.now + 1);
      }
      CHECK(first == began + 361 + latency + 3 + 1);
      return l.joined;
    };
    Cycle first = 0, rest = 0;
    CHECK(run(kNever, first, rest) == kNever);
    REQUIRE(rest != kNever);
    const Cycle again = 2 * latency + 16;
    for (Cycle known = rest - 2 * again; known < rest + 3; ++known) {
      Cycle offer = known;
      while (offer < rest) offer += again;
      // In its cycle a port may come to rest before it is offered.
      if (known < rest && (rest - 1 - known) % again == 0) continue;
      CAPTURE(known, rest);
      Cycle here = 0, both = 0;
      CHECK(run(known, here, both) == offer);
    }
  }
}

TEST_CASE("FLOW-A-9: what has no other way goes in the cycle in which its link is initialised") {
  Link l(few_rows());
  l.lab.cut(kHere);
  l.dead();
  l.run_to(100);
  l.up();
  const auto slot = l.lab.send(0, 31);
  l.run_to(400);
  CHECK(l.lab.drops.empty());
  l.lab.heal(kHere);
  l.run_to(500);
  REQUIRE(l.joined != kNever);
  REQUIRE(!l.lab.hops.empty());
  CHECK(l.lab.hops[0].slot == slot);
  CHECK(l.lab.hops[0].at == l.joined + 8);  // choice, grant, MAP, DEQ
  l.ends_well();
  CHECK(l.lab.at[slot] != kNever);
}

TEST_CASE("FLOW-C-11: what stands or waits at a port that is declared dead goes on at once") {
  Link l(quiet({8, 2, 8}));  // four ids
  for (PortIdx port = 0; port < 4; ++port) l.lab.net[7].allow(port, 0, 0);
  for (HostIdx h = 0; h < 4; ++h) l.lab.send(h, 28 + h);
  l.run_to(200);
  l.lab.net[0].allow(kUp, 0, l.lab.now);
  const auto fresh = l.lab.send(3, 16);  // finds no id
  l.lab.send(0, 28);                     // stands there, and one behind it
  l.lab.send(0, 28);
  l.run_to(400);
  REQUIRE(l.lab.net[0].look(kUp).depth == 8);
  l.dead();
  l.lab.cut(kHere);
  l.run_to(403);
  CHECK(l.lab.net[0].look(kUp).waiting_units == 0);
  CHECK(l.lab.net[0].look(kUp).depth == 0);
  CHECK(l.lab.net.audit(l.lab.now - 1) == "");
  l.run_to(412);  // choice, route, choice, DEQ
  REQUIRE(l.lab.drops.size() == 1);
  CHECK(l.lab.drops[0] == std::pair{fresh, flow::DropCause::kDeadPort});
  for (PortIdx port = 0; port < 4; ++port) l.lab.net[7].allow(port, flow::kNoSlot, l.lab.now);
  l.ends_well();
}

TEST_CASE("FLOW-D-4, FLOW-A-9: an XOFF ends with the initialisation, no XON comes by a dead link") {
  constexpr std::uint8_t kClass = 2;
  flow::Params p = quiet({8, 6, 10});
  p.drain_t = 1;
  p.pool_units = flow::pool_headroom(p) + flow::kMostUnits;
  p.ifct.mfe.fill(900);
  p.ifct.mqe.fill(900);
  p.ifct.fc_hi = 900;
  Link l(p);
  for (PortIdx port = 0; port < 8; ++port) l.lab.net[l.there.sw].allow(port, 0, 0);
  for (HostIdx h = 0; h < 4; ++h) l.lab.send(h, 16 + h, 9'000, kClass);
  l.run_to(3'000);
  REQUIRE(l.lab.net[0].look(kUp).xoff_seen == std::uint64_t{1} << kClass);
  l.lab.cut(kHere);
  CHECK(l.lab.net.lossy());
  l.dead();
  for (PortIdx port = 0; port < 8; ++port)
    l.lab.net[l.there.sw].allow(port, flow::kNoSlot, l.lab.now);
  l.run_to(8'000);
  CHECK(l.lab.net[l.there.sw].look(l.there.port).xoff_said == 0);
  CHECK(l.lab.net[0].look(kUp).xoff_seen == std::uint64_t{1} << kClass);
  l.lab.heal(kHere);
  l.up();
  l.run_to(8'100);
  REQUIRE(l.joined != kNever);
  CHECK(l.lab.net[0].look(kUp).xoff_seen == 0);
  const auto slot = l.lab.send(0, 31, 1'024, kClass);
  l.ends_well();
  CHECK(l.lab.first_port[slot] == kUp);
  CHECK(l.lab.at[slot] != kNever);
}

TEST_CASE(
    "FLOW-A-29: a link that dies under nothing but ACKs: laws of what is lost hold from then on") {
  Link l(quiet());
  l.lab.send(0, 31);
  Cycle delivered = kNever;
  while (l.lab.net.counts().delivered == 0) l.run_to(l.lab.now + 1);
  delivered = l.lab.now;
  while (l.lab.net.counts().ack_frames < 2) l.run_to(l.lab.now + 1);
  REQUIRE(l.lab.now < delivered + 100);
  l.lab.cut(kHere);  // the frame is on this link
  CHECK(l.lab.net.lossy());
  CHECK(l.lab.run_audited(l.lab.now + 500, 1) == "");
  CHECK(l.lab.net.counts().lost == 0);
  CHECK(l.lab.net.channels() == 1);
  l.dead();
  l.ends_well();
}
