// SPDX-License-Identifier: Apache-2.0
#include "waves/fault_path.hpp"

#include <algorithm>
#include <map>
#include <memory>

#include "cosim/settle.hpp"
#include "golden/forwarding_control.hpp"

namespace selvage::waves {
namespace {

struct Visit {
  SwitchIdx from = 0;  ///< who notified it first; itself at a detector
  unsigned hops = 0;
  bool changed = false;
};
using Visits = std::map<SwitchIdx, Visit>;

/// Passes everything on and notes who notified whom.
class Listener final : public ForwardingControl {
 public:
  Listener(const Topology& topology, SwitchIdx self, std::unique_ptr<SwitchControl> inner,
           Visits& visits)
      : ForwardingControl(std::move(inner)), topology_(topology), self_(self), visits_(visits) {}

  void step(Cycle now, const StepInput& in, StepOutput& out) override {
    if (!in.links.empty()) visits_.emplace(self_, Visit{self_, 0, false});
    for (const PortedMessage& arrival : in.arrivals) {
      const SwitchIdx from = topology_.peer(self_, arrival.port).index;
      visits_.emplace(self_, Visit{from, visits_[from].hops + 1, false});
    }
    ForwardingControl::step(now, in, out);
    if (out.changed) visits_[self_].changed = true;
  }

 private:
  const Topology& topology_;
  SwitchIdx self_;
  Visits& visits_;
};

}  // namespace

std::vector<SwitchIdx> fault_path(System& system, const SwitchPort& link,
                                  std::optional<SwitchIdx> target) {
  const Topology& topology = system.topology();
  Scoreboard scoreboard;
  Visits visits;
  std::map<SwitchIdx, std::unique_ptr<Listener>> controls;
  settle(
      topology, {link},
      [&](SwitchIdx s) -> SwitchControl& {
        auto& control = controls[s];
        if (!control) {
          control =
              std::make_unique<Listener>(topology, s, system.make_control(s, scoreboard), visits);
        }
        return *control;
      },
      1000000);
  for (auto& [s, control] : controls) control->finish(1000000000);

  std::vector<SwitchIdx> path{link.sw, topology.peer(link.sw, link.port).index};
  if (!target) {
    unsigned most = 0;
    for (const auto& [s, visit] : visits) {
      if (!visit.changed || visit.hops <= most) continue;
      most = visit.hops;
      target = s;
    }
    if (!target) return path;
  }
  if (visits.count(*target) == 0) return {};
  std::vector<SwitchIdx> way;
  for (SwitchIdx s = *target; visits[s].hops > 0; s = visits[s].from) way.push_back(s);
  std::reverse(way.begin(), way.end());
  for (const SwitchIdx s : way) {
    if (std::find(path.begin(), path.end(), s) == path.end()) path.push_back(s);
  }
  return path;
}

}  // namespace selvage::waves
