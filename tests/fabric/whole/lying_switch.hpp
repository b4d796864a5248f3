// SPDX-License-Identifier: Apache-2.0
/// \file
/// A switch in RTL whose pins say now and then what it does not do, in a system that has it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../support.hpp"
#include "forwarding_system.hpp"
#include "forwarding_whole.hpp"

namespace selvage::test {

/// What one switch of a fabric shows in place of what it does, by the edge behind which it does.
struct SwitchLie {
  SwitchIdx sw = 0;
  std::function<void(Cycle, cosim::SwitchShown&)> shown;
  std::function<void(Cycle, PortIdx, cosim::Beat&)> beat;
  std::function<void(ControlMessage&)> message;
  std::function<std::string(Cycle, std::string_view&)> trouble;
  bool no_buffers = false;  ///< it does not show how many beats they hold
};

class LyingSwitch final : public ForwardingWhole<cosim::SwitchBlock> {
 public:
  LyingSwitch(std::unique_ptr<cosim::SwitchBlock> inner, SwitchLie lie)
      : ForwardingWhole(std::move(inner)), lie_(std::move(lie)) {}

  void beat(PortIdx port, const cosim::Beat& beat) override { inner().beat(port, beat); }
  void far_xon(PortIdx port, bool xon) override { inner().far_xon(port, xon); }
  void far_stop(PortIdx port, bool stop) override { inner().far_stop(port, stop); }
  [[nodiscard]] bool idle() const override { return false; }  // it is asked at every edge
  [[nodiscard]] cosim::SwitchShown shown() const override {
    cosim::SwitchShown shown = inner().shown();
    if (lie_.shown) lie_.shown(now(), shown);
    return shown;
  }
  [[nodiscard]] cosim::Beat sent(PortIdx port) const override {
    cosim::Beat beat = inner().sent(port);
    if (lie_.beat) lie_.beat(now(), port, beat);
    return beat;
  }
  [[nodiscard]] ControlMessage sent_message(PortIdx port) const override {
    ControlMessage message = inner().sent_message(port);
    if (lie_.message) lie_.message(message);
    return message;
  }
  [[nodiscard]] std::uint64_t held(PortIdx port) const override {
    return lie_.no_buffers ? kUnknown : inner().held(port);
  }
  [[nodiscard]] std::string trouble(std::string_view& rule) const override {
    return lie_.trouble ? lie_.trouble(now(), rule) : inner().trouble(rule);
  }
  [[nodiscard]] cosim::BeatData head(const cosim::HeadBeat& head) const override {
    return inner().head(head);
  }
  [[nodiscard]] std::uint32_t tag_of(const cosim::BeatData& data) const override {
    return inner().tag_of(data);
  }

 private:
  SwitchLie lie_;
};

/// A system one of whose switches in RTL lies.
class LyingSystem final : public tb::ForwardingSystem {
 public:
  LyingSystem(std::unique_ptr<System> inner, SwitchLie lie)
      : ForwardingSystem(std::move(inner)), lie_(std::move(lie)) {}
  std::unique_ptr<cosim::SwitchBlock> make_switch(const cosim::SwitchBlockOptions& options,
                                                  std::string& why) const override {
    auto block = inner().make_switch(options, why);
    if (block == nullptr || options.self != lie_.sw) return block;
    return std::make_unique<LyingSwitch>(std::move(block), lie_);
  }

 private:
  SwitchLie lie_;
};

/// The run of a scenario on a 4P3T one of whose switches lies.
inline nlohmann::json lied(Scenario s, const SwitchLie& lie) {
  s.engine = Engine::kSwitch;
  const tb::MakeSystem truthful = tb::fat_tree(4, 3, s.engine, {}, "corrected", 32, s.link.latency);
  return tb::simulate(
      s, [&] { return std::make_unique<LyingSystem>(truthful(), lie); }, {}, 60);
}

}  // namespace selvage::test
