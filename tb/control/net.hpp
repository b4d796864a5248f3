// SPDX-License-Identifier: Apache-2.0
/// \file
/// The controls of a whole system exchanging fault messages cycle by cycle, without a fabric: links
/// of fixed latency that die and come back, ends that notice at random times, requests that fall in
/// at random, as hard on the time contract as it allows.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "control/random.hpp"
#include "cosim/system.hpp"

namespace selvage::tb {

class ControlNet {
 public:
  /// What a switch answered, in order of collection.
  struct Answer {
    SwitchIdx sw = 0;
    PacketId packet = 0;
    RouteDecision decision;
    friend bool operator==(const Answer& a, const Answer& b) {
      return a.sw == b.sw && a.packet == b.packet && a.decision == b.decision;
    }
  };

  ControlNet(System& system, Scoreboard& scoreboard, std::uint64_t seed, unsigned latency = 4)
      : topology_(system.topology()),
        random_(seed),
        latency_(latency),
        switches_(topology_.switch_count()) {
    for (SwitchIdx sw = 0; sw < switches_.size(); ++sw) {
      switches_[sw].control = system.make_control(sw, scoreboard);
    }
  }

  /// The link dies now, its ends notice soon.
  void kill(SwitchPort end) { change(end, false); }
  /// The dead link is back, its ends notice soon. Both have to have noticed its death (FT-REP-7).
  void repair(SwitchPort end) { change(end, true); }
  void kill_random(unsigned count) {
    std::set<std::uint32_t> chosen;
    while (chosen.size() < count) {
      const std::uint32_t link = random_.below(topology_.fallible_link_count());
      if (!is_dead(topology_.fallible_link(link))) chosen.insert(link);
    }
    for (const std::uint32_t link : chosen) kill(topology_.fallible_link(link));
  }
  /// All links that are dead, in random order, some cycles apart.
  void repair_all(unsigned request_percent) {
    while (!dead_.empty()) {
      repair(dead_[random_.below(static_cast<std::uint32_t>(dead_.size()))]);
      for (std::uint32_t i = random_.below(20); i > 0; --i) cycle(request_percent);
    }
  }

  /// One cycle: in each switch perhaps a request, then a step if it needs one.
  void cycle(unsigned request_percent) {
    ++now_;
    deliver();
    for (SwitchIdx sw = 0; sw < switches_.size(); ++sw) {
      Switch& s = switches_[sw];
      collect(sw);
      if (random_.percent(request_percent)) request(sw);
      if (!s.active && !s.input.any()) continue;
      s.input.stop = s.stopped;
      s.control->step(now_, s.input, output_);
      s.input.clear();
      s.active = output_.active;
      carry(sw);
    }
  }
  /// Cycles until nothing is under way; then the last answers.
  void settle(unsigned request_percent) {
    const auto active = [](const Switch& s) { return s.active; };
    while (!flights_.empty() || !flips_.empty() || !notices_.empty() ||
           std::any_of(switches_.begin(), switches_.end(), active)) {
      cycle(request_percent);
    }
    for (int i = 0; i < 3; ++i) cycle(0);
  }
  void finish() {
    for (Switch& s : switches_) s.control->finish(now_);
  }

  [[nodiscard]] SwitchControl& control(SwitchIdx sw) { return *switches_[sw].control; }
  [[nodiscard]] ControlOf control_of() {
    return [this](SwitchIdx sw) -> const SwitchControl& { return *switches_[sw].control; };
  }
  [[nodiscard]] const std::vector<Answer>& answers() const { return answers_; }
  [[nodiscard]] const std::vector<SwitchPort>& dead() const { return dead_; }
  [[nodiscard]] std::uint64_t requests() const { return requests_; }
  [[nodiscard]] Cycle now() const { return now_; }
  /// Changes of state by the event that caused them, and the most hops among them. Events are
  /// numbered from 0 in the order of kill and repair.
  struct Spread {
    std::uint64_t changes = 0;
    unsigned hops = 0;
  };
  [[nodiscard]] const std::map<std::uint32_t, Spread>& spread() const { return spread_; }

 private:
  struct Asked {
    Cycle cycle = 0;
    PacketId packet = 0;
  };
  struct Switch {
    std::unique_ptr<SwitchControl> control;
    StepInput input;
    PortMask dead = 0;
    PortMask stopped = 0;  ///< stop flags seen
    PortMask stop = 0;     ///< stop flags driven
    bool active = false;
    std::deque<Asked> asked;
  };
  struct Flight {
    Cycle at = 0;
    SwitchPort to;
    PortedMessage message;
  };
  struct Flip {
    SwitchPort at;
    bool stop = false;
  };
  struct Notice {
    SwitchPort end;
    LinkEvent event;
  };

  static PortMask bit(PortIdx port) { return PortMask{1} << port; }
  [[nodiscard]] bool is_dead(SwitchPort end) const {
    return (switches_[end.sw].dead & bit(end.port)) != 0;
  }
  [[nodiscard]] SwitchPort far_end(SwitchPort end) const {
    const PortEnd far = topology_.peer(end.sw, end.port);
    return {far.index, far.port};
  }

  void change(SwitchPort link, bool up) {
    const std::uint32_t event = events_++;
    for (const SwitchPort end : {link, far_end(link)}) {
      Switch& s = switches_[end.sw];
      s.dead ^= bit(end.port);
      s.stopped &= ~bit(end.port);
      const SwitchPort far = far_end(end);
      if (up && (switches_[far.sw].stop & bit(far.port)) != 0) {
        flips_.insert({now_ + latency_ + 1, {end, true}});
      }
      notices_.insert({now_ + 1 + random_.below(20), {end, {end.port, up, event}}});
    }
    const auto on_link = [this](SwitchPort end) { return is_dead(end); };
    if (up) {
      const SwitchPort far = far_end(link);
      dead_.erase(std::find_if(dead_.begin(), dead_.end(), [&](const SwitchPort& d) {
        return (d.sw == link.sw && d.port == link.port) || (d.sw == far.sw && d.port == far.port);
      }));
      return;
    }
    dead_.push_back(link);
    flights_.erase(std::remove_if(flights_.begin(), flights_.end(),
                                  [&](const Flight& f) { return on_link(f.to); }),
                   flights_.end());
    for (auto f = flips_.begin(); f != flips_.end();) {
      f = on_link(f->second.at) ? flips_.erase(f) : std::next(f);
    }
  }

  void deliver() {
    for (; !flights_.empty() && flights_.front().at == now_; flights_.pop_front()) {
      switches_[flights_.front().to.sw].input.arrivals.push_back(flights_.front().message);
    }
    for (; !flips_.empty() && flips_.begin()->first == now_; flips_.erase(flips_.begin())) {
      const Flip& flip = flips_.begin()->second;
      PortMask& stopped = switches_[flip.at.sw].stopped;
      stopped = flip.stop ? stopped | bit(flip.at.port) : stopped & ~bit(flip.at.port);
    }
    for (; !notices_.empty() && notices_.begin()->first == now_; notices_.erase(notices_.begin())) {
      const Notice& n = notices_.begin()->second;
      switches_[n.end.sw].input.links.push_back(n.event);
    }
  }

  void carry(SwitchIdx sw) {
    Switch& s = switches_[sw];
    if (output_.changed) {
      Spread& spread = spread_[output_.cause.event];
      ++spread.changes;
      spread.hops = std::max<unsigned>(spread.hops, output_.cause.hops);
    }
    for (const PortedMessage& m : output_.sent) {
      if ((s.dead & bit(m.port)) != 0) continue;
      const SwitchPort far = far_end({sw, m.port});
      flights_.push_back({now_ + latency_, far, {far.port, m.message, m.cause}});
    }
    for (PortMask left = (s.stop ^ output_.stop) & ~s.dead; left != 0; left &= left - 1) {
      const auto port = static_cast<PortIdx>(__builtin_ctzll(left));
      const bool stop = (output_.stop & bit(port)) != 0;
      flips_.insert({now_ + latency_ + 1, {far_end({sw, port}), stop}});
    }
    s.stop = output_.stop;
  }

  void collect(SwitchIdx sw) {
    Switch& s = switches_[sw];
    while (!s.asked.empty() && s.asked.front().cycle + SwitchControl::kRouteLatency <= now_) {
      answers_.push_back({sw, s.asked.front().packet, s.control->collect(now_)});
      s.asked.pop_front();
    }
  }
  void request(SwitchIdx sw) {
    RouteRequest r;
    r.packet = requests_++;
    r.source = random_.below(topology_.host_count());
    r.destination = random_.below(topology_.host_count());
    r.in_port = static_cast<PortIdx>(random_.below(topology_.port_count(sw)));
    switches_[sw].control->request(now_, r);
    switches_[sw].asked.push_back({now_, r.packet});
  }

  const Topology& topology_;
  Random random_;
  unsigned latency_;
  std::vector<Switch> switches_;
  std::vector<SwitchPort> dead_;
  std::deque<Flight> flights_;
  std::multimap<Cycle, Flip> flips_;
  std::multimap<Cycle, Notice> notices_;
  std::vector<Answer> answers_;
  std::map<std::uint32_t, Spread> spread_;
  StepOutput output_;
  std::uint32_t events_ = 0;
  std::uint64_t requests_ = 0;
  Cycle now_ = 0;
};

}  // namespace selvage::tb
