// SPDX-License-Identifier: Apache-2.0
#include "golden/fattree/settle.hpp"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <unordered_set>

namespace selvage::golden {

namespace {

/// A message under way; (to, port), its receiving end, identifies the directed link.
struct Flight {
  SwitchIdx to = 0;
  PortIdx port = 0;
  ControlMessage message;
};

/// A ULFM that a switch has passed on, and from which side it came.
struct PassedOn {
  SwitchIdx by = 0;
  bool from_above = false;
  ControlMessage message;
  friend bool operator==(const PassedOn& a, const PassedOn& b) {
    return a.by == b.by && a.from_above == b.from_above && a.message == b.message;
  }
  struct Hash {
    std::size_t operator()(const PassedOn& x) const {
      std::uint64_t key = x.message.body * 8U + x.message.level;
      key = (key * kMaxPorts + x.message.port) * 2U + (x.from_above ? 1U : 0U);
      return (key * 0x9E3779B97F4A7C15U) ^ (x.by * 0xC2B2AE3D27D4EB4FU);
    }
  };
};

}  // namespace

struct SettledTree::Impl {
  const FatTree* tree;
  unsigned lft_capacity;
  Rule rule;
  MessageBugs bugs;
  std::vector<std::unique_ptr<MessageMachine>> machines;
  std::vector<SwitchIdx> created;
  std::unordered_map<SwitchIdx, PortMask> dead_ports;
  std::deque<Flight> flights;  ///< oldest first, so also in order on every link
  std::vector<OutMessage> out;
  bool skip_repeats = false;
  std::unordered_set<PassedOn, PassedOn::Hash> passed_on;

  // While settling in a chosen order: one queue per directed link, and which are not empty.
  bool by_lane = false;
  std::vector<std::deque<Flight>> lanes;
  std::unordered_map<std::uint64_t, std::size_t> lane_of;
  std::vector<std::size_t> waiting;

  MessageMachine& machine(SwitchIdx sw) {
    auto& slot = machines[sw];
    if (!slot) {
      slot = std::make_unique<MessageMachine>(*tree, sw, lft_capacity, rule, bugs);
      created.push_back(sw);
    }
    return *slot;
  }

  [[nodiscard]] PortMask dead_at(SwitchIdx sw) const {
    const auto found = dead_ports.find(sw);
    return found == dead_ports.end() ? 0 : found->second;
  }

  void put(const Flight& flight) {
    if (!by_lane) {
      flights.push_back(flight);
      return;
    }
    const auto key = std::uint64_t{flight.to} * kMaxPorts + flight.port;
    const auto [at, is_new] = lane_of.emplace(key, lanes.size());
    if (is_new) lanes.emplace_back();
    if (lanes[at->second].empty()) waiting.push_back(at->second);
    lanes[at->second].push_back(flight);
  }

  /// Puts what a switch sends on its links; what goes on a dead link is lost.
  void send(SwitchIdx from) {
    if (out.empty()) return;
    const PortMask dead = dead_at(from);
    for (const OutMessage& sent : out) {
      if (((dead >> sent.port) & 1U) != 0) continue;
      const PortEnd far = tree->peer(from, sent.port);
      put({far.index, far.port, sent.message});
    }
    out.clear();
  }

  bool deliver(const Flight& flight) {
    const FaultMessage message = decode(flight.message);
    const unsigned l = tree->level(flight.to);
    if (skip_repeats && message.kind == FaultMessage::Kind::kUlfm && message.level != l) {
      const bool from_above = flight.port >= tree->down_ports(l);
      if (!passed_on.insert({flight.to, from_above, flight.message}).second) return false;
    }
    const auto result = machine(flight.to).receive(flight.port, message, out);
    send(flight.to);
    return result.changed;
  }

  void detect(const SwitchPort& end) {
    if (((dead_at(end.sw) >> end.port) & 1U) != 0) {
      machine(end.sw).link_down(end.port, out);
    } else {
      machine(end.sw).link_up(end.port, out);
    }
    send(end.sw);
  }
};

SettledTree::SettledTree(const FatTree& tree, unsigned lft_capacity, Rule rule, MessageBugs bugs)
    : tree_(&tree), impl_(std::make_unique<Impl>()) {
  impl_->tree = &tree;
  impl_->lft_capacity = lft_capacity;
  impl_->rule = rule;
  impl_->bugs = bugs;
  impl_->machines.resize(tree.switch_count());
}

SettledTree::~SettledTree() = default;
SettledTree::SettledTree(SettledTree&&) noexcept = default;
SettledTree& SettledTree::operator=(SettledTree&&) noexcept = default;

void SettledTree::kill(SwitchPort link) { kill_all({link}); }

/// Lower ends of those that were alive.
std::vector<SwitchPort> SettledTree::cut_all(const std::vector<SwitchPort>& links) {
  std::vector<SwitchPort> killed;
  for (const SwitchPort& link : links) {
    if (cut(link)) killed.push_back(lower_end(link));
  }
  return killed;
}

void SettledTree::kill_all(const std::vector<SwitchPort>& links) {
  for (const SwitchPort& lower : cut_all(links)) {
    detect(lower);
    detect(far_end(lower));
  }
}

void SettledTree::kill_all_lower_first(const std::vector<SwitchPort>& links) {
  const std::vector<SwitchPort> killed = cut_all(links);
  for (const SwitchPort& lower : killed) detect(lower);
  settle();
  for (const SwitchPort& lower : killed) detect(far_end(lower));
}

void SettledTree::repair(SwitchPort link) {
  if (!mend(link)) return;
  const SwitchPort lower = lower_end(link);
  detect(lower);
  detect(far_end(lower));
}

bool SettledTree::cut(SwitchPort link) {
  const SwitchPort lower = lower_end(link);
  const SwitchPort upper = far_end(lower);
  if (((impl_->dead_at(lower.sw) >> lower.port) & 1U) != 0) return false;
  impl_->dead_ports[lower.sw] |= PortMask{1} << lower.port;
  impl_->dead_ports[upper.sw] |= PortMask{1} << upper.port;
  dead_.push_back(lower);
  auto& flights = impl_->flights;
  const auto lost = [this](const Flight& flight) {
    return ((impl_->dead_at(flight.to) >> flight.port) & 1U) != 0;
  };
  flights.erase(std::remove_if(flights.begin(), flights.end(), lost), flights.end());
  return true;
}

bool SettledTree::mend(SwitchPort link) {
  require(!impl_->skip_repeats, "repair while repeats are skipped");
  const SwitchPort lower = lower_end(link);
  const SwitchPort upper = far_end(lower);
  if (((impl_->dead_at(lower.sw) >> lower.port) & 1U) == 0) return false;
  impl_->dead_ports[lower.sw] &= ~(PortMask{1} << lower.port);
  impl_->dead_ports[upper.sw] &= ~(PortMask{1} << upper.port);
  dead_.erase(
      std::remove_if(dead_.begin(), dead_.end(),
                     [&](const SwitchPort& d) { return d.sw == lower.sw && d.port == lower.port; }),
      dead_.end());
  return true;
}

void SettledTree::detect(SwitchPort end) { impl_->detect(end); }

SwitchPort SettledTree::far_end(SwitchPort end) const {
  const PortEnd far = tree_->peer(end.sw, end.port);
  return {far.index, far.port};
}

SwitchPort SettledTree::lower_end(SwitchPort link) const {
  const SwitchPort far = far_end(link);
  return far.sw < link.sw ? far : link;
}

SettledTree::Round SettledTree::deliver_round() {
  Round round;
  for (std::size_t left = impl_->flights.size(); left > 0; --left) {
    const Flight flight = impl_->flights.front();
    impl_->flights.pop_front();
    ++round.delivered;
    if (impl_->deliver(flight)) ++round.changes;
  }
  return round;
}

std::uint64_t SettledTree::settle() {
  std::uint64_t delivered = 0;
  while (!impl_->flights.empty()) delivered += deliver_round().delivered;
  return delivered;
}

void SettledTree::sort_into_lanes() {
  impl_->lanes.clear();
  impl_->lane_of.clear();
  impl_->by_lane = !impl_->flights.empty();
  for (const Flight& flight : impl_->flights) impl_->put(flight);
  impl_->flights.clear();
}

std::size_t SettledTree::waiting_lanes() const { return impl_->waiting.size(); }

void SettledTree::deliver_from_lane(std::size_t which) {
  const std::size_t lane = impl_->waiting[which];
  const Flight flight = impl_->lanes[lane].front();
  impl_->lanes[lane].pop_front();
  if (impl_->lanes[lane].empty()) {
    impl_->waiting[which] = impl_->waiting.back();
    impl_->waiting.pop_back();
  }
  impl_->deliver(flight);
  if (impl_->waiting.empty()) impl_->by_lane = false;
}

void SettledTree::reset() {
  for (const SwitchIdx sw : impl_->created) impl_->machines[sw]->reset();
  impl_->dead_ports.clear();
  impl_->flights.clear();
  impl_->passed_on.clear();
  dead_.clear();
}

void SettledTree::skip_repeats() { impl_->skip_repeats = true; }

const MessageMachine& SettledTree::machine(SwitchIdx sw) { return impl_->machine(sw); }

std::uint64_t SettledTree::overflows() const {
  std::uint64_t sum = 0;
  for (const SwitchIdx sw : impl_->created) sum += impl_->machines[sw]->state().lft.overflows();
  return sum;
}

}  // namespace selvage::golden
