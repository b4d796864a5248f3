// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "fabric/traffic.hpp"
#include "golden/fattree/tree.hpp"
#include "golden/mesh/mesh.hpp"
#include "ring_system.hpp"

using namespace selvage;
using fabric::Traffic;

TEST_CASE("Bernoulli injection offers the load asked for") {
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

TEST_CASE("uniform traffic reaches every other host and never the sender") {
  Scenario s;
  const tb::Ring ring(9);
  Traffic t(s, ring);
  std::set<HostIdx> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(t.destination(4));
  CHECK(seen == std::set<HostIdx>{0, 1, 2, 3, 5, 6, 7, 8});
}

TEST_CASE("transpose and bit-complement are permutations, and their own inverses on a square") {
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

TEST_CASE("FAB-COMPL: bit-complement goes to k-1-i in each coordinate of a mesh") {
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

TEST_CASE("FAB-COMPL: bit-complement turns every digit of a fat tree's host") {
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

TEST_CASE("a host that a permutation maps to itself is silent") {
  Scenario s;
  s.traffic.pattern = TrafficPattern::kTranspose;
  const tb::Ring ring(16);
  Traffic t(s, ring);
  CHECK(t.first(5, 0) == kNever);
  CHECK(t.first(1, 0) != kNever);
}

TEST_CASE("hot-spot traffic sends its share to the hot hosts") {
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
