// SPDX-License-Identifier: Apache-2.0
/// \file
/// Strongly connected components (Tarjan 1972, without recursion) and shortest cycles.
#include <algorithm>
#include <limits>

#include "certify/channel_graph.hpp"

namespace selvage::certify {

namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

class Tarjan {
 public:
  explicit Tarjan(const ChannelGraph& graph)
      : graph_(graph),
        index_(graph.channel_count(), kNone),
        low_(graph.channel_count(), 0),
        on_stack_(graph.channel_count(), 0) {
    for (Channel c = 0; c < graph.channel_count(); ++c) {
      if (index_[c] == kNone) visit(c);
    }
  }
  std::vector<std::vector<Channel>> components;  ///< the cyclic ones

 private:
  struct Frame {
    Channel channel;
    std::size_t next = 0;
  };

  void enter(Channel c) {
    index_[c] = low_[c] = count_++;
    stack_.push_back(c);
    on_stack_[c] = 1;
    frames_.push_back({c});
  }

  void visit(Channel root) {
    enter(root);
    while (!frames_.empty()) {
      Frame& f = frames_.back();
      const auto& to = graph_.successors(f.channel);
      if (f.next < to.size()) {
        const Channel n = to[f.next++];
        if (index_[n] == kNone) {
          enter(n);
        } else if (on_stack_[n] != 0) {
          low_[f.channel] = std::min(low_[f.channel], index_[n]);
        }
        continue;
      }
      const Channel done = f.channel;
      frames_.pop_back();
      if (!frames_.empty()) {
        const Channel above = frames_.back().channel;
        low_[above] = std::min(low_[above], low_[done]);
      }
      if (low_[done] == index_[done]) close(done);
    }
  }

  void close(Channel root) {
    std::vector<Channel> members;
    Channel c = root;
    do {
      c = stack_.back();
      stack_.pop_back();
      on_stack_[c] = 0;
      members.push_back(c);
    } while (c != root);
    const auto& to = graph_.successors(root);
    const bool self = std::binary_search(to.begin(), to.end(), root);
    if (members.size() == 1 && !self) return;
    std::sort(members.begin(), members.end());
    components.push_back(std::move(members));
  }

  const ChannelGraph& graph_;
  std::vector<std::uint32_t> index_;
  std::vector<std::uint32_t> low_;
  std::vector<std::uint8_t> on_stack_;
  std::vector<Channel> stack_;
  std::vector<Frame> frames_;
  std::uint32_t count_ = 0;
};

/// A shortest cycle through `start`, shorter than `limit` if limit is not 0; else empty.
std::vector<Channel> cycle_through(const ChannelGraph& graph, Channel start, std::size_t limit,
                                   std::vector<std::uint32_t>& from) {
  std::vector<Channel> layer{start};
  std::vector<Channel> reached;
  std::vector<Channel> cycle;
  for (std::size_t length = 1; !layer.empty() && (limit == 0 || length < limit); ++length) {
    std::vector<Channel> next;
    for (const Channel c : layer) {
      for (const Channel n : graph.successors(c)) {
        if (n == start) {
          for (Channel back = c; back != start; back = from[back]) cycle.push_back(back);
          cycle.push_back(start);
          std::reverse(cycle.begin(), cycle.end());
          break;
        }
        if (from[n] != kNone) continue;
        from[n] = c;
        reached.push_back(n);
        next.push_back(n);
      }
      if (!cycle.empty()) break;
    }
    if (!cycle.empty()) break;
    layer.swap(next);
  }
  for (const Channel c : reached) from[c] = kNone;
  return cycle;
}

}  // namespace

std::vector<std::vector<Channel>> cyclic_components(const ChannelGraph& graph) {
  auto components = Tarjan(graph).components;
  std::stable_sort(components.begin(), components.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  return components;
}

std::vector<Channel> shortest_cycle(const ChannelGraph& graph) {
  std::vector<Channel> best;
  std::vector<std::uint32_t> from(graph.channel_count(), kNone);
  for (const auto& component : cyclic_components(graph)) {
    for (const Channel c : component) {
      auto cycle = cycle_through(graph, c, best.size(), from);
      if (!cycle.empty()) best = std::move(cycle);
    }
  }
  return best;
}

std::string describe_cycle(const ChannelGraph& graph, const Relation& relation,
                           const std::vector<Channel>& cycle) {
  std::string text;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const Channel next = cycle[(i + 1) % cycle.size()];
    const auto& waits = graph.waits(cycle[i]);
    const auto wait = std::find_if(waits.begin(), waits.end(), [next](const Wait& w) {
      return std::binary_search(w.channels.begin(), w.channels.end(), next);
    });
    text += (i > 0 ? "  " : "") + relation.channel_name(cycle[i]);
    if (wait != waits.end()) text += " [->" + relation.destination_name(wait->dest) + "]";
  }
  return text;
}

}  // namespace selvage::certify
