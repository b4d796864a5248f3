// SPDX-License-Identifier: Apache-2.0
#include "flow/parts.hpp"

#include <algorithm>

namespace selvage::flow {

Params standard_params(const golden::FlowSizes& sizes) {
  Params p;
  p.sizes = sizes;
  p.ifct.mfe = golden::standard_flow_limits(sizes.pos_w);
  p.ifct.mqe = golden::standard_queue_limits(sizes.pos_w);
  return p;
}

unsigned table_tick(const Params& params) {
  const golden::IfctConfig& t = params.ifct;
  return std::max(
      t.tick,
      golden::least_tick(std::max({params.stale_t, t.cool_t, t.hold_t, t.refresh_t, t.expire_t})));
}

BlocksConfig blocks_config(const Params& params, bool edge, std::uint32_t port) {
  BlocksConfig c;
  c.edge = edge;
  c.wire_frames = params.wire_frames;
  c.ifct = params.ifct;
  c.ifct.sizes = params.sizes;
  c.ifct.edge = edge;
  c.ifct.rd_enable = edge || params.rd_enable_fabric;
  c.ofct.sizes = params.sizes;
  c.ofct.tick = c.ifct.tick = table_tick(params);
  c.ofct.stale_t = params.stale_t;
  c.ofct.expire_t = params.ifct.expire_t;
  c.redirect = params.redirect;
  c.redirect.seed = 1 + (params.redirect.seed + port * 37) % ((1U << params.redirect.rw) - 1);
  c.aggregator = params.aggregator;
  c.ep = params.ep;
  c.ep.seed = 1 + (params.ep.seed + port * 37) % 4095;
  return c;
}

/// The FIFO, two link latencies and the stages before the count.
unsigned pool_headroom(const Params& params) {
  const unsigned cycles = 2 * params.link_latency + params.stages.rx_edge + 2;
  return std::max(params.fifo_units, kMostUnits) + 2 * kMostUnits +
         (cycles * params.bytes_per_cycle + params.unit_bytes - 1) / params.unit_bytes + cycles;
}

Wiring wiring_of(const Topology& topology) {
  Wiring w;
  w.switches = topology.switch_count();
  w.hosts = topology.host_count();
  for (SwitchIdx s = 0; s < w.switches; ++s) w.ports = std::max(w.ports, topology.port_count(s));
  w.ends.resize(std::size_t{w.switches} * w.ports);
  w.ahead.resize(w.ends.size());
  unsigned top = 0;
  for (SwitchIdx s = 0; s < w.switches; ++s) top = std::max(top, topology.level(s));
  for (SwitchIdx s = 0; s < w.switches; ++s) {
    for (unsigned p = 0; p < topology.port_count(s); ++p) {
      const PortEnd end = topology.peer(s, static_cast<PortIdx>(p));
      w.ends[s * w.ports + p] = end;
      if (end.kind != PortEnd::Kind::kSwitch) continue;
      const unsigned here = topology.level(s), there = topology.level(end.index);
      w.ahead[s * w.ports + p] = there < here   ? there
                                 : there > here ? 2 * top - there
                                                : w.switches - 1;
    }
  }
  return w;
}

std::string_view to_string(FlowEvent::What what) {
  static constexpr std::string_view names[] = {"opened", "released", "redirect", "blocked",
                                               "level",  "loss",     "paused",   "diverged"};
  return names[static_cast<unsigned>(what)];
}

}  // namespace selvage::flow
