// SPDX-License-Identifier: Apache-2.0
/// \file
/// Pairs as the tests use them.
#pragma once

#include <stdexcept>

#include "ack_stimulus.hpp"

namespace selvage::test {

[[nodiscard]] inline const golden::FlowSizes& sizes_of(cosim::FlowSize size) {
  return size == cosim::FlowSize::kSmall ? golden::kSmallFlowSizes : golden::kLargeFlowSizes;
}

/// Timers short enough to run out again and again.
[[nodiscard]] inline golden::IfctConfig short_ifct(cosim::FlowSize size, bool edge, bool rd_enable,
                                                   unsigned tick = 0) {
  golden::IfctConfig c;
  c.sizes = sizes_of(size);
  c.edge = edge;
  c.rd_enable = rd_enable;
  c.mfe = golden::standard_flow_limits(c.sizes.pos_w);
  c.mqe = golden::standard_queue_limits(c.sizes.pos_w);
  c.cool_t = 20;
  c.hold_t = 15;
  c.refresh_t = 30;
  c.expire_t = 60;
  c.tick = tick;
  return c;
}

[[nodiscard]] inline CamPair cam_pair(cosim::FlowSize size, unsigned bugs = 0,
                                      unsigned stride = 1) {
  const unsigned rows = sizes_of(size).rows();
  return {golden::FlowCam(rows), cosim::make_cam_alloc(size, bugs), rows, stride};
}
[[nodiscard]] inline EfctPair efct_pair(cosim::FlowSize size, unsigned bugs = 0,
                                        unsigned stride = 1) {
  const golden::FlowSizes& s = sizes_of(size);
  return {golden::Efct(s), cosim::make_efct(size, bugs), s.rows(), stride};
}
[[nodiscard]] inline IfctPair ifct_pair(const golden::IfctConfig& config, unsigned bugs = 0,
                                        unsigned stride = 1) {
  const bool small = config.sizes.flow_id_w == golden::kSmallFlowSizes.flow_id_w;
  return {golden::Ifct(config),
          cosim::make_ifct(small ? cosim::FlowSize::kSmall : cosim::FlowSize::kLarge, config.edge,
                           cosim::to_rtl(config), bugs),
          config.sizes.rows(), stride};
}
[[nodiscard]] inline OfctPair ofct_pair(cosim::FlowSize size, unsigned bugs = 0,
                                        unsigned stride = 1, unsigned tick = 0,
                                        bool timers = true) {
  golden::OfctConfig c;
  c.sizes = sizes_of(size);
  c.tick = tick;
  c.stale_t = timers ? 180 : 0;  // 0: over in the cycle in which they begin
  c.expire_t = timers ? 60 : 0;
  return {golden::Ofct(c), cosim::make_ofct(size, cosim::to_rtl(c), bugs), c.sizes.rows(), stride};
}

[[nodiscard]] inline golden::AggregatorConfig aggregator_config(unsigned max, unsigned depth) {
  golden::AggregatorConfig c;
  c.max = max;
  c.depth = depth;
  c.t1 = 15;
  c.t2 = 20;
  c.t3 = 30;
  if (max < golden::kAckMax) {
    c.t1 = 2;
    c.t2 = 4;
    c.t3 = 7;
    c.good = max == 5 ? 0b10110 : 0b101010;
  }
  return c;
}
[[nodiscard]] inline std::unique_ptr<cosim::AckAggregatorBlock> aggregator_rtl(
    const golden::AggregatorConfig& c, unsigned bugs = 0) {
  cosim::AckAggregatorOptions options = cosim::to_rtl(c);
  options.bugs = bugs;
  for (const cosim::AckAggregatorBuild& build : cosim::ack_aggregator_builds())
    if (build.max >= c.max && build.depth == c.depth) return build.make(options);
  throw std::out_of_range("no such build of ack_aggregator");
}
[[nodiscard]] inline AggregatorPair aggregator_pair(const golden::AggregatorConfig& c,
                                                    unsigned bugs = 0) {
  return {golden::AckAggregator(c), aggregator_rtl(c, bugs)};
}
[[nodiscard]] inline UnpackerPair unpacker_pair(unsigned max, unsigned bufs, unsigned bugs = 0) {
  for (const cosim::AckUnpackerBuild& build : cosim::ack_unpacker_builds())
    if (build.max == max && build.bufs == bufs)
      return {golden::AckUnpacker(bufs, max), build.make({bugs})};
  throw std::out_of_range("no such build of ack_frame_unpacker");
}
[[nodiscard]] inline WalkerPair walker_pair(cosim::FlowSize size, unsigned bugs = 0) {
  return {sizes_of(size).rows(), cosim::make_walker(size, bugs)};
}
[[nodiscard]] inline std::unique_ptr<cosim::RedirectBlock> redirect_rtl(
    const golden::FlowSizes& sizes, const golden::RedirectConfig& c, unsigned bugs = 0) {
  cosim::RedirectOptions options = cosim::to_rtl(c);
  options.bugs = bugs;
  for (const cosim::RedirectBuild& build : cosim::redirect_builds())
    if (build.flow_id_w == sizes.flow_id_w) return build.make(options);
  throw std::out_of_range("no such build of redirect_gen");
}
[[nodiscard]] inline RedirectPair redirect_pair(const golden::FlowSizes& sizes, unsigned bugs = 0,
                                                const golden::RedirectConfig& c = {}) {
  return {c, redirect_rtl(sizes, c, bugs)};
}

[[nodiscard]] inline EpPair ep_pair(std::uint32_t seed, bool draw = true, unsigned bugs = 0) {
  golden::EpAckConfig c;
  c.seed = seed;
  c.draw = draw;
  cosim::EpAckTypeOptions options = cosim::to_rtl(c);
  options.bugs = bugs;
  return {c, cosim::make_ep_ack_type(options)};
}

}  // namespace selvage::test
