// SPDX-License-Identifier: Apache-2.0
/// \file
/// The channel dependency graph of a relation and what it proves (CERT-CDG-1, CERT-CYC-1,
/// CERT-DL-1).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "certify/relation.hpp"

namespace selvage::certify {

/// What some message that holds a channel may wait for: any one of `channels` (ascending).
struct Wait {
  std::uint32_t dest = 0;  ///< of one such message
  std::vector<Channel> channels;
};

/// The channels that messages can hold, and what they can wait for there.
class ChannelGraph {
 public:
  /// Visits every reachable state of every destination. `watch`, if there is one, is given how many
  /// destinations are done.
  explicit ChannelGraph(const Relation& relation,
                        const std::function<void(std::uint32_t)>& watch = {});

  [[nodiscard]] Channel channel_count() const { return static_cast<Channel>(waits_.size()); }
  [[nodiscard]] bool used(Channel c) const { return used_[c] != 0; }
  [[nodiscard]] std::uint32_t used_count() const;
  /// Edges of the dependency graph.
  [[nodiscard]] std::uint64_t edge_count() const;
  [[nodiscard]] const std::vector<Channel>& successors(Channel c) const { return successors_[c]; }
  /// The different sets of alternatives that messages holding c can wait for.
  [[nodiscard]] const std::vector<Wait>& waits(Channel c) const { return waits_[c]; }
  /// States visited, over all destinations.
  [[nodiscard]] std::uint64_t state_count() const { return states_; }

 private:
  std::vector<std::uint8_t> used_;
  std::vector<std::vector<Wait>> waits_;
  std::vector<std::vector<Channel>> successors_;
  std::uint64_t states_ = 0;
};

/// Sets of channels each of which leads to each other one: strongly connected components of more
/// than one channel (or one that waits for itself), largest first (CERT-CYC-1).
[[nodiscard]] std::vector<std::vector<Channel>> cyclic_components(const ChannelGraph& graph);

/// A shortest cycle; empty if there is none (CERT-CYC-1).
[[nodiscard]] std::vector<Channel> shortest_cycle(const ChannelGraph& graph);

/// The greatest set of channels each of which can be held by a message that waits for channels of
/// the set only: empty if and only if no deadlock is possible however messages are placed
/// (CERT-DL-1).
[[nodiscard]] std::vector<Channel> deadlock_set(const ChannelGraph& graph);

/// "(0,0,0)x+c2 [->(1,0,1)]  ..." one per channel of a cycle: name and the destination of a message
/// that holds it and waits for the next one.
[[nodiscard]] std::string describe_cycle(const ChannelGraph& graph, const Relation& relation,
                                         const std::vector<Channel>& cycle);

}  // namespace selvage::certify
