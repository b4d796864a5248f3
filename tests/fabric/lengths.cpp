// SPDX-License-Identifier: Apache-2.0
// Packets of several lengths in one run (FAB-LEN-1..4).
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <numeric>

#include "config/switch/cut_through/config.hpp"
#include "config/switch/flow/config.hpp"
#include "fabric/traffic.hpp"
#include "fabric_bench.hpp"
#include "ring_system.hpp"
#include "wormhole/bench.hpp"

using namespace selvage;
using nlohmann::json;

namespace {

void set_lengths(TrafficConfig& traffic, const LinkConfig& link,
                 const std::vector<PacketLength>& lengths) {
  traffic.mix = lengths;
  traffic.packet_beats = 0;
  for (PacketLength& l : traffic.mix) {
    if (l.bytes == 0) l.bytes = link.bytes(l.beats);
    traffic.packet_beats = std::max(traffic.packet_beats, l.beats);
  }
}

/// Most beats of packets that start in `cycles` cycles of a link, tried out.
std::uint64_t most_beats(const std::vector<unsigned>& lengths, unsigned cycles) {
  std::vector<std::uint64_t> from(cycles + 1);  // from each of its cycles on
  for (unsigned at = cycles; at-- > 0;) {
    from[at] = from[at + 1];
    for (const unsigned l : lengths) {
      from[at] = std::max(from[at], l + from[std::min(at + l, cycles)]);
    }
  }
  return from[0];
}

void check_conserved(const json& r) {
  INFO(r.dump());
  REQUIRE(!r.contains("failure"));
  REQUIRE(r["outcome"] != "check failed");
  std::uint64_t dropped = 0;
  for (const auto& [reason, n] : r["dropped"].items()) dropped += n.get<std::uint64_t>();
  CHECK(r["accepted"] == r["delivered"].get<std::uint64_t>() + dropped);
  CHECK(r["in_flight"] == 0);
}

/// A mix drawn by `seed`, mostly of short packets, and a link latency.
Scenario random_mix(std::uint64_t seed) {
  kernel::Stream draws(seed, "mix");
  Scenario s;
  s.engine = Engine::kGolden;
  s.seed = seed;
  s.link.latency = static_cast<unsigned>(1 + draws.below(seed % 3 == 0 ? 40 : 8));
  s.probe.timeout = 200;
  s.probe.period = 2000;
  std::vector<PacketLength> lengths;
  for (std::size_t n = 2 + draws.below(3); lengths.size() < n;) {
    const auto beats = static_cast<unsigned>(1 + draws.below(lengths.empty() ? 3 : 40));
    const auto same = [beats](const PacketLength& l) { return l.beats == beats; };
    if (std::none_of(lengths.begin(), lengths.end(), same)) lengths.push_back({beats, 0, 0});
  }
  for (PacketLength& l : lengths) l.share = 1.0 / static_cast<double>(lengths.size());
  set_lengths(s.traffic, s.link, lengths);
  const std::uint64_t margin = beats_in_round_trip(s.link.latency, s.traffic);
  s.sw.as<CutThroughConfig>().buffer_packets = static_cast<unsigned>(
      1 + (margin + s.traffic.packet_beats - 1) / s.traffic.packet_beats + draws.below(2));
  s.traffic.load = 1.0;
  s.traffic.source_queue_packets = 32;
  s.phases = {0, 15000, 2000000};
  return s;
}

/// The same, all for one host, which stalls behind each XON.
Scenario random_incast(std::uint64_t seed) {
  Scenario s = random_mix(seed);
  s.traffic.pattern = TrafficPattern::kIncast;
  s.traffic.incast_to = 5;
  s.traffic.receivers.stalls = StallKind::kXon;
  s.traffic.receivers.longest =
      20 + Cycle{s.sw.as<CutThroughConfig>().buffer_packets} * s.traffic.packet_beats;
  return s;
}

tb::MakeSystem tree_of(const Scenario& s) {
  return tb::fat_tree(4, 3, Engine::kGolden, {}, "corrected", 32, s.link.latency);
}

}  // namespace

TEST_CASE("FAB-LEN-2: the round trip holds as many beats as can start in it") {
  const unsigned latency = GENERATE(1U, 2U, 4U, 7U, 33U, 100U);
  const auto lengths =
      GENERATE(std::vector{1U}, std::vector{3U}, std::vector{64U}, std::vector{1U, 64U},
               std::vector{3U, 24U, 62U}, std::vector{5U, 9U}, std::vector{4U, 6U, 10U});
  TrafficConfig traffic;
  traffic.packet_beats = *std::max_element(lengths.begin(), lengths.end());
  for (const unsigned beats : lengths) {
    if (lengths.size() > 1) traffic.mix.push_back({beats, 0, 1.0});
  }
  const std::uint64_t margin = beats_in_round_trip(latency, traffic);
  CHECK(margin == most_beats(lengths, 2 * latency));
  CHECK(margin <= 2 * latency - 1 + traffic.packet_beats);
  if (lengths.size() == 1) {
    CHECK(margin == packets_in_round_trip(latency, lengths[0]) * lengths[0]);
  }
}

TEST_CASE("FAB-LEN-2: no buffer overflows, whatever the mix, the latency and the receivers") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 61)));
  Scenario s = seed % 2 == 0 ? random_incast(seed) : random_mix(seed);
  if (seed % 4 == 1) {
    s.traffic.receivers.stalls = StallKind::kRandom;
    s.traffic.receivers.every = 150;
    s.traffic.receivers.rate = 0.8;
  } else if (seed % 4 == 3) {
    s.faults.random = {3, 1000, 9000, false, RepairSpan{200, 3000}, seed % 8 == 3 ? 1U : 0U};
    s.probe.timeout = 2 * Cycle{s.link.latency} + 2;
  }
  const json r = tb::simulate(s, tree_of(s));
  check_conserved(r);
  CHECK(r["delivered"] > 200);
  if (r.contains("receivers")) {
    CHECK(r["receivers"]["fullest"] <=
          s.sw.as<CutThroughConfig>().buffer_packets * s.traffic.packet_beats);
    if (s.traffic.receivers.stalls == StallKind::kXon) CHECK(r["receivers"]["xon"] > 5);
  }
}

TEST_CASE("FAB-LEN-2: a margin of one beat less is not enough for most mixes") {
  unsigned caught = 0;
  for (std::uint64_t seed = 2; seed <= 24; seed += 2) {
    Scenario s = random_incast(seed);
    s.sw.as<CutThroughConfig>().buffer_packets = static_cast<unsigned>(
        1 + (beats_in_round_trip(s.link.latency, s.traffic) - 1) / s.traffic.packet_beats);
    s.bugs = {"late_xoff"};
    const json r = tb::simulate(s, tree_of(s));
    if (r["outcome"] != "check failed") continue;
    CHECK_THAT(r["detail"].get<std::string>(),
               Catch::StartsWith("FAB-RECV-2") || Catch::StartsWith("FAB-BUF"));
    ++caught;
  }
  CHECK(caught >= 6);
}

TEST_CASE("FAB-LEN-1: packets have their lengths by the shares, and no other draw moves") {
  Scenario s;
  s.traffic.load = 0.3;
  s.traffic.classes = {0.5, 0.5};
  const tb::Ring ring(8);
  const Scenario one = s;
  set_lengths(s.traffic, s.link, {{32, 0, 0.5}, {80, 0, 0.25}, {112, 0, 0.25}});  // 64 in the mean
  REQUIRE(s.traffic.mean_beats() == 64);
  fabric::Traffic mixed(s, ring);
  fabric::Traffic plain(one, ring);
  std::map<unsigned, unsigned> seen;
  std::vector<std::uint8_t> alone;
  for (HostIdx h = 0; h < 8; ++h) {
    Cycle at = plain.first(h, 0);
    REQUIRE(mixed.first(h, 0) == at);
    for (unsigned i = 0; i < 2000; ++i) {
      const fabric::Offer a = plain.offer(h);
      const fabric::Offer b = mixed.offer(h);
      REQUIRE(a.length == 0);
      REQUIRE(a.destination == b.destination);
      REQUIRE(a.tc == b.tc);
      ++seen[s.traffic.beats(b.length)];
      if (h == 3) alone.push_back(b.length);
      const Cycle next = plain.next(h, at);
      REQUIRE(mixed.next(h, at) == next);
      at = next;
    }
  }
  CHECK(seen[32] == Approx(8000).epsilon(0.03));
  CHECK(seen[80] == Approx(4000).epsilon(0.05));
  CHECK(seen[112] == Approx(4000).epsilon(0.05));
  fabric::Traffic again(s, ring);  // one host by itself draws the same
  for (const std::uint8_t length : alone) REQUIRE(again.offer(3).length == length);
}

namespace {

/// A kind of switch with what runs on it, and the latency of one packet alone over s switches.
struct Kind {
  std::string_view kind;
  const char* system;
};

Scenario of_kind(std::string_view kind) {
  Scenario s;
  s.engine = Engine::kGolden;
  s.sw.use_kind(kind);
  if (s.sw.is<FlowConfig>()) {
    FlowConfig& flow = s.sw.as<FlowConfig>();
    flow.audit_period = 500;
    flow.params.stale_t = 60'000;
    flow.params.drain_t = 5'000;
  }
  if (kind == WormholeConfig::kName) s.link.latency = 1;
  s.phases = {500, 20'000, 400'000};
  set_lengths(s.traffic, s.link, {{3, 64, 7.0 / 12}, {24, 576, 4.0 / 12}, {62, 1518, 1.0 / 12}});
  return s;
}

tb::MakeSystem system_of(std::string_view kind) {
  return kind == WormholeConfig::kName ? test::mesh(4, Engine::kGolden)
                                       : tb::fat_tree(4, 3, Engine::kGolden);
}

}  // namespace

TEST_CASE("FAB-LEN-1: over an idle fabric each packet takes the time of its own length") {
  const std::string_view kind =
      GENERATE(CutThroughConfig::kName, WormholeConfig::kName, FlowConfig::kName);
  const auto length = static_cast<std::uint8_t>(GENERATE(0, 1, 2));
  Scenario s = of_kind(kind);
  s.traffic.pattern = TrafficPattern::kTrace;
  const HostIdx to = kind == WormholeConfig::kName ? 63 : 11;  // 10 and 5 switches
  const HostIdx from = kind == WormholeConfig::kName ? 0 : 4;
  s.traffic.trace = {{600, from, to, length}};
  const json r = tb::simulate(s, system_of(kind));
  check_conserved(r);
  const Cycle beats = s.traffic.beats(length);
  const Cycle expected = kind == CutThroughConfig::kName ? beats - 1 + 6 * 4 + 5 * 2
                         : kind == WormholeConfig::kName ? beats - 1 + 11 * 1 + 10 * 2
                                                         : beats - 1 + 6 * 4 + 26 + 20 * 3 + 16;
  CHECK(r["latency"]["max"] == expected);
}

TEST_CASE("FAB-LEN-4: loads count the beats of the packets that were sent") {
  const std::string_view kind =
      GENERATE(CutThroughConfig::kName, WormholeConfig::kName, FlowConfig::kName);
  Scenario s = of_kind(kind);
  s.traffic.load = kind == WormholeConfig::kName ? 0.1 : 0.4;
  const json r = tb::simulate(s, system_of(kind));
  check_conserved(r);
  CHECK(r["outcome"] == "delivered all");
  CHECK(r["offered_load"] == Approx(s.traffic.load).epsilon(0.1));
  CHECK(r["accepted_load"] == Approx(r["offered_load"].get<double>()).epsilon(0.03));
  // In beats: mean length x packets offered, per host and cycle.
  const double hosts = kind == WormholeConfig::kName ? 64 : 16;
  const double cycles = static_cast<double>(s.phases.warmup + s.phases.measure);
  CHECK(r["offered_load"] ==
        Approx(s.traffic.mean_beats() * r["offered"].get<double>() / hosts / cycles).epsilon(0.1));
  if (kind == WormholeConfig::kName) {
    const auto flits = [&](const char* key) { return r["flits"][key].get<std::uint64_t>(); };
    CHECK(flits("injected") == flits("ejected"));
    CHECK(flits("ejected") ==
          Approx(s.traffic.mean_beats() * r["delivered"].get<double>()).epsilon(0.1));
  }
}

TEST_CASE("FAB-LEN-4: loads of links and flows are in beats, each packet with its own") {
  Scenario s = of_kind(CutThroughConfig::kName);
  s.traffic.pattern = TrafficPattern::kTrace;
  s.phases = {0, 1000, 10000};
  s.traffic.trace = {{1, 4, 11, 0}, {100, 4, 11, 1}, {200, 4, 11, 2}};
  const json r = tb::simulate(s, system_of(s.sw.kind()));
  check_conserved(r);
  const double beats = 3 + 24 + 62;
  const double cycles = r["cycles"];  // the run ends when all has arrived
  CHECK(r["offered_load"] == Approx(beats / 16 / cycles).epsilon(0.01));
  CHECK(r["accepted_load"] == Approx(beats / 16 / cycles).epsilon(0.01));
  const double links = r["links"]["links"].get<double>();
  CHECK(r["links"]["mean"] == Approx(4 * beats / links / cycles).epsilon(0.01));

  s.traffic.pattern = TrafficPattern::kFlows;
  s.traffic.flows = {{4, 11, 0.5, 0, true}, {5, 9, 0.1, 0, true}};
  s.phases = {0, 50'000, 10'000};
  const json f = tb::simulate(s, system_of(s.sw.kind()));
  check_conserved(f);
  CHECK(f["flows"][0]["offered"] == Approx(0.5).epsilon(0.1));
  CHECK(f["flows"][0]["accepted"] == Approx(f["flows"][0]["offered"].get<double>()).epsilon(0.02));
  CHECK(f["flows"][1]["offered"] == Approx(0.1).epsilon(0.25));
}

TEST_CASE("FAB-LEN-1, FAB-DET: mixes are the same under golden and in lockstep, with faults") {
  const std::string_view kind =
      GENERATE(CutThroughConfig::kName, WormholeConfig::kName, FlowConfig::kName);
  Scenario s = of_kind(kind);
  s.traffic.load = kind == WormholeConfig::kName ? 0.1 : 0.3;
  s.phases.measure = 8000;
  s.faults.random = {3, 1000, 4000, false, RepairSpan{200, 2000}};
  const auto run = [&](Engine engine) {
    Scenario own = s;
    own.engine = engine;
    json r = tb::simulate(
        own, kind == WormholeConfig::kName ? test::mesh(4, engine) : tb::fat_tree(4, 3, engine));
    check_conserved(r);
    CHECK((r["compared"] > 0) == (engine == Engine::kLockstep));
    for (const char* key : {"compared", "compared_by_block"}) r.erase(key);
    return r;
  };
  CHECK(run(Engine::kGolden) == run(Engine::kLockstep));
}
