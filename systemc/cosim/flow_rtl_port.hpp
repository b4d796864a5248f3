// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verilated redirect_gen, ep_ack_type and ack_aggregator of a port, brought up to date when they are asked.
#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "cosim/ack_block.hpp"
#include "cosim/ep_block.hpp"
#include "cosim/flow_report.hpp"
#include "cosim/redirect_block.hpp"
#include "flow/blocks.hpp"

namespace selvage::cosim {

class RtlRedirect {
 public:
  RtlRedirect(std::unique_ptr<RedirectBlock> rtl, const golden::RedirectConfig& config,
              bool compared, FlowReport report);
  void give(Cycle now, const flow::RedirectInput& in);
  [[nodiscard]] flow::RedirectOutput take();

 private:
  void step(const RedirectIn& in);
  void draw_up_to(std::uint32_t seed);

  golden::RedirectConfig config_;
  std::unique_ptr<RedirectBlock> rtl_;
  std::optional<golden::RedirectGen> golden_;
  FlowReport report_;
  std::deque<flow::RedirectOutput> answers_;
  RedirectOut expected_;
  RedirectState state_;      ///< likewise
  std::uint32_t drawn_ = 0;  ///< loads made to reach the seed
  bool loaded_ = false;      ///< the last step was a load
  unsigned depth_ = 0;
  Cycle cycle_ = 0;  ///< of the next step
};

/// Its state changes with requests only, so that it is clocked for them only.
class RtlEpAckType {
 public:
  RtlEpAckType(std::unique_ptr<EpAckTypeBlock> rtl, const golden::EpAckConfig& config,
               bool compared, FlowReport report);
  [[nodiscard]] golden::AckType packet(Cycle now, unsigned depth, unsigned level);

 private:
  std::unique_ptr<EpAckTypeBlock> rtl_;
  std::optional<golden::EpAckType> golden_;
  FlowReport report_;
};

class RtlAggregator {
 public:
  RtlAggregator(std::unique_ptr<AckAggregatorBlock> rtl, const golden::AggregatorConfig& config,
                bool compared, FlowReport report);
  [[nodiscard]] flow::AggregatorView view(Cycle now);
  void step(Cycle now, const golden::AggregatorInput& in);
  [[nodiscard]] Cycle next(Cycle now) const;

 private:
  void advance(Cycle now);
  void clock(const golden::AggregatorInput& in);

  golden::AggregatorConfig config_;
  std::unique_ptr<AckAggregatorBlock> rtl_;
  std::optional<golden::AckAggregator> golden_;
  FlowReport report_;
  AckAggregatorState state_;  ///< registers and outputs as the RTL shows them now
  AckAggregatorOut out_;
  bool idle_ = true;
  bool still_ = false;  ///< the last cycle was idle and changed nothing
  Cycle cycle_ = 0;     ///< the registers are those at its start
};

}  // namespace selvage::cosim
