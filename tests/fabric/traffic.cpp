// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "fabric/traffic.hpp"
#include "golden/fattree/tree.hpp"
#include "golden/mesh/mesh.hpp"
#include "ring_system.hpp"

using namespace selvage;
using fabric::Traffic;

namespace {

constexpr std::uint64_t kSeed = 5;

/// Every host offers packets of one beat, in each cycle where nothing else is said.
Scenario full(TrafficPattern pattern) {
  Scenario s;
  s.seed = kSeed;
  s.traffic.pattern = pattern;
  s.traffic.load = 1;
  s.traffic.packet_beats = 1;
  return s;
}

/// Hosts that ever offer a packet, ascending.
std::vector<HostIdx> senders(Traffic& t, HostIdx hosts) {
  std::vector<HostIdx> who;
  for (HostIdx h = 0; h < hosts; ++h) {
    if (t.first(h, 0) != kNever) who.push_back(h);
  }
  return who;
}

/// Where `host` sends within so many packets.
std::set<HostIdx> reached(Traffic& t, HostIdx host, int packets) {
  std::set<HostIdx> seen;
  for (int i = 0; i < packets; ++i) seen.insert(t.destination(host));
  return seen;
}

}  // namespace

TEST_CASE("Bernoulli injection offers the load asked for", "[traffic][FAB-LEN-4]") {
  Scenario s;
  s.traffic.load = GENERATE(0.05, 0.2, 1.0);
  const tb::Ring ring(64);
  Traffic t(s, ring);
  std::uint64_t packets = 0;
  constexpr Cycle kCycles = 200000;
  for (HostIdx h = 0; h < 64; ++h) {
    for (Cycle c = t.first(h, 0); c < kCycles; c = t.next(h, c)) ++packets;
  }
  const double expected = s.traffic.load / 64 * 64 * kCycles;
  CHECK(std::abs(static_cast<double>(packets) - expected) < 4 * std::sqrt(expected));
}

TEST_CASE("uniform traffic reaches every other host and never the sender", "[traffic]") {
  Scenario s;
  const tb::Ring ring(9);
  Traffic t(s, ring);
  CHECK(reached(t, 4, 1000) == std::set<HostIdx>{0, 1, 2, 3, 5, 6, 7, 8});
}

TEST_CASE("transpose and bit-complement are permutations, and their own inverses on a square",
          "[traffic][FAB-COMPL]") {
  Scenario s;
  s.traffic.pattern = GENERATE(TrafficPattern::kTranspose, TrafficPattern::kBitComplement);
  const std::uint32_t hosts = GENERATE(16U, 64U, 128U, 54U);
  const tb::Ring ring(hosts);
  Traffic t(s, ring);
  std::vector<HostIdx> to;
  for (HostIdx h = 0; h < hosts; ++h) to.push_back(t.destination(h));
  std::vector<HostIdx> sorted = to;
  std::sort(sorted.begin(), sorted.end());
  for (HostIdx h = 0; h < hosts; ++h) CHECK(sorted[h] == h);
  const bool square = hosts == 16 || hosts == 64;
  if (square || s.traffic.pattern == TrafficPattern::kBitComplement) {
    for (HostIdx h = 0; h < hosts; ++h) CHECK(to[to[h]] == h);
  }
  if (s.traffic.pattern == TrafficPattern::kBitComplement) CHECK(to[0] == hosts - 1);
  if (s.traffic.pattern == TrafficPattern::kTranspose && hosts == 16) CHECK(to[1] == 4);
}

TEST_CASE("FAB-COMPL: bit-complement goes to k-1-i in each coordinate of a mesh", "[traffic]") {
  Scenario s;
  s.traffic.pattern = TrafficPattern::kBitComplement;
  const unsigned k = GENERATE(3U, 4U, 16U);
  const golden::Mesh mesh(k, GENERATE_COPY(1U, k));
  Traffic t(s, mesh);
  for (HostIdx h = 0; h < mesh.host_count(); ++h) {
    const golden::MeshPoint from = mesh.point_of(h);
    const golden::MeshPoint to = mesh.point_of(t.destination(h));
    for (unsigned d = 0; d < 3; ++d) {
      REQUIRE(to[d] + from[d] + 1 == static_cast<int>(d == 2 ? mesh.depth() : k));
    }
  }
}

TEST_CASE("FAB-COMPL: bit-complement turns every digit of a fat tree's host", "[traffic]") {
  Scenario s;
  s.traffic.pattern = TrafficPattern::kBitComplement;
  const golden::FatTree tree(8, 3);
  Traffic t(s, tree);
  for (HostIdx h = 0; h < tree.host_count(); ++h) {
    const golden::Digits from = tree.address_of(h);
    const golden::Digits to = tree.address_of(t.destination(h));
    CHECK(to[2] == 7 - from[2]);
    for (const unsigned digit : {0U, 1U}) CHECK(to[digit] == 3 - from[digit]);
  }
}

TEST_CASE("a host that a permutation maps to itself is silent", "[traffic][FAB-PATTERN]") {
  Scenario s;
  s.traffic.pattern = TrafficPattern::kTranspose;
  const tb::Ring ring(16);
  Traffic t(s, ring);
  CHECK(senders(t, 6) == std::vector<HostIdx>{1, 2, 3, 4});
}

TEST_CASE("hot-spot traffic sends its share to the hot hosts", "[traffic][FAB-PATTERN]") {
  Scenario s;
  s.traffic.pattern = TrafficPattern::kHotSpot;
  s.traffic.hot_hosts = {"2", "7"};
  s.traffic.hot_fraction = 0.5;
  const tb::Ring ring(16);
  Traffic t(s, ring);
  constexpr int kDraws = 40000;
  int hot = 0;
  for (int i = 0; i < kDraws; ++i) {
    const HostIdx d = t.destination(4);
    hot += d == 2 || d == 7 ? 1 : 0;
  }
  const double share = 0.5 + 0.5 * 2 / 15;
  CHECK(std::abs(hot - share * kDraws) < 4 * std::sqrt(kDraws * share * (1 - share)));
}

TEST_CASE("with a load of one each host offers a packet in every cycle, with none never",
          "[traffic][FAB-LEN-4]") {
  Scenario s = full(TrafficPattern::kUniform);
  const tb::Ring ring(2);
  Traffic t(s, ring);
  for (HostIdx h = 0; h < 2; ++h) {
    CHECK(t.first(h, 7) == 7);
    CHECK(t.next(h, 7) == 8);
    const fabric::Offer o = t.offer(h);
    CHECK((o.destination == 1 - h && o.flow == fabric::kNoFlow));
    CHECK((o.length == 0 && o.tc == 0 && o.ordered));
  }
  CHECK(t.flows().empty());
  s.traffic.pattern = TrafficPattern::kApplication;  // that says by itself when it sends
  Traffic application(s, ring);
  CHECK(senders(application, 2).empty());
  s.traffic.pattern = TrafficPattern::kUniform;
  s.traffic.load = 0;
  Traffic none(s, ring);
  CHECK(senders(none, 2).empty());
}

TEST_CASE("a host's packets come by draws of its own, and go by others", "[traffic][FAB-DRAW]") {
  Scenario s = full(TrafficPattern::kUniform);
  s.traffic.load = 0.3;
  const tb::Ring ring(5);
  Traffic t(s, ring);
  for (const HostIdx h : {4U, 0U, 2U}) {
    kernel::Stream when(kSeed, "injection", h);
    kernel::Stream where(kSeed, "destination", h);
    Cycle now = t.first(h, 100);
    CHECK(now == 99 + when.geometric(0.3));
    for (int i = 0; i < 20; ++i) {
      const auto other = static_cast<HostIdx>(where.below(4));
      CHECK(t.destination(h) == (other < h ? other : other + 1));
      const Cycle expected = now + when.geometric(0.3);
      CHECK((now = t.next(h, now)) == expected);
    }
  }
}

TEST_CASE("transpose lays hosts out as the squarest matrix", "[traffic][FAB-PATTERN]") {
  // Hosts, rows: 5 x 1, 2 x 3, 3 x 4, 4 x 4, 4 x 5.
  const auto [hosts, rows] =
      GENERATE(table<HostIdx, HostIdx>({{5, 1}, {6, 2}, {12, 3}, {16, 4}, {20, 4}}));
  const Scenario s = full(TrafficPattern::kTranspose);
  const tb::Ring ring(hosts);
  Traffic t(s, ring);
  const HostIdx columns = hosts / rows;
  for (HostIdx row = 0; row < rows; ++row) {
    for (HostIdx column = 0; column < columns; ++column) {
      CHECK(t.destination(row * columns + column) == column * rows + row);
    }
  }
}

TEST_CASE("all permutations without a host that sends to itself have equal chances", "[traffic]") {
  std::map<std::vector<HostIdx>, int> drawn;
  Scenario s = full(TrafficPattern::kPermutation);
  constexpr HostIdx kHosts = 4;
  const tb::Ring ring(kHosts);
  constexpr int kRuns = 1800;
  for (s.seed = 1; s.seed <= kRuns; ++s.seed) {
    Traffic t(s, ring);
    std::vector<HostIdx> to;
    for (HostIdx h = 0; h < kHosts; ++h) to.push_back(t.destination(h));
    ++drawn[to];
  }
  CHECK(drawn.size() == 9);
  for (const auto& [to, runs] : drawn) {
    for (HostIdx h = 0; h < kHosts; ++h) {
      CHECK(to[h] != h);
      CHECK(std::count(to.begin(), to.end(), h) == 1);
    }
    CHECK(std::abs(runs - kRuns / 9) < 4 * std::sqrt(kRuns / 9));
  }
  const tb::Ring one(1), two(2);
  Traffic alone(s, one), both(s, two);
  CHECK(senders(alone, 1).empty());
  CHECK((both.destination(0) == 1 && both.destination(1) == 0));
}

TEST_CASE("incast: so many hosts, drawn by the seed, send to one", "[traffic][FAB-PATTERN]") {
  Scenario s = full(TrafficPattern::kIncast);
  s.traffic.load = 0.25;
  s.traffic.incast_to = 2;
  s.traffic.incast_senders = GENERATE(0U, 1U, 3U, 5U, 7U);
  const std::size_t expected =
      s.traffic.incast_senders == 0 ? 5 : std::min(5U, s.traffic.incast_senders);
  const tb::Ring ring(6);
  std::map<HostIdx, int> drawn;
  for (s.seed = 1; s.seed <= 300; ++s.seed) {
    Traffic t(s, ring);
    const std::vector<HostIdx> who = senders(t, 6);
    REQUIRE(who.size() == expected);
    REQUIRE(t.flows().size() == expected);
    for (std::uint32_t i = 0; i < expected; ++i) {  // flows are numbered by host
      const NamedFlow& flow = t.flows()[i];
      ++drawn[who[i]];
      REQUIRE(flow.source == who[i]);
      REQUIRE(flow.destination == 2);
      REQUIRE(flow.load == 0.25);
      REQUIRE((flow.tc == 0 && flow.ordered));
      const fabric::Offer offer = t.offer(who[i]);
      REQUIRE(offer.destination == 2);
      REQUIRE(offer.flow == i);
    }
  }
  CHECK(drawn.size() == 5);
  CHECK(drawn.count(2) == 0);
  const double each = 300.0 * static_cast<double>(expected) / 5;
  for (const auto& [host, runs] : drawn) CHECK(std::abs(runs - each) < 4 * std::sqrt(each));
}

TEST_CASE(
    "FAB-FLOW: each flow has its load and draws of its own, of two that are due the first goes",
    "[traffic]") {
  Scenario s = full(TrafficPattern::kFlows);
  s.traffic.flows = {
      {1, 0, 1, 0, true}, {0, 2, 0.5, 0, true}, {1, 2, 1, 3, false}, {2, 1, 0, 1, true}};
  const tb::Ring ring(3);
  Traffic t(s, ring);
  CHECK(t.flows().size() == 4);
  CHECK(t.first(2, 10) == kNever);  // its only flow has no load
  Cycle now = t.first(1, 10);
  for (int i = 0; i < 8; ++i) {  // two flows, each a packet a cycle
    CHECK(now == Cycle{10} + i / 2);
    const fabric::Offer offer = t.offer(1);
    CHECK(offer.flow == (i % 2 == 0 ? 0 : 2));
    CHECK(offer.destination == offer.flow);
    CHECK(offer.tc == (i % 2 == 0 ? 0 : 3));
    CHECK(offer.ordered == (i % 2 == 0));
    now = t.next(1, now);
  }
  kernel::Stream when(kSeed, "flow", 1);
  now = t.first(0, 10);
  CHECK(now == 9 + when.geometric(0.5));
  for (int i = 0; i < 20; ++i) {
    const Cycle expected = now + when.geometric(0.5);
    CHECK((now = t.next(0, now)) == expected);
  }
}

TEST_CASE("a trace is offered line by line, each with its length or one that is drawn",
          "[traffic][FAB-LEN-1][FAB-TRACE]") {
  Scenario s = full(TrafficPattern::kTrace);
  s.traffic.mix = {{1, 0, 0.5}, {2, 0, 0}, {4, 0, 0.5}};
  s.traffic.trace = {{3, 1, 0, std::uint8_t{1}}, {3, 1, 2}, {4, 2, 1}, {9, 1, 0, std::uint8_t{2}}};
  const tb::Ring ring(3);
  Traffic t(s, ring);
  CHECK(t.first(0, 0) == kNever);
  CHECK(t.first(2, 0) == 4);
  CHECK(t.first(1, 0) == 3);
  fabric::Offer offer = t.offer(1);
  CHECK((offer.destination == 0 && offer.length == 1));
  CHECK(t.next(1, 3) == 3);
  offer = t.offer(1);
  CHECK(offer.destination == 2);
  CHECK(offer.length == (kernel::Stream(kSeed, "length", 1).unit() < 0.5 ? 0 : 2));
  CHECK(t.next(1, 3) == 9);
  CHECK(t.offer(1).length == 2);
  CHECK(t.next(1, 9) == kNever);
}

TEST_CASE("FAB-LEN-1: lengths come by their shares, of each host and of each flow", "[traffic]") {
  const bool flows = GENERATE(false, true);
  Scenario s = full(flows ? TrafficPattern::kFlows : TrafficPattern::kUniform);
  s.traffic.mix = {{1, 0, 0.3}, {2, 0, 0.25}, {4, 0, 0.45}};
  s.traffic.flows = {{1, 0, 0.2}, {1, 0, 0.4}, {0, 1, 0.1}, {1, 0, 0.2}};  // more than hosts
  const tb::Ring ring(3);
  Traffic t(s, ring);
  for (const HostIdx h : {0U, 1U}) {
    std::map<std::uint32_t, kernel::Stream> streams;
    Cycle now = t.first(h, 0);
    for (int i = 0; i < 200; ++i) {
      const fabric::Offer offer = t.offer(h);
      const std::uint32_t whose = flows ? offer.flow : h;
      const double draw = streams.try_emplace(whose, kSeed, flows ? "flow_length" : "length", whose)
                              .first->second.unit();
      REQUIRE(offer.length == (draw < 0.3 ? 0 : draw < 0.55 ? 1 : 2));
      now = t.next(h, now);
    }
    CHECK(streams.size() == (flows && h == 1 ? 3 : 1));
  }
}

TEST_CASE("FAB-FLOW: classes and order come by their shares, and move no other draw", "[traffic]") {
  const double ordered = GENERATE(1.0, 0.6, 0.0);
  Scenario s = full(TrafficPattern::kUniform);
  const std::vector<double> classes =
      GENERATE(std::vector<double>{1}, std::vector<double>{0.2, 0.3}, std::vector<double>{1, 1, 2});
  const tb::Ring ring(4);
  Traffic plain(s, ring);
  s.traffic.ordered = ordered;
  s.traffic.classes = classes;
  Traffic t(s, ring);
  kernel::Stream traits(kSeed, "traits", 3);
  double sum = 0;
  for (const double share : classes) sum += share;
  for (int i = 0; i < 300; ++i) {
    const fabric::Offer offer = t.offer(3);
    REQUIRE(offer.destination == plain.destination(3));
    REQUIRE(offer.ordered == (ordered >= 1 || traits.unit() < ordered));
    const double draw = classes.size() > 1 ? traits.unit() * sum : 0;
    REQUIRE(offer.tc == (draw < classes[0] ? 0 : draw < classes[0] + classes[1] ? 1 : 2));
  }
}

TEST_CASE("hot-spot traffic of a hot host goes to the others, to all where no hot one is alive",
          "[traffic][FAB-NODE]") {
  Scenario s = full(TrafficPattern::kHotSpot);
  s.traffic.hot_hosts = {"1", "4"};
  s.traffic.hot_fraction = 1;
  const tb::Ring ring(6);
  Traffic t(s, ring);
  CHECK(reached(t, 0, 100) == std::set<HostIdx>{1, 4});
  CHECK(reached(t, 4, 400) == std::set<HostIdx>{0, 1, 2, 3, 5});  // for itself: to anyone else
  Traffic one(s, ring, {4});
  CHECK(reached(one, 0, 100) == std::set<HostIdx>{1});
  Traffic none(s, ring, {1, 4});
  CHECK(reached(none, 0, 100) == std::set<HostIdx>{2, 3, 5});
}

TEST_CASE("FAB-NODE: hosts of faulty switches send nothing, and nothing is for them", "[traffic]") {
  const tb::Ring ring(6);
  const std::vector<SwitchIdx> faulty{0, 4};
  Scenario s = full(TrafficPattern::kUniform);
  Traffic uniform(s, ring, faulty);
  CHECK(senders(uniform, 6) == std::vector<HostIdx>{1, 2, 3, 5});
  CHECK(reached(uniform, 2, 200) == std::set<HostIdx>{1, 3, 5});
  Traffic two(s, ring, {0, 2, 3, 4});
  CHECK(senders(two, 6) == std::vector<HostIdx>{1, 5});
  Traffic one(s, ring, {0, 1, 2, 3, 4});
  CHECK(senders(one, 6).empty());                                    // nobody is there to send to
  Traffic leaf(s, golden::FatTree(4, 3), {1, 2, 3, 4, 5, 6, 7, 8});  // 8 has no hosts
  CHECK(senders(leaf, 16) == std::vector<HostIdx>{0, 1});
  s.traffic.pattern = TrafficPattern::kBitComplement;
  Traffic pairs(s, ring, faulty);
  CHECK(senders(pairs, 6) == std::vector<HostIdx>{2, 3});
  s.traffic.pattern = TrafficPattern::kIncast;
  s.traffic.incast_to = 3;
  Traffic incast(s, ring, faulty);
  CHECK(senders(incast, 6) == std::vector<HostIdx>{1, 2, 5});
  s.traffic.incast_to = 4;
  Traffic nowhere(s, ring, faulty);
  CHECK(senders(nowhere, 6).empty());
  CHECK(nowhere.flows().empty());
  s.traffic.pattern = TrafficPattern::kFlows;
  s.traffic.flows = {{0, 1, 1}, {1, 4, 1}, {2, 3, 1}, {3, 0, 1}, {3, 5, 1}};
  Traffic flows(s, ring, faulty);
  CHECK(senders(flows, 6) == std::vector<HostIdx>{2, 3});
  CHECK(flows.offer(3).flow == 4);
  s.traffic.pattern = TrafficPattern::kTrace;
  s.traffic.trace = {{1, 0, 1}, {2, 1, 4}, {3, 1, 5}, {4, 4, 0}};
  Traffic trace(s, ring, faulty);
  CHECK(senders(trace, 6) == std::vector<HostIdx>{1});
  CHECK(trace.first(1, 0) == 3);
}
