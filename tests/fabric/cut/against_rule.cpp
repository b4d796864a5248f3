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

enum class Disturbed { kNo, kLinks, kSwitches, kFlaps };

Scenario drawn(kernel::Stream& random, const Topology& t, Disturbed by, Cycle cycles) {
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.source_queue_packets = 100000;
  s.traffic.packet_beats = 0;
  for (std::uint64_t lengths = 1 + random.below(3); lengths > 0; --lengths) {
    const auto beats = static_cast<unsigned>(1 + random.below(lengths == 1 ? 24 : 8));
    s.traffic.mix.push_back({beats, beats, 1.0});
    s.traffic.packet_beats = std::max(s.traffic.packet_beats, beats);
  }
  const auto each = 1.0 / static_cast<double>(s.traffic.mix.size());
  for (PacketLength& length : s.traffic.mix) length.share = each;
  s.link.latency = static_cast<unsigned>(1 + random.below(5));
  s.link.checker = true;
  s.sw.route_latency = 2 + static_cast<unsigned>(random.below(3));
  s.sw.use<CutThroughConfig>().buffer_packets =
      least_buffer_packets(s.link.latency, s.traffic) + static_cast<unsigned>(random.below(2));
  s.phases = {0, cycles, 0};
  s.limits.watchdog = 1000000;
  s.probe = {100, 14, 1};
  const double chance = 0.3 + 0.5 * random.unit();
  const std::uint64_t focus = random.below(t.host_count());
  for (Cycle at = 1; at < cycles; ++at) {
    for (HostIdx h = 0; h < t.host_count(); ++h) {
      if (!random.chance(chance / s.traffic.mean_beats())) continue;
      auto to = static_cast<HostIdx>(random.below(3) == 0 ? focus : random.below(t.host_count()));
      if (to == h) to = (h + 1) % t.host_count();
      s.traffic.trace.push_back(
          {at, h, to, static_cast<std::uint8_t>(random.below(s.traffic.mix.size()))});
    }
  }
  // The news of a death wakes the controls, which go on sending messages.
  const std::uint32_t links = t.fallible_link_count();
  const std::uint32_t first = by == Disturbed::kLinks ? 0 : links - 1;
  for (std::uint32_t l = first; l < links; ++l) {
    Cycle at = random.below(by == Disturbed::kLinks ? 400 : 40);
    while (at < cycles) {
      const Cycle back = at + 1 + random.below(400);
      s.faults.links.push_back({"", t.fallible_link(l), at, back});
      at = back + 1 + random.below(500);
    }
  }
  if (by == Disturbed::kSwitches) {
    for (Cycle at = 300; at < cycles; at += 900) {
      const auto node = static_cast<SwitchIdx>(random.below(t.switch_count()));
      const Cycle dies = at + random.below(300);
      s.faults.failing_nodes.push_back({node, dies, dies + 1 + random.below(300)});
    }
  }
  if (by == Disturbed::kFlaps) {
    s.probe = {150, 40, 2};
    for (std::uint32_t l = 0; l < first; ++l) {
      for (Cycle at = 50 + random.below(300); at + 50 < cycles; at += 250 + random.below(200)) {
        s.faults.flaps.push_back({t.fallible_link(l), at, 1 + random.below(12)});
      }
    }
  }
  return s;
}

/// So many scenes, each in a child of its own; all situations that were met.
tb::Met play(Disturbed by, std::uint64_t scenes, Cycle cycles) {
  tb::Met met;
  for (std::uint64_t seed = 1; seed <= scenes; ++seed) {
    const tb::ChildReport report = tb::forked([&] {
      kernel::Stream random(seed, "cut", static_cast<std::uint64_t>(by));
      RowSystem system(2 + static_cast<std::uint32_t>(random.below(2)),
                       1 + static_cast<unsigned>(random.below(2)), seed);
      Scenario s = drawn(random, system.topology(), by, cycles);
      Pair pair(s, system, seed);
      pair.run(cycles + 500);
      nlohmann::json all(pair.finish());
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

TEST_CASE("FAB-STALL, FAB-BEAT, FAB-RC-1: every link in every cycle is as the page says") {
  tb::Met met = play(Disturbed::kNo, 12, 900);
  CHECK(met["data.beat.late"] > 50);
}

TEST_CASE("FAB-LINK, FAB-REP, FAB-DECL: links that die and come back, cycle by cycle") {
  tb::Met met = play(Disturbed::kLinks, 12, 1500);
  CHECK(met["data.cut.leaving"] > 5);
}

TEST_CASE("FAB-DIE: switches that die and come back, cycle by cycle") {
  tb::Met met = play(Disturbed::kSwitches, 12, 2000);
  CHECK(met["data.dead.wiped"] > 20);
}

TEST_CASE("FAB-FLAP-1, FAB-FLAP-2: outages that nobody declares, cycle by cycle") {
  tb::Met met = play(Disturbed::kFlaps, 12, 1500);
  CHECK(met["data.dead.xon_lost"] > 5);
}
