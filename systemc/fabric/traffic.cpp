// SPDX-License-Identifier: Apache-2.0
#include "fabric/traffic.hpp"

#include <algorithm>
#include <cassert>

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
    to[i] = pattern == TrafficPattern::kTranspose ? (i % columns) * rows + i / columns
                                                  : hosts - 1 - i;
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
      rate_(config_.load / config_.packet_beats) {
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

Cycle Traffic::first(HostIdx host, Cycle from) {
  if (config_.pattern == TrafficPattern::kTrace) {
    return trace_[host].empty() ? kNever : trace_[host].back().cycle;
  }
  if (rate_ <= 0.0 || alive_ < 2 || dead_[host]) return kNever;
  if (!fixed_.empty() && (fixed_[host] == host || dead_[fixed_[host]])) return kNever;
  return from + when_[host].geometric(rate_) - 1;
}

Cycle Traffic::next(HostIdx host, Cycle now) {
  if (config_.pattern == TrafficPattern::kTrace) {
    trace_[host].pop_back();
    return first(host, now);
  }
  return now + when_[host].geometric(rate_);
}

HostIdx Traffic::destination(HostIdx host) {
  switch (config_.pattern) {
    case TrafficPattern::kTranspose:
    case TrafficPattern::kBitComplement:
      return fixed_[host];
    case TrafficPattern::kTrace:
      return trace_[host].back().destination;
    case TrafficPattern::kHotSpot:
      if (!hot_.empty() && where_[host].chance(config_.hot_fraction)) {
        const HostIdx hot = hot_[where_[host].below(hot_.size())];
        if (hot != host) return hot;
      }
      return other_than(host, where_[host]);
    case TrafficPattern::kUniform:
      break;
  }
  return other_than(host, where_[host]);
}

HostIdx Traffic::other_than(HostIdx host, kernel::Stream& stream) const {
  for (;;) {
    const auto draw = static_cast<HostIdx>(stream.below(hosts_ - 1));
    const HostIdx other = draw < host ? draw : draw + 1;
    if (!dead_[other]) return other;
  }
}

}  // namespace selvage::fabric
