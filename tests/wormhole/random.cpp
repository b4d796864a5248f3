// SPDX-License-Identifier: Apache-2.0
/// Random traffic above saturation: nothing lost, nothing made, nothing stuck, the same every time.
#include <algorithm>
#include <catch2/catch.hpp>

#include "kernel/stream.hpp"
#include "lab.hpp"
#include "wormhole/deadlock.hpp"

using namespace selvage;
using selvage::test::Lab;
using wormhole::Allocator;
using wormhole::Params;
using wormhole::Release;

namespace {

struct Result {
  std::map<std::uint32_t, Cycle> arrived;
  std::uint64_t requests = 0;
  friend bool operator==(const Result& a, const Result& b) {
    return a.arrived == b.arrived && a.requests == b.requests;
  }
};

/// Every host sends whenever it can, for `cycles`; then all has to arrive.
Result saturate(const tb::Grid& grid, const Params& p, std::uint64_t seed, Cycle cycles,
                std::uint32_t longest, Cycle audit_every) {
  Lab lab(grid, p);
  kernel::Stream stream(seed, "wormhole");
  while (lab.now < cycles || lab.net.packets_in_flight() > 0) {
    for (std::uint32_t h = 0; h < grid.nodes() && lab.now < cycles; ++h) {
      if (lab.net.sender(h).can_inject()) {
        const auto to = static_cast<HostIdx>(stream.below(grid.nodes()));
        lab.send(h, to, 1 + static_cast<std::uint32_t>(stream.below(longest)));
      }
    }
    lab.cycle();
    if (lab.now % audit_every == 0) {
      const std::string wrong = lab.net.audit();
      INFO(wrong << " after cycle " << lab.now - 1);
      REQUIRE(wrong.empty());
      if (lab.now % (16 * audit_every) == 0) REQUIRE(!wormhole::find_deadlock(lab.net).found());
    }
    REQUIRE(lab.now < 40 * cycles);
  }
  REQUIRE(lab.arrived.size() == lab.packets.size());
  std::uint64_t flits = 0;
  std::uint64_t hops = 0;
  for (const wormhole::Packet& k : lab.packets) {
    REQUIRE(lab.at_host.at(static_cast<std::uint32_t>(k.id)) == k.destination);
    flits += k.flits;
    hops += std::uint64_t{k.flits} * grid.distance(k.source, k.destination);
  }
  lab.run_dry();
  CHECK(lab.net.audit().empty());
  CHECK(lab.net.counts().injected == flits);
  CHECK(lab.net.counts().ejected == flits);
  CHECK(lab.net.counts().hops == hops);
  return {lab.arrived, lab.net.counts().requests};
}

}  // namespace

TEST_CASE("wormhole: buffers never overflow, credits are never lost or made",
          "[WH-CRED-1][WH-CONS][WH-BUF-2][WH-SA-1][WH-SA-3]") {
  Params p;
  p.allocator = GENERATE(Allocator::kSerial, Allocator::kSeparable);
  p.vcs = GENERATE(1U, 2U, 4U);
  p.link_latency = GENERATE(1U, 3U);
  p.release = GENERATE(Release::kTailLeftBuffer, Release::kTailSent);
  const unsigned buffer = GENERATE(1U, 5U);
  p.node_buffer = buffer * 4 * p.vcs + 3;
  p.injection_flits = buffer;
  p.injection_channels = p.vcs > 2 ? 2 : 1;
  saturate({{4, 4}}, p, 7, 600, 12, 1);
}

TEST_CASE("wormhole: a mesh under saturation delivers everything", "[WH-CONS][WH-KNOT][WH-SA-3]") {
  Params p;
  p.allocator = GENERATE(Allocator::kSerial, Allocator::kSeparable);
  p.node_buffer = GENERATE(36U, 216U);
  p.release = GENERATE(Release::kTailLeftBuffer, Release::kTailSent);
  saturate({{4, 4, 4}}, p, 3, 3000, 64, 50);
}

TEST_CASE("wormhole: the same traffic gives the same cycles", "[WH-DET]") {
  Params p;
  p.node_buffer = 48;
  p.vcs = 2;
  const Result a = saturate({{4, 4}}, p, 5, 2000, 32, 1000);
  const Result b = saturate({{4, 4}}, p, 5, 2000, 32, 1000);
  const Result c = saturate({{4, 4}}, p, 6, 2000, 32, 1000);
  CHECK(a == b);
  CHECK(!(a == c));
}
