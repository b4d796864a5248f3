// SPDX-License-Identifier: Apache-2.0
/// Links that die while worms are on them: what is lost, what is drained, and that every channel,
/// buffer and credit is there for the next packet (WH-CUT).
#include <algorithm>
#include <catch2/catch.hpp>
#include <stdexcept>

#include "kernel/stream.hpp"
#include "lab.hpp"
#include "wormhole/deadlock.hpp"

using namespace selvage;
using selvage::test::check_flits;
using selvage::test::Lab;
using selvage::test::line_params;
using wormhole::DropCause;
using wormhole::Met;
using wormhole::Params;
using wormhole::Release;

namespace {

/// Both directions of the link of `node` by `port`, before the cycle that comes next.
void kill(Lab& lab, std::uint32_t node, PortIdx port) {
  const PortEnd far = lab.grid.wiring().ends[node * lab.grid.wiring().ports + port];
  lab.net[node].link_dies(port, lab.now);
  lab.net[far.index].link_dies(far.port, lab.now);
}

void tell(Lab& lab, std::uint32_t node, PortIdx port) {
  lab.net[node].link_known_dead(port, lab.now);
}

void checked_cycle(Lab& lab) {
  lab.cycle();
  const std::string wrong = lab.net.audit();
  INFO(wrong << " after cycle " << lab.now - 1);
  REQUIRE(wrong.empty());
}

void checked_run(Lab& lab, Cycle cycles) {
  for (Cycle i = 0; i < cycles; ++i) checked_cycle(lab);
}

constexpr PortIdx kUp = 0;  // of a line: towards the higher node
constexpr PortIdx kDown = 1;

}  // namespace

TEST_CASE("wormhole: a worm is cut wherever the link dies under it",
          "[WH-CUT][WH-CONS][WH-CRED-1]") {
  const unsigned d = GENERATE(1U, 3U);
  const unsigned depth = GENERATE(2U, 9U);
  const Release release = GENERATE(Release::kTailLeftBuffer, Release::kTailSent);
  const std::uint32_t flits = GENERATE(1U, 2U, 30U);
  const tb::Grid grid{{5}};
  const Params p = line_params(1, depth, d, release);
  CAPTURE(d, depth, flits);
  // When does it arrive undisturbed?
  Lab whole(grid, p);
  whole.send(0, 4, flits);
  REQUIRE(whole.run_dry());
  const Cycle end = whole.arrived.at(0);
  unsigned cut = 0, on_wire = 0, into = 0, untouched = 0;
  for (Cycle at = 0; at <= end; ++at) {
    CAPTURE(at);
    Lab lab(grid, p);
    lab.send(0, 4, flits);
    checked_run(lab, at);
    kill(lab, 2, kUp);
    checked_run(lab, 300);
    // A front has no tail yet, and holds its channels; everything else has come to its end.
    const bool front = !lab.meetings.empty() && lab.meetings[0].how == Met::kCut;
    CHECK(lab.net.packets_in_flight() == (front ? 1 : 0));
    tell(lab, 2, kUp);
    tell(lab, 3, kDown);
    for (int i = 0; i < 200; ++i) checked_cycle(lab);
    REQUIRE(lab.run_dry());
    check_flits(lab);
    REQUIRE(lab.meetings.size() + lab.arrived.size() == 1);  // one of the two, and once
    REQUIRE(lab.losses.size() == lab.meetings.size());
    if (lab.meetings.empty()) {
      ++untouched;
      CHECK(lab.net.counts().lost + lab.net.counts().aborts == 0);
      continue;
    }
    CHECK(lab.meetings[0].node == 2);
    CHECK(lab.meetings[0].out == kUp);
    const Met how = lab.meetings[0].how;
    cut += how == Met::kCut ? 1 : 0;
    on_wire += how == Met::kHeaderOnWire ? 1 : 0;
    into += how == Met::kSentInto ? 1 : 0;
    // The front goes on to the host, with one flit more: the abort flit.
    CHECK(lab.net.counts().aborts == (how == Met::kCut ? 1 : 0));
    CHECK((lab.net.counts().ejected > 0) == (how == Met::kCut));
    if (how != Met::kCut) CHECK(lab.net.counts().lost == flits);
  }
  CHECK(into > 0);
  CHECK(on_wire == d);
  CHECK((cut > 0) == (flits > 1));
  CHECK(untouched > 0);
}

TEST_CASE("wormhole: the channels of a cut worm serve the next packets", "[WH-CUT][WH-VC]") {
  const Release release = GENERATE(Release::kTailLeftBuffer, Release::kTailSent);
  const unsigned depth = GENERATE(1U, 4U, 9U);
  const tb::Grid grid{{5}};
  Lab lab(grid, line_params(1, depth, 1, release));
  const std::uint32_t worm = lab.send(0, 4, 60);
  checked_run(lab, 25);
  kill(lab, 1, kUp);
  // Behind the cut: into the dead link, one after the other.
  checked_run(lab, 100);
  const std::uint32_t later = lab.send(0, 3, 7);
  checked_run(lab, 60);
  REQUIRE(lab.losses.size() == 1);
  CHECK(lab.losses[0].first == later);
  CHECK(lab.meetings.back().how == Met::kSentInto);
  // In front of it the worm keeps its channels until the end of the link is noticed.
  const std::uint32_t blocked = lab.send(3, 4, 5);
  const std::uint32_t free_way = lab.send(1, 0, 5);
  checked_run(lab, 60);
  CHECK(lab.arrived.count(free_way) == 1);
  CHECK(lab.arrived.count(blocked) == 0);
  tell(lab, 2, kDown);
  checked_run(lab, 100);
  CHECK(lab.arrived.count(blocked) == 1);
  REQUIRE(lab.losses.size() == 2);
  CHECK(lab.losses[1].first == worm);
  CHECK(lab.arrived.count(worm) == 0);
  // And once the near end knows, its control is not offered the port: this one has no other.
  tell(lab, 1, kUp);
  const std::uint32_t stopped = lab.send(0, 4, 7);
  checked_run(lab, 60);
  REQUIRE(lab.drops.count(stopped) == 1);
  CHECK(lab.drops.at(stopped).cause == DropCause::kBadChannel);
  CHECK(lab.drops.at(stopped).out == kUp);
  const std::uint32_t beyond = lab.send(2, 4, 30);
  REQUIRE(lab.run_dry());
  CHECK(lab.arrived.count(beyond) == 1);
  check_flits(lab);
}

TEST_CASE("wormhole: a full buffer takes the abort flit when it has a place",
          "[WH-CUT][WH-BUF-2]") {
  const tb::Grid grid{{4}};
  Params p = line_params(1, 3, 1, Release::kTailLeftBuffer);
  Lab lab(grid, p);
  // The second worm waits behind the first one, which holds the way to host 3.
  const std::uint32_t first = lab.send(2, 3, 40);
  const std::uint32_t second = lab.send(0, 3, 40);
  checked_run(lab, 30);
  REQUIRE(lab.arrived.empty());
  kill(lab, 1, kUp);
  tell(lab, 1, kUp);
  tell(lab, 2, kDown);
  checked_cycle(lab);
  CHECK(lab.net.counts().aborts == 0);  // its channel is full
  REQUIRE(lab.run_dry());
  CHECK(lab.net.audit().empty());
  CHECK(lab.net.counts().aborts == 1);
  CHECK(lab.arrived.count(first) == 1);
  CHECK(lab.losses.size() == 1);
  CHECK(lab.losses[0].first == second);
  CHECK(lab.net.counts().ejected == 40 + 3 + 1);
  check_flits(lab);
}

TEST_CASE("WH-CUT wormhole: an abort flit comes in the cycle behind the one that makes its place") {
  const tb::Grid grid{{3}};
  Params p = line_params(1, 1, 1, Release::kTailSent);
  p.report_flits = true;
  Lab lab(grid, p);
  // The worm waits with its header in node 1, whose buffer is full with it.
  lab.send(1, 2, 20);
  const std::uint32_t worm = lab.send(0, 2, 9);
  checked_run(lab, 12);
  kill(lab, 0, kUp);
  tell(lab, 1, kDown);
  const auto header_left = [&] {
    return std::any_of(lab.router_flits.begin(), lab.router_flits.end(), [&](const Lab::Flit& f) {
      return f.what.node == 1 && f.what.slot == worm && f.what.head;
    });
  };
  while (!header_left()) {
    CHECK(lab.net.counts().aborts == 0);
    checked_cycle(lab);
    REQUIRE(lab.now < 200);
  }
  CHECK(lab.net[1].held(kDown) == 0);
  CHECK(lab.net.counts().aborts == 0);
  checked_cycle(lab);
  CHECK(lab.net.counts().aborts == 1);
  tell(lab, 0, kUp);
  REQUIRE(lab.run_dry());
  check_flits(lab);
}

TEST_CASE("WH-CUT wormhole: an abort flit arrives at a host if nothing else moves any more") {
  const unsigned d = GENERATE(1U, 4U);
  Lab lab({{3}}, line_params(1, 6, d, Release::kTailLeftBuffer));
  lab.send(0, 2, 40);
  lab.run(30);
  kill(lab, 1, kUp);
  CHECK_FALSE(lab.run_dry());  // the front has no tail
  lab.now += 100;
  tell(lab, 2, kDown);  // its flits have gone to the host: the abort flit follows
  const Cycle comes = lab.now;
  CHECK(lab.run_dry());
  CHECK(lab.losses == std::vector<std::pair<std::uint32_t, Cycle>>{{0, comes + d}});
}

TEST_CASE("WH-CUT, WH-REP-3 wormhole: a link may die as often as it likes") {
  const bool seen = GENERATE(false, true);  // the far end notices each death, or none but the first
  Lab lab({{2}}, line_params(1, 4, 1, Release::kTailLeftBuffer));
  kill(lab, 0, kUp);
  tell(lab, 0, kUp);
  tell(lab, 1, kDown);
  for (unsigned death = 1; death <= 300; ++death) {
    lab.net[0].link_heals(kUp, lab.now);
    lab.net[1].link_heals(kDown, lab.now);
    lab.net[0].link_known_up(kUp, lab.now);
    if (seen) lab.net[1].link_known_up(kDown, lab.now);
    lab.send(0, 1, 12);
    checked_run(lab, 8);
    kill(lab, 0, kUp);
    tell(lab, 0, kUp);
    if (seen) tell(lab, 1, kDown);
    checked_run(lab, 30);
    REQUIRE(lab.net.counts().aborts == death);
    REQUIRE(lab.losses.size() == death);
    REQUIRE(lab.net[0].link_clear(kUp));
    REQUIRE(lab.net[1].link_clear(kDown));
  }
  check_flits(lab);
}

TEST_CASE("wormhole: worms on two virtual channels are cut by one link", "[WH-CUT]") {
  const unsigned d = GENERATE(1U, 3U);
  const tb::Grid grid{{4}};
  Params p = line_params(2, 6, d, Release::kTailLeftBuffer);
  p.injection_channels = 2;
  Lab lab(grid, p);
  lab.send(0, 3, 50);
  lab.send(0, 3, 50);
  lab.send(3, 0, 50);
  checked_run(lab, 40);
  kill(lab, 1, kUp);
  REQUIRE(lab.meetings.size() == 3);
  for (const Lab::Meeting& m : lab.meetings) CHECK(m.how == Met::kCut);
  checked_run(lab, 200);
  CHECK(lab.losses.empty());
  tell(lab, 2, kDown);
  checked_run(lab, 100);
  CHECK(lab.losses.size() == 2);
  tell(lab, 1, kUp);
  REQUIRE(lab.run_dry());
  CHECK(lab.losses.size() == 3);
  CHECK(lab.arrived.empty());
  CHECK(lab.net.counts().aborts == 3);
  check_flits(lab);
}

TEST_CASE("wormhole: a worm is cut in two places, in any order", "[WH-CUT][WH-CONS]") {
  const tb::Grid grid{{7}};
  const Release release = GENERATE(Release::kTailLeftBuffer, Release::kTailSent);
  const Cycle first_at = GENERATE(range(Cycle{10}, Cycle{40}));
  const Cycle gap = GENERATE(Cycle{0}, Cycle{1}, Cycle{7});
  const bool upstream_first = GENERATE(true, false);
  const bool tell_upstream_first = GENERATE(true, false);
  CAPTURE(first_at, gap, upstream_first, tell_upstream_first);
  Lab lab(grid, line_params(1, 3, 1, release));
  lab.send(0, 6, 24);
  checked_run(lab, first_at);
  kill(lab, upstream_first ? 1 : 4, kUp);
  checked_run(lab, gap);
  kill(lab, upstream_first ? 4 : 1, kUp);
  checked_run(lab, 60);
  for (const bool upstream : {tell_upstream_first, !tell_upstream_first}) {
    tell(lab, upstream ? 1 : 4, kUp);
    tell(lab, upstream ? 2 : 5, kDown);
    checked_run(lab, 60);
  }
  REQUIRE(lab.run_dry());
  check_flits(lab);
  CHECK(lab.losses.size() + lab.arrived.size() == 1);
  CHECK(lab.losses.size() == (lab.meetings.empty() ? 0 : 1));
}

TEST_CASE("wormhole: links die under saturation, and nothing sticks",
          "[WH-CUT][WH-CONS][WH-KNOT]") {
  Params p;
  p.vcs = GENERATE(1U, 2U);
  p.link_latency = GENERATE(1U, 3U);
  p.release = GENERATE(Release::kTailLeftBuffer, Release::kTailSent);
  const std::uint64_t seed = GENERATE(range(1U, 6U));
  p.node_buffer = 6 * p.vcs * 3;
  p.injection_channels = p.vcs;
  CAPTURE(p.vcs, p.link_latency, seed);
  const tb::Grid grid{{4, 4, 2}};
  const wormhole::Wiring wiring = grid.wiring();
  Lab lab(grid, p);
  kernel::Stream stream(seed, "wormhole");
  struct Notice {
    Cycle at;
    std::uint32_t node;
    PortIdx port;
  };
  std::vector<Notice> notices;
  unsigned killed = 0;
  constexpr Cycle kCycles = 1500;
  while (lab.now < kCycles || lab.net.packets_in_flight() > 0) {
    if (lab.now >= 100 && lab.now % 100 == 0 && killed < 10) {
      const auto node = static_cast<std::uint32_t>(stream.below(grid.nodes()));
      const auto port = static_cast<PortIdx>(stream.below(wiring.ports - 1));
      const PortEnd far = wiring.ends[node * wiring.ports + port];
      const bool before = std::any_of(notices.begin(), notices.end(), [&](const Notice& n) {
        return n.node == node && n.port == port;
      });
      if (far.kind == PortEnd::Kind::kSwitch && !before) {
        kill(lab, node, port);
        notices.push_back({lab.now + 1 + stream.below(300), node, port});
        notices.push_back({lab.now + 1 + stream.below(300), far.index, far.port});
        ++killed;
      }
    }
    for (const Notice& n : notices) {
      if (n.at == lab.now) tell(lab, n.node, n.port);
    }
    for (std::uint32_t h = 0; h < grid.nodes() && lab.now < kCycles; ++h) {
      if (!lab.net.sender(h).can_inject()) continue;
      lab.send(h, static_cast<HostIdx>(stream.below(grid.nodes())),
               1 + static_cast<std::uint32_t>(stream.below(40)));
    }
    checked_cycle(lab);
    REQUIRE(lab.now < 40 * kCycles);
  }
  REQUIRE(lab.run_dry());
  CHECK(killed > 5);
  CHECK(lab.net.counts().aborts > 0);
  CHECK(lab.arrived.size() + lab.drops.size() + lab.losses.size() == lab.packets.size());
  CHECK(!lab.arrived.empty());
  for (const auto& [slot, at] : lab.losses) {
    CHECK(lab.arrived.count(slot) + lab.drops.count(slot) == 0);
  }
  check_flits(lab);
}

TEST_CASE("wormhole: a link dies once, and not in the past", "[WH-CUT]") {
  Lab lab({{3}}, Params{});
  lab.run(5);
  CHECK_THROWS_AS(lab.net[0].link_dies(kUp, 4), std::logic_error);
  lab.net[0].link_dies(kUp, 5);
  CHECK_THROWS_AS(lab.net[0].link_dies(kUp, 5), std::logic_error);
  CHECK_THROWS_AS(lab.net[0].link_dies(kDown, 5), std::logic_error);  // leads nowhere
  CHECK_THROWS_AS(lab.net[0].dies(4), std::logic_error);
  lab.net[0].dies(5);
}
