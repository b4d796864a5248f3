// SPDX-License-Identifier: Apache-2.0
/// Links that come back and nodes that die under worms: when a link may come back, that it has all
/// its credits then, and that nothing is lost twice or stuck (WH-REP-1..3, WH-NODE).
#include <catch2/catch.hpp>
#include <map>
#include <stdexcept>
#include <utility>

#include "kernel/stream.hpp"
#include "lab.hpp"

using namespace selvage;
using selvage::test::check_flits;
using selvage::test::Lab;
using selvage::test::line_params;
using wormhole::Params;
using wormhole::Release;

namespace {

constexpr PortIdx kUp = 0;  // of a line: towards the higher node
constexpr PortIdx kDown = 1;

/// A lab whose links are named by one end.
struct Mender {
  Mender(const tb::Grid& grid, const Params& p) : lab(grid, p), wiring(grid.wiring()) {}

  [[nodiscard]] SwitchPort far(SwitchPort at) const {
    const PortEnd& end = wiring.ends[at.sw * wiring.ports + at.port];
    return {end.index, end.port};
  }
  void kill(SwitchPort at) {
    for (const SwitchPort& end : {at, far(at)}) lab.net[end.sw].link_dies(end.port, lab.now);
  }
  void tell_dead(SwitchPort at) { lab.net[at.sw].link_known_dead(at.port, lab.now); }
  [[nodiscard]] bool clear(SwitchPort at) const {
    return lab.net[at.sw].link_clear(at.port) && lab.net[far(at).sw].link_clear(far(at).port);
  }
  void heal(SwitchPort at) {
    for (const SwitchPort& end : {at, far(at)}) lab.net[end.sw].link_heals(end.port, lab.now);
  }
  void tell_up(SwitchPort at) { lab.net[at.sw].link_known_up(at.port, lab.now); }
  void checked_cycle() {
    lab.cycle();
    const std::string wrong = lab.net.audit();
    INFO(wrong << " after cycle " << lab.now - 1);
    REQUIRE(wrong.empty());
  }
  void run(Cycle cycles) {
    for (Cycle i = 0; i < cycles; ++i) checked_cycle();
  }

  Lab lab;
  wormhole::Wiring wiring;
};

}  // namespace

TEST_CASE("wormhole: a link comes back when both ends are clear, with all its credits",
          "[WH-REP-1][WH-REP-2][WH-CRED-1]") {
  const unsigned d = GENERATE(1U, 3U);
  const unsigned depth = GENERATE(2U, 9U);
  const Release release = GENERATE(Release::kTailLeftBuffer, Release::kTailSent);
  const Cycle at = GENERATE(range(Cycle{0}, Cycle{60}, Cycle{3}));
  const std::uint32_t flits = 40;
  CAPTURE(d, depth, at);
  const tb::Grid grid{{5}};
  Mender m(grid, line_params(1, depth, d, release));
  m.lab.send(0, 4, flits);
  m.run(at);
  const SwitchPort link{2, kUp};
  m.kill(link);
  m.run(10);
  m.tell_dead(link);
  m.tell_dead(m.far(link));
  unsigned waited = 0;
  while (!m.clear(link)) {
    m.checked_cycle();
    REQUIRE(++waited < 400);
  }
  // The worm that went into the dead output and the front beyond it are gone; what is upstream may
  // not be, if it had not come so far.
  m.heal(link);
  CHECK(m.lab.net.audit().empty());
  m.run(5);
  m.tell_up(link);
  m.run(3);
  m.tell_up(m.far(link));
  m.run(200);
  const std::uint32_t again = m.lab.send(0, 4, flits);
  const Cycle sent = m.lab.now;
  REQUIRE(m.lab.run_dry());
  REQUIRE(m.lab.arrived.count(again) == 1);
  // With all the credits that it had at first.
  Lab fresh(grid, line_params(1, depth, d, release));
  fresh.send(0, 4, flits);
  REQUIRE(fresh.run_dry());
  CHECK(m.lab.arrived.at(again) - sent == fresh.arrived.at(0));
  check_flits(m.lab);
}

TEST_CASE("wormhole: a link stays down while a worm goes into it or its front waits beyond it",
          "[WH-REP-1]") {
  Mender m({{5}}, line_params(1, 4, 1, Release::kTailLeftBuffer));
  m.lab.send(3, 4, 200);  // keeps the way to host 4 for long
  m.lab.send(0, 4, 120);
  m.run(30);
  const SwitchPort link{1, kUp};
  m.kill(link);
  m.tell_dead(link);
  m.tell_dead(m.far(link));
  m.run(40);
  CHECK_FALSE(m.lab.net[1].link_clear(kUp));    // the worm still goes into it
  CHECK_FALSE(m.lab.net[2].link_clear(kDown));  // its front stands behind the other packet
  m.run(80);
  CHECK(m.lab.net[1].link_clear(kUp));
  CHECK_FALSE(m.lab.net[2].link_clear(kDown));
  CHECK_FALSE(m.clear(link));
  while (!m.lab.net[2].link_clear(kDown)) m.checked_cycle();
  CHECK(m.lab.now > 200);
  m.heal(link);
  m.tell_up(link);
  m.tell_up(m.far(link));
  const std::uint32_t next = m.lab.send(0, 4, 9);
  REQUIRE(m.lab.run_dry());
  CHECK(m.lab.arrived.count(next) == 1);
}

TEST_CASE("wormhole: nobody is given a link that is back before its end knows", "[WH-REP-3]") {
  Mender m({{3}}, line_params(1, 4, 1, Release::kTailLeftBuffer));
  const SwitchPort link{0, kUp};
  m.kill(link);
  m.tell_dead(link);
  m.tell_dead(m.far(link));
  m.run(3);
  m.heal(link);
  m.tell_up(m.far(link));  // the other end knows, this one does not
  const std::uint32_t early = m.lab.send(0, 2, 3);
  const std::uint32_t back = m.lab.send(2, 0, 3);
  m.run(40);
  CHECK(m.lab.drops.count(early) == 1);
  CHECK(m.lab.arrived.count(back) == 1);  // what comes over it is taken
  m.tell_up(link);
  const std::uint32_t late = m.lab.send(0, 2, 3);
  REQUIRE(m.lab.run_dry());
  CHECK(m.lab.arrived.count(late) == 1);
}

TEST_CASE("wormhole: an end that has not seen a repair ends the worms of the next death at once",
          "[WH-REP-3][WH-CUT]") {
  Mender m({{4}}, line_params(1, 4, 1, Release::kTailLeftBuffer));
  const SwitchPort link{1, kUp};
  m.kill(link);
  m.tell_dead(link);
  m.tell_dead(m.far(link));
  m.run(2);
  m.heal(link);
  m.tell_up(link);  // node 2 has not noticed
  const std::uint32_t worm = m.lab.send(0, 3, 60);
  m.run(20);
  m.kill(link);
  m.run(100);  // without another word to node 2
  REQUIRE(m.lab.losses.size() == 1);
  CHECK(m.lab.losses[0].first == worm);
  CHECK(m.lab.net.counts().aborts == 1);
  CHECK(m.clear(link));
  check_flits(m.lab);
}

TEST_CASE("wormhole: a node dies wherever a worm is", "[WH-NODE][WH-CONS][WH-CRED-1]") {
  const unsigned d = GENERATE(1U, 3U);
  const Release release = GENERATE(Release::kTailLeftBuffer, Release::kTailSent);
  const std::uint32_t flits = GENERATE(1U, 30U);
  const SwitchIdx victim = GENERATE(0U, 2U, 4U);  // the source, one on the way, the destination
  const tb::Grid grid{{5}};
  const Params p = line_params(1, 4, d, release);
  Lab whole(grid, p);
  whole.send(0, 4, flits);
  REQUIRE(whole.run_dry());
  const Cycle end = whole.arrived.at(0);
  CAPTURE(d, flits, victim);
  unsigned inside = 0;
  for (Cycle at = 0; at <= end; ++at) {
    CAPTURE(at);
    Mender m(grid, p);
    m.lab.send(0, 4, flits);
    m.run(at);
    std::vector<SwitchPort> links;
    if (victim > 0) links.push_back({victim, kDown});
    if (victim < 4) links.push_back({victim, kUp});
    for (const SwitchPort& link : links) m.kill(link);
    m.lab.net[victim].dies(m.lab.now);
    CHECK(m.lab.net.audit().empty());
    inside += m.lab.node_losses.empty() ? 0 : 1;
    CHECK(m.lab.net.sender(victim).can_inject());
    m.run(80);
    for (const SwitchPort& link : links) {
      m.tell_dead(link);
      m.tell_dead(m.far(link));
    }
    m.run(100);
    REQUIRE(m.lab.run_dry());
    check_flits(m.lab);
    REQUIRE(m.lab.losses.size() + m.lab.arrived.size() == 1);  // one of the two, and once
    for (const SwitchPort& link : links) {
      REQUIRE(m.clear(link));
      m.heal(link);
      m.tell_up(link);
      m.tell_up(m.far(link));
    }
    const std::uint32_t again = m.lab.send(0, 4, flits);
    const Cycle sent = m.lab.now;
    m.run(5);
    REQUIRE(m.lab.run_dry());
    REQUIRE(m.lab.arrived.count(again) == 1);
    CHECK(m.lab.arrived.at(again) - sent == end);
    check_flits(m.lab);
  }
  CHECK(inside > 0);
}

TEST_CASE("wormhole: links and nodes die and come back under saturation, and nothing sticks",
          "[WH-REP-1][WH-REP-2][WH-NODE][WH-CONS]") {
  Params p;
  p.vcs = GENERATE(1U, 2U);
  p.link_latency = GENERATE(1U, 3U);
  p.release = GENERATE(Release::kTailLeftBuffer, Release::kTailSent);
  const std::uint64_t seed = GENERATE(range(1U, 6U));
  p.node_buffer = 6 * p.vcs * 3;
  p.injection_channels = p.vcs;
  CAPTURE(p.vcs, p.link_latency, seed);
  const tb::Grid grid{{4, 4, 2}};
  Mender m(grid, p);
  Lab& lab = m.lab;
  cover::Coverage coverage;
  lab.net.sample(coverage);
  kernel::Stream stream(seed, "mender");
  /// A dead link: what its ends will hear and when, and when it may come back.
  struct Death {
    Cycle known[2];
    Cycle back;
    Cycle up[2] = {kNever, kNever};
  };
  std::map<std::pair<SwitchIdx, PortIdx>, Death> dead;
  std::map<SwitchIdx, Cycle> dead_nodes;
  const auto name_of = [&](SwitchPort at) {
    const SwitchPort other = m.far(at);
    return at.sw < other.sw ? std::pair{at.sw, at.port} : std::pair{other.sw, other.port};
  };
  const auto die = [&](SwitchPort at) {
    if (dead.count(name_of(at)) > 0) return;
    m.kill(at);
    const Cycle t = lab.now;
    dead[name_of(at)] = {{t + 1 + stream.below(200), t + 1 + stream.below(200)},
                         t + 100 + stream.below(300)};
  };
  unsigned deaths = 0, repairs = 0;
  constexpr Cycle kCycles = 2500;
  while (lab.now < kCycles || lab.net.packets_in_flight() > 0 || !dead.empty()) {
    if (lab.now >= 100 && lab.now % 50 == 0 && lab.now < kCycles) {
      const auto node = static_cast<SwitchIdx>(stream.below(grid.nodes()));
      const auto port = static_cast<PortIdx>(stream.below(m.wiring.ports - 1));
      bool whole = stream.chance(0.3) && dead_nodes.count(node) == 0;
      for (PortIdx q = 0; q + 1U < m.wiring.ports; ++q) {
        if (m.wiring.ends[node * m.wiring.ports + q].kind != PortEnd::Kind::kSwitch) continue;
        const auto before = dead.find(name_of({node, q}));  // back, but not yet for its ends
        whole = whole && (before == dead.end() || before->second.up[0] == kNever);
      }
      for (PortIdx q = 0; q + 1U < m.wiring.ports; ++q) {
        const bool wanted = whole || q == port;
        const bool wired = m.wiring.ends[node * m.wiring.ports + q].kind == PortEnd::Kind::kSwitch;
        if (wanted && wired) die({node, q});
      }
      if (whole) {
        lab.net[node].dies(lab.now);
        dead_nodes[node] = lab.now + 400;
        ++deaths;
      }
    }
    for (auto it = dead.begin(); it != dead.end();) {
      const SwitchPort at{it->first.first, it->first.second};
      const SwitchPort ends[2] = {at, m.far(at)};
      Death& death = it->second;
      bool done = true;
      for (unsigned e = 0; e < 2; ++e) {
        if (death.known[e] == lab.now) m.tell_dead(ends[e]);
        if (death.up[e] == lab.now) m.tell_up(ends[e]);
        done = done && death.up[e] <= lab.now;
      }
      const bool known = death.known[0] < lab.now && death.known[1] < lab.now;
      const bool held = dead_nodes.count(ends[0].sw) + dead_nodes.count(ends[1].sw) > 0;
      if (death.up[0] == kNever && known && !held && death.back <= lab.now && m.clear(at)) {
        m.heal(at);
        ++repairs;
        for (Cycle& up : death.up) up = lab.now + 1 + stream.below(60);
      }
      it = done ? dead.erase(it) : std::next(it);
    }
    for (auto it = dead_nodes.begin(); it != dead_nodes.end();) {
      it = it->second <= lab.now ? dead_nodes.erase(it) : std::next(it);
    }
    for (std::uint32_t h = 0; h < grid.nodes() && lab.now < kCycles; ++h) {
      if (!lab.net.sender(h).can_inject() || dead_nodes.count(h) > 0) continue;
      lab.send(h, static_cast<HostIdx>(stream.below(grid.nodes())),
               1 + static_cast<std::uint32_t>(stream.below(40)));
    }
    m.checked_cycle();
    REQUIRE(lab.now < 40 * kCycles);
  }
  REQUIRE(lab.run_dry());
  if (coverage.forbidden()) FAIL("met: " << coverage.forbidden()->situation->name);
  auto met = test::met_in(coverage);
  // COV-1: each answer to a header that is still there has one place in every cross.
  const std::uint64_t answers = test::sum_of(met, "flit_answer.");
  CHECK(answers + met["flit.answer.lost"] == lab.net.counts().requests);
  CHECK(test::sum_of(met, "flit_while.quiet.") == answers);
  CHECK(test::sum_of(met, "flit_way.") == test::sum_of(met, "flit_answer.takes."));
  CHECK(met["flit.abort.comes"] == lab.net.counts().aborts);
  CHECK(met["flit.drain.flit"] == lab.net.counts().drained);
  CHECK(met["flit.repair.comes_back"] == 2 * repairs);
  CHECK(met["flit.node.dies_with_packets"] + test::sum_of(met, "flit.node.dies_empty") == deaths);
  CHECK(deaths > 2);
  CHECK(repairs > 30);
  CHECK(lab.net.counts().aborts > 0);
  CHECK(lab.arrived.size() + lab.drops.size() + lab.losses.size() == lab.packets.size());
  for (const auto& [slot, at] : lab.losses) {
    CHECK(lab.arrived.count(slot) + lab.drops.count(slot) == 0);
  }
  check_flits(lab);
  // Every link carries packets again.
  std::vector<std::uint32_t> slots;
  for (std::uint32_t h = 0; h < grid.nodes(); ++h) {
    slots.push_back(lab.send(h, grid.nodes() - 1 - h, 20));
  }
  REQUIRE(lab.run_dry());
  for (const std::uint32_t slot : slots) CHECK(lab.arrived.count(slot) == 1);
}

TEST_CASE("COV-3 wormhole: each defect of a repair shows in the audit and is met as forbidden",
          "[WH-REP-1][WH-REP-2][bug]") {
  const unsigned bug =
      GENERATE(wormhole::kKeepsCredits, wormhole::kKeepsFront, wormhole::kKeepsWorm);
  Params p = line_params(1, 4, 1, Release::kTailLeftBuffer);
  p.bugs = bug;
  Mender m({{5}}, p);
  m.lab.send(3, 4, 200);
  const std::uint32_t worm = m.lab.send(0, 4, bug == wormhole::kKeepsWorm ? 500 : 60);
  m.run(25);
  const SwitchPort link{1, kUp};
  m.kill(link);
  m.tell_dead(link);
  m.tell_dead(m.far(link));
  Cycle waited = 0;
  while (!m.clear(link) && ++waited < 2000) m.checked_cycle();
  REQUIRE(m.clear(link));
  CAPTURE(bug, worm, waited);
  cover::Coverage coverage;
  m.lab.net.sample(coverage);
  m.heal(link);
  REQUIRE(coverage.forbidden());
  CHECK(coverage.forbidden()->situation->name ==
        (bug == wormhole::kKeepsCredits ? "flit.repair.credits_missing"
         : bug == wormhole::kKeepsFront ? "flit.repair.over_front"
                                        : "flit.repair.over_worm"));
  const std::string wrong = m.lab.net.audit();
  INFO(wrong);
  CHECK_FALSE(wrong.empty());
  const bool credits = bug != wormhole::kKeepsWorm;
  CHECK((wrong.find("credits are lost or made") != std::string::npos) == credits);
}

TEST_CASE("wormhole: a link comes back once, and not in the past", "[WH-REP-2]") {
  Mender m({{3}}, Params{});
  m.run(5);
  CHECK_THROWS_AS(m.lab.net[0].link_heals(kUp, 5), std::logic_error);  // it is not dead
  CHECK_THROWS_AS(m.lab.net[0].dies(5), std::logic_error);             // its links are not
  m.kill({0, kUp});
  CHECK_THROWS_AS(m.lab.net[0].link_heals(kUp, 4), std::logic_error);
  m.heal({0, kUp});
  CHECK_THROWS_AS(m.lab.net[0].link_heals(kUp, 5), std::logic_error);
  CHECK_THROWS_AS(m.lab.net[0].link_heals(kDown, 5), std::logic_error);  // leads nowhere
}
