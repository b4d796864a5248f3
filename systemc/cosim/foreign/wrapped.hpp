// SPDX-License-Identifier: Apache-2.0
/// \file
/// A switch's control around another one.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cosim/lockstep/watched.hpp"
#include "golden/forwarding_control.hpp"

namespace selvage::cosim {

/// `own` as it is; what derives from it takes over a part.
class WrappedControl : public ForwardingControl, public Watched {
 public:
  explicit WrappedControl(std::unique_ptr<SwitchControl> own)
      : ForwardingControl(std::move(own)), watched_(dynamic_cast<Watched*>(&this->own())) {}

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
  Watched* watched_;
};

}  // namespace selvage::cosim
