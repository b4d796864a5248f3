// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verilated redirect_gen, ep_ack_type and ack_aggregator of a port, brought up to date when
/// they are asked and clocked only in the cycles that docs/reference/flow-blocks.md names.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "cosim/flow/ack_block.hpp"
#include "cosim/flow/convert.hpp"
#include "cosim/flow/ep_block.hpp"
#include "cosim/flow/redirect_block.hpp"
#include "cosim/flow/report.hpp"
#include "cosim/lockstep/ring.hpp"
#include "flow/blocks/blocks.hpp"

namespace selvage::cosim {

class RtlRedirect {
 public:
  RtlRedirect(std::shared_ptr<RedirectBlock> rtl, const golden::RedirectConfig& config,
              bool compared, FlowReport report);
  void give(Cycle now, const flow::RedirectInput& in);
  [[nodiscard]] flow::RedirectOutput take(Cycle now);
  /// Brings everything up to date that lies before `now`.
  void finish(Cycle now) {
    pass(now);
    settle(now);
  }

 private:
  void pass(Cycle now);
  void settle(Cycle now);
  void clock(Cycle now, const RedirectIn& in);
  void compare(Cycle now, const RedirectIn& in);

  golden::SampleTick tick_;
  std::shared_ptr<RedirectBlock> rtl_;
  std::optional<golden::RedirectGen> golden_;
  SteppedReport<RedirectIn, 4, 2> report_;  ///< samples push out no loads
  Ring<flow::RedirectOutput> answers_;
  RedirectShows shows_;  ///< what the outputs have to show
  RedirectState state_;  ///< what the registers have to show
  /// Clocks since the last ones that took a load, the youngest first
  std::array<bool, golden::RedirectGen::kLatency - 1> loaded_{};
  bool busy_ = false;  ///< the RTL needs the next clock, whatever comes
  unsigned depth_ = 0;
  Cycle cycle_ = 0;  ///< first cycle not yet clocked
};

/// Its state changes with requests only, so that it is clocked for them only.
class RtlEpAckType {
 public:
  RtlEpAckType(std::shared_ptr<EpAckTypeBlock> rtl, const golden::EpAckConfig& config,
               bool compared, FlowReport report);
  [[nodiscard]] golden::AckType packet(Cycle now, unsigned depth, unsigned level);

 private:
  std::shared_ptr<EpAckTypeBlock> rtl_;
  std::optional<golden::EpAckType> golden_;
  SteppedReport<EpStep> report_;
};

class RtlAggregator {
 public:
  RtlAggregator(std::shared_ptr<AckAggregatorBlock> rtl, const golden::AggregatorConfig& config,
                bool compared, bool framed, FlowReport report);
  [[nodiscard]] flow::AggregatorView view(Cycle now);
  void step(Cycle now, const golden::AggregatorInput& in);
  [[nodiscard]] Cycle next(Cycle now) const;
  /// See Blocks::frame.
  void frame(Cycle now, std::vector<golden::FrameWord>& words);

 private:
  [[nodiscard]] Cycle requests_from() const;
  void advance(Cycle now);
  void clock_idle(Cycle now);
  void clock(const golden::AggregatorInput& in);

  golden::AggregatorConfig config_;
  std::shared_ptr<AckAggregatorBlock> rtl_;
  std::optional<golden::AckAggregator> golden_;
  SteppedReport<golden::AggregatorInput> report_;
  bool framed_;               ///< its words are asked for
  AckAggregatorState state_;  ///< registers and outputs as the RTL shows them now
  AckAggregatorOut out_;
  bool idle_ = true;
  Cycle idle_since_ = 0;
  Cycle stepped_ = 0;   ///< cycle after the last step
  Cycle cycle_ = 0;     ///< first cycle not yet clocked
  Cycle req_from_ = 0;  ///< a request that rises in the clocks within a cycle shows from here on
  std::vector<golden::FrameWord> words_;  ///< driven and not yet taken
  unsigned frames_ = 0;                   ///< whole ones of them
};

}  // namespace selvage::cosim
