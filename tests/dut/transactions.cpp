// SPDX-License-Identifier: Apache-2.0
/// What is reported of a block before its mismatch (DUT-BEFORE).
#include "dut/transactions.hpp"

#include <catch2/catch.hpp>

using namespace selvage;
using dut::Values;

TEST_CASE("DUT-BEFORE: the last six questions and answers, the same ones in one line", "[dut]") {
  const std::vector<dut::Pin> inputs{{"a_i", true, 4, "", ""},
                                     {"now_i", true, 8, "", "", false, false, true},
                                     {"level_i", true, 2, "", "", false, true}};
  const std::vector<dut::Pin> outputs{{"q_o", false, 4, "", ""}, {"r_o", false, 1, "", ""}};
  const std::vector<bool> offered{true, false};
  dut::Transactions transactions(inputs, outputs, offered);
  const auto put = [&](Cycle clock, unsigned a, bool asked) {
    Values question({4, 8, 2});
    question.set(0, a);
    question.set(1, clock);
    question.set(2, 3);
    transactions.put(clock, 100 + clock, question, asked);
  };
  const auto answer = [&](unsigned q) {
    Values values({4, 1});
    values.set(0, q);
    values.set(1, 1);
    transactions.answered(values);
  };
  using Lines = std::vector<std::string>;
  CHECK(transactions.lines().empty());
  put(0, 7, false);
  put(0, 7, true);  // one clock
  put(1, 5, false);
  put(2, 0, true);
  put(3, 0, true);
  answer(9);
  CHECK(transactions.lines() == Lines{"cycle 100: a_i=4'h7; q_o=4'h9"});
  answer(0);
  answer(0);
  CHECK(transactions.lines() == Lines{"cycle 100: a_i=4'h7; q_o=4'h9", "cycle 101: a_i=4'h5",
                                      "cycles 102 to 103, 2 times: inputs 0; answer 0"});
  for (unsigned i = 4; i < 20; ++i) {
    put(i, i % 2 + 1, true);
    if (i != 19) answer(i % 3);
  }
  CHECK(transactions.lines().size() == 6);
  CHECK(transactions.lines().back() == "cycle 118: a_i=4'h1; answer 0");
  transactions.answered(std::nullopt);
  CHECK(transactions.lines().back() == "cycle 119: a_i=4'h2; no answer");
  put(20, 1, true);
  transactions.begin_anew();
  put(0, 6, true);
  answer(1);
  CHECK(transactions.lines().back() == "cycle 100: a_i=4'h6; q_o=4'h1");
}
