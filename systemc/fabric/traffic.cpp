// SPDX-License-Identifier: Apache-2.0
#include "fabric/traffic.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace selvage::fabric {
namespace {

std::vector<HostIdx> permutation(TrafficPattern pattern, std::uint32_t hosts) {
  std::vector<HostIdx> to(hosts);
  std::uint32_t rows = 1;
  for (std::uint32_t r = 1; std::uint64_t{r} * r <= hosts; ++r) {
    if (hosts % r == 0) rows = r;
  }
  const std::uint32_t columns = hosts / rows;
  for (HostIdx i = 0; i < hosts; ++i) {
    to[i] =
        pattern == TrafficPattern::kTranspose ? (i % columns) * rows + i / columns : hosts - 1 - i;
  }
  return to;
}

/// Of all permutations without a fixed point one with equal chances.
std::vector<HostIdx> random_permutation(std::uint64_t seed, std::uint32_t hosts) {
  std::vector<HostIdx> to(hosts);
  std::iota(to.begin(), to.end(), 0);
  kernel::Stream stream(seed, "permutation");
  const auto fixed_point = [&] {
    for (HostIdx h = 0; h < hosts; ++h) {
      if (to[h] == h) return true;
    }
    return false;
  };
  while (hosts > 1 && fixed_point()) {
    for (std::uint32_t left = hosts; left > 1; --left) {
      std::swap(to[left - 1], to[stream.below(left)]);
    }
  }
  return to;
}

}  // namespace

Traffic::Traffic(const Scenario& scenario, const Topology& topology,
                 const std::vector<SwitchIdx>& faulty)
    : config_(scenario.traffic),
      hosts_(topology.host_count()),
      dead_(hosts_),
      alive_(hosts_),
      rate_(config_.load / config_.mean_beats()),
      class_sum_(std::accumulate(config_.classes.begin(), config_.classes.end(), 0.0)) {
  if (!faulty.empty()) {
    for (HostIdx h = 0; h < hosts_; ++h) {
      dead_[h] = std::binary_search(faulty.begin(), faulty.end(), topology.attachment(h).sw);
      alive_ -= dead_[h] ? 1 : 0;
    }
  }
  when_.reserve(hosts_);
  where_.reserve(hosts_);
  for (HostIdx h = 0; h < hosts_; ++h) {
    when_.emplace_back(scenario.seed, "injection", h);
    where_.emplace_back(scenario.seed, "destination", h);
  }
  if (config_.pattern == TrafficPattern::kTranspose ||
      config_.pattern == TrafficPattern::kBitComplement) {
    fixed_ = permutation(config_.pattern, hosts_);
  } else if (config_.pattern == TrafficPattern::kPermutation) {
    fixed_ = random_permutation(scenario.seed, hosts_);
  } else if (config_.pattern == TrafficPattern::kIncast) {
    draw_incast(scenario);
  } else if (config_.pattern == TrafficPattern::kFlows) {
    list_flows(scenario);
  }
  for (HostIdx h = 0; h < hosts_; ++h) traits_.emplace_back(scenario.seed, "traits", h);
  const bool by_flow = config_.pattern == TrafficPattern::kFlows;
  const std::size_t streams = config_.mix.empty() ? 0 : by_flow ? sources_.size() : hosts_;
  for (std::size_t i = 0; i < streams; ++i) {
    lengths_.emplace_back(scenario.seed, by_flow ? "flow_length" : "length", i);
  }
  for (const std::string& name : config_.hot_hosts) {
    std::string why;
    const auto host = topology.parse_host(name, why);
    assert(host && "the configuration has checked the hot hosts");
    if (!dead_[*host]) hot_.push_back(*host);
  }
  if (config_.pattern == TrafficPattern::kTrace) {
    trace_.resize(hosts_);
    for (auto it = config_.trace.rbegin(); it != config_.trace.rend(); ++it) {
      if (!dead_[it->source] && !dead_[it->destination]) trace_[it->source].push_back(*it);
    }
  }
}

void Traffic::draw_incast(const Scenario& scenario) {
  assert(config_.incast_to && "the configuration has asked for a receiver");
  const HostIdx to = *config_.incast_to;
  std::vector<HostIdx> senders;
  for (HostIdx h = 0; h < hosts_; ++h) {
    if (h != to && !dead_[h] && !dead_[to]) senders.push_back(h);
  }
  if (config_.incast_senders != 0 && config_.incast_senders < senders.size()) {
    kernel::Stream stream(scenario.seed, "incast");
    for (unsigned i = 0; i < config_.incast_senders; ++i) {
      std::swap(senders[i], senders[i + stream.below(senders.size() - i)]);
    }
    senders.resize(config_.incast_senders);
    std::sort(senders.begin(), senders.end());
  }
  fixed_.resize(hosts_);
  std::iota(fixed_.begin(), fixed_.end(), 0);  // silent
  flow_of_.assign(hosts_, kNoFlow);
  for (const HostIdx h : senders) {
    fixed_[h] = to;
    flow_of_[h] = static_cast<std::uint32_t>(flows_.size());
    flows_.push_back({h, to, config_.load, 0, true});
  }
}

void Traffic::list_flows(const Scenario& scenario) {
  own_.resize(hosts_);
  for (const NamedFlow& f : config_.flows) {
    const auto index = static_cast<std::uint32_t>(flows_.size());
    flows_.push_back(f);
    sources_.push_back(
        {f.load / config_.mean_beats(), kernel::Stream(scenario.seed, "flow", index), kNever});
    if (!dead_[f.source] && !dead_[f.destination] && f.load > 0) own_[f.source].push_back(index);
  }
}

/// The flow whose packet comes next; of several the first.
std::uint32_t Traffic::first_due(HostIdx host) const {
  return *std::min_element(
      own_[host].begin(), own_[host].end(),
      [this](std::uint32_t a, std::uint32_t b) { return sources_[a].due < sources_[b].due; });
}

Cycle Traffic::first(HostIdx host, Cycle from) {
  if (config_.pattern == TrafficPattern::kFlows) {
    for (const std::uint32_t f : own_[host]) {
      sources_[f].due = from + sources_[f].stream.geometric(sources_[f].rate) - 1;
    }
    return own_[host].empty() ? kNever : sources_[first_due(host)].due;
  }
  if (config_.pattern == TrafficPattern::kTrace) {
    return trace_[host].empty() ? kNever : trace_[host].back().cycle;
  }
  if (config_.pattern == TrafficPattern::kApplication) return kNever;  // see ApplicationRun
  if (rate_ <= 0.0 || alive_ < 2 || dead_[host]) return kNever;
  if (!fixed_.empty() && (fixed_[host] == host || dead_[fixed_[host]])) return kNever;
  return from + when_[host].geometric(rate_) - 1;
}

Cycle Traffic::next(HostIdx host, Cycle now) {
  if (config_.pattern == TrafficPattern::kTrace) {
    trace_[host].pop_back();
    return first(host, now);
  }
  if (config_.pattern == TrafficPattern::kFlows) {
    Source& sent = sources_[first_due(host)];
    sent.due += sent.stream.geometric(sent.rate);
    return sources_[first_due(host)].due;
  }
  return now + when_[host].geometric(rate_);
}

HostIdx Traffic::destination(HostIdx host) {
  switch (config_.pattern) {
    case TrafficPattern::kTranspose:
    case TrafficPattern::kBitComplement:
    case TrafficPattern::kPermutation:
    case TrafficPattern::kIncast: return fixed_[host];
    case TrafficPattern::kFlows: return flows_[first_due(host)].destination;
    case TrafficPattern::kTrace: return trace_[host].back().destination;
    case TrafficPattern::kHotSpot:
      if (!hot_.empty() && where_[host].chance(config_.hot_fraction)) {
        const HostIdx hot = hot_[where_[host].below(hot_.size())];
        if (hot != host) return hot;
      }
      return other_than(host, where_[host]);
    case TrafficPattern::kApplication:
    case TrafficPattern::kUniform: break;
  }
  return other_than(host, where_[host]);
}

std::uint8_t Traffic::length(HostIdx host) {
  if (config_.pattern == TrafficPattern::kTrace && trace_[host].back().length) {
    return *trace_[host].back().length;
  }
  if (lengths_.empty()) return 0;
  const bool by_flow = config_.pattern == TrafficPattern::kFlows;
  double left = lengths_[by_flow ? first_due(host) : host].unit();
  std::uint8_t length = 0;
  while (length + 1U < config_.mix.size() && left >= config_.mix[length].share) {
    left -= config_.mix[length++].share;
  }
  return length;
}

Offer Traffic::offer(HostIdx host) {
  Offer offer;
  offer.destination = destination(host);
  offer.length = length(host);
  if (config_.pattern == TrafficPattern::kFlows) {
    offer.flow = first_due(host);
    offer.tc = flows_[offer.flow].tc;
    offer.ordered = flows_[offer.flow].ordered;
    return offer;
  }
  if (!flow_of_.empty()) offer.flow = flow_of_[host];
  if (config_.ordered < 1) offer.ordered = traits_[host].chance(config_.ordered);
  if (config_.classes.size() > 1) {
    double left = traits_[host].unit() * class_sum_;
    while (offer.tc + 1U < config_.classes.size() && left >= config_.classes[offer.tc]) {
      left -= config_.classes[offer.tc++];
    }
  }
  return offer;
}

HostIdx Traffic::other_than(HostIdx host, kernel::Stream& stream) const {
  for (;;) {
    const auto draw = static_cast<HostIdx>(stream.below(hosts_ - 1));
    const HostIdx other = draw < host ? draw : draw + 1;
    if (!dead_[other]) return other;
  }
}

}  // namespace selvage::fabric
