// SPDX-License-Identifier: Apache-2.0
/// \file
/// What drives a foreign block and reports the first difference of its answers.
#pragma once

#include <any>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include "cosim/foreign/block.hpp"
#include "cosim/lockstep/difference.hpp"

namespace selvage::cosim {

/// The agent (UVM) of one foreign block in a switch or in one of its ports.
class ForeignAgent {
 public:
  using Pins = std::initializer_list<std::pair<unsigned, std::uint64_t>>;

  /// Answers are counted as those of "foreign BLOCK"; `port` is empty where the switch has one.
  ForeignAgent(std::unique_ptr<ForeignBlock> foreign, Scoreboard& scoreboard,
               const std::string& block, std::string switch_name, std::string port = {})
      : block_(std::move(foreign)),
        scoreboard_(&scoreboard),
        count_(&scoreboard.block("foreign " + block)),
        switch_name_(std::move(switch_name)),
        port_(std::move(port)) {}

  [[nodiscard]] ForeignBlock& block() { return *block_; }
  void put(Pins pins) {
    for (const auto& [pin, value] : pins) block_->put(pin, 0, 64, value);
  }
  /// An output of the last answer; 0 where the block does not offer it.
  [[nodiscard]] std::uint64_t get(unsigned pin) const { return block_->get(pin).value_or(0); }

  /// As ForeignBlock::take, and counted.
  [[nodiscard]] ForeignReply take(Cycle by) {
    ++count_->compared;
    return block_->take(by);
  }
  /// The same, reported as of cycle `now`; whether the answer is right.
  bool judge(Cycle by, Cycle now) {
    const ForeignReply reply = take(by);
    if (reply.difference) fail(place(now), *reply.difference);
    return !reply.difference;
  }
  /// Whether a question has not been taken.
  [[nodiscard]] bool pending() const { return block_->due(kNever) != nullptr; }

  /// Cycle, switch and port of a report.
  [[nodiscard]] Mismatch place(Cycle now) const {
    Mismatch m;
    m.cycle = now;
    m.switch_name = switch_name_;
    m.port = port_;
    return m;
  }
  /// What the block was asked before is added to the report.
  void fail(Mismatch place, const Difference& difference) {
    if (!failed_before()) {  // only the first is reported
      for (std::string& line : block_->recent()) place.recent.push_back(std::move(line));
    }
    cosim::fail(*scoreboard_, *count_, std::move(place), difference);
  }
  /// Something has differed, here or elsewhere.
  [[nodiscard]] bool failed_before() const { return scoreboard_->failed(); }

  /// Nothing more is asked: judges what is pending, and what only shows then.
  void finish(Cycle now) {
    while (pending()) static_cast<void>(judge(now, now));
    if (const auto difference = block_->finish()) fail(place(now), *difference);
  }

 private:
  std::unique_ptr<ForeignBlock> block_;
  Scoreboard* scoreboard_;
  BlockCount* count_;
  std::string switch_name_;
  std::string port_;
};

}  // namespace selvage::cosim
