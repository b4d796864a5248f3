// SPDX-License-Identifier: Apache-2.0
/// \file
/// A switch's control that hands everything on to another one.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "golden/switch_control.hpp"

namespace selvage {

/// `own` as it is; what derives from it takes over a part.
class ForwardingControl : public SwitchControl {
 public:
  explicit ForwardingControl(std::unique_ptr<SwitchControl> own) : own_(std::move(own)) {}

  void step(Cycle now, const StepInput& in, StepOutput& out) override { own_->step(now, in, out); }
  void request(Cycle now, const RouteRequest& request) override { own_->request(now, request); }
  [[nodiscard]] RouteDecision collect(Cycle now) override { return own_->collect(now); }
  void finish(Cycle now) override { own_->finish(now); }
  [[nodiscard]] RouteDecision preview(const RouteRequest& request) const override {
    return own_->preview(request);
  }
  [[nodiscard]] std::unique_ptr<RouteView> snapshot() const override { return own_->snapshot(); }
  void prefetch(unsigned step) const override { own_->prefetch(step); }
  [[nodiscard]] std::optional<PortIdx> expected() const override { return own_->expected(); }
  [[nodiscard]] std::uint64_t overflows() const override { return own_->overflows(); }

 protected:
  [[nodiscard]] SwitchControl& own() const { return *own_; }

 private:
  std::unique_ptr<SwitchControl> own_;
};

}  // namespace selvage
