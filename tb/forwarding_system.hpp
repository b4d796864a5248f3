// SPDX-License-Identifier: Apache-2.0
/// \file
/// A system around another one, of which a test changes a part.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cosim/system.hpp"

namespace selvage::tb {

class ForwardingSystem : public System {
 public:
  explicit ForwardingSystem(std::unique_ptr<System> inner) : inner_(std::move(inner)) {}
  const Topology& topology() const override { return inner_->topology(); }
  std::unique_ptr<SwitchControl> make_control(SwitchIdx sw, Scoreboard& board) override {
    return inner_->make_control(sw, board);
  }
  AuditReport audit(const std::vector<SwitchPort>& dead, const ControlOf& of) const override {
    return inner_->audit(dead, of);
  }
  bool tolerable(const std::vector<SwitchPort>& dead) const override {
    return inner_->tolerable(dead);
  }
  bool audit_must_hold() const override { return inner_->audit_must_hold(); }
  std::string rtl_build() const override { return inner_->rtl_build(); }
  MessageText describe(const ControlMessage& message) const override {
    return inner_->describe(message);
  }
  bool sends_messages() const override { return inner_->sends_messages(); }

 protected:
  System& inner() const { return *inner_; }

 private:
  std::unique_ptr<System> inner_;
};

}  // namespace selvage::tb
