// SPDX-License-Identifier: Apache-2.0
/// Routers beside the rules of their page (flit_rule.hpp): random small networks, whatever a
/// control may answer, messages, slow hosts, links and nodes that die and come back. All that can
/// be seen has to be the same in every cycle, and so have the situations met.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "kernel/stream.hpp"
#include "lab.hpp"
#include "watch.hpp"

using namespace selvage;
using selvage::test::Event;
using selvage::test::FlitRule;
using selvage::test::kPorts;
using selvage::test::Seen;
using selvage::test::Watch;
using wormhole::Params;
using wormhole::Release;

namespace {

/// A network and its rule, and links that die, become known, come back and become known.
class Pair {
 public:
  Pair(unsigned nodes, const Params& p, std::uint64_t seed)
      : wiring_(test::row(nodes)),
        p_(p),
        watch_(wiring_, p),
        rule_(
            wiring_, p,
            [this](SwitchIdx n, const RouteRequest& r) { return test::answer_to(n, r, p_.vcs); },
            [this](SwitchIdx n, Cycle asked) { return watch_.outdated(n, asked); }),
        random_(seed, "rule") {
    watch_.net.sample(coverage_);
    for (SwitchIdx n = 0; n + 1 < nodes; ++n) {
      for (PortIdx up = 2; up < 4; ++up) {
        links_.emplace_back();
        links_.back().ends = {{{n, up}, {n + 1, static_cast<PortIdx>(up + 2)}}};
      }
    }
  }

  void run(Cycle cycles, bool faults) {
    for (Cycle until = now_ + cycles; now_ < until; ++now_) {
      if (faults) fail();
      for (Link& link : links_) notice(link);
      compare("before the cycle");
      offer();
      watch_.taken.clear();
      watch_.cycle(now_);
      rule_.cycle(now_);
      for (const auto& [node, out] : watch_.taken) rule_.host_takes(node, out);
      compare("in the cycle");
      for (std::uint64_t messages = random_.below(16) / 14 * (1 + random_.below(3)); messages > 0;
           --messages) {
        const auto node = static_cast<SwitchIdx>(random_.below(wiring_.nodes));
        const auto port = static_cast<PortIdx>(random_.below(kPorts));
        watch_.net[node].message_leaves(port, now_);
        rule_.message(node, port, now_);
      }
    }
  }
  /// No more packets.
  void finish() {
    sending_ = false;
    for (int i = 0; i < 200 && rule_.in_flight != 0; ++i) run(100, false);
    run(20, false);
    CHECK(rule_.in_flight == 0);
    CHECK(watch_.net.next_activity(now_) == kNever);
    test::Met met = test::met_in(coverage_);
    for (const auto& [name, count] : rule_.met) met[name] += 0;
    for (const auto& [name, count] : met) {
      INFO(name);
      // These are seen only in cycles in which the node has something else to do.
      const bool some = name == "flit.abort.waits" || name == "flit.drain.flit_not_there";
      const std::uint64_t rule = rule_.met[name];
      CHECK((some ? std::uint64_t{count > 0} == (rule > 0 ? 1U : 0U) : count == rule));
    }
  }
  [[nodiscard]] const test::Met& met() const { return rule_.met; }

 private:
  struct Link {
    std::array<SwitchPort, 2> ends;
    bool dead = false;
    bool known[2] = {false, false};  ///< of what it is now
    Cycle at[2] = {kNever, kNever};  ///< when an end will know
  };

  void fail() {
    for (Link& link : links_) {
      if (!link.dead && random_.below(90) == 0) kill(link);
    }
    if (random_.below(250) != 0) return;
    const auto victim = static_cast<SwitchIdx>(random_.below(wiring_.nodes));
    for (Link& link : links_) {
      const bool its = link.ends[0].sw == victim || link.ends[1].sw == victim;
      if (its && !link.dead) kill(link);
    }
    watch_.net[victim].dies(now_);
    rule_.node_dies(victim, now_);
  }
  void kill(Link& link) {
    link.dead = true;
    for (unsigned e = 0; e < 2; ++e) {
      watch_.net[link.ends[e].sw].link_dies(link.ends[e].port, now_);
      rule_.link_dies(link.ends[e].sw, link.ends[e].port, now_);
      link.known[e] = false;
      link.at[e] = now_ + 1 + random_.below(30);
    }
  }
  void notice(Link& link) {
    for (unsigned e = 0; e < 2; ++e) {
      if (link.at[e] != now_) continue;
      const SwitchPort& end = link.ends[e];
      watch_.news[end.sw] = now_;
      link.at[e] = kNever;
      link.known[e] = true;
      wormhole::Router& router = watch_.net[end.sw];
      link.dead ? router.link_known_dead(end.port, now_) : router.link_known_up(end.port, now_);
      link.dead ? rule_.known_dead(end.sw, end.port) : rule_.known_up(end.sw, end.port);
    }
    if (!link.dead || !link.known[0] || !link.known[1]) return;
    bool clear = true;
    for (const SwitchPort& end : link.ends) {
      const bool one = watch_.net[end.sw].link_clear(end.port);
      REQUIRE(one == rule_.clear(end.sw, end.port));
      clear = clear && one;
    }
    if (!clear || random_.below(20) != 0) return;
    link.dead = false;
    for (unsigned e = 0; e < 2; ++e) {
      watch_.net[link.ends[e].sw].link_heals(link.ends[e].port, now_);
      rule_.link_heals(link.ends[e].sw, link.ends[e].port);
      link.known[e] = false;
      link.at[e] = now_ + 1 + random_.below(40);
    }
  }
  void offer() {
    for (HostIdx h = 0; h < wiring_.hosts && sending_; ++h) {
      REQUIRE(watch_.net.sender(h).can_inject() == rule_.can_inject(h));
      if (!rule_.can_inject(h) || random_.below(4) != 0) continue;
      wormhole::Packet packet;
      packet.id = packets_++;
      packet.source = h;
      packet.destination = static_cast<HostIdx>(random_.below(wiring_.hosts));
      packet.flits = 1 + static_cast<std::uint32_t>(random_.below(random_.below(3) == 0 ? 25 : 4));
      packet.header = static_cast<std::uint8_t>(random_.below(8));
      if (over_.empty()) over_.insert(slots_++);
      const std::uint32_t slot = *over_.begin();
      over_.erase(over_.begin());
      watch_.net.sender(h).inject(slot, packet, now_);
      rule_.inject(slot, packet);
    }
  }
  void compare(const char* when) {
    std::sort(watch_.events.begin(), watch_.events.end());
    std::sort(rule_.events.begin(), rule_.events.end());
    if (watch_.events != rule_.events) {
      INFO(when << ' ' << now_);
      for (const Event& e : watch_.events) UNSCOPED_INFO("router " << Catch::Detail::stringify(e));
      for (const Event& e : rule_.events) UNSCOPED_INFO("rule   " << Catch::Detail::stringify(e));
      FAIL("they differ");
    }
    for (const Event& e : rule_.events) {
      const auto what = static_cast<Seen>(e[0]);
      if (what == Seen::kDelivered || what == Seen::kDropped || what == Seen::kLost) {
        over_.insert(static_cast<std::uint32_t>(e[2]));
      }
    }
    watch_.events.clear();
    rule_.events.clear();
    const wormhole::Counts& a = watch_.net.counts();
    const wormhole::Counts& b = rule_.counts;
    REQUIRE(std::array{a.injected, a.hops, a.ejected, a.drained, a.lost, a.aborts, a.requests,
                       a.waits, a.overtaken, watch_.net.packets_in_flight(),
                       watch_.net.last_progress()} ==
            std::array{b.injected, b.hops, b.ejected, b.drained, b.lost, b.aborts, b.requests,
                       b.waits, b.overtaken, rule_.in_flight, rule_.progress});
    if (now_ % 8 != 0) return;
    REQUIRE(watch_.net.audit().empty());
    for (SwitchIdx n = 0; n < wiring_.nodes; ++n) {
      for (unsigned c = 0; c < kPorts * p_.vcs; ++c) {
        const wormhole::Waiting w = watch_.net[n].waits_for(static_cast<wormhole::Channel>(c));
        const wormhole::Waiting rule = rule_.waits_for(n, c);
        REQUIRE(std::pair{w.what, w.channels} == std::pair{rule.what, rule.channels});
      }
    }
  }

  wormhole::Wiring wiring_;
  Params p_;
  Watch watch_;
  FlitRule rule_;
  kernel::Stream random_;
  cover::Coverage coverage_;
  std::vector<Link> links_;
  Cycle now_ = 0;
  std::uint64_t packets_ = 0;
  std::set<std::uint32_t> over_;  ///< slots whose packets are over
  std::uint32_t slots_ = 0;
  bool sending_ = true;
};

Params drawn(kernel::Stream& random) {
  Params p;
  p.vcs = 1 + static_cast<unsigned>(random.below(3));
  p.node_buffer = 4 * p.vcs * (1 + static_cast<unsigned>(random.below(6))) +
                  static_cast<unsigned>(random.below(5));
  p.injection_channels = 1 + static_cast<unsigned>(random.below(p.vcs));
  p.injection_flits = 1 + static_cast<unsigned>(random.below(8));
  p.link_latency = 1 + static_cast<unsigned>(random.below(3));
  p.route_latency = 2 + static_cast<unsigned>(random.below(2));
  p.release = random.below(2) == 0 ? Release::kTailLeftBuffer : Release::kTailSent;
  p.allocator =
      random.below(2) == 0 ? wormhole::Allocator::kSerial : wormhole::Allocator::kSeparable;
  p.report_hops = p.report_flits = true;
  if (random.below(2) == 0) {
    p.slow.hosts = {1, 2};
    p.slow.rate = 400000;
  }
  return p;
}

void run(std::uint64_t seed, Cycle cycles, bool faults, test::Met& met) {
  kernel::Stream random(seed, "draw");
  const Params p = drawn(random);
  CAPTURE(seed, p.vcs, p.link_latency, p.route_latency, p.node_buffer);
  Pair pair(2 + static_cast<unsigned>(random.below(2)), p, seed);
  pair.run(cycles, faults);
  pair.finish();
  for (const auto& [name, count] : pair.met()) met[name] += count;
}

}  // namespace

TEST_CASE("WH-SA-1, WH-RC-1, WH-VC wormhole: routers do in every cycle what the page says") {
  test::Met met;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) run(seed, 800, false, met);
  CHECK(met.count("flit.cut.flits_lost") == 0);
}

TEST_CASE(
    "WH-CUT, WH-REP-1, WH-NODE wormhole: links and nodes die and come back as the page says") {
  test::Met met;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) run(seed, 1500, true, met);
  // Nothing of it has been left out.
  for (const cover::Situation& s : wormhole::flit_cover().model()->situations()) {
    if (s.kind != cover::Situation::Kind::kGoal || s.name.rfind("flit_while.", 0) == 0) continue;
    INFO(s.name);
    CHECK(met.count(s.name) == 1);
  }
}
