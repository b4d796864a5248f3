// SPDX-License-Identifier: Apache-2.0
/// \file
/// Between the golden blocks of the flow channels and their RTL: inputs for the ports, what the
/// ports and registers have to show, and answers back (docs/reference/flow-blocks.md).
#pragma once

#include <array>

#include "cosim/flow/ack_block.hpp"
#include "cosim/flow/ep_block.hpp"
#include "cosim/flow/redirect_block.hpp"
#include "cosim/flow/tables/block.hpp"
#include "golden/flow/ack_aggregator.hpp"
#include "golden/flow/ack_unpacker.hpp"
#include "golden/flow/ep_ack_type.hpp"
#include "golden/flow/flow_walker.hpp"
#include "golden/flow/redirect_gen.hpp"
#include "golden/flow/tables/efct.hpp"
#include "golden/flow/tables/flow_cam.hpp"
#include "golden/flow/tables/ifct.hpp"
#include "golden/flow/tables/ofct.hpp"

namespace selvage::cosim {

// Inputs.
[[nodiscard]] CamAllocIn to_rtl(const golden::CamInput& in);
[[nodiscard]] EfctIn to_rtl(const golden::EfctInput& in);
[[nodiscard]] IfctIn to_rtl(const golden::IfctInput& in);
[[nodiscard]] OfctIn to_rtl(const golden::OfctInput& in);
[[nodiscard]] AckAggregatorIn to_rtl(const golden::AggregatorInput& in);
[[nodiscard]] AckWord to_rtl(const golden::FrameWord& in);
// Settings; sizes are those of the build.
[[nodiscard]] IfctStatic to_rtl(const golden::IfctConfig& config);
[[nodiscard]] OfctStatic to_rtl(const golden::OfctConfig& config);
[[nodiscard]] AckAggregatorOptions to_rtl(const golden::AggregatorConfig& config);
[[nodiscard]] RedirectOptions to_rtl(const golden::RedirectConfig& config);
[[nodiscard]] EpAckTypeOptions to_rtl(const golden::EpAckConfig& config);

// What the outputs show two cycles after step `in`, `golden` being the state after it.
[[nodiscard]] CamAllocOut visible(const golden::CamInput& in, const golden::CamOutput& out,
                                  const golden::FlowCam& golden);
[[nodiscard]] EfctOut visible(const golden::EfctInput& in, const golden::EfctOutput& out,
                              const golden::Efct& golden);
[[nodiscard]] IfctOut visible(const golden::IfctInput& in, const golden::IfctOutput& out);
[[nodiscard]] OfctOut visible(const golden::OfctInput& in, const golden::OfctOutput& out,
                              const golden::Ofct& golden);
// What they show in the cycle itself.
[[nodiscard]] WalkerOut visible(const golden::FlowWalker::Output& out);
[[nodiscard]] AckAggregatorOut visible(const golden::AggregatorOutput& out);
[[nodiscard]] AckUnpackerOut visible(const golden::UnpackerOutput& out);

// Public registers.
[[nodiscard]] CamAllocRow row_of(const golden::FlowCam& golden, unsigned id);
[[nodiscard]] EfctRow row_of(const golden::Efct& golden, unsigned id);
[[nodiscard]] IfctRow row_of(const golden::Ifct& golden, unsigned id);
[[nodiscard]] OfctRow row_of(const golden::Ofct& golden, unsigned id);
[[nodiscard]] IfctCounters counters_of(const golden::Ifct& golden);
[[nodiscard]] WalkerState state_of(const golden::FlowWalker& golden);
[[nodiscard]] AckAggregatorState state_of(const golden::AckAggregator& golden);
[[nodiscard]] AckUnpackerState state_of(const golden::AckUnpacker& golden);
[[nodiscard]] RedirectState state_of(const golden::RedirectGen& golden, unsigned samples);

/// What the outputs of redirect_gen show of golden's draws, each of which is made with its load.
class RedirectShows {
 public:
  /// After the edge of a cycle with inputs `in`. `drawn`: golden's answer to it; `loads`: those of
  /// the cycles before.
  RedirectOut edge(const RedirectIn& in, bool drawn, std::uint32_t loads);

 private:
  /// Loads under way, the youngest first; busy: there is one.
  std::array<RedirectOut, golden::RedirectGen::kLatency - 1> under_way_{};
  std::uint32_t redirects_ = 0;
};

/// A few rows.
class Rows {
 public:
  Rows& add(bool valid, unsigned id) {
    if (valid) ids_[count_++] = id;
    return *this;
  }
  [[nodiscard]] const unsigned* begin() const { return ids_.data(); }
  [[nodiscard]] const unsigned* end() const { return ids_.data() + count_; }

 private:
  std::array<unsigned, 4> ids_;
  unsigned count_ = 0;
};
// Rows that a step may have changed.
[[nodiscard]] inline Rows touched(const golden::CamInput& in, const CamAllocOut& out) {
  return Rows().add(in.free, in.free_id).add(out.hit || out.alloc, out.id);
}
[[nodiscard]] inline Rows touched(const golden::EfctInput& in, const EfctOut& out) {
  return Rows().add(in.ack, in.ack_id).add(out.hit || out.alloc, out.id);
}
[[nodiscard]] inline Rows touched(const golden::IfctInput& in, const IfctOut&) {
  return Rows()
      .add(in.deq_valid, in.deq.id)
      .add(in.enq_valid, in.enq.id)
      .add(in.ack_valid, in.ack.id)
      .add(in.chk_valid, in.chk);
}
[[nodiscard]] inline Rows touched(const golden::OfctInput& in, const OfctOut& out) {
  return Rows()
      .add(in.rev_valid, in.rev.id)
      .add(in.chk_valid, in.chk_id)
      .add(out.map.hit || out.map.alloc, out.map.oid);
}

// RTL answers and rows in golden form; stamps are those up to half their range from `now`.
[[nodiscard]] golden::EfctOutput to_golden(const EfctOut& out);
[[nodiscard]] golden::IfctOutput to_golden(const IfctOut& out);
[[nodiscard]] golden::OfctOutput to_golden(const OfctOut& out);
[[nodiscard]] golden::IfctRow to_golden(const IfctRow& row, const golden::IfctConfig& config,
                                        Cycle now);
[[nodiscard]] golden::OfctRow to_golden(const OfctRow& row, const golden::OfctConfig& config,
                                        Cycle now);

}  // namespace selvage::cosim
