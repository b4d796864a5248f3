// SPDX-License-Identifier: Apache-2.0
/// \file
/// A system whose controls record their inputs and outputs.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "forwarding_system.hpp"

namespace selvage::tb {

/// Called after every step of a control.
using StepListener = std::function<void(SwitchIdx, Cycle, const StepInput&, const StepOutput&)>;

class ListenedControl final : public SwitchControl {
 public:
  ListenedControl(SwitchIdx self, std::unique_ptr<SwitchControl> inner, StepListener listener)
      : self_(self), inner_(std::move(inner)), listener_(std::move(listener)) {}
  void step(Cycle now, const StepInput& in, StepOutput& out) override {
    inner_->step(now, in, out);
    listener_(self_, now, in, out);
  }
  void request(Cycle now, const RouteRequest& r) override { inner_->request(now, r); }
  RouteDecision collect(Cycle now) override { return inner_->collect(now); }
  void finish(Cycle now) override { inner_->finish(now); }
  RouteDecision preview(const RouteRequest& r) const override { return inner_->preview(r); }
  std::unique_ptr<RouteView> snapshot() const override { return inner_->snapshot(); }
  std::uint64_t overflows() const override { return inner_->overflows(); }

 private:
  SwitchIdx self_;
  std::unique_ptr<SwitchControl> inner_;
  StepListener listener_;
};

class ListenedSystem final : public ForwardingSystem {
 public:
  ListenedSystem(std::unique_ptr<System> inner, StepListener listener)
      : ForwardingSystem(std::move(inner)), listener_(std::move(listener)) {}
  std::unique_ptr<SwitchControl> make_control(SwitchIdx sw, Scoreboard& board) override {
    auto control =
        std::make_unique<ListenedControl>(sw, inner().make_control(sw, board), listener_);
    controls_.push_back(control.get());
    return control;
  }
  /// In the order in which they were made.
  [[nodiscard]] const std::vector<const SwitchControl*>& controls() const { return controls_; }

 private:
  StepListener listener_;
  std::vector<const SwitchControl*> controls_;
};

}  // namespace selvage::tb
