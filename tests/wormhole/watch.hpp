// SPDX-License-Identifier: Apache-2.0
/// \file
/// A row of wormhole nodes whose controls say whatever a control may say, and all that they do
/// written down as events.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <utility>
#include <vector>

#include "flit_rule.hpp"
#include "wormhole/routers.hpp"

namespace selvage::test {

// Nodes in a row, neighbours joined by two links: ports 0, 1 hosts, 2, 3 up, 4, 5 down.
inline constexpr unsigned kPorts = 6;

inline wormhole::Wiring row(unsigned nodes) {
  wormhole::Wiring w;
  w.nodes = nodes;
  w.hosts = 2 * nodes;
  w.ports = kPorts;
  for (unsigned n = 0; n < nodes; ++n) {
    w.ends.push_back({PortEnd::Kind::kHost, 2 * n, 0});
    w.ends.push_back({PortEnd::Kind::kHost, 2 * n + 1, 0});
    for (PortIdx p = 2; p < kPorts; ++p) {
      const bool up = p < 4;
      w.ends.emplace_back();
      if (up ? n + 1 == nodes : n == 0) continue;
      w.ends.back() = {PortEnd::Kind::kSwitch, up ? n + 1 : n - 1,
                       static_cast<PortIdx>(up ? p + 2 : p - 2)};
    }
  }
  return w;
}

inline std::uint64_t mixed(std::uint64_t x) {
  for (int i = 0; i < 3; ++i) x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9U + 0x9e3779b97f4a7c15U;
  return x ^ (x >> 32);
}

/// A function of the question: mostly a free channel on a way there, or a wait for one, at times
/// whatever else a control may say, and may not.
inline RouteDecision answer_to(SwitchIdx self, const RouteRequest& r, unsigned vcs) {
  const std::uint64_t h = mixed(r.packet * 64 + r.header + self * 7919 + (r.free_channels << 20));
  const SwitchIdx to = r.destination / 2;
  const unsigned local = r.destination % 2;
  const PortMask ports = to == self ? PortMask{1} << local : to > self ? 0b1100 : 0b110000;
  RouteDecision d;
  d.header = static_cast<std::uint8_t>(r.header * 5 + self + 1);
  d.candidates = ports;
  const unsigned what = h % 64;
  if (what == 0) return d;  // drop
  d.outcome = RouteDecision::Outcome::kForward;
  d.vc = static_cast<std::uint8_t>((h >> 8) % vcs);
  if (what == 1) return d.port = kPorts, d;
  if (what == 2) return d.port = 0, d.vc = static_cast<std::uint8_t>(vcs), d;
  if (what == 3 && self == 0) return d.port = 4, d;  // it leads nowhere
  if (what == 4)
    return d.outcome = RouteDecision::Outcome::kWait, d.candidates = self == 0 ? 48 : 0, d;
  std::vector<unsigned> free, all;
  for (unsigned c = 0; c < kPorts * vcs; ++c) {
    if (((ports >> (c / vcs)) & 1U) == 0) continue;
    all.push_back(c);
    if (((r.free_channels >> c) & 1U) != 0) free.push_back(c);
  }
  if (what < 12) free = all;  // one that does not look
  if (free.empty()) {
    d.outcome = RouteDecision::Outcome::kWait;
    if (what < 30 && ports == 0b1100) d.candidates = what < 21 ? 4 : 8;
    return d;
  }
  const unsigned c = free[(h >> 16) % free.size()];
  d.port = static_cast<PortIdx>(c / vcs);
  d.vc = static_cast<std::uint8_t>(c % vcs);
  return d;
}

/// Writes down what the routers do.
class Watch final : public wormhole::Client {
 public:
  Watch(const wormhole::Wiring& wiring, const wormhole::Params& p)
      : news(wiring.nodes), net(p, wiring, *this) {
    for (SwitchIdx n = 0; n < wiring.nodes; ++n) {
      controls_.push_back(std::make_unique<Control>(*this, n, p.vcs));
    }
  }
  void cycle(Cycle at) {
    now = at;
    if (net.next_activity(at) == at) net.cycle(at);
  }
  SwitchControl& control(SwitchIdx n) override { return *controls_[n]; }
  void header_leaves(std::uint32_t slot, SwitchIdx node, PortIdx out, unsigned vc) override {
    net.carry(slot, node, out, vc);
  }
  void header_leaves_host(std::uint32_t slot, HostIdx host, unsigned vc) override {
    net.carry_from(slot, host, vc);
  }
  void injected(HostIdx host, Cycle at) override { see(Seen::kInjected, at, {host}); }
  void delivered(std::uint32_t slot, HostIdx host, Cycle at) override {
    see(Seen::kDelivered, at, {slot, host});
  }
  void refused(std::uint32_t slot, SwitchIdx node, const RouteRequest& r, Cycle asked) override {
    see(Seen::kRefused, now, {slot, node, asked, r.free_channels, r.packet});
  }
  void dropped(std::uint32_t slot, SwitchIdx node, wormhole::DropCause cause, PortIdx out,
               Cycle at) override {
    see(Seen::kDropped, at, {slot, node, static_cast<std::uint64_t>(cause), out});
  }
  void met_dead_link(std::uint32_t slot, SwitchIdx node, PortIdx out, wormhole::Met how,
                     Cycle at) override {
    see(Seen::kMetLink, at, {slot, node, out, static_cast<std::uint64_t>(how)});
  }
  void met_dead_node(std::uint32_t slot, SwitchIdx node, Cycle at) override {
    see(Seen::kMetNode, at, {slot, node});
  }
  void lost(std::uint32_t slot, Cycle at) override { see(Seen::kLost, at, {slot}); }
  bool outdated(SwitchIdx node, Cycle asked) override { return news[node] > asked; }
  void flit_leaves(const wormhole::FlitMove& f) override { flit(Seen::kFlit, f); }
  void flit_leaves_host(const wormhole::FlitMove& f) override { flit(Seen::kHostFlit, f); }
  void credit_leaves(SwitchIdx node, unsigned in) override { see(Seen::kCredit, now, {node, in}); }
  void credit_leaves_host(SwitchIdx node, unsigned out) override { taken.emplace_back(node, out); }
  void answered(SwitchIdx node, unsigned in, wormhole::Answered what, unsigned out) override {
    see(Seen::kAnswered, now, {node, in, static_cast<std::uint64_t>(what), out});
  }
  void hop(std::uint32_t slot, SwitchIdx node, PortIdx out, Cycle at) override {
    see(Seen::kHop, at, {slot, node, out});
  }

  std::vector<Event> events;
  std::vector<std::pair<SwitchIdx, unsigned>> taken;  ///< by slow hosts, in the cycle handled last
  std::vector<Cycle> news;  ///< [node]: the last cycle in which its control was at work
  Cycle now = 0;
  wormhole::Routers net;

 private:
  class Control final : public SwitchControl {
   public:
    Control(Watch& watch, SwitchIdx self, unsigned vcs) : watch_(watch), self_(self), vcs_(vcs) {}
    void request(Cycle at, const RouteRequest& r) override {
      watch_.see(Seen::kAsked, at,
                 {self_, r.packet, r.in_port * 8U + r.in_vc, r.header, r.free_channels,
                  (std::uint64_t{r.source} << 32) | r.destination});
      answers_.push_back(preview(r));
    }
    RouteDecision collect(Cycle) override {
      const RouteDecision d = answers_.front();
      answers_.erase(answers_.begin());
      return d;
    }
    void finish(Cycle) override {}
    RouteDecision preview(const RouteRequest& r) const override {
      return answer_to(self_, r, vcs_);
    }
    std::uint64_t overflows() const override { return 0; }

   private:
    Watch& watch_;
    SwitchIdx self_;
    unsigned vcs_;
    std::vector<RouteDecision> answers_;
  };
  void see(Seen what, Cycle at, const std::vector<std::uint64_t>& about) {
    Event e{static_cast<std::uint64_t>(what), at};
    std::copy(about.begin(), about.end(), e.begin() + 2);
    events.push_back(e);
  }
  void flit(Seen what, const wormhole::FlitMove& f) {
    see(what, now, {f.slot, f.node, f.channel, f.head, f.tail, f.abort});
  }

  std::vector<std::unique_ptr<SwitchControl>> controls_;
};

}  // namespace selvage::test
