// SPDX-License-Identifier: Apache-2.0
/// The report page (REP-PAGE).
#include <catch2/catch.hpp>

#include "campaign/figures/page.hpp"

using namespace selvage::campaign;
using nlohmann::ordered_json;

TEST_CASE("REP-PAGE: rows of the verification plan, and results of CTest", "[campaign]") {
  const auto rows = verification_plan(
      "# Verification\n| no | row |\n## Requirement to test\n\n"
      "| requirement | shown by |\n|---|---|\n"
      "| A-1, A-2 | `tests/a.cpp`: \"one\", \"two\"<br>`tb/b.svh` |\n## Bugs\n| B | \"x\" |\n"
      "# Next page\n## Requirement to test\n| A-3 | \"three\" |\n# Last page\n| C | \"y\" |\n");
  REQUIRE(rows.size() == 2);
  CHECK(rows[1].requirements == "A-3");
  CHECK(rows[0].requirements == "A-1, A-2");
  CHECK(rows[0].cases == std::vector<std::string>{"one", "two"});
  CHECK(rows[0].files.size() == 2);
  std::string why;
  const auto cases = junit_cases(
      "<testsuite><testcase name=\"a:X-1: one &lt;b&gt;\" "
      "status=\"run\"/><testcase name=\"b: two\" status=\"fail\">"
      "<failure/></testcase></testsuite>",
      why);
  CHECK(cases.at("X-1: one <b>") == "run");
  CHECK(cases.at("two") == "fail");
  CHECK(junit_cases("<testsuite>\n<testcase name=\"a\">\n", why).empty());
  CHECK_THAT(why, Catch::Contains("line ") && Catch::Contains("not XML"));
  CHECK(junit_cases("<html/>", why).empty());
  CHECK(why == "no test cases in it");
  std::string deep;
  for (unsigned i = 0; i < 200'000; ++i) deep += "<a>";
  CHECK(junit_cases(deep, why).empty());
  for (unsigned i = 0; i < 200'000; ++i) deep += "</a>";
  CHECK(junit_cases(deep, why).empty());
  CHECK(svg_complaint("<svg>" + deep + "</svg>").empty());
}

TEST_CASE("REP-PAGE: what is no whole picture is not shown", "[campaign]") {
  CHECK(svg_complaint("<?xml version='1.0'?><!DOCTYPE svg PUBLIC 'a' 'b'><svg/>\n").empty());
  for (const char* bad :
       {"", "<svg>", "<svg></g></svg>", "<html/>", "<svg/><script/>", "<svg/><svg/>", "<svg a=b/>",
        "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>", "<svg", "x"}) {
    INFO(bad);
    CHECK_FALSE(svg_complaint(bad).empty());
  }
}

TEST_CASE("REP-PAGE: one file, nothing loaded, every text escaped, failures with commands",
          "[campaign]") {
  PageInput in;
  in.title = "A & <B>";
  in.build = {{"git", "abc"}};
  in.plan = {{"A-1", {"one"}, {}}, {"A-2", {"two"}, {}}, {"A-3", {"three"}, {}}};
  in.tests = {{"one", "run"}, {"two", "fail"}};
  in.campaigns.push_back(ordered_json::parse(R"({"name":"c","title":"<t>","done":2,"trials":2,
    "seeds":1,"first_seed":7,"example":"selvage run x","_folder":"o/c","failed":[{"trial":1,"kind":"mismatch port",
    "replay":"selvage run 'a<b'"}],"points":[{"levels":{"load":"0.1"},"values":{"y":{"n":3,
    "mean":1.5,"low":1,"high":2}}}]})"));
  in.figures.push_back(ordered_json::parse(R"({"name":"f","title":"t","source":"s","setup":"u",
    "_svg":"<?xml?><svg id=\"a\"><use href=\"#a\"/></svg>","claims":[{"id":"F-1","says":"it rises",
    "measured":"it does","reproduced":true,"note":""},{"id":"F-2","says":"it falls",
    "measured":"","reproduced":null,"not_judged":"there is one point only, at 1","note":""}]})"));
  CHECK_THAT(page(in), !Catch::Contains("Beyond the papers"));
  in.figures.push_back(ordered_json::parse(R"({"name":"g","title":"own","source":"","setup":"v",
    "_svg":"<svg id='a'></svg>","claims":[]})"));
  const std::string html = page(in);
  const auto own = html.find("<h2 id=\"beyond\">Beyond the papers</h2>");
  REQUIRE(own != std::string::npos);
  CHECK(html.find("g: own") > own);
  CHECK(html.find("f: t") < own);
  CHECK_THAT(html, Catch::Contains("A &amp; &lt;B&gt;"));
  CHECK_THAT(html, Catch::Contains("selvage run &#39;a&lt;b&#39;"));
  // A picture is an image of its own, in which nothing runs.
  CHECK_THAT(html, Catch::Contains("src=\"data:image/svg+xml,%3C%3Fxml%3F%3E%3Csvg%20id=%22a%22"));
  CHECK_THAT(html, !Catch::Contains("<svg") && !Catch::Contains("<?xml"));
  CHECK_THAT(html, Catch::Contains("http-equiv=\"Content-Security-Policy\" "
                                   "content=\"default-src 'none'; img-src data:"));
  CHECK_THAT(html, Catch::Contains("1 of 1 reproduced, 1 not judged"));
  CHECK_THAT(html, Catch::Contains("there is one point only, at 1"));
  // Where a failure was: seed and folder.
  CHECK_THAT(html, Catch::Contains("<td class=\"n\">7</td><td><code>o/c/trials/000001</code>"));
  CHECK_THAT(html, Catch::Contains("1 failed"));
  CHECK_THAT(html, Catch::Contains("without result"));
  for (const char* outside : {"http://", "https://", "<script", "<link", "@import"}) {
    CHECK_THAT(html, !Catch::Contains(outside));
  }
  CHECK_THAT(html, Catch::Contains("all cases passed in 1 of them"));
  in.tests.clear();
  CHECK_THAT(page(in), Catch::Contains("no results of tests were given") &&
                           !Catch::Contains("all cases passed"));
}
