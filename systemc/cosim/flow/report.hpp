// SPDX-License-Identifier: Apache-2.0
/// \file
/// Mismatches of the flow blocks of one port, for the scoreboard.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cosim/flow/blocks.hpp"
#include "cosim/flow/difference.hpp"
#include "cosim/flow/step_words.hpp"
#include "cosim/lockstep/difference.hpp"
#include "cosim/lockstep/history.hpp"

namespace selvage::cosim {

/// The row in which a table differs; of the input table it is that of a channel.
struct FlowRow {
  unsigned number = 0;
  bool channel = false;
};

class FlowReport {
 public:
  FlowReport(FlowPlace place, Scoreboard& scoreboard, const char* kind)
      : place_(std::move(place)), scoreboard_(&scoreboard), count_(&scoreboard.block(kind)) {}

  void compared() { ++count_->compared; }
  [[nodiscard]] bool failed() const { return scoreboard_->failed(); }
  /// Reports the first difference of two sides, if there is one, of a row, or of outputs and other
  /// registers; `recent` gives the last steps of the block, oldest first.
  template <class Side, class Recent>
  void check(Cycle now, const Side& golden, const Side& rtl, std::optional<FlowRow> row,
             const Recent& recent) {
    const FlowDifference d = difference(golden, rtl);
    if (!d) return;
    FlowFields fields;
    static_cast<void>(difference(golden, rtl, &fields));
    fail_difference(now, d, fields, row, recent());
  }
  /// The same of a register that stands alone.
  template <class Recent>
  void check(Cycle now, const FlowDifference& d, const Recent& recent) {
    if (d.expected != d.actual) fail_difference(now, d, {d}, {}, recent());
  }
  /// Reports an RTL assertion that has failed since the last call.
  template <class Recent>
  void check_assertions(Cycle now, const Recent& recent) {
    if (rtl_failure_pending()) fail_assertion(now, recent());
  }

 private:
  [[gnu::cold, gnu::noinline]] void fail_difference(Cycle now, const FlowDifference& d,
                                                    const FlowFields& fields,
                                                    std::optional<FlowRow> row,
                                                    std::vector<std::string> recent) {
    std::string what = d.what;
    if (row) what += " of row " + std::to_string(row->number);
    const auto text = [](const FlowDifference& f, std::uint64_t v) {
      return f.words != nullptr ? f.words(v) : std::to_string(v);
    };
    Mismatch m;
    for (const FlowDifference& f : fields) {
      m.model.rows.push_back({f.what, text(f, f.expected)});
      m.rtl.rows.push_back({f.what, text(f, f.actual)});
    }
    if (row && row->channel) m.row = row->number;
    fail(*count_, now, {d.requirement, std::move(what), text(d, d.expected), text(d, d.actual)},
         std::move(m), std::move(recent));
  }
  [[gnu::cold, gnu::noinline]] void fail_assertion(Cycle now, std::vector<std::string> recent) {
    fail(assertions(*scoreboard_), now, failed_assertion().value(), {}, std::move(recent));
  }
  void fail(BlockCount& block, Cycle now, const Difference& difference, Mismatch m,
            std::vector<std::string> recent) {
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

/// The same with the last steps of the block, put into words by `describe`; rare ones may be of a
/// sort of their own, from which others push out none.
template <class Step, std::size_t kKept = 6, std::size_t kSorts = 1>
class SteppedReport {
 public:
  explicit SteppedReport(FlowReport report) : report_(std::move(report)) {}

  /// The place of one more step.
  Step& step(Cycle now, std::size_t sort = 0) { return past_.add(now, sort); }
  void compared() { report_.compared(); }
  [[nodiscard]] bool failed() const { return report_.failed(); }
  template <class Side>
  void check(Cycle now, const Side& golden, const Side& rtl, std::optional<FlowRow> row = {}) {
    report_.check(now, golden, rtl, row, [this] { return lines(); });
  }
  void check(Cycle now, const FlowDifference& d) {
    report_.check(now, d, [this] { return lines(); });
  }
  void check_assertions(Cycle now) {
    report_.check_assertions(now, [this] { return lines(); });
  }

 private:
  [[nodiscard]] std::vector<std::string> lines() const {
    return past_.lines([](const Step& step) { return describe(step); });
  }

  FlowReport report_;
  History<Step, kKept, kSorts> past_;
};

}  // namespace selvage::cosim
