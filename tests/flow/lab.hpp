// SPDX-License-Identifier: Apache-2.0
/// \file
/// A small fabric of flow-channel switches: a fat tree with a multipath control of the test's own,
/// and traffic written down as it arrives.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "flow/routers.hpp"
#include "golden/fattree/tree.hpp"

namespace selvage::test {

/// Candidates by geometry: the ports from which every step leads closer to the destination.
class Multipath final : public SwitchControl {
 public:
  explicit Multipath(std::vector<PortMask> ways) : ways_(std::move(ways)) {}
  void request(Cycle now, const RouteRequest& r) override {
    if (now == last_ && requests_ > 0) twice = true;
    last_ = now;
    ++requests_;
    answers_.push_back(preview(r));
  }
  RouteDecision collect(Cycle) override {
    const RouteDecision d = answers_.front();
    answers_.erase(answers_.begin());
    return d;
  }
  void finish(Cycle) override {}
  RouteDecision preview(const RouteRequest& r) const override {
    const PortMask m = ways_[r.destination] & ~dead;
    if (waits) return {RouteDecision::Outcome::kWait, 0, 0, 0};
    if (m == 0) return {};
    return {RouteDecision::Outcome::kForward, static_cast<PortIdx>(__builtin_ctzll(m)),
            static_cast<std::uint8_t>(r.destination % vcs), m};
  }
  std::uint64_t overflows() const override { return 0; }

  PortMask dead = 0;
  unsigned vcs = 1;    ///< in use, by destination
  bool waits = false;  ///< tells every packet to wait
  bool twice = false;  ///< two requests in one cycle

 private:
  std::vector<PortMask> ways_;
  std::vector<RouteDecision> answers_;
  Cycle last_ = 0;
  std::uint64_t requests_ = 0;
};

/// Every shortest way to every host, by breadth-first search.
inline std::vector<std::unique_ptr<Multipath>> shortest_ways(const flow::Wiring& w) {
  std::vector<std::vector<PortMask>> ways(w.switches, std::vector<PortMask>(w.hosts, 0));
  for (HostIdx h = 0; h < w.hosts; ++h) {
    std::vector<unsigned> far(w.switches, ~0U);
    std::vector<SwitchIdx> order;
    for (SwitchIdx s = 0; s < w.switches; ++s)
      for (unsigned p = 0; p < w.ports; ++p) {
        const PortEnd& e = w.ends[s * w.ports + p];
        if (e.kind != PortEnd::Kind::kHost || e.index != h) continue;
        far[s] = 0;
        ways[s][h] = PortMask{1} << p;
        order.push_back(s);
      }
    for (std::size_t i = 0; i < order.size(); ++i)
      for (unsigned p = 0; p < w.ports; ++p) {
        const PortEnd& e = w.ends[order[i] * w.ports + p];
        if (e.kind != PortEnd::Kind::kSwitch) continue;
        if (far[e.index] == ~0U) {
          far[e.index] = far[order[i]] + 1;
          order.push_back(e.index);
        }
        if (far[e.index] == far[order[i]] + 1) ways[e.index][h] |= PortMask{1} << e.port;
      }
  }
  std::vector<std::unique_ptr<Multipath>> out;
  for (auto& w1 : ways) out.push_back(std::make_unique<Multipath>(std::move(w1)));
  return out;
}

inline constexpr golden::FlowSizes kLabSizes{8, 6, 10};

/// Standard parameters on small tables, with times fit for short runs.
inline flow::Params lab_params(golden::FlowSizes sizes = kLabSizes) {
  flow::Params p = flow::standard_params(sizes);
  p.stale_t = 60'000;
  p.ifct.cool_t = 1'000;
  p.drain_t = 5'000;
  return p;
}

/// The same without redirects, telling every hop.
inline flow::Params quiet(golden::FlowSizes sizes = kLabSizes) {
  flow::Params p = lab_params(sizes);
  p.redirects = false;
  p.report_hops = true;
  return p;
}

/// Two hosts at one switch.
inline flow::Wiring two_hosts() {
  flow::Wiring w;
  w.switches = 1;
  w.hosts = w.ports = 2;
  w.ends = {{PortEnd::Kind::kHost, 0, 0}, {PortEnd::Kind::kHost, 1, 0}};
  return w;
}

/// Eight leaves, numbered first, with four hosts and four ways up each.
inline const flow::Wiring& tree() {
  static const flow::Wiring w = flow::wiring_of(golden::FatTree(8, 2));
  return w;
}

/// A packet leaves its queue for `out`.
struct Hop {
  std::uint32_t slot = 0;
  SwitchIdx sw = 0;
  PortIdx out = 0;
  Cycle at = 0;
};

struct Lab final : flow::Client {
  using Maker =
      std::function<std::unique_ptr<flow::Blocks>(SwitchIdx, PortIdx, const flow::BlocksConfig&)>;
  Lab(const flow::Wiring& w, const flow::Params& p, Maker blocks_of = {})
      : wiring(w),
        controls(shortest_ways(w)),
        params(p),
        maker(std::move(blocks_of)),
        net(p, w, *this) {}

  void header_leaves(std::uint32_t slot, SwitchIdx sw, PortIdx out, unsigned) override {
    if (header) header(slot, {sw, out});
    net.carry(slot, sw, out);
  }
  void header_leaves_host(std::uint32_t slot, HostIdx host) override {
    if (!held_back || !held_back(slot)) net.carry_from(slot, host);
  }
  SwitchControl& control(SwitchIdx s) override { return *controls[s]; }
  std::unique_ptr<flow::Blocks> blocks(SwitchIdx sw, PortIdx port,
                                       const flow::BlocksConfig& config) override {
    return maker ? maker(sw, port, config) : flow::golden_blocks(config);
  }
  void delivered(std::uint32_t slot, HostIdx host, Cycle when) override {
    at[slot] = when;
    got_bytes[host] += packets[slot].bytes;
    got_from[packets[slot].source] += packets[slot].bytes;
  }
  void dropped(std::uint32_t slot, SwitchPort, flow::DropCause cause, Cycle) override {
    drops.emplace_back(slot, cause);
  }

  void arrived(std::uint32_t slot, SwitchPort in, Cycle when) override {
    arrivals.push_back({slot, in.sw, in.port, when});
  }
  void stalled(std::uint32_t slot, SwitchIdx sw, PortIdx out) override {
    stalls.emplace_back(slot, SwitchPort{sw, out});
  }

  bool knew_all(SwitchIdx s, Cycle asked) override {
    return knows_since.empty() || asked >= knows_since[s];
  }
  void hop(std::uint32_t slot, SwitchIdx s, PortIdx out, Cycle when) override {
    hops.push_back({slot, s, out, when});
    if (s == 0) first_port[slot] = out;
    if (packets[slot].source == watched && s == 0) up_ports |= PortMask{1} << out;
  }

  std::uint32_t send(HostIdx from, HostIdx to, unsigned bytes = 1024, std::uint8_t tc = 0,
                     bool ordered = true) {
    const auto slot = static_cast<std::uint32_t>(packets.size());
    packets.push_back({slot, from, to, bytes, tc, ordered});
    at.push_back(kNever);
    first_port.push_back(0xff);
    if (got_bytes.size() < wiring.hosts) got_bytes.resize(wiring.hosts);
    if (got_from.size() < wiring.hosts) got_from.resize(wiring.hosts);
    net.terminal(from).inject(slot, packets.back(), now);
    return slot;
  }
  /// The link at this port dies in both directions, or is whole again.
  void cut(SwitchPort port) {
    for (const SwitchPort& end : ends(port)) net[end.sw].cut(end.port, now);
  }
  void heal(SwitchPort port) {
    for (const SwitchPort& end : ends(port)) net[end.sw].healed(end.port);
  }
  [[nodiscard]] std::array<SwitchPort, 2> ends(SwitchPort port) const {
    const PortEnd& far = wiring.ends[port.sw * wiring.ports + port.port];
    return {port, SwitchPort{far.index, static_cast<PortIdx>(far.port)}};
  }
  /// Handles everything before cycle `end`.
  void run_to(Cycle end) {
    for (Cycle next; (next = net.next_activity(now)) < end;) {
      net.cycle(next);
      last = next;
      now = next + 1;
    }
    now = end;
  }
  /// Until nothing happens any more; at most `cycles` on.
  bool run_dry(Cycle cycles = 10'000'000) {
    const Cycle end = now + cycles;
    for (Cycle next; (next = net.next_activity(now)) != kNever;) {
      if (next > end) return false;
      net.cycle(next);
      last = next;
      now = next + 1;
    }
    return true;
  }
  /// As run_to, with an audit every so many cycles; the first thing found.
  std::string run_audited(Cycle end, Cycle every) {
    while (now < end) {
      run_to(std::min(end, now + every));
      const std::string found = net.audit(now - 1);
      if (!found.empty()) return found;
    }
    return {};
  }

  flow::Wiring wiring;
  std::vector<std::unique_ptr<Multipath>> controls;
  flow::Params params;
  Maker maker;
  flow::Routers net;
  Cycle now = 0;
  Cycle last = 0;
  std::vector<flow::Packet> packets;
  std::vector<Cycle> at;
  std::vector<std::uint64_t> got_bytes;
  std::vector<std::uint64_t> got_from;
  std::vector<std::pair<std::uint32_t, flow::DropCause>> drops;
  void torn(std::uint32_t slot, SwitchPort, Cycle) override { torn_slots.push_back(slot); }

  /// Called with each header that leaves a switch.
  std::function<void(std::uint32_t, SwitchPort)> header;
  /// Asked about each header that leaves a host: true, it does not come to its switch.
  std::function<bool(std::uint32_t)> held_back;
  std::vector<std::pair<std::uint32_t, SwitchPort>> stalls;  ///< beats that messages took
  std::vector<std::uint32_t> torn_slots;                     ///< packets under which a link died
  std::vector<Hop> hops;                                     ///< with report_hops
  std::vector<Hop> arrivals;        ///< likewise, behind links: the port that it came by
  std::vector<PortIdx> first_port;  ///< [slot] with report_hops: by which it left switch 0
  std::vector<Cycle> knows_since;   ///< [switch] since when it knows all it knows; empty: always
  HostIdx watched = ~0U;            ///< with report_hops: a source
  PortMask up_ports = 0;            ///< its packets left their first switch by these
};

}  // namespace selvage::test
