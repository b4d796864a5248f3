// SPDX-License-Identifier: Apache-2.0
/// Cut-through switches beside the second reading of their page (beat_rule.hpp): random small
/// networks, whatever a control may answer, messages, links and switches that die and come back,
/// outages. All that can be seen on a link, and in waves, has to be the same in every cycle.
#include <catch2/catch.hpp>

#include "beside.hpp"
#include "forked.hpp"
#include "kernel/stream.hpp"

using namespace selvage;
using selvage::test::Pair;
using selvage::test::RowSystem;

namespace {

enum class Disturbed { kNo, kLinks, kSwitches, kFlaps, kRing, kHalfBack };

/// Lengths, and packets for anybody, many for one host.
void draw_traffic(Scenario& s, kernel::Stream& random, const Topology& t, Cycle cycles) {
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.source_queue_packets = 100000;
  s.traffic.packet_beats = 0;
  for (std::uint64_t lengths = 1 + random.below(3); lengths > 0; --lengths) {
    const std::uint64_t most = lengths > 1 ? 8 : random.below(4) == 0 ? 150 : 24;
    const auto beats = static_cast<unsigned>(1 + random.below(most));
    s.traffic.mix.push_back({beats, beats, 1.0});
    s.traffic.packet_beats = std::max(s.traffic.packet_beats, beats);
  }
  const double each = 1.0 / static_cast<double>(s.traffic.mix.size());
  for (PacketLength& length : s.traffic.mix) length.share = each;
  // A third of the scenes crowds round a host that is slow.
  const bool crowd = random.below(3) == 0;
  const double chance = (0.2 + 0.7 * random.unit()) / s.traffic.mean_beats();
  const auto focus = static_cast<HostIdx>(random.below(t.host_count()));
  for (Cycle at = 1; at < cycles; ++at) {
    for (HostIdx h = 0; h < t.host_count(); ++h) {
      if (!random.chance(chance)) continue;
      auto to = random.below(4) < (crowd ? 3 : 1)
                    ? focus
                    : static_cast<HostIdx>(random.below(t.host_count()));
      if (to == h) to = (h + 1) % t.host_count();
      const auto length = static_cast<std::uint8_t>(random.below(s.traffic.mix.size()));
      s.traffic.trace.push_back({at, h, to, length});
    }
  }
  if (!crowd && random.below(2) == 0) return;
  s.traffic.receivers.rate = std::array{1.0, 0.5, 0.3}[crowd ? 2 : random.below(3)];
  s.traffic.receivers.stalls =
      std::array{StallKind::kRandom, StallKind::kHeader, StallKind::kXon}[random.below(3)];
  s.traffic.receivers.every = 300;
  s.traffic.receivers.longest =
      1 + random.below(s.traffic.receivers.stalls == StallKind::kRandom ? 600 : 40);
  s.traffic.receivers.hosts = {std::min(focus, (focus + 2) % t.host_count()),
                               std::max(focus, (focus + 2) % t.host_count())};
}

/// The news of a death wakes the controls, which go on sending messages.
void draw_faults(Scenario& s, kernel::Stream& random, const Topology& t, Disturbed by,
                 Cycle cycles) {
  const std::uint32_t links = t.fallible_link_count();
  const bool many = by == Disturbed::kLinks || by == Disturbed::kSwitches;
  for (std::uint32_t l = many ? 0 : links - 1; l < links; ++l) {
    Cycle at = random.below(many ? 400 : 40);
    if (by == Disturbed::kLinks && random.below(4) == 0) {  // dead at first
      s.faults.preset.push_back({"", t.fallible_link(l), 0, std::nullopt});
      if (random.below(2) == 0) continue;
      s.faults.preset.back().repaired = 1 + random.below(300);
      at = 400;
    }
    while (at < cycles) {
      const Cycle back = at + 1 + random.below(random.below(2) == 0 ? 400 : 20);
      s.faults.links.push_back({"", t.fallible_link(l), at, back});
      at = back + 1 + random.below(500);
    }
  }
  for (Cycle at = 300; by == Disturbed::kSwitches && at < cycles; at += 500) {
    const auto node = static_cast<SwitchIdx>(random.below(t.switch_count()));
    const Cycle dies = at + random.below(200);
    s.faults.failing_nodes.push_back(
        {node, dies, dies + 1 + random.below(random.below(2) == 0 ? 300 : 2)});
  }
  for (std::uint32_t l = 0; by == Disturbed::kFlaps && l + 1 < links; ++l) {
    const Cycle longest = s.probe.retries * s.probe.timeout - 2 * s.link.latency;
    for (Cycle at = 50 + random.below(200); at + 100 < cycles; at += 220 + random.below(200)) {
      const Cycle most = random.below(2) == 0 ? 12 : longest;
      s.faults.flaps.push_back({t.fallible_link(l), at, 1 + random.below(most)});
    }
  }
}

Scenario drawn(kernel::Stream& random, const Topology& t, Disturbed by, Cycle cycles) {
  Scenario s;
  s.engine = Engine::kGolden;
  s.seed = random.below(1000);
  draw_traffic(s, random, t, cycles);
  s.link.latency = static_cast<unsigned>(1 + random.below(5));
  s.link.checker = true;
  s.sw.route_latency = 2 + static_cast<unsigned>(random.below(3));
  s.sw.use<CutThroughConfig>().buffer_packets =
      least_buffer_packets(s.link.latency, s.traffic) + static_cast<unsigned>(random.below(2));
  s.phases = {0, cycles, 0};
  s.limits.watchdog = 1000000;
  s.probe = {30 + random.below(70), 2 * s.link.latency + 2, 1};
  if (by == Disturbed::kFlaps) s.probe = {100, 30, 2};
  draw_faults(s, random, t, by, cycles);
  return s;
}

/// The middle one of three switches dies when its ports 4 and 5 are next to be probed: it is back
/// by one of them before it finds out that the links of ports 2 and 3, which have XOFF, are dead.
Scenario half_back(kernel::Stream& random, Cycle cycles) {
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.source_queue_packets = 100000;
  s.traffic.packet_beats = 2 + static_cast<unsigned>(random.below(3));
  for (Cycle at = 1; at < cycles; at += 2) {
    for (HostIdx h = 0; h < 4; ++h) {
      s.traffic.trace.push_back({at, h, 4 + static_cast<HostIdx>(random.below(2))});
    }
  }
  s.traffic.receivers.rate = 0.1;
  s.link.latency = 1;
  s.link.checker = true;
  s.sw.use<CutThroughConfig>().buffer_packets = 2;
  s.phases = {0, cycles, 0};
  s.limits.watchdog = 1000000;
  s.probe = {30, 4, 1};
  for (Cycle at = 300; at < cycles; at += 300) {
    s.faults.failing_nodes.push_back({1, at + 12 + random.below(2), at + 20});
  }
  return s;
}

/// So many scenes, each in a child of its own; all situations that were met.
tb::Met play(Disturbed by, std::uint64_t scenes, Cycle cycles) {
  tb::Met met;
  for (std::uint64_t seed = 1; seed <= scenes; ++seed) {
    const tb::ChildReport report = tb::forked([&] {
      kernel::Stream random(seed, "cut", static_cast<std::uint64_t>(by));
      const bool ring = by == Disturbed::kRing;
      const bool three = by == Disturbed::kHalfBack;
      RowSystem system(three ? 3 : 2 + static_cast<std::uint32_t>(random.below(2)) + (ring ? 1 : 0),
                       ring ? 1 : 1 + static_cast<unsigned>(random.below(2)), seed, ring);
      Scenario s = by == Disturbed::kHalfBack ? half_back(random, cycles)
                                              : drawn(random, system.topology(), by, cycles);
      Pair pair(s, system, seed);
      pair.run(cycles + 500);
      nlohmann::json all(pair.finish());
      all["stuck"] = pair.stuck();
      return all.dump();
    });
    INFO("scene " << seed << ": " << report.text);
    REQUIRE(report.finished);
    for (const auto& [name, count] : nlohmann::json::parse(report.text).get<tb::Met>()) {
      met[name] += count;
    }
  }
  return met;
}

}  // namespace

TEST_CASE(
    "FAB-STALL, FAB-BEAT, FAB-RC-1, FAB-RECV-2: every link in every cycle is as the page says") {
  tb::Met met = play(Disturbed::kNo, 20, 900);
  CHECK(met["data.beat.late"] > 50);
}

TEST_CASE("FAB-LINK, FAB-REP, FAB-DECL, FT-DET-3: links that die and come back, cycle by cycle") {
  tb::Met met = play(Disturbed::kLinks, 16, 1500);
  CHECK(met["data.cut.leaving"] > 5);
  CHECK(met["data.dead.flow_control_again"] > 5);
}

TEST_CASE("FAB-DIE: switches that die and come back, cycle by cycle") {
  tb::Met met = play(Disturbed::kSwitches, 24, 2000);
  CHECK(met["data.dead.wiped"] > 20);
}

TEST_CASE("FAB-DIE: a switch is back before it knows of all its dead links, cycle by cycle") {
  tb::Met met = play(Disturbed::kHalfBack, 4, 3000);
  CHECK(met["data.dead.wiped"] > 20);
}

TEST_CASE("FAB-FLAP-1, FAB-FLAP-2, FAB-ERR-2: outages that nobody declares, cycle by cycle") {
  tb::Met met = play(Disturbed::kFlaps, 16, 1500);
  CHECK(met["data.dead.xon_lost"] > 5);
}

TEST_CASE("FAB-PROG: circles of inputs that wait for each other, cycle by cycle") {
  tb::Met met = play(Disturbed::kRing, 6, 900);
  CHECK(met["stuck"] > 1000);
}
