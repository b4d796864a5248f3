// SPDX-License-Identifier: Apache-2.0
/// \file
/// A system around another one, of which a test changes a part: all that is not changed is the
/// other one's.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "certify/relation.hpp"
#include "cosim/system.hpp"
#include "tolerance/engine.hpp"

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
  std::optional<HopBound> hop_bound(const std::vector<SwitchPort>& known,
                                    const std::vector<SwitchPort>& failing) const override {
    return inner_->hop_bound(known, failing);
  }
  MessageText describe(const ControlMessage& message) const override {
    return inner_->describe(message);
  }
  std::unique_ptr<certify::Relation> relation(const std::vector<SwitchPort>& dead) const override {
    return inner_->relation(dead);
  }
  std::unique_ptr<DropJudge> drop_judge() const override { return inner_->drop_judge(); }
  PacketWatch* packet_watch() override { return inner_->packet_watch(); }
  std::vector<NamedCount> counters() const override { return inner_->counters(); }
  std::vector<cover::ModelPtr> cover_models() const override { return inner_->cover_models(); }
  std::unique_ptr<tolerance::Engine> tolerance(bool any_size) const override {
    return inner_->tolerance(any_size);
  }
  std::optional<std::map<std::string, std::int64_t>> foreign_sizes(
      const std::string& block) const override {
    return inner_->foreign_sizes(block);
  }
  void use(const cosim::ForeignDesign& foreign) override { inner_->use(foreign); }
  std::unique_ptr<cosim::SwitchBlock> make_switch(const cosim::SwitchBlockOptions& options,
                                                  std::string& why) const override {
    return inner_->make_switch(options, why);
  }
  std::unique_ptr<cosim::RouterBlock> make_router(const cosim::RouterBlockOptions& options,
                                                  std::string& why) const override {
    return inner_->make_router(options, why);
  }
  bool sends_messages() const override { return inner_->sends_messages(); }
  const cosim::SwitchPlugin* whole_plugin() const override { return inner_->whole_plugin(); }
  std::string rtl_build() const override { return inner_->rtl_build(); }

 protected:
  System& inner() const { return *inner_; }

 private:
  std::unique_ptr<System> inner_;
};

}  // namespace selvage::tb
