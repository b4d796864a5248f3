// SPDX-License-Identifier: Apache-2.0
/// \file
/// Foreign blocks in a switch of a fat tree.
#pragma once

#include <memory>

#include "cosim/fattree/golden.hpp"
#include "cosim/fattree/history.hpp"
#include "cosim/foreign/control.hpp"

namespace selvage::cosim {

/// A block and the control it sits in; `golden` is that of `own`.
struct ForeignFatTree {
  SwitchIdx self = 0;
  std::unique_ptr<SwitchControl> own;
  const FatTreeGolden* golden = nullptr;
  std::unique_ptr<ForeignBlock> block;
  ForeignCheck check;
};

/// What the controls below share: whose switch it is, and what happened there.
template <class Expected>
class ForeignFatTreeControl : public ForeignControl<Expected> {
 public:
  explicit ForeignFatTreeControl(ForeignFatTree seat)
      : ForeignControl<Expected>(std::move(seat.own), std::move(seat.block), seat.check),
        self_(seat.self),
        golden_(seat.golden) {}

  void step(Cycle now, const StepInput& in, StepOutput& out) override {
    ForeignControl<Expected>::step(now, in, out);
    history_.update(now, golden_->input());
  }

 protected:
  Mismatch place(Cycle now, std::optional<PacketId> packet) const override {
    Mismatch m;
    m.cycle = now;
    m.switch_name = tree().switch_name(self_);
    m.packet = packet;
    m.recent = history_.lines(tree(), self_);
    return m;
  }
  std::string_view late_requirement() const override { return "FT-RS-6"; }
  [[nodiscard]] const golden::FatTree& tree() const { return golden_->tree(); }
  [[nodiscard]] const FatTreeGolden& golden() const { return *golden_; }
  [[nodiscard]] SwitchIdx self() const { return self_; }
  [[nodiscard]] FatTreeHistory& history() { return history_; }

 private:
  SwitchIdx self_;
  const FatTreeGolden* golden_;
  FatTreeHistory history_;
};

/// The decisions are the block's.
[[nodiscard]] std::unique_ptr<SwitchControl> with_foreign_route(ForeignFatTree seat);
/// The block's messages go out.
[[nodiscard]] std::unique_ptr<SwitchControl> with_foreign_unit(ForeignFatTree seat);
/// The decisions are made of the block's lookups.
[[nodiscard]] std::unique_ptr<SwitchControl> with_foreign_table(ForeignFatTree seat);

}  // namespace selvage::cosim
