// SPDX-License-Identifier: Apache-2.0
/// \file
/// Who waits for whom when nothing moves any more (FAB-PROG).
#include <algorithm>

#include "flow/net.hpp"

namespace selvage::flow {

using golden::DeqWhy;

/// The outputs that the head of a row waits for; 0: for none.
PortMask Net::waits_for(G p, golden::FlowId id) const {
  const Row& r = in_[p].rows[id];
  if (r.phase == Phase::kRequesting) return PortMask{1} << r.out;
  if (r.phase != Phase::kParked) return 0;
  if (r.why == DeqWhy::kNoPort) return alive(sw_of(p), r.candidates);
  // Limits and blocks end with ACKs, which packets on the followed way bring.
  return PortMask{1} << blocks_[p]->ifct_row(now_, id).fport;
}

std::vector<WaitPort> Net::wait_cycle() const {
  // An output that may not send waits for the heads queued behind it, they for their outputs.
  std::vector<std::vector<G>> next(out_.size());
  std::vector<std::uint8_t> held(out_.size(), 0);
  for (G p = 0; p < in_.size(); ++p) {
    for (unsigned id = 0; id < in_[p].rows.size(); ++id) {
      const auto row = static_cast<golden::FlowId>(id);
      const Row& r = in_[p].rows[id];
      const bool credit = r.phase == Phase::kParked && r.why == DeqWhy::kCredit;
      for (PortMask m = waits_for(p, row); m != 0; m &= m - 1) {
        const G o = g(sw_of(p), static_cast<PortIdx>(__builtin_ctzll(m)));
        if (edge(o)) continue;
        if (credit || std::any_of(out_[o].xoff.begin(), out_[o].xoff.end(),
                                  [](std::uint8_t x) { return x != 0; }))
          held[o] = 1;
        if (edge(p)) continue;
        std::vector<G>& after = next[out_[p].peer];
        if (std::find(after.begin(), after.end(), o) == after.end()) after.push_back(o);
      }
    }
  }
  // Depth first; what has been left is in no cycle.
  enum : std::uint8_t { kNew, kOpen, kLeft };
  std::vector<std::uint8_t> state(out_.size(), kNew);
  for (G first = 0; first < out_.size(); ++first) {
    std::vector<std::pair<G, std::size_t>> way;
    const auto enter = [&](G o) {
      state[o] = kOpen;
      way.emplace_back(o, 0);
    };
    if (held[first] != 0 && state[first] == kNew) enter(first);
    while (!way.empty()) {
      auto& [at, tried] = way.back();
      if (tried == next[at].size()) {
        state[at] = kLeft;
        way.pop_back();
        continue;
      }
      const G o = next[at][tried++];
      if (held[o] == 0 || state[o] == kLeft) continue;
      if (state[o] == kNew) {
        enter(o);
        continue;
      }
      std::vector<WaitPort> cycle;
      auto from = std::find_if(way.begin(), way.end(), [o](const auto& w) { return w.first == o; });
      for (; from != way.end(); ++from) {
        const auto& xoff = out_[from->first].xoff;
        const auto lane =
            std::find_if(xoff.begin(), xoff.end(), [](std::uint8_t x) { return x != 0; });
        const auto vc =
            lane == xoff.end() ? 0 : static_cast<unsigned>(lane - xoff.begin()) / kClasses;
        cycle.push_back({{sw_of(from->first), port_of(from->first)}, vc});
      }
      return cycle;
    }
  }
  return {};
}

}  // namespace selvage::flow
