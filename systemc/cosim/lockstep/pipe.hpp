// SPDX-License-Identifier: Apache-2.0
/// \file
/// Questions to a pipelined block and its answers, each held to the clock edge at which it is due.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cosim/lockstep/difference.hpp"
#include "cosim/lockstep/ring.hpp"

namespace selvage::cosim {

/// At most one question a clock. An answer is due `latency` clock edges after the edge that sampled
/// its question; one that is late, early, missing or unasked is a difference of requirement
/// `timing`.
template <class Question, class Answer>
class Pipe {
 public:
  /// A question as it was asked, and what came of it.
  struct Taken {
    Cycle asked = 0;
    Cycle due = 0;  ///< clock edge at which the answer should have come
    PacketId packet = 0;
    Question question;
    Answer expected;      ///< golden, as given with the question
    Cycle edge = kNever;  ///< at which it came; kNever: not at all
    Answer actual;        ///< if it came
    [[nodiscard]] bool answered() const { return edge != kNever; }
    [[nodiscard]] bool late() const { return edge != due; }
  };

  Pipe(Cycle latency, std::string_view timing) : latency_(latency), timing_(timing) {}

  void ask(Cycle now, PacketId packet, const Question& question, const Answer& expected) {
    asked_.push({now, packet, question, expected});
  }
  /// The block registers an answer at clock edge `edge`.
  void answer(Cycle edge, const Answer& answer) { answers_.push({edge, answer}); }

  /// Whether no question waits to be taken.
  [[nodiscard]] bool empty() const { return asked_.empty(); }
  /// Whether all that was asked has been answered.
  [[nodiscard]] bool answered() const { return answers_.size() >= asked_.size(); }

  /// The oldest question, which must exist. An answer that is not due before the next question's
  /// stays for that one.
  [[nodiscard]] Taken take() {
    const Asked oldest = asked_.pop();
    Taken taken{oldest.cycle,
                oldest.cycle + latency_,
                oldest.packet,
                oldest.question,
                oldest.expected,
                kNever,
                {}};
    const bool of_next = !answers_.empty() && !asked_.empty() &&
                         answers_.front().edge >= asked_.front().cycle + latency_;
    if (answers_.empty() || of_next) return taken;
    const Arrived arrived = answers_.pop();
    taken.edge = arrived.edge;
    taken.actual = arrived.answer;
    return taken;
  }
  /// What there is to tell of an answer that is late.
  [[nodiscard]] Difference mistimed(const Taken& taken) const {
    return mistimed(at_edge(taken.due), taken.answered() ? at_edge(taken.edge) : "no answer");
  }
  /// An answer that nobody has asked for, once all questions are taken.
  [[nodiscard]] std::optional<Difference> unasked() {
    if (answers_.empty()) return std::nullopt;
    return mistimed("no answer without a request", at_edge(answers_.pop().edge));
  }

 private:
  struct Asked {
    Cycle cycle = 0;
    PacketId packet = 0;
    Question question;
    Answer expected;
  };
  struct Arrived {
    Cycle edge = 0;
    Answer answer;
  };

  [[nodiscard]] static std::string at_edge(Cycle edge) {
    return "answer at clock edge " + std::to_string(edge);
  }
  [[nodiscard]] Difference mistimed(std::string expected, std::string actual) const {
    return {timing_, "time of the answer", std::move(expected), std::move(actual)};
  }

  Cycle latency_;
  std::string_view timing_;
  Ring<Asked> asked_;
  Ring<Arrived> answers_;
};

}  // namespace selvage::cosim
