// SPDX-License-Identifier: Apache-2.0
/// \file
/// A system whose controls record their inputs and outputs.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "forwarding_system.hpp"
#include "golden/forwarding_control.hpp"

namespace selvage::tb {

/// Called after every step of a control.
using StepListener = std::function<void(SwitchIdx, Cycle, const StepInput&, const StepOutput&)>;

class ListenedControl final : public ForwardingControl {
 public:
  ListenedControl(SwitchIdx self, std::unique_ptr<SwitchControl> inner, StepListener listener)
      : ForwardingControl(std::move(inner)), self_(self), listener_(std::move(listener)) {}
  void step(Cycle now, const StepInput& in, StepOutput& out) override {
    ForwardingControl::step(now, in, out);
    listener_(self_, now, in, out);
  }

 private:
  SwitchIdx self_;
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
