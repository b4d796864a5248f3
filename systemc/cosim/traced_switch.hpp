// SPDX-License-Identifier: Apache-2.0
/// \file
/// A second model of a whole switch that runs for waves alone, and the switch that it copies.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "cosim/lockstep/traced_model.hpp"
#include "cosim/switch_block.hpp"

namespace selvage::cosim {

/// What is done to the pins before one edge.
using SwitchPins = std::vector<std::function<void(SwitchBlock&)>>;

/// The edge that executes cycle t stands in the waves at cycle t+1, as it is known only then what
/// the wires bring.
class TracedSwitch final : public TracedPipeline<SwitchPins> {
 public:
  explicit TracedSwitch(std::unique_ptr<SwitchBlock> block)
      : TracedPipeline(0), block_(std::move(block)) {}

  /// The waves have been drawn before this cycle.
  void drawn(Cycle cycle) { drawn_ = cycle; }
  /// Nothing is shown from here on.
  void close() { open_ = false; }
  void give(Cycle cycle, SwitchPins pins) {
    if (open_ && !pins.empty()) inputs_at(drawn_, cycle + 1) = std::move(pins);
  }

  // TracedModel
  void declare(VerilatedFstC& file) override { block_->declare(file); }

 private:
  void rise_on(const SwitchPins* pins) override {
    if (pins != nullptr) {
      for (const auto& set : *pins) set(*block_);
    }
    block_->rise();
  }
  void clock_falls() override { block_->fall(); }
  [[nodiscard]] bool idle() const override { return block_->idle(); }

  std::unique_ptr<SwitchBlock> block_;
  Cycle drawn_ = 0;
  bool open_ = true;
};

/// A switch all of whose pins its copy gets too.
class RecordedSwitch final : public SwitchBlock {
 public:
  RecordedSwitch(std::unique_ptr<SwitchBlock> block, TracedSwitch& copy)
      : block_(std::move(block)), copy_(copy) {}

  void beat(PortIdx port, const Beat& beat) override {
    both([port, beat](SwitchBlock& s) { s.beat(port, beat); });
  }
  void message(PortIdx port, const ControlMessage& message) override {
    both([port, message](SwitchBlock& s) { s.message(port, message); });
  }
  void link_event(PortIdx port, bool up) override {
    both([port, up](SwitchBlock& s) { s.link_event(port, up); });
  }
  void link_begins(PortIdx port) override {
    both([port](SwitchBlock& s) { s.link_begins(port); });
  }
  void link_alive(PortIdx port, bool alive) override {
    both([port, alive](SwitchBlock& s) { s.link_alive(port, alive); });
  }
  void far_xon(PortIdx port, bool xon) override {
    both([port, xon](SwitchBlock& s) { s.far_xon(port, xon); });
  }
  void far_stop(PortIdx port, bool stop) override {
    both([port, stop](SwitchBlock& s) { s.far_stop(port, stop); });
  }
  void edge(Cycle cycle) override {
    block_->edge(cycle);
    copy_.give(cycle, std::exchange(pins_, {}));
  }
  void rise() override { block_->rise(); }
  void fall() override { block_->fall(); }
  void declare(VerilatedFstC& file) override { block_->declare(file); }
  [[nodiscard]] bool idle() const override { return block_->idle(); }
  [[nodiscard]] SwitchShown shown() const override { return block_->shown(); }
  [[nodiscard]] Beat sent(PortIdx port) const override { return block_->sent(port); }
  [[nodiscard]] ControlMessage sent_message(PortIdx port) const override {
    return block_->sent_message(port);
  }
  [[nodiscard]] std::uint64_t held(PortIdx port) const override { return block_->held(port); }
  [[nodiscard]] std::string trouble(std::string_view& rule) const override {
    return block_->trouble(rule);
  }
  [[nodiscard]] std::uint64_t head(const HeadBeat& head) const override {
    return block_->head(head);
  }
  [[nodiscard]] std::uint32_t tag_of(std::uint64_t data) const override {
    return block_->tag_of(data);
  }

 private:
  template <class Set>
  void both(const Set& set) {
    set(*block_);
    pins_.emplace_back(set);
  }

  std::unique_ptr<SwitchBlock> block_;
  TracedSwitch& copy_;
  SwitchPins pins_;
};

}  // namespace selvage::cosim
