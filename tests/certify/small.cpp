// SPDX-License-Identifier: Apache-2.0
/// \file
/// The certifier on relations small enough to check by hand.
#include <catch2/catch.hpp>

#include <map>

#include "certify/channel_graph.hpp"

using namespace selvage::certify;

namespace {

/// One destination; `waits[c]` are the alternatives of a message that holds c.
class Listed final : public Relation {
 public:
  Listed(Channel channels, std::map<Channel, std::vector<Channel>> waits)
      : channels_(channels), waits_(std::move(waits)) {}
  [[nodiscard]] Channel channel_count() const override { return channels_; }
  [[nodiscard]] std::uint32_t aux_count() const override { return 1; }
  [[nodiscard]] std::uint32_t destination_count() const override { return 1; }
  void starts(std::uint32_t, std::vector<State>& out) const override {
    for (const auto& [c, to] : waits_) out.push_back({c, 0});
  }
  void next(std::uint32_t, State state, std::vector<State>& out) const override {
    const auto found = waits_.find(state.channel);
    if (found == waits_.end()) return;
    for (const Channel c : found->second) out.push_back({c, 0});
  }
  [[nodiscard]] std::string channel_name(Channel c) const override { return std::to_string(c); }
  [[nodiscard]] std::string destination_name(std::uint32_t) const override { return "d"; }

 private:
  Channel channels_;
  std::map<Channel, std::vector<Channel>> waits_;
};

}  // namespace

TEST_CASE("CERT-CDG-1: channels and edges are counted once", "[certify]") {
  const Listed line(6, {{0, {1, 2}}, {1, {3}}, {2, {3}}});
  const ChannelGraph graph(line);
  CHECK(graph.used_count() == 4);
  CHECK(graph.edge_count() == 4);
  CHECK(graph.successors(0) == std::vector<Channel>{1, 2});
  CHECK(graph.state_count() == 4);
  CHECK(cyclic_components(graph).empty());
  CHECK(shortest_cycle(graph).empty());
  CHECK(deadlock_set(graph).empty());
}

TEST_CASE("CERT-CYC-1: components and the shortest cycle", "[certify]") {
  const Listed rings(10, {{0, {1}}, {1, {2, 5}}, {2, {3}}, {3, {0}}, {5, {6}}, {6, {5}}, {7, {7}}});
  const ChannelGraph graph(rings);
  const auto components = cyclic_components(graph);
  REQUIRE(components.size() == 3);
  CHECK(components[0] == std::vector<Channel>{0, 1, 2, 3});
  CHECK(components[1].size() == 2);
  CHECK(components[2] == std::vector<Channel>{7});
  CHECK(shortest_cycle(graph) == std::vector<Channel>{7});
  const Listed two(4, {{0, {1, 2}}, {1, {2}}, {2, {0}}});
  const ChannelGraph both(two);
  CHECK(shortest_cycle(both) == std::vector<Channel>{0, 2});
  CHECK(describe_cycle(both, two, shortest_cycle(both)) == "0 [->d]  2 [->d]");
}

TEST_CASE("CERT-DL-1: a cycle with a way out is no deadlock", "[certify]") {
  // 0..3 in a ring; 2 may also leave by 4, which leads nowhere further.
  const Listed escape(5, {{0, {1}}, {1, {2}}, {2, {3, 4}}, {3, {0}}});
  const ChannelGraph graph(escape);
  CHECK(cyclic_components(graph).size() == 1);
  CHECK(deadlock_set(graph).empty());
  // Without that way, the ring and what leads into it and nowhere else.
  const Listed ring(6, {{0, {1}}, {1, {2}}, {2, {3}}, {3, {0}}, {4, {0, 5}}, {5, {1}}});
  CHECK(deadlock_set(ChannelGraph(ring)) == std::vector<Channel>{0, 1, 2, 3, 4, 5});
}
