// SPDX-License-Identifier: Apache-2.0
/// \file
/// Questions to a foreign module and its answers, timed as its manifest says.
#pragma once

#include <optional>

#include "cosim/lockstep/pipe.hpp"
#include "dut/model.hpp"

namespace selvage::dut {

/// Edges count the module's clocks: an answer is on the pins before the edge it comes at.
template <class Question>
class Answers : public cosim::Pipe<Question, Observed, Answer> {
 public:
  /// `valid`: output of the contract that signals an answer; empty: none, or it is only compared.
  explicit Answers(const Manifest& manifest, std::optional<unsigned> valid = std::nullopt)
      : cosim::Pipe<Question, Observed, Answer>(manifest.latency.valid.empty()
                                                    ? Time::exactly(manifest.latency.clocks)
                                                    : Time::at_most(manifest.latency.clocks),
                                                manifest.contract->timing),
        valid_(valid),
        signals_(valid || !manifest.latency.valid.empty()),
        requests_(valid || !manifest.latency.ask.empty()) {}

  /// What is on the outputs in `clock`; whether it is an answer. Without a pin that signals it an
  /// answer comes when it is due; without one that signals a question there is no answer without a
  /// question.
  bool sample(Cycle clock, const Observed& seen) {
    const bool valid = seen.answered && (!valid_ || seen.values.get(*valid_) != 0);
    const bool answers =
        signals_ ? valid && (requests_ || !this->answered()) : this->next_due_at(clock);
    if (answers) this->answer(clock, seen);
    return answers;
  }

 private:
  using Time = cosim::AnswerTime;

  std::optional<unsigned> valid_;
  bool signals_;   ///< the module says when it answers
  bool requests_;  ///< and knows when it is asked
};

}  // namespace selvage::dut
