// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "certify/channel_graph.hpp"
#include "certify/fattree_channels.hpp"
#include "kernel/stream.hpp"

using namespace selvage;
using namespace selvage::certify;
using namespace selvage::golden;

namespace {

ChannelGraph graph_of(const FatTree& tree, const std::vector<SwitchPort>& dead) {
  SettledTree settled(tree, 32, Rule::kCorrected);
  settled.kill_all(dead);
  settled.settle();
  return ChannelGraph(FatTreeChannels(settled));
}

}  // namespace

TEST_CASE("CERT-CDG-1: up/down routing without faults uses every link and has no cycle",
          "[certify]") {
  const auto [m, n] =
      GENERATE(std::pair{4U, 2U}, std::pair{4U, 3U}, std::pair{8U, 3U}, std::pair{4U, 4U});
  const FatTree tree(m, n);
  const ChannelGraph graph = graph_of(tree, {});
  CHECK(graph.used_count() == 2 * tree.inter_switch_links());
  CHECK(cyclic_components(graph).empty());
  CHECK(deadlock_set(graph).empty());
}

TEST_CASE("CERT-CDG-1: nor with faults, and a dead link is not used", "[certify]") {
  const FatTree tree(4, 4);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    kernel::Stream stream(seed, "links");
    std::vector<SwitchPort> dead;
    for (unsigned i = 0; i < 4; ++i) {
      dead.push_back(
          tree.fallible_link(static_cast<std::uint32_t>(stream.below(tree.fallible_link_count()))));
    }
    const ChannelGraph graph = graph_of(tree, dead);
    CHECK(cyclic_components(graph).empty());
    for (const SwitchPort& link : dead) CHECK_FALSE(graph.used(link.sw * tree.m() + link.port));
  }
}
