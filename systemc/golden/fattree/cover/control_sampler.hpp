// SPDX-License-Identifier: Apache-2.0
/// \file
/// Samples the control plane of one switch of a fat tree, step by step
/// (docs/reference/coverage.md). It reads state, message and effects, and calls no rule.
#pragma once

#include <optional>

#include "golden/fattree/cover/control_cover.hpp"

namespace selvage::golden {

class ControlSampler {
 public:
  ControlSampler(const ControlCover& cover, cover::Counts& counts, SwitchIdx self,
                 const ControlPlane& plane);
  /// The plane is about to be stepped.
  void before(const ControlState& state);
  /// It was.
  void after(const ControlState& state, const ControlInput& in);

 private:
  using Unit = ControlState::Unit;
  /// Of a statement of the own level, before it is executed.
  struct Statement {
    unsigned kind = 0;  ///< row of ControlCover::table
    TableCase found = TableCase::kNew;
    unsigned j = 0;
    bool had_bits = false;
    bool both_causes = false;
    bool wraps = false;
  };
  /// What of the state before a step is compared with that after it.
  struct Before {
    Unit unit = Unit::kIdle;
    PortMask link_up = 0;
    PortMask in_waiting = 0;
    PortMask out_waiting = 0;
    PortMask out_full = 0;
    PortMask pending = 0;
    std::uint64_t emptied = 0;
    std::size_t next = 0;
    UpPortState up;         ///< of the up port that the operation is about
    std::int8_t dlfm = -1;  ///< likewise
    bool derived = false;   ///< some line has a derived bit of it
    std::int8_t advertised = -1;
    ResyncMemory resync_seen;
    std::optional<Statement> statement;
  };

  void look_at_operation(const ControlState& state);
  [[nodiscard]] std::optional<Statement> statement_of(const ControlState& state) const;
  void executed(const ControlState& state);
  void executed_message(const ControlState& state);
  void executed_statement(const ControlState& state);
  void executed_dlfm(const ControlState& state);
  void executed_link_event(const ControlState& state);
  void advertised(const ControlState& state);
  void picked(const ControlState& state);
  void queues(const ControlState& state, const ControlInput& in);
  void check(const ControlState& state);
  void meet(ControlCase which) {
    counts_->meet(cover_->single[static_cast<unsigned>(which)], self_);
  }
  void meet_op(CoverOp op, unsigned phase_kind);
  [[nodiscard]] bool is_up(const ControlState& state) const;

  const ControlCover* cover_;
  cover::Counts* counts_;
  const ControlPlane* plane_;
  SwitchIdx self_;
  unsigned tier_;
  Before was_;
};

}  // namespace selvage::golden
