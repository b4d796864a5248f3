// SPDX-License-Identifier: Apache-2.0
#include "certify/channel_graph.hpp"

#include <algorithm>

namespace selvage::certify {

namespace {

void sort_unique(std::vector<Channel>& channels) {
  std::sort(channels.begin(), channels.end());
  channels.erase(std::unique(channels.begin(), channels.end()), channels.end());
}

}  // namespace

ChannelGraph::ChannelGraph(const Relation& relation,
                           const std::function<void(std::uint32_t)>& watch)
    : used_(relation.channel_count(), 0),
      waits_(relation.channel_count()),
      successors_(relation.channel_count()) {
  const std::size_t aux = relation.aux_count();
  std::vector<std::uint32_t> seen(relation.channel_count() * aux, 0);  // last destination + 1
  std::vector<State> todo;
  std::vector<State> next;
  std::vector<Channel> channels;
  for (std::uint32_t dest = 0; dest < relation.destination_count(); ++dest) {
    const auto visit = [&](const std::vector<State>& states) {
      for (const State& s : states) {
        std::uint32_t& mark = seen[s.channel * aux + s.aux];
        if (mark == dest + 1) continue;
        mark = dest + 1;
        used_[s.channel] = 1;
        ++states_;
        todo.push_back(s);
      }
    };
    next.clear();
    relation.starts(dest, next);
    visit(next);
    while (!todo.empty()) {
      const State s = todo.back();
      todo.pop_back();
      next.clear();
      relation.next(dest, s, next);
      if (next.empty()) continue;
      channels.clear();
      for (const State& n : next) channels.push_back(n.channel);
      sort_unique(channels);
      auto& waits = waits_[s.channel];
      const auto same = [&channels](const Wait& w) { return w.channels == channels; };
      if (std::none_of(waits.begin(), waits.end(), same)) waits.push_back({dest, channels});
      visit(next);
    }
    if (watch) watch(dest + 1);
  }
  for (Channel c = 0; c < channel_count(); ++c) {
    auto& to = successors_[c];
    for (const Wait& w : waits_[c]) to.insert(to.end(), w.channels.begin(), w.channels.end());
    sort_unique(to);
  }
}

std::uint32_t ChannelGraph::used_count() const {
  return static_cast<std::uint32_t>(std::count(used_.begin(), used_.end(), 1));
}

std::uint64_t ChannelGraph::edge_count() const {
  std::uint64_t edges = 0;
  for (const auto& to : successors_) edges += to.size();
  return edges;
}

std::vector<Channel> deadlock_set(const ChannelGraph& graph) {
  // A wait is *closed* while all its channels are in the set; a channel without closed wait leaves.
  struct Closed {
    Channel owner;
    bool closed = true;
  };
  std::vector<Closed> waits;
  std::vector<std::vector<std::uint32_t>> named_by(graph.channel_count());
  std::vector<std::uint32_t> closed(graph.channel_count(), 0);
  for (Channel c = 0; c < graph.channel_count(); ++c) {
    for (const Wait& w : graph.waits(c)) {
      for (const Channel to : w.channels) {
        named_by[to].push_back(static_cast<std::uint32_t>(waits.size()));
      }
      waits.push_back({c});
      ++closed[c];
    }
  }
  std::vector<Channel> leaving;
  for (Channel c = 0; c < graph.channel_count(); ++c) {
    if (closed[c] == 0) leaving.push_back(c);
  }
  while (!leaving.empty()) {
    const Channel gone = leaving.back();
    leaving.pop_back();
    for (const std::uint32_t w : named_by[gone]) {
      if (!waits[w].closed) continue;
      waits[w].closed = false;
      if (--closed[waits[w].owner] == 0) leaving.push_back(waits[w].owner);
    }
  }
  std::vector<Channel> set;
  for (Channel c = 0; c < graph.channel_count(); ++c) {
    if (closed[c] != 0) set.push_back(c);
  }
  return set;
}

}  // namespace selvage::certify
