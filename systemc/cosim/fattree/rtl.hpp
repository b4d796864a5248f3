// SPDX-License-Identifier: Apache-2.0
/// \file
/// Engines rtl and lockstep: the verilated control plane of one switch and its golden model.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cosim/fattree/compare.hpp"
#include "cosim/fattree/control/control_block.hpp"
#include "cosim/fattree/control/traced_control.hpp"
#include "cosim/fattree/golden.hpp"
#include "cosim/fattree/history.hpp"
#include "cosim/lockstep/pipe.hpp"

namespace selvage::cosim {

/// The RTL sends the messages and takes the decisions. Golden goes along in both engines: it knows
/// the cause of each message, and the stop flags of a cycle one clock before the RTL shows them; in
/// lockstep everything is compared.
///
/// Clock edges lag: the edge that begins cycle t samples the messages and link events of cycle t-1,
/// the stop flags of cycle t and the request of cycle t. So it is executed by the step of cycle t,
/// or, if there is none, when a later cycle is spoken of. An idle block is not clocked. It is made
/// when it is first needed.
class RtlFatTreeControl final : public SwitchControl, public Watched {
 public:
  RtlFatTreeControl(const FatTreeConfig& config, SwitchIdx self, Scoreboard& scoreboard);
  void sample(const FatTreeConfig& config, SwitchIdx self, cover::Coverage& coverage) {
    golden_.sample(config, self, coverage);
  }

  void step(Cycle now, const StepInput& in, StepOutput& out) override;
  void request(Cycle now, const RouteRequest& request) override;
  [[nodiscard]] RouteDecision collect(Cycle now) override;
  void prefetch(unsigned step) const override;
  [[nodiscard]] std::optional<PortIdx> expected() const override {
    const golden::FatTreeGrant* next = pipe_.expected();
    return next == nullptr ? std::nullopt : std::optional<PortIdx>(next->port);
  }
  void finish(Cycle now) override;
  [[nodiscard]] RouteDecision preview(const RouteRequest& request) const override {
    return golden_.preview(request);
  }
  [[nodiscard]] std::unique_ptr<RouteView> snapshot() const override {
    return std::make_unique<FrozenFatTree>(golden_);
  }
  [[nodiscard]] std::uint64_t overflows() const override {
    return golden_.state().faults.lft.overflows();
  }

  // Watched
  [[nodiscard]] std::vector<WatchedRow> rows() const override;
  void values(std::vector<std::uint64_t>& out) const override;
  [[nodiscard]] std::string describe(const ControlMessage& message) const override;
  TracedModel* make_traced_model(const std::string& scope) override;
  [[nodiscard]] std::vector<StateRow> state() const override;

  /// Null until it is first needed.
  [[nodiscard]] ControlBlock* block() { return block_.get(); }
  [[nodiscard]] const FatTreeGolden& golden() const { return golden_; }

 private:
  using Answers = Pipe<RouteRequest, golden::FatTreeGrant>;

  [[nodiscard]] std::unique_ptr<ControlBlock> make_block(const std::string& name) const;
  ControlBlock& block_at(Cycle now);
  [[nodiscard]] Cycle next_edge() const;
  void advance(Cycle now);
  void edge(Cycle cycle, PortMask stop, bool decisions_only = false);
  void compare_plane(Cycle cycle);
  void compare_idle(Cycle cycle, bool asked);
  void compare_state(Cycle cycle);
  void send(Cycle now, StepOutput& out);
  golden::FatTreeGrant take(Cycle now);
  /// `taken`: of the answer that differs.
  void fail(Cycle cycle, BlockCount& block, std::optional<PacketId> packet,
            const Difference& difference, const Answers::Taken* taken = nullptr);

  const FatTreeConfig* config_;
  SwitchIdx self_;
  Scoreboard* scoreboard_;
  FatTreeGolden golden_;
  std::unique_ptr<ControlBlock> block_;
  std::unique_ptr<TracedControl> traced_;  ///< for waves; usually null
  Cycle edge_ = 0;                         ///< last edge executed
  unsigned overtime_ = 0;                  ///< edges in a row in which only the RTL was busy
  bool busy_ = false;                      ///< the block has to be clocked, whatever comes in
  Cycle stepped_ = kNever;  ///< cycle whose messages and events wait for the edge after it
  Cycle asked_ = kNever;    ///< cycle whose request waits for its edge
  golden::FatTreeRequest question_;
  Answers pipe_{AnswerTime::exactly(1), "FT-RS-6"};
  std::vector<golden::PortMessage> sent_;
  golden::FatTreeGrant last_expected_;  ///< of the decisions collected, for waves
  golden::FatTreeGrant last_actual_;
  std::uint32_t last_v_ = 0;  ///< of the last decision upwards
  FatTreeHistory history_;
  BlockCount* route_select_;
  BlockCount* message_unit_;
  BlockCount* fault_table_;
  BlockCount* link_state_;
};

}  // namespace selvage::cosim
