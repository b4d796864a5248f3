// SPDX-License-Identifier: Apache-2.0
/// Answers held to the clock edges at which they are due (COS-PIPE).
#include <catch2/catch.hpp>

#include "cosim/lockstep/pipe.hpp"

using namespace selvage;
using namespace selvage::cosim;

namespace {

using Numbers = Pipe<int, int>;
constexpr Cycle kLatency = 2;

Numbers asked_at(std::initializer_list<Cycle> cycles) {
  Numbers pipe(kLatency, "X-TIME");
  for (const Cycle c : cycles) pipe.ask(c, 100 + c, static_cast<int>(c), static_cast<int>(10 * c));
  return pipe;
}

}  // namespace

TEST_CASE("COS-PIPE: answers in time come with their questions, in order") {
  Numbers pipe = asked_at({5, 6, 9});
  CHECK_FALSE(pipe.answered());
  for (const Cycle edge : {7, 8, 11}) pipe.answer(edge, static_cast<int>(edge));
  CHECK(pipe.answered());
  for (const int c : {5, 6, 9}) {
    const Numbers::Taken t = pipe.take();
    CHECK(t.question == c);
    CHECK(t.packet == 100U + static_cast<unsigned>(c));
    CHECK(t.expected == 10 * c);
    CHECK(t.actual == c + 2);
    CHECK_FALSE(t.late());
  }
  CHECK(pipe.empty());
  CHECK_FALSE(pipe.unasked());
}

TEST_CASE("COS-PIPE: an answer that is late, early or missing is reported with both edges") {
  const Cycle edge = GENERATE(6, 8, 20);
  Numbers pipe = asked_at({5});
  pipe.answer(edge, 1);
  const Numbers::Taken t = pipe.take();
  CHECK(t.actual == 1);
  REQUIRE(t.late());
  const Difference late = pipe.mistimed(t);
  CHECK(late.requirement == "X-TIME");
  CHECK(late.expected == "answer at clock edge 7");
  CHECK(late.actual == "answer at clock edge " + std::to_string(edge));

  Numbers silent = asked_at({5});
  const Numbers::Taken none = silent.take();
  CHECK_FALSE(none.answered());
  REQUIRE(none.late());
  CHECK(silent.mistimed(none).actual == "no answer");
}

TEST_CASE("COS-PIPE: where one answer is missing the next stays with its own question") {
  Numbers pipe = asked_at({5, 6});
  pipe.answer(8, 60);
  const Numbers::Taken first = pipe.take();
  CHECK_FALSE(first.answered());
  CHECK(first.late());
  const Numbers::Taken second = pipe.take();
  CHECK(second.actual == 60);
  CHECK_FALSE(second.late());
}

TEST_CASE("COS-PIPE: an answer that nobody asked for is reported") {
  Numbers pipe = asked_at({5});
  pipe.answer(7, 1);
  pipe.answer(8, 2);
  CHECK_FALSE(pipe.take().late());
  const auto unasked = pipe.unasked();
  REQUIRE(unasked);
  CHECK(unasked->expected == "no answer without a request");
  CHECK(unasked->actual == "answer at clock edge 8");
  CHECK_FALSE(pipe.unasked());
}
