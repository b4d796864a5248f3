// SPDX-License-Identifier: Apache-2.0
/// \file
/// A switch whose decisions a foreign block takes.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cosim/foreign/block.hpp"
#include "cosim/foreign/wrapped.hpp"
#include "cosim/lockstep/difference.hpp"

namespace selvage::cosim {

/// Holds a foreign block's answers against golden's and tells the first difference.
class ForeignCheck {
 public:
  /// Counted as "foreign BLOCK".
  ForeignCheck(Scoreboard& scoreboard, const std::string& block)
      : scoreboard_(&scoreboard), count_(&scoreboard.block("foreign " + block)) {}

  void compared() { ++count_->compared; }
  [[nodiscard]] bool failed_before() const { return scoreboard_->failed(); }
  /// `place` says when, where and after what; what the block was asked before is added.
  void fail(Mismatch place, const Difference& difference, const ForeignBlock& block) {
    if (!failed_before()) {  // only the first is reported
      for (std::string& line : block.recent()) place.recent.push_back(std::move(line));
    }
    cosim::fail(*scoreboard_, *count_, std::move(place), difference);
  }

 private:
  Scoreboard* scoreboard_;
  BlockCount* count_;
};

/// `own` with its decisions taken by a block. All else is that of `own`, which goes on deciding and
/// comparing as its engine does. Expected: what golden answers, in the words of the block.
template <class Expected>
class ForeignControl : public WrappedControl {
 public:
  ForeignControl(std::unique_ptr<SwitchControl> own, std::unique_ptr<ForeignBlock> block,
                 ForeignCheck check)
      : WrappedControl(std::move(own)), block_(std::move(block)), check_(check) {}

  void request(Cycle now, const RouteRequest& request) override {
    catch_up(now);
    ask(now, put(now, request, *block_), request);
    WrappedControl::request(now, request);
  }
  [[nodiscard]] RouteDecision collect(Cycle now) override {
    catch_up(now);
    (void)WrappedControl::collect(now);
    while (!asked_.front().request) receive(now);
    return receive(now);
  }
  void finish(Cycle now) override {
    catch_up(now);
    receive_due(now);
    WrappedControl::finish(now);
    asked_.clear();
    if (const std::string said = block_->failure(); !said.empty()) {
      check_.fail(place(now, {}), {"COS-ASSERT", "assertion", "holds", said}, *block_);
    }
  }

 protected:
  /// Puts the question on the pins; what golden says to it.
  virtual Expected put(Cycle now, const RouteRequest& request, ForeignBlock& block) = 0;
  /// Reads the answer to a request, compares it and makes a decision of it.
  virtual RouteDecision take(Cycle now, const RouteRequest& request, const Expected& expected,
                             const ForeignBlock& block) = 0;
  /// Drives and asks the block what is pending of cycles before `now`, beside requests.
  virtual void catch_up(Cycle /*now*/) {}
  /// Reads an answer that is not to a request, and compares it.
  virtual void compare(Cycle /*now*/, const Expected& /*expected*/, const ForeignBlock&) {}
  /// Cycle, switch, packet, and what happened there before.
  virtual Mismatch place(Cycle now, std::optional<PacketId> packet) const = 0;
  /// Of an answer that does not come.
  virtual std::string_view late_requirement() const = 0;
  [[nodiscard]] ForeignCheck& check() { return check_; }
  [[nodiscard]] ForeignBlock& block() { return *block_; }

  void ask(Cycle now, Expected expected, std::optional<RouteRequest> request = std::nullopt) {
    block_->ask(now);
    asked_.push_back({request, std::move(expected)});
  }
  /// Answers that have come and that no request waits for.
  void receive_due(Cycle now) {
    while (!asked_.empty() && !asked_.front().request && block_->due(now)) receive(now);
  }

 private:
  struct Asked {
    std::optional<RouteRequest> request;
    Expected expected;
  };

  /// The oldest answer.
  RouteDecision receive(Cycle now) {
    const Asked asked = std::move(asked_.front());
    asked_.pop_front();
    check_.compared();
    std::string why;
    if (!block_->answer(now, why)) {
      const auto packet = asked.request ? std::optional(asked.request->packet) : std::nullopt;
      check_.fail(place(now, packet), {late_requirement(), "answer", "one in time", why}, *block_);
    } else if (asked.request) {
      return take(now, *asked.request, asked.expected, *block_);
    } else {
      compare(now, asked.expected, *block_);
    }
    return {};
  }

  std::unique_ptr<ForeignBlock> block_;
  ForeignCheck check_;
  std::deque<Asked> asked_;
};

}  // namespace selvage::cosim
