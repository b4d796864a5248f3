// SPDX-License-Identifier: Apache-2.0
// Switches that die, and what they leave to their hosts.
#include <algorithm>

#include "fabric/beats/twin.hpp"

namespace selvage::fabric {

bool SwitchTwin::dead_in(SwitchIdx sw, Cycle cycle) const {
  const auto& deaths = context_.book.deaths;
  return std::any_of(deaths.begin(), deaths.end(), [&](const NodeEvent& death) {
    return death.sw == sw && death.happened && death.failed <= cycle && cycle < death.back;
  });
}

/// FS-DIE. A switch that dies in cycle c + 1 is told so; of the packets that were coming to it from
/// its hosts nothing more comes. One that has died in cycle c leaves to its hosts what they make
/// up.
void SwitchTwin::take_deaths(Cycle c) {
  for (; !deaths_.empty() && deaths_.front().at <= c; deaths_.pop_front()) {
    const SwitchIdx sw = deaths_.front().sw;
    if (!here(sw)) continue;
    for (PortMask ports = nodes_[sw].ports; ports != 0; ports &= ports - 1) {
      const SwitchPort by{sw, static_cast<PortIdx>(__builtin_ctzll(ports))};
      Port& p = port(by);
      if (p.left == 0) continue;
      made_up_.push_back({c + p.left - (p.late == c ? 0 : 1), by});
      p.left = 0;
      touch(sw).block->far_xon(by.port, false);
    }
  }
  for (const Death& death : deaths_) {
    if (death.at != c + 1) break;
    if (!here(death.sw)) continue;
    touch(death.sw).block->wipe();
    const auto sends_to = [&](const HostPacket& sent) { return sent.to.sw == death.sw; };
    host_packets_.erase(std::remove_if(host_packets_.begin(), host_packets_.end(), sends_to),
                        host_packets_.end());
  }
}

void SwitchTwin::end_made_up(Cycle c) {
  for (const MadeUp& m : made_up_) {
    if (m.edge != c) continue;
    comes_to_host(m.by, {c + d_, true});
    touch(m.by.sw).block->far_xon(m.by.port, port(m.by).host_xon);
  }
  const auto over = [c](const MadeUp& m) { return m.edge == c; };
  made_up_.erase(std::remove_if(made_up_.begin(), made_up_.end(), over), made_up_.end());
}

void SwitchTwin::comes_to_host(SwitchPort by, const Tail& tail) {
  tails_[port(by).tag] = tail;
  shown_arrivals_.push_back({0, port(by).tag, by, tail});
}

}  // namespace selvage::fabric
