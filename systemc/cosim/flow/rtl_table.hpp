// SPDX-License-Identifier: Apache-2.0
/// \file
/// A verilated flow table that is clocked for its steps only: its rows hold times, so cycles
/// without a step change nothing.
#pragma once

#include <cassert>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "cosim/flow/convert.hpp"
#include "cosim/flow/report.hpp"
#include "cosim/lockstep/ring.hpp"

namespace selvage::cosim {

/// `Golden` compares if it is there.
template <class Golden, class In, class Block>
class RtlTable {
 public:
  using Answer = decltype(std::declval<Golden&>().step(std::declval<const In&>()));

  RtlTable(std::unique_ptr<Block> rtl, std::optional<Golden> golden, unsigned rows,
           FlowReport report)
      : rtl_(std::move(rtl)), golden_(std::move(golden)), rows_(rows), report_(std::move(report)) {}

  void give(Cycle now, const In& in) {
    assert(steps_.empty() || last_ < now);
    steps_.push({now, in});
    last_ = now;
  }
  /// Executes the steps whose results are visible in cycle `now`; `changed` is given every row that
  /// may have.
  template <class Changed>
  void run(Cycle now, Changed&& changed) {
    while (!steps_.empty() && now >= flow::Blocks::kLatency &&
           steps_.front().at <= now - flow::Blocks::kLatency) {
      const Step step = steps_.pop();
      execute(step);
      for (const unsigned row : touched(step.in, rtl_->out())) changed(row);
    }
  }
  [[nodiscard]] Answer take() {
    assert(!answers_.empty());
    return answers_.pop();
  }
  void compare_all(Cycle now) {
    for (unsigned row = 0; golden_ && row < rows_; ++row) compare_row(now, row);
  }
  [[nodiscard]] const Block& rtl() const { return *rtl_; }
  /// Null if it does not compare.
  [[nodiscard]] Golden* golden() { return golden_ ? &*golden_ : nullptr; }

 private:
  struct Step {
    Cycle at = 0;
    In in;
  };

  void execute(const Step& step) {
    if (!sampled_) rtl_->edge(to_rtl(step.in));
    sampled_ = !steps_.empty() && steps_.front().at == step.at + 1;  // back to back
    rtl_->edge(sampled_ ? to_rtl(steps_.front().in) : typename Block::In{});
    report_.step(step.at) = step.in;
    const Cycle now = step.at + flow::Blocks::kLatency;
    report_.check_assertions(now);
    if (golden_) {
      const Answer expected = compare(now, step.in);
      // Nobody acts on a wrong answer in what is left of the cycle.
      if (report_.failed()) return answers_.push(expected);
    }
    answers_.push(to_golden(rtl_->out()));
  }
  Answer compare(Cycle now, const In& in) {
    const Answer out = golden_->step(in);
    report_.compared();
    if constexpr (std::is_same_v<Golden, golden::Ifct>) {
      report_.check(now, visible(in, out), rtl_->out());
      report_.check(now, counters_of(*golden_), rtl_->counters());
    } else {
      report_.check(now, visible(in, out, *golden_), rtl_->out());
    }
    if constexpr (std::is_same_v<Golden, golden::Ofct>) {
      report_.check(now, {"stray_q", "FLOW-A-21", golden_->stray(), rtl_->stray()});
    }
    for (const unsigned row : touched(in, rtl_->out())) compare_row(now, row);
    return out;
  }
  void compare_row(Cycle now, unsigned row) {
    report_.check(now, row_of(*golden_, row), rtl_->row(row),
                  FlowRow{row, std::is_same_v<Golden, golden::Ifct>});
  }

  std::unique_ptr<Block> rtl_;
  std::optional<Golden> golden_;
  unsigned rows_;
  SteppedReport<In> report_;
  Ring<Step> steps_;
  Ring<Answer> answers_;
  Cycle last_ = 0;        ///< step given last
  bool sampled_ = false;  ///< the front step is in the input registers
};

}  // namespace selvage::cosim
