// SPDX-License-Identifier: Apache-2.0
#include "cosim/settle.hpp"

#include <algorithm>
#include <deque>

namespace selvage {

std::uint64_t settle(const Topology& topology, const std::vector<SwitchPort>& dead,
                     const std::function<SwitchControl&(SwitchIdx)>& control_at,
                     std::uint64_t limit) {
  struct Arrival {
    SwitchIdx sw;
    PortIdx port;
    ControlMessage message;
  };
  const auto key = [](SwitchIdx sw, PortIdx port) { return std::uint64_t{sw} << 8 | port; };
  std::vector<std::uint64_t> dead_ends;
  for (const SwitchPort& end : dead) {
    const PortEnd far = topology.peer(end.sw, end.port);
    dead_ends.push_back(key(end.sw, end.port));
    dead_ends.push_back(key(far.index, far.port));
  }
  std::sort(dead_ends.begin(), dead_ends.end());

  std::deque<Arrival> queue;
  std::vector<OutMessage> out;
  const auto send = [&](SwitchIdx sw) {
    for (const OutMessage& m : out) {
      const PortEnd far = topology.peer(sw, m.port);
      if (far.kind != PortEnd::Kind::kSwitch ||
          std::binary_search(dead_ends.begin(), dead_ends.end(), key(sw, m.port))) {
        continue;
      }
      queue.push_back({far.index, far.port, m.message});
    }
    out.clear();
  };

  // Up ports have the high numbers: with the printed rule (E1) the outcome depends on the order,
  // and this is the one in which a switch knows the state of its own ports before it hears of
  // others.
  std::vector<std::uint64_t> order = dead_ends;
  std::sort(order.begin(), order.end(), [](std::uint64_t a, std::uint64_t b) {
    return a >> 8 != b >> 8 ? a >> 8 < b >> 8 : a > b;
  });
  Cycle now = 0;
  for (const std::uint64_t end : order) {
    const auto sw = static_cast<SwitchIdx>(end >> 8);
    control_at(sw).link_down(now++, static_cast<PortIdx>(end & 0xffU), out);
    send(sw);
  }
  std::uint64_t delivered = 0;
  while (!queue.empty()) {
    if (delivered == limit) return limit + 1;
    const Arrival a = queue.front();
    queue.pop_front();
    ++delivered;
    control_at(a.sw).receive(now++, a.port, a.message, out);
    send(a.sw);
  }
  return delivered;
}

}  // namespace selvage
