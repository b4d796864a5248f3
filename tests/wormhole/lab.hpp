// SPDX-License-Identifier: Apache-2.0
/// \file
/// A small wormhole network with everything that happens to packets written down.
#pragma once

#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "met.hpp"
#include "wormhole/routers.hpp"
#include "wormhole_grid.hpp"

namespace selvage::test {

struct Lab final : wormhole::Client {
  using MakeControl = std::function<std::unique_ptr<SwitchControl>(std::uint32_t)>;

  Lab(const tb::Grid& g, const wormhole::Params& p)
      : Lab(g.wiring(), p, [this, p](std::uint32_t n) {
          return std::make_unique<tb::GridControl>(grid, n, p.vcs);
        }) {
    grid = g;
  }
  Lab(const wormhole::Wiring& wiring, const wormhole::Params& p, const MakeControl& make)
      : net(p, wiring, *this) {
    for (std::uint32_t n = 0; n < wiring.nodes; ++n) controls.push_back(make(n));
  }

  SwitchControl& control(SwitchIdx n) override { return *controls[n]; }
  void header_leaves(std::uint32_t slot, SwitchIdx node, PortIdx out, unsigned vc) override {
    net.carry(slot, node, out, vc);
  }
  void header_leaves_host(std::uint32_t slot, HostIdx host, unsigned vc) override {
    net.carry_from(slot, host, vc);
  }
  void delivered(std::uint32_t slot, HostIdx host, Cycle at) override {
    arrived[slot] = at;
    at_host[slot] = host;
  }
  void dropped(std::uint32_t slot, SwitchIdx node, wormhole::DropCause cause, PortIdx out,
               Cycle at) override {
    drops[slot] = {node, cause, out, at};
  }
  void met_dead_link(std::uint32_t slot, SwitchIdx node, PortIdx out, wormhole::Met how,
                     Cycle at) override {
    meetings.push_back({slot, node, out, how, at});
  }
  void met_dead_node(std::uint32_t slot, SwitchIdx node, Cycle) override {
    node_losses.emplace_back(slot, node);
  }
  void lost(std::uint32_t slot, Cycle at) override { losses.emplace_back(slot, at); }
  void hop(std::uint32_t slot, SwitchIdx node, PortIdx out, Cycle at) override {
    hops.push_back({slot, node, out, at});
  }
  void injected(HostIdx host, Cycle at) override { injections.emplace_back(host, at); }
  void flit_leaves(const wormhole::FlitMove& f) override { router_flits.push_back({f, now - 1}); }
  void flit_leaves_host(const wormhole::FlitMove& f) override {
    host_flits.push_back({f, now - 1});
  }
  void credit_leaves(SwitchIdx node, unsigned in) override {
    credits.push_back({node, in, now - 1});
  }
  void credit_leaves_host(SwitchIdx node, unsigned out) override {
    host_credits.push_back({node, out, now - 1});
  }
  void answered(SwitchIdx node, unsigned in, wormhole::Answered what, unsigned out) override {
    answers.push_back({node, in, what, out, now - 1});
  }

  /// Hands a packet over in the cycle that comes next; its slot.
  std::uint32_t send(HostIdx from, HostIdx to, std::uint32_t flits) {
    const auto slot = static_cast<std::uint32_t>(packets.size());
    packets.push_back({slot, from, to, flits, 0});
    net.sender(from).inject(slot, packets.back(), now);
    return slot;
  }
  void cycle() { net.cycle(now++); }
  void run(Cycle cycles) {
    for (Cycle i = 0; i < cycles; ++i) cycle();
  }
  /// Handles only cycles in which something happens. False if packets are left.
  bool run_dry() {
    for (Cycle next; (next = net.next_activity(now)) != kNever;) {
      now = next;
      cycle();
    }
    return net.packets_in_flight() == 0;
  }

  struct Drop {
    SwitchIdx node;
    wormhole::DropCause cause;
    PortIdx out;
    Cycle at;
  };
  struct Hop {
    std::uint32_t slot;
    SwitchIdx node;
    PortIdx out;
    Cycle at;
  };
  tb::Grid grid;
  std::vector<std::unique_ptr<SwitchControl>> controls;
  wormhole::Routers net;
  Cycle now = 0;
  std::vector<wormhole::Packet> packets;
  std::map<std::uint32_t, Cycle> arrived;
  std::map<std::uint32_t, HostIdx> at_host;
  std::map<std::uint32_t, Drop> drops;
  std::vector<Hop> hops;
  struct Meeting {
    std::uint32_t slot;
    SwitchIdx node;
    PortIdx out;
    wormhole::Met how;
    Cycle at;
  };
  std::vector<Meeting> meetings;
  std::vector<std::pair<std::uint32_t, Cycle>> losses;
  std::vector<std::pair<std::uint32_t, SwitchIdx>> node_losses;
  std::vector<std::pair<HostIdx, Cycle>> injections;
  // Only with Params::report_flits.
  struct Flit {
    wormhole::FlitMove what;
    Cycle at;
  };
  struct Credit {
    SwitchIdx node;
    unsigned channel;
    Cycle at;
  };
  struct Answer {
    SwitchIdx node;
    unsigned in;
    wormhole::Answered what;
    unsigned out;
    Cycle at;
  };
  std::vector<Flit> router_flits;
  std::vector<Flit> host_flits;
  std::vector<Credit> credits;
  std::vector<Credit> host_credits;
  std::vector<Answer> answers;
};

/// Every flit that was injected or made has gone somewhere (WH-CONS).
inline void check_flits(const Lab& lab) {
  const wormhole::Counts& c = lab.net.counts();
  CHECK(c.injected + c.aborts == c.ejected + c.drained + c.lost);
}

/// One buffer of `depth` flits for each channel of a line.
inline wormhole::Params line_params(unsigned vcs, unsigned depth, unsigned latency,
                                    wormhole::Release release) {
  wormhole::Params p;
  p.vcs = vcs;
  p.node_buffer = 2 * vcs * depth;
  p.link_latency = latency;
  p.release = release;
  return p;
}

using tb::Met;
using tb::met_in;
using tb::sum_of;

}  // namespace selvage::test
