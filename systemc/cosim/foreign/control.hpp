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
#include "cosim/lockstep/difference.hpp"
#include "cosim/lockstep/watched.hpp"

namespace selvage::cosim {

/// Holds a foreign block's answers against golden's and tells the first difference.
class ForeignCheck {
 public:
  /// Counted as "foreign BLOCK".
  ForeignCheck(Scoreboard& scoreboard, const std::string& block)
      : scoreboard_(&scoreboard), count_(&scoreboard.block("foreign " + block)) {}

  void compared() { ++count_->compared; }
  [[nodiscard]] bool failed_before() const { return scoreboard_->failed(); }
  /// `place` says when, where and after what.
  void fail(Mismatch place, const Difference& difference) {
    cosim::fail(*scoreboard_, *count_, std::move(place), difference);
  }

 private:
  Scoreboard* scoreboard_;
  BlockCount* count_;
};

/// `own` with its decisions taken by a block. All else is that of `own`, which goes on deciding and
/// comparing as its engine does. Expected: what golden answers, in the words of the block.
template <class Expected>
class ForeignControl : public SwitchControl, public Watched {
 public:
  ForeignControl(std::unique_ptr<SwitchControl> own, std::unique_ptr<ForeignBlock> block,
                 ForeignCheck check)
      : own_(std::move(own)),
        watched_(dynamic_cast<Watched*>(own_.get())),
        block_(std::move(block)),
        check_(check) {}

  void step(Cycle now, const StepInput& in, StepOutput& out) override { own_->step(now, in, out); }
  void request(Cycle now, const RouteRequest& request) override {
    asked_.push_back({request, put(now, request, *block_)});
    block_->ask(now);
    own_->request(now, request);
  }
  [[nodiscard]] RouteDecision collect(Cycle now) override {
    (void)own_->collect(now);
    const auto [request, expected] = asked_.front();
    asked_.pop_front();
    check_.compared();
    std::string why;
    if (block_->answer(now, why)) return take(now, request, expected, *block_);
    check_.fail(place(now, request.packet), {late_requirement(), "answer", "one in time", why});
    return {};
  }
  void finish(Cycle now) override {
    own_->finish(now);
    asked_.clear();
    if (const std::string said = block_->failure(); !said.empty()) {
      check_.fail(place(now, {}), {"COS-ASSERT", "assertion", "holds", said});
    }
  }
  [[nodiscard]] RouteDecision preview(const RouteRequest& request) const override {
    return own_->preview(request);
  }
  [[nodiscard]] std::unique_ptr<RouteView> snapshot() const override { return own_->snapshot(); }
  [[nodiscard]] std::uint64_t overflows() const override { return own_->overflows(); }

  // Watched
  [[nodiscard]] std::vector<WatchedRow> rows() const override { return watched_->rows(); }
  void values(std::vector<std::uint64_t>& out) const override { watched_->values(out); }
  [[nodiscard]] std::string tell(const ControlMessage& message) const override {
    return watched_->tell(message);
  }
  TracedModel* make_twin(const std::string& scope) override { return watched_->make_twin(scope); }

 protected:
  /// Puts the question on the pins; what golden says to it.
  virtual Expected put(Cycle now, const RouteRequest& request, ForeignBlock& block) = 0;
  /// Reads the answer, compares it and makes a decision of it.
  virtual RouteDecision take(Cycle now, const RouteRequest& request, const Expected& expected,
                             const ForeignBlock& block) = 0;
  /// Cycle, switch, packet, and what happened there before.
  virtual Mismatch place(Cycle now, std::optional<PacketId> packet) const = 0;
  /// Of an answer that does not come.
  virtual std::string_view late_requirement() const = 0;
  [[nodiscard]] ForeignCheck& check() { return check_; }

 private:
  std::unique_ptr<SwitchControl> own_;
  Watched* watched_;
  std::unique_ptr<ForeignBlock> block_;
  ForeignCheck check_;
  std::deque<std::pair<RouteRequest, Expected>> asked_;
};

}  // namespace selvage::cosim
