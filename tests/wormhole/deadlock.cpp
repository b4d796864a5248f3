// SPDX-License-Identifier: Apache-2.0
/// A ring routed one way round deadlocks; the search says so, names the cycle, and raises no false
/// alarm over a cycle that has a way out.
#include "wormhole/deadlock.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <utility>

#include "kernel/stream.hpp"
#include "lab.hpp"

using namespace selvage;
using selvage::test::Lab;
using wormhole::Deadlock;
using wormhole::Params;
using wormhole::Release;

namespace {

/// Port 0: the next node, port 1: the previous one, port 2: the host.
wormhole::Wiring ring(std::uint32_t size) {
  wormhole::Wiring w;
  w.nodes = w.hosts = size;
  w.ports = 3;
  for (std::uint32_t n = 0; n < size; ++n) {
    w.ends.push_back({PortEnd::Kind::kSwitch, (n + 1) % size, 1});
    w.ends.push_back({PortEnd::Kind::kSwitch, (n + size - 1) % size, 0});
    w.ends.push_back({PortEnd::Kind::kHost, n, 0});
  }
  return w;
}

class OneWay final : public tb::OnePortControl {
 public:
  OneWay(std::uint32_t self, unsigned vcs) : OnePortControl(vcs), self_(self) {}

 protected:
  PortIdx port_to(const RouteRequest& r) const override { return r.destination == self_ ? 2 : 0; }

 private:
  std::uint32_t self_;
};

Lab ring_lab(std::uint32_t size, const Params& p) {
  return Lab(ring(size), p, [p](std::uint32_t n) { return std::make_unique<OneWay>(n, p.vcs); });
}

/// Round one way to even hosts, the other way to odd ones.
class BothWays final : public tb::OnePortControl {
 public:
  BothWays(std::uint32_t self, unsigned vcs) : OnePortControl(vcs), self_(self) {}

 protected:
  PortIdx port_to(const RouteRequest& r) const override {
    return static_cast<PortIdx>(r.destination == self_ ? 2 : r.destination % 2);
  }

 private:
  std::uint32_t self_;
};

/// [node][input channel]: it moves, or waits for one that does, by the rule from the other end.
std::vector<std::vector<bool>> moving(const Lab& lab) {
  std::vector<std::vector<bool>> moves(lab.net.nodes(), std::vector<bool>(lab.net.channels()));
  const auto lets = [&](SwitchIdx n, wormhole::Channel out, bool credit) {
    const wormhole::FarEnd far = lab.net[n].far_end(out);
    const wormhole::Channel owner = lab.net[n].owner(out);
    const bool beyond = !far.router || moves[far.node][far.in];
    if (credit) return beyond;
    return (owner == wormhole::kNoChannel || moves[n][owner]) &&
           (beyond || lab.net.release() == Release::kTailSent);
  };
  for (bool more = true; more;) {
    more = false;
    for (SwitchIdx n = 0; n < lab.net.nodes(); ++n) {
      for (wormhole::Channel c = 0; c < lab.net.channels(); ++c) {
        if (moves[n][c]) continue;
        const wormhole::Waiting w = lab.net[n].waits_for(c);
        bool some = w.what == wormhole::Waiting::For::kNothing;
        for (wormhole::Channel out = 0; out < lab.net.channels(); ++out) {
          if (((w.channels >> out) & 1U) == 0) continue;
          some = some || lets(n, out, w.what == wormhole::Waiting::For::kCredit);
        }
        more = more || some;
        moves[n][c] = some;
      }
    }
  }
  return moves;
}

/// Each link of the cycle waits for what the next one holds or is.
void check_cycle(const Lab& lab, const Deadlock& d) {
  for (std::size_t i = 0; i < d.cycle.size(); ++i) {
    const wormhole::WaitLink& here = d.cycle[i];
    const wormhole::WaitLink& next = d.cycle[(i + 1) % d.cycle.size()];
    const wormhole::FarEnd far = lab.net[here.node].far_end(here.out);
    const bool holds = here.what == wormhole::Waiting::For::kChannel && next.node == here.node &&
                       lab.net[here.node].owner(here.out) == next.in;
    CHECK((holds || (far.router && far.node == next.node && far.in == next.in)));
  }
}

}  // namespace

TEST_CASE("wormhole: a ring without virtual channels deadlocks and the cycle is named",
          "[WH-KNOT]") {
  Params p;
  p.vcs = 1;
  p.node_buffer = 8;
  p.release = GENERATE(Release::kTailLeftBuffer, Release::kTailSent);
  Lab lab = ring_lab(4, p);
  for (std::uint32_t h = 0; h < 4; ++h) lab.send(h, (h + 2) % 4, 40);
  REQUIRE(!lab.run_dry());
  CHECK(lab.net.audit().empty());
  CHECK(lab.arrived.empty());
  const Deadlock d = wormhole::find_deadlock(lab.net);
  REQUIRE(d.found());
  CHECK(d.stuck == 8);  // four headers at their second node, four injection queues behind them
  REQUIRE(d.cycle.size() >= 4);
  std::set<SwitchIdx> nodes;
  for (const wormhole::WaitLink& w : d.cycle) {
    nodes.insert(w.node);
    CHECK(w.out == 0);
  }
  CHECK(nodes.size() == 4);
  check_cycle(lab, d);
}

TEST_CASE("wormhole: a wait-for cycle with a way out is no deadlock", "[WH-KNOT]") {
  Params p;
  p.node_buffer = 16;
  for (const bool one_short : {false, true}) {
    // Each holds two links and wants a third, of which both VCs are taken. One that wants only two
    // lets all of them go.
    Lab lab = ring_lab(4, p);
    for (std::uint32_t h = 0; h < 4; ++h) lab.send(h, (h + (one_short && h == 0 ? 2 : 3)) % 4, 60);
    bool waited_in_circles = false;
    while (lab.net.next_activity(lab.now) != kNever) {
      lab.cycle();
      unsigned waiting = 0;
      for (SwitchIdx n = 0; n < 4; ++n) {
        for (wormhole::Channel c = 0; c < lab.net.channels(); ++c) {
          waiting += lab.net[n].waits_for(c).what == wormhole::Waiting::For::kChannel ? 1 : 0;
        }
      }
      waited_in_circles = waited_in_circles || waiting >= 3;
      if (one_short) REQUIRE(!wormhole::find_deadlock(lab.net).found());
    }
    CHECK(waited_in_circles);
    CHECK(wormhole::find_deadlock(lab.net).found() == !one_short);
    CHECK(lab.arrived.size() == (one_short ? 4 : 0));
  }
}

TEST_CASE("wormhole: what is found stuck never moves again", "[WH-KNOT]") {
  const std::uint64_t seed = GENERATE(1U, 2U, 3U, 4U);
  Params p;
  p.vcs = GENERATE(1U, 2U);
  p.release = GENERATE(Release::kTailLeftBuffer, Release::kTailSent);
  p.node_buffer = 24;
  Lab lab = ring_lab(8, p);
  kernel::Stream stream(seed, "ring");
  std::size_t stuck = 0;
  std::vector<wormhole::WaitLink> cycle;
  std::vector<std::uint32_t> held;
  bool found = false;
  while (lab.now < 20000) {
    for (std::uint32_t h = 0; h < 8; ++h) {
      if (lab.net.sender(h).can_inject()) {
        const auto ahead = static_cast<HostIdx>(1 + stream.below(7));
        lab.send(h, (h + ahead) % 8, static_cast<std::uint32_t>(1 + stream.below(30)));
      }
    }
    lab.cycle();
    if (lab.net.next_activity(lab.now) == kNever) break;
    const Deadlock d = wormhole::find_deadlock(lab.net);
    if (found) {
      REQUIRE(d.stuck >= stuck);
      for (std::size_t i = 0; i < cycle.size(); ++i) {
        REQUIRE(lab.net[cycle[i].node].head_slot(cycle[i].in) == held[i]);
      }
    } else if (d.found()) {
      found = true;
      cycle = d.cycle;
      check_cycle(lab, d);
      for (const auto& w : cycle) held.push_back(lab.net[w.node].head_slot(w.in));
    }
    stuck = d.stuck;
  }
  CHECK(wormhole::find_deadlock(lab.net).found());  // of a network at rest with packets: complete
  CHECK(lab.net.packets_in_flight() > 0);
}

TEST_CASE("WH-KNOT wormhole: stuck is who does not move and waits for nobody who does") {
  const std::uint64_t seed = GENERATE(1U, 2U, 3U);
  Params p;
  p.vcs = GENERATE(1U, 2U);
  p.release = GENERATE(Release::kTailLeftBuffer, Release::kTailSent);
  p.node_buffer = 6 * p.vcs;
  Lab lab(ring(6), p, [p](std::uint32_t n) { return std::make_unique<BothWays>(n, p.vcs); });
  kernel::Stream stream(seed, "rings");
  unsigned most = 0;
  for (bool rests = false; !rests && lab.now < 20000;) {
    for (HostIdx h = 0; h < 6; ++h) {
      if (!lab.net.sender(h).can_inject()) continue;
      const auto ahead = static_cast<HostIdx>(1 + stream.below(5));
      lab.send(h, (h + ahead) % 6, static_cast<std::uint32_t>(1 + stream.below(20)));
    }
    lab.cycle();
    rests = lab.net.next_activity(lab.now) == kNever;
    if (lab.now % 8 != 0 && !rests) continue;
    const Deadlock d = wormhole::find_deadlock(lab.net);
    const auto moves = moving(lab);
    std::size_t stuck = 0;
    for (const auto& node : moves) stuck += std::count(node.begin(), node.end(), false);
    REQUIRE(d.stuck == stuck);
    REQUIRE(d.found() == !d.cycle.empty());
    check_cycle(lab, d);
    std::set<std::pair<SwitchIdx, wormhole::Channel>> once;
    for (const wormhole::WaitLink& w : d.cycle) {
      const wormhole::Waiting waits = lab.net[w.node].waits_for(w.in);
      CHECK_FALSE(moves[w.node][w.in]);
      CHECK(w.what == waits.what);
      CHECK(w.out == wormhole::lowest(waits.channels));
      CHECK(once.emplace(w.node, w.in).second);
    }
    most = std::max(most, static_cast<unsigned>(stuck));
  }
  CHECK(most > 6);
}
