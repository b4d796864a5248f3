// SPDX-License-Identifier: Apache-2.0
/// \file
/// Mismatches of the flow blocks of one port, for the scoreboard.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cosim/flow/blocks.hpp"
#include "cosim/flow/difference.hpp"
#include "cosim/lockstep/difference.hpp"

namespace selvage::cosim {

class FlowReport {
 public:
  FlowReport(FlowPlace place, Scoreboard& scoreboard, const char* kind)
      : place_(std::move(place)), scoreboard_(&scoreboard), count_(&scoreboard.block(kind)) {}

  void compared() { ++count_->compared; }
  [[nodiscard]] bool failed() const { return scoreboard_->failed(); }
  /// Reports a difference, if it is one.
  void check(Cycle now, const FlowDifference& d) {
    if (d) fail_difference(now, d, -1, {});
  }
  /// The same of a table's row (-1: of its outputs); `recent` gives its last steps, oldest first.
  template <class Recent>
  void check(Cycle now, const FlowDifference& d, int row, const Recent& recent) {
    if (d) fail_difference(now, d, row, recent());
  }
  /// Reports an RTL assertion that has failed since the last call.
  void check_assertions(Cycle now) {
    if (rtl_failure_pending()) fail_assertion(now);
  }

 private:
  [[gnu::cold, gnu::noinline]] void fail_difference(Cycle now, const FlowDifference& d, int row,
                                                    std::vector<std::string> recent) {
    std::string what = d.what;
    if (row >= 0) what += " of row " + std::to_string(row);
    const auto value = [&d](std::uint64_t v) {
      return d.words != nullptr ? d.words(v) : std::to_string(v);
    };
    fail(*count_, now, {d.requirement, std::move(what), value(d.expected), value(d.actual)},
         std::move(recent));
  }
  [[gnu::cold, gnu::noinline]] void fail_assertion(Cycle now) {
    fail(assertions(*scoreboard_), now, failed_assertion().value());
  }
  void fail(BlockCount& block, Cycle now, const Difference& difference,
            std::vector<std::string> recent = {}) {
    Mismatch m;
    m.recent = std::move(recent);
    m.cycle = now;
    m.switch_name = place_.switch_name;
    m.port = place_.port;
    cosim::fail(*scoreboard_, block, std::move(m), difference);
  }

  FlowPlace place_;
  Scoreboard* scoreboard_;
  BlockCount* count_;
};

}  // namespace selvage::cosim
