// SPDX-License-Identifier: Apache-2.0
/// Answers held to the clock edges at which they are due (COS-PIPE).
#include <catch2/catch.hpp>

#include "cosim/lockstep/pipe.hpp"

using namespace selvage;
using namespace selvage::cosim;

namespace {

using Numbers = Pipe<int, int>;
constexpr Cycle kLatency = 2;

Numbers asked_at(std::initializer_list<Cycle> cycles,
                 AnswerTime time = AnswerTime::exactly(kLatency)) {
  Numbers pipe(time, "X-TIME");
  for (const Cycle c : cycles) pipe.ask(c, static_cast<int>(c), static_cast<int>(10 * c));
  return pipe;
}

/// What is reported of the oldest question.
Difference mistimed(Numbers& pipe) {
  const Numbers::Taken taken = pipe.take();
  REQUIRE_FALSE(taken.in_time());
  const Difference d = pipe.mistimed(taken);
  CHECK(d.requirement == "X-TIME");
  CHECK(d.what == "time of the answer");
  return d;
}

}  // namespace

TEST_CASE("COS-PIPE: answers in time come with their questions, in order") {
  Numbers pipe = asked_at({5, 6, 9});
  CHECK_FALSE(pipe.answered());
  for (const Cycle edge : {7, 8, 11}) {
    CHECK(pipe.next_due_at(edge));
    CHECK_FALSE(pipe.next_due_at(edge + 1));
    pipe.answer(edge, static_cast<int>(edge));
  }
  CHECK(pipe.answered());
  pipe.expect(91);
  for (const int c : {5, 6, 9}) {
    const Numbers::Taken t = pipe.take();
    CHECK(t.question == c);
    CHECK(t.expected == (c == 9 ? 91 : 10 * c));
    CHECK(t.actual == c + 2);
    CHECK(t.in_time());
  }
  CHECK(pipe.empty());
  CHECK_FALSE(pipe.unasked());
}

TEST_CASE("COS-PIPE: an answer that is late, early or missing is reported with both edges") {
  const Cycle edge = GENERATE(6, 8, 20);
  Numbers pipe = asked_at({5});
  pipe.answer(edge, 1);
  const Difference d = mistimed(pipe);
  CHECK(d.expected == "answer at clock edge 7");
  CHECK(d.actual == "answer at clock edge " + std::to_string(edge));
  Numbers silent = asked_at({5});
  CHECK(mistimed(silent).actual == "no answer");
}

TEST_CASE("COS-PIPE: an answer may come at any edge up to the one at which it is due") {
  const Cycle edge = GENERATE(4, 5, 6, 8, 9);
  Numbers pipe = asked_at({5}, AnswerTime::at_most(3));
  CHECK(pipe.due(7) == nullptr);
  REQUIRE(pipe.due(8) != nullptr);
  CHECK(*pipe.due(8) == 5);
  pipe.answer(edge, 1);
  CHECK(pipe.due(edge) != nullptr);
  if (edge >= 5 && edge <= 8) {
    CHECK(pipe.take().in_time());
    return;
  }
  const Difference d = mistimed(pipe);
  CHECK(d.expected == "answer by clock edge 8");
  CHECK(d.actual == "answer at clock edge " + std::to_string(edge));
}

TEST_CASE("COS-PIPE: where one answer is missing the next stays with its own question") {
  const bool exact = GENERATE(true, false);
  Numbers pipe =
      asked_at({5, 6}, exact ? AnswerTime::exactly(kLatency) : AnswerTime::at_most(kLatency));
  pipe.answer(8, 60);
  CHECK(mistimed(pipe).actual == "no answer");
  const Numbers::Taken second = pipe.take();
  CHECK(second.actual == 60);
  CHECK(second.in_time());
}

TEST_CASE("COS-PIPE: an answer that nobody asked for is reported") {
  Numbers pipe = asked_at({5});
  pipe.answer(7, 1);
  pipe.answer(8, 2);
  CHECK(pipe.take().in_time());
  const auto unasked = pipe.unasked();
  REQUIRE(unasked);
  CHECK(unasked->expected == "no answer without a request");
  CHECK(unasked->actual == "answer at clock edge 8");
  CHECK_FALSE(pipe.unasked());
}
