// SPDX-License-Identifier: Apache-2.0
/// \file
/// One foreign block of a port: questions, judged answers, and how a difference is reported.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include "cosim/flow/blocks.hpp"
#include "cosim/foreign/block.hpp"
#include "cosim/foreign/control.hpp"

namespace selvage::cosim {

class FlowSeat {
 public:
  using Pins = std::initializer_list<std::pair<unsigned, std::uint64_t>>;

  FlowSeat(std::unique_ptr<ForeignBlock> block, FlowPlace place, ForeignCheck check)
      : block_(std::move(block)), place_(std::move(place)), check_(check) {}

  void put(Pins pins) {
    for (const auto& [pin, value] : pins) block_->put(pin, 0, 64, value);
  }
  void put_high(unsigned pin, std::uint64_t value) { block_->put(pin, 64, 64, value); }
  void ask(Cycle clock, Cycle now) { block_->ask(clock, now); }
  /// Takes the oldest answer, there by `clock` of the block; a difference is dated `now`. Whether
  /// it is golden's.
  bool take(Cycle clock, Cycle now) {
    check_.compared();
    const auto difference = block_->judge(clock);
    if (difference) fail(now, *difference);
    return !difference;
  }
  [[nodiscard]] std::uint64_t get(unsigned pin) const { return block_->get(pin).value_or(0); }
  void settled() { block_->settled(); }
  /// Something has differed, here or elsewhere: nothing is asked any more.
  [[nodiscard]] bool over() const { return check_.failed_before(); }
  void finish(Cycle now) {
    if (const std::string said = block_->failure(); !said.empty()) {
      fail(now, {"COS-ASSERT", "assertion", "holds", said});
    }
  }

 private:
  void fail(Cycle now, const Difference& difference) {
    Mismatch m;
    m.cycle = now;
    m.switch_name = place_.switch_name;
    m.port = place_.port;
    check_.fail(std::move(m), difference, *block_);
  }

  std::unique_ptr<ForeignBlock> block_;
  FlowPlace place_;
  ForeignCheck check_;
};

}  // namespace selvage::cosim
