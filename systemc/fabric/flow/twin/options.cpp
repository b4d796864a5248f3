// SPDX-License-Identifier: Apache-2.0
#include "fabric/flow/twin/options.hpp"

#include <algorithm>

#include "cosim/flow/convert.hpp"

namespace selvage::fabric {

namespace {

cosim::FlowGrantsOptions grants_of(const flow::Params& params) {
  cosim::FlowGrantsOptions o;
  o.full = 0;
  for (unsigned c = 0; c < cosim::kPartClasses; ++c) {
    const flow::ClassRate& r = params.rates[c];
    o.min[c] = static_cast<unsigned>(r.min * params.bytes_per_cycle * cosim::kFlowRateSteps);
    o.max[c] = static_cast<unsigned>(r.max * params.bytes_per_cycle * cosim::kFlowRateSteps);
    if (r.max >= 1) o.full |= 1U << c;
    o.weight[c] = static_cast<unsigned>(__builtin_ctz(r.weight));  // a power of two
  }
  return o;
}

}  // namespace

cosim::FlowSwitchOptions switch_options(const flow::Routers& model, const flow::Params& params,
                                        const flow::Wiring& wiring, SwitchIdx sw,
                                        std::uint32_t bugs) {
  const flow::BlocksConfig config = flow::blocks_config(params, false, 0);
  cosim::FlowSwitchOptions o;
  o.bugs = bugs;
  o.wired = o.hosts = 0;
  o.route_latency = params.route_latency;
  o.aggregator = cosim::to_rtl(config.aggregator);
  o.table = cosim::to_rtl(config.ifct);
  o.stale_t = cosim::to_rtl(config.ofct).stale_t;
  o.redirect_inside = params.rd_enable_fabric;
  o.redirects = params.redirects;
  o.redirect = cosim::to_rtl(config.redirect);
  o.aware = params.congestion_aware;
  o.ep = cosim::to_rtl(config.ep);
  o.grants = grants_of(params);
  o.pool_mark = params.pool_units - flow::pool_headroom(params);
  o.shift = params.load_q;
  o.sample_step = config.redirect.step;
  o.redirect_seed.fill(1);  // of ports without a link, too: a draw from 0 stands still
  o.ep_seed.fill(1);
  for (unsigned p = 0; p < cosim::kFlowSwitchPorts; ++p) {
    const unsigned number = sw * wiring.ports + p;
    const PortEnd::Kind kind = wiring.ends[number].kind;
    if (kind == PortEnd::Kind::kNone) continue;
    const bool host = kind == PortEnd::Kind::kHost;
    o.wired |= 1U << p;
    o.hosts |= (host ? 1U : 0U) << p;
    o.grants.limit[p] = host ? params.egress_units : params.fifo_units;
    const flow::BlocksConfig own = flow::blocks_config(params, host, number);
    o.redirect_seed[p] = own.redirect.seed;
    o.ep_seed[p] = own.ep.seed;
    const Cycle drain = model[sw].output(static_cast<PortIdx>(p)).drain;
    o.drain[p] = drain - std::min<Cycle>(drain, 1);
  }
  return o;
}

}  // namespace selvage::fabric
