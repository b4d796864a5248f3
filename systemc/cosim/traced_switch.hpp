// SPDX-License-Identifier: Apache-2.0
/// \file
/// A second model of a whole switch, or router, that runs for waves alone, and the one that it
/// copies.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "cosim/lockstep/traced_model.hpp"
#include "cosim/router_block.hpp"
#include "cosim/switch_block.hpp"

namespace selvage::cosim {

/// What is done to the pins before one edge.
template <class Block>
using PinsOf = std::vector<std::function<void(Block&)>>;

/// The edge that executes cycle t stands in the waves at cycle t+1, as it is known only then what
/// the wires bring.
template <class Block>
class TracedWhole final : public TracedPipeline<PinsOf<Block>> {
  using Pins = PinsOf<Block>;

 public:
  explicit TracedWhole(std::unique_ptr<Block> block)
      : TracedPipeline<Pins>(0), block_(std::move(block)) {}

  /// The waves have been drawn before this cycle.
  void drawn(Cycle cycle) { drawn_ = cycle; }
  /// Nothing is shown from here on.
  void close() { open_ = false; }
  void give(Cycle cycle, Pins pins) {
    if (open_ && !pins.empty()) this->inputs_at(drawn_, cycle + 1) = std::move(pins);
  }

  // TracedModel
  void declare(VerilatedFstC& file) override { block_->declare(file); }

 private:
  void rise_on(const Pins* pins) override {
    if (pins != nullptr) {
      for (const auto& set : *pins) set(*block_);
    }
    block_->rise();
  }
  void clock_falls() override { block_->fall(); }
  [[nodiscard]] bool idle() const override { return block_->idle(); }

  std::unique_ptr<Block> block_;
  Cycle drawn_ = 0;
  bool open_ = true;
};
using TracedSwitch = TracedWhole<SwitchBlock>;
using TracedRouter = TracedWhole<RouterBlock>;

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
  PinsOf<SwitchBlock> pins_;
};

/// The same of a router, whose copy is told of each edge with its cycle as well.
class RecordedRouter final : public RouterBlock {
 public:
  RecordedRouter(std::unique_ptr<RouterBlock> block, TracedRouter& copy)
      : block_(std::move(block)), copy_(copy) {}

  void flit(PortIdx port, const Flit& flit) override {
    both([port, flit](RouterBlock& r) { r.flit(port, flit); });
  }
  void credit(unsigned channel) override {
    both([channel](RouterBlock& r) { r.credit(channel); });
  }
  void message(PortIdx port, const ControlMessage& message) override {
    both([port, message](RouterBlock& r) { r.message(port, message); });
  }
  void link_event(PortIdx port, bool up) override {
    both([port, up](RouterBlock& r) { r.link_event(port, up); });
  }
  void link_begins(PortIdx port) override {
    both([port](RouterBlock& r) { r.link_begins(port); });
  }
  void link_alive(PortIdx port, bool alive) override {
    both([port, alive](RouterBlock& r) { r.link_alive(port, alive); });
  }
  void turn(Cycle cycle) override {
    both([cycle](RouterBlock& r) { r.turn(cycle); });
  }
  void edge(Cycle cycle) override {
    turn(cycle);
    block_->edge(cycle);
    copy_.give(cycle, std::exchange(pins_, {}));
  }
  void rise() override { block_->rise(); }
  void fall() override { block_->fall(); }
  void declare(VerilatedFstC& file) override { block_->declare(file); }
  [[nodiscard]] bool idle() const override { return block_->idle(); }
  [[nodiscard]] RouterShown shown() const override { return block_->shown(); }
  [[nodiscard]] Flit sent(PortIdx port) const override { return block_->sent(port); }
  [[nodiscard]] ControlMessage sent_message(PortIdx port) const override {
    return block_->sent_message(port);
  }
  [[nodiscard]] unsigned held(unsigned channel) const override { return block_->held(channel); }
  [[nodiscard]] std::uint64_t head(const HeadFlit& head) const override {
    return block_->head(head);
  }

 private:
  template <class Set>
  void both(const Set& set) {
    set(*block_);
    pins_.emplace_back(set);
  }

  std::unique_ptr<RouterBlock> block_;
  TracedRouter& copy_;
  PinsOf<RouterBlock> pins_;
};

}  // namespace selvage::cosim
