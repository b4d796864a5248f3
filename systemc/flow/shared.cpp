// SPDX-License-Identifier: Apache-2.0
#include "flow/shared.hpp"

#include <algorithm>
#include <stdexcept>

namespace selvage::flow {

namespace {

void need(bool condition, const char* what) {
  if (!condition) throw std::invalid_argument(what);
}

/// Before anything is sized by them.
const Params& checked(const Params& params, const Wiring& wiring) {
  need(wiring.ports != 0 && wiring.ports <= kMaxPorts &&
           wiring.ends.size() == std::size_t{wiring.switches} * wiring.ports,
       "a network has 1 to 64 ports at each switch");
  need(params.link_latency >= 1 && params.bytes_per_cycle >= 1 && params.vcs >= 1,
       "link latency, width and channels are at least 1");
  need(params.vcs * kClasses <= 64, "a network has 1 to 8 virtual channels");
  need(params.pool_units >= pool_headroom(params) + kMostUnits, "pool_units leaves no headroom");
  need(params.fifo_units >= kMostUnits && params.egress_units >= kMostUnits,
       "an output FIFO holds less than one packet");
  return params;
}

/// Between two looks at the timers of a port: less than the shortest by a tick, which may be nearly
/// over when a timer starts, and by what a step takes to show.
Cycle look_period(const Params& p) {
  const Cycle shortest = std::min({p.stale_t, p.ifct.refresh_t, p.ifct.expire_t});
  const Cycle early = (Cycle{1} << table_tick(p)) + Blocks::kLatency;
  return shortest > early ? shortest - early : 1;
}

}  // namespace

Shared::Shared(const Params& p, const Wiring& wiring, Client& c)
    : params(checked(p, wiring)),
      client(c),
      ports(wiring.ports),
      lanes(p.vcs * kClasses),
      headroom(pool_headroom(p)),
      poll_period(look_period(p)),
      agenda(wiring.ends.size()),
      in(wiring.ends.size()),
      out(wiring.ends.size()),
      blocks(wiring.ends.size()),
      loss(p.seed, "flow loss"),
      flips(p.seed, "flow ack errors") {}

std::uint32_t Shared::flow_of(const Packet& packet) {
  const std::uint64_t key = (std::uint64_t{packet.source} << 32 | packet.destination) << 4 |
                            packet.tc << 1 | (packet.ordered ? 1U : 0U);
  const auto [found, fresh] = numbers.emplace(key, static_cast<std::uint32_t>(flows.size()));
  if (fresh) {
    FlowStat& f = flows.emplace_back();
    f.source = packet.source;
    f.destination = packet.destination;
    f.tc = packet.tc;
    f.ordered = packet.ordered;
  }
  return found->second;
}

void Shared::leave_fabric(Cargo& c) {
  if (c.inside) in_fabric -= c.len;
  c.inside = false;
}

void Shared::drop(std::uint32_t slot, SwitchPort at, DropCause cause) {
  ++counts.dropped;
  leave_fabric(cargo[slot]);
  last_progress = agenda.now();
  client.dropped(slot, at, cause, agenda.now());
}

void Shared::count_live(int change) {
  counts.live_cycles += live * (agenda.now() - live_since);
  live += static_cast<unsigned>(change);
  live_since = agenda.now();
}

void Shared::violate(const std::string& requirement, const std::string& what, PortNumber where) {
  if (!violation.empty()) return;
  const SwitchPort at = place(where);
  violation = requirement + ": cycle " + std::to_string(agenda.now()) + ": at " +
              client.port_name(at.sw, at.port) + ": " + what;
}

void Shared::note(FlowEvent::What what, PortNumber p, golden::FlowId id, std::uint32_t flow,
                  unsigned value) {
  if (!params.log) return;
  const SwitchPort at = place(p);
  log.push_back({agenda.now(), flow, at.sw, at.port, id, what, value});
}

}  // namespace selvage::flow
