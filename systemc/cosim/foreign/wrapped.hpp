// SPDX-License-Identifier: Apache-2.0
/// \file
/// A switch's control around another one.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cosim/lockstep/watched.hpp"
#include "golden/switch_control.hpp"

namespace selvage::cosim {

/// `own` as it is; what derives from it takes over a part.
class WrappedControl : public SwitchControl, public Watched {
 public:
  explicit WrappedControl(std::unique_ptr<SwitchControl> own)
      : own_(std::move(own)), watched_(dynamic_cast<Watched*>(own_.get())) {}

  void step(Cycle now, const StepInput& in, StepOutput& out) override { own_->step(now, in, out); }
  void request(Cycle now, const RouteRequest& request) override { own_->request(now, request); }
  [[nodiscard]] RouteDecision collect(Cycle now) override { return own_->collect(now); }
  void finish(Cycle now) override { own_->finish(now); }
  [[nodiscard]] RouteDecision preview(const RouteRequest& request) const override {
    return own_->preview(request);
  }
  [[nodiscard]] std::unique_ptr<RouteView> snapshot() const override { return own_->snapshot(); }
  [[nodiscard]] std::uint64_t overflows() const override { return own_->overflows(); }

  // Watched
  [[nodiscard]] std::vector<WatchedRow> rows() const override { return watched_->rows(); }
  void values(std::vector<std::uint64_t>& out) const override { watched_->values(out); }
  [[nodiscard]] std::string describe(const ControlMessage& message) const override {
    return watched_->describe(message);
  }
  TracedModel* make_traced_model(const std::string& scope) override {
    return watched_->make_traced_model(scope);
  }
  [[nodiscard]] std::vector<StateRow> state() const override { return watched_->state(); }

 private:
  std::unique_ptr<SwitchControl> own_;
  Watched* watched_;
};

}  // namespace selvage::cosim
