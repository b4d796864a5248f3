// SPDX-License-Identifier: Apache-2.0
// Outages of links that no prober hears of (FAB-FLAP-1..3).
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <tuple>

#include "fabric/faults/faults.hpp"
#include "forked.hpp"
#include "golden/probe/link_probe.hpp"
#include "kernel/stream.hpp"
#include "support.hpp"
#include "watched_system.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

SwitchPort link_of(const tb::MakeSystem& make, const std::string& text) {
  std::string why;
  const auto system = make();
  const auto end = system->topology().parse_link(text, why);
  REQUIRE(end);
  return *end;
}

void check_whole(const json& r) {
  INFO(r.dump());
  REQUIRE(!r.contains("failure"));
  CHECK((r["outcome"] == "dropped some" || r["outcome"] == "delivered all" ||
         r["outcome"] == "saturated"));
  CHECK(r["in_flight"] == 0);
  CHECK(r["accepted"] == r["delivered"].get<std::uint64_t>() + dropped(r));
  CHECK(r["settled"] == true);
  CHECK(r["audit"]["dead_ends"] == 0);
  CHECK(r["audit"]["excluded"] == 0);
}

}  // namespace

/// The STOP flags that controls are shown, by cycle and switch, of a run in which three of four
/// links die, so that queues of messages fill, and one that lives has an outage.
using Stops = std::map<std::pair<Cycle, SwitchIdx>, PortMask>;

Stops stops_of(SwitchPort flaps, Cycle at) {
  const tb::ChildReport report = tb::forked([&] {
    json seen = json::array();
    tb::ListenedSystem system(tb::fat_tree(8, 3, Engine::kGolden)(),
                              [&](SwitchIdx sw, Cycle now, const StepInput& in, const StepOutput&) {
                                seen.push_back({now, sw, in.stop});
                              });
    const Topology& t = system.topology();
    Scenario s;
    s.engine = Engine::kGolden;
    s.traffic.load = 0.01;
    s.phases = {0, 3000, 100000};
    s.probe = {60, 12, 2};
    for (std::uint32_t i = 0; i < t.fallible_link_count(); ++i) {
      if (i % 4 == 1) continue;
      s.faults.links.push_back({"", t.fallible_link(i), 500 + i % 10});
    }
    s.faults.flaps = {{flaps, at, 5}};
    Scoreboard board;
    const fabric::RunResult r = fabric::run(s, system, board, {});
    return r.settled ? seen.dump() : "not settled";
  });
  REQUIRE(report.finished);
  Stops stops;
  for (const json& line : json::parse(report.text)) {
    stops[{line[0].get<Cycle>(), line[1].get<SwitchIdx>()}] = line[2].get<PortMask>();
  }
  return stops;
}

TEST_CASE("FAB-FLAP-1: an outage voids STOP from the cycle behind its beginning on") {
  const auto system = tb::fat_tree(8, 3, Engine::kGolden)();
  const Topology& t = system->topology();
  const Stops calm = stops_of(t.fallible_link(1), 2900);
  unsigned tried = 0;
  for (const auto& [when, stop] : calm) {
    const auto [now, sw] = when;
    const auto next = calm.find({now + 1, sw});
    if (next == calm.end() || tried == 3) continue;
    for (std::uint32_t i = 1; i < t.fallible_link_count() && tried < 3; i += 4) {
      const SwitchPort link = t.fallible_link(i);
      const PortEnd far = t.peer(link.sw, link.port);
      if (link.sw != sw && far.index != sw) continue;
      const PortMask bit = PortMask{1} << (link.sw == sw ? link.port : far.port);
      if ((stop & next->second & bit) == 0) continue;
      const Stops flapping = stops_of(link, now);
      CAPTURE(now, sw, i);
      CHECK((flapping.at({now, sw}) & bit) != 0);
      CHECK((flapping.at({now + 1, sw}) & bit) == 0);
      ++tried;
    }
  }
  CHECK(tried > 0);
}

TEST_CASE("FAB-FLAP-1: packets on the wire in an outage are lost, and charged to it") {
  const tb::MakeSystem make = tb::fat_tree(4, 3, Engine::kGolden);
  Scenario s = one_flow();
  const Cycle cycles = GENERATE(1U, 5U, 64U, 88U);
  const Cycle at = 2000 + GENERATE(range(0U, 64U, 7U));
  s.faults.flaps = {{link_of(make, "0/21/3"), at, cycles}};
  const json r = tb::simulate(s, make);
  check_whole(r);
  INFO(r.dump());
  // A packet has a header or beats on the wire in every cycle: one, or as many as begin meanwhile.
  const std::uint64_t lost = dropped(r);
  CHECK(lost >= 1);
  CHECK(lost <= 2 + (cycles + 4 + 63) / 64);
  CHECK(r["flaps"][0]["lost"] == lost);
  CHECK(r["flaps"][0]["happened"] == true);
  CHECK(r["dropped"]["caught_on_link"].get<std::uint64_t>() +
            r["dropped"]["sent_into_dead_link"].get<std::uint64_t>() ==
        lost);
  CHECK(r["messages"] == 0);
  CHECK(r["faults"].empty());
}

TEST_CASE("FAB-FLAP-2: after an outage XON and XOFF are right, wherever it falls") {
  // Everybody sends to 000, so that the links down to it stop and go all the time.
  const auto [latency, beats] =
      GENERATE(std::pair{4U, 64U}, std::pair{33U, 64U}, std::pair{4U, 3U});
  const tb::MakeSystem make = tb::fat_tree(4, 3, Engine::kGolden, {}, "corrected", 32, latency);
  Scenario s;
  s.engine = Engine::kGolden;
  s.link.latency = latency;
  s.probe.timeout = 100;
  s.traffic.packet_beats = beats;
  s.sw.as<CutThroughConfig>().buffer_packets = 1 + packets_in_round_trip(latency, beats);
  s.traffic.pattern = TrafficPattern::kIncast;
  s.traffic.incast_to = 0;
  s.traffic.load = 1.0;
  s.traffic.source_queue_packets = 4;
  s.phases = {0, 6000, 500000};
  const Cycle cycles = GENERATE(1U, 9U, 130U);
  const Cycle shift = GENERATE(range(0U, 60U, 11U));
  s.faults.flaps = {{link_of(make, "0/00/2"), 1000 + shift, cycles},
                    {link_of(make, "1/00/2"), 1500 + shift, cycles},
                    {link_of(make, "1/01/3"), 1700 + shift, cycles},
                    {link_of(make, "0/00/2"), 2500 + shift, cycles}};
  const json r = tb::simulate(s, make);
  check_whole(r);
  CHECK(r["outcome"] == "saturated");
}

TEST_CASE("FAB-FLAP-2: an XOFF or XON that an outage has lost is said again, in hundreds of them") {
  // One after the other, as near as may be, of every length, on links down to a busy receiver.
  const tb::MakeSystem make = tb::fat_tree(4, 3, Engine::kGolden);
  const unsigned beats = GENERATE(1U, 3U, 8U, 24U, 64U);
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.packet_beats = beats;
  s.sw.as<CutThroughConfig>().buffer_packets = 1 + packets_in_round_trip(4, beats);
  s.traffic.pattern = TrafficPattern::kIncast;
  s.traffic.incast_to = 0;
  s.traffic.load = 1.0;
  s.traffic.source_queue_packets = 4;
  s.phases = {0, 40000, 500000};
  for (const char* name : {"0/00/2", "0/00/3", "1/00/2", "1/01/3"}) {
    const SwitchPort link = link_of(make, name);
    Cycle at = 1000;
    for (Cycle i = 0; i < 200; ++i) {
      const Cycle cycles = 1 + i * 5 % 88;
      s.faults.flaps.push_back({link, at, cycles});
      at += cycles + probe_round(s) + i % 7;
    }
  }
  const json r = tb::simulate(s, make);
  check_whole(r);
  CHECK(r["outcome"] == "saturated");
  for (const json& f : r["flaps"]) CHECK(f["happened"] == true);
}

TEST_CASE("FAB-FLAP-2: fault messages that an outage has lost are sent again") {
  // Deaths and repairs make messages all the time, and every link flaps in between.
  const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 13)));
  Scenario s;
  s.engine = Engine::kGolden;
  s.seed = seed;
  s.traffic.load = 0.2;
  s.phases = {500, 12000, 200000};
  s.faults.random = {6, 1000, 9000, false, RepairSpan{300, 4000}};
  s.faults.random.flaps = 200;
  s.faults.random.flap_cycles = {1, 89};
  const json r = tb::simulate(s, tb::fat_tree(4, 4, Engine::kGolden));
  check_whole(r);
  std::uint64_t lost = 0;
  for (const json& f : r["flaps"]) lost += f["messages_lost"].get<std::uint64_t>();
  CHECK(r["link_errors"]["resent"] >= lost);
}

TEST_CASE("FAB-FLAP-2, FAB-DET: flaps, bit errors and slow receivers at once, every engine alike") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(1, 2, 3));
  const auto run = [seed](Engine engine) {
    Scenario s;
    s.engine = engine;
    s.seed = seed;
    s.traffic.load = 0.4;
    s.traffic.packet_beats = 16;
    s.traffic.receivers = {0.8, StallKind::kXon, 1000, 100, {}};
    s.phases = {500, 8000, 400000};
    s.faults.random = {4, 1000, 6000, false, RepairSpan{300, 3000}};
    s.faults.random.flaps = 60;
    s.faults.random.flap_cycles = {1, 60};
    s.faults.bit_errors = 0.01;
    json r = tb::simulate(s, tb::fat_tree(4, 3, engine));
    check_whole(r);
    CHECK((r["compared"] > 0) == (engine == Engine::kLockstep));
    for (const char* key : {"compared", "compared_by_block"}) r.erase(key);
    return r;
  };
  CHECK(run(Engine::kGolden) == run(Engine::kLockstep));
}

TEST_CASE(
    "FAB-FLAP-3: no prober declares an outage of the longest legal length, some a longer one") {
  const unsigned retries = GENERATE(1U, 3U);
  const unsigned latency = GENERATE(1U, 4U, 13U);
  Scenario s;
  s.link.latency = latency;
  s.probe.timeout = 32;
  s.probe.retries = retries;
  s.probe.period = 150;
  const golden::ProbeTiming timing{s.probe.period, s.probe.timeout, retries,
                                   golden::probe_round_trip(latency)};
  const auto declares = [&](Cycle begin, Cycle cycles) {
    golden::LinkProbe prober;
    std::vector<Cycle> answers;
    for (Cycle now = 0; now < begin + 600; ++now) {
      const bool answered = !answers.empty() && answers.front() == now;
      if (answered) answers.erase(answers.begin());
      const auto out = golden::step(prober, timing, now, answered);
      prober = out.state;
      if (out.declare) return true;
      const Cycle at_pin = now + 2 * Cycle{latency};
      if (out.send && (at_pin < begin || now >= begin + cycles)) answers.push_back(at_pin + 1);
    }
    return false;
  };
  const Cycle most = longest_flap(s);
  bool longer = false;
  for (Cycle begin = 300; begin < 300 + s.probe.period; ++begin) {
    CHECK(!declares(begin, most));
    longer = longer || declares(begin, most + 1);
  }
  CHECK(longer);
}

TEST_CASE("FAB-FLAP-3: flaps of a scenario made in C++ are held against the rule too") {
  const auto system = tb::fat_tree(4, 3, Engine::kGolden)();
  std::string why;
  const SwitchPort link = *system->topology().parse_link("0/21/3", why);
  Scenario s;
  const auto plan = [&](std::vector<LinkFlap> flaps) {
    s.faults.flaps = std::move(flaps);
    return fabric::plan_faults(s, *system).flaps.size();
  };
  CHECK(plan({{link, 5, 88}}) == 1);
  CHECK_THROWS_WITH(plan({{link, 5, 89}}), Catch::StartsWith("faults.flaps[0].cycles: an outage"));
  CHECK_THROWS_WITH(plan({{link, 1'000'000, 1}}), Catch::StartsWith("faults.flaps[0].at: the run"));
  CHECK(plan({{link, 117, 1}, {link, 5, 8}}) == 2);
  CHECK_THROWS_WITH(plan({{link, 100, 1}, {link, 5, 8}}),
                    Catch::StartsWith("faults.flaps[1].at: less than a round of probes, 104"));
  s.faults.random.flaps = 1;
  s.faults.random.flap_cycles = {3, 90};
  CHECK_THROWS_WITH(plan({}),
                    Catch::StartsWith("faults.random.flap_cycles.until: an outage of 89"));
  s.faults.random.flaps = 0;
  s.faults.nodes = {link.sw};
  CHECK_THROWS_WITH(plan({{link, 5, 8}}), Catch::StartsWith("faults.flaps[0].link: the link"));
}

TEST_CASE("FAB-FLAP-3, FAB-FLAP-1: random outages are those of their stream, in order of time") {
  const auto system = tb::fat_tree(4, 2, Engine::kGolden)();
  const Topology& t = system->topology();
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    Scenario s;
    s.seed = seed;
    s.faults.random.from = 30;
    s.faults.random.until = 700;
    s.faults.random.flaps = 8;
    s.faults.random.count = 2;
    s.faults.random.flap_cycles = {3, 60};
    s.faults.links = {{"", t.fallible_link(2), 50}};
    s.faults.flaps = {{t.fallible_link(5), 400, 7}, {t.fallible_link(0), 300, 7}};
    std::vector<std::uint32_t> failing = {2};
    kernel::Stream links(seed, "faults");
    while (failing.size() < 3) {
      const auto link = static_cast<std::uint32_t>(links.below(t.fallible_link_count()));
      const bool again = std::count(failing.begin(), failing.end(), link) > 0;
      if (link != 0 && link != 5 && !again) failing.push_back(link);
    }
    std::vector<std::tuple<Cycle, std::uint32_t, Cycle>> page = {{400, 5, 7}, {300, 0, 7}};
    kernel::Stream stream(seed, "flaps");
    while (page.size() < 10) {
      const auto link = static_cast<std::uint32_t>(stream.below(t.fallible_link_count()));
      const Cycle at = 30 + stream.below(670);
      const Cycle cycles = 3 + stream.below(57);
      // A round of probes, 3 x 32 + 2 x 4 cycles, lies between two outages of a link.
      const bool near = std::any_of(page.begin(), page.end(), [&](const auto& other) {
        const auto& [begins, of, lasts] = other;
        return of == link && at < begins + lasts + 104 && begins < at + cycles + 104;
      });
      if (!near && std::count(failing.begin(), failing.end(), link) == 0)
        page.emplace_back(at, link, cycles);
    }
    std::sort(page.begin(), page.end());
    const auto plan = fabric::plan_faults(s, *system).flaps;
    REQUIRE(plan.size() == page.size());
    for (std::size_t i = 0; i < plan.size(); ++i) {
      const auto& [at, link, cycles] = page[i];
      CAPTURE(seed, i);
      CHECK(plan[i].at == at);
      CHECK(same_link(plan[i].link, t.fallible_link(link)));
      CHECK(plan[i].name == t.link_name(t.fallible_link(link)));
      CHECK(plan[i].cycles == cycles);
    }
  }
}

TEST_CASE("FAB-FLAP-3: what is said of random outages means nothing where there are none") {
  const auto system = tb::fat_tree(4, 2, Engine::kGolden)();
  Scenario s;
  s.faults.random.flap_cycles = {3, 1000};
  CHECK(fabric::plan_faults(s, *system).flaps.empty());
  s.faults.random.flaps = 1;
  CHECK_THROWS(fabric::plan_faults(s, *system));
}
