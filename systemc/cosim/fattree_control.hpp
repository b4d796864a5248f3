// SPDX-License-Identifier: Apache-2.0
/// \file
/// The brain of one fat-tree switch under each engine.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "cosim/engine.hpp"
#include "cosim/fattree_block.hpp"
#include "cosim/fattree_compare.hpp"
#include "cosim/fattree_embedding.hpp"
#include "cosim/fattree_history.hpp"
#include "cosim/ring.hpp"
#include "cosim/scoreboard.hpp"
#include "golden/fattree/messages.hpp"
#include "golden/fattree/route.hpp"
#include "golden/switch_control.hpp"

namespace selvage::cosim {

/// What all switches of one system share.
struct FatTreeConfig {
  const golden::FatTree* tree = nullptr;
  const FatTreeEmbedding* embedding = nullptr;  ///< null for the golden engine
  Engine engine = Engine::kLockstep;
  unsigned lft_entries = 32;
  golden::Rule rule = golden::Rule::kCorrected;
  golden::MessageBugs message_bugs;
  unsigned rtl_bugs = 0;  ///< RtlBug bits
};

/// Golden state of one switch under the time contract: a request sees no update of its own cycle.
class FatTreeGolden {
 public:
  FatTreeGolden(const FatTreeConfig& config, SwitchIdx self);

  golden::StepResult link_down(Cycle now, PortIdx port, std::vector<OutMessage>& out) {
    keep_state(now);
    return machine_.link_down(port, out);
  }
  golden::StepResult receive(Cycle now, PortIdx port, const ControlMessage& message,
                             std::vector<OutMessage>& out) {
    keep_state(now);
    return machine_.receive(port, golden::decode(message), out);
  }
  [[nodiscard]] golden::FatTreeGrant decide(Cycle now, const RouteRequest& request) const {
    return golden::route_select(tree(), level(), now == updated_ ? before_ : state(),
                                question(request));
  }
  [[nodiscard]] RouteDecision preview(const RouteRequest& request) const {
    return to_decision(golden::route_select(tree(), level(), state(), question(request)));
  }
  /// Nothing is under way any more; time may start anew.
  void settle() { updated_ = kNever; }
  [[nodiscard]] RouteDecision to_decision(const golden::FatTreeGrant& grant) const;
  [[nodiscard]] bool from_up(const RouteRequest& request) const {
    return request.in_port >= down_ports_;
  }

  [[nodiscard]] const golden::FatTree& tree() const { return machine_.tree(); }
  [[nodiscard]] unsigned level() const { return machine_.self().level; }
  [[nodiscard]] const golden::SwitchState& state() const { return machine_.state(); }
  /// The state before the latest update.
  [[nodiscard]] const golden::SwitchState& before() const { return before_; }

 private:
  void keep_state(Cycle now) {
    before_ = machine_.state();
    updated_ = now;
  }
  [[nodiscard]] golden::FatTreeRequest question(const RouteRequest& r) const {
    return {tree().address_of(r.source), tree().address_of(r.destination), from_up(r)};
  }

  golden::MessageMachine machine_;
  golden::SwitchState before_;
  Cycle updated_ = kNever;
  unsigned down_ports_;
};

/// The golden state of a moment; the engines agree, so it is every engine's.
class FrozenFatTree final : public RouteView {
 public:
  explicit FrozenFatTree(const FatTreeGolden& golden) : golden_(golden) {}
  [[nodiscard]] RouteDecision preview(const RouteRequest& request) const override {
    return golden_.preview(request);
  }

 private:
  FatTreeGolden golden_;
};

/// Engine golden.
class GoldenFatTreeControl final : public SwitchControl {
 public:
  GoldenFatTreeControl(const FatTreeConfig& config, SwitchIdx self) : golden_(config, self) {}

  bool link_down(Cycle now, PortIdx port, std::vector<OutMessage>& out) override {
    return golden_.link_down(now, port, out).changed;
  }
  bool receive(Cycle now, PortIdx port, const ControlMessage& message,
               std::vector<OutMessage>& out) override {
    return golden_.receive(now, port, message, out).changed;
  }
  void request(Cycle now, const RouteRequest& request) override {
    pending_.push(golden_.to_decision(golden_.decide(now, request)));
  }
  [[nodiscard]] RouteDecision collect(Cycle) override { return pending_.pop(); }
  void finish(Cycle) override {
    golden_.settle();
    while (!pending_.empty()) pending_.pop();
  }
  [[nodiscard]] RouteDecision preview(const RouteRequest& request) const override {
    return golden_.preview(request);
  }
  [[nodiscard]] std::unique_ptr<RouteView> snapshot() const override {
    return std::make_unique<FrozenFatTree>(golden_);
  }
  [[nodiscard]] std::uint64_t overflows() const override { return golden_.state().lft.overflows(); }

 private:
  FatTreeGolden golden_;
  Ring<RouteDecision> pending_;
};

/// Engines rtl and lockstep. The message rules are software in every engine; tables, port states
/// and decisions are the block's. The block is made when it is first needed; updates before that
/// are played into it one by one.
class RtlFatTreeControl final : public SwitchControl {
 public:
  RtlFatTreeControl(const FatTreeConfig& config, SwitchIdx self, Scoreboard& scoreboard);

  bool link_down(Cycle now, PortIdx port, std::vector<OutMessage>& out) override;
  bool receive(Cycle now, PortIdx port, const ControlMessage& message,
               std::vector<OutMessage>& out) override;
  void request(Cycle now, const RouteRequest& request) override;
  [[nodiscard]] RouteDecision collect(Cycle now) override;
  void finish(Cycle now) override;
  [[nodiscard]] RouteDecision preview(const RouteRequest& request) const override {
    return golden_.preview(request);
  }
  [[nodiscard]] std::unique_ptr<RouteView> snapshot() const override {
    return std::make_unique<FrozenFatTree>(golden_);
  }
  [[nodiscard]] std::uint64_t overflows() const override { return golden_.state().lft.overflows(); }

  /// Null until the first request (or finish).
  [[nodiscard]] FatTreeBlock* block() { return block_.get(); }

 private:
  /// An update that came before the block existed.
  struct Logged {
    Cycle cycle = 0;
    bool link_down = false;
    PortIdx port = 0;
    ControlMessage message;
  };
  /// A request whose answer has not been collected.
  struct Pending {
    RouteRequest request;
    Cycle cycle = 0;
    golden::FatTreeGrant expected;
  };

  void make_block(Cycle now);
  void replay(const Logged& update, golden::MessageMachine& shadow);
  void write(Cycle now, const golden::TableWrite& write);
  void advance(Cycle now);
  void drain();
  void write_applied();
  void compare_state(Cycle cycle, const golden::SwitchState& expected);
  golden::FatTreeGrant take(Cycle now);
  void fail(Cycle cycle, BlockCount& block, std::optional<PacketId> packet,
            const Difference& difference);
  void report_assertions(Cycle now);

  const FatTreeConfig* config_;
  SwitchIdx self_;
  Scoreboard* scoreboard_;
  FatTreeGolden golden_;
  std::unique_ptr<FatTreeBlock> block_;
  Ring<Pending> pending_;
  std::vector<Logged> log_;
  std::uint64_t writes_issued_ = 0;
  std::uint64_t writes_applied_ = 0;
  std::array<Cycle, 2> write_cycle_{};  ///< of the last two writes, by number
  FatTreeHistory history_;
  BlockCount* route_select_;
  BlockCount* lft_cam_;
  BlockCount* port_state_;
};

[[nodiscard]] std::unique_ptr<SwitchControl> make_fattree_control(const FatTreeConfig& config,
                                                                  SwitchIdx self,
                                                                  Scoreboard& scoreboard);

}  // namespace selvage::cosim
