// SPDX-License-Identifier: Apache-2.0
/// Terms, values and the search for a shorter stimulus (DUT-MAN, DUT-TEST).
#include <catch2/catch.hpp>

#include "dut/manifest/manifest.hpp"
#include "dut/shrink.hpp"

using namespace selvage;
using dut::Values;

TEST_CASE("DUT-MAN: a term is a pin, a slice, a sized constant, or several in braces", "[dut]") {
  std::string why;
  const auto term = dut::parse_term("{hi, lo[5:2], b[3], 4'd9, 8'hff, 2'b10}", why);
  REQUIRE(term);
  REQUIRE(term->size() == 6);
  CHECK(((*term)[0].pin == "hi" && (*term)[0].whole));
  CHECK(((*term)[1].high == 5 && (*term)[1].low == 2 && !(*term)[1].whole));
  CHECK(((*term)[2].high == 3 && (*term)[2].low == 3));
  CHECK(((*term)[3].pin.empty() && (*term)[3].width == 4 && (*term)[3].value == 9));
  CHECK((*term)[4].value == 255);
  CHECK((*term)[5].value == 2);
  for (const char* bad : {"", "{a", "{a,}", "a[1:2]", "a[x]", "3", "2'd4", "65'd0", "4'x0", "a;b",
                          "$a", "a b", "a[1", "{a}{b}", "a\n", "99999999999'd0"}) {
    CAPTURE(bad);
    CHECK_FALSE(dut::parse_term(bad, why));
    CHECK_FALSE(why.empty());
  }
}

TEST_CASE("DUT-TEST: values keep to their widths", "[dut]") {
  Values v({3, 96, 64, 1});
  v.set(0, 0xff);
  CHECK(v.get(0) == 7);
  v.set_slice(1, 30, 40, 0xab'cdef'0123ULL);
  CHECK(v.slice(1, 30, 40) == 0xab'cdef'0123ULL);
  CHECK(v.slice(1, 0, 30) == 0);
  CHECK(v.slice(1, 70, 26) == 0);
  v.set_slice(1, 90, 20, ~std::uint64_t{0});
  CHECK(v.slice(1, 90, 20) == 0x3f);
  CHECK(v.is_zero(2));
  v.set(2, ~std::uint64_t{0});
  CHECK(v.get(2) == ~std::uint64_t{0});
  CHECK(v.get(3) == 0);
  CHECK(v.text(0) == "3'h7");
}

TEST_CASE("DUT-TEST: of a long stimulus what matters is left", "[dut]") {
  // Fails when a step with 5 in pin 0 comes anywhere before one with bit 3 of pin 1 set.
  const std::vector<dut::Pin> pins{
      {"a", true, 4, "", ""}, {"b", true, 8, "", ""}, {"c", true, 4, "", "", false, true}};
  std::vector<dut::Step> steps;
  for (unsigned i = 0; i < 300; ++i) {
    Values q({4, 8, 4});
    q.set(0, i == 77 ? 5 : 2);
    q.set(1, i == 299 ? 0xff : 0x01);
    q.set(2, 9);
    steps.push_back({q, true});
  }
  const auto fails = [](const std::vector<dut::Step>& s) {
    bool armed = false;
    for (const dut::Step& step : s) {
      if (armed && (step.question.get(1) & 8U) != 0) return true;
      armed = armed || step.question.get(0) == 5;
      if (step.question.get(2) != s.front().question.get(2))
        throw std::runtime_error("a static pin moved");
    }
    return false;
  };
  REQUIRE(fails(steps));
  dut::shrink(
      steps, pins, fails, [](const Values& q) { return q.get(2) != 0; }, false);
  REQUIRE(steps.size() == 2);
  CHECK(steps[0].question.get(0) == 5);
  CHECK(steps[0].question.get(1) == 0);
  CHECK(steps[1].question.get(0) == 0);
  CHECK(steps[1].question.get(1) == 8);
  CHECK(steps[0].question.get(2) != 0);
}
