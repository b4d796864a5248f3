// SPDX-License-Identifier: Apache-2.0
/// \file
/// Who waits for whom when nothing moves any more (FAB-PROG).
#include <algorithm>

#include "flow/routers.hpp"

namespace selvage::flow {

using golden::DeqWhy;

PortMask Router::waits_for(PortIdx p, golden::FlowId id) const {
  const Row& r = input(p).rows[id];
  if (r.phase == Phase::kRequesting) return PortMask{1} << r.out;
  if (r.phase != Phase::kParked) return 0;
  if (r.why == DeqWhy::kNoPort) return alive(r.candidates);
  // Limits and blocks end with ACKs, which packets on the followed way bring.
  return PortMask{1} << blocks(p).ifct_row(now(), id).fport;
}

/// An output that may not send waits for the heads queued behind it, they for their outputs.
struct Routers::Waits {
  std::vector<std::vector<PortNumber>> next;
  std::vector<std::uint8_t> held;
};

Routers::Waits Routers::waits() const {
  Waits found{std::vector<std::vector<PortNumber>>(shared_.out.size()),
              std::vector<std::uint8_t>(shared_.out.size(), 0)};
  for (PortNumber p = 0; p < shared_.in.size(); ++p) {
    const SwitchPort at = shared_.place(p);
    for (unsigned id = 0; id < shared_.in[p].rows.size(); ++id) {
      const Row& r = shared_.in[p].rows[id];
      const bool credit = r.phase == Phase::kParked && r.why == DeqWhy::kCredit;
      PortMask m = routers_[at.sw].waits_for(at.port, static_cast<golden::FlowId>(id));
      for (; m != 0; m &= m - 1) {
        const PortNumber o = at.sw * shared_.ports + static_cast<PortNumber>(__builtin_ctzll(m));
        if (shared_.edge(o)) continue;
        const auto& xoff = shared_.out[o].xoff;
        if (credit || std::any_of(xoff.begin(), xoff.end(), [](std::uint8_t x) { return x != 0; }))
          found.held[o] = 1;
        if (shared_.edge(p)) continue;
        std::vector<PortNumber>& after = found.next[shared_.out[p].peer];
        if (std::find(after.begin(), after.end(), o) == after.end()) after.push_back(o);
      }
    }
  }
  return found;
}

WaitPort Routers::wait_port(PortNumber p) const {
  const auto& xoff = shared_.out[p].xoff;
  const auto lane = std::find_if(xoff.begin(), xoff.end(), [](std::uint8_t x) { return x != 0; });
  const auto vc = lane == xoff.end() ? 0 : static_cast<unsigned>(lane - xoff.begin()) / kClasses;
  return {shared_.place(p), vc};
}

std::vector<WaitPort> Routers::wait_cycle() const {
  const Waits w = waits();
  // Depth first; what has been left is in no cycle.
  enum : std::uint8_t { kNew, kOpen, kLeft };
  std::vector<std::uint8_t> state(w.next.size(), kNew);
  for (PortNumber first = 0; first < w.next.size(); ++first) {
    std::vector<std::pair<PortNumber, std::size_t>> way;
    const auto enter = [&](PortNumber o) {
      state[o] = kOpen;
      way.emplace_back(o, 0);
    };
    if (w.held[first] != 0 && state[first] == kNew) enter(first);
    while (!way.empty()) {
      auto& [at, tried] = way.back();
      if (tried == w.next[at].size()) {
        state[at] = kLeft;
        way.pop_back();
        continue;
      }
      const PortNumber o = w.next[at][tried++];
      if (w.held[o] == 0 || state[o] == kLeft) continue;
      if (state[o] == kNew) {
        enter(o);
        continue;
      }
      std::vector<WaitPort> cycle;
      auto from = std::find_if(way.begin(), way.end(), [o](const auto& s) { return s.first == o; });
      for (; from != way.end(); ++from) cycle.push_back(wait_port(from->first));
      return cycle;
    }
  }
  return {};
}

}  // namespace selvage::flow
