// SPDX-License-Identifier: Apache-2.0
#include "golden/twolevel/flow_classifier.hpp"

#include <algorithm>

namespace selvage::golden {

namespace {

FlowKey key_of(std::uint64_t number) {
  return {static_cast<HostIdx>(number >> 32U), static_cast<HostIdx>(number)};
}

}  // namespace

FlowClassifier::FlowClassifier(const FlowOptions& options, unsigned first_port, unsigned ports)
    : options_(options), first_(first_port), loads_(ports), counting_(ports) {}

PortIdx FlowClassifier::least_loaded(PortIdx preferred) const {
  const std::size_t ports = loads_.size();
  std::size_t best = preferred - first_;
  for (std::size_t i = 1; i < ports; ++i) {
    const std::size_t p = (preferred - first_ + i) % ports;
    if (loads_[p] + counting_[p] < loads_[best] + counting_[best]) best = p;
  }
  return static_cast<PortIdx>(first_ + best);
}

FlowClassifier::Way FlowClassifier::request(Cycle now, FlowKey key, PacketId packet,
                                            PortIdx preferred,
                                            std::optional<PacketId> acknowledged) {
  const auto [at, is_new] = flows_.try_emplace(key.number());
  Flow& flow = at->second;
  if (is_new) flow.port = least_loaded(preferred);
  if (flow.next) {
    const bool drained = !flow.last || (acknowledged && *acknowledged >= *flow.last);
    const bool overdue = now >= flow.since + options_.hold;
    // A packet that has taken the old path and requests again is no reason to hold.
    const bool gone = flow.last && packet <= *flow.last;
    if (options_.ordered && !drained && !overdue && !gone) {
      counts_.held += flow.waited ? 0 : 1;
      flow.waited = true;
      return {flow.port, true};
    }
    if (!gone) {
      counts_.overdue += options_.ordered && !drained ? 1 : 0;
      flow.port = *flow.next;
      flow.next.reset();
      ++counts_.moved;
    }
  }
  if (!flow.last || packet > *flow.last) {
    ++flow.counting;
    ++counting_[flow.port - first_];
    flow.last = packet;
  }
  return {flow.port, false};
}

void FlowClassifier::diverted(FlowKey key, PortIdx port) {
  const auto at = flows_.find(key.number());
  if (at != flows_.end()) at->second.port = port;
}

void FlowClassifier::move(Cycle now, Flow& flow, PortIdx port) {
  flow.next.reset();
  if (flow.port == port) return;
  flow.next = port;
  flow.since = now;
  flow.waited = false;
}

void FlowClassifier::assign(Cycle now, FlowKey key, PortIdx port) {
  const auto [at, is_new] = flows_.try_emplace(key.number());
  Flow& flow = at->second;
  flow.assigned = flow.reported = true;
  if (is_new) flow.port = port;
  move(now, flow, port);
}

void FlowClassifier::refuse(FlowKey key) {
  const auto at = flows_.find(key.number());
  if (at == flows_.end()) return;
  at->second.reported = false;
  at->second.refused = true;
}

FlowClassifier::Changes FlowClassifier::pass(Cycle now) {
  Changes changes;
  std::fill(counting_.begin(), counting_.end(), 0);
  std::fill(loads_.begin(), loads_.end(), 0);
  for (auto& entry : flows_) {
    Flow& flow = entry.second;
    flow.size = flow.counting;
    flow.counting = 0;
    flow.idle = flow.size == 0 ? flow.idle + 1 : 0;
    loads_[flow.next.value_or(flow.port) - first_] += flow.size;
  }
  forget_idle(changes);
  report(false, changes);
  even_out(now);
  report(true, changes);
  std::sort(changes.large.begin(), changes.large.end());
  std::sort(changes.ended.begin(), changes.ended.end());
  return changes;
}

void FlowClassifier::report(bool refused, Changes& changes) {
  if (!options_.scheduler) return;
  for (auto& [number, flow] : flows_) {
    if (flow.reported || flow.next || flow.refused != refused) continue;
    if (flow.size < options_.large) continue;
    flow.reported = true;
    changes.large.push_back(key_of(number));
  }
}

void FlowClassifier::forget_idle(Changes& changes) {
  for (auto at = flows_.begin(); at != flows_.end();) {
    if (at->second.idle < kIdlePeriods) {
      ++at;
      continue;
    }
    if (at->second.assigned) changes.ended.push_back(key_of(at->first));
    at = flows_.erase(at);
  }
}

/// From the port with the most to the one with the least: the largest flow that is smaller than
/// their difference, so that the larger of the two becomes smaller.
void FlowClassifier::even_out(Cycle now) {
  for (unsigned i = 0; i < options_.moves; ++i) {
    const auto most = std::max_element(loads_.begin(), loads_.end());
    const auto least = std::min_element(loads_.begin(), loads_.end());
    const std::uint64_t difference = *most - *least;
    const auto from = static_cast<PortIdx>(first_ + (most - loads_.begin()));
    Flow* best = nullptr;
    std::uint64_t best_number = 0;
    for (auto& [number, flow] : flows_) {
      if (flow.port != from || flow.next || flow.reported) continue;
      if (flow.size == 0 || flow.size >= difference) continue;
      // By size, then by number: the order of the table must not matter.
      if (best != nullptr &&
          (flow.size < best->size || (flow.size == best->size && number > best_number))) {
        continue;
      }
      best = &flow;
      best_number = number;
    }
    if (best == nullptr) return;
    *most -= best->size;
    *least += best->size;
    move(now, *best, static_cast<PortIdx>(first_ + (least - loads_.begin())));
  }
}

}  // namespace selvage::golden
