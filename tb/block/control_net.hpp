// SPDX-License-Identifier: Apache-2.0
/// \file
/// The switches of a whole system exchanging fault messages in clocked time, without a fabric:
/// messages take a random time, requests fall in at random, as hard on the time contract as it
/// allows (an update and a request in the same cycle, updates and requests in every cycle).
#pragma once

#include <deque>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "block/random.hpp"
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

  ControlNet(System& system, Scoreboard& scoreboard, std::uint64_t seed)
      : topology_(system.topology()), random_(seed), switches_(topology_.switch_count()) {
    for (SwitchIdx sw = 0; sw < switches_.size(); ++sw) {
      switches_[sw].control = system.make_control(sw, scoreboard);
    }
  }

  /// The link dies now; both ends notice soon.
  void kill(SwitchPort end) {
    const PortEnd peer = topology_.peer(end.sw, end.port);
    dead_.push_back(end);
    for (const SwitchPort side : {end, SwitchPort{peer.index, peer.port}}) {
      dead_ends_.insert({side.sw, side.port});
      switches_[side.sw].updates.push_back({true, side.port, {}});
      ++under_way_;
    }
  }
  void kill_random(unsigned count) {
    std::set<std::uint32_t> chosen;
    while (chosen.size() < count) chosen.insert(random_.below(topology_.fallible_link_count()));
    for (const std::uint32_t link : chosen) kill(topology_.fallible_link(link));
  }

  /// One cycle: in each switch perhaps a request, then perhaps one update.
  void cycle(unsigned request_percent, unsigned update_percent = 60) {
    ++now_;
    for (SwitchIdx sw = 0; sw < switches_.size(); ++sw) {
      collect(sw);
      // Updates and requests of one cycle come in either order.
      const bool update_first = random_.percent(50);
      const bool update = random_.percent(update_percent);
      if (update && update_first) take_update(sw);
      if (random_.percent(request_percent)) request(sw);
      if (update && !update_first) take_update(sw);
    }
  }
  /// Cycles until no message is under way; then the last answers.
  void settle(unsigned request_percent) {
    while (under_way_ != 0) cycle(request_percent);
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

 private:
  struct Update {
    bool link_down = false;
    PortIdx port = 0;
    ControlMessage message;
  };
  struct Asked {
    Cycle cycle = 0;
    PacketId packet = 0;
  };
  struct Switch {
    std::unique_ptr<SwitchControl> control;
    std::deque<Update> updates;
    std::deque<Asked> asked;
  };

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
  void take_update(SwitchIdx sw) {
    Switch& s = switches_[sw];
    if (s.updates.empty()) return;
    const Update u = s.updates.front();
    s.updates.pop_front();
    --under_way_;
    std::vector<OutMessage> out;
    if (u.link_down) {
      s.control->link_down(now_, u.port, out);
    } else {
      s.control->receive(now_, u.port, u.message, out);
    }
    for (const OutMessage& m : out) {
      if (dead_ends_.count({sw, m.port}) != 0) continue;
      const PortEnd peer = topology_.peer(sw, m.port);
      switches_[peer.index].updates.push_back({false, peer.port, m.message});
      ++under_way_;
    }
  }

  const Topology& topology_;
  Random random_;
  std::vector<Switch> switches_;
  std::set<std::pair<SwitchIdx, PortIdx>> dead_ends_;
  std::vector<SwitchPort> dead_;
  std::vector<Answer> answers_;
  std::uint64_t requests_ = 0;
  std::uint64_t under_way_ = 0;
  Cycle now_ = 0;
};

}  // namespace selvage::tb
