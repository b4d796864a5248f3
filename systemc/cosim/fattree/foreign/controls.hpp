// SPDX-License-Identifier: Apache-2.0
/// \file
/// Foreign blocks in a switch of a fat tree.
#pragma once

#include <memory>

#include "cosim/fattree/golden.hpp"
#include "cosim/fattree/history.hpp"
#include "cosim/foreign/control.hpp"

namespace selvage::cosim {

/// A block and the control it stands in; `golden` is that of `own`.
struct ForeignFatTree {
  SwitchIdx self = 0;
  std::unique_ptr<SwitchControl> own;
  const FatTreeGolden* golden = nullptr;
  ForeignAgent agent;
};

/// What the controls below share: whose switch it is, and what happened there.
template <class Expected>
class ForeignFatTreeControl : public ForeignControl<Expected> {
 public:
  explicit ForeignFatTreeControl(ForeignFatTree foreign)
      : ForeignControl<Expected>(std::move(foreign.own), std::move(foreign.agent)),
        self_(foreign.self),
        golden_(foreign.golden) {}

  void step(Cycle now, const StepInput& in, StepOutput& out) override {
    ForeignControl<Expected>::step(now, in, out);
    history_.update(now, golden_->input());
  }

 protected:
  Mismatch place(Cycle now, std::optional<PacketId> packet) const override {
    Mismatch m = ForeignControl<Expected>::place(now, packet);
    m.recent = history_.lines(tree(), self_);
    return m;
  }
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
[[nodiscard]] std::unique_ptr<SwitchControl> with_foreign_route(ForeignFatTree foreign);
/// The block's messages go out.
[[nodiscard]] std::unique_ptr<SwitchControl> with_foreign_unit(ForeignFatTree foreign);
/// The decisions are made of the block's lookups.
[[nodiscard]] std::unique_ptr<SwitchControl> with_foreign_table(ForeignFatTree foreign);

}  // namespace selvage::cosim
