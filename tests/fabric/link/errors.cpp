// SPDX-License-Identifier: Apache-2.0
// Links that damage beats (FAB-ERR-1, FAB-ERR-2).
#include <catch2/catch.hpp>
#include <cmath>
#include <deque>
#include <functional>

#include "../support.hpp"
#include "../wormhole/bench.hpp"
#include "fabric/faults/bit_errors.hpp"
#include "fabric/link/resend.hpp"
#include "kernel/stream.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

Scenario storm(std::uint64_t seed, Engine engine) {
  Scenario s;
  s.engine = engine;
  s.seed = seed;
  s.traffic.load = 0.2;
  s.phases = {500, 12000, 200000};
  s.faults.random = {6, 1000, 9000, false, RepairSpan{300, 4000}};
  s.faults.bit_errors = 0.05;
  s.traffic.packet_beats = 4;
  return s;
}

}  // namespace

TEST_CASE("FAB-ERR-1: damaged packets end at their hosts under a reason of their own") {
  Scenario s = uniform(0.4, 30000);
  const auto make = tb::fat_tree(4, 3, Engine::kGolden);
  const json clean = tb::simulate(s, make);
  s.faults.bit_errors = 1e-4;
  const json r = tb::simulate(s, make);
  INFO(r.dump());
  REQUIRE(clean["outcome"] == "delivered all");
  CHECK(r["outcome"] == "dropped some");
  CHECK(r["in_flight"] == 0);
  // They hold what they would have held whole, so nothing else changes.
  CHECK(r["accepted"] == clean["accepted"]);
  CHECK(r["packet_hops"] == clean["packet_hops"]);
  const auto bad = r["dropped"]["bit_error"].get<std::uint64_t>();
  CHECK(r["delivered"].get<std::uint64_t>() + bad == clean["delivered"].get<std::uint64_t>());
  // Each crossing of a link, from the host on, damages with probability 1 - (1 - p)^L.
  const double crossings = r["packet_hops"].get<double>() + r["accepted"].get<double>();
  const double expected = crossings * (1 - std::pow(1 - 1e-4, 64));
  CHECK(r["link_errors"]["packets"].get<double>() == Approx(expected).epsilon(0.1));
  CHECK(r["link_errors"]["packets"] >= bad);
}

TEST_CASE("FAB-ERR-1: the draws of a rate move no other draw") {
  Scenario s = uniform(0.3, 8000);
  s.faults.random = {3, 1000, 6000, true, RepairSpan{300, 2000}};
  const auto make = tb::fat_tree(4, 3, Engine::kGolden);
  const json clean = tb::simulate(s, make);
  s.faults.bit_errors = 1e-9;  // no beat of this run
  json r = tb::simulate(s, make);
  REQUIRE(r["link_errors"] == json{{"packets", 0}, {"messages", 0}, {"resent", 0}});
  r.erase("link_errors");
  CHECK(r == clean);
}

TEST_CASE("FAB-ERR-1: each sender has a stream of its own, which says which beats are bad") {
  const auto system = tb::fat_tree(4, 2, Engine::kGolden)();
  const Topology& t = system->topology();
  constexpr double kRate = 0.15;
  fabric::BitErrors errors(t, 7, kRate);
  kernel::Stream lengths(1, "lengths");
  const auto held = [&](std::uint64_t wire, const std::function<bool(Cycle)>& damages) {
    kernel::Stream gaps(7, "bit_errors", wire);
    Cycle bad = gaps.geometric(kRate), sent = 0;  // the first beat is number 1
    for (unsigned i = 0; i < 60; ++i) {
      const Cycle beats = 1 + lengths.below(9);
      const bool met = bad <= sent + beats;
      sent += beats;
      while (bad <= sent) bad += gaps.geometric(kRate);
      if (damages(beats) != met) return false;
    }
    return true;
  };
  std::uint64_t wire = 0;
  for (SwitchIdx sw = 0; sw < t.switch_count(); ++sw) {
    for (unsigned p = 0; p < t.port_count(sw); ++p, ++wire) {
      const SwitchPort from{sw, static_cast<PortIdx>(p)};
      CHECK(held(wire, [&](Cycle beats) { return errors.damages(from, beats); }));
    }
  }
  for (HostIdx h = 0; h < t.host_count(); ++h, ++wire) {
    CHECK(held(wire, [&](Cycle beats) { return errors.damages_from_host(h, beats); }));
  }
}

TEST_CASE("FAB-ERR-1: every kind of switch counts damaged packets (FAB-PATH)") {
  Scenario s = uniform(0.2, 8000);
  s.sw.use_kind(GENERATE(WormholeConfig::kName, FlowConfig::kName));
  s.faults.bit_errors = 3e-4;
  const json r = tb::simulate(s, tb::fat_tree(4, 3, Engine::kGolden));
  INFO(r.dump());
  CHECK(r["outcome"] == "dropped some");
  CHECK(r["in_flight"] == 0);
  CHECK(r["dropped"]["bit_error"] > 20);
  CHECK(r["accepted"].get<std::uint64_t>() ==
        r["delivered"].get<std::uint64_t>() + r["dropped"]["bit_error"].get<std::uint64_t>());
}

TEST_CASE("FAB-ERR-2: whatever messages are damaged, the settled state is exact") {
  const Scenario s = storm(static_cast<std::uint64_t>(GENERATE(range(1, 13))), Engine::kGolden);
  const json r = tb::simulate(s, tb::fat_tree(4, 4, Engine::kGolden));
  INFO(r.dump());
  CHECK((r["outcome"] == "dropped some" || r["outcome"] == "saturated"));
  CHECK(r["link_errors"]["messages"] > 5);
  CHECK(r["link_errors"]["resent"] >= r["link_errors"]["messages"]);
  CHECK(r["settled"] == true);
  CHECK(r["audited"] == true);
  CHECK(r["audit"]["dead_ends"] == 0);
  CHECK(r["audit"]["excluded"] == 0);
}

TEST_CASE("FAB-ERR-2: without resending some of these runs keep a wrong state") {
  unsigned wrong = 0;
  for (std::uint64_t seed = 1; seed < 13; ++seed) {
    Scenario s = storm(seed, Engine::kGolden);
    s.bugs = {"no_resend"};
    const json r = tb::simulate(s, tb::fat_tree(4, 4, Engine::kGolden));
    INFO(r.dump());
    REQUIRE(r["audited"] == true);
    wrong += r["outcome"] == "check failed" ? 1 : 0;
  }
  CHECK(wrong > 1);
}

TEST_CASE("FAB-ERR-2, FAB-DET: damaged messages under golden and in lockstep: the same") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(20, 21, 22));
  const auto run = [seed](Engine engine) {
    json r = tb::simulate(storm(seed, engine), tb::fat_tree(4, 3, engine));
    INFO(r.dump());
    CHECK(r["audit"]["dead_ends"] == 0);
    CHECK((r["compared"] > 0) == (engine == Engine::kLockstep));
    for (const char* key : {"compared", "compared_by_block"}) r.erase(key);
    return r;
  };
  const json golden = run(Engine::kGolden);
  CHECK(golden["link_errors"]["messages"] > 0);
  CHECK(golden == run(Engine::kLockstep));
}

TEST_CASE("FAB-ERR-2: a mesh gets over damaged messages") {
  Scenario s = test::wormhole_scenario(Engine::kGolden, 0.05);
  s.seed = static_cast<std::uint64_t>(GENERATE(1, 2, 3));
  s.faults.random = {8, 1000, 4000, false};
  s.faults.bit_errors = 0.1;
  const json r = tb::simulate(s, test::mesh(4, Engine::kGolden));
  INFO(r.dump());
  CHECK(r["outcome"] == "dropped some");
  CHECK(r["audited"] == true);
  CHECK(r["audit"]["dead_ends"] == 0);
  CHECK(r["link_errors"]["messages"] > 0);
}

TEST_CASE("FAB-ERR-2: two ends over a wire that damages and loses: each message once, in order") {
  // The far end takes what comes in `latency` cycles; RESEND takes as long. Outages of the wire end
  // with a hold at the sender and a RESEND of the receiver.
  constexpr Cycle kLatency = 4;
  struct Flight {
    Cycle arrives;
    std::uint32_t number;
    std::uint64_t body;
    bool bad;
  };
  kernel::Stream draws(static_cast<std::uint64_t>(GENERATE(range(1, 21))), "wire");
  fabric::MessagePort sender, receiver;
  std::deque<Flight> wire;
  std::deque<std::pair<Cycle, std::uint32_t>> resends;
  std::vector<std::uint64_t> taken;
  std::uint64_t sent = 0;
  Cycle down_until = 0;
  for (Cycle now = 0; now < 4000; ++now) {
    const bool quiet = now > 3500;
    if (down_until == now && now > 0) {
      sender.hold();
      resends.emplace_back(now + kLatency, receiver.expected());
    }
    bool down = now < down_until;
    if (!quiet && !down && now > down_until + 20 && draws.chance(0.01)) {
      down_until = now + 1 + draws.below(30);
      wire.clear();
      resends.clear();
      down = true;
    }
    while (!wire.empty() && wire.front().arrives == now) {
      const Flight f = wire.front();
      wire.pop_front();
      const auto arrival = receiver.arrives(f.number, f.bad);
      if (arrival == fabric::MessagePort::Arrival::kTaken) taken.push_back(f.body);
      if (arrival != fabric::MessagePort::Arrival::kRequest) continue;
      resends.emplace_back(now + kLatency, receiver.expected());
    }
    while (!resends.empty() && resends.front().first == now) {
      sender.resend(resends.front().second);
      resends.pop_front();
    }
    if (sender.held()) continue;
    Flight f{now + kLatency, 0, 0, draws.chance(0.1)};
    if (sender.behind()) {
      const auto& copy = sender.again(now);
      f.number = copy.number;
      f.body = copy.cause.event;
    } else if (!quiet && draws.chance(0.6)) {
      f.body = sent++;
      const Cause cause{static_cast<std::uint32_t>(f.body), 0};
      f.number = sender.send({}, cause, now, 2 * kLatency, !down);
    } else {
      continue;
    }
    if (!down) wire.push_back(f);
  }
  CHECK(!sender.pending());
  CHECK(!receiver.pending());
  REQUIRE(taken.size() == sent);
  for (std::uint64_t i = 0; i < sent; ++i) REQUIRE(taken[i] == i);
}
