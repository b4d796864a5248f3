// SPDX-License-Identifier: Apache-2.0
#include "cosim/flow/port/settings.hpp"

#include <algorithm>
#include <sstream>

#include "cosim/flow/port/port_pair.hpp"
#include "golden/flow/flow_port_regs.hpp"
#include "golden/flow/port_registers.hpp"
#include "golden/flow/tables/stamps.hpp"

namespace selvage::cosim {
namespace at = flow_port_regs;

namespace {

RegisterAccess write(std::uint32_t where, std::uint64_t word) {
  return {true, true, where, static_cast<std::uint32_t>(word), 15};
}

/// The register that refuses what is written; nothing if none does.
std::string refused(const flow::BlocksConfig& config) {
  golden::PortRegisters registers(golden::kSmallFlowSizes, golden::kAckMax);
  golden::PortRegistersIn in;
  in.link_idle = in.aggregator_idle = in.table_idle = true;
  for (const RegisterAccess& access : port_settings(config)) {
    in.valid = in.write = true;
    in.addr = access.addr;
    in.data = access.data;
    in.strobes = access.strobes;
    do {
      registers.step(in);
      in.valid = false;
    } while (!registers.out().answered);
    if (!registers.out().error) continue;
    if (access.addr == at::kCommitAt) return "a rule of flow_port's registers is broken";
    std::ostringstream text;
    text << "register 0x" << std::hex << access.addr << std::dec << " of flow_port does not take "
         << access.data;
    return text.str();
  }
  return "";
}

}  // namespace

std::vector<RegisterAccess> port_settings(const flow::BlocksConfig& c) {
  const golden::IfctConfig& t = c.ifct;
  const auto ticks = [&](Cycle time) { return golden::ticks_of(time, t.tick); };
  std::vector<RegisterAccess> all{
      write(at::kAggT1At, c.aggregator.t1),
      write(at::kAggT2At, c.aggregator.t2),
      write(at::kAggT3At, c.aggregator.t3),
      write(at::kAggMaxAt, c.aggregator.max),
      write(at::kAggGood0At, c.aggregator.good & 0xffffffffU),
      write(at::kAggGood1At, c.aggregator.good >> 32 & 0xffffU),
      write(at::kCreditOnAt, t.fc_hi),
      write(at::kCreditOffAt, t.fc_lo),
      write(at::kCreditHeadroomAt, t.headroom),
      write(at::kTickAt, t.tick),
      write(at::kCooldownAt, ticks(t.cool_t)),
      write(at::kHoldUpAt, ticks(t.hold_t)),
      write(at::kRefreshAt, ticks(t.refresh_t)),
      write(at::kExpireAt, ticks(t.expire_t)),
      write(at::kRecoveryAt, at::kRecoveryWeighted.put(t.ep_rec, t.ep_weigh ? 1 : 0)),
      write(at::kUnitCyclesAt, t.unit_cyc),
      write(at::kInjectionLimitAt, t.inj_limit),
      write(at::kRedirectHereAt, t.rd_enable ? 1 : 0),
      write(at::kRedirectFloorAt, c.redirect.d0),
      write(at::kRedirectGainAt, at::kGrowthGain.put(c.redirect.kd, c.redirect.kg)),
      write(at::kEpCongestedAt, c.ep.congested),
      write(at::kEpDrawAt, at::kEpDraws.put((1U << c.ep.draw_w) - 1, c.ep.draw ? 1 : 0)),
  };
  for (unsigned level = 0; level < at::kFlowLimitCount; ++level) {
    all.push_back(write(at::kFlowLimitAt + 4 * level, t.mfe[level]));
    all.push_back(write(at::kQueueLimitAt + 4 * level, t.mqe[level]));
  }
  all.push_back(write(at::kCommitAt, at::kAggregatorGroup | at::kCreditGroup | at::kTimesGroup |
                                         at::kEndpointGroup));
  return all;
}

std::vector<RegisterAccess> drain_settings(Cycle drain) {
  return {write(at::kDrain0At, drain & 0xffffffffU), write(at::kDrain1At, drain >> 32),
          write(at::kCommitAt, at::kWalkerGroup)};
}

RegisterAccess enable_port(bool on) { return write(at::kPortAt, on ? 1 : 0); }

std::string flow_port_problem(const flow::BlocksConfig& c) {
  const golden::FlowSizes& small = golden::kSmallFlowSizes;
  const golden::FlowSizes& sizes = c.ifct.sizes;
  if (sizes.ports > small.ports || sizes.flow_id_w != small.flow_id_w || sizes.pos_w != small.pos_w)
    return "flow_port is verilated with small tables only";
  if (c.aggregator.depth != 512) return "flow_port's aggregator holds 512 ACKs";
  if (!c.edge && c.ifct.tick != c.ofct.tick)
    return "flow_port has one tick for both tables, which here are of 2^" +
           std::to_string(c.ifct.tick) + " and 2^" + std::to_string(c.ofct.tick) + " cycles";
  if (c.redirect.rw != kRedirectBits || c.redirect.hist != kRedirectPlaces)
    return "flow_port's redirect_gen has random numbers of 12 bits and 8 samples";
  const unsigned least = std::min(c.aggregator.max, c.aggregator.t1 + 1);
  if (c.wire_frames && c.aggregator.depth / least + 3 > FlowPortPair::kFrames)
    return "flow_port's unpacker holds " + std::to_string(FlowPortPair::kFrames) +
           " frames, and of " + std::to_string(least) + " ACKs more may come (FLOW-B-8)";
  if (!c.edge && c.ofct.stale_t < flow::Blocks::kLatency)
    return "a row of flow_port's output table is not seen before its stale time is over";
  return refused(c);
}

}  // namespace selvage::cosim
