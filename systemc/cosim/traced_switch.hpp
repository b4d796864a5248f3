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

/// A switch, or router, all of whose pins its copy gets too: those that both have.
template <class Block>
class RecordedWhole : public Block {
 public:
  RecordedWhole(std::unique_ptr<Block> block, TracedWhole<Block>& copy)
      : block_(std::move(block)), copy_(copy) {}

  void message(PortIdx port, const ControlMessage& message) override {
    both([port, message](Block& b) { b.message(port, message); });
  }
  void message_mark(PortIdx port, std::uint32_t number, bool bad) override {
    both([port, number, bad](Block& b) { b.message_mark(port, number, bad); });
  }
  void far_resend(PortIdx port, std::uint32_t number) override {
    both([port, number](Block& b) { b.far_resend(port, number); });
  }
  void link_event(PortIdx port, bool up) override {
    both([port, up](Block& b) { b.link_event(port, up); });
  }
  void link_begins(PortIdx port) override {
    both([port](Block& b) { b.link_begins(port); });
  }
  void wipe() override {
    both([](Block& b) { b.wipe(); });
  }
  void link_alive(PortIdx port, bool alive) override {
    both([port, alive](Block& b) { b.link_alive(port, alive); });
  }
  void edge(Cycle cycle) override {
    block_->edge(cycle);
    copy_.give(cycle, std::exchange(pins_, {}));
  }
  void rise() override { block_->rise(); }
  void fall() override { block_->fall(); }
  void declare(VerilatedFstC& file) override { block_->declare(file); }
  [[nodiscard]] bool idle() const override { return block_->idle(); }
  [[nodiscard]] ControlMessage sent_message(PortIdx port) const override {
    return block_->sent_message(port);
  }
  [[nodiscard]] std::uint32_t sent_number(PortIdx port) const override {
    return block_->sent_number(port);
  }
  [[nodiscard]] std::uint32_t resend_number(PortIdx port) const override {
    return block_->resend_number(port);
  }

 protected:
  template <class Set>
  void both(const Set& set) {
    set(*block_);
    pins_.emplace_back(set);
  }
  [[nodiscard]] const Block& block() const { return *block_; }
  [[nodiscard]] Block& block() { return *block_; }

 private:
  std::unique_ptr<Block> block_;
  TracedWhole<Block>& copy_;
  PinsOf<Block> pins_;
};

class RecordedSwitch final : public RecordedWhole<SwitchBlock> {
 public:
  using RecordedWhole::RecordedWhole;

  void beat(PortIdx port, const Beat& beat) override {
    both([port, beat](SwitchBlock& s) { s.beat(port, beat); });
  }
  void far_xon(PortIdx port, bool xon) override {
    both([port, xon](SwitchBlock& s) { s.far_xon(port, xon); });
  }
  void far_stop(PortIdx port, bool stop) override {
    both([port, stop](SwitchBlock& s) { s.far_stop(port, stop); });
  }
  [[nodiscard]] SwitchShown shown() const override { return block().shown(); }
  [[nodiscard]] Beat sent(PortIdx port) const override { return block().sent(port); }
  [[nodiscard]] std::uint64_t held(PortIdx port) const override { return block().held(port); }
  [[nodiscard]] std::optional<std::uint32_t> counter(PortIdx port, SwitchCounter which) override {
    return block().counter(port, which);
  }
  [[nodiscard]] std::string trouble(std::string_view& rule) const override {
    return block().trouble(rule);
  }
  [[nodiscard]] BeatData head(const HeadBeat& head) const override { return block().head(head); }
  [[nodiscard]] std::uint32_t tag_of(const BeatData& data) const override {
    return block().tag_of(data);
  }
};

/// Its copy is told of each edge with its cycle as well.
class RecordedRouter final : public RecordedWhole<RouterBlock> {
 public:
  using RecordedWhole::RecordedWhole;

  void flit(PortIdx port, const Flit& flit) override {
    both([port, flit](RouterBlock& r) { r.flit(port, flit); });
  }
  void credit(unsigned channel) override {
    both([channel](RouterBlock& r) { r.credit(channel); });
  }
  void turn(Cycle cycle) override {
    both([cycle](RouterBlock& r) { r.turn(cycle); });
  }
  void edge(Cycle cycle) override {
    turn(cycle);
    RecordedWhole::edge(cycle);
  }
  [[nodiscard]] RouterShown shown() const override { return block().shown(); }
  [[nodiscard]] Flit sent(PortIdx port) const override { return block().sent(port); }
  [[nodiscard]] unsigned held(unsigned channel) const override { return block().held(channel); }
  [[nodiscard]] std::uint64_t head(const HeadFlit& head) const override {
    return block().head(head);
  }
};

}  // namespace selvage::cosim
