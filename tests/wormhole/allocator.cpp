// SPDX-License-Identifier: Apache-2.0
/// WH-SA-3: the separable allocator by itself, against the rule in a few lines, and how fair it is.
#include "wormhole/allocator.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "kernel/stream.hpp"

using namespace selvage;
using wormhole::Channel;
using wormhole::ChannelMask;

namespace {

/// The registers of a router with `ports` ports of `vcs` channels.
struct Node {
  Node(unsigned p, unsigned v)
      : ports(p), vcs(v), port_of(std::size_t{p} * v), in(port_of.size()), port(p) {
    for (unsigned c = 0; c < port_of.size(); ++c) port_of[c] = static_cast<std::uint8_t>(c / v);
  }
  ChannelMask allocate(ChannelMask requesting) {
    const ChannelMask first = (ChannelMask{1} << vcs) - 1;
    return wormhole::allocate_separable({first, vcs, port_of.data(), in.data(), port.data()},
                                        requesting);
  }
  unsigned ports, vcs;
  std::vector<std::uint8_t> port_of;
  std::vector<wormhole::In> in;
  std::vector<wormhole::Port> port;
};

/// The rule: -1 is nobody.
struct Reference {
  Reference(unsigned p, unsigned v) : ports(p), vcs(v), read(p, 0), served(p, 0) {}
  std::vector<int> allocate(const std::vector<int>& target) {
    const unsigned all = ports * vcs;
    std::vector<int> chosen(ports, -1), granted;
    for (unsigned p = 0; p < ports; ++p) {
      for (unsigned i = 1; i <= all && chosen[p] < 0; ++i) {
        const unsigned c = (read[p] + i) % all;
        if (c / vcs == p && target[c] >= 0) chosen[p] = static_cast<int>(c);
      }
    }
    for (unsigned o = 0; o < ports; ++o) {
      for (unsigned i = 1; i <= all; ++i) {
        const unsigned c = (served[o] + i) % all;
        if (chosen[c / vcs] != static_cast<int>(c) ||
            target[c] / static_cast<int>(vcs) != static_cast<int>(o))
          continue;
        served[o] = read[c / vcs] = c;
        granted.push_back(static_cast<int>(c));
        break;
      }
    }
    return granted;
  }
  unsigned ports, vcs;
  std::vector<unsigned> read, served;
};

}  // namespace

TEST_CASE("wormhole: separable allocation grants what its rule says", "[WH-SA-3]") {
  const unsigned ports = GENERATE(1U, 3U, 7U, 16U);
  const unsigned vcs = GENERATE(1U, 2U, 4U);
  Node node(ports, vcs);
  Reference rule(ports, vcs);
  kernel::Stream random(ports * 8 + vcs, "allocator");
  const unsigned all = ports * vcs;
  for (unsigned cycle = 0; cycle < 3000; ++cycle) {
    // Each output channel is held by at most one input channel.
    std::vector<int> target(all, -1);
    std::vector<bool> taken(all);
    ChannelMask requesting = 0;
    for (unsigned c = 0; c < all; ++c) {
      const auto out = static_cast<unsigned>(random.below(all));
      if (taken[out] || random.below(4) == 0) continue;
      taken[out] = true;
      target[c] = static_cast<int>(out);
      node.in[c].target = static_cast<Channel>(out);
      requesting |= wormhole::bit(c);
    }
    ChannelMask expected = 0;
    for (const int c : rule.allocate(target)) expected |= wormhole::bit(static_cast<unsigned>(c));
    REQUIRE(node.allocate(requesting) == expected);
  }
}

TEST_CASE("wormhole: separable allocation lets nobody wait longer than all others take",
          "[WH-SA-3]") {
  const unsigned ports = 5;
  const unsigned vcs = GENERATE(1U, 2U, 4U);
  const unsigned all = ports * vcs;
  kernel::Stream random(vcs, "allocator");
  for (unsigned round = 0; round < 50; ++round) {
    Node node(ports, vcs);
    for (wormhole::In& in : node.in) in.target = static_cast<Channel>(random.below(all));
    std::vector<unsigned> waited(all), most(all);
    for (unsigned cycle = 0; cycle < 500; ++cycle) {
      const ChannelMask granted = node.allocate((ChannelMask{1} << all) - 1);
      for (unsigned c = 0; c < all; ++c) {
        waited[c] = (granted & wormhole::bit(c)) != 0 ? 0 : waited[c] + 1;
        most[c] = std::max(most[c], waited[c]);
      }
    }
    // A choice stands until it is granted, and an output grants each of its inputs in turn.
    for (const unsigned w : most) CHECK(w < ports * vcs);
  }
}

TEST_CASE("wormhole: two inputs that want one output share it by separable allocation",
          "[WH-SA-3][WH-SA-2]") {
  Node node(3, 2);
  for (wormhole::In& in : node.in) in.target = 4;
  std::vector<unsigned> grants(6);
  for (unsigned cycle = 0; cycle < 600; ++cycle) {
    const ChannelMask granted = node.allocate(0b001111);
    for (unsigned c = 0; c < 6; ++c) grants[c] += (granted & wormhole::bit(c)) != 0 ? 1 : 0;
  }
  CHECK(grants == std::vector<unsigned>{150, 150, 150, 150, 0, 0});
}
