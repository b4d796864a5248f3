// SPDX-License-Identifier: Apache-2.0
#include "cli/result/settled.hpp"

#include <fmt/format.h>

#include "cosim/settle.hpp"

namespace selvage::cli {
namespace {

// About a gigabyte: with 64 ports and much to say a golden switch takes 10 KiB, a verilated one
// 190.
constexpr std::size_t kMostGolden = 100'000;
constexpr std::size_t kMostVerilated = 6'000;
constexpr std::uint64_t kMostMessages = 5'000'000;
constexpr std::size_t kMostHops = 4096;  ///< beyond any path: the packet runs in circles

/// Leaves `settle` from inside its callback.
struct TooMany {};

}  // namespace

SettledFabric::SettledFabric(System& system, Engine engine, Scoreboard& scoreboard,
                             const std::vector<SwitchPort>& dead)
    : system_(system),
      scoreboard_(scoreboard),
      most_switches_(engine == Engine::kGolden ? kMostGolden : kMostVerilated) {
  const Topology& topology = system_.topology();
  for (const SwitchPort& end : dead) {
    const PortEnd far = topology.peer(end.sw, end.port);
    dead_ends_.emplace(end.sw, end.port);
    dead_ends_.emplace(far.index, far.port);
  }
  try {
    const auto at = [this](SwitchIdx sw) -> SwitchControl& {
      SwitchControl& c = control(sw);
      if (controls_.size() > most_switches_) throw TooMany{};
      return c;
    };
    const Settlement settlement = settle(topology, dead, at, kMostMessages);
    if (!settlement.complete) throw TooMany{};
    order_matters_ = !dead.empty() && !system_.audit_must_hold();
    for (auto& [sw, c] : controls_) {
      c->finish(settlement.end);
      order_matters_ = order_matters_ || c->overflows() > 0;
    }
  } catch (const TooMany&) {
    trouble_ = fmt::format(
        "the fault messages of {} would need more than {} switches or {} messages here{}",
        topology.label(), most_switches_, kMostMessages,
        engine == Engine::kGolden ? "" : "; engine golden takes larger trees");
  }
}

SwitchControl& SettledFabric::control(SwitchIdx sw) {
  std::unique_ptr<SwitchControl>& c = controls_[sw];
  if (!c) c = system_.make_control(sw, scoreboard_);
  return *c;
}

RouteDecision SettledFabric::decide(SwitchIdx sw, const RouteRequest& request, bool& compared) {
  SwitchControl& c = control(sw);
  const std::uint64_t before = scoreboard_.compared();
  c.request(0, request);
  const RouteDecision decision = c.collect(SwitchControl::kRouteLatency);
  c.finish(SwitchControl::kRouteLatency + 1);  // its time starts anew with the next request
  compared = scoreboard_.compared() > before;
  return decision;
}

std::vector<std::pair<PortIdx, std::uint8_t>> SettledFabric::legal(SwitchIdx sw,
                                                                   RouteRequest request,
                                                                   PortMask candidates) {
  const unsigned vcs = system_.topology().data_vc_count();
  std::vector<std::pair<PortIdx, std::uint8_t>> found;
  for (; candidates != 0; candidates &= candidates - 1) {
    const auto port = static_cast<PortIdx>(__builtin_ctzll(candidates));
    if (vcs == 1) {  // then channels are not taken one by one
      found.emplace_back(port, std::uint8_t{0});
      continue;
    }
    for (unsigned vc = 0; vc < vcs; ++vc) {
      request.free_channels = std::uint64_t{1} << (port * vcs + vc);
      const RouteDecision d = control(sw).preview(request);
      if (d.outcome != RouteDecision::Outcome::kForward || d.port != port || d.vc != vc) continue;
      found.emplace_back(port, d.vc);
    }
  }
  return found;
}

Walk SettledFabric::walk(HostIdx source, HostIdx destination) {
  const Topology& topology = system_.topology();
  Walk walk;
  const SwitchPort start = topology.attachment(source);
  Hop hop{start.sw, start.port, std::nullopt, 0, {}};
  std::uint8_t vc = 0;
  std::uint8_t header = 0;
  while (walk.hops.size() < kMostHops) {
    bool compared = false;
    const RouteRequest request{0, source, destination, hop.in, vc, header};
    const RouteDecision d = decide(hop.sw, request, compared);
    walk.compared += compared ? 1 : 0;
    hop.legal = legal(hop.sw, request, d.candidates);
    if (d.outcome == RouteDecision::Outcome::kDrop) {
      walk.hops.push_back(hop);
      walk.reason = "no candidate port is left";
      return walk;
    }
    hop.out = d.port;
    hop.vc = vc = d.vc;
    header = d.header;
    walk.hops.push_back(hop);
    if (dead_ends_.count({hop.sw, d.port}) > 0) {
      walk.reason = fmt::format("the only way leads over the dead link {}",
                                topology.link_name({hop.sw, d.port}));
      return walk;
    }
    const PortEnd far = topology.peer(hop.sw, d.port);
    if (far.kind == PortEnd::Kind::kHost && far.index == destination) {
      walk.delivered = true;
      return walk;
    }
    if (far.kind != PortEnd::Kind::kSwitch) {
      walk.reason =
          far.kind == PortEnd::Kind::kHost
              ? fmt::format("it arrives at the wrong host {}", topology.host_name(far.index))
              : "its port leads nowhere";
      return walk;
    }
    hop = {far.index, far.port, std::nullopt, 0, {}};
  }
  walk.reason = "it runs in circles";
  return walk;
}

}  // namespace selvage::cli
