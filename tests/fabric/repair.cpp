// SPDX-License-Identifier: Apache-2.0
/// Links that come back.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>

#include "fabric_bench.hpp"
#include "golden/probe/link_probe.hpp"

using namespace selvage;
using nlohmann::json;

namespace {

const tb::MakeSystem kSmall = tb::fat_tree(4, 3, Engine::kGolden);

LinkFault failure(const std::string& link, Cycle at, std::optional<Cycle> repaired) {
  std::string why;
  const auto end = kSmall()->topology().parse_link(link, why);
  REQUIRE(end);
  return {link, *end, at, repaired};
}

Scenario calm(std::vector<LinkFault> links) {
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.load = 0.2;
  s.phases = {0, 12000, 100000};
  s.faults.links = std::move(links);
  return s;
}

void check_settled(const json& r) {
  CHECK(r["settled"] == true);
  CHECK(r["audited"] == true);
  CHECK(r["audit"]["dead_ends"] == 0);
  CHECK(r["audit"]["excluded"] == 0);
  CHECK(r["audit"]["unreachable_pairs"] == 0);
  CHECK(r["in_flight"] == 0);
  std::uint64_t dropped = 0;
  for (const auto& [reason, n] : r["dropped"].items()) dropped += n.get<std::uint64_t>();
  CHECK(r["accepted"].get<std::uint64_t>() == r["delivered"].get<std::uint64_t>() + dropped);
}

}  // namespace

TEST_CASE("FT-DET-1, FT-DET-3: every end declares in the cycle of the closed form") {
  const unsigned latency = 4;
  const Cycle timeout = GENERATE(2 * 4 + 2, 20);  // the least that is allowed
  Scenario s;
  s.link.latency = latency;
  s.engine = GENERATE(Engine::kGolden, Engine::kLockstep);
  s.seed = GENERATE(range(1, 5));
  s.traffic.load = 0.1;
  s.phases = {0, 20000, 100000};
  s.probe = {150, timeout, 3};
  s.faults.random = {12, 100, 9000, false, RepairSpan{300, 6000}};
  const tb::MakeSystem make = tb::fat_tree(8, 3, Engine::kGolden);
  const json r = tb::simulate(s, make);
  INFO(r.dump());
  check_settled(r);
  const auto system = make();
  const Topology& t = system->topology();
  const golden::ProbeTiming timing{150, timeout, 3, golden::probe_round_trip(latency)};
  for (const json& f : r["faults"]) {
    std::string why;
    std::string name = f["name"];  // LK<0,21>3
    for (char& c : name) c = c == ',' || c == '>' ? '/' : c;
    const SwitchPort low = *t.parse_link(name.substr(3), why);
    const PortEnd far = t.peer(low.sw, low.port);
    const SwitchPort ends[2] = {low, {far.index, far.port}};
    CHECK(f["repair"]["repaired"] == f["repair"]["at"]);  // 300 cycles are enough to notice
    for (unsigned e = 0; e < 2; ++e) {
      const Cycle phase = (Cycle{ends[e].sw} * t.port_count(ends[e].sw) + ends[e].port) % 150;
      CHECK(f["detected"][e] == golden::detection_cycle(timing, phase, f["failed"]));
      CHECK(f["repair"]["detected"][e] ==
            golden::recovery_cycle(timing, phase, f["repair"]["repaired"]));
    }
  }
}

TEST_CASE("FT-REP-7: a link stays dead until both of its ends have declared it so") {
  const Cycle repaired = GENERATE(2001U, 2100U, 2500U, 4000U);
  const json r = tb::simulate(calm({failure("0/21/3", 2000, repaired)}), kSmall);
  INFO(r.dump());
  check_settled(r);
  const json& f = r["faults"][0];
  const Cycle known = std::max(f["detected"][0].get<Cycle>(), f["detected"][1].get<Cycle>());
  CHECK(known < 4000);
  CHECK(f["repair"]["at"] == repaired);
  CHECK(f["repair"]["repaired"] >= std::max(repaired, known + 1));
  CHECK(f["repair"]["repaired"] <= std::max(repaired, known + 1) + 64 + 4);  // FAB-REP
  CHECK(f["repair"]["detected"][0] > f["repair"]["repaired"]);
  CHECK(f["repair"]["detected"][1] > f["repair"]["repaired"]);
  CHECK(f["repair"]["last_change"] != kNever);
  CHECK(f["repair"]["messages"] > 0);
}

TEST_CASE("FT-DET-3: a run ends when its probers have nothing left to find out") {
  const std::optional<Cycle> repaired =
      GENERATE(std::optional<Cycle>(), std::optional<Cycle>(4000));
  const json r = tb::simulate(calm({failure("0/21/3", 2000, repaired)}), kSmall);
  INFO(r.dump());
  CHECK(r["settled"] == true);
  CHECK(r["cycles"] < 13000);  // the last packets are offered in 12000
}

TEST_CASE("a failure planned before the repair has taken effect comes in the cycle after it",
          "[FT-REP-7]") {
  const json r = tb::simulate(calm({failure("0/21/3", 2000, 2010), failure("0/21/3", 2020, 2030),
                                    failure("0/21/3", 2040, 5000)}),
                              kSmall);
  INFO(r.dump());
  check_settled(r);
  const json& f = r["faults"];
  for (unsigned i = 0; i < 2; ++i) {
    CHECK(f[i + 1]["failed"] == f[i]["repair"]["repaired"].get<Cycle>() + 1);
    // A single cycle of health: no end has seen it.
    CHECK(f[i]["repair"]["detected"] == json({kNever, kNever}));
    CHECK(f[i + 1]["detected"] == json({f[i + 1]["failed"], f[i + 1]["failed"]}));
  }
  CHECK(f[1]["repair"]["repaired"] >= f[1]["failed"].get<Cycle>() + 1);
  CHECK(f[2]["repair"]["repaired"] == 5000);
}

TEST_CASE("FAB-COST: whose tables a death and a repair change, and the first packet after") {
  // A link of a bottom switch of 4P3T: its ends, and the seven other bottom switches are notified.
  Scenario s = calm({failure("0/21/3", 2000, 6000)});
  s.traffic.load = GENERATE(0.0, 0.2);
  const json r = tb::simulate(s, kSmall);
  INFO(r.dump());
  const json& f = r["faults"][0];
  CHECK(f["switches"] == 9);
  CHECK(f["changes"] == 9);
  CHECK(f["repair"]["switches"] == 9);
  CHECK(f["repair"]["changes"] >= 9);
  const Cycle first = f["repair"]["first_packet"];
  if (s.traffic.load == 0) {
    CHECK(first == kNever);
  } else {
    CHECK(first > f["repair"]["detected"][0]);
    CHECK(first < f["repair"]["repaired"].get<Cycle>() + 2000);
  }
  // Neither link of two stands for the other.
  const json r2 =
      tb::simulate(calm({failure("0/21/3", 2000, 4000), failure("1/00/2", 2500, 9000)}), kSmall);
  const json& two = r2["faults"];
  CHECK(two[0]["repair"]["first_packet"] < 9000);
  CHECK(two[1]["repair"]["first_packet"] > 9000);
  CHECK(two[1]["repair"]["first_packet"] != kNever);
}

TEST_CASE("once a repair has settled the link carries packets and loses none") {
  // 100 -> 211 goes down over LK<0,21>3 whenever that is alive.
  Scenario s = calm({failure("0/21/3", 500, 1800)});
  s.traffic.pattern = TrafficPattern::kTrace;
  for (unsigned i = 0; i < 100; ++i) s.traffic.trace.push_back({3000 + 64 * i, 4, 11});
  const std::string log = std::string(std::tmpnam(nullptr)) + ".ndjson";
  fabric::RunOptions options;
  options.journey_file = log;
  const json r = tb::simulate(s, kSmall, options);
  INFO(r.dump());
  check_settled(r);
  CHECK(r["faults"][0]["repair"]["last_change"] < 3000);
  CHECK(r["outcome"] == "delivered all");
  std::ifstream in(log);
  unsigned lines = 0;
  for (std::string line; std::getline(in, line); ++lines) {
    const json last = json::parse(line)["hops"].back();
    if (lines == 0) CHECK(r["faults"][0]["repair"]["first_packet"] == last["arrive"]);
    CHECK(last["switch"] == "<0,21>");
    CHECK(last["in"] == 3);
  }
  std::remove(log.c_str());
  CHECK(lines == 100);
}

TEST_CASE("FAB-BUF: no buffer overflows while links die and come back under overload") {
  // Packets that divide the round trip, and packets that do not; links that flap.
  const auto [latency, beats] = GENERATE(std::pair{1U, 64U}, std::pair{4U, 8U}, std::pair{4U, 3U},
                                         std::pair{6U, 1U}, std::pair{4U, 64U});
  Scenario s;
  s.engine = Engine::kGolden;
  s.seed = GENERATE(range(1, 4));
  s.link.latency = latency;
  s.traffic.load = 1.0;
  s.traffic.packet_beats = beats;
  s.traffic.source_queue_packets = 8;
  s.sw.as<CutThroughConfig>().buffer_packets = 1 + packets_in_round_trip(latency, beats);
  s.phases = {0, 6000, 400000};
  s.probe = {100, 16, 2};
  s.faults.random = {8, 200, 4000, false, RepairSpan{1, 900}};
  for (Cycle at = 300; at < 5000; at += 400) {
    s.faults.links.push_back(failure("0/21/3", at, at + 60));
    s.faults.links.push_back(failure("1/01/2", at + 7, at + 190));
  }
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden, {}, "corrected", 32, latency));
  INFO(r.dump());
  check_settled(r);
  CHECK(r["outcome"] == "saturated");
  CHECK(r["delivered"] > 500);
}

TEST_CASE("a link that is dead from the start comes back", "[FT-REP-7][COS-SETTLE]") {
  Scenario s = calm({});
  s.faults.preset = {failure("0/21/3", 0, 3000), failure("1/01/2", 0, std::nullopt)};
  const json r = tb::simulate(s, kSmall);
  INFO(r.dump());
  check_settled(r);
  CHECK(r["outcome"] == "delivered all");
  REQUIRE(r["faults"].size() == 1);
  CHECK(r["faults"][0]["messages"] == 0);  // known before
  CHECK(r["faults"][0]["repair"]["repaired"] == 3000);
  CHECK(r["faults"][0]["repair"]["last_change"] > 3000);
}

TEST_CASE("FT-DET-3: an answer that has come counts though the link dies before it is taken") {
  const auto run = [](std::optional<Cycle> again) {
    std::vector<LinkFault> links = {failure("0/21/3", 2000, 4000)};
    if (again) links.push_back(failure("0/21/3", *again, std::nullopt));
    Scenario s = calm(std::move(links));
    s.engine = Engine::kLockstep;
    return tb::simulate(s, tb::fat_tree(4, 3, Engine::kLockstep));
  };
  const json up = run(std::nullopt)["faults"][0]["repair"]["detected"];
  for (unsigned end = 0; end < 2; ++end) {
    const Cycle taken = up[end];
    for (const Cycle died : {taken - 1, taken, taken + 1}) {
      const json r = run(died);
      INFO("end " << end << ' ' << r.dump());
      check_settled(r);
      const json& first = r["faults"][0]["repair"]["detected"][end];
      const json& second = r["faults"][1]["detected"][end];
      if (died < taken) {  // the answer is lost: this end has not seen the repair
        CHECK(first == kNever);
        CHECK(second == died);
      } else {
        CHECK(first == taken);
        CHECK(second > died);
      }
    }
  }
}

TEST_CASE("random repairs have a stream of their own", "[FT-REP-7][FAB-DRAW]") {
  Scenario s = calm({});
  s.faults.random = {5, 1000, 4000, false};
  const json without = tb::simulate(s, kSmall);
  s.faults.random.repair_after = RepairSpan{2000, 2500};
  const json with = tb::simulate(s, kSmall);
  INFO(with.dump());
  check_settled(with);
  for (unsigned i = 0; i < 5; ++i) {
    const json& f = with["faults"][i];
    CHECK(f["failed"] == without["faults"][i]["failed"]);
    CHECK(f["name"] == without["faults"][i]["name"]);
    const Cycle after = f["repair"]["at"].get<Cycle>() - f["failed"].get<Cycle>();
    CHECK(after >= 2000);
    CHECK(after < 2500);
  }
}

TEST_CASE("a run that ends before a repair has been noticed is not settled", "[FAB-CUT]") {
  Scenario s = calm({failure("0/21/3", 2000, 4000)});
  s.phases = {0, 3900, 120};
  const json r = tb::simulate(s, kSmall);
  INFO(r.dump());
  CHECK(r["settled"] == false);
  CHECK(r["audited"] == false);
  CHECK(r["faults"][0]["repair"]["repaired"] == 4000);
  CHECK(r["faults"][0]["repair"]["detected"] == json({kNever, kNever}));
}

TEST_CASE("a run that stops in the middle of the news is no mismatch", "[FAB-CUT]") {
  Scenario s = calm({failure("0/21/3", 2000, 2100)});
  s.engine = Engine::kLockstep;
  const tb::MakeSystem make = tb::fat_tree(4, 3, Engine::kLockstep);
  const json whole = tb::simulate(s, make);
  const json& f = whole["faults"][0];
  const bool back = GENERATE(false, true);
  const Cycle last = back ? f["repair"]["last_change"] : f["last_change"];
  for (Cycle end = last - 24; end <= last; ++end) {
    s.phases = {0, end - 10, 10};
    const json r = tb::simulate(s, make);
    INFO(end << ' ' << r.dump());
    REQUIRE(r["outcome"] == "not drained");
    CHECK(r["settled"] == false);
  }
}

TEST_CASE("FAB-LINK: what crosses a dead link is seen where it arrives") {
  // <2,00> passes the news of LK<0,31>2 on by every other port, that of the dead LK<1,00>2 too.
  Scenario s = calm({failure("0/21/3", 2000, std::nullopt), failure("0/31/2", 4000, std::nullopt),
                     failure("1/00/2", 3000, std::nullopt)});
  const json good = tb::simulate(s, kSmall);
  CHECK(good["outcome"] == "dropped some");
  s.bugs = {"cross_dead_link"};
  const json r = tb::simulate(s, kSmall);
  INFO(r.dump());
  CHECK(r["outcome"] == "check failed");
  const std::string detail = r["detail"];
  CHECK(detail.find("FAB-LINK: cycle") == 0);
  CHECK(detail.find("dead link LK<") != std::string::npos);
}
