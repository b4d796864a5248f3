// SPDX-License-Identifier: Apache-2.0
/// \file
/// Questions to a pipelined block and its answers, each held to the clock edge at which it is due.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "cosim/lockstep/difference.hpp"
#include "cosim/lockstep/ring.hpp"

namespace selvage::cosim {

/// Clock edges from the one that samples a question to the one at which its answer comes.
struct AnswerTime {
  Cycle least = 0;
  Cycle most = 0;  ///< the answer is due
  [[nodiscard]] static constexpr AnswerTime exactly(Cycle edges) { return {edges, edges}; }
  [[nodiscard]] static constexpr AnswerTime at_most(Cycle edges) { return {0, edges}; }
};

/// At most one question a clock. An answer that is late, early, missing or unasked is a difference
/// of requirement `timing`.
template <class Question, class Answer, class Expected = Answer>
class Pipe {
 public:
  /// A question as it was asked, and what came of it.
  struct Taken {
    Cycle asked = 0;
    Cycle earliest = 0;  ///< clock edges at which the answer should have come: from this one
    Cycle due = 0;       ///< to this one
    Question question;
    Expected expected;    ///< golden's answer
    Cycle edge = kNever;  ///< at which it came; kNever: not at all
    Answer actual;        ///< if it came
    [[nodiscard]] bool answered() const { return edge != kNever; }
    [[nodiscard]] bool in_time() const { return edge >= earliest && edge <= due; }
  };

  /// `timing` outlives this.
  Pipe(AnswerTime time, std::string_view timing) : time_(time), timing_(timing) {}

  void ask(Cycle now, Question question, Expected expected) {
    asked_.push({now, std::move(question), std::move(expected)});
  }
  /// Golden's answer to the newest question, where it is known only later.
  void expect(Expected expected) { asked_.back().expected = std::move(expected); }
  /// The block registers an answer at clock edge `edge`.
  void answer(Cycle edge, const Answer& answer) { answers_.push({edge, answer}); }
  void clear() {
    asked_ = {};
    answers_ = {};
  }

  /// Questions that wait to be taken.
  [[nodiscard]] bool empty() const { return asked_.empty(); }
  [[nodiscard]] std::size_t size() const { return asked_.size(); }
  /// Whether all that was asked has been answered.
  [[nodiscard]] bool answered() const { return answers_.size() >= asked_.size(); }
  /// Golden's answer to the oldest question; null if there is none.
  [[nodiscard]] const Expected* expected() const {
    return asked_.empty() ? nullptr : &asked_.front().expected;
  }
  /// Begins to bring the oldest question and its answer, or their places, into the cache.
  void prefetch() const {
    asked_.prefetch();
    answers_.prefetch();
  }
  /// Whether the oldest question, if there is one, has been answered.
  [[nodiscard]] bool oldest_answered() const { return !answers_.empty(); }
  /// When the answer to the oldest question, which must exist, is due.
  [[nodiscard]] Cycle oldest_due() const { return asked_.front().cycle + time_.most; }
  /// The oldest question, if by clock edge `now` its answer has come or is due; else null.
  [[nodiscard]] const Question* due(Cycle now) const {
    if (asked_.empty() || (answers_.empty() && oldest_due() > now)) return nullptr;
    return &asked_.front().question;
  }
  /// Whether the next answer is due at clock edge `edge`.
  [[nodiscard]] bool next_due_at(Cycle edge) const {
    return !answered() && asked_[answers_.size()].cycle + time_.most == edge;
  }

  /// The oldest question, which must exist. An answer that is too late for it and not too early for
  /// the next question stays for that one.
  [[nodiscard]] Taken take() {
    Asked oldest = asked_.pop();
    Taken taken{oldest.cycle,
                oldest.cycle + time_.least,
                oldest.cycle + time_.most,
                std::move(oldest.question),
                std::move(oldest.expected),
                kNever,
                {}};
    if (answers_.empty()) return taken;
    const Cycle edge = answers_.front().edge;
    const bool of_next =
        edge > taken.due && !asked_.empty() && edge >= asked_.front().cycle + time_.least;
    if (of_next) return taken;
    Arrived arrived = answers_.pop();
    taken.edge = arrived.edge;
    taken.actual = std::move(arrived.answer);
    return taken;
  }
  /// The report of an answer that is not in time.
  [[nodiscard]] Difference mistimed(const Taken& taken) const {
    const bool exact = time_.least == time_.most;
    return mistimed((exact ? "answer at" : "answer by") + edge_text(taken.due),
                    taken.answered() ? "answer at" + edge_text(taken.edge) : "no answer");
  }
  /// The report of an answer without a question, once all questions are taken.
  [[nodiscard]] std::optional<Difference> unasked() {
    if (answers_.empty()) return std::nullopt;
    return mistimed("no answer without a request", "answer at" + edge_text(answers_.pop().edge));
  }

 private:
  struct Asked {
    Cycle cycle = 0;
    Question question;
    Expected expected;
  };
  struct Arrived {
    Cycle edge = 0;
    Answer answer;
  };

  [[nodiscard]] static std::string edge_text(Cycle edge) {
    return " clock edge " + std::to_string(edge);
  }
  [[nodiscard]] Difference mistimed(std::string expected, std::string actual) const {
    return {timing_, "time of the answer", std::move(expected), std::move(actual)};
  }

  AnswerTime time_;
  std::string_view timing_;
  Ring<Asked> asked_;
  Ring<Arrived> answers_;
};

}  // namespace selvage::cosim
