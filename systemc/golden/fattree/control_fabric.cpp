// SPDX-License-Identifier: Apache-2.0
#include "golden/fattree/control_fabric.hpp"

#include <algorithm>

namespace selvage::golden {

namespace {

constexpr PortMask bit(PortIdx port) { return PortMask{1} << port; }

void forget(ControlInput& input) {
  input.arrivals.clear();
  input.link_down = input.link_up = 0;
}

}  // namespace

ControlFabric::ControlFabric(const FatTree& tree, const ControlFabricConfig& config)
    : tree_(&tree), latency_(config.timing.latency) {
  const SwitchIdx count = tree.switch_count();
  planes_.reserve(count);
  states_.reserve(count);
  for (SwitchIdx sw = 0; sw < count; ++sw) {
    planes_.emplace_back(tree, sw, config.rule, config.bugs, config.timing);
    states_.push_back(planes_.back().power_on(config.lft_capacity));
  }
  inputs_.resize(count);
  outputs_.resize(count);
  dead_ports_.resize(count);
  stop_seen_.resize(count);
  stop_driven_.resize(count);
  links_.resize(tree.fallible_link_count());
  slots_.resize(latency_ + 2);
  is_active_.resize(count);
}

void ControlFabric::kill(Cycle at, SwitchPort link, Cycle lower, Cycle upper) {
  require(at >= now_, "kill in the past");
  schedule_.insert({at, {Action::Kind::kKill, lower_end(link), lower, upper, 0}});
}

void ControlFabric::repair(Cycle at, SwitchPort link, Cycle lower, Cycle upper) {
  require(at >= now_, "repair in the past");
  schedule_.insert({at, {Action::Kind::kRepair, lower_end(link), lower, upper, 0}});
}

void ControlFabric::mistake(SwitchPort end, Cycle down, Cycle up) {
  require(down >= now_ && up > down, "false alarm in the past");
  schedule_.insert({down, {Action::Kind::kFalseDown, end, 0, 0, 0}});
  schedule_.insert({up, {Action::Kind::kFalseUp, end, 0, 0, 0}});
}

void ControlFabric::run(Cycle until) {
  while (now_ < until) {
    if (quiet()) {
      const Cycle next = schedule_.empty() ? until : std::min(until, schedule_.begin()->first);
      if (next > now_) {
        now_ = next;
        continue;
      }
    }
    step();
  }
}

bool ControlFabric::settle(Cycle limit) {
  while (!quiet() || !schedule_.empty()) {
    if (now_ >= limit) return false;
    run(quiet() ? std::min(limit, schedule_.begin()->first + 1) : now_ + 1);
  }
  return true;
}

ControlState& ControlFabric::touch(SwitchIdx sw) {
  wake(sw);
  return states_[sw];
}

void ControlFabric::wake(SwitchIdx sw) {
  if (is_active_[sw]) return;
  is_active_[sw] = true;
  active_.push_back(sw);
  forget(inputs_[sw]);
}

void ControlFabric::step() {
  for (const SwitchIdx sw : active_) forget(inputs_[sw]);
  while (!schedule_.empty() && schedule_.begin()->first <= now_) {
    const Action action = schedule_.begin()->second;
    schedule_.erase(schedule_.begin());
    act(action);
  }
  deliver(slot(now_));
  for (const SwitchIdx sw : active_) {
    inputs_[sw].stop = stop_seen_[sw];
    if (observer_ != nullptr) observer_->before(sw, now_, states_[sw], inputs_[sw]);
    planes_[sw].step(states_[sw], inputs_[sw], outputs_[sw]);
    if (observer_ != nullptr) observer_->after(sw, states_[sw], outputs_[sw]);
    ++plane_cycles_;
    if (outputs_[sw].changed) last_change_ = now_;
    carry(sw);
  }
  std::size_t kept = 0;
  for (const SwitchIdx sw : active_) {
    if (states_[sw].quiet()) {
      is_active_[sw] = false;
    } else {
      active_[kept++] = sw;
    }
  }
  active_.resize(kept);
  ++now_;
}

/// What arrives in this cycle.
void ControlFabric::deliver(Slot& slot) {
  for (const Flip& flip : slot.flips) {
    PortMask& seen = stop_seen_[flip.at.sw];
    seen = flip.stop ? seen | bit(flip.at.port) : seen & ~bit(flip.at.port);
  }
  under_way_ -= slot.flips.size() + slot.flights.size();
  slot.flips.clear();
  for (const Flight& flight : slot.flights) {
    wake(flight.to.sw);
    inputs_[flight.to.sw].arrivals.push_back({flight.to.port, flight.message});
  }
  slot.flights.clear();
}

/// What switch sw shows goes into the links. A message arrives `latency` cycles from now. Stop is
/// asked at the end of this cycle and seen at the end of the one `latency` cycles from now: it
/// governs what is sent from the next one on.
void ControlFabric::carry(SwitchIdx sw) {
  Slot& then = slot(now_ + latency_);
  Slot& stops = slot(now_ + latency_ + 1);
  for (const PortMessage& sent : outputs_[sw].sent) {
    if (is_dead({sw, sent.port})) {
      ++lost_;
      continue;
    }
    then.flights.push_back({far_end({sw, sent.port}), sent.message});
    ++under_way_;
  }
  const PortMask flips = outputs_[sw].stop ^ stop_driven_[sw];
  stop_driven_[sw] = outputs_[sw].stop;
  for (PortMask left = flips & ~dead_ports_[sw]; left != 0; left &= left - 1) {
    const auto port = static_cast<PortIdx>(__builtin_ctzll(left));
    stops.flips.push_back({far_end({sw, port}), (stop_driven_[sw] & bit(port)) != 0});
    ++under_way_;
  }
}

void ControlFabric::act(const Action& action) {
  bool down = false;
  switch (action.kind) {
    case Action::Kind::kKill:
    case Action::Kind::kRepair: set_dead(action, action.kind == Action::Kind::kKill); return;
    case Action::Kind::kNotice: {
      Link& link = link_of(lower_end(action.end));
      if (link.epoch != action.epoch) return;
      --link.unnoticed;
      down = link.dead;
      break;
    }
    case Action::Kind::kFalseDown:
    case Action::Kind::kFalseUp: down = action.kind == Action::Kind::kFalseDown; break;
  }
  wake(action.end.sw);
  ControlInput& input = inputs_[action.end.sw];
  (down ? input.link_down : input.link_up) |= bit(action.end.port);
}

void ControlFabric::set_dead(const Action& action, bool dead) {
  const SwitchPort lower = action.end;
  const SwitchPort upper = far_end(lower);
  Link& link = link_of(lower);
  if (link.dead == dead) return;
  require(dead || link.unnoticed == 0, "repair of a link before both ends have noticed its death");
  link.dead = dead;
  ++link.epoch;
  link.unnoticed = 2;
  const auto same = [](const SwitchPort& a, const SwitchPort& b) {
    return a.sw == b.sw && a.port == b.port;
  };
  for (const SwitchPort& end : {lower, upper}) {
    dead_ports_[end.sw] ^= bit(end.port);
    const Cycle delay = same(end, lower) ? action.lower : action.upper;
    schedule_.insert({now_ + delay, {Action::Kind::kNotice, end, 0, 0, link.epoch}});
    if (!dead && (stop_driven_[far_end(end).sw] & bit(far_end(end).port)) != 0) {
      slot(now_ + latency_).flips.push_back({end, true});
      ++under_way_;
    }
  }
  if (!dead) {
    dead_.erase(std::remove_if(dead_.begin(), dead_.end(),
                               [&](const SwitchPort& d) { return same(d, lower); }),
                dead_.end());
    return;
  }
  dead_.push_back(lower);
  for (Slot& slot : slots_) {
    const auto on_link = [&](const SwitchPort& to) { return same(to, lower) || same(to, upper); };
    const auto flights = std::remove_if(slot.flights.begin(), slot.flights.end(),
                                        [&](const Flight& f) { return on_link(f.to); });
    const auto gone = static_cast<std::uint64_t>(slot.flights.end() - flights);
    slot.flights.erase(flights, slot.flights.end());
    lost_ += gone;
    if (&slot == &this->slot(now_)) {  // these were seen at the end of the last cycle
      under_way_ -= gone;
      continue;
    }
    const auto flips = std::remove_if(slot.flips.begin(), slot.flips.end(),
                                      [&](const Flip& f) { return on_link(f.at); });
    under_way_ -= gone + static_cast<std::uint64_t>(slot.flips.end() - flips);
    slot.flips.erase(flips, slot.flips.end());
  }
  for (const SwitchPort& end : {lower, upper}) {  // nothing is seen at the end of this cycle
    slot(now_ + 1).flips.push_back({end, false});
    ++under_way_;
  }
}

SwitchPort ControlFabric::far_end(SwitchPort end) const {
  const PortEnd far = tree_->peer(end.sw, end.port);
  return {far.index, far.port};
}

SwitchPort ControlFabric::lower_end(SwitchPort link) const {
  const SwitchPort far = far_end(link);
  return far.sw < link.sw ? far : link;
}

ControlFabric::Link& ControlFabric::link_of(SwitchPort lower) {
  return links_[lower.sw * tree_->h() + (lower.port - tree_->h())];
}

}  // namespace selvage::golden
